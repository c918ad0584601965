"""Verdicts and plans as they are kept in a record, and back into the engine's values."""

from collections.abc import Mapping
from typing import Any

from rules.engine.plans import Offer, Plan, Roll, Trial, TrialKind, Verdict
from rules.engine.situation import Situation
from rules.engine.standing import Reason


def stored_trial(trial: Trial) -> dict[str, Any]:
    """A trial as plain data."""
    return {
        "kind": trial.kind.value,
        "who": trial.who,
        "by": list(trial.by),
        "forced": trial.forced,
        "purpose": trial.purpose,
    }


def trial_of(stored: Mapping[str, Any]) -> Trial:
    """The trial that was stored."""
    return Trial(
        TrialKind(stored["kind"]),
        stored["who"],
        tuple(stored["by"]),
        forced=stored["forced"],
        purpose=stored["purpose"],
    )


def stored_reasons(reasons: tuple[Reason, ...]) -> list[dict[str, str]]:
    """Reasons as plain data, in their order."""
    return [{"text": reason.text, "rule": reason.rule, "ruling": reason.ruling} for reason in reasons]


def stored_plan(plan: Plan, situation: Situation) -> dict[str, Any]:
    """What of a plan was shown before the dice fell."""
    if not isinstance(plan, Roll):
        return {}
    provider = situation.fighter(plan.provider) if plan.provider else None
    lent = provider is not None and provider.id != plan.trial.who
    return {
        "dice": plan.dice.word,
        "target": plan.target,
        "provider": provider.called if provider is not None and lent else "",
        "chance": str(plan.chance),
    }


def stored_verdict(verdict: Verdict, by: Offer | None = None) -> dict[str, Any]:
    """A verdict as plain data; faces are kept beside it. ``by`` is the offer by which it is a re-roll."""
    return {
        "outcome": verdict.outcome,
        "text": verdict.text,
        "passed": verdict.passed,
        "total": verdict.total,
        "dropped": verdict.dropped,
        "automatic": verdict.automatic,
        "reasons": stored_reasons(verdict.reasons),
        "changes": [
            {"code": change.code.value, "who": change.who, "text": change.text, "until": change.until.value}
            for change in verdict.changes
        ],
        "follow": [stored_trial(trial) for trial in verdict.follow],
        "offers": [
            {"rule": offer.rule, "name": offer.name, "holder": offer.holder, "key": offer.key}
            for offer in verdict.offers
        ],
        "reroll_by": by.rule if by else "",
    }


def offers_of(stored: Mapping[str, Any]) -> tuple[Offer, ...]:
    """The re-rolls that a stored verdict offered."""
    return tuple(Offer(**offer) for offer in stored.get("offers", ()))
