"""What holds of the engine whatever it is told."""

from fractions import Fraction
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from rules.engine import changes, odds, turn
from rules.engine.allowed import Action, allowed
from rules.engine.combat import blows
from rules.engine.plans import (
    Choose,
    Exempt,
    Roll,
    Settled,
    TrialKind,
    Until,
    Verdict,
    choose,
    judge,
    rulings_of,
    settle,
)
from rules.engine.psychology import plan
from rules.engine.rulings import BY_ID
from rules.engine.standing import standing
from rules.engine.traits import traits
from tests.engine import strategies

MOST_STEPS = 120
FIGHTERS_TESTS = (
    TrialKind.RALLY,
    TrialKind.FEAR_CHARGED,
    TrialKind.FEAR_TO_CHARGE,
    TrialKind.ALL_ALONE,
    TrialKind.STUPIDITY,
    TrialKind.LEADERSHIP,
)


def verdict_of(planned, draw_face, choose_first=True) -> Verdict:
    match planned:
        case Roll():
            return judge(planned, planned.dice.roll(draw_face))
        case Choose():
            return choose(planned, planned.options[0 if choose_first else -1].slug)
        case _:
            return settle(planned)


def reads_well(verdict: Verdict) -> bool:
    return bool(verdict.reasons) and all(
        reason.text and "_" not in reason.text and "{" not in reason.text for reason in verdict.reasons
    )


@given(data=st.data())
def test_no_roster_and_no_facts_make_it_raise(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    trial = data.draw(strategies.trials(situation))
    planned = plan(trial, situation)
    verdict = verdict_of(planned, lambda: data.draw(st.integers(1, 6)), data.draw(st.booleans()))
    assert reads_well(verdict)
    assert set(verdict.rulings) <= set(rulings_of(planned)) <= set(BY_ID)
    changes.resolve(situation, verdict)


@given(data=st.data())
def test_every_moment_comes_to_an_end(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    for _ in range(MOST_STEPS):
        due = turn.due(situation)
        if not due:
            break
        verdict = verdict_of(due[0].plan, lambda: data.draw(st.integers(1, 6)))
        assert verdict.reasons
        situation = changes.resolve(situation, verdict)
    assert not turn.due(situation)
    for planned in turn.spared(situation):
        assert isinstance(planned, Exempt)


@given(data=st.data())
def test_everything_else_that_is_asked_of_a_model_has_an_answer(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    everybody = [one for side in situation.sides for one in side.fighters]
    for one in everybody:
        assert set(allowed(one, situation)) == set(Action)
        traits(standing(one, situation))
        for foe in (None, *everybody):
            assert blows(one, foe, situation).attacks >= 0 or one.held
    if situation.turn:
        turn.recovery(situation)
        for until in Until:
            turn.expire(situation, until)


@given(data=st.data())
def test_the_odds_of_a_plan_are_those_of_counting_every_throw(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    planned = plan(data.draw(strategies.trials(situation)), situation)
    if not isinstance(planned, Roll):
        return
    throws = list(product(range(1, 7), repeat=planned.dice.count))
    verdicts = [judge(planned, throw) for throw in throws]
    good = sum(verdict.passed is True for verdict in verdicts)
    assert planned.chance == Fraction(good, len(throws))
    for outcome in planned.outcomes:
        ways = sum(verdict.outcome == outcome.slug for verdict in verdicts)
        assert planned.chance_of(outcome.slug) == Fraction(ways, len(throws))
    if planned.offers:
        twice = sum((verdict.passed is True) or again.passed is True for verdict in verdicts for again in verdicts)
        assert planned.chance_with_reroll == Fraction(twice, len(throws) ** 2)


@given(data=st.data())
def test_more_leadership_never_lowers_the_chance(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    trial = data.draw(strategies.trials(situation))
    if trial.kind not in FIGHTERS_TESTS:
        return
    who = data.draw(st.sampled_from([one.id for side in situation.sides for one in side.fighters]))
    better = strategies.better_led(situation, who, data.draw(st.integers(1, 4)))
    before, after = plan(trial, situation), plan(trial, better)
    assert type(before) is type(after)
    if isinstance(before, Roll) and isinstance(after, Roll):
        assert before.dice == after.dice
        assert after.chance >= before.chance


@given(data=st.data())
def test_the_same_situation_and_faces_give_the_same_verdict(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    trial = data.draw(strategies.trials(situation))
    first, again = plan(trial, situation), plan(trial, situation)
    assert first == again
    if isinstance(first, Roll):
        faces = first.dice.roll(lambda: data.draw(st.integers(1, 6)))
        assert isinstance(again, Roll)
        assert judge(first, faces) == judge(again, faces)
        assert changes.resolve(situation, judge(first, faces)) == changes.resolve(situation, judge(again, faces))


@given(data=st.data())
def test_a_reroll_stands_and_is_not_offered_again(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    planned = plan(data.draw(strategies.trials(situation)), situation)
    if not isinstance(planned, Roll) or not planned.offers:
        return
    for offer in planned.offers:
        verdict = judge(planned, planned.dice.roll(lambda: 6), reroll_of=offer)
        assert verdict.offers == ()
        assert verdict.spend == offer.spend


@given(data=st.data())
def test_passing_without_dice_is_said_to_be_automatic(data, rulebook):
    situation = data.draw(strategies.situations(rulebook))
    planned = plan(data.draw(strategies.trials(situation)), situation)
    if isinstance(planned, Settled):
        assert settle(planned).automatic
        assert settle(planned).faces == ()


def test_enumeration_knows_impossible_and_certain():
    from rules.engine.dice import TWO_D6

    assert odds.at_most(TWO_D6, 1) == 0
    assert odds.at_most(TWO_D6, 12) == 1
