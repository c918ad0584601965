"""The rulings R-01 to R-48: points where the sources are silent or disagree, each a setting with a default.

``REGISTER`` is psychology-spec.md, section 13, with the question of each ruling in plain words. ``Rulings`` holds one
reading of every point; a campaign may change any of them, and a verdict that depended on one names it.
"""

from collections.abc import Mapping
from dataclasses import dataclass, fields
from typing import Any


@dataclass(frozen=True, slots=True)
class Ruling:
    """One entry of the register: id, key, question, choices (the default first), what it rests on."""

    id: str
    key: str
    question: str
    choices: tuple[str, ...]
    basis: str
    against_letter: bool = False
    changes_outcome: bool = True

    @property
    def default(self) -> str:
        """The choice that holds unless a campaign says otherwise."""
        return self.choices[0]


def _ruling(number: int, key: str, question: str, choices: str, basis: str, **flags: bool) -> Ruling:
    return Ruling(f"R-{number:02}", key, question, tuple(choices.split(" | ")), basis, **flags)


REGISTER: tuple[Ruling, ...] = (
    _ruling(1, "ld_cap", "Is there a highest Leadership that a test may use?", "none | 10", "no source names a limit"),
    _ruling(2, "opposing_dice_cancel", "Do “drop the highest” and “drop the lowest” cancel each other, leaving 2D6?",
            "true | false", "opposed special rules cancel"),
    _ruling(3, "leader_scope", "Whose warriors may borrow a leader's Leadership and count as friends?",
            "own_warband | allied", "“his leader” over “any friendly models”"),
    _ruling(4, "leader_aura_animals", "May animals use the leader's Leadership?", "true | false", "the letter"),
    _ruling(5, "rout_absent_leader", "The leader misses this game: whose Leadership is used for Rout?",
            "substitute | use_his_ld", "common sense, against the letter", against_letter=True),
    _ruling(6, "rout_hired_swords_count", "Do hired swords count for the quarter of a Rout test?",
            "true | false", "official answer of 2005"),
    _ruling(7, "rout_base", "Do warriors raised or added during the battle enlarge the warband for Rout?",
            "start | grows", "common reading"),
    _ruling(8, "rout_fled_off_counts", "Does a warrior who fled off the table count as out of action for Rout?",
            "false | true", "the letter, against a community FAQ"),
    _ruling(9, "rout_cold_blooded", "Whose cold blood makes a Rout test one of three dice?",
            "ld_provider | any_fighter | never", "common reading; “never” is a house rule"),
    _ruling(10, "rout_hired_sword_ld", "May a hired sword supply the Leadership for a Rout test?",
            "false | true", "rulebook, against the letter", against_letter=True),
    _ruling(11, "rout_no_eligible_ld", "Nobody is left whose Leadership could be used: what of the Rout test?",
            "auto_fail | no_test", "common reading"),
    _ruling(12, "crazed_auto_passes_rout",
            "Does a Rout test pass unrolled where a crazed warrior's Leadership is used?",
            "false | true", "the player takes and passes the test; contested"),
    _ruling(13, "aa_downed_enemies_count", "Do enemies who are down count as opponents for All Alone?",
            "true | false", "the letter"),
    _ruling(14, "aa_downed_tester", "Does a warrior who is down himself take an All Alone test?",
            "no_test | test", "common reading"),
    _ruling(15, "aa_parting_hit_down", "A parting hit knocks the runner down: does he run all the same?",
            "runs | stays_broken | unbroken", "the letter: he survived"),
    _ruling(16, "aa_first_run_edge_removes", "Does reaching the edge on the very first run remove a warrior?",
            "true | false", "the letter"),
    _ruling(17, "rally_blocked_by_enemy", "Is recovery barred while the nearest model is an enemy?",
            "false | true", "the letter, against the rulebook"),
    _ruling(18, "fleeing_downed", "How does a fleeing warrior who is down test and run?",
            "full_run | chart", "the letter, against an unofficial chart"),
    _ruling(19, "fear_multi", "Several fear-causers charge one warrior: how many Fear tests?",
            "per_charge_until_failed | once_per_turn", "community FAQ"),
    _ruling(20, "frenzy_range", "Whose charge range makes a frenzied warrior immune?",
            "own | charger", "common reading"),
    _ruling(21, "frenzy_hatred", "Does frenzy's immunity silence the warrior's own hatred?",
            "suppressed | kept", "hatred is listed as psychology"),
    _ruling(22, "frenzy_exempts_all_alone", "Does frenzy spare a warrior All Alone tests?",
            "false | true", "the letter; contested"),
    _ruling(23, "hatred_new_opponent", "Another hated enemy joins a running combat: may he re-roll again?",
            "per_combat | per_opponent", "the letter"),
    _ruling(24, "stupidity_while_fleeing", "Does a fleeing warrior take his Stupidity test?",
            "skip | test", "no outcome differs", changes_outcome=False),
    _ruling(25, "stupidity_downed_d6", "Is Stupidity's D6 rolled for a warrior who is down?",
            "roll | skip", "the letter"),
    _ruling(26, "animosity_itp_exempt", "Does immunity to psychology spare a warrior animosity?",
            "false | true", "it is not on the list"),
    _ruling(27, "animosity_no_target", "“I 'Erd Dat”, but nobody to hit or shoot: what happens?",
            "as_2_5 | no_effect", "official text"),
    _ruling(28, "animosity_hits_hired_swords", "May friendly Orc or Goblin hired swords be the target of animosity?",
            "false | true", "the letter, against the official text"),
    _ruling(29, "animosity_skip_downed", "Are henchmen who cannot act left out of the animosity rolls?",
            "false | true", "the letter: only the engaged are"),
    _ruling(30, "no_pain", "What does No Pain do to a stunned result?",
            "ignore_both | stunned_to_knocked_down", "the glossary, against the rulebook"),
    _ruling(31, "pack_midbattle", "A pack's companion falls during the battle: what of the pack?",
            "stay | remove", "common reading"),
    _ruling(32, "mr_single_over_3", "May a single Magic Resistance exceed 3?", "allowed | capped", "“and so on”"),
    _ruling(33, "mr_ward_vs_friendly_spells", "Does the ward save also work against friendly spells?",
            "true | false", "the letter: all spells"),
    _ruling(34, "ward_best_only", "Two ward saves: is only the better one rolled?", "true | false", "common practice"),
    _ruling(35, "start_order", "In which order are the tests at the start of a turn taken?",
            "default | official_recovery", "the order they are printed in"),
    _ruling(36, "rout_multiplayer", "More than two players and one routs: what ends?",
            "ends_for_that_warband | ends_battle", "common sense, against the letter", against_letter=True),
    _ruling(37, "pack_companion_missing", "A pack's companion misses a game: may the pack be used?",
            "benched | usable", "injury is named; contested"),
    _ruling(38, "pack_without_companion", "A pack without companion: does it stay on the roster?",
            "stay_unused | leave_roster", "the glossary's second sentence over its first"),
    _ruling(39, "rout_fled_off_leader", "The leader fled off the table: whose Leadership is used for Rout?",
            "substitute | use_his_ld", "common sense, against the letter", against_letter=True),
    _ruling(40, "parting_hit_by", "Who may strike at a warrior who breaks from combat?",
            "able_to_fight | all_opponents", "common sense, against the letter", against_letter=True),
    _ruling(41, "forced_charge_fear", "Does a warrior driven to charge a fear-causer test for Fear?",
            "test | none", "common reading; contested"),
    _ruling(42, "frenzy_clears_result", "Does frenzy's immunity undo a result already failed?",
            "false | true", "it spares tests, not results"),
    _ruling(43, "stupid_d6_lasts", "How long does Stupidity's shambling or drooling last?",
            "own_turn | until_next_turn", "the table's “this turn”; contested"),
    _ruling(44, "mr_combined_over_3", "May combined Magic Resistance exceed 3 when one source alone does?",
            "capped | best_single", "the letter"),
    _ruling(45, "fear_when_helpless", "Does a charged warrior who cannot strike test for Fear?",
            "skip | test", "no outcome differs", changes_outcome=False),
    _ruling(46, "mr_many_targets", "One spell, several targets: whose Magic Resistance hinders it?",
            "highest | per_target", "common reading"),
    _ruling(47, "large_target_rating", "Are the 20 points of a large target instead of the usual 5, or on top?",
            "instead | added", "rulebook"),
    _ruling(48, "mr_ward_limit", "Can the ward save of Magic Resistance become better than 2+?",
            "2+ | none", "common reading"),
)  # fmt: skip

BY_KEY: Mapping[str, Ruling] = {ruling.key: ruling for ruling in REGISTER}
BY_ID: Mapping[str, Ruling] = {ruling.id: ruling for ruling in REGISTER}


class RulingError(ValueError):
    """A ruling that does not exist, or a choice that it does not offer."""


@dataclass(frozen=True, slots=True)
class Rulings:
    """One reading of every point. ``true`` and ``false`` are booleans here, all other choices strings."""

    ld_cap: str = "none"
    opposing_dice_cancel: bool = True
    leader_scope: str = "own_warband"
    leader_aura_animals: bool = True
    rout_absent_leader: str = "substitute"
    rout_hired_swords_count: bool = True
    rout_base: str = "start"
    rout_fled_off_counts: bool = False
    rout_cold_blooded: str = "ld_provider"
    rout_hired_sword_ld: bool = False
    rout_no_eligible_ld: str = "auto_fail"
    crazed_auto_passes_rout: bool = False
    aa_downed_enemies_count: bool = True
    aa_downed_tester: str = "no_test"
    aa_parting_hit_down: str = "runs"
    aa_first_run_edge_removes: bool = True
    rally_blocked_by_enemy: bool = False
    fleeing_downed: str = "full_run"
    fear_multi: str = "per_charge_until_failed"
    frenzy_range: str = "own"
    frenzy_hatred: str = "suppressed"
    frenzy_exempts_all_alone: bool = False
    hatred_new_opponent: str = "per_combat"
    stupidity_while_fleeing: str = "skip"
    stupidity_downed_d6: str = "roll"
    animosity_itp_exempt: bool = False
    animosity_no_target: str = "as_2_5"
    animosity_hits_hired_swords: bool = False
    animosity_skip_downed: bool = False
    no_pain: str = "ignore_both"
    pack_midbattle: str = "stay"
    mr_single_over_3: str = "allowed"
    mr_ward_vs_friendly_spells: bool = True
    ward_best_only: bool = True
    start_order: str = "default"
    rout_multiplayer: str = "ends_for_that_warband"
    pack_companion_missing: str = "benched"
    pack_without_companion: str = "stay_unused"
    rout_fled_off_leader: str = "substitute"
    parting_hit_by: str = "able_to_fight"
    forced_charge_fear: str = "test"
    frenzy_clears_result: bool = False
    stupid_d6_lasts: str = "own_turn"
    mr_combined_over_3: str = "capped"
    fear_when_helpless: str = "skip"
    mr_many_targets: str = "highest"
    large_target_rating: str = "instead"
    mr_ward_limit: str = "2+"

    @classmethod
    def of(cls, choices: Mapping[str, object]) -> "Rulings":
        """Defaults with these choices. Raises ``RulingError`` for an unknown key or a choice it does not offer."""
        chosen: dict[str, Any] = {}
        for key, choice in choices.items():
            ruling = BY_KEY.get(key)
            if ruling is None:
                raise RulingError(f"There is no ruling called “{key}”.")
            word = str(choice).lower() if isinstance(choice, bool) else str(choice)
            if word not in ruling.choices:
                raise RulingError(f"{ruling.id} offers {', '.join(ruling.choices)}, not “{word}”.")
            chosen[key] = {"true": True, "false": False}.get(word, word)
        return cls(**chosen)

    def changed(self) -> dict[str, object]:
        """The choices that differ from their defaults."""
        default = Rulings()
        names = (f.name for f in fields(self))
        return {name: getattr(self, name) for name in names if getattr(self, name) != getattr(default, name)}
