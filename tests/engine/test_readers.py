"""Every word of the language is read by somebody: a rule that says it changes what the engine answers.

The engine is asked everything it can answer, once with a rule of one sentence and once with the same rule saying
nothing. Words that only the players carry out must show among the traits of the model.
"""

from fractions import Fraction

import pytest

from rules.engine import injuries, magic, mustering, numbers, rout, traits
from rules.engine.combat import blows
from rules.engine.legal import LEGAL, AmountKind
from rules.engine.mustering import Member
from rules.engine.plans import Trial, TrialKind
from rules.engine.psychology import OF_FIGHTER, plan
from rules.engine.rulebook import From, Held
from rules.engine.rulings import Rulings
from rules.engine.sentences import parse
from rules.engine.situation import Kind
from rules.engine.standing import standing
from rules.engine.vocabulary import Matter, Nature, Status, Verb
from tests.engine.field import battle, holds, model, rule, with_side

SHOWN_ONLY = {
    Matter.RUN, Matter.WATER, Matter.WOODS, Matter.ARMOUR_PENALTY, Matter.EQUIPMENT, Matter.ARMOUR, Matter.MISSILES,
    Matter.HERO, Matter.EXPERIENCE, Matter.EASY_TARGET, Matter.SPECIAL_TEST,
}  # fmt: skip
"""What the players carry out themselves."""
CARRIED_OUT = {(Verb.IGNORES, Matter.ARMOUR)}
"""What the engine carries out, of a matter that is otherwise only shown."""

AMOUNTS = {AmountKind.NONE: "", AmountKind.NUMBER: "2", AmountKind.DICE: "3d6-low", AmountKind.TAG: "wulfen"}
CLOSER = {(Verb.SETS, Matter.STUNNED_FROM): "4", (Verb.SETS, Matter.OUT_FROM): "6", (Verb.SETS, Matter.ATTACKS): "3"}
REACHING = {(Verb.LENDS, Matter.LEADERSHIP): "for friends within 6", (Verb.ADDS, Matter.ROUT): "for warband"}
BASES = (
    (),
    ("stupidity",),
    ("animosity",),
    ("frenzy",),
    (holds("hatred", target="orc"),),
    ("leader",),
    ("beastmen-raiders--drunken",),
    ("beastmen-raiders--bloodgreed",),
    (Held("hard-to-kill", origin=From.WARBAND),),
)
STATES = (
    {"distances": {"cap": 4.0, "e1": 6.0}},
    {"distances": {"cap": 40.0}, "engaged": ("e1", "e2")},
    {"distances": {"cap": 40.0}, "flags": frozenset({"fleeing"})},
)


def line(verb: Verb, matter: Matter) -> str:
    amount = CLOSER.get((verb, matter), AMOUNTS[LEGAL[verb, matter].amount])
    words = [verb] if verb is Verb.NEEDS else [verb, matter]
    return " ".join(filter(None, [*words, amount, REACHING.get((verb, matter), "")]))


def answers(rulebook, probe):
    """Everything the engine answers about a model with this rule, its friend, its foes and its warband."""
    book = rulebook.with_rules(probe, rule("venom", "sets enemy_stunned_from 2", nature=Nature.POISON))
    found = []
    for base in BASES:
        for state in STATES:
            for kind in (Kind.HENCHMAN, Kind.HERO) if base == ("animosity",) else (Kind.HENCHMAN,):
                m = model("m", "probe", *base, leadership=6, kind=kind, tags=frozenset({"orc"}), **state)
                found += _of_model(book, m)
    return [*found, *_of_warband(book)]


def _of_model(book, m):
    far = 30.0 if m.engaged else 3.0
    friends = (model("cap", "leader", leadership=9), model("n", leadership=4, distances={"m": far}))
    foes = (model("e1", "cause-fear", tags=frozenset({"orc"})), model("e2"))
    situation = battle(book, m, *friends, foes=foes)
    by = {TrialKind.FEAR_CHARGED: ("e1",), TrialKind.FEAR_TO_CHARGE: ("e1",)}
    for kind in OF_FIGHTER:
        yield plan(Trial(kind, "m", by.get(kind, ())), situation)
        yield plan(Trial(kind, "n", by.get(kind, ())), situation)
    yield plan(Trial(TrialKind.FEAR_TO_CHARGE, "e2", ("m",)), situation)
    stand, poison, plain = standing(m, situation), _alone(book, "venom"), _alone(book, "scaly-skin")
    struck = blows(m, foes[0], situation)
    yield (struck.attacks, struck.rerolls, numbers.initiative(stand, 3).value, numbers.victims_save(stand).value)
    yield [numbers.to_be_hit(stand, by_missiles=one).value for one in (True, False)]
    yield (numbers.modified_save(stand, 2, worn=1).value, numbers.wounds(stand).value, numbers.wound_save(stand))
    yield (numbers.spell_ward(stand), magic.values(m.held, book), mustering.starting_spells(m.held, book))
    yield numbers.modified_save(plain, 0, worn=5, attacker=stand).value
    for face in range(1, 7):
        yield injuries.injury(face, stand, Rulings())
        yield injuries.injury(face, stand, Rulings(), attacker=poison).status
        yield injuries.injury(face, stand, Rulings(), concussion=True).status
        yield injuries.injury(face, plain, Rulings(), attacker=stand).status
    yield numbers.rating([numbers.Rated(1, 0, m.held)], book, Rulings()).value
    yield [
        one for one in traits.traits(stand) if (one.verb, one.matter) not in CARRIED_OUT and one.matter in SHOWN_ONLY
    ]


def _alone(book, slug):
    fighter = model("x", slug)
    return standing(fighter, battle(book, fighter))


def _of_warband(book):
    out = model("m", "probe", status=Status.OUT_OF_ACTION)
    up = model("m", "probe", leadership=9)
    for own in ((out,), (up,)):
        situation = battle(book, *own, model("n", leadership=5), foes=(model("e"),))
        situation = with_side(situation, started=8, others_out=(Fraction(1),) * 2)
        yield rout.count(situation.side("A"), situation)
        yield plan(Trial(TrialKind.ROUT, "A"), situation)
        yield plan(Trial(TrialKind.VOLUNTARY_ROUT, "A"), situation)
    hero = Member("m", kind=Kind.HERO, held=(Held("probe"),))
    boss = Member("boss", kind=Kind.HERO, held=(Held("probe"), Held("leader")))
    yield mustering.heirs([hero], book)
    yield mustering.faults([boss], book)
    yield mustering.muster([hero], book, Rulings()).fielded


@pytest.fixture(scope="module")
def silent(rulebook):
    return answers(rulebook, rule("probe"))


@pytest.mark.parametrize(("verb", "matter"), sorted(LEGAL), ids=[" ".join(pair) for pair in sorted(LEGAL)])
def test_somebody_reads_the_word(verb, matter, rulebook, silent):
    said = line(verb, matter)
    assert parse(said).matter is matter
    assert answers(rulebook, rule("probe", said)) != silent


def test_nothing_is_only_shown_that_the_engine_carries_out(rulebook, silent):
    traited = {pair[1] for pair in LEGAL if pair[0] in traits.SHOWN}
    assert traited >= SHOWN_ONLY


def test_a_trait_is_shown_with_the_rule_that_gives_it(rulebook):
    fighter = model("m", "undead", "aquatic")
    stand = standing(fighter, battle(rulebook, fighter))
    assert traits.forbidden(Matter.RUN, stand).rule == "may-not-run"
    assert traits.ignored(Matter.WATER, stand).text.startswith("Aquatic: ")
    assert traits.forbidden(Matter.HERO, stand) is None
