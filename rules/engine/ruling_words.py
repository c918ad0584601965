"""The rulings in plain words: what each choice means at the table, and which verdicts it touches.

Beside the register (``rulings``), which has the questions, the keys and what each rests on. A test holds both together.
"""

from collections.abc import Mapping

from rules.engine.rulings import Ruling

type Words = tuple[tuple[str, ...], Mapping[str, str]]

LEADERSHIP, ROUT, ALL_ALONE, RECOVERY = "Leadership", "Rout", "All Alone", "Recovery"
FEAR, FRENZY, HATRED, STUPIDITY, ANIMOSITY = "Fear", "Frenzy", "Hatred", "Stupidity", "Animosity"
INJURY, PACKS, MAGIC, TURN, RATING = "Injury", "Packs", "Magic", "Start of turn", "Rating"

WORDS: Mapping[str, Words] = {
    "ld_cap": ((LEADERSHIP,), {"none": "No: 11 and more count as they are", "10": "Yes: never more than 10"}),
    "opposing_dice_cancel": ((LEADERSHIP, ROUT), {
        "true": "Yes: two plain dice",
        "false": "No: each keeps its own dice",
    }),
    "leader_scope": ((LEADERSHIP, ALL_ALONE, ROUT), {
        "own_warband": "His own warband’s only",
        "allied": "Those of allied warbands too",
    }),
    "leader_aura_animals": ((LEADERSHIP,), {"true": "Yes: animals too", "false": "No: animals use their own"}),
    "rout_absent_leader": ((ROUT,), {
        "substitute": "The best of those who fight",
        "use_his_ld": "His own, though he is away",
    }),
    "rout_hired_swords_count": ((ROUT,), {"true": "Yes, like everybody", "false": "No, they are left out"}),
    "rout_base": ((ROUT,), {"start": "No: it is as large as at the start", "grows": "Yes: it grows with them"}),
    "rout_fled_off_counts": ((ROUT,), {"false": "No, he only fled", "true": "Yes, he is lost as well"}),
    "rout_cold_blooded": ((ROUT,), {
        "ld_provider": "His whose Leadership is used",
        "any_fighter": "Anybody’s who still fights",
        "never": "Nobody’s: always two dice",
    }),
    "rout_hired_sword_ld": ((ROUT,), {"false": "No, only the warband’s own", "true": "Yes, if he has the best"}),
    "rout_no_eligible_ld": ((ROUT,), {"auto_fail": "It fails unrolled", "no_test": "It is not taken"}),
    "crazed_auto_passes_rout": ((ROUT,), {"false": "No, it is rolled", "true": "Yes, it passes"}),
    "aa_downed_enemies_count": ((ALL_ALONE,), {"true": "Yes, they count", "false": "No, only those on their feet"}),
    "aa_downed_tester": ((ALL_ALONE,), {"no_test": "No, he cannot run anyway", "test": "Yes, like everybody"}),
    "aa_parting_hit_down": ((ALL_ALONE,), {
        "runs": "He runs, down as he is",
        "stays_broken": "He stays where he falls, broken",
        "unbroken": "He stays, and is not broken",
    }),
    "aa_first_run_edge_removes": ((ALL_ALONE,), {
        "true": "Yes, he is off the table",
        "false": "No, he stops at the edge",
    }),
    "rally_blocked_by_enemy": ((RECOVERY,), {"false": "No, he may always try", "true": "Yes, he goes on running"}),
    "fleeing_downed": ((RECOVERY, ALL_ALONE), {
        "full_run": "As if he stood: he tests, and runs the whole distance",
        "chart": "By the chart: stunned he does nothing, knocked down he crawls",
    }),
    "fear_multi": ((FEAR,), {
        "per_charge_until_failed": "One for each charge, until one fails",
        "once_per_turn": "One in a turn for all of them",
    }),
    "frenzy_range": ((FRENZY, FEAR, ALL_ALONE), {"own": "His own", "charger": "The charger’s"}),
    "frenzy_hatred": ((FRENZY, HATRED), {"suppressed": "Yes, it is silent", "kept": "No, he hates and raves at once"}),
    "frenzy_exempts_all_alone": ((FRENZY, ALL_ALONE), {"false": "No, he tests", "true": "Yes, he is spared"}),
    "hatred_new_opponent": ((HATRED,), {
        "per_combat": "No: only in the combat’s first round",
        "per_opponent": "Yes: in the first round against each of them",
    }),
    "stupidity_while_fleeing": ((STUPIDITY,), {"skip": "No, it would change nothing", "test": "Yes, by the letter"}),
    "stupidity_downed_d6": ((STUPIDITY,), {"roll": "Yes, it is rolled", "skip": "No, he lies there anyway"}),
    "animosity_itp_exempt": ((ANIMOSITY,), {"false": "No, he quarrels like the others", "true": "Yes, he is spared"}),
    "animosity_no_target": ((ANIMOSITY,), {
        "as_2_5": "He quarrels, and does nothing else",
        "no_effect": "Nothing, and he acts as usual",
    }),
    "animosity_hits_hired_swords": ((ANIMOSITY,), {"false": "No, only the warband’s own", "true": "Yes, they too"}),
    "animosity_skip_downed": ((ANIMOSITY,), {"false": "No, all are rolled for", "true": "Yes, they are left out"}),
    "no_pain": ((INJURY,), {
        "ignore_both": "He fights on as if nothing had happened",
        "stunned_to_knocked_down": "He is knocked down instead",
    }),
    "pack_midbattle": ((PACKS,), {"stay": "It fights on", "remove": "It is taken off the table"}),
    "mr_single_over_3": ((MAGIC,), {"allowed": "Yes, as high as it is", "capped": "No, never more than 3"}),
    "mr_ward_vs_friendly_spells": ((MAGIC,), {"true": "Yes, every spell", "false": "No, only the enemy’s"}),
    "ward_best_only": ((MAGIC,), {"true": "Yes, the better one", "false": "No, both, one after the other"}),
    "start_order": ((TURN, RECOVERY, STUPIDITY, ANIMOSITY), {
        "default": "Rout, recovery, Stupidity, Animosity",
        "official_recovery": "Rout, Stupidity, Animosity, and recovery last",
    }),
    "rout_multiplayer": ((ROUT,), {
        "ends_for_that_warband": "The battle of that warband; the others play on",
        "ends_battle": "The whole battle",
    }),
    "pack_companion_missing": ((PACKS, ROUT), {"benched": "No, it stays behind", "usable": "Yes, without him"}),
    "pack_without_companion": ((PACKS, ROUT), {
        "stay_unused": "It stays on the roster, unused",
        "leave_roster": "It leaves the roster",
    }),
    "rout_fled_off_leader": ((ROUT,), {
        "substitute": "The best of those who fight",
        "use_his_ld": "His own, though he fled",
    }),
    "parting_hit_by": ((ALL_ALONE,), {
        "able_to_fight": "Those opponents who can fight",
        "all_opponents": "Every opponent, even one who is down",
    }),
    "forced_charge_fear": ((FRENZY, FEAR), {"test": "Yes, and he charges if he passes", "none": "No, he charges"}),
    "frenzy_clears_result": ((FRENZY, FEAR, STUPIDITY), {"false": "No, it stays failed", "true": "Yes, undone"}),
    "stupid_d6_lasts": ((STUPIDITY,), {
        "own_turn": "To the end of his own turn",
        "until_next_turn": "Until his next turn begins",
    }),
    "mr_combined_over_3": ((MAGIC,), {
        "capped": "No: 3 together, whatever they are",
        "best_single": "Yes: as high as the best of them",
    }),
    "fear_when_helpless": ((FEAR,), {"skip": "No, it would change nothing", "test": "Yes, by the letter"}),
    "mr_many_targets": ((MAGIC,), {
        "highest": "The highest among them, in one roll for all",
        "per_target": "Each target’s own, against the same roll",
    }),
    "large_target_rating": ((RATING,), {"instead": "20 instead of 5", "added": "20 on top: 25"}),
    "mr_ward_limit": ((MAGIC,), {"2+": "No, a 1 always fails", "none": "Yes, without limit"}),
}  # fmt: skip


def choice_words(key: str, choice: str) -> str:
    """What a choice of a ruling means, in plain words; the choice itself where nobody wrote any."""
    found = WORDS.get(key)
    return found[1].get(choice, choice) if found else choice


def choices_of(ruling: Ruling) -> list[tuple[str, str]]:
    """The choices of a ruling with their words, as a form offers them; the default says that it is usual."""
    return [
        (choice, f"{choice_words(ruling.key, choice)}{' (usual)' if choice == ruling.default else ''}")
        for choice in ruling.choices
    ]


def touched_by(key: str) -> tuple[str, ...]:
    """Which kinds of verdict a ruling touches."""
    found = WORDS.get(key)
    return found[0] if found else ()
