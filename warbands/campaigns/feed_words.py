"""How each kind of entry of a campaign's story is told. Whoever left the house is ``somebody who left``."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from django.contrib.auth.models import User
from django.urls import reverse

from rules.engine.ruling_words import choice_words
from rules.engine.rulings import REGISTER
from warbands.campaigns.dice_counts import FORMER
from warbands.models import (
    Amendment,
    AmendmentNote,
    Battle,
    BattleEvent,
    CampaignChange,
    Enrolment,
    FiledResult,
    HouseChange,
    Membership,
    RulingChange,
)

OUTCOMES = {"won": "won", "lost": "lost", "drawn": "drew", "routed": "routed"}
"""How a battle ended for a side, as a sentence says it."""

_QUESTIONS = {ruling.key: ruling for ruling in REGISTER}


@dataclass(frozen=True, slots=True)
class Entry:
    """A line of the story: what happened, what was said to it, who did it, and where more of it stands."""

    words: str
    said: str = ""
    by: str = ""
    href: str = ""
    at: datetime | None = None
    topic: str = ""

    def at_moment(self, at: datetime, topic: str) -> "Entry":
        """The same entry, in its place in the story."""
        return replace(self, at=at, topic=topic)


def _name(user: User | None) -> str:
    return user.get_username() if user is not None else FORMER


def joined(row: Any) -> Entry:
    """Somebody joined, or was given another role. ``changed`` says which."""
    if row.began_by_id is None:
        return Entry(f"{row.user} {'became' if row.changed else 'joined as'} {row.words}.")
    return Entry(f"{row.user} was made {row.words}.", by=_name(row.began_by))


def left(row: Membership) -> Entry:
    """Somebody left or was removed. Whoever deleted his account left by himself."""
    removed = row.ended_by_id is not None and row.ended_by_id != row.user_id
    return Entry(f"{row.user} {'was removed' if removed else 'left'}.", by=_name(row.ended_by) if removed else "")


def entered(row: Enrolment) -> Entry:
    """A warband came."""
    href = row.warband.get_absolute_url() if row.until is None and row.warband.deleted_at is None else ""
    return Entry(f"{row.warband.owner} brought {row.warband}.", href=href)


def withdrawn(row: Enrolment) -> Entry:
    """A warband went."""
    away = row.ended_by_id is not None and row.ended_by_id != row.warband.owner_id
    return Entry(f"{row.warband} left the campaign.", by=_name(row.ended_by) if away else "")


def battle(row: Battle) -> Entry:
    """A battle was begun, or ended so for each side."""
    sides = list(row.sides.all())
    against = " against ".join(side.name for side in sides)
    if row.ended is None:
        return Entry(f"{against}: a battle has begun.", by=_name(row.starter), href=row.get_absolute_url())
    ended = ", ".join(f"{side.name} {OUTCOMES.get(side.outcome, side.outcome)}" for side in sides if side.outcome)
    return Entry(f"{against}: {ended or 'it is over'}.", href=row.get_absolute_url())


def filed(row: FiledResult) -> Entry:
    """A result that was filed afterwards; it says so while nobody has agreed."""
    words = f"{row}." if row.stands else f"{row}. Nobody has agreed to it yet."
    return Entry(
        words, said=row.note, by=_name(row.by), href=reverse("campaigns:results", args=[row.campaign.public_id])
    )


def tested(row: Any) -> Entry:
    """A test that was failed, taken from the roster. ``here`` says whether its page can be opened."""
    where = "" if row.subject == row.warband.name else f" of {row.warband}"
    href = row.get_absolute_url() if row.here else ""
    return Entry(f"{row.subject}{where}: {row.verdict.get('text', '')}", by=_name(row.by), href=href)


def flight(row: BattleEvent) -> Entry:
    """A rout or a flight in a battle."""
    return Entry(row.text, said=f"In {row.battle}", by=_name(row.by), href=row.battle.get_absolute_url())


def amended(row: Amendment) -> Entry:
    """An arbiter amended a warband."""
    return Entry(f"{row.warband} was amended.", said=row.reason, by=_name(row.by))


def answered(row: AmendmentNote) -> Entry:
    """Somebody answered to an amendment."""
    return Entry(f"An answer to the amendment of {row.amendment.warband}.", said=row.words, by=_name(row.by))


def ruled(row: RulingChange) -> Entry:
    """A ruling was changed."""
    known = _QUESTIONS.get(row.key)
    asked = f"{known.id}: {known.question}" if known else f"{row.key}:"
    now, before = (choice_words(row.key, choice) for choice in (row.choice, row.was))
    return Entry(f"{asked} Now “{now}”, before “{before}”.", said=row.reason, by=_name(row.by))


def housed(row: HouseChange) -> Entry:
    """Something was done with a house special rule."""
    return Entry(row.words, said=row.reason, by=_name(row.by), href=row.rule.get_absolute_url())


def changed(row: CampaignChange) -> Entry:
    """An arbiter changed what holds."""
    return Entry(row.words, by=_name(row.by))
