"""What a fighter's tests and numbers come to, in words: the same questions, before a change and after it."""

from collections.abc import Iterator, Mapping
from fractions import Fraction

from rules.engine import numbers
from rules.engine.plans import Choose, Exempt, Plan, Roll, Settled, Trial, TrialKind
from rules.engine.psychology import plan
from rules.engine.questions import Answer, QuestionKind, defaults, questions, tell
from rules.engine.rulebook import Rulebook
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Side, Situation
from rules.engine.standing import Standing, radius, sent_out, standing
from rules.engine.trials import KINDS, LISTED
from rules.engine.vocabulary import Fact, Matter, Verb
from rules.plans_shown import plan_shown

OWN = "own"
NO_SAVE = 7

type Told = dict[str, str]
"""What is looked at, and what it comes to, both in words."""


def situation_of(fighter: Fighter, rulebook: Rulebook) -> Situation:
    """A fighter alone with his warband, of whom one of four is out: enough for every test to be asked."""
    side = Side(OWN, (fighter,), "his warband", started=4, others_out=(Fraction(1),), alliance=OWN)
    return Situation(rulebook, (side,), turn=OWN, rulings=Rulings())


def told_of(fighter: Fighter, rulebook: Rulebook) -> Told:
    """Every test and number of a fighter: as a form would begin, and with each fact of his rules the other way."""
    situation = situation_of(fighter, rulebook)
    found = dict(_tests(fighter, situation))
    rout = plan(Trial(TrialKind.ROUT, OWN), situation)
    found["Rout test"] = in_words(rout, situation)
    return found | dict(_numbers(fighter, situation))


def _tests(fighter: Fighter, situation: Situation) -> Iterator[tuple[str, str]]:
    for kind in LISTED:
        asked = questions(kind, fighter, situation)
        usual = defaults(asked)
        name = KINDS[kind].name
        yield name, _planned(kind, fighter, situation, usual)
        for question in asked:
            if question.key.startswith("fact:") and question.kind is QuestionKind.YES_NO:
                other = {**usual, question.key: not question.default}
                word = "yes" if other[question.key] else "no"
                yield f"{name} ({question.text} {word})", _planned(kind, fighter, situation, other)


def _planned(kind: TrialKind, fighter: Fighter, situation: Situation, answers: Mapping[str, Answer]) -> str:
    there, trial = tell(kind, fighter.id, situation, answers)
    return in_words(plan(trial, there), there)


def in_words(planned: Plan, situation: Situation) -> str:
    """A plan in one line."""
    match planned:
        case Exempt():
            why = planned.reasons[0].text if planned.reasons else ""
            return f"no test ({why})" if why else "no test"
        case Settled():
            word = {True: "passed", False: "failed", None: "settled"}[planned.passed]
            return f"{word} without dice"
        case Choose():
            return planned.question
        case Roll():
            shown = plan_shown(planned, situation)
            need = f" against {planned.target}" if planned.target is not None else ""
            chance = f", {shown.chances[0].percent} %" if planned.target is not None else ""
            again = f", {shown.with_reroll}" if shown.with_reroll else ""
            return f"{shown.dice}{need}{chance}{again}"


_CHARGE = {Fact.IN_COMBAT: True, Fact.FIRST_ROUND: True, Fact.CHARGING: True}


def _numbers(fighter: Fighter, situation: Situation) -> Iterator[tuple[str, str]]:
    for words, told in (("", {}), (" (charging, in the first round of a combat)", _CHARGE)):
        facts = {**fighter.told, **{str(fact): value for fact, value in told.items()}}
        changed = fighter.with_(told=facts)
        stand = standing(changed, situation.with_fighter(changed))
        save, wound, ward = numbers.armour_save(stand).value, numbers.wound_save(stand), numbers.spell_ward(stand)
        yield f"Attacks{words}", str(numbers.attacks(stand).value)
        yield f"Natural armour save{words}", f"{save}+" if save < NO_SAVE else "none"
        yield f"Wounds ignored{words}", f"on {wound}+" if wound else "never"
        yield f"Ward against spells{words}", f"{ward}+" if ward else "none"
        yield f"To be hit in combat{words}", f"{numbers.to_be_hit(stand, by_missiles=False).value:+d}"
        yield f"To be hit by missiles{words}", f"{numbers.to_be_hit(stand, by_missiles=True).value:+d}"
        yield f"Initiative{words}", f"{numbers.initiative(stand, 0).value:+d}"
        yield f"Injury{words}", _injury(stand)
        yield f"His victims’ save{words}", f"{numbers.victims_save(stand).value:+d}"
    lent = [active for active in sent_out(fighter, situation) if active.effect.verb is Verb.LENDS]
    yield "Lends his Leadership", "; ".join(f"within {radius(active, situation):g}″" for active in lent) or "to nobody"
    rated = numbers.rating([numbers.Rated(1, 0, fighter.held)], situation.rulebook, situation.rulings)
    yield "Rating without experience", str(rated.value)


def _injury(stand: Standing) -> str:
    said = []
    for matter, words in ((Matter.STUNNED_FROM, "stunned from"), (Matter.OUT_FROM, "out from")):
        if active := stand.first(Verb.SETS, matter):
            said.append(f"{words} {active.number}")
    return ", ".join(said) or "as usual"
