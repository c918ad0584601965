"""Whether a warband is what its list allows: one function, which asks nobody and changes nothing."""

from collections.abc import Iterable, Iterator, Sequence

from rules.content import Content
from rules.engine.rulings import Rulings
from rules.values import WarbandList
from warbands.legality.arms import arms
from warbands.legality.gains import gains
from warbands.legality.gear import gear
from warbands.legality.numbers import numbers
from warbands.legality.skills import skills
from warbands.legality.swords import swords
from warbands.legality.values import Case, Entry, Finding, Piece, error, warning


def check(
    listed: WarbandList,
    entries: Sequence[Entry],
    content: Content,
    *,
    stash: Iterable[tuple[Piece, int]] = (),
    former: Iterable[str] = (),
    rulings: Rulings | None = None,
) -> tuple[Finding, ...]:
    """All that is wrong with these entries of a list, errors first; empty for a warband that may take the field.

    ``stash`` are pieces that nobody carries, with how many of each; ``former`` the units of those who left.
    """
    case = Case.of_entries(listed, entries, content, stash=stash, former=former, rulings=rulings)
    found = [*_unknown(entries, content), *_foreign(case)]
    for part in (numbers, swords, gear, arms, gains, skills):
        found += part(case)
    return tuple(sorted(found, key=lambda finding: not finding.error))


def _unknown(entries: Iterable[Entry], content: Content) -> Iterator[Finding]:
    for entry in entries:
        if entry.unit not in content.units:
            yield warning("unknown-unit", f"{entry.name}: no list holds this unit any more.", who=entry.id)


def _foreign(case: Case) -> Iterator[Finding]:
    for one in case.own:
        if one.unit.warband != case.listed.slug:
            words = f"{one.name}: {one.unit.name} does not belong to the list of the {case.listed.name}."
            yield error("foreign-unit", words, who=one.id)
