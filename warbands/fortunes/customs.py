"""Lists whose next leader is not found as others find theirs: what the rule of the list says of it, in one table.

Sources are those of the rules named: the entries of the Undead, the Lizardmen, the Black Orcs and the Pirates, and that
of the Black Orc Overseer among the hired swords.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from rules.content import Content
from rules.engine.mustering import Member
from rules.engine.situation import Kind
from rules.values import WarbandList
from warbands.holdings import leading_unit

OVERSEER = "whos-da-man"


@dataclass(frozen=True, slots=True)
class Custom:
    """What a list says of the next leader.

    ``first`` are units, or holders of a rule, who come before anybody else; with ``only`` nobody else may. ``gains``
    are rules that come with the lead. ``returns`` is the unit before whom an heir steps back once it is hired again.
    """

    rule: str
    words: str
    first: tuple[str, ...] = ()
    only: bool = False
    gains: tuple[str, ...] = ()
    returns: str = ""

    def puts_first(self, member: Member, unit: str, content: Content) -> bool:
        """Whether somebody comes before the others; ``unit`` is the short slug of his."""
        return unit in self.first or any(one.rule.slug in self.first for one in content.rulebook.opened(member.held))


CUSTOMS = (
    Custom(
        "undead--death-of-the-vampire",
        "A Necromancer takes command, and without one the warband falls apart. Once a new Vampire is bought, after the "
        "next battle, he gives it up.",
        first=("necromancer",),
        only=True,
        returns="vampire",
    ),
    Custom(
        "lizardmen--replacing-the-priest",
        "Nobody follows a Skink Priest: recruit another, once a battle was fought without a leader.",
        only=True,
    ),
    Custom(
        "black-orcs--da-boss-is-dead",
        "A Black Orc takes over before anybody else, however little experience he has, and gains Oi Behave!",
        first=("black-orcs--black-orc",),
        gains=("black-orcs--oi-behave",),
    ),
    Custom("pirates--succession", "A Mate takes command before anybody else.", first=("ships-mate",)),
)

OF_THE_OVERSEER = Custom(
    OVERSEER, "The Overseer leads once the boss is dead, and is paid as before.", first=(OVERSEER,), only=True
)


def custom_of(listed: WarbandList | None, members: Iterable[Member], content: Content) -> Custom | None:
    """What a warband's list, or somebody on its roster, says of the next leader; None where nothing is said."""
    if listed is None:
        return None
    leading = leading_unit(listed, content)
    if leading and "goblin" in leading.tags:
        for member in members:
            if member.kind is Kind.HIRED_SWORD and OF_THE_OVERSEER.puts_first(member, "", content):
                return OF_THE_OVERSEER
    rules = {held.rule for held in listed.roster_rules}
    return next((custom for custom in CUSTOMS if custom.rule in rules), None)
