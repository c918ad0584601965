"""A model's own sheet in a battle: how it stands, the rules it holds now, and what a tap may set."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from rules.engine.acting import Fate
from rules.engine.injuries import injury
from rules.engine.plans import UNTIL_ENGLISH, Until
from rules.engine.situation import Fighter
from rules.engine.standing import standing
from rules.engine.vocabulary import Flag, Status
from warbands.battles.asks import FAR
from warbands.battles.hands import FLAG_WORDS, STATUS_WORDS, injury_dice, usual_rules
from warbands.battles.refusing import BoardForm, Refusal
from warbands.battles.rows import MARKS, Row, row
from warbands.battles.sheet_forms import AskForm, ContactForm, GainForm, InjuryForm, NearForm, StandsForm
from warbands.battles.stages import UNTIL_WORDS
from warbands.battles.table import Table

SET_BY_HAND = (Flag.FLEEING, Flag.WOUNDED, Flag.HIDDEN, Flag.NEEDS_6S, Flag.STATIONARY, Flag.IDLE)
"""The flags offered to everybody; any other is offered once it is set, so that it can be cleared."""


@dataclass(frozen=True)
class RuleShown:
    """A rule he holds, with whether it stands now and since when it is there for a time.

    ``address`` says where the page of a house rule stands.
    """

    slug: str
    name: str
    note: str
    stands: bool
    for_a_time: bool
    address: str


@dataclass(frozen=True)
class Sheet:
    """Everything the sheet of a model shows. ``near`` are those whose distance was told, ``wounds`` left and all."""

    row: Row
    fighter: Fighter
    side: str
    statuses: list[tuple[str, str, bool]]
    flags: list[tuple[str, str, bool]]
    engaged: list[tuple[str, str]]
    free_foes: bool
    near: list[tuple[str, str]]
    rules: list[RuleShown]
    taken: list[tuple[str, str]]
    offered: list[str]
    out_by: str
    wounds: tuple[int, int]
    chart: list[str]
    forms: Mapping[str, BoardForm]
    refusal: Refusal | None = None

    @property
    def warning(self) -> str:
        """Why the last tap was refused, unless it stands beside a field."""
        beside = any(form.wrong for place, form in self.forms.items() if place in self.fillable)
        return self.refusal.message if self.refusal and not beside else ""

    @property
    def fillable(self) -> set[str]:
        """The forms that are there to be filled in: none for who is gone, and no foe to pick where none is left."""
        if self.row.gone:
            return set()
        return {place for place in self.forms if place != ContactForm.place or self.free_foes}

    @property
    def must_roll(self) -> bool:
        """Whether the last of several wounds is gone, so that each further one is rolled for."""
        left, came = self.wounds
        return came > 1 and not left and self.fighter.on_table


def sheet(table: Table, who: str, refusal: Refusal | None = None) -> Sheet | None:
    """The sheet of a model, or None where nobody of this id plays; ``refusal`` is that of a tap on it."""
    if not table.plays(who):
        return None
    fighter = table.situation.fighter(who)
    kept: Mapping[str, Any] = table.state["models"][who]
    flags = [flag for flag in FLAG_WORDS if flag in SET_BY_HAND or fighter.has(flag)]
    came = table.wounds(who)
    return Sheet(
        row(fighter, table),
        fighter,
        table.side_of(who),
        [(status.value, _STANDS[status], fighter.status is status) for status in STATUS_WORDS],
        [(flag.value, FLAG_WORDS[flag], fighter.has(flag)) for flag in flags],
        _named_all(table.situation.opponents(fighter)),
        any(foe.on_table and foe.id not in fighter.engaged for foe in table.situation.foes(fighter)),
        _near(fighter, table),
        _rules(fighter, table, kept),
        [(slug, _named(slug, table)) for slug in kept["without"]],
        usual_rules(table),
        table.name(kept["out_by"]) if kept["out_by"] else "",
        (came - kept["wounds_lost"], came),
        _chart(fighter, table),
        _forms(fighter, table, refusal),
        refusal,
    )


_STANDS: Mapping[Status, str] = {
    Status.STANDING: "On his feet",
    Status.KNOCKED_DOWN: "Knocked down",
    Status.STUNNED: "Stunned",
    Status.OUT_OF_ACTION: "Out of action",
    Status.FLED_OFF: "Off the table",
}


def _chart(fighter: Fighter, table: Table) -> list[str]:
    """The injury chart as it is for him; and by a club, where that stuns him sooner."""
    stand = standing(fighter, table.situation)
    charts = [
        [injury(face, stand, table.rulings, concussion=club).status for face in range(1, 7)] for club in (False, True)
    ]
    plain, club = map(_chart_words, charts)
    return [plain] if plain == club else [plain, f"by a club: {club}"]


def _chart_words(results: list[Status]) -> str:
    """What six faces do, in few words."""
    found: dict[Status, list[int]] = {}
    for face, status in enumerate(results, 1):
        found.setdefault(status, []).append(face)
    words = {status: state for status, (_, _, state) in MARKS.items()} | {Status.STANDING: "he shrugs it off"}
    return ", ".join(
        f"{faces[0]}{f'–{faces[-1]}' if len(faces) > 1 else ''} {words[status]}" for status, faces in found.items()
    )


def _forms(fighter: Fighter, table: Table, refusal: Refusal | None) -> dict[str, BoardForm]:
    situation = table.situation
    opponents = situation.opponents(fighter)
    there = [foe for foe in situation.foes(fighter) if foe.on_table]
    foes = _named_all(sorted(there, key=lambda foe: foe not in opponents))
    others = _named_all(one for one in (*there, *situation.mates(fighter)) if one.on_table and table.plays(one.id))
    suspect = opponents[0].id if len(opponents) == 1 else ""
    untils = [(until.value, UNTIL_ENGLISH[until].replace("his side's", "the side’s")) for until in _UNTILS]
    made = (
        InjuryForm(refusal, foes, suspect, injury_dice(table, fighter).count),
        StandsForm(refusal, foes, suspect),
        ContactForm(refusal, _named_all(foe for foe in there if foe not in opponents)),
        NearForm(refusal, others),
        AskForm(refusal, foes),
        GainForm(refusal, fighter.id, untils),
    )
    return {form.place: form for form in made}


def _named_all(fighters: Iterable[Fighter]) -> list[tuple[str, str]]:
    return [(one.id, one.called) for one in fighters]


def _near(fighter: Fighter, table: Table) -> list[tuple[str, str]]:
    """Whose distance from him was told, and in words how far that is."""
    found = []
    for other in (*table.situation.foes(fighter), *table.situation.mates(fighter)):
        inches = table.situation.distance(fighter, other)
        if 0 < inches < FAR and other.on_table:
            reach = "within" if inches <= fighter.charge_reach else "out of"
            foe = table.side_of(other.id) != table.side_of(fighter.id)
            found.append((other.called, f"{inches:g}″{f', {reach} his charge reach' if foe else ''}"))
    return found


_UNTILS: tuple[Until, ...] = tuple(UNTIL_WORDS)


def _rules(fighter: Fighter, table: Table, kept: Mapping[str, Any]) -> list[RuleShown]:
    gained = {held["rule"]: held.get("origin_name", "") for held in kept["gained"]}
    found: dict[str, RuleShown] = {}
    for now in standing(fighter, table.situation).rules:
        slug = now.rule.slug
        note = now.why if now.fate is not Fate.STANDS else gained.get(slug, "") or ""
        stands, address = now.fate is Fate.STANDS, table.overlay.addresses.get(slug, "")
        found.setdefault(slug, RuleShown(slug, now.rule.name, note, stands, slug in gained, address))
    return list(found.values())


def _named(slug: str, table: Table) -> str:
    rule = table.rulebook.get(slug)
    return rule.name if rule else slug
