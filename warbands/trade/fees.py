"""What a hired sword takes when he is hired and after each battle: gold, and what the player gives up besides."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from rules.content import Content
from rules.values import Fee, Unit, WarbandList
from warbands.models import Warband

SHARDS = ("shard of wyrdstone", "shards of wyrdstone")
TREASURES = ("treasure", "treasures")


@dataclass(frozen=True, slots=True)
class Given:
    """What is given up besides gold. Only the player knows whether he has it: it is asked, and noted in the ledger."""

    wyrdstone: int = 0
    treasure: int = 0

    def __bool__(self) -> bool:
        return bool(self.wyrdstone or self.treasure)

    def __add__(self, other: "Given") -> "Given":
        return Given(self.wyrdstone + other.wyrdstone, self.treasure + other.treasure)

    @property
    def words(self) -> str:
        """In words: ``1 shard of wyrdstone``; empty where it is nothing."""
        counted = ((self.wyrdstone, SHARDS), (self.treasure, TREASURES))
        return " and ".join(f"{many} {words[many > 1]}" for many, words in counted if many)

    @property
    def facts(self) -> dict[str, int]:
        """As an entry of the ledger keeps it."""
        return {name: many for name, many in (("wyrdstone", self.wyrdstone), ("treasure", self.treasure)) if many}


NOTHING = Given()


def units_on(warband: Warband, content: Content) -> list[Unit]:
    """The units of those on a roster: one query."""
    found = (content.units.get(row.unit_type_id) for row in warband.warriors.present())
    return [unit for unit in found if unit is not None]


def given_for(fee: Fee) -> Given:
    """What a fee asks besides gold."""
    return Given(fee.wyrdstone, fee.treasure)


def asked_of(fee: Fee, others: Iterable[Unit]) -> Fee:
    """A fee as it is beside the others of a roster: whoever minds a people of theirs takes more."""
    tags = {tag for unit in others for tag in unit.tags}
    dearer = [gold for people, gold in fee.beside if people in tags]
    return replace(fee, gold=max(dearer)) if dearer else fee


def paid_words(gold: int, given: Given) -> str:
    """What was paid, in words: ``30 gc and 1 shard of wyrdstone``, or ``nothing``."""
    return " and ".join(filter(None, [f"{gold} gc" if gold else "", given.words])) or "nothing"


def together(listed: WarbandList | None, units: Sequence[Unit]) -> int:
    """What a list takes after each battle for keeping certain peoples together; nothing where not all are there."""
    words = listed.hiring.upkeep_together if listed else ()
    kept = words and all(any(word in unit.tags for unit in units) for word in words)
    return listed.hiring.upkeep_gold if listed and kept else 0


def together_words(listed: WarbandList, content: Content) -> str:
    """Whom that is taken for."""
    return f"{' and '.join(content.word(word) for word in listed.hiring.upkeep_together)} together"
