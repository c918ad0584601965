"""The rulings of a campaign in words, as its pages show them."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.engine.ruling_words import choice_words, touched_by
from rules.engine.rulings import BY_KEY, REGISTER, Ruling
from warbands.campaigns.rulings import choice_in
from warbands.models import Campaign, RulingChange


@dataclass(frozen=True)
class Point:
    """A ruling as a campaign has it: the choice that holds and the default, in words, and the last change of it.

    ``others`` are the other choices, in words.
    """

    ruling: Ruling
    now: str
    usual: str
    touches: tuple[str, ...]
    others: tuple[str, ...] = ()
    last: RulingChange | None = None

    @property
    def differs(self) -> bool:
        """Whether it is ruled otherwise than usual."""
        return self.now != self.usual

    def speaks_of(self, words: str) -> bool:
        """Whether every one of these words stands in what its page says of it."""
        ruling = self.ruling
        said = " ".join(
            (ruling.id, ruling.question, ruling.basis, self.now, self.usual, *self.others, *self.touches)
        ).casefold()
        return all(word in said for word in words.casefold().split())


@dataclass(frozen=True)
class Told:
    """A change of a ruling in words."""

    change: RulingChange
    id: str
    question: str
    was: str
    now: str


def points_of(campaign: Campaign, changes: Iterable[RulingChange] = ()) -> list[Point]:
    """Every ruling as a campaign has it; ``changes`` are its own, the newest first."""
    changes = list(changes)
    return [point_of(campaign, ruling, changes) for ruling in REGISTER]


def point_of(campaign: Campaign, ruling: Ruling, changes: Iterable[RulingChange]) -> Point:
    """One ruling as a campaign has it. As ``points_of``."""
    held = choice_in(campaign, ruling.key)
    return Point(
        ruling,
        choice_words(ruling.key, held),
        choice_words(ruling.key, ruling.default),
        touched_by(ruling.key),
        tuple(choice_words(ruling.key, one) for one in ruling.choices if one not in {held, ruling.default}),
        next((change for change in changes if change.key == ruling.key), None),
    )


def told(changes: Iterable[RulingChange]) -> list[Told]:
    """Changes in words; those of rulings that are no longer in the register are left out."""
    known = ((change, BY_KEY[change.key]) for change in changes if change.key in BY_KEY)
    return [
        Told(
            change,
            ruling.id,
            ruling.question,
            choice_words(ruling.key, change.was),
            choice_words(ruling.key, change.choice),
        )
        for change, ruling in known
    ]
