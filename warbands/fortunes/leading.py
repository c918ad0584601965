"""Who leads once the leader is dead (psychology-spec, section 2), and recording it.

The hero of the highest Leadership leads; of several the one of the most experience; of several again a D6 decides.
Those whose rules forbid it are passed over. A leader who misses a battle leads still. Some lists have customs of their
own (``customs``); whatever they say, a player may give the lead to somebody else by hand.
"""

import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from uuid import UUID

from django.contrib.auth.models import User
from django.db import transaction

from rules.content import Content
from rules.engine.mustering import Member, heirs
from rules.engine.situation import Kind
from rules.engine.vocabulary import Matter
from warbands.fortunes.customs import Custom, custom_of
from warbands.fortunes.experience import barred
from warbands.fortunes.recording import at_hand, record, take_back
from warbands.holdings import command_of, leading_unit, of_warrior, unit_of
from warbands.models import Fortune, FortuneKind, Warband, Warrior
from warbands.profiles import profile_of
from warbands.rosters.services import RefusedError, lock
from warbands.rulebooks import content_for
from warbands.snapshots import Changes, changes_of

LEADER = "leader"
SIDES = 6
MOST_THROWS = 100


@dataclass(frozen=True, slots=True)
class Hero:
    """A hero who might lead: his numbers, and why he may not, or is passed over; empty for an heir."""

    row: Warrior
    leadership: int
    experience: int
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class Succession:
    """Who leads, who led before, and who may lead next. More than one heir is a tie that a D6 decides.

    ``custom`` is what the list has to say of it. ``stepping_back`` is an heir before whom somebody leads once more, by
    the event that made him lead.
    """

    leaders: tuple[Warrior, ...]
    fallen: tuple[Warrior, ...]
    heirs: tuple[Hero, ...]
    others: tuple[Hero, ...]
    custom: Custom | None = None
    stepping_back: Fortune | None = None

    @property
    def is_open(self) -> bool:
        """Whether the lead is open: somebody must follow, or the list says what has to be done."""
        return not self.leaders and bool(self.heirs or (self.custom and self.fallen))

    @property
    def tied(self) -> bool:
        return len(self.heirs) > 1

    def heir_on(self, face: int) -> Hero | None:
        """Whom a D6 chooses among those who are tied; None for a face that must be thrown again."""
        share = max(SIDES // len(self.heirs), 1)
        place = (face - 1) // share
        return self.heirs[place] if place < len(self.heirs) else None

    @property
    def faces(self) -> tuple[tuple[str, Hero], ...]:
        """The faces of the D6 that choose each of those who are tied."""
        share = max(SIDES // len(self.heirs), 1)
        return tuple(
            (f"{place * share + 1}–{(place + 1) * share}" if share > 1 else f"{place + 1}", hero)
            for place, hero in enumerate(self.heirs)
        )


def succession(warband: Warband, content: Content) -> Succession:
    """Who leads a warband, and who may follow, as things are: the warriors, and what became of them."""
    changes = changes_of(warband, content)
    everybody = list(warband.warriors.all())
    present = [row for row in everybody if row.removed_at is None]
    leads = {row.pk: command_of(of_warrior(row, changes.get(row.pk, ()), content), content) for row in everybody}
    members = {row.public_id: member for row in present if (member := _member(row, changes, content)) is not None}
    custom = custom_of(content.warbands.get(warband.warband_type_id), members.values(), content)
    asked = _asked(present, members, custom, content)
    able = {member.id: member for member in heirs(asked, content.rulebook)}
    heroes = [
        (row, members[row.public_id])
        for row in present
        if row.public_id in members
        and (members[row.public_id].kind is Kind.HERO or row.public_id in able)
        and not leads[row.pk]
    ]
    leaders = tuple(row for row in present if leads[row.pk])
    return Succession(
        leaders,
        tuple(row for row in everybody if row.removed_at and leads[row.pk]),
        tuple(Hero(row, one.leadership, one.experience) for row, one in heroes if one.id in able),
        tuple(
            Hero(row, one.leadership, one.experience, _why_not(one, asked, able, custom, content))
            for row, one in heroes
            if one.id not in able
        ),
        custom,
        _stepping_back(leaders, changes, custom),
    )


def _asked(
    present: Sequence[Warrior], members: Mapping[str, Member], custom: Custom | None, content: Content
) -> list[Member]:
    """Among whom the next leader is looked for: all, or whom the list puts first; nobody, where it says so."""
    if custom is None:
        return list(members.values())
    shorts = {row.public_id: row.unit_type_id.rpartition("--")[2] for row in present}
    # An overseer who is hired stands among heroes here: the list says that he leads.
    first = [
        replace(one, kind=Kind.HERO) for one in members.values() if custom.puts_first(one, shorts[one.id], content)
    ]
    return first if custom.only or heirs(first, content.rulebook) else list(members.values())


def _stepping_back(leaders: Sequence[Warrior], changes: Changes, custom: Custom | None) -> Fortune | None:
    """What made somebody lead, where the unit that leads by the list has come back to do so."""
    if custom is None or not any(row.unit_type_id.endswith(f"--{custom.returns}") for row in leaders):
        return None
    events = (event for row in leaders for event in changes.get(row.pk, ()) if isinstance(event, Fortune))
    return next((event for event in events if event.kind == FortuneKind.LEADER), None)


def _member(row: Warrior, changes: Changes, content: Content) -> Member | None:
    unit = unit_of(row, content)
    if unit is None:
        return None
    rows = changes.get(row.pk, ())
    return Member(
        row.public_id,
        row.name,
        Kind(unit.kind.replace("-", "_")),
        profile_of(unit, rows, content).ld,
        row.experience,
        row.size,
        unit.tags,
        of_warrior(row, rows, content),
    )


def _why_not(
    one: Member, asked: Sequence[Member], able: Mapping[str, Member], custom: Custom | None, content: Content
) -> str:
    if name := barred(one.held, Matter.LEAD, content.rulebook):
        return f"{name}: he may never lead"
    if custom and one.id not in {other.id for other in asked}:
        rule = content.rulebook.get(custom.rule)
        return f"{rule.name if rule else 'The rule of the list'}: others come before him"
    best = next(iter(able.values()), None)
    if best is None:
        return ""
    if one.leadership < best.leadership:
        return f"Leadership {one.leadership} is less than {best.leadership}"
    return f"Leadership {one.leadership} too, but {one.experience} experience is less than {best.experience}"


@transaction.atomic
def succeed(
    *, warband: Warband, by: User | None, reason: str = "", face: int | None = None, client_key: UUID | None = None
) -> Fortune:
    """Let the heir lead from now on. Of several the D6 decides: ``face`` as it fell on the table, or thrown here.

    Refuses while somebody leads, where nobody may, and a face that chooses nobody. A throw that was taken back is not
    thrown again while the same heroes are tied.
    """
    lock(warband)
    if client_key and (made := warband.fortunes.filter(client_key=client_key).first()):
        return made
    content = content_for(warband)
    found = succession(warband, content)
    if found.leaders:
        raise RefusedError("", f"{found.leaders[0].name} leads the warband.")
    if not found.heirs:
        raise RefusedError("", found.custom.words if found.custom else "Nobody in this warband may lead.")
    tied = sorted(hero.row.public_id for hero in found.heirs)
    faces, typed = _thrown(warband, found, tied, face) if found.tied else ([], False)
    heir = found.heir_on(faces[-1]) if faces else found.heirs[0]
    if heir is None:
        raise RefusedError("face", f"{faces[-1]} chooses nobody among {len(tied)}: throw again.")
    words = f"Leads the warband: {_why(found, heir, faces)}"
    after = f" after {found.fallen[-1].name}" if found.fallen else ""
    return record(
        at_hand(heir.row)[0],
        kind=FortuneKind.LEADER,
        slug=LEADER,
        words=words,
        reason=reason or f"Next leader{after}",
        by=by,
        rules=_gained(warband, found.custom, content),
        facts={"name": words, "faces": faces, "typed": typed, "tied": tied},
        client_key=client_key,
    )


def _gained(warband: Warband, custom: Custom | None, content: Content) -> list[dict[str, Any]]:
    """The rules that come with the lead: the leader's as his list prints it, and what the list's custom adds."""
    listed = content.warbands.get(warband.warband_type_id)
    leading = leading_unit(listed, content) if listed else None
    printed = command_of(leading.held, content) if leading else None
    rule = {"rule": printed.rule, "arguments": dict(printed.arguments)} if printed else {"rule": LEADER}
    return [rule, *({"rule": slug} for slug in (custom.gains if custom else ()))]


@transaction.atomic
def step_back(*, warband: Warband, by: User | None, reason: str = "", client_key: UUID | None = None) -> Fortune:
    """Let an heir give up the lead before the unit that leads by the list, and so take back what made him lead.

    Refuses where nobody must.
    """
    lock(warband)
    event = succession(warband, content_for(warband)).stepping_back
    if event is None:
        raise RefusedError("", "Nobody has to give up the lead.")
    return take_back(event=event, reason=reason or "The leader is back", by=by, client_key=client_key)


def _why(found: Succession, heir: Hero, faces: Sequence[int]) -> str:
    best = f"Leadership {heir.leadership} is the highest"
    if any(other.leadership == heir.leadership for other in (*found.heirs, *found.others) if other is not heir):
        best = f"Leadership {heir.leadership} and {heir.experience} experience are the most"
    return f"{best}, and the D6 fell on {faces[-1]}" if faces else best


def _thrown(warband: Warband, found: Succession, tied: list[str], face: int | None) -> tuple[list[int], bool]:
    """All faces of the D6, the last of which counts, and whether it fell on the table."""
    for before in warband.fortunes.filter(kind=FortuneKind.LEADER).exclude(undone_by=None):
        if before.facts.get("tied") == tied and before.facts.get("faces"):
            return list(before.facts["faces"]), bool(before.facts.get("typed"))
    if face is not None:
        if not 1 <= face <= SIDES:
            raise RefusedError("face", "A D6 shows 1 to 6.")
        return [face], True
    faces: list[int] = []
    while len(faces) < MOST_THROWS and (not faces or found.heir_on(faces[-1]) is None):
        faces.append(secrets.randbelow(SIDES) + 1)
    return faces, False
