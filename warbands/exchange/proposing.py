"""What a draft comes to in our words: for each of its names our best match, and a list of what we do not carry."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rules.content import Content
from rules.values import Gear, Unit, WarbandList
from warbands.exchange.drafts import Draft, Man
from warbands.exchange.matching import Match, Matcher
from warbands.profiles import NAMES

COUNTED = re.compile(r"(?:(\d{1,2})\s*[x×]?\s+)?(.+?)(?:\s*[x×(]\s*(\d{1,2})\)?)?\Z", re.IGNORECASE)
MOST_ALIKE = 10


@dataclass(frozen=True, slots=True)
class Carried:
    """Something of ours that he has by the file: ``key`` names it in the form, ``told`` is the file's word for it."""

    key: str
    kind: str
    slug: str
    name: str
    told: str
    brace: bool = False

    @property
    def label(self) -> str:
        same = self.told.casefold() == self.name.casefold()
        name = f"Brace of {self.name}" if self.brace else self.name
        return name if same else f"{name} (“{self.told}” in the file)"


@dataclass(frozen=True, slots=True)
class ProposedMan:
    """A warrior of the draft, matched. ``guesses`` are units that might be meant where none is sure.

    ``unread`` is what of him is not taken over; ``private`` too, and is for his player's eyes.
    """

    man: Man
    unit: str
    guesses: tuple[Match, ...]
    carried: tuple[Carried, ...]
    unread: tuple[str, ...]
    private: tuple[str, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """All that is not taken over."""
        return *self.unread, *self.private


@dataclass(frozen=True, slots=True)
class Proposal:
    """A draft, matched with one list of ours."""

    listed: str
    guesses: tuple[Match, ...]
    men: tuple[ProposedMan, ...]
    stash: tuple[Carried, ...]
    unread: tuple[str, ...]
    private: tuple[str, ...]

    @property
    def lost(self) -> tuple[str, ...]:
        """All that is not taken over."""
        return *self.unread, *self.private


@dataclass(slots=True)
class Names:
    """The names of the book, as they are matched."""

    content: Content
    lists: Matcher = field(init=False)
    items: Matcher = field(init=False)
    skills: Matcher = field(init=False)
    spells: Matcher = field(init=False)
    rules: Matcher = field(init=False)

    def __post_init__(self) -> None:
        content = self.content
        lists = content.warbands.values()
        self.lists = Matcher(
            {one.name: one.slug for one in lists},
            [(alias.replace("-", " "), one.slug) for one in lists for alias in one.aliases],
        )
        sold = {(line.name, line.item) for one in lists for shelf in one.equipment_lists for line in shelf.lines}
        self.items = Matcher({one.name: one.slug for one in content.items.values()}, sorted(sold))
        self.skills = Matcher({one.name: one.slug for one in content.skills.values()})
        self.spells = Matcher({one.name: one.slug for one in content.spells.values()})
        self.rules = Matcher(
            {one.name: one.slug for one in content.entries.values()},
            [(alias.name, one.slug) for one in content.entries.values() for alias in one.aliases],
        )

    def units(self, listed: WarbandList | None) -> Matcher:
        """The units that a list may have: its own, and hired swords."""
        found = {unit.name: unit.slug for unit in self.content.hired_swords.values()}
        return Matcher(found | {unit.name: unit.slug for unit in (listed.units if listed else ())})


_names: dict[str, Names] = {}


def names_of(content: Content) -> Names:
    """The names of this content: folded once."""
    if content.digest not in _names:
        _names.clear()
        _names[content.digest] = Names(content)
    return _names[content.digest]


def proposed(draft: Draft, content: Content, *, listed: str = "") -> Proposal:
    """The draft in our words, for the list ``listed`` or the one that its file seems to mean."""
    names = names_of(content)
    best = names.lists.best(draft.listed)
    chosen = content.warbands.get(listed or (best.slug if best else ""))
    units = names.units(chosen)
    stash, lost = _things(draft.stash, [], None, names)
    return Proposal(
        chosen.slug if chosen else "",
        names.lists.matches(draft.listed),
        tuple(_man(man, units, names) for man in draft.men),
        stash,
        (*draft.unread, *lost),
        tuple(draft.private),
    )


def _man(man: Man, units: Matcher, names: Names) -> ProposedMan:
    # A model that has no type is often called after what it is.
    told = man.unit or man.name
    best = units.best(told)
    unit = names.content.units.get(best.slug) if best else None
    carried, lost = _things(man.gear, man.rules, unit, names)
    grown, other = _other_numbers(man.stats, unit)
    guesses = () if best else units.matches(told)
    unread = (*man.unread, *lost, *other)
    return ProposedMan(man, unit.slug if unit else "", guesses, (*carried, *grown), unread, tuple(man.private))


def _things(
    gear: Iterable[str], rules: Iterable[str], unit: Unit | None, names: Names
) -> tuple[tuple[Carried, ...], list[str]]:
    """What of these words is ours, and what is not. What a unit has by itself is neither."""
    carried: list[Carried] = []
    lost: list[str] = []
    has = unit.rules | {slug for one in unit.fixed for slug in _comes_with(one)} if unit else frozenset()
    for words, is_gear in (*((one, True) for one in gear), *((one, False) for one in rules)):
        many, bare = counted(words)
        brace, bare = _brace(bare)
        kind, match = _meant(bare, names, is_gear=is_gear)
        if match is None:
            kind, match = _meant(_remark(bare), names, is_gear=is_gear)
        if match is None:
            lost.append(words)
        elif match.slug in has or (kind == "rule" and any(one.slug == match.slug for one in carried)):
            continue
        elif why := _not_carried(kind, match, unit, names.content):
            lost.append(f"{words}: {why}")
        else:
            carried += [
                Carried(f"{kind}.{match.slug}.{len(carried) + number}", kind, match.slug, match.name, words, brace)
                for number in range(min(many, MOST_ALIKE) if kind == "item" else 1)
            ]
    return tuple(carried), lost


def _comes_with(gear: Gear) -> Iterator[str]:
    """The items that come with a unit, and those it has the choice of."""
    yield from filter(None, (gear.item, *gear.any))
    for way in gear.choice:
        for one in way:
            yield from _comes_with(one)


def _not_carried(kind: str, match: Match, unit: Unit | None, content: Content) -> str:
    """Why something that is ours is not taken over all the same; empty where it is."""
    if kind == "skill" and (unit is None or unit.kind == "henchman"):
        return "a skill, and henchmen learn none" if unit else "a skill, to be recorded among his advances"
    rule = content.rulebook.get(match.slug) if kind == "rule" else None
    if kind == "rule" and (rule is None or any(parameter.default is None for parameter in rule.parameters)):
        return "a rule that needs a value, to be given by hand"
    return ""


def counted(words: str) -> tuple[int, str]:
    """How many, and of what: ``2 daggers``, ``Dagger x2``, ``3 × Sword``."""
    found = COUNTED.match(words)
    if not found:
        return 1, words
    return max(1, int(found[1] or found[3] or 1)), found[2].strip()


def _remark(words: str) -> str:
    """Words without what stands in brackets at their end."""
    return words[: words.rindex("(")].strip() if words.endswith(")") and "(" in words else words


def _brace(words: str) -> tuple[bool, str]:
    """Whether a matched pair is meant, and of what."""
    found = re.match(r"brace of (.+)|(.+?),? \(?brace\)?\Z", words, re.IGNORECASE)
    return (True, found[1] or found[2]) if found else (False, words)


def _meant(words: str, names: Names, *, is_gear: bool) -> tuple[str, Match | None]:
    """What a word means: the same name first, wherever it stands, then the most likely one."""
    order = [("item", names.items), ("skill", names.skills), ("spell", names.spells), ("rule", names.rules)]
    if not is_gear:
        order.sort(key=lambda one: one[0] == "item")
    for kind, matcher in order:
        if found := matcher.exact(words):
            return kind, found
    # What is merely like a rule is no gear, and the other way round.
    near = [(kind, matcher) for kind, matcher in order if (kind == "item") == is_gear]
    likely = [(kind, found) for kind, matcher in near if (found := matcher.best(words))]
    return max(likely, key=lambda one: one[1].score) if likely else ("", None)


def _other_numbers(stats: Mapping[str, str], unit: Unit | None) -> tuple[list[Carried], list[str]]:
    """Where the file's profile is not what is printed: what is higher was an advance, and what is lower is told."""
    save = stats.get("SV", "-").strip("-")
    lost = [f"Save {save}: worked out here from what he wears"] if save else []
    if unit is None:
        told = ", ".join(f"{name} {value}" for name, value in stats.items() if name != "SV")
        return [], [*lost, *([f"Profile: {told}"] if told else [])]
    grown: list[Carried] = []
    for name, printed in unit.profile.cells:
        told = stats.get(name.upper(), "")
        more = int(told) - printed if re.fullmatch(r"\d{1,2}", told) and isinstance(printed, int) else 0
        if 0 < more <= MOST_ALIKE:
            words = f"{name} {told}, where {printed} is printed"
            grown += [Carried(f"stat.{name}.{n}", "stat", name, f"+1 {NAMES[name]}", words) for n in range(more)]
        elif told and told.upper() != str(printed).upper():
            lost.append(f"{name} {told}, where {printed} is printed: record his injuries")
    return grown, lost
