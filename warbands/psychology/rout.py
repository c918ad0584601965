"""The warband's own Rout test: who is out, how the leader stands, and the situation that comes of it."""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from rules.engine.plans import Trial, TrialKind
from rules.engine.questions import Answers
from rules.engine.rout import count
from rules.engine.rout_leadership import equals
from rules.engine.situation import Fighter, Situation
from rules.engine.standing import holds_word
from rules.engine.vocabulary import Flag, Matter, Status, Verb

FLEEING = "fleeing"
STATES: tuple[tuple[str, str], ...] = (
    (Status.STANDING.value, "On his feet"),
    (FLEEING, "Fleeing"),
    (Status.KNOCKED_DOWN.value, "Knocked down"),
    (Status.STUNNED.value, "Stunned"),
    (Status.OUT_OF_ACTION.value, "Out of action"),
    (Status.FLED_OFF.value, "Fled off the table"),
    (Status.MISSING_GAME.value, "Misses this game"),
    (Status.BENCHED.value, "Left behind"),
)
DUE_BEFORE = "due_before"
PLAYERS = "players"
PROVIDER = "provider"


@dataclass(frozen=True, slots=True)
class Rank:
    """A line of the form: a warrior, or a group of ``models`` of whom some may be out."""

    key: str
    fighters: tuple[Fighter, ...]
    leads: bool

    @property
    def models(self) -> int:
        """How many models the line stands for."""
        return len(self.fighters)

    @property
    def name(self) -> str:
        """What the line is called: a group by its own name, without the number of a model."""
        first = self.fighters[0].called
        return first.rsplit(" ", 1)[0] if self.models > 1 else first


def ranks(situation: Situation) -> list[Rank]:
    """The lines of the form, the leader first."""
    grouped: dict[str, list[Fighter]] = {}
    for fighter in situation.sides[0].fighters:
        grouped.setdefault(fighter.id.split(".")[0], []).append(fighter)
    found = [
        Rank(key, tuple(fighters), holds_word(fighters[0], situation, Verb.HAS, Matter.COMMAND))
        for key, fighters in grouped.items()
    ]
    return sorted(found, key=lambda rank: not rank.leads)


def out_key(rank: Rank) -> str:
    """The key of the answer how many of a group are out of action."""
    return f"out:{rank.key}"


def state_key(rank: Rank) -> str:
    """The key of the answer how a single warrior stands."""
    return f"state:{rank.key}"


def _placed(rank: Rank, answers: Answers) -> Iterator[Fighter]:
    if rank.models == 1:
        state = str(answers.get(state_key(rank)) or rank.fighters[0].status.value)
        if state == FLEEING:
            yield rank.fighters[0].with_(add=(Flag.FLEEING,))
        else:
            yield replace(rank.fighters[0], status=Status(state))
        return
    out = int(answers.get(out_key(rank)) or 0)
    for number, fighter in enumerate(rank.fighters):
        yield replace(fighter, status=Status.OUT_OF_ACTION) if number < out else fighter


def tell(kind: TrialKind, situation: Situation, answers: Answers) -> tuple[Situation, Trial]:
    """The warband as the answers describe it, and its trial."""
    side = situation.sides[0]
    fighters = tuple(fighter for rank in ranks(situation) for fighter in _placed(rank, answers))
    side = replace(side, fighters=fighters, rout_required_ever=bool(answers.get(DUE_BEFORE)))
    told = replace(situation.with_side(side), players=int(answers.get(PLAYERS) or 2))
    chosen = str(answers.get(PROVIDER) or "")
    return told, Trial(kind, side.id, (chosen,) if chosen else ())


def providers(situation: Situation, answers: Answers) -> list[tuple[str, str]]:
    """Those among whom the player may choose whose Leadership is used, a group once; none while it is settled."""
    told, _ = tell(TrialKind.ROUT, situation, answers)
    side = told.sides[0]
    if not count(side, told).required:
        return []
    names = {fighter.id: rank.name for rank in ranks(told) for fighter in rank.fighters}
    found: dict[str, str] = {}
    for fighter in equals(side, told):
        found.setdefault(names[fighter.id], fighter.id)
    return [(fighter_id, name) for name, fighter_id in found.items()]
