"""What a page of the glossary shows: chips, disputes, and an entry with all that leads to and from it."""

from dataclasses import dataclass

from rules.prose import inline, rendered


@dataclass(frozen=True, slots=True)
class Chip:
    """A rule as somebody holds it, ready to be shown: ``label`` carries the parameters, ``note`` clause and origin."""

    slug: str
    label: str
    note: str = ""


@dataclass(frozen=True, slots=True)
class Reading:
    """One reading of a disputed point, and where it stands; ``holds`` marks the one that counts."""

    text: str
    source: str = ""
    holds: bool = False

    @property
    def html(self) -> str:
        return inline(self.text)


@dataclass(frozen=True, slots=True)
class Dispute:
    """A point where sources differ.

    ``holds`` says in words which reading counts, where none is marked; ``ruling`` is the R-nn that settles it.
    """

    question: str
    readings: tuple[Reading, ...]
    holds: str = ""
    ruling: str = ""

    @property
    def holds_html(self) -> str:
        return inline(self.holds)


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
    text: str

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)


@dataclass(frozen=True, slots=True)
class Holder:
    """Who or what holds a rule: a unit of a list, (``short`` empty) the warband itself, an item, a skill, a spell.

    ``slug`` is unique among all that hold rules, ``address`` where it is shown.
    """

    short: str
    name: str
    note: str = ""
    slug: str = ""
    address: str = ""


@dataclass(frozen=True, slots=True)
class Appearance:
    """Where a rule appears, and who holds it there: a warband list, or the equipment, skills, spells as a whole."""

    slug: str
    name: str
    holders: tuple[Holder, ...]
    address: str = ""


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
    text: str = ""
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

    @property
    def html(self) -> str:
        """Its text as HTML."""
        return rendered(self.text)
