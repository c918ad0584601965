"""Before the battle: who is fielded, who leads, what is wrong with a warband's rules, in which order things start."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from rules.engine.rout import threshold
from rules.engine.rulebook import Held, Rulebook
from rules.engine.rulings import Rulings
from rules.engine.sentences import Tag
from rules.engine.situation import Kind
from rules.engine.standing import Reason
from rules.engine.vocabulary import Matter, Verb


@dataclass(frozen=True, slots=True)
class Member:
    """A warrior of the roster: one model, or a group of ``size``."""

    id: str
    name: str = ""
    kind: Kind = Kind.HENCHMAN
    leadership: int = 7
    experience: int = 0
    size: int = 1
    tags: frozenset[str] = frozenset()
    held: tuple[Held, ...] = ()
    dead: bool = False
    misses_next: bool = False

    @property
    def called(self) -> str:
        """The name a player reads."""
        return self.name or self.id


@dataclass(frozen=True, slots=True)
class Muster:
    """Who takes part in the next battle: N for Rout, and who stays behind and why."""

    fielded: int
    benched: Mapping[str, Reason]
    missing: tuple[str, ...]
    keeps: tuple[str, ...]
    leaves: tuple[str, ...] = field(default=())

    @property
    def threshold(self) -> int:
        """How many warriors out of action bring a Rout test."""
        return threshold(self.fielded)


def muster(members: Sequence[Member], rulebook: Rulebook, rulings: Rulings) -> Muster:
    """Who is fielded. A pack without its companion is benched (rulings R-37 and R-38)."""
    living = [member for member in members if not member.dead]
    benched: dict[str, Reason] = {}
    leaves: list[str] = []
    for member in living:
        companion = _companion(member, rulebook)
        if not companion or member.misses_next:
            continue
        named = [other for other in living if other.id != member.id and _answers(other, companion, rulebook)]
        if any(not other.misses_next for other in named):
            continue
        if named:
            if rulings.pack_companion_missing == "benched":
                benched[member.id] = Reason(f"{named[0].called} misses this game", "pack-leader", "R-37")
        elif rulings.pack_without_companion == "stay_unused":
            benched[member.id] = Reason(f"No {companion} is left to lead the pack", "pack-leader", "R-38")
        else:
            leaves.append(member.id)
    absent = {member.id for member in living if member.misses_next} | set(benched) | set(leaves)
    return Muster(
        sum(member.size for member in living if member.id not in absent),
        benched,
        tuple(member.id for member in living if member.misses_next),
        tuple(member.id for member in living if member.id not in leaves),
        tuple(leaves),
    )


def _answers(member: Member, companion: str, rulebook: Rulebook) -> bool:
    return companion in member.tags or any(one.rule.slug == companion for one in rulebook.opened(member.held))


def _companion(member: Member, rulebook: Rulebook) -> str:
    for opened in rulebook.opened(member.held):
        for effect in opened.effects:
            if effect.verb is Verb.NEEDS and isinstance(effect.amount, Tag):
                return effect.amount.value(opened.arguments)
    return ""


def _has(member: Member, verb: Verb, matter: Matter, rulebook: Rulebook) -> Held | None:
    for opened in rulebook.opened(member.held):
        if any(effect.verb is verb and effect.matter is matter for effect in opened.effects):
            return opened.held
    return None


def faults(members: Iterable[Member], rulebook: Rulebook) -> list[tuple[str, Reason]]:
    """What the rules forbid in this roster: id of the warrior, and why."""
    found = []
    for member in members:
        leads = _has(member, Verb.HAS, Matter.COMMAND, rulebook)
        barred = _has(member, Verb.MAY_NOT, Matter.LEAD, rulebook)
        if leads and barred:
            name = rulebook.rules[barred.rule].name
            found.append((member.id, Reason(f"{member.called} may not be leader: {name}", barred.rule)))
    return found


def heirs(members: Iterable[Member], rulebook: Rulebook) -> list[Member]:
    """Who may lead after a leader's death: the heroes of the highest Leadership, then of the most experience.

    More than one is a tie that a D6 decides (psychology-spec, section 2). Those who may never lead are passed over.
    """
    fit = [
        member
        for member in members
        if member.kind is Kind.HERO
        and not member.dead
        and not _has(member, Verb.MAY_NOT, Matter.LEAD, rulebook)
        and not _has(member, Verb.HAS, Matter.COMMAND, rulebook)
    ]
    best = max(((member.leadership, member.experience) for member in fit), default=None)
    return [member for member in fit if (member.leadership, member.experience) == best]


def starting_spells(held: Iterable[Held], rulebook: Rulebook) -> int:
    """How many random spells a wizard starts with; holding the rule twice adds none."""
    most = 0
    for opened in rulebook.opened(tuple(held)):
        for effect in opened.effects:
            if effect.verb is Verb.HAS and effect.matter is Matter.STARTING_SPELLS:
                most = max(most, int(effect.number(opened.arguments)))
    return most


OPENING = ("deployment", "before_first_turn")


def opening(rules: Iterable[tuple[str, str]]) -> list[tuple[str, ...]]:
    """The order before the first turn (psychology-spec, section 12, from S3).

    ``rules`` are pairs of a name and when it acts: "deployment", or "before_first_turn" for one that acts before the
    game or at the beginning of the battle. The result is a list of steps; names in one step may go in any order.
    """
    by_moment: dict[str, list[str]] = {moment: [] for moment in OPENING}
    for name, moment in rules:
        by_moment[moment].append(name)
    steps: list[tuple[str, ...]] = [("both sides deployed",)]
    steps += [tuple(by_moment[moment]) for moment in OPENING if by_moment[moment]]
    return [*steps, ("roll for first turn",)]
