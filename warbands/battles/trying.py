"""Deeds that settle what is due: a test taken, taken again or let stand, skipped, or asked for besides."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine import changes, turn
from rules.engine.fear import CONTACT
from rules.engine.flight import CHARGED
from rules.engine.plans import (
    ChoiceError,
    Choose,
    Code,
    Exempt,
    Roll,
    Settled,
    Trial,
    TrialKind,
    Verdict,
    choose,
    judge,
    settle,
)
from rules.engine.psychology import plan
from rules.engine.situation import Situation
from rules.engine.trials import KINDS
from rules.engine.turn import Due
from rules.engine.vocabulary import Flag
from warbands.battles.doing import DeedError, Done, Throw, trial_told
from warbands.battles.stages import engage
from warbands.battles.table import BESIDES, Table
from warbands.psychology.records import stored_trial

type Deed = Mapping[str, Any]


def called(table: Table, trial: Trial) -> str:
    """A test as the log names it."""
    return f"{table.name(trial.who)}: {KINDS[trial.kind].name}"


def take(table: Table, deed: Deed, throw: Throw) -> Done:
    """Take a due test: ``trial``, and ``option`` where something is chosen instead of rolled."""
    planned = _due(table, deed).plan
    if isinstance(planned, Roll):
        verdict = judge(planned, throw.of(planned.dice))
        done = _offer(table, planned, verdict) if verdict.offers else _stands(table, verdict)
        return _with_chance(done, planned)
    option = str(deed.get("option", ""))
    return _stands(table, _chosen(planned, option) if isinstance(planned, Choose) else settle(planned))


def _with_chance(done: Done, planned: Roll) -> Done:
    """The chance that was shown before the throw, kept with what came of it."""
    return replace(done, extra={**done.extra, "chance": str(planned.chance)})


def _due(table: Table, deed: Deed) -> Due:
    due = table.find_due(trial_told(deed))
    if due is None:
        raise DeedError("This test is not due any more.")
    return due


def _chosen(planned: Choose, option: str) -> Verdict:
    try:
        return choose(planned, option)
    except ChoiceError:
        raise DeedError("Choose what happened.", "option") from None


def _offer(table: Table, planned: Roll, verdict: Verdict) -> Done:
    """A failed throw that may be taken again is not carried out before somebody says whether it is."""
    offer = {"trial": stored_trial(planned.trial), "faces": list(verdict.faces)}
    waiting = replace(table, state={**table.state, "offer": offer})
    names = " or ".join(dict.fromkeys(one.name for one in verdict.offers))
    text = f"{called(table, planned.trial)}. {verdict.text} {names} lets it be taken again."
    return Done(waiting, text, table.side_of(planned.trial.who), (verdict,), verdict.faces)


def _stands(table: Table, verdict: Verdict) -> Done:
    """A verdict is carried out, and whatever it leaves that needs nobody's word is settled with it."""
    after, quiet = quietly(table.having(_driven(changes.resolve(table.situation, verdict), verdict), offer=None))
    verdicts = (verdict, *quiet)
    text = " ".join((f"{called(table, verdict.trial)}. {verdict.text}", *_others(after, quiet)))
    return Done(after, text, table.side_of(verdict.trial.who), verdicts, verdict.faces)


def quietly(table: Table) -> tuple[Table, list[Verdict]]:
    """The table once whatever needs nobody's word is settled, and those verdicts."""
    verdicts = []
    while (planned := table.quiet) is not None:
        verdicts.append(settle(planned))
        table = table.having(changes.resolve(table.situation, verdicts[-1]))
    return table, verdicts


def _driven(situation: Situation, verdict: Verdict) -> Situation:
    """Whoever is driven to charge at once is in contact, and his target's fear is tested there and then.

    A target who flees runs on instead, as from every charge.
    """
    for change in verdict.changes:
        if change.code is not Code.CHARGES or not situation.knows(change.other):
            continue
        target = situation.fighter(change.other)
        if not target.on_table:
            continue
        charger = situation.fighter(change.who).with_(add=(Flag.CHARGED,))
        situation = situation.with_fighter(charger)
        answers = [Trial(TrialKind.FEAR_CHARGED, target.id, (charger.id,))]
        if target.has(Flag.FLEEING):
            answers.append(Trial(TrialKind.FLIGHT, target.id, (charger.id,), purpose=CHARGED))
        else:
            situation = engage(situation, charger.id, target.id)
        demanded = (trial for trial in answers if not turn.is_idle(plan(trial, situation)))
        situation = replace(situation, pending=(*situation.pending, *demanded))
    return situation


def _others(table: Table, verdicts: list[Verdict]) -> list[str]:
    return [f"{table.name(one.trial.who)}: {change.text}" for one in verdicts for change in one.changes]


def again(table: Table, deed: Deed, throw: Throw) -> Done:
    """Take a failed test again by ``rule``: the second result stands."""
    planned, faces = _offered(table)
    first = judge(planned, faces)
    offer = next((one for one in first.offers if one.rule == deed.get("rule")), None)
    if offer is None:
        raise DeedError("No rule of this name offers that.", "rule")
    return _with_chance(_stands(table, judge(planned, throw.of(planned.dice), reroll_of=offer)), planned)


def let_stand(table: Table, deed: Deed, throw: Throw) -> Done:
    """The failed test is not taken again."""
    del deed, throw
    planned, faces = _offered(table)
    done = _stands(table, judge(planned, faces))
    # The dice of this verdict fell, and were counted, in the event before.
    return replace(done, text=f"It stands. {done.text}", faces=())


def _offered(table: Table) -> tuple[Roll, tuple[int, ...]]:
    found = table.offered
    if found is None:
        raise DeedError("There is no failed test to be taken again.")
    return found


def skip(table: Table, deed: Deed, throw: Throw) -> Done:
    """A due test is not taken, because the players say so."""
    del throw
    trial = _due(table, deed).trial
    situation = table.situation
    pending = tuple(other for other in situation.pending if other.key != trial.key)
    situation = replace(situation, done=situation.done | {trial.key}, pending=pending)
    if trial.kind is TrialKind.ROUT:
        # It was due all the same, so that the warband may leave by choice later.
        situation = situation.with_side(replace(situation.side(trial.who), rout_required_ever=True))
    after, quiet = quietly(table.having(situation))
    text = " ".join((f"{called(table, trial)} is skipped.", *_others(after, quiet)))
    return Done(after, text, table.side_of(trial.who), tuple(quiet))


ASKED = (TrialKind.LEADERSHIP, TrialKind.BLOODGREED, TrialKind.FEAR_CHARGED, TrialKind.STUPIDITY, TrialKind.ALL_ALONE)
"""The kinds of test that somebody may ask for besides what is due: a spell or a scenario wants it."""
LONGEST_REASON = 80


def ask(table: Table, deed: Deed, throw: Throw) -> Done:
    """Ask for a test besides what is due: ``kind`` of ``who``.

    Fear names a ``foe``, a plain Leadership test a ``reason``. Such a test does not stand for the one that falls due by
    itself later in the turn.
    """
    del throw
    kind = next((one for one in ASKED if one == deed.get("kind")), None)
    if kind is None:
        raise DeedError("Choose which test.", "kind")
    who, foe = str(deed.get("who", "")), str(deed.get("foe", "") or "")
    situation = table.situation
    if not table.plays(who) or not situation.fighter(who).on_table:
        raise DeedError("He is not on the table.", "who")
    if foe and (not table.plays(foe) or table.side_of(foe) == table.side_of(who)):
        raise DeedError("Choose a foe of his.", "foe")
    trial = _asked(kind, who, foe, str(deed.get("reason", ""))[:LONGEST_REASON])
    if any(other.key == trial.key for other in situation.pending):
        raise DeedError("This test is asked for already.")
    planned = plan(trial, situation)
    if isinstance(planned, Exempt) and not planned.follow:
        raise DeedError(f"There is nothing to test: {planned.reasons[0].text}.")
    after = table.having(replace(situation, pending=(trial, *situation.pending)))
    return Done(after, f"{called(table, trial)} is asked for.", table.side_of(who))


def _asked(kind: TrialKind, who: str, foe: str, reason: str) -> Trial:
    match kind:
        case TrialKind.FEAR_CHARGED:
            return Trial(kind, who, (foe,) if foe else (), purpose=CONTACT)
        case TrialKind.LEADERSHIP:
            return Trial(kind, who, purpose=reason)
        case _:
            return Trial(kind, who, purpose=BESIDES)


def rout_by_choice(table: Table, deed: Deed, throw: Throw) -> Done:
    """A ``side`` leaves the battle by choice, where it may."""
    del throw
    side = str(deed.get("side", ""))
    if side not in {one.id for one in table.situation.sides}:
        raise DeedError("Choose a side.", "side")
    planned = plan(Trial(TrialKind.VOLUNTARY_ROUT, side), table.situation)
    if not isinstance(planned, Settled):
        raise DeedError(f"{planned.reasons[0].text}.")
    return _stands(table, settle(planned))
