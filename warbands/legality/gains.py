"""What warriors have become: mutations, blessings and markings, characteristics, and experience."""

from collections import Counter
from collections.abc import Iterator

from rules.engine.vocabulary import Matter, Verb
from rules.values import Buyer, UpgradeUse
from warbands.legality.values import Case, Finding, Standing, error, ids, named, warning

CHARACTERISTICS = {
    "m": "Movement",
    "ws": "Weapon Skill",
    "bs": "Ballistic Skill",
    "s": "Strength",
    "t": "Toughness",
    "w": "Wounds",
    "i": "Initiative",
    "a": "Attacks",
    "ld": "Leadership",
}


def gains(case: Case) -> Iterator[Finding]:
    """What is wrong with upgrades, characteristics and experience."""
    for one in case.all:
        yield from _upgrades(case, one)
        yield from _maximum(one)
        yield from _experience(one)
    yield from _shared(case)


def _family(slug: str) -> str:
    return slug.split("--", maxsplit=1)[0]


def _upgrades(case: Case, one: Standing) -> Iterator[Finding]:
    taken: Counter[str] = Counter(_family(slug) for slug in one.entry.upgrades)
    uses = {use.family: use for use in one.unit.upgrades}
    for slug, count in Counter(one.entry.upgrades).items():
        name = _name(case, slug)
        family = case.content.upgrades.get(_family(slug))
        upgrade = next((option for option in family.options if option.slug == slug), None) if family else None
        buyer = Buyer(case.listed.slug, one.unit)
        if _family(slug) not in uses or upgrade is None or case.content.admits(upgrade.who, buyer) is False:
            words = f"{one.name}: {name} is not for {one.unit.name} of the {case.listed.name}."
            yield error("wrong-upgrade", words, who=one.id, about=slug)
        elif count > 1:
            yield error(
                "upgrade-twice", f"{one.name} has {name} {count} times, and once is all.", who=one.id, about=slug
            )
    for use in uses.values():
        yield from _terms(case, one, use, taken[use.family])


def _terms(case: Case, one: Standing, use: UpgradeUse, count: int) -> Iterator[Finding]:
    family = case.content.upgrades.get(use.family)
    name = family.name if family else use.family
    if count < use.least:
        words = f"{one.name}: {one.unit.name} is not recruited without {name}: at least {use.least}."
        yield error("upgrade-missing", words, who=one.id, about=use.family)
    if use.most is not None and count > use.most:
        words = f"{one.name}: {one.unit.name} has at most {use.most} of {name}, not {count}."
        yield error("upgrades-too-many", words, who=one.id, about=use.family)
    if use.needs_skill and count and use.needs_skill not in one.known:
        words = f"{one.name}: {name} come by the skill {case.rule_name(use.needs_skill)}, which he has not learnt."
        yield error("upgrade-unlearnt", words, who=one.id, about=use.family)


def _shared(case: Case) -> Iterator[Finding]:
    """Upgrades of which a whole warband has only so many."""
    for use in {use.family: use for unit in case.listed.units for use in unit.upgrades}.values():
        if use.per_warband is None:
            continue
        there = tuple(one for one in case.own if any(_family(slug) == use.family for slug in one.entry.upgrades))
        count = sum(_family(slug) == use.family for one in there for slug in one.entry.upgrades)
        if count > use.per_warband:
            family = case.content.upgrades.get(use.family)
            name = family.name if family else use.family
            words = f"{name}: at most {use.per_warband} in a warband, not {count}: {named(there)}."
            yield error("upgrades-in-warband", words, about=use.family, warriors=ids(there))


def _name(case: Case, slug: str) -> str:
    family = case.content.upgrades.get(_family(slug))
    found = (option.name for option in family.options if option.slug == slug) if family else iter(())
    return next(found, slug.rsplit("--", maxsplit=1)[-1].replace("-", " ").capitalize())


def _maximum(one: Standing) -> Iterator[Finding]:
    """Characteristics above the racial maximum. Some are printed above it: those may stay as they are."""
    for name, value in one.entry.characteristics:
        most, printed = (getattr(one.unit.racial_maximum, name, None), getattr(one.unit.profile, name))
        if isinstance(most, int) and isinstance(printed, int) and value > max(most, printed):
            words = f"{one.name}: {CHARACTERISTICS[name]} {value} is above the racial maximum of {max(most, printed)}."
            yield error("racial-maximum", words, who=one.id, about=name)


def _experience(one: Standing) -> Iterator[Finding]:
    """Experience of those who never gain any: it counts for the rating, and it should not be there."""
    never = not one.unit.gains_experience or any(
        effect.verb is Verb.MAY_NOT and effect.matter is Matter.EXPERIENCE
        for opened in one.content.rulebook.opened(one.entry.held)
        for effect in opened.effects
    )
    if never and one.entry.experience > one.unit.start_xp:
        words = f"{one.name}: {one.unit.name} never gains experience, and has {one.entry.experience}."
        yield warning("no-experience", words, who=one.id)
