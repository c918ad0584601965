"""The frozen values that pages, rosters and the engine's callers read: entries, units and warband lists."""

from dataclasses import dataclass

from rules.engine.rulebook import Held


@dataclass(frozen=True, slots=True)
class Profile:
    """The nine characteristics. Movement may be text: the cave squig's is 2D6."""

    m: int | str
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int

    @property
    def cells(self) -> tuple[tuple[str, int | str], ...]:
        """Names and values, in the order they are printed."""
        values = (self.m, self.ws, self.bs, self.s, self.t, self.w, self.i, self.a, self.ld)
        return tuple(zip(("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), values, strict=True))


@dataclass(frozen=True, slots=True)
class Limits:
    """How many of a unit a warband may have: ``maximum`` None is no limit but the warband's own."""

    minimum: int = 0
    maximum: int | None = None
    note: str = ""
    requires: tuple[str, ...] = ()
    """Full slugs of the units that must belong to the warband first."""


@dataclass(frozen=True, slots=True)
class Chip:
    """A rule as somebody holds it, ready to be shown: ``label`` carries the parameters, ``note`` clause and origin."""

    slug: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Unit:
    """An entry of a warband list.

    ``slug`` is unique among all lists (``norse-marauders--jarl``), ``short`` only in its own. ``held`` are its own
    rules and those its warband gives to every member; ``counted`` are already in the profile, ``unread`` are slugs of
    rules whose attachment no longer reads, which have no effect. ``rules`` are the slugs that ``held`` come to.
    """

    slug: str
    short: str
    name: str
    warband: str
    kind: str
    peoples: tuple[str, ...]
    tags: frozenset[str]
    cost: int
    limits: Limits
    profile: Profile
    save: int | None = None
    racial_maximum: Profile | None = None
    held: tuple[Held, ...] = ()
    counted: tuple[Held, ...] = ()
    unread: tuple[str, ...] = ()
    rules: frozenset[str] = frozenset()
    chips: tuple[Chip, ...] = ()
    start_xp: int = 0
    group_max: int | None = None
    gains_experience: bool = True
    promotable: bool = False

    @property
    def large(self) -> bool:
        return "large-target" in self.rules or "large" in self.tags


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a disputed point, and where it stands; ``holds`` marks the one that counts."""

    text: str
    source: str = ""
    holds: bool = False
    html: str = ""


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point where sources differ.

    ``holds`` says in words which reading counts, where none is marked; ``ruling`` is the R-nn that settles it.
    """

    question: str
    readings: tuple[Reading, ...]
    holds: str = ""
    ruling: str = ""
    holds_html: str = ""


@dataclass(frozen=True, slots=True)
class WarbandList:
    """A warband list with its units in order, and the rules it gives to every member or to the roster."""

    slug: str
    name: str
    units: tuple[Unit, ...]
    aliases: tuple[str, ...] = ()
    grade: str = ""
    source: str = ""
    setting: str = ""
    alignment: str = ""
    peoples: tuple[str, ...] = ()
    starting_gold: int = 500
    min_warriors: int = 3
    max_warriors: int = 15
    choice_notes: tuple[str, ...] = ()
    members_rules: tuple[Held, ...] = ()
    roster_rules: tuple[Held, ...] = ()
    counted_rules: tuple[Held, ...] = ()
    unread: tuple[str, ...] = ()
    chips: tuple[Chip, ...] = ()
    disputes: tuple[Dispute, ...] = ()

    def unit(self, short: str) -> Unit | None:
        """A unit by its slug within this list."""
        return next((unit for unit in self.units if unit.short == short), None)


@dataclass(frozen=True, slots=True)
class Link:
    """Another rule: where it leads, how it is called, and in which form it is held."""

    slug: str
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence as it is written and as a player reads it. ``english`` is empty for one that no longer reads."""

    line: str
    english: str


@dataclass(frozen=True, slots=True)
class Source:
    """Where a rule is printed."""

    title: str
    page: str = ""


@dataclass(frozen=True, slots=True)
class TableRow:
    """A row of a D6 table: ``faces`` as printed (``2-5``)."""

    faces: str
    slug: str
    name: str
    html: str


@dataclass(frozen=True, slots=True)
class Holder:
    """Who holds a rule: a unit of a list, or (``short`` empty) the warband itself."""

    short: str
    name: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Appearance:
    """A warband list on which a rule appears, and who holds it there."""

    slug: str
    name: str
    holders: tuple[Holder, ...]


@dataclass(frozen=True, slots=True)
class Alias:
    """Another name of a rule, with the slug that leads to it."""

    slug: str
    name: str


@dataclass(frozen=True, slots=True)
class RulingNote:
    """A ruling that a rule depends on, in words: what is asked, what holds by default, and what that rests on."""

    id: str
    question: str
    default: str
    basis: str


@dataclass(frozen=True, slots=True)
class Entry:
    """A glossary entry as its page shows it.

    ``owner`` names the list that alone has it, ``rulings`` are those it names outside its disputes, and ``searched``
    is all that search looks through, folded.
    """

    slug: str
    name: str
    kind: str
    status: str
    owner: str = ""
    reason: str = ""
    nature: str = ""
    summary: str = ""
    html: str = ""
    sentences: tuple[Sentence, ...] = ()
    parameters: tuple[str, ...] = ()
    table: tuple[TableRow, ...] = ()
    sources: tuple[Source, ...] = ()
    disputes: tuple[Dispute, ...] = ()
    rulings: tuple[RulingNote, ...] = ()
    aliases: tuple[Alias, ...] = ()
    parts: tuple[Link, ...] = ()
    wholes: tuple[Link, ...] = ()
    opposites: tuple[Link, ...] = ()
    related: tuple[Link, ...] = ()
    appears: tuple[Appearance, ...] = ()
    cap: int | None = None
    lost_on: tuple[str, ...] = ()
    reminder_moment: str = ""
    reminder: str = ""
    unread: bool = False
    searched: str = ""

    @property
    def sentences_english(self) -> tuple[str, ...]:
        return tuple(sentence.english for sentence in self.sentences if sentence.english)
