"""A document as values: the rulebook, the entries of the glossary, the lists and all that is sold, learnt and hired.

Reading never raises for content that does not bind; ``Read.problems`` lists it, and ``rules_report`` shows it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import Any

from rules.attaching import Attacher
from rules.binding import Problem, RuleBinder, cycles
from rules.clarifying import Clarified, Clarifying
from rules.engine.rulebook import Rule, Rulebook
from rules.enlisting import Enlisting
from rules.entries import EntryWriter
from rules.goods import Goods
from rules.labels import Labels
from rules.lessons import Lessons
from rules.mentions import check_mentions
from rules.names import HIRED_SWORDS, Block, Names, full_slug, names_of
from rules.older import as_today
from rules.prose import folded
from rules.references import References
from rules.shelving import Shelving
from rules.values import (
    CampaignTable,
    Clarification,
    Entry,
    Group,
    Item,
    Skill,
    SkillList,
    Spell,
    SpellList,
    Unit,
    UpgradeFamily,
    WarbandList,
)


@dataclass(frozen=True)
class Read:
    """What a document comes to."""

    rulebook: Rulebook
    labels: Labels
    names: Names
    """What a parameter or a sentence may speak of: rules, aliases and tags."""
    entries: Mapping[str, Entry]
    """By slug, in the order of their names."""
    warbands: Mapping[str, WarbandList]
    units: Mapping[str, Unit]
    """By full slug: ``norse-marauders--jarl``, ``hired-swords--warlock``."""
    hired_swords: Mapping[str, Unit]
    """By the slug of their page, in the order of their names."""
    items: Mapping[str, Item]
    upgrades: Mapping[str, UpgradeFamily]
    skills: Mapping[str, Skill]
    skill_lists: Mapping[str, SkillList]
    spells: Mapping[str, Spell]
    spell_lists: Mapping[str, SpellList]
    groups: Mapping[str, Group]
    """Words for buyers, which ``Content.admits`` looks up."""
    tables: Mapping[str, CampaignTable]
    clarifications: Mapping[str, Clarification]
    """Questions and errata, by slug, in the order of what is asked."""
    clarified: Clarified
    """The same by what they are about."""
    problems: tuple[Problem, ...]


def read(document: Mapping[str, Any], digest: str = "") -> Read:
    """A document as values; whatever does not bind has no effect and leaves a problem."""
    return _Reader(as_today(document), digest).read()


class _Reader:
    def __init__(self, document: Mapping[str, Any], digest: str) -> None:
        self.document = document
        self.blocks: dict[str, Block] = {block["slug"]: block for block in document["rules"]}
        self.lists: list[Block] = document["warbands"]
        self.names: Names = names_of(document)
        self.problems: list[Problem] = []
        self.rulebook = Rulebook(MappingProxyType(self._rules()), MappingProxyType(dict(self.names.aliases)), digest)
        self.labels = Labels(self.rulebook, MappingProxyType(self._words()))
        self.attacher = Attacher(self.rulebook, self.labels, self.names, self.problems)
        self.references = References.of_document(document, self.names, self.problems)

    def read(self) -> Read:
        book = (self.document, self.attacher, self.references)
        shelving, goods, lessons = Shelving(*book), Goods(*book), Lessons(*book)
        items, skills, groups = goods.items(), lessons.skills(), shelving.groups()
        enlisting = Enlisting(*book, items, groups)
        warbands = enlisting.warbands()
        swords = enlisting.swords(warbands)
        may_hire = {
            slug: tuple(sword.slug for sword in swords.values() if sword.hiring and slug in sword.hiring.lists)
            for slug in warbands
        }
        warbands = {slug: replace(warband, may_hire=may_hire[slug]) for slug, warband in warbands.items()}
        units = {unit.slug: unit for warband in warbands.values() for unit in warband.units}
        check_mentions(self.document, self.references)
        spell_lists = lessons.spell_lists()
        upgrades = goods.upgrades()
        clarifications = Clarifying(self.document, self.names, self.references).clarifications()
        # Entries come last: by now it is known what every rule appears on.
        writer = EntryWriter(self.blocks, self.names, self.labels, self.attacher.appears)
        entries = sorted((writer.entry(block) for block in self.blocks.values()), key=lambda entry: folded(entry.name))
        spells = sorted((s for listed in spell_lists.values() for s in listed.spells), key=lambda s: folded(s.name))
        return Read(
            rulebook=self.rulebook,
            labels=self.labels,
            names=self.names,
            entries=MappingProxyType({entry.slug: entry for entry in entries}),
            warbands=MappingProxyType(warbands),
            units=MappingProxyType(units | swords),
            hired_swords=MappingProxyType({sword.short: sword for sword in swords.values()}),
            items=MappingProxyType(items),
            upgrades=MappingProxyType(upgrades),
            skills=MappingProxyType(skills),
            skill_lists=MappingProxyType(lessons.skill_lists(skills)),
            spells=MappingProxyType({spell.slug: spell for spell in spells}),
            spell_lists=MappingProxyType(spell_lists),
            groups=MappingProxyType(enlisting.with_swords(swords)),
            tables=MappingProxyType(shelving.tables()),
            clarifications=MappingProxyType(clarifications),
            clarified=Clarified(tuple(clarifications.values())),
            problems=tuple(self.problems),
        )

    # --- The engine's rules ------------------------------------------------------------------------------------

    def _rules(self) -> dict[str, Rule]:
        rules = {}
        for slug, block in self.blocks.items():
            binder = RuleBinder(block, self.names)
            rules[slug] = binder.rule()
            self.problems += binder.problems
        for way in cycles({slug: [part.rule for part in rule.includes] for slug, rule in rules.items()}):
            self.problems.append(Problem("rule", way[0], "includes", f"includes itself: {' → '.join(way)}"))
        for alias, slug in self.names.aliases.items():
            if alias in rules:
                self.problems.append(Problem("rule", slug, "aliases", f"“{alias}” is a rule of its own"))
        # A rule that cancels another is cancelled by it, whichever of the two says so.
        for slug, rule in list(rules.items()):
            for opposite in rule.opposites & rules.keys():
                rules[opposite] = replace(rules[opposite], opposites=rules[opposite].opposites | {slug})
        return rules

    def _words(self) -> dict[str, str]:
        """Tags by the name a reader knows them under."""
        words = {}
        for warband in self.lists:
            words[warband["slug"]] = warband["name"]
            for unit in warband["units"]:
                words[unit["slug"]] = words[full_slug(warband["slug"], unit["slug"])] = unit["name"]
        for sword in self.document.get("hired_swords", ()):
            words[full_slug(HIRED_SWORDS, sword["slug"])] = sword["name"]
            words.setdefault(sword["slug"], sword["name"])
        for listed in self.document.get("spell_lists", ()):
            words.setdefault(listed["slug"], listed["name"])
        return words | {slug: block["name"] for slug, block in self.blocks.items()}
