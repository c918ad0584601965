"""The register of rulings is that of the specification, word for word."""

import pytest

from rules.engine.rulings import BY_ID, BY_KEY, REGISTER, RulingError, Rulings

SPECIFIED = """
R-01 ld_cap none 10
R-02 opposing_dice_cancel true false
R-03 leader_scope own_warband allied
R-04 leader_aura_animals true false
R-05 rout_absent_leader substitute use_his_ld
R-06 rout_hired_swords_count true false
R-07 rout_base start grows
R-08 rout_fled_off_counts false true
R-09 rout_cold_blooded ld_provider any_fighter never
R-10 rout_hired_sword_ld false true
R-11 rout_no_eligible_ld auto_fail no_test
R-12 crazed_auto_passes_rout false true
R-13 aa_downed_enemies_count true false
R-14 aa_downed_tester no_test test
R-15 aa_parting_hit_down runs stays_broken unbroken
R-16 aa_first_run_edge_removes true false
R-17 rally_blocked_by_enemy false true
R-18 fleeing_downed full_run chart
R-19 fear_multi per_charge_until_failed once_per_turn
R-20 frenzy_range own charger
R-21 frenzy_hatred suppressed kept
R-22 frenzy_exempts_all_alone false true
R-23 hatred_new_opponent per_combat per_opponent
R-24 stupidity_while_fleeing skip test
R-25 stupidity_downed_d6 roll skip
R-26 animosity_itp_exempt false true
R-27 animosity_no_target as_2_5 no_effect
R-28 animosity_hits_hired_swords false true
R-29 animosity_skip_downed false true
R-30 no_pain ignore_both stunned_to_knocked_down
R-31 pack_midbattle stay remove
R-32 mr_single_over_3 allowed capped
R-33 mr_ward_vs_friendly_spells true false
R-34 ward_best_only true false
R-35 start_order default official_recovery
R-36 rout_multiplayer ends_for_that_warband ends_battle
R-37 pack_companion_missing benched usable
R-38 pack_without_companion stay_unused leave_roster
R-39 rout_fled_off_leader substitute use_his_ld
R-40 parting_hit_by able_to_fight all_opponents
R-41 forced_charge_fear test none
R-42 frenzy_clears_result false true
R-43 stupid_d6_lasts own_turn until_next_turn
R-44 mr_combined_over_3 capped best_single
R-45 fear_when_helpless skip test
R-46 mr_many_targets highest per_target
R-47 large_target_rating instead added
R-48 mr_ward_limit 2+ none
"""
AGAINST_THE_LETTER = {"R-05", "R-10", "R-36", "R-39", "R-40"}
NO_OUTCOME_DIFFERS = {"R-24", "R-45"}


def test_the_register_is_the_specified_one():
    lines = [" ".join((one.id, one.key, *one.choices)) for one in REGISTER]
    assert lines == SPECIFIED.strip().splitlines()
    assert len(BY_ID) == len(BY_KEY) == len(REGISTER) == 48


def test_every_ruling_has_a_question_and_something_it_rests_on():
    assert all(one.question.endswith("?") and one.basis for one in REGISTER)


def test_which_defaults_depart_from_the_letter_and_which_change_no_outcome():
    assert {one.id for one in REGISTER if one.against_letter} == AGAINST_THE_LETTER
    assert {one.id for one in REGISTER if not one.changes_outcome} == NO_OUTCOME_DIFFERS


def test_the_defaults_are_the_first_choices():
    defaults = Rulings.of({one.key: one.default for one in REGISTER})
    assert defaults == Rulings()
    assert defaults.changed() == {}


def test_a_choice_is_kept_and_told_apart_from_the_default():
    chosen = Rulings.of({"ld_cap": 10, "no_pain": "stunned_to_knocked_down", "ward_best_only": False})
    assert chosen.changed() == {"ld_cap": "10", "no_pain": "stunned_to_knocked_down", "ward_best_only": False}
    assert Rulings.of(chosen.changed()) == chosen


@pytest.mark.parametrize(
    ("choices", "words"),
    [({"ld_ceiling": 10}, "no ruling called"), ({"ld_cap": 11}, "R-01 offers none, 10"), ({"no_pain": True}, "R-30")],
)
def test_what_is_no_ruling_or_no_choice_is_refused(choices, words):
    with pytest.raises(RulingError, match=words):
        Rulings.of(choices)
