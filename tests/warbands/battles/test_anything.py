"""Whatever two players do, the log alone comes to the state at hand, and undoing brings back what was before."""

from uuid import uuid4

import pytest
from django.core.exceptions import PermissionDenied
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from rules.engine.rulings import Rulings
from rules.engine.vocabulary import Status
from tests.warbands.factories import UserFactory, WarbandFactory, WarriorFactory
from warbands.battles import kept, opening, playing
from warbands.battles.deeds import DEEDS
from warbands.battles.doing import DeedError
from warbands.battles.hands import FLAG_WORDS, STATUS_WORDS
from warbands.battles.playing import StaleError, replayed, table_of
from warbands.battles.stages import UNTIL_WORDS
from warbands.battles.trying import ASKED
from warbands.psychology.records import stored_trial

REFUSALS = (DeedError, StaleError, PermissionDenied)
RULES = [
    "frenzy",
    "cause-fear",
    "stupidity",
    "undead",
    "cold-blooded",
    "immune-to-psychology",
    "hatred",
    "no-such-rule",
]
numbers = st.integers(0, 40)
faces = st.none() | st.lists(st.integers(1, 6), min_size=1, max_size=3)


class Game(RuleBasedStateMachine):
    """Two players at one battle, who press whatever there is to press."""

    def __init__(self):
        super().__init__()
        self.players = [UserFactory(), UserFactory()]
        mob = WarbandFactory(owner=self.players[0], warband_type_id="orc-mob")
        for unit, size in (("orc-boss", 1), ("troll", 1), ("goblin-warrior", 2)):
            WarriorFactory(warband=mob, unit=unit, size=size)
        sisters = WarbandFactory(owner=self.players[1], warband_type_id="sisters-of-sigmar")
        for unit, size in (("augur", 1), ("sigmarite-matriarch", 1), ("novice", 2)):
            WarriorFactory(warband=sisters, unit=unit, size=size)
        self.rulings = Rulings()
        self.battle = opening.begin(
            by=self.players[0], own=mob, against=sisters, client_key=uuid4(), rulings=self.rulings
        )
        self.past = {0: self.battle.state}
        self.heaps, self.fallen, self.looked_at = {}, {}, 0

    # --- what may be pressed

    def _do(self, who, kind, deed, told=None, *, seen=None):
        self.battle.refresh_from_db()
        try:
            event = playing.act(
                battle=self.battle, by=self.players[who], kind=kind, deed=deed, client_key=uuid4(),
                seen=self.battle.last if seen is None else seen, faces=told, throw=lambda: 1 + self.battle.last % 6,
            )  # fmt: skip
        except REFUSALS:
            return None
        self._keep()
        return event

    def _keep(self):
        self.battle.refresh_from_db()
        self.past[self.battle.last] = self.battle.state
        for event in self.battle.events.filter(number__gt=self.looked_at).order_by("number"):
            self._look_at(event)
            self.looked_at = event.number

    def _look_at(self, event):
        """Dice that were undone lie on a heap for each throw, and come back from the top of it unless set free."""
        heap = self.heaps.setdefault(event.slot, []) if event.slot else []
        if event.kind == kept.UNDO and event.slot:
            heap.append({"number": event.reverses, "faces": self.fallen[event.reverses], "free": False})
        elif event.kind == kept.AGREE:
            next(one for one in heap if one["number"] == event.deed["event"])["free"] = True
        elif event.faces:
            top = heap.pop() if heap else None
            bound = top and not top["free"]
            assert event.keeps == (top["number"] if bound else None)
            many = min(len(event.faces), len(top["faces"])) if bound else 0
            assert not bound or event.faces[:many] == top["faces"][:many]
            self.fallen[event.number] = event.faces

    @property
    def models(self):
        return list(self.battle.state["models"])

    def _one(self, number):
        return self.models[number % len(self.models)]

    @property
    def due(self):
        return [stored_trial(one.trial) for one in table_of(self.battle).due]

    @initialize(side=st.sampled_from("ab"), stages=st.integers(0, 8))
    def begin(self, side, stages):
        """Some turns in, most of the time."""
        self._do(0, "begin", {"side": side})
        self.go_on(stages)

    @rule(place=numbers, told=faces, option=numbers, skip=st.booleans())
    @precondition(lambda self: self.due)
    def settle(self, place, told, option, skip):
        """A due test is taken or skipped by whoever it concerns; dice that do not fit are thrown by the app."""
        trial = self.due[place % len(self.due)]
        who = "ab".index(table_of(self.battle).side_of(trial["who"]))
        options = getattr(next(one.plan for one in table_of(self.battle).due), "options", ())
        deed = {"trial": trial, "option": options[option % len(options)].slug if options else ""}
        if skip and place % 3 == 0:
            self._do(who, "skip", deed)
        elif self._do(who, "test", deed, told) is None:
            self._do(who, "test", deed)

    @rule(step=st.sampled_from(["stupidity", "animosity", "recovery_of_nerve", "all_alone"]), who=st.integers(0, 1))
    def take_all(self, step, who):
        self.battle.refresh_from_db()
        first = self.battle.last
        try:
            events = playing.take_all(
                battle=self.battle, by=self.players[who], step=step, seen=first, client_key=uuid4(), throw=lambda: 4
            )
        except REFUSALS:
            return
        assert [event.number for event in events] == list(range(first + 1, first + 1 + len(events)))
        self._keep()

    @rule(again=st.booleans())
    @precondition(lambda self: self.battle.state["offer"])
    def answer(self, again):
        who = "ab".index(table_of(self.battle).side_of(self.battle.state["offer"]["trial"]["who"]))
        offers = table_of(self.battle).offered[0].offers
        done = self._do(who, "again", {"rule": offers[0].rule}) if again else self._do(who, "stand", {})
        assert done is not None

    @rule(many=st.integers(1, 4))
    def play_on(self, many):
        self.go_on(many)

    def go_on(self, many):
        """The app throws whatever is due, the first of several choices is taken, and the next stage comes."""
        for _ in range(many):
            while self.due:
                planned = table_of(self.battle).due[0].plan
                trial, options = stored_trial(planned.trial), getattr(planned, "options", ())
                who = "ab".index(table_of(self.battle).side_of(trial["who"]))
                self._do(who, "test", {"trial": trial, "option": options[0].slug if options else ""})
                self._do(who, "stand", {})
            for who in (0, 1):
                self._do(who, "next", {})

    @rule(charger=numbers, foe=numbers, other=numbers, in_range=st.booleans(), intercepted=st.booleans())
    def charge(self, charger, foe, other, in_range, intercepted):
        deed = {"who": self._one(charger), "targets": [self._one(foe)], "in_range": in_range,
                "interceptor": self._one(other) if intercepted else ""}  # fmt: skip
        for who in (0, 1):
            self._do(who, "charge", deed)

    @rule(who=st.integers(0, 1), one=numbers, other=numbers, status=st.sampled_from([*STATUS_WORDS, *Status]))
    def put(self, who, one, other, status):
        self._do(who, "put", {"who": self._one(one), "status": status, "by": self._one(other)})

    @rule(who=st.integers(0, 1), one=numbers, flag=st.sampled_from([*FLAG_WORDS]), on=st.booleans())
    def flag(self, who, one, flag, on):
        self._do(who, "put", {"who": self._one(one), "flag": flag.value, "on": on})

    @rule(one=numbers, other=numbers, on=st.booleans())
    def contact(self, one, other, on):
        self._do(0, "contact", {"who": self._one(one), "foe": self._one(other), "on": on})

    @rule(one=numbers, told=st.none() | st.integers(1, 6), by=numbers, concussion=st.booleans())
    def injure(self, one, told, by, concussion):
        deed = {"who": self._one(one), "by": self._one(by), "concussion": concussion}
        self._do(1, "injure", deed, None if told is None else [told])

    @rule(one=numbers, rule_=st.sampled_from(RULES), until=st.sampled_from([*UNTIL_WORDS]), taken=st.booleans())
    def gain(self, one, rule_, until, taken):
        self._do(0, "gain", {"who": self._one(one), "rule": rule_, "until": until.value, "taken": taken})

    @rule(one=numbers, rule_=st.sampled_from(RULES))
    def drop(self, one, rule_):
        self._do(0, "drop", {"who": self._one(one), "rule": rule_})

    @rule(one=numbers, kind=st.sampled_from([*ASKED]), foe=numbers)
    def ask(self, one, kind, foe):
        for who in (0, 1):
            self._do(who, "ask", {"who": self._one(one), "kind": kind.value, "foe": self._one(foe)})

    @rule(one=numbers, other=numbers, key=st.sampled_from(["near", "edge", "missile", "fact:foe_in_reach"]),
          value=st.sampled_from([None, 0, 3, 8, True, "x"]))  # fmt: skip
    def tell(self, one, other, key, value):
        key = f"near:{self._one(other)}" if key == "near" else key
        for who in (0, 1):
            self._do(who, "tell", {"who": self._one(one), "key": key, "value": value})

    @rule(side=st.sampled_from("ab"), like=numbers, wounds=st.booleans())
    def join_or_wound(self, side, like, wounds):
        if wounds:
            self._do(0, "wound", {"who": self._one(like)})
        else:
            self._do("ab".index(side), "join", {"side": side, "name": "Raised", "like": self._one(like)})

    @rule(side=st.integers(0, 1), ends=st.booleans())
    def leave(self, side, ends):
        if ends:
            self._do(side, "end", {"outcomes": {"a": "won", "b": "routed"}})
        else:
            self._do(side, "rout", {"side": "ab"[side]})

    @rule(who=st.integers(0, 1), kind=st.sampled_from([*DEEDS, "dance"]))
    def press_what_is_nothing(self, who, kind):
        self._do(who, kind, {}, [9], seen=None)
        assert self._do(who, kind, {}, seen=self.battle.last + 1) is None

    @rule(who=st.integers(0, 1), many=st.integers(1, 4))
    def undo(self, who, many):
        self.battle.refresh_from_db()
        undone = set(self.battle.events.exclude(reverses=None).values_list("reverses", flat=True))
        done = self.battle.events.exclude(kind__in=kept.ABOUT_EVENTS).order_by("-number")
        standing = [event.number for event in done if event.number not in undone]
        if not standing:
            return
        down_to = standing[:many][-1]
        try:
            playing.undo(battle=self.battle, by=self.players[who], seen=self.battle.last, client_key=uuid4(),
                         back_to=down_to)  # fmt: skip
        except REFUSALS:
            return
        self._keep()
        before = self.past.get(down_to - 1)
        assert before is None or self.battle.state == before

    @rule(who=st.integers(0, 1), place=numbers)
    @precondition(lambda self: any(self.heaps.values()))
    def agree(self, who, place):
        """One of the throws that lie undone is set free, or it was free already, or not his to free."""
        lying = [one for heap in self.heaps.values() for one in heap]
        self.battle.refresh_from_db()
        try:
            playing.agree(battle=self.battle, by=self.players[who], seen=self.battle.last, client_key=uuid4(),
                          event=lying[place % len(lying)]["number"])  # fmt: skip
        except REFUSALS:
            return
        self._keep()

    # --- what holds always

    @invariant()
    def the_log_alone_comes_to_the_state(self):
        self.battle.refresh_from_db()
        assert replayed(self.battle) == self.battle.state

    @invariant()
    def the_numbers_have_no_gap(self):
        assert list(self.battle.events.values_list("number", flat=True)) == list(range(1, self.battle.last + 1))

    @invariant()
    def what_is_due_can_always_be_said(self):
        table = table_of(self.battle)
        assert all(due.plan.reasons for due in table.due)
        assert bool(self.battle.ended) is bool(self.battle.state["result"])


@pytest.mark.django_db
def test_whatever_is_pressed_the_log_and_the_state_agree(rulebook):
    from django.db import transaction
    from hypothesis.stateful import run_state_machine_as_test

    class Alone(Game):
        def __init__(self):
            self.apart = transaction.atomic()
            self.apart.__enter__()
            super().__init__()

        def teardown(self):
            transaction.set_rollback(True)
            self.apart.__exit__(None, None, None)

    many = max(6, settings().max_examples // 8)
    run_state_machine_as_test(
        Alone,
        settings=settings(max_examples=many, stateful_step_count=40, deadline=None,
                          suppress_health_check=list(HealthCheck)),
    )  # fmt: skip
