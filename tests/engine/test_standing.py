"""Which rules stand: the order of the steps, each fate with its reason, whom a rule reaches, what immunity silences."""

import pytest

from rules.engine.rulebook import From, Held, Inclusion, Parameter
from rules.engine.sentences import parse
from rules.engine.standing import Context, Fate, conditions, standing
from rules.engine.vocabulary import Fact, Flag, Matter, Nature, Status, Verb
from tests.engine.field import battle, book, holds, model, rule

FEARSOME = rule("fearsome", "causes fear", "ignores fear")
RAGE = rule(
    "rage",
    "must charge when foe_in_reach",
    "ignores psychology when foe_in_reach",
    "multiplies attacks 2 when in_combat",
    nature=Nature.PSYCHOLOGY,
)
DULL = rule("dull", "takes stupidity", nature=Nature.PSYCHOLOGY)
GRUDGE = rule("grudge", "rerolls missed_hits against orc", nature=Nature.PSYCHOLOGY)
TEMPER = rule("temper", "takes animosity", nature=Nature.ANIMOSITY)
CALM = rule("calm", "ignores psychology", "ignores all_alone")
DRUDGE = rule("drudge", "ignores warband_rules")
HOT = rule("hot", "adds attacks 1", opposites=frozenset({"cold"}))
COLD = rule("cold", "adds initiative 1")
BOOK = book(FEARSOME, RAGE, DULL, GRUDGE, TEMPER, CALM, DRUDGE, HOT, COLD)


def fates(fighter, **fields):
    found = standing(fighter, battle(BOOK, fighter, **fields))
    return {now.rule.slug: (now.fate, now.why) for now in found.rules}


def test_a_rule_without_more_ado_stands():
    assert fates(model("m", "fearsome")) == {"fearsome": (Fate.STANDS, "")}


def test_a_rule_of_the_warband_falls_away_for_a_drudge():
    fate, why = fates(model("m", "drudge", Held("dull", origin=From.WARBAND)))["dull"]
    assert (fate, why) == (Fate.NOT_SHARED, "he does not share the rules of his warband")


def test_a_rule_of_his_own_stays_with_a_drudge():
    assert fates(model("m", "drudge", "dull"))["dull"][0] is Fate.STANDS


def test_a_lost_rule_is_lost_for_the_battle():
    assert fates(model("m", "rage", lost=frozenset({"rage"})))["rage"] == (Fate.LOST, "lost for the rest of the battle")


def test_opposites_cancel_each_other_whichever_names_the_other():
    found = fates(model("m", "hot", "cold"))
    assert found["hot"] == (Fate.CANCELLED, "cancelled by Cold, its opposite")
    assert found["cold"] == (Fate.CANCELLED, "cancelled by Hot, its opposite")


def test_what_he_has_lost_cancels_nothing():
    assert fates(model("m", "hot", "cold", lost=frozenset({"cold"})))["hot"][0] is Fate.STANDS


def test_what_he_does_not_share_cancels_nothing():
    assert fates(model("m", "hot", "drudge", Held("cold", origin=From.WARBAND)))["hot"][0] is Fate.STANDS


def test_a_clause_of_his_own_is_asked():
    clause = parse("takes stupidity unless friend of hero within 6").clause
    fighter = model("m", Held("dull", clause=clause), distances={"h": 6})
    hero = model("h", tags=frozenset({"hero"}))
    found = standing(fighter, battle(BOOK, fighter, hero))
    assert found.rules[0].fate is Fate.NOT_NOW
    assert found.rules[0].why.startswith("does not act now; it does so unless")
    far = model("m", Held("dull", clause=clause), distances={"h": 7})
    assert standing(far, battle(BOOK, far, hero)).rules[0].fate is Fate.STANDS


def test_what_is_told_comes_before_what_could_be_derived():
    clause = parse("takes stupidity unless friend of hero within 6").clause
    fighter = model("m", Held("dull", clause=clause), told={"friend of hero within 6": True})
    assert standing(fighter, battle(BOOK, fighter)).rules[0].fate is Fate.NOT_NOW


def test_a_sentence_with_a_clause_acts_only_while_it_holds():
    fighter = model("m", "rage", movement=4, distances={"e": 9})
    assert not standing(fighter, battle(BOOK, fighter, foes=(model("e"),))).first(Verb.MUST, Matter.CHARGE)
    near = model("m", "rage", movement=4, distances={"e": 8})
    assert standing(near, battle(BOOK, near, foes=(model("e"),))).first(Verb.MUST, Matter.CHARGE)


def test_immunity_silences_and_says_so():
    fighter = model("m", "dull", "calm")
    found = standing(fighter, battle(BOOK, fighter))
    assert {now.rule.slug: now.fate for now in found.rules} == {"dull": Fate.SILENCED, "calm": Fate.STANDS}
    assert any("Calm makes him immune" in reason.text for reason in found.reasons)
    assert not found.all(Verb.TAKES, Matter.STUPIDITY)


@pytest.mark.parametrize(
    ("line", "silenced"),
    [
        ("takes stupidity", True),
        ("must charge", True),
        ("multiplies attacks 2", True),
        ("rerolls missed_hits", True),
        ("adds attacks 1", True),
        ("causes fear", False),
        ("lends leadership", False),
        ("has easy_target", False),
        ("ignores water", False),
        ("may_not run", False),
        ("sets attacks 2", False),
    ],
)
def test_which_sentences_of_psychology_an_immunity_silences(line, silenced):
    odd = rule("odd", line, nature=Nature.PSYCHOLOGY)
    fighter = model("m", "odd", "calm")
    effect = odd.effects[0]
    acts = bool(standing(fighter, battle(book(odd, CALM), fighter)).all(effect.verb, effect.matter))
    assert acts is not silenced


def test_no_rule_silences_itself_nor_one_of_another_nature():
    fighter = model("m", "rage", "hot", "temper", engaged=("e",))
    found = standing(fighter, battle(BOOK, fighter, foes=(model("e"),)))
    assert {now.fate for now in found.rules} == {Fate.STANDS}


def test_frenzy_silences_hatred_but_by_the_other_reading():
    fighter = model("m", "rage", "grudge", engaged=("e",))
    foe = model("e", tags=frozenset({"orc"}))
    suppressed = standing(fighter, battle(BOOK, fighter, foes=(foe,)))
    kept = standing(fighter, battle(BOOK, fighter, foes=(foe,), rulings={"frenzy_hatred": "kept"}))
    assert not suppressed.all(Verb.REROLLS, Matter.MISSED_HITS)
    assert "R-21" in {reason.ruling for reason in suppressed.reasons}
    assert kept.all(Verb.REROLLS, Matter.MISSED_HITS)


def test_a_named_immunity_silences_what_it_names():
    fighter = model("m", "rage", "grudge", "unfrenzied", "unhating", engaged=("e",))
    rules = (RAGE, GRUDGE, rule("unfrenzied", "ignores frenzy"), rule("unhating", "ignores hatred"))
    found = standing(fighter, battle(book(*rules), fighter, foes=(model("e"),)))
    assert {now.rule.slug for now in found.rules if now.fate is Fate.SILENCED} == {"rage", "grudge"}


FLAG = rule("flag", "adds initiative 1 for friends within 6")
ORDERS = rule("orders", "adds initiative 1 for friends of orc within 6")
HYMN = rule("hymn", "adds initiative 1 for warband")
STENCH = rule("stench", "adds initiative -1 for foes within 6")
REACHES = book(FLAG, ORDERS, HYMN, STENCH)


def reached(slug, **rulings):
    """Who of bearer, near mate, near orc, far mate, ally, near orc foe feels the bearer's rule."""
    bearer = model("bearer", slug)
    near = {"bearer": 6.0}
    orc = frozenset({"orc"})
    own = (bearer, model("mate", distances=near), model("orc", tags=orc, distances=near), model("far"))
    allies = (model("ally", tags=orc, distances=near),)
    foes = (model("foe", tags=orc, distances=near), model("far-foe"))
    situation = battle(REACHES, *own, allies=allies, foes=foes, rulings=rulings)
    everybody = [*own, *allies, *foes]
    return [one.id for one in everybody if standing(one, situation).all(Verb.ADDS, Matter.INITIATIVE)]


def test_whom_a_rule_reaches():
    assert reached("flag") == ["mate", "orc"]
    assert reached("flag", leader_scope="allied") == ["mate", "orc", "ally"]
    assert reached("orders") == ["orc"]
    assert reached("orders", leader_scope="allied") == ["orc"]
    assert reached("hymn") == ["bearer", "mate", "orc", "far"]
    assert reached("stench") == ["foe"]


@pytest.mark.parametrize("status", [Status.OUT_OF_ACTION, Status.FLED_OFF, Status.MISSING_GAME, Status.BENCHED])
def test_whoever_is_not_on_the_table_reaches_nobody(status):
    bearer = model("bearer", "hymn", status=status)
    mate = model("mate")
    assert not standing(mate, battle(REACHES, bearer, mate)).all(Verb.ADDS, Matter.INITIATIVE)


def test_the_steps_come_in_their_order():
    """Lost before opposed, opposed before its clause, its clause before immunity."""
    clause = parse("takes stupidity when in_combat").clause
    opposed = rule("hot", "takes stupidity", nature=Nature.PSYCHOLOGY, opposites=frozenset({"cold"}))
    rules = book(opposed, COLD, CALM)

    def fate(*others, **fields):
        fighter = model("m", Held("hot", clause=clause), *others, **fields)
        found = standing(fighter, battle(rules, fighter, foes=(model("e"),)))
        return next(now.fate for now in found.rules if now.rule.slug == "hot")

    assert fate("cold", "calm", lost=frozenset({"hot"})) is Fate.LOST
    assert fate("cold", "calm") is Fate.CANCELLED
    assert fate("calm") is Fate.NOT_NOW
    assert fate("calm", engaged=("e",)) is Fate.SILENCED
    assert fate(engaged=("e",)) is Fate.STANDS


def test_a_value_that_is_missing_is_said_and_nothing_breaks():
    target = rule("target", "rerolls missed_hits against {whom}", parameters=(Parameter("whom"),))
    fighter = model("m", "target")
    (now,) = standing(fighter, battle(book(target), fighter)).rules
    assert now.fate is Fate.STANDS
    assert "not told" in now.why
    clause = parse("takes stupidity when foe of {whom}").clause
    odd = model("m", Held("dull", clause=clause))
    assert standing(odd, battle(BOOK, odd)).rules[0].fate is Fate.NOT_NOW


def test_an_included_rule_is_explained_by_its_composite(rulebook):
    fighter = model("m", "undead")
    found = standing(fighter, battle(rulebook, fighter)).first(Verb.IGNORES, Matter.PSYCHOLOGY)
    assert found.held.via == "undead"
    assert Inclusion("immune-to-psychology") in rulebook.resolve("undead").includes


def test_the_conditions_of_what_he_holds_bring_their_questions():
    fighter = model("m", "rage", Held("dull", clause=parse("takes stupidity unless ridden").clause))
    asked = {words for _, words, _, _ in conditions(fighter, battle(BOOK, fighter))}
    assert {"Does it carry a rider?", "Is an enemy within his charge range?"} <= asked


@pytest.mark.parametrize(
    ("fact", "fields", "context"),
    [
        (Fact.ABLE, {}, Context()),
        (Fact.ON_HIS_FEET, {"flags": frozenset({Flag.FLEEING})}, Context()),
        (Fact.IN_COMBAT, {"engaged": ("e",)}, Context()),
        (Fact.FIRST_ROUND, {"round": 1}, Context()),
        (Fact.CHARGING, {}, Context(charging=True)),
        (Fact.CHARGING, {"flags": frozenset({Flag.CHARGED})}, Context()),
        (Fact.CHARGED, {}, Context(charger="e")),
        (Fact.FOE_IN_REACH, {"distances": {"e": 8.0}}, Context()),
        (Fact.OUTNUMBERED, {"engaged": ("e", "f")}, Context()),
        (Fact.WOUNDED, {"flags": frozenset({Flag.WOUNDED})}, Context()),
        (Fact.LAST_RESORT, {}, Context(last_resort=True)),
        (Fact.OFFENDED, {}, Context(offended=True)),
        *((fact, {"told": {fact: True}}, Context()) for fact in Fact),
    ],
)
def test_a_fact_makes_a_sentence_act_and_its_contrary_keeps_it_still(fact, fields, context):
    rules = book(rule("when", f"adds attacks 1 when {fact}"), rule("unless", f"adds initiative 1 unless {fact}"))
    fighter = model("m", "when", "unless", **fields)
    found = standing(fighter, battle(rules, fighter, foes=(model("e"), model("f"))), context)
    assert found.all(Verb.ADDS, Matter.ATTACKS)
    assert not found.all(Verb.ADDS, Matter.INITIATIVE)


def test_the_leader_is_out():
    rules = book(rule("loyal", "adds attacks 1 when leader_out"), rule("leader", "has command"))
    fighter = model("m", "loyal")
    boss = model("boss", "leader", status=Status.OUT_OF_ACTION)
    assert standing(fighter, battle(rules, fighter, boss)).all(Verb.ADDS, Matter.ATTACKS)


def test_holding_by_value(rulebook):
    fighter = model("m", holds("leader", radius=12))
    found = standing(fighter, battle(rulebook, fighter))
    assert [now.held.rule for now in found.rules] == ["leader"]
