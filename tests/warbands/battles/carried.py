"""Worked cases carried out by a stored battle: every step goes through its services, its rows and their codecs."""

import json
from dataclasses import replace
from uuid import uuid4

from django.utils.timezone import now

from rules.engine import packs
from rules.engine.plans import Exempt, Roll, Trial, TrialKind, Verdict, settle
from rules.engine.psychology import plan
from rules.engine.situation import Moment
from rules.engine.turn import Due
from warbands.battles import stored
from warbands.battles.deeds import do
from warbands.battles.doing import DeedError, Throw
from warbands.battles.playing import act, replayed, table_of
from warbands.models import Battle, BattleSide
from warbands.psychology.records import stored_trial

STAGES = {
    Moment.START_OF_TURN: "start",
    Moment.CHARGES: "charges",
    Moment.FRENZY: "movement",
    Moment.COMBAT: "combat",
    Moment.END_OF_COMBAT: "end",
}


def as_json(value):
    """What a row gives back."""
    return json.loads(json.dumps(value))


def battle_of(situation, by, **state):
    """A battle whose rows hold this situation before anything was done in it; ``by`` acts for all its sides."""
    came = {fighter.id: fighter for side in situation.sides for fighter in side.fighters}
    opening = as_json({**stored.opening(situation, came), **state})
    battle = Battle.objects.create(
        starter=by,
        version_id=situation.rulebook.digest,
        rulings=as_json(situation.rulings.changed()),
        muster=as_json({"players": situation.players, "sides": [stored.stored_side(side) for side in situation.sides]}),
        opening=opening,
        state=opening,
        client_key=uuid4(),
        begun=now(),
    )
    for side in situation.sides:
        if side.id != "allies":  # who never test in a case; a row has room for one letter
            BattleSide.objects.create(battle=battle, slug=side.id, name=side.called, player=by)
    return battle


class StoredBattle:
    """A ``rules.engine.cases.carrying.Carrier`` that plays in a battle of the database."""

    battle: Battle

    def __init__(self, by):
        self.by = by

    @property
    def table(self):
        self.battle.refresh_from_db()
        return table_of(self.battle)

    @property
    def situation(self):
        return self.table.situation

    def begin(self, situation):
        stage = STAGES[situation.moment]
        told = replace(situation, charges=())
        self.battle = battle_of(told, self.by, stage=stage, turn=situation.turn, first=situation.turn, round=1)

    def start(self, situation):
        """A turn starts by the deed that starts it, after which what was told is told again; charges are declared."""
        if situation.moment is not Moment.START_OF_TURN:
            self.begin(situation)
            return [verdict for charge in situation.charges for verdict in self._charge(charge)]
        self.battle = battle_of(replace(situation, turn=""), self.by, stage="deployment")
        self._do("begin", side=situation.turn)
        for side in situation.sides:
            for fighter in side.fighters:
                for fact, true in fighter.told.items():
                    self._do("tell", who=fighter.id, key=f"fact:{fact}", value=true)
        return []

    def _charge(self, charge):
        return self._do("charge", who=charge.charger, targets=list(charge.targets), in_range=charge.in_range,
                        interceptor=charge.interceptor)  # fmt: skip

    def due(self) -> tuple[Due, ...]:
        return self.table.due

    def take(self, planned, faces=(), option=""):
        trial = stored_trial(planned.trial)
        if isinstance(planned, Roll):
            planned.dice.check(faces)
        return self._do("test", faces, trial=trial, option=option)

    def again(self, offer, faces):
        return self._do("again", faces, rule=offer.rule)

    def stand(self):
        return self._do("stand")

    def ask(self, trial):
        asked = {"kind": trial.kind.value, "who": trial.who, "foe": trial.by[0] if trial.by else ""}
        try:
            return self._do("ask", **asked, reason=trial.purpose)
        except DeedError:
            return self._spared(trial)

    def rout(self, side):

        try:
            return self._do("rout", side=side)
        except DeedError:
            return self._spared(Trial(TrialKind.VOLUNTARY_ROUT, side))

    def _spared(self, trial):
        """What was refused, because nothing is to be tested or may be done, for the reasons that the engine gives."""
        planned = plan(trial, self.situation)
        assert isinstance(planned, Exempt)
        return [settle(planned)]

    def out(self, who):

        before = self.situation
        found, reasons = packs.out_of_action(before.fighter(who), before)
        self._do("put", who=who, status="out_of_action")
        kept = self.battle.events.last().verdict.get("reasons", [])
        assert [reason["text"] for reason in kept] == [reason.text for reason in reasons]
        return [Verdict(Trial(TrialKind.PARTING_HITS, who), "out_of_action", "", None, reasons, found)]

    def fall(self, who, status):
        return self._do("put", who=who, status=status.value)

    def _do(self, name, faces=(), **deed):
        """Do it on the values alone, and by the service: both come to the same verdicts and the same state."""
        table = self.table
        done = do(name, table, deed, Throw(lambda: 0, faces or None))
        event = act(battle=self.battle, by=self.by, kind=name, deed=deed, seen=self.battle.last, client_key=uuid4(),
                    faces=faces or None)  # fmt: skip
        event.refresh_from_db()
        assert event.verdict == as_json(done.verdict)
        assert self.table.state == as_json(done.table.state) == replayed(self.battle)
        return list(done.verdicts)
