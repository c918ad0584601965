"""Warriors who are tested, and the few words by which the tests take one."""

from uuid import uuid4

import pytest
from django.urls import reverse

from rules.engine.plans import TrialKind
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.psychology.taking import Asked, take

CHARGED = TrialKind.FEAR_CHARGED


@pytest.fixture
def mob(owner):
    """An orc mob: quarrelsome goblins and a stupid troll."""
    return WarbandFactory(owner=owner, warband_type_id="orc-mob", name="Da Red Teef")


@pytest.fixture
def boss(mob):
    return WarriorFactory(warband=mob, unit="orc-boss", name="Gorblad")


@pytest.fixture
def troll(mob):
    return WarriorFactory(warband=mob, unit="troll", name="Lump")


@pytest.fixture
def goblins(mob):
    return WarriorFactory(warband=mob, unit="goblin-warrior", name="Snikkit’s Mates", size=4)


@pytest.fixture
def augur(owner):
    """Her sight allows a failed Leadership test to be taken again."""
    sisters = WarbandFactory(owner=owner, warband_type_id="sisters-of-sigmar", name="The Rock")
    return WarriorFactory(warband=sisters, unit="augur", name="Ursel")


@pytest.fixture
def taken(owner):
    """Take a test with these faces of the table: ``taken(warrior, kind, faces, fact=...)``."""

    def do(warrior, kind=CHARGED, faces=None, *, member=0, after=None, option="", key=None, **answers):
        asked = Asked(warrior.warband, kind, warrior, member, answers, after)
        return take(asked=asked, by=owner, client_key=key or uuid4(), faces=faces, option=option)

    return do


def address(name, of, *more):
    """The address of a warrior's test, or of a record: ``address("test-kind", priest, "all-alone")``."""
    return reverse(f"warbands:{name}", args=[of.warband.public_id, of.public_id, *more])


def form(**facts):
    """What a browser sends: the key of the form, the mark that it was filled in, and what was."""
    return {"key": str(uuid4()), "told": "1", "how": "roll", **facts}
