"""Deeds that settle what is due: a test taken, taken again or let stand, skipped, or asked for besides."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from rules.engine import changes, turn
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
from warbands.battles.doing import DeedError, Done, Throw
from warbands.battles.stages import engage
from warbands.battles.table import Table
from warbands.psychology.records import stored_trial

type Deed = Mapping[str, Any]


def called(table: Table, trial: Trial) -> str:
    """A test as the log names it."""
    return f"{table.name(trial.who)}: {KINDS[trial.kind].name}"


def take(table: Table, deed: Deed, throw: Throw) -> Done:
    """Take a due test: ``trial``, and ``option`` where something is chosen instead of rolled."""
    due = _due(table, deed)
    planned = due.plan
    if isinstance(planned, Roll):
        verdict = judge(planned, throw.of(planned.dice))
        if verdict.offers:
            return _offer(table, planned, verdict)
    elif isinstance(planned, Choose):
        verdict = _chosen(planned, str(deed.get("option", "")))
    else:
        verdict = settle(planned)
    return _stands(table, verdict)


def _due(table: Table, deed: Deed) -> Due:
    _no_offer(table)
    due = table.find_due(deed["trial"])
    if due is None:
        raise DeedError("This test is not due any more.")
    return due


def _no_offer(table: Table) -> None:
    if table.state["offer"]:
        raise DeedError("First say whether the failed test is taken again.")


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
    """Whoever is driven to charge at once is in contact, and his target's fear is tested there and then."""
    for change in verdict.changes:
        if change.code is not Code.CHARGES or not situation.knows(change.other):
            continue
        if not situation.fighter(change.other).on_table:
            continue
        fear = Trial(TrialKind.FEAR_CHARGED, change.other, (change.who,))
        if not turn.is_idle(plan(fear, situation)):
            situation = replace(situation, pending=(*situation.pending, fear))
        charger = situation.fighter(change.who).with_(add=(Flag.CHARGED,))
        situation = engage(situation.with_fighter(charger), change.who, change.other)
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
    return _stands(table, judge(planned, throw.of(planned.dice), reroll_of=offer))


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
    due = _due(table, deed)
    situation = table.situation
    pending = tuple(trial for trial in situation.pending if trial.key != due.trial.key)
    after = table.having(replace(situation, done=situation.done | {due.trial.key}, pending=pending))
    return Done(after, f"{called(table, due.trial)} is skipped.", table.side_of(due.trial.who))


ASKED = (TrialKind.LEADERSHIP, TrialKind.BLOODGREED, TrialKind.FEAR_CHARGED, TrialKind.STUPIDITY, TrialKind.ALL_ALONE)
"""The kinds of test that somebody may ask for besides what is due: a spell or a scenario wants it."""


def ask(table: Table, deed: Deed, throw: Throw) -> Done:
    """Ask for a test besides what is due: ``kind`` of ``who``, by ``foe`` or for a ``reason`` where that matters."""
    del throw
    _no_offer(table)
    kind = next((one for one in ASKED if one == deed.get("kind")), None)
    if kind is None:
        raise DeedError("Choose which test.", "kind")
    who, foe = str(deed["who"]), str(deed.get("foe", ""))
    situation = table.situation
    if not situation.knows(who) or not situation.fighter(who).on_table:
        raise DeedError("He is not on the table.", "who")
    if foe and (not situation.knows(foe) or situation.side_of(situation.fighter(foe)).id == table.side_of(who)):
        raise DeedError("Choose a foe of his.", "foe")
    purpose = "contact" if kind is TrialKind.FEAR_CHARGED else str(deed.get("reason", ""))[:80]
    trial = Trial(kind, who, (foe,) if foe else (), purpose=purpose)
    planned = plan(trial, situation)
    if isinstance(planned, Exempt) and not planned.follow:
        raise DeedError(f"There is nothing to test: {planned.reasons[0].text}.")
    after = table.having(replace(situation, pending=(trial, *situation.pending)))
    return Done(after, f"{called(table, trial)} is asked for.", table.side_of(who))


def rout_by_choice(table: Table, deed: Deed, throw: Throw) -> Done:
    """A side leaves the battle by choice, where it may."""
    del throw
    _no_offer(table)
    planned = plan(Trial(TrialKind.VOLUNTARY_ROUT, str(deed["side"])), table.situation)
    if not isinstance(planned, Settled):
        raise DeedError(f"{planned.reasons[0].text}.")
    return _stands(table, settle(planned))
