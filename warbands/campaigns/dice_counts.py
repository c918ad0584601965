"""The dice of a campaign, read from its records: by whom, thrown by the app or typed in from the table.

The tests of a campaign are those that a warband took while it was in it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from django.db.models import Count, F, Q, QuerySet

from warbands.campaigns.dice import Passes, Spread, kept
from warbands.campaigns.services import BEGUN
from warbands.models import BattleEvent, Campaign, CampaignStatus, TestRecord

FORMER = "somebody who left"


@dataclass
class Thrower:
    """A player with the dice the app threw for him, those he typed in, and the tests he took."""

    name: str
    app: Spread = field(default_factory=Spread)
    typed: Spread = field(default_factory=Spread)
    passes: Passes = field(default_factory=Passes)

    @property
    def many(self) -> int:
        """All his dice."""
        return self.app.many + self.typed.many

    @property
    def spreads(self) -> list[tuple[str, Spread]]:
        """His counts that are not empty, each with what its dice are."""
        both = (("Thrown by the app", self.app), ("Typed in from the table", self.typed))
        return [(words, spread) for words, spread in both if spread.many]


@dataclass(frozen=True, slots=True)
class Throw:
    """Dice that fell, as the counts need them, so ``many`` times. ``passed`` is None where nothing was tested."""

    by: str
    faces: list[int]
    typed: bool
    chance: str | None
    passed: bool | None
    many: int = 1


def tests_of(campaign: Campaign) -> QuerySet[TestRecord]:
    """The tests its warbands took while they were in it; of one that was corrected, the correction."""
    inside = Q(warband__enrolments__until=None) | Q(warband__enrolments__until__gt=F("at"))
    found = TestRecord.objects.filter(
        inside, warband__enrolments__campaign=campaign, warband__enrolments__since__lte=F("at"), corrected_by=None
    )
    if campaign.status == CampaignStatus.FINISHED:
        # Its warbands stay to be looked at, and may play elsewhere meanwhile.
        words = BEGUN[CampaignStatus.FINISHED]
        over = campaign.changes.filter(words=words).values_list("at", flat=True).first()
        found = found.filter(at__lte=over) if over else found
    return found


def throwers(campaign: Campaign) -> list[Thrower]:
    """Everybody who threw dice in a campaign, by name, and before them all together. Two queries."""
    everybody = Thrower("Everybody")
    found: dict[str, Thrower] = {}
    for throw in (*_of_tests(campaign), *_of_battles(campaign)):
        for one in (everybody, found.setdefault(throw.by, Thrower(throw.by))):
            (one.typed if throw.typed else one.app).add(throw.faces, throw.many)
            if throw.chance and throw.passed is not None:
                one.passes.add(float(Fraction(throw.chance)), passed=throw.passed, many=throw.many)
    return [everybody, *sorted(found.values(), key=lambda one: (one.name == FORMER, one.name.casefold()))]


def _of_tests(campaign: Campaign) -> Iterator[Throw]:
    """Counted where they are kept: of thousands only a few kinds differ, and plans are long."""
    rows = tests_of(campaign).exclude(faces=[]).order_by()
    told = rows.values_list("by__username", "faces", "typed", "plan__chance", "verdict__passed")
    for by, faces, typed, chance, passed, many in told.annotate(many=Count("pk")):
        yield Throw(by or FORMER, faces, typed, chance, passed, many)


def _of_battles(campaign: Campaign) -> Iterator[Throw]:
    """What was thrown in battles, an undone throw too: it fell, and where its dice were used again they count once."""
    rows = BattleEvent.objects.filter(battle__campaign=campaign).exclude(faces=[]).order_by("battle", "number")
    told = rows.values_list("battle_id", "number", "keeps", "by__username", "faces", "typed", "verdict")
    fallen: dict[tuple[int, int], list[int]] = {}
    for battle, number, keeps, by, faces, typed, verdict in told:
        fallen[battle, number] = faces
        before = fallen.get((battle, keeps), []) if keeps else []
        anew = list(kept(faces, before))
        chance = None if before else verdict.get("chance")
        if anew:
            yield Throw(by or FORMER, anew, typed, chance, verdict.get("passed"))
