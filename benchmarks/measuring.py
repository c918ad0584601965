"""The requests that are timed, each with a request for the floor just before it."""

from dataclasses import dataclass, field, replace
from pathlib import Path
from uuid import uuid4

from django.db import connection
from django.urls import reverse

from benchmarks import engine, glossary
from benchmarks.battles import Followed, battles
from benchmarks.pages import TOKEN, Page
from benchmarks.population import GROUP, STORY, campaign, player, prepare, public_warband, warband
from benchmarks.server import Client, memory, serving
from warbands.models import Campaign, Warband

ROUNDS = 60
SIZES = (5, 15, 40)
UNSEEN = 20
"""How many rosters of 15 are shown that the worker has never shown before."""


@dataclass(frozen=True)
class Measured:
    """All that a run found out. ``first`` is the first roster after a start, in milliseconds; ``unseen`` a page."""

    floor: Page
    pages: list[Page]
    unseen: Page
    first: float
    fresh_memory: float
    memory: float
    tests: list[engine.Timed]
    grown: list[glossary.Grown] = field(default_factory=list)


def measure(folder: Path) -> Measured:
    """Fill a database, start a worker, and ask it for everything in turn."""
    prepare()
    owner, cookies = player()
    rosters = {size: warband(owner, size) for size in SIZES}
    unseen = [warband(owner, 15) for _ in range(UNSEEN)]
    shared = public_warband(15)
    group = campaign(owner)
    fights = battles(owner, shared.owner)
    tests = engine.timed(rosters[15])
    connection.close()
    with serving(folder) as port:
        client = Client(port, {**cookies, "csrftoken": TOKEN})
        try:
            measured = _over_http(client, _pages(rosters, shared, group, fights), rosters, unseen, tests)
        finally:
            client.close()
    # Last, for the many warriors and rules it needs are nothing that the pages were to be measured among.
    return replace(measured, grown=glossary.timed())


def _roster(warband: Warband, size: int) -> Page:
    return Page(f"roster of {size}", warband.get_absolute_url(), 'class="card warrior"', size)


def _trial(warband: Warband) -> str:
    """The address of a Leadership test of somebody who is no leader."""
    warrior = warband.warriors.order_by("position")[1]
    connection.close()
    return reverse("warbands:test-kind", args=[warband.public_id, warrior.public_id, "leadership"])


def _form() -> dict[str, str]:
    return {"told": "1", "key": str(uuid4()), "how": "roll"}


def _roll_of(warband: Warband) -> Page:
    return Page("a test resolved (POST)", _trial(warband), 'class="dice"', form=_form)


def _pages(rosters: dict[int, Warband], shared: Warband, group: Campaign, fights: list[Followed]) -> list[Page]:
    fifteen = rosters[15]
    return [
        *(_roster(row, size) for size, row in rosters.items()),
        Page("a test opened", _trial(fifteen), "Roll</button>"),
        _roll_of(fifteen),
        Page("log of tests", reverse("warbands:tests", args=[fifteen.public_id]), "against"),
        Page("treasury of 15", reverse("warbands:treasury", args=[fifteen.public_id]), "Won in earlier battles"),
        Page("legality of 15", reverse("warbands:legality", args=[fifteen.public_id]), "Kroxigor"),
        Page("between battles, 15", reverse("warbands:between", args=[fifteen.public_id]), "Warrior 15"),
        Page("print sheet of 15", reverse("warbands:paper", args=[fifteen.public_id]), 'class="man"', 15),
        Page("cards of 15", reverse("warbands:cards", args=[fifteen.public_id]), 'class="man"', 16),
        Page("somebody else's 15", shared.get_absolute_url(), 'class="card warrior"', 15),
        Page(f"my {UNSEEN + len(SIZES)} warbands", reverse("warbands:list"), "of the Coil</a>", UNSEEN + len(SIZES)),
        Page(f"campaign of {GROUP}", group.get_absolute_url(), "Warband of player", GROUP),
        Page(f"history of {STORY:,}", reverse("campaigns:feed", args=[group.public_id]), "The warband routs.", 49),
        Page(
            f"standings of {GROUP}", reverse("campaigns:standings", args=[group.public_id]), "Warband of player", GROUP
        ),
        Page(f"dice of {2 * STORY:,}", reverse("campaigns:dice", args=[group.public_id]), "Everybody"),
        *(page for fight in fights for page in fight.pages()),
        Page("hiring", reverse("warbands:add", args=[fifteen.public_id]), "Skink Brave"),
        Page("a warband list", reverse("rules:list", args=["lizardmen"]), "Kroxigor"),
        Page("glossary index", reverse("rules:index"), "Stupidity"),
        Page("a rule's page", reverse("rules:rule", args=["stupidity"]), "Appears on"),
        Page("home", reverse("home"), "Who must test?"),
    ]


def _over_http(
    client: Client, pages: list[Page], rosters: dict[int, Warband], unseen: list[Warband], tests: list[engine.Timed]
) -> Measured:
    floor = Page("the floor", "/floor/", "mathilde")
    worker = floor.ask(client, count=True).worker
    fresh = memory(worker)
    first = _roster(rosters[15], 15).ask(client).seconds * 1000
    for row in rosters.values():  # each has a log, so that the rosters differ in their warriors alone
        _roll_of(row).ask(client)
    for page in [floor, *pages] * 2:
        answer = page.ask(client, count=True)
        page.queries, page.size = answer.queries, len(answer.body)
    for _ in range(ROUNDS):
        for page in pages:
            _timed(client, floor, page)
    never = Page("roster of 15, never seen", "", 'class="card warrior"', 15)
    for row in unseen:
        never.path = row.get_absolute_url()
        _timed(client, floor, never)
    never.path = rosters[15].get_absolute_url()
    never.queries, never.size = pages[1].queries, pages[1].size
    return Measured(floor, pages, never, first, fresh, memory(worker), tests)


def _timed(client: Client, floor: Page, page: Page) -> None:
    least = floor.ask(client).seconds
    floor.times.append(least)
    floor.floors.append(least)
    page.floors.append(least)
    page.times.append(page.ask(client).seconds)
