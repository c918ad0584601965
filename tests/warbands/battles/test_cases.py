"""Every worked case of a start of turn, of charges and of an end of combat, carried out by the stored battle."""

import pytest

from rules.engine.cases import check
from tests.engine.worked import CASES
from tests.warbands.battles.carried import StoredBattle
from tests.warbands.factories import UserFactory

PHASES = {"start_of_turn", "charge_declared", "end_of_combat", "frenzy_check"}
BATTLES = [case for case in CASES if case["given"].get("phase") in PHASES]

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("case", BATTLES, ids=[case["id"] for case in BATTLES])
def test_the_stored_battle_comes_to_what_the_case_says(case, rulebook):
    by = UserFactory()
    assert check(case, rulebook.rulebook, lambda: StoredBattle(by)) == []


def test_no_case_of_these_phases_is_left_out():
    assert len(BATTLES) >= 273
