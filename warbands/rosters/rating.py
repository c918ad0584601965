"""The rating of a warband: one function, whose number stands wherever one is shown, and its receipt."""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.content import Content
from rules.engine.numbers import Rated, rating
from rules.engine.rulings import Rulings
from warbands.holdings import carried, of_warrior
from warbands.models import Warrior
from warbands.snapshots import Changes


@dataclass(frozen=True, slots=True)
class Line:
    """A warrior on the receipt: his models, each worth ``base`` and the experience; ``why`` says what is unusual."""

    name: str
    unit_name: str
    models: int
    base: int
    experience: int
    points: int
    why: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Receipt:
    """The rating with the lines it is the sum of."""

    value: int
    lines: tuple[Line, ...]
    models: int
    experience: int


def rating_of(warriors: Iterable[Warrior], changes: Changes, content: Content, rulings: Rulings | None = None) -> int:
    """The rating of these warriors; those who left do not count."""
    rated = [_rated(row, changes, content) for row in warriors if row.removed_at is None]
    return rating(rated, content.rulebook, rulings or Rulings()).value


def receipt(warriors: Iterable[Warrior], changes: Changes, content: Content, rulings: Rulings | None = None) -> Receipt:
    """The rating of these warriors, and what each of them adds to it."""
    present = [row for row in warriors if row.removed_at is None]
    lines = tuple(_line(row, changes, content, rulings or Rulings()) for row in present)
    return Receipt(
        rating_of(present, changes, content, rulings),
        lines,
        sum(line.models for line in lines),
        sum(line.models * line.experience for line in lines),
    )


def _rated(row: Warrior, changes: Changes, content: Content) -> Rated:
    """A warrior as the rating asks for him. What a hired sword begins with is counted in what his entry prints."""
    unit, rows = content.units.get(row.unit_type_id), changes.get(row.pk, ())
    mounts = sum(item.rating for item in carried(unit, rows, content))
    hiring = unit.hiring if unit else None
    if unit is None or hiring is None or hiring.rating is None:
        return Rated(row.size, row.experience, of_warrior(row, rows, content), mounts * row.size)
    gained = max(row.experience - unit.start_xp, 0)
    return Rated(row.size, gained, of_warrior(row, rows, content), mounts * row.size, hiring.rating)


def _line(row: Warrior, changes: Changes, content: Content, rulings: Rulings) -> Line:
    rated = _rated(row, changes, content)
    points = rating([rated], content.rulebook, rulings)
    unit = content.units.get(row.unit_type_id)
    ridden = [item for item in carried(unit, changes.get(row.pk, ()), content) if item.rating]
    return Line(
        row.name,
        unit.name if unit else row.unit_type_id,
        rated.models,
        points.value // rated.models - rated.experience,
        rated.experience,
        points.value,
        (*(reason.text for reason in points.reasons), *(f"{item.name}: {item.rating} points more" for item in ridden)),
    )
