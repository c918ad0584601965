"""The catalogue in words: prices, rarity, limits, needs, and who may have something."""

from collections.abc import Iterable

from rules.content import Content
from rules.values import (
    Cost,
    Gear,
    Item,
    Limit,
    Line,
    MarketLine,
    Needs,
    Unit,
    UpgradeUse,
    Use,
    Who,
)

CATEGORIES = {
    "close-combat": "Close combat",
    "missile": "Missile weapons",
    "blackpowder": "Blackpowder",
    "ammunition": "Ammunition and what is thrown",
    "armour": "Armour",
    "weapon-upgrade": "Added to a weapon",
    "miscellaneous": "Miscellaneous",
    "poison-drug": "Poisons and drugs",
    "mount": "Mounts",
    "animal": "Animals",
    "vehicle": "Vehicles",
    "artefact": "Artefacts",
}
LASTS = {"turn": "until his next turn", "battle": "for the battle", "for_good": "for good"}
USED_BY = {
    "bearer": "whoever has it",
    "caster": "the caster",
    "weapon": "a weapon",
    "friend": "a friend",
    "friends": "friends",
    "foe": "a foe",
    "foes": "foes",
    "heroes": "heroes",
    "warband": "the warband",
}


def rarity(value: int | str | None) -> str:
    """How hard something is to find."""
    words = {"common": "common", "none": "not on sale", "special": "as its text says"}
    return f"rare {value}" if isinstance(value, int) else words.get(value or "", "")


def strength(value: int | str | None) -> str:
    """The Strength of a weapon: ``user+1`` is his own and one more."""
    if isinstance(value, str):
        return value.replace("user", "user’s ").replace("_", " ").replace("-", "− ").replace("+", "+ ").strip()
    return "" if value is None else str(value)


def reach(value: int | str | None) -> str:
    """The range of a weapon."""
    return f"{value}″" if isinstance(value, int) else (value or "").replace("_", " ")


def changes(modifiers: Iterable[tuple[str, int]]) -> str:
    """Changes of characteristics: ``+1 S, −1 I``."""
    return ", ".join(f"{'+' if value > 0 else '−'}{abs(value)} {name}" for name, value in modifiers)


def joined(words: Iterable[str], last: str = "and") -> str:
    """Words with commas, and a word before the last."""
    *most, end = words
    return f"{', '.join(most)} {last} {end}" if most else end


def whom(who: Who, book: Content) -> str:
    """For whom something is; empty for what is for everybody."""
    said = []
    if who.only:
        said.append(f"only {joined(map(book.word, who.only))}")
    if who.never:
        said.append(f"never {joined(map(book.word, who.never), 'or')}")
    return "; ".join(said)


def buyers(kinds: Iterable[str], units: Iterable[str], book: Content) -> str:
    """To whom of a list something is sold."""
    named = [{"hero": "Heroes", "henchman": "Henchmen"}.get(kind, kind) for kind in kinds]
    named += [book.units[slug].name if slug in book.units else slug for slug in units]
    return f"{joined(named)} only" if named else ""


def line_notes(line: Line, book: Content) -> str:
    """What a list says of an item beside its price."""
    said = [f"the list’s name for {book.items[line.item].name}" if line.as_name and line.item in book.items else ""]
    said += ["a brace" if line.brace else "", "the first one free" if line.free_first else ""]
    said += [buyers(line.kinds, line.units, book)]
    said += ["while founding the warband alone" if line.founding_only else ""]
    if line.base_items:
        said.append(f"as {joined((item_name(slug, book) for slug in line.base_items), 'or')}")
    said += [
        f"later {line.later}" if line.later else "",
        "later at the price of the chart" if line.later_by_chart else "",
    ]
    return "; ".join(filter(None, said))


def market_notes(line: MarketLine, book: Content) -> str:
    """On which terms a list finds an item later."""
    said = [rarity(line.rarity), buyers(line.kinds, line.units, book), line.availability.rstrip(".")]
    return "; ".join(filter(None, said))


def item_name(slug: str, book: Content) -> str:
    """What an item is called."""
    return book.items[slug].name if slug in book.items else slug.replace("-", " ")


def skill_name(slug: str, book: Content) -> str:
    """What a skill is called."""
    return book.skills[slug].name if slug in book.skills else slug.replace("-", " ")


def unit_name(slug: str, book: Content) -> str:
    """What a unit is called."""
    return book.units[slug].name if slug in book.units else slug


def limit(one: Limit, book: Content) -> str:
    """A limit of a list, as a sentence."""
    subject = unit_name(one.unit, book) if one.unit else item_name(one.item, book)
    units = [unit_name(slug, book) for slug in one.not_more_than or one.needs or one.if_units or one.besides]
    if one.at_most is not None:
        said = f"at most {one.at_most} for each {joined(map(book.word, one.per), 'or')}"
    elif one.not_more_than:
        said = f"not more than {joined(units)} together" if len(units) > 1 else f"not more than {units[0]}"
    elif one.needs:
        said = f"only with {joined(units, 'or')}"
    elif one.not_hired:
        said = "not hired; gained in play"
    elif one.if_has:
        has = item_name(one.if_has, book)
        said = f"for {subject} only where {joined(units)} have {has}"
        subject = item_name(one.item, book)
    else:
        said = f"carried by at most {one.carries_at_most} besides {joined(units)}"
    return f"{subject}: {said}.{f' {one.note}' if one.note else ''}"


def needs(one: Needs, book: Content) -> str:
    """What a skill asks of whoever learns it."""
    flags = {"leader": "the leader", "caster": "a caster of spells", "magic": "spells or prayers", "mounted": "a mount"}
    said = [words for name, words in flags.items() if getattr(one, name)]
    said += [f"{one.experience} experience" if one.experience else ""]
    said += [skill_name(slug, book) for slug in one.skills]
    said += [book.entries[slug].name if slug in book.entries else slug for slug in one.rules]
    asked = [f"needs {joined(list(filter(None, said)))}"] if any(said) else []
    if one.not_with:
        asked.append(f"not together with {joined((skill_name(slug, book) for slug in one.not_with), 'or')}")
    if one.without:
        asked.append(f"not with {joined((item_name(slug, book) for slug in one.without), 'or')}")
    asked += [whom(one.who, book), "once" if one.once else ""]
    asked += [f"{one.per_warband} in a warband" if one.per_warband else "", one.in_words.rstrip(".")]
    return "; ".join(filter(None, asked))


def used(one: Use) -> str:
    """For whom something works while it is used, and how long."""
    said = [USED_BY.get(one.to, one.to), f"within {one.within}″" if one.within else ""]
    said += [LASTS.get(one.lasts, ""), changes(one.modifiers)]
    return ", ".join(filter(None, said))


def gear(one: Gear, book: Content) -> str:
    """A piece of fixed gear."""
    if one.choice:
        return joined((joined([gear(piece, book) for piece in way]) for way in one.choice), "or")
    name = one.name or joined((item_name(slug, book) for slug in one.any), "or")
    if one.upgrade:
        name += f" ({item_name(one.upgrade, book)})"
    name = f"{one.count} × {name}" if one.count > 1 else name
    name = f"up to {one.most} {name}" if one.most else name
    said = [f"a brace of {name}" if one.brace else name]
    said += [f"Strength {strength(one.strength)}" if one.strength else "", f"each {one.each}" if one.each else ""]
    said += [f"{one.save}+ save" if one.save else "", *(book.label(held) for held in one.held)]
    note = f" ({one.note.rstrip('.')})" if one.note else ""
    return ", ".join(filter(None, said)) + note


def starting_spells(unit: Unit, book: Content) -> str:
    """What a caster knows at first."""
    start = unit.starting
    fixed = [book.spells[slug].name if slug in book.spells else slug for slug in start.fixed]
    said = [*fixed, f"{start.random} at random" if start.random else "", "all of them" if start.all else ""]
    return ", ".join(filter(None, said))


def upgrade_terms(one: UpgradeUse) -> str:
    """On which terms a unit takes upgrades."""
    said = ["when a skill is learnt" if one.when == "skill" else "when recruited"]
    said += [f"{one.least} at least" if one.least else "", f"{one.most} at most" if one.most else ""]
    said += [f"{one.per_warband} in the warband" if one.per_warband else "", one.note.rstrip(".")]
    return "; ".join(filter(None, said))


def price(cost: Cost | None) -> str:
    """A price; nothing where there is none."""
    return "" if cost is None else str(cost)


def cost(item: Item) -> str:
    """What an item costs; nothing for what is never on sale and has no price."""
    return "" if item.rarity == "none" and item.cost == Cost() else str(item.cost)


def facts(item: Item, book: Content) -> list[tuple[str, str]]:
    """What the chart says of an item, name and value."""
    said = item.facts or {}
    most = {"model": "each warrior", "warband": "the warband", "campaign": "the campaign"}
    limits = [f"{number} for {most[name]}" for name, number in item.at_most if name in most]
    rows = [
        ("Brace", " · ".join(filter(None, [price(item.brace), rarity(item.brace_rarity)]))),
        ("Strength", strength(item.strength)),
        ("Range", reach(item.range)),
        ("Hands", {"one": "one", "two": "two", "pair": "a pair, both hands"}.get(item.hands, "")),
        ("Save", f"{item.save}+" if item.save else ""),
        ("Changes", changes(item.modifiers)),
        ("Made of", joined((item_name(slug, book) for slug in item.base_items), "or") if item.base_items else ""),
        ("For", whom(item.who, book)),
        ("At most", ", ".join(limits)),
        ("Lasts", {"battle": "one battle", "use": "one use"}.get(item.lasts, "")),
        ("Uses", str(said.get("uses", ""))),
        ("Sold for", f"{item.sells_for} gc" if item.sells_for else ""),
        ("Rating", str(item.rating or "")),
        ("Crew", str(said.get("crew", ""))),
        ("Captives", str(said.get("captives", ""))),
        ("Warband", f"{item.adds_max_warriors} more warriors" if item.adds_max_warriors else ""),
        ("Henchmen", "may have it too" if item.henchmen else ""),
        (
            "No effect on",
            joined(map(book.word, said.get("no_effect_on", ())), "or") if said.get("no_effect_on") else "",
        ),
    ]
    rows += [
        (
            joined(map(book.word, terms.who)),
            ", ".join(filter(None, [price(terms.cost), rarity(terms.rarity)])),
        )
        for terms in item.exceptions
    ]
    return [(name, value) for name, value in rows if value]
