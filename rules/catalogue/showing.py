"""What the pages of the catalogue show beside the values themselves."""

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any

from rules.catalogue import words
from rules.content import Content
from rules.prose import plain
from rules.values import Chip, Item, Skill, SkillList, Spell, Unit, WarbandList

SKILL_KINDS = {"core": 0, "optional": 1, "warband": 2, "own": 3}


@dataclass(frozen=True, slots=True)
class Given:
    """A rule that something gives, and in a line what it does."""

    chip: Chip
    summary: str


@dataclass(frozen=True, slots=True)
class Sale:
    """A warband that sells an item at one price and on the same terms, and on which of its lists."""

    warband: WarbandList
    anchor: str
    cost: str
    note: str
    lists: tuple[str, ...] = ()


def given(chips: Iterable[Chip], book: Content) -> list[Given]:
    """Rules with what each does."""
    return [Given(chip, entry.summary if (entry := book.entries.get(chip.slug)) else "") for chip in chips]


def first_words(chips: Iterable[Chip], text: str, book: Content) -> str:
    """A line about something, out of the rules it gives or of its own text."""
    summaries = [one.summary for one in given(chips, book) if one.summary]
    first = re.split(r"(?<=[.!?])\s", " ".join(plain(text).split()), maxsplit=1)[0]
    return summaries[0] if summaries else first


def units_where(book: Content, asked: Callable[[Unit], bool]) -> list[tuple[str, str, list[Unit]]]:
    """Units by their list: its name and address; hired swords come last, under no list."""
    found = [
        (listed.name, listed.slug, [unit for unit in listed.units if asked(unit)])
        for listed in sorted(book.warbands.values(), key=lambda listed: listed.name)
    ]
    found.append(("Hired swords", "", [unit for unit in book.hired_swords.values() if asked(unit)]))
    return [part for part in found if part[2]]


def item(one: Item, book: Content) -> dict[str, Any]:
    """The page of an item."""
    said = one.facts or {}
    return {
        "category": words.CATEGORIES.get(one.category, one.category),
        "cost": words.cost(one),
        "rarity": words.rarity(one.rarity),
        "facts": words.facts(one, book),
        "given": given(one.chips, book),
        "used": (words.used(one.used), given(one.used.chips, book)) if one.used else None,
        "sales": sales_of(one, book),
        "parts": said.get("parts", ()),
        "asked": book.clarified.about("items", one.slug),
    }


def sales_of(one: Item, book: Content) -> list[Sale]:
    """Who sells an item, by list, then who finds it later."""
    found: dict[tuple[str, str, str], Sale] = {}
    for warband in sorted(book.warbands.values(), key=lambda warband: warband.name):
        for listed in warband.equipment_lists:
            for line in listed.lines:
                if line.item != one.slug:
                    continue
                cost, note = str(line.cost), words.line_notes(line, book)
                first = Sale(warband, f"equipment-{listed.slug}", cost, note)
                known = found.setdefault((warband.slug, cost, note), first)
                name = listed.name.removesuffix(" equipment")
                found[warband.slug, cost, note] = replace(known, lists=(*known.lists, name))
        for offer in warband.market:
            if offer.item == one.slug:
                sale = Sale(warband, "market", words.price(offer.cost), words.market_notes(offer, book), ("later",))
                found[warband.slug, "market", sale.cost] = sale
    return list(found.values())


def skill(one: Skill, book: Content) -> dict[str, Any]:
    """The page of a skill, and its part on the page of its list."""
    return {
        "lists": [book.skill_lists[slug] for slug in one.lists if slug in book.skill_lists],
        "needs": words.needs(one.needs, book),
        "given": given(one.chips, book),
        "used": (words.used(one.used), given(one.used.chips, book)) if one.used else None,
    }


def skill_lists_in_order(book: Content) -> list[SkillList]:
    """The standard lists first, those of warbands after them."""
    return sorted(book.skill_lists.values(), key=lambda listed: SKILL_KINDS.get(listed.kind, 9))


def difficulty(one: Spell) -> str:
    """How hard a spell is."""
    return {None: "No difficulty", "auto": "Always succeeds"}.get(one.difficulty, f"Difficulty {one.difficulty}")  # type: ignore[arg-type] # numbers are not among its keys


def spell(one: Spell, book: Content) -> dict[str, Any]:
    """The page of a spell, and its part on the page of its list."""
    return {
        "spell": one,
        "difficulty": difficulty(one),
        "same": book.spells.get(one.same_as),
        "caster": book.word(one.who) if one.who else "",
        "used": (words.used(one.used), given(one.used.chips, book)) if one.used else None,
        "disputes": one.disputes,
    }


def who_hires(one: Unit, book: Content) -> str:
    """Who may hire somebody, in words."""
    terms = one.hiring
    if terms is None:
        return ""
    said = words.whom(terms.who, book) or terms.in_words or "Anybody may hire him."
    return said[0].upper() + said[1:]


def unit(one: Unit, book: Content) -> dict[str, Any]:
    """What a unit buys, learns and comes with."""
    listed = book.warbands.get(one.warband)
    return {
        "unit": one,
        "equipment_list": listed.equipment_list(one.equipment_list) if listed else None,
        "bars": words.joined((slug.replace("-", " ") for slug in sorted(one.bars)), "or") if one.bars else "",
        "gear": [words.gear(piece, book) for piece in one.fixed],
        "skill_lists": [book.skill_lists[slug] for slug in one.skill_lists if slug in book.skill_lists],
        "spell_list": book.spell_lists.get(one.spells),
        "starting": words.starting_spells(one, book),
        "upgrades": [
            (book.upgrades[use.family], words.upgrade_terms(use)) for use in one.upgrades if use.family in book.upgrades
        ],
    }


def sword(one: Unit, book: Content) -> dict[str, Any]:
    """The page of a hired sword."""
    terms = one.hiring
    lists = sorted((book.warbands[slug] for slug in terms.lists), key=lambda listed: listed.name) if terms else []
    named = {"own_skills": terms.own_skills, "known": terms.skills} if terms else {}
    pair = book.hired_swords.get(terms.pair_with) if terms else None
    return {
        "trade": unit(one, book),
        "terms": terms,
        "given": given(one.chips, book),
        "asked": book.clarified.about("units", one.slug),
        "hirers": [(listed, book.hires(listed.slug, one) is None) for listed in lists],
        "who": who_hires(one, book),
        "beside": [(book.word(people), gold) for people, gold in terms.upkeep.beside] if terms else [],
        "never_beside": [book.word(word) for word in terms.never_beside] if terms else [],
        "pair": pair,
        "instead": book.items.get(terms.fee.alternative) if terms else None,
        **{key: [book.skills[slug] for slug in slugs if slug in book.skills] for key, slugs in named.items()},
    }


def warband(one: WarbandList, book: Content) -> dict[str, Any]:
    """The page of a list: what it sells, limits and hires."""
    swords = [book.units[slug] for slug in one.may_hire]
    return {
        "equipment_lists": [
            (listed, [(line, words.line_notes(line, book)) for line in listed.lines]) for listed in one.equipment_lists
        ],
        "market": [(line, words.price(line.cost), words.market_notes(line, book)) for line in one.market],
        "limits": [words.limit(limit, book) for limit in one.limits],
        "vehicles": one.vehicles,
        "swords": [sword for sword in swords if sword.hiring and not sword.hiring.persona],
        "personae": [sword for sword in swords if sword.hiring and sword.hiring.persona],
        "asked": book.clarified.about("lists", one.slug),
        "hiring_rule": book.entries.get(one.hiring.rule),
    }
