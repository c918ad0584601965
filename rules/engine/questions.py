"""The questions a test asks of whoever sees the table, and the situation that the answers describe.

``questions`` finds what matters: the facts of the kind (``trials.py``), the conditions in the rules that bear on it,
and those of the warband whose reach could help. ``tell`` puts the answers into the situation and gives the trial.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum

from rules.engine.plans import Trial, TrialKind
from rules.engine.rulebook import Held, arguments
from rules.engine.sentences import Effect, Near
from rules.engine.situation import Fighter, Side, Situation
from rules.engine.standing import Active, conditions, is_a, radius, sent_out, standing
from rules.engine.trials import KINDS, Ask
from rules.engine.vocabulary import TOLD_FACTS, Fact, Flag, Matter, Status, Verb, covers

type Answer = bool | int | str | None
type Answers = Mapping[str, Answer]

FOE = "foe"
FOES = "foes"
MATE = "mate"
CAUSES_FEAR = "cause-fear"
FRIEND_REACH = 6
FAR = 99.0
MOST_OPPONENTS = 8


class QuestionKind(StrEnum):
    """How a question is answered."""

    YES_NO = "yes_no"
    NUMBER = "number"
    CHOICE = "choice"
    TEXT = "text"


@dataclass(frozen=True, slots=True)
class Question:
    """A question with its default. ``rare`` ones seldom matter; ``low`` and ``high`` bound a number.

    ``choices`` are all that may be chosen, or for a text what is offered.
    """

    key: str
    text: str
    kind: QuestionKind = QuestionKind.YES_NO
    default: Answer = False
    choices: tuple[tuple[str, str], ...] = ()
    low: int = 0
    high: int = 99
    rare: bool = False


STATES = (
    (Status.STANDING.value, "On his feet"),
    (Status.KNOCKED_DOWN.value, "Knocked down"),
    (Status.STUNNED.value, "Stunned"),
)

_WORDS: dict[Ask, Question] = {
    Ask.FOE_CAUSES_FEAR: Question(Ask.FOE_CAUSES_FEAR, "The foe causes fear", default=True),
    Ask.FORCED: Question(Ask.FORCED, "He is driven to it, by frenzy or animosity"),
    Ask.FAILED_BEFORE: Question(Ask.FAILED_BEFORE, "He failed such a test already this turn"),
    Ask.STATE: Question(Ask.STATE, "How he stands", QuestionKind.CHOICE, Status.STANDING.value, STATES),
    Ask.FLEEING: Question(Ask.FLEEING, "He is fleeing"),
    Ask.RALLIED: Question(Ask.RALLIED, "He recovered his nerve this turn"),
    Ask.IN_COMBAT: Question(Ask.IN_COMBAT, "He is in hand-to-hand combat"),
    Ask.OPPONENTS: Question(
        Ask.OPPONENTS, "How many opponents he fights", QuestionKind.NUMBER, 2, low=0, high=MOST_OPPONENTS
    ),
    Ask.OPPONENTS_DOWN: Question(
        Ask.OPPONENTS_DOWN, "How many of them are down", QuestionKind.NUMBER, 0, high=MOST_OPPONENTS
    ),
    Ask.FRIEND_NEAR: Question(Ask.FRIEND_NEAR, f"A friend is within {FRIEND_REACH}″, on his feet and not fleeing"),
    Ask.ENEMY_NEAREST: Question(Ask.ENEMY_NEAREST, "The nearest model is an enemy"),
    Ask.EDGE: Question(Ask.EDGE, "Inches to the table edge, if it is near", QuestionKind.NUMBER, None, low=0, high=99),
    Ask.MATE_IN_REACH: Question(
        Ask.MATE_IN_REACH, "A friendly Orc or Goblin henchman is in charge reach", default=True
    ),
    Ask.MISSILE: Question(Ask.MISSILE, "He has a missile weapon"),
    Ask.ENEMY_IN_REACH: Question(Ask.ENEMY_IN_REACH, "The nearest enemy is in charge reach"),
    Ask.REASON: Question(Ask.REASON, "What for", QuestionKind.TEXT, ""),
}

_NARROWED = {
    TrialKind.FEAR_CHARGED: "The charger causes fear",
    TrialKind.FEAR_TO_CHARGE: "The foe he would charge causes fear",
    TrialKind.ANIMOSITY_TABLE: "The nearest enemy causes fear",
}
ASKED_FACTS = TOLD_FACTS | {Fact.FOE_IN_REACH, Fact.WOUNDED}


def questions(kind: TrialKind, fighter: Fighter, situation: Situation) -> tuple[Question, ...]:
    """What this test must be told, those that matter most first."""
    row = KINDS[kind]
    found = [_worded(ask, kind) for ask in row.asks]
    if kind is TrialKind.LEADERSHIP:
        found = [replace(question, choices=_special_tests(fighter, situation)) for question in found]
    found = [replace(one, default=fighter.missile) if one.key is Ask.MISSILE else one for one in found]
    if row.listed:  # what follows from a result asks for nothing that the test itself did not
        found += _conditions(kind, fighter, situation)
        found += _near(kind, fighter, situation)
    for ask in row.rarely:
        if ask is Ask.ENEMY_NEAREST and not situation.rulings.rally_blocked_by_enemy:
            continue
        found.append(replace(_worded(ask, kind), rare=True))
    return tuple({question.key: question for question in found}.values())


def _special_tests(fighter: Fighter, situation: Situation) -> tuple[tuple[str, str], ...]:
    """The rules of his that ask for a Leadership test of their own."""
    opened = situation.rulebook.opened(fighter.held)
    asking = [one.rule for one in opened if any(effect.matter is Matter.SPECIAL_TEST for effect in one.effects)]
    return tuple((rule.slug, rule.name) for rule in asking)


def _worded(ask: Ask, kind: TrialKind) -> Question:
    question = _WORDS[ask]
    if ask is Ask.FOE_CAUSES_FEAR:
        narrowed = replace(question, text=_NARROWED.get(kind, question.text))
        return replace(narrowed, default=False) if kind is TrialKind.ANIMOSITY_TABLE else narrowed
    return question


def _bears_on(effect: Effect, matter: Matter) -> bool:
    """Whether a sentence can change a test on this matter."""
    leadership = matter is Matter.LEADERSHIP_TESTS or covers(Matter.LEADERSHIP_TESTS, matter)
    match effect.verb:
        case Verb.TAKES | Verb.IGNORES | Verb.MUST:
            return covers(effect.matter, matter)
        case Verb.PASSES | Verb.ROLLS | Verb.REROLLS:
            return leadership and covers(effect.matter, matter)
        case Verb.LENDS:
            return leadership
        case Verb.ADDS:
            return leadership and effect.matter is Matter.LEADERSHIP
        case Verb.MAY_NOT:
            return leadership and effect.matter is Matter.LEADERS_LEADERSHIP
        case _:
            return False


def _conditions(kind: TrialKind, fighter: Fighter, situation: Situation) -> Iterator[Question]:
    """A question for each condition in his own rules that bears on this test and that nobody can derive."""
    for clause, words, _, effect in conditions(fighter, situation):
        condition = clause.condition
        asked = isinstance(condition, Near) or condition in ASKED_FACTS
        if not asked or effect.reach is not None or not _bears_on(effect, KINDS[kind].matter):
            continue
        if condition is Fact.FOE_IN_REACH and kind is TrialKind.ALL_ALONE:
            continue  # whoever fights has a foe in reach
        sure = condition is Fact.FOE_IN_REACH and kind in {TrialKind.FEAR_TO_CHARGE, TrialKind.FRENZY_CHARGE}
        known = fighter.told.get(str(condition), sure)
        yield Question(f"fact:{condition}", words.removesuffix("?") + "?", default=known)


def _near(kind: TrialKind, fighter: Fighter, situation: Situation) -> Iterator[Question]:
    """A question for each of the warband whose reach could change this test."""
    for mate in situation.mates(fighter):
        for active in sent_out(mate, situation):
            if not _could_help(kind, fighter, active, situation):
                continue
            inches = radius(active, situation)
            closer = f" but more than {FRIEND_REACH}″ away" if kind is TrialKind.ALL_ALONE else ""
            able = active.effect.clause and active.effect.clause.condition is Fact.ABLE
            state = ", on his feet and not fleeing" if able else ""
            lends = f" (Leadership {mate.leadership})" if active.effect.verb is Verb.LENDS else ""
            text = f"{mate.called}{lends} is within {inches:g}″{closer}{state}"
            yield Question(near_key(mate.id, inches), text)


def near_key(fighter_id: str, inches: float) -> str:
    """The key of the question whether somebody is within so many inches."""
    return f"near:{fighter_id}:{inches:g}"


def _could_help(kind: TrialKind, fighter: Fighter, active: Active, situation: Situation) -> bool:
    effect, reach = active.effect, active.effect.reach
    if reach is None or reach.within is None or not _bears_on(effect, KINDS[kind].matter):
        return False
    if reach.of is not None and not is_a(fighter, reach.of.value(active.arguments), situation):
        return False
    # One within 6″ is a friend, and then nobody is all alone: that is asked already.
    if kind is TrialKind.ALL_ALONE and radius(active, situation) <= FRIEND_REACH:
        return False
    if effect.verb is not Verb.LENDS:
        return True
    leads = standing(active.holder, situation).first(Verb.HAS, Matter.COMMAND)
    barred = standing(fighter, situation).first(Verb.MAY_NOT, Matter.LEADERS_LEADERSHIP)
    return active.holder.leadership > fighter.leadership and not (leads and barred)


def defaults(asked: tuple[Question, ...]) -> dict[str, Answer]:
    """The default answer to each question."""
    return {question.key: question.default for question in asked}


def tell(
    kind: TrialKind, who: str, situation: Situation, answers: Answers, *, follows: Trial | None = None
) -> tuple[Situation, Trial]:
    """The situation as the answers describe it, and the trial to plan in it.

    ``follows`` is the trial that an earlier result left to be rolled; without it the trial is made from the answers.
    """
    fighter = situation.fighter(who)
    asked = {**defaults(questions(kind, fighter, situation)), **answers}
    told = {key.removeprefix("fact:"): bool(value) for key, value in asked.items() if key.startswith("fact:")}
    if not told.get(Fact.FOE_IN_REACH, True):
        del told[Fact.FOE_IN_REACH]  # a fight he is in says otherwise
    if Ask.FRIEND_NEAR in asked:
        told[f"friend within {FRIEND_REACH}"] = bool(asked[Ask.FRIEND_NEAR])
    edge = asked.get(Ask.EDGE)
    tester = replace(
        fighter,
        status=Status(str(asked.get(Ask.STATE) or fighter.status)),
        told={**fighter.told, **told},
        distances={**fighter.distances, **_distances(asked)},
        missile=bool(asked.get(Ask.MISSILE, fighter.missile)),
    )
    if isinstance(edge, int) and not isinstance(edge, bool):
        tester = replace(tester, edge=float(edge), flight_edge=float(edge))
    tester = tester.with_(add=_flags(kind, asked))
    situation = situation.with_fighter(tester)
    foes, tester = _foes(kind, asked, tester)
    situation = _with_mate(asked, situation.with_fighter(tester))
    sides = (*(side for side in situation.sides if side.id != FOES), Side(FOES, foes, alliance=FOES))
    situation = replace(situation, sides=sides)
    if kind is TrialKind.FEAR_CHARGED and asked.get(Ask.FAILED_BEFORE):
        situation = situation.with_fighter(situation.fighter(who).with_(add=(Flag.NEEDS_6S,)))
    return situation, follows or _trial(kind, who, asked, foes)


def _distances(asked: Answers) -> dict[str, float]:
    """How near they are of whom that was asked: at the rim of the reach, or far."""
    found: dict[str, float] = {}
    for key, value in asked.items():
        if key.startswith("near:") and value:
            _, fighter_id, inches = key.split(":")
            found[fighter_id] = min(float(inches), found.get(fighter_id, FAR))
    return found


_FLAGS = {Ask.FLEEING: Flag.FLEEING, Ask.RALLIED: Flag.RALLIED}


def _flags(kind: TrialKind, asked: Answers) -> set[Flag]:
    flags = {flag for ask, flag in _FLAGS.items() if asked.get(ask)}
    return flags | {Flag.FLEEING} if kind is TrialKind.RALLY else flags


def _foes(kind: TrialKind, asked: Answers, tester: Fighter) -> tuple[tuple[Fighter, ...], Fighter]:
    """The foes that the answers speak of, and the tester, engaged with them where he is."""
    fearsome = (Held(CAUSES_FEAR, arguments({})),) if asked.get(Ask.FOE_CAUSES_FEAR) else ()
    many = int(asked.get(Ask.OPPONENTS) or 0) if Ask.OPPONENTS in asked else int(bool(asked.get(Ask.IN_COMBAT)))
    down = int(asked.get(Ask.OPPONENTS_DOWN) or 0)
    foes = [
        Fighter(
            f"{FOE}-{n + 1}",
            name=f"opponent {n + 1}" if many > 1 else "the foe",
            held=fearsome,
            status=Status.KNOCKED_DOWN if n < down else Status.STANDING,
            engaged=(tester.id,),
        )
        for n in range(many)
    ]
    if foes:
        return tuple(foes), replace(tester, engaged=tuple(foe.id for foe in foes))
    if kind is TrialKind.RALLY and asked.get(Ask.ENEMY_NEAREST):
        return (Fighter(f"{FOE}-1", name="the foe", distances={tester.id: 1.0}),), tester
    if Ask.FOE_CAUSES_FEAR not in asked:
        return (), tester
    near = tester.charge_reach if asked.get(Ask.ENEMY_IN_REACH) else FAR
    name = "the nearest enemy" if Ask.ENEMY_IN_REACH in asked else "the foe"
    return (Fighter(f"{FOE}-1", name=name, held=fearsome, distances={tester.id: float(near)}),), tester


def _with_mate(asked: Answers, situation: Situation) -> Situation:
    """The nearest henchman who could be turned upon, where animosity asks for him."""
    if Ask.MATE_IN_REACH not in asked:
        return situation
    own = situation.sides[0]
    distance = 0.0 if asked[Ask.MATE_IN_REACH] else FAR
    mate = Fighter(
        MATE,
        name="the nearest of them",
        tags=frozenset({"goblin"}),
        distances={fighter.id: distance for fighter in own.fighters},
    )
    return situation.with_side(replace(own, fighters=(*own.fighters, mate)))


def _trial(kind: TrialKind, who: str, asked: Answers, foes: tuple[Fighter, ...]) -> Trial:
    if kind in {TrialKind.FEAR_CHARGED, TrialKind.FEAR_TO_CHARGE}:
        return Trial(kind, who, (foes[0].id,), forced=bool(asked.get(Ask.FORCED)))
    if kind is TrialKind.LEADERSHIP:
        return Trial(kind, who, purpose=str(asked.get(Ask.REASON) or ""))
    return Trial(kind, who)
