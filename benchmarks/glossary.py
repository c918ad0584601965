"""What grows with the book and its holders: the index of many rules, and the impact of a rule that many hold."""

import copy
import time
from collections.abc import Callable
from dataclasses import dataclass
from statistics import median

from django.contrib.auth.models import User
from django.db import connection, reset_queries
from django.test import Client
from django.test.utils import CaptureQueriesContext

from benchmarks.server import HOST
from rules.authoring.impact import impact_of
from rules.content import Content, current
from rules.digests import digest_of
from rules.models import RulebookVersion
from warbands.models import Warband, Warrior, WarriorRule

HELD_BY = (100, 10_000)
RULES = 2_000
ROUNDS = 5
RULE = "cold-blooded"
UNITS = ("skink-priest", "skink-great-crest", "skink-brave", "saurus-brave", "kroxigor")
"""All of them hold it."""


@dataclass(frozen=True, slots=True)
class Grown:
    """Something that is measured at a size: how long it takes, and how many queries."""

    name: str
    milliseconds: float
    queries: int


def timed() -> list[Grown]:
    """The impact of a rule held by few and by many, and the index of the rules as they are and of many."""
    found = []
    for number in HELD_BY:
        _warriors(number)
        found.append(_measured(f"impact, held by {number:,}", _impact))
    found.append(_measured(f"index of {len(current().entries):,} rules", index))
    _many_rules()
    found.append(_measured(f"index of {RULES:,} rules", index))
    return found


def _measured(name: str, ask: Callable[[], object]) -> Grown:
    ask()
    reset_queries()  # a full log counts no further
    with CaptureQueriesContext(connection) as asked:
        ask()
    queries = len(asked)  # before the next request, which begins a log of its own
    times = []
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        ask()
        times.append(time.perf_counter() - begun)
    return Grown(name, median(times) * 1000, queries)


def _warriors(number: int) -> None:
    """So many more warriors, fifteen to a warband, with a rule by hand on every third."""
    owner, _ = User.objects.get_or_create(username="grown")
    count = -(-number // 15)
    rows = Warband.objects.bulk_create(
        Warband(owner=owner, warband_type_id="lizardmen", name=f"Brood {place}") for place in range(count)
    )
    made = Warrior.objects.bulk_create(
        Warrior(warband=rows[place // 15], unit_type_id=f"lizardmen--{UNITS[place % 5]}", name=f"Warrior {place}")
        for place in range(number)
    )
    WarriorRule.objects.bulk_create(
        WarriorRule(warrior=warrior, rule_id="stupidity", reason="A blow on the head") for warrior in made[::3]
    )


def _impact() -> None:
    """All that the editors' desk asks of a change of the rule."""
    before = current()
    document = copy.copy(RulebookVersion.objects.order_by("-pk")[0].document)
    changed = {"sentences": ["rolls leadership_tests 3d6-low"]}
    document["rules"] = [block | changed if block["slug"] == RULE else block for block in document["rules"]]
    impact = impact_of(before, Content.of_document(document))
    if not (impact.warriors and impact.differences and impact.cases):
        raise RuntimeError("A rule that many hold touches somebody.")


def index() -> None:
    """Ask for the index of the rules. Raises ``RuntimeError`` for any answer but a whole one."""
    answer = Client().get("/rules/", secure=True, headers={"host": HOST})
    if answer.status_code != 200:
        raise RuntimeError(f"The index answers {answer.status_code}.")


def _many_rules() -> None:
    """The book with copies of its rules, until there are many."""
    document = copy.copy(RulebookVersion.objects.order_by("-pk")[0].document)
    rules = document["rules"]
    copies = [
        {**block, "slug": f"copy-{number}", "name": f"{block['name']} {number}", "aliases": []}
        for number in range(RULES - len(rules))
        for block in (rules[number % len(rules)],)
    ]
    document["rules"] = [*rules, *copies]
    RulebookVersion.objects.create(digest=digest_of(document), document=document, why="Measured")
