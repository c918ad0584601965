"""Who fights in the combat stage: what psychology leaves each of his blows, in words, and why."""

from collections.abc import Sequence
from dataclasses import dataclass

from rules.engine.combat import Blows, blows
from rules.engine.situation import Fighter
from rules.engine.vocabulary import Flag
from rules.plans_shown import Why, reasons
from warbands.battles.stages import Stage, everybody
from warbands.battles.table import Table

IDLE = ("does not strike",)


@dataclass(frozen=True)
class Fighting:
    """One who fights: ``against`` whom, what of his blows, and why it is otherwise than usual."""

    id: str
    name: str
    against: tuple[str, ...]
    words: tuple[str, ...]
    why: list[Why]

    @property
    def notable(self) -> bool:
        """Whether anything sets him apart from somebody who simply strikes."""
        return bool(self.why)


def fighting(table: Table) -> list[Fighting]:
    """Everybody who fights, of both sides, in the combat stage; at any other time nobody."""
    if table.stage is not Stage.COMBAT or table.state["result"]:
        return []
    fighters = (fighter for fighter in everybody(table.situation) if fighter.on_table and table.plays(fighter.id))
    return [_fighting(one, foes, table) for one in fighters if (foes := table.situation.opponents(one))]


def _fighting(fighter: Fighter, foes: Sequence[Fighter], table: Table) -> Fighting:
    told = _blows(fighter, foes, table)
    words, names = _words(told, foes), tuple(foe.called for foe in foes)
    why = list({reason.text: reason for one in told for reason in one.reasons}.values())
    usual = len(words) == 1 and words != IDLE and not any(reason.rule or reason.ruling for reason in why)
    return Fighting(fighter.id, fighter.called, names, words, [] if usual else reasons(why, table.overlay))


def _blows(fighter: Fighter, foes: Sequence[Fighter], table: Table) -> list[Blows]:
    charging = fighter.has(Flag.CHARGED)
    return [blows(fighter, foe, table.situation, charging=charging) for foe in foes]


def blow_words(fighter: Fighter, foes: Sequence[Fighter], table: Table) -> tuple[str, ...]:
    """What of his blows against these foes, in a few words each."""
    return _words(_blows(fighter, foes, table), foes)


def _words(told: Sequence[Blows], foes: Sequence[Fighter]) -> tuple[str, ...]:
    first = told[0]
    if not first.strikes:
        return IDLE
    words = [f"{first.attacks} attack{'' if first.attacks == 1 else 's'}"]
    if first.only_sixes:
        words.append("hits on 6s only")
    rerolled = [foe.called for foe, one in zip(foes, told, strict=True) if one.rerolls]
    if rerolled:
        words.append(f"re-rolls misses against {' and '.join(rerolled)} in this first round")
    return tuple(words)
