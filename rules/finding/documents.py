"""Everything that can be found, as plain lines: what it is, how it is called, what it says, where it stands."""

from collections.abc import Iterator
from dataclasses import dataclass

from django.urls import reverse

from rules.catalogue import showing, words
from rules.content import Content
from rules.engine.ruling_words import WORDS
from rules.engine.rulings import REGISTER
from rules.prose import plain

KINDS = {
    "rule": "Rules",
    "list": "Warband lists",
    "unit": "Warriors",
    "item": "Equipment",
    "skill": "Skills",
    "spell": "Spells",
    "sword": "Hired swords",
    "upgrade": "Mutations",
    "question": "Questions",
    "ruling": "Rulings",
}
"""Kinds of what is found, in the order in which equals stand."""

KIND_WORDS = {
    "rule": ("rule", "test"),
    "list": ("list", "warband"),
    "unit": ("unit", "warrior"),
    "item": ("item", "equipment", "gear"),
    "skill": ("skill",),
    "spell": ("spell", "magic"),
    "sword": ("hired", "sword"),
    "upgrade": ("mutation", "upgrade"),
    "question": ("question", "answer", "faq", "errata"),
    "ruling": ("ruling",),
}
"""What may be typed beside a name to say which kind is meant: “undead list”."""


@dataclass(frozen=True, slots=True)
class Document:
    """One thing to be found. ``names`` are all that it is called by, its own first; ``text`` is what it says."""

    kind: str
    names: tuple[str, ...]
    small: str
    address: str
    text: str = ""
    own: bool = False
    """Whether it belongs to one list alone: of two equals the other comes first."""

    @property
    def name(self) -> str:
        """What it is called."""
        return self.names[0]


def documents(book: Content) -> Iterator[Document]:
    """All that a book has."""
    yield from _rules(book)
    yield from _lists(book)
    yield from _gear(book)
    yield from _lessons(book)
    yield from _swords(book)
    yield from _questions(book)


def _rules(book: Content) -> Iterator[Document]:
    for entry in book.entries.values():
        names = (entry.name, *(alias.name for alias in entry.aliases))
        address = reverse("rules:rule", args=[entry.slug])
        small = f"{entry.owner}: {entry.summary}" if entry.owner else entry.summary
        yield Document("rule", names, small, address, entry.searched, own=bool(entry.owner))


def _lists(book: Content) -> Iterator[Document]:
    for listed in book.warbands.values():
        address = reverse("rules:list", args=[listed.slug])
        names = (listed.name, *(alias.replace("-", " ") for alias in listed.aliases))
        small = f"A warband list of {len(listed.units)} kinds of warrior"
        yield Document("list", names, small, address, f"{listed.setting} {listed.source}")
        for unit in listed.units:
            address = reverse("rules:unit", args=[listed.slug, unit.short])
            said = " ".join([listed.name, *unit.peoples, *(chip.label for chip in unit.chips)])
            yield Document("unit", (unit.name,), f"{listed.name}, {unit.cost} gc", address, said, own=True)


def _gear(book: Content) -> Iterator[Document]:
    for item in book.items.values():
        small = " · ".join(filter(None, [words.cost(item), words.rarity(item.rarity)]))
        yield Document("item", (item.name,), small, reverse("rules:item", args=[item.slug]), item.searched)
    for family in book.upgrades.values():
        address = reverse("rules:family", args=[family.slug])
        for option in family.options:
            small = f"{family.name}, {option.cost} gc"
            said = " ".join([family.name, plain(option.text), *(chip.label for chip in option.chips)])
            yield Document("upgrade", (option.name,), small, f"{address}#{option.short}", said, own=True)


def _lessons(book: Content) -> Iterator[Document]:
    for skill in book.skills.values():
        small = showing.first_words(skill.chips, skill.text, book)
        yield Document("skill", (skill.name,), small, reverse("rules:skill", args=[skill.slug]), skill.searched)
    for spell in book.spells.values():
        listed = book.spell_lists[spell.list]
        small = f"{listed.name}. {showing.difficulty(spell)}"
        address = reverse("rules:spell", args=[spell.slug])
        yield Document("spell", (spell.name,), small, address, f"{spell.searched} {listed.name}")


def _swords(book: Content) -> Iterator[Document]:
    for sword in book.hired_swords.values():
        if sword.hiring is None:
            continue
        small = f"Hire {sword.hiring.fee}, upkeep {sword.hiring.upkeep}"
        said = " ".join([*sword.peoples, *(chip.label for chip in sword.chips), plain(sword.text)])
        said += f" {showing.who_hires(sword, book)}"
        yield Document("sword", (sword.name,), small, reverse("rules:hired-sword", args=[sword.short]), said)


def _questions(book: Content) -> Iterator[Document]:
    for one in book.clarifications.values():
        small = f"{one.word}. {one.said_by}"
        yield Document("question", (one.name,), small, one.address, f"{one.searched} {one.source}")
    for ruling in REGISTER:
        touches, choices = WORDS[ruling.key]
        said = " ".join([*touches, *choices.values(), ruling.basis, ruling.key.replace("_", " ")])
        names = (f"{ruling.id}: {ruling.question}", ruling.id.replace("-", ""))
        small = f"Touches {', '.join(touches)}"
        yield Document("ruling", names, small, f"{reverse('rules:rulings')}#{ruling.id}", said)
