"""Clarifications of a document as values, and where they are shown: with whatever they are about."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from rules.engine.plans import TrialKind
from rules.engine.rulings import BY_ID
from rules.engine.trials import KINDS
from rules.engine.vocabulary import Matter
from rules.loading.clarifications_schema import ABOUT
from rules.names import HIRED_SWORDS, Block, Names
from rules.prose import RULES, folded, plain
from rules.references import References
from rules.values import About, Clarification
from rules.values.clarifications import VOICES

KIND = "clarification"
QUESTIONS = f"{RULES}questions/"
_PAGES = {
    "rules": RULES,
    "items": f"{RULES}items/",
    "skills": f"{RULES}skills/",
    "spells": f"{RULES}spells/",
    "lists": f"{RULES}lists/",
}


@dataclass(frozen=True)
class Clarifying:
    """Reads one document; whatever leads nowhere leaves a problem."""

    document: Mapping[str, Any]
    names: Names
    references: References

    def clarifications(self) -> dict[str, Clarification]:
        """By slug, in the order of what is asked."""
        found = [self._clarification(block) for block in self.document.get("clarifications", ())]
        return {one.slug: one for one in sorted(found, key=lambda one: folded(one.name))}

    def _clarification(self, block: Block) -> Clarification:
        about = block.get("about", {})
        for what, slugs in about.items():
            self.references.check(KIND, block["slug"], f"about.{what}", ABOUT[what], slugs)
        things = tuple(self._about(what, slug) for what in ABOUT for slug in about.get(what, ()))
        said = [block["name"], plain(block["text"]), *(thing.name for thing in things)]
        return Clarification(
            slug=block["slug"],
            kind=block.get("kind", "faq"),
            name=block["name"],
            text=block["text"],
            voice=block["voice"],
            source=block["source"],
            page=block.get("page", ""),
            url=block.get("url", ""),
            date=str(block.get("date", "")),
            about=things,
            address=f"{QUESTIONS}{block['slug']}/",
            searched=folded(" ".join(said)),
        )

    def _about(self, what: str, slug: str) -> About:
        slug = self.names.resolve(slug) if what == "rules" else slug
        name = self._called.get((what, slug), slug)
        if what == "rulings":
            return About(what, slug, name, f"{RULES}rulings/#{slug}")
        if what == "units":
            listed, _, short = slug.partition("--")
            page = HIRED_SWORDS if listed == HIRED_SWORDS else f"lists/{listed}"
            return About(what, slug, name, f"{RULES}{page}/{short}/")
        return About(what, slug, name, f"{_PAGES[what]}{slug}/")

    @cached_property
    def _called(self) -> dict[tuple[str, str], str]:
        """The names of all that there is to be about."""
        places = {"rules": "rules", "items": "equipment", "skills": "skills", "lists": "warbands"}
        found = {(what, one["slug"]): one["name"] for what, key in places.items() for one in self.document.get(key, ())}
        for listed in self.document.get("spell_lists", ()):
            found |= {("spells", spell["slug"]): spell["name"] for spell in listed["spells"]}
        for listed in self.document["warbands"]:
            for unit in listed["units"]:
                found["units", f"{listed['slug']}--{unit['slug']}"] = f"{unit['name']} of the {listed['name']}"
        for sword in self.document.get("hired_swords", ()):
            found["units", f"{HIRED_SWORDS}--{sword['slug']}"] = sword["name"]
        return found | {("rulings", name): f"Ruling {name}" for name in BY_ID}


TESTS = {
    Matter.FEAR: "fear",
    Matter.ALL_ALONE: "all-alone",
    Matter.RALLY: "recovery",
    Matter.ROUT: "rout-test",
    Matter.STUPIDITY: "stupidity",
    Matter.ANIMOSITY: "animosity",
    Matter.CHARGE: "frenzy",
    Matter.LEADERSHIP_TESTS: "leadership-test",
}
"""The rule that tells of each kind of test, by what sentences call it."""


@dataclass(frozen=True)
class Clarified:
    """Clarifications by what they are about."""

    every: Iterable[Clarification]

    def about(self, what: str, slug: str) -> tuple[Clarification, ...]:
        """Those about one thing: a key of ``ABOUT``, and a slug. What the publisher says comes first."""
        return self._by_thing.get((what, slug), ())

    def test(self, kind: TrialKind, rules: Iterable[str] = ()) -> tuple[Clarification, ...]:
        """Those about a kind of test, or about rules that it came to, by who says so.

        What hangs on a ruling is left out: it stands with the reason that rests on it.
        """
        found = {
            one.slug: one
            for rule in sorted({TESTS.get(KINDS[kind].matter, ""), *rules})
            for one in self.about("rules", rule)
            if not one.rulings
        }
        return tuple(sorted(found.values(), key=_weight))

    @cached_property
    def _by_thing(self) -> dict[tuple[str, str], tuple[Clarification, ...]]:
        found: dict[tuple[str, str], tuple[Clarification, ...]] = {}
        for one in sorted(self.every, key=_weight):
            for thing in one.about:
                key = thing.what, thing.slug
                found[key] = (*found.get(key, ()), one)
        return found


def _weight(one: Clarification) -> int:
    """In which order they stand: by who says so."""
    return list(VOICES).index(one.voice)
