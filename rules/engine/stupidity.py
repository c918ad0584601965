"""Stupidity: its test, its D6, and the drunkenness that may bring it on (psychology-spec, section 8)."""

from fractions import Fraction

from rules.engine.common import against_leadership, immunity, not_held, stand_of
from rules.engine.dice import D6
from rules.engine.plans import Change, Code, Exempt, Outcome, Plan, Roll, Trial, TrialKind, Until
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import Reason, Standing
from rules.engine.vocabulary import Flag, Matter, Verb

DRUNK = "drunkenness"


def stupidity(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The test at the start of his own turn."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand)
    drunk = trial.purpose == DRUNK
    if not drunk and not stand.all(Verb.TAKES, Matter.STUPIDITY):
        return not_held(trial, stand, Verb.TAKES, Matter.STUPIDITY, "He is not stupid")
    if why := immunity(Matter.STUPIDITY, stand, situation):
        return Exempt(trial, (why,))
    reasons = [Reason("Drink brought it on" if drunk else "He is stupid and tests as his turn starts", "stupidity")]
    if fighter.has(Flag.FLEEING):
        if situation.rulings.stupidity_while_fleeing == "skip":
            return Exempt(trial, (Reason("While he flees he takes no Stupidity test", "", "R-24"),))
        reasons.append(Reason("He is tested though he is fleeing, to no effect", "", "R-24"))
    ban = "until his side's next turn he casts no spells and does not fight, though foes still roll to hit him."
    stupid = Change(Code.STUPID, fighter.id, "He neither fights nor casts.", Until.NEXT_OWN_TURN)
    second, ruled = _second_die(fighter, situation)
    table = (Trial(TrialKind.STUPIDITY_TABLE, fighter.id),) if second else ()
    usual = Change(Code.ACTS_NORMALLY, fighter.id, "He acts as usual.", Until.NEXT_OWN_TURN)
    text = f"He loses the thread: {ban}"
    return against_leadership(
        trial,
        Matter.STUPIDITY,
        stand,
        situation,
        passed=Outcome("pass", "He keeps his wits and acts as usual.", passed=True, changes=(usual,)),
        failed=Outcome("fail", text, passed=False, changes=(stupid,), follow=table, reasons=ruled),
        reasons=reasons,
    )


def _second_die(fighter: Fighter, situation: Situation) -> tuple[bool, tuple[Reason, ...]]:
    """Whether a fail is followed by the D6: not in combat, not after rallying, when down by ruling R-25."""
    if situation.opponents(fighter):
        return False, (Reason("In combat there is no second die: he just does not strike"),)
    if fighter.has(Flag.RALLIED) or fighter.has(Flag.FLEEING):
        return False, (Reason("He may not move this turn anyway, so no second die"),)
    if not fighter.down:
        return True, ()
    rolled = situation.rulings.stupidity_downed_d6 == "roll"
    words = "A fail brings the second die though he is down" if rolled else "He is down, so no second die"
    return rolled, (Reason(words, "", "R-25"),)


def table(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """The D6 after a failed test: 1-3 he shambles forward, 4-6 he stands and drools."""
    del stand
    fighter = situation.fighter(trial.who)
    own = situation.rulings.stupid_d6_lasts == "own_turn"
    until = Until.END_OF_TURN if own else Until.NEXT_OWN_TURN
    half = Fraction(fighter.movement, 2) if fighter.movement is not None else None
    far = f"{float(half):g} inches" if half is not None else "half his rolled Movement"
    shamble = (
        f"He shambles {far} straight forward, stopping 1 inch short of enemies or at an obstacle; "
        "he may fall off a drop. No charging, no shooting."
    )
    first = Change(Code.SHAMBLES, fighter.id, shamble, until, amount=half)
    moves: tuple[Change, ...] = (first,)
    if fighter.down:
        moves = (first, Change(Code.MOVE_LOST, fighter.id, "He is down: the move is lost."))
    drool = Change(Code.DROOLS, fighter.id, "He stands and drools, and does nothing else.", until)
    words = "its own turn only" if own else "until his side's next turn"
    return Roll(
        trial,
        D6,
        (
            Outcome("shamble", shamble, low=1, high=3, changes=moves),
            Outcome("inactive", drool.text, low=4, high=6, changes=(drool,)),
        ),
        (
            Reason("He failed his Stupidity test and is not in combat", "stupidity"),
            Reason(f"The D6 lasts {words}; the ban on fighting and casting until his next turn", "", "R-43"),
        ),
    )


def drunkenness(trial: Trial, situation: Situation, stand: Standing | None = None) -> Plan:
    """A drinker's D6 at the start of his turn: 1 brings a Stupidity test, 6 frenzy for the turn."""
    fighter = situation.fighter(trial.who)
    stand = stand_of(fighter, situation, stand)
    held = stand.first(Verb.TAKES, Matter.DRUNKENNESS)
    if held is None:
        return not_held(trial, stand, Verb.TAKES, Matter.DRUNKENNESS, "He does not drink")
    test_due = (Trial(TrialKind.STUPIDITY, fighter.id, purpose=DRUNK),)
    raging = Change(Code.GAINS_RULE, fighter.id, "He is frenzied this turn.", Until.NEXT_OWN_TURN, other="frenzy")
    return Roll(
        trial,
        D6,
        (
            Outcome(
                "stupid", "The drink dulls him: he tests for stupidity.", passed=False, low=1, high=1, follow=test_due
            ),
            Outcome("sober", "The drink does nothing this turn.", passed=True, low=2, high=5),
            Outcome("frenzied", raging.text, passed=False, low=6, high=6, changes=(raging,)),
        ),
        (Reason(f"{held.rule.name}: a D6 as his turn starts", held.rule.slug),),
    )
