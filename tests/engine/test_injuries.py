"""The injury chart where several protections meet."""

from rules.engine.injuries import injury
from rules.engine.rulebook import From, Held, arguments
from rules.engine.rulings import Rulings
from rules.engine.situation import Fighter, Side, Situation
from rules.engine.standing import standing
from rules.engine.vocabulary import Status

STUNNING = 4
THICK_SKULL = Held("thick-skull", origin=From.SKILL)
HELMET = Held("stun-save", arguments({"on": 4}), origin=From.EQUIPMENT, origin_name="Helmet")


def stun_save(rulebook, *held):
    fighter = Fighter("m1", held=held)
    stand = standing(fighter, Situation(rulebook, (Side("A", (fighter,)),)))
    found = injury(STUNNING, stand, Rulings())
    assert found.status is Status.STUNNED
    return found.stun_save


def test_a_bare_head_is_stunned(rulebook):
    assert stun_save(rulebook) is None


def test_a_helmet_saves_on_4(rulebook):
    assert stun_save(rulebook, HELMET) == 4


def test_a_thick_skull_saves_on_3(rulebook):
    assert stun_save(rulebook, THICK_SKULL) == 3


def test_of_skull_and_helmet_the_best_counts_and_the_helmet_is_seen(rulebook):
    assert stun_save(rulebook, THICK_SKULL, HELMET) == 2
    assert stun_save(rulebook, HELMET, THICK_SKULL) == 2
