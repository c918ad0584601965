"""Two warbands that fight: the owner's orcs and the mate's lizards."""

from uuid import uuid4

import pytest

from rules.engine.rulings import Rulings
from tests.warbands.battles.hand import play
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.battles.opening import begin


@pytest.fixture
def mob(owner):
    """A boss, a stupid troll, six goblins."""
    mob = WarbandFactory(owner=owner, warband_type_id="orc-mob", name="Da Red Teef")
    WarriorFactory(warband=mob, unit="orc-boss", name="Gorblad")
    WarriorFactory(warband=mob, unit="troll", name="Lump")
    WarriorFactory(warband=mob, unit="goblin-warrior", name="Snikkit’s Mates", size=6)
    return mob


@pytest.fixture
def lizards(mate):
    """A priest who leads, and three braves."""
    lizards = WarbandFactory(owner=mate, name="The Cold Coil")
    WarriorFactory(warband=lizards, unit="skink-priest", name="Tehenca")
    WarriorFactory(warband=lizards, unit="skink-brave", name="The Reeds", size=3)
    return lizards


@pytest.fixture
def battle(owner, mob, lizards):
    """Before its first turn. Each acts for his own side."""
    return begin(by=owner, own=mob, against=lizards, client_key=uuid4(), rulings=Rulings())


@pytest.fixture
def lump(battle):
    """The id of the troll."""
    return next(one["id"] for one in battle.muster["sides"][0]["fighters"] if one["name"] == "Lump")


@pytest.fixture
def begun(battle, owner):
    """The owner's first turn: his troll must test for Stupidity."""
    play(battle, owner, "begin", side="a")
    return battle
