"""The demo warbands: between them every rule that touches a test is at work. Plain data, built by ``load_demo``."""

from dataclasses import dataclass, field
from uuid import UUID, uuid5

PASSWORD = "wyrdstone"  # noqa: S105 - printed for everybody, and refused where DEBUG is off
EDITOR = "ottilie"

_KEYS = UUID("6f1f4a9e-3c62-4d0e-9a44-3f8f6a1f0c11")


def key_of(*names: str) -> UUID:
    """The key a demo row is made under, the same in every run: so it is made once."""
    return uuid5(_KEYS, "/".join(names))


@dataclass(frozen=True)
class ByHand:
    """A rule given by hand, or taken."""

    rule: str
    reason: str
    values: dict[str, int | str] = field(default_factory=dict)
    taken: bool = False


@dataclass(frozen=True)
class Member:
    """A demo warrior: his unit's short slug, his name, how many."""

    unit: str
    name: str
    size: int = 1
    notes: str = ""
    by_hand: tuple[ByHand, ...] = ()


@dataclass(frozen=True)
class Demo:
    """A demo warband and its owner's name."""

    owner: str
    warband_type: str
    name: str
    notes: str
    members: tuple[Member, ...]


WARBANDS = (
    Demo(
        "mathilde",
        "reikland-mercenaries",
        "The Iron Crowns",
        "A captain whose voice carries twelve inches, and men who listen.",
        (
            Member("mercenary-captain", "Captain Reinhold Brandt"),
            Member(
                "champion",
                "Dieter Halfhand",
                by_hand=(
                    ByHand("hatred", "The goblins took the other half of his hand.", {"target": "goblin"}),
                ),
            ),
            Member("youngblood", "Lukas"),
            Member("warrior", "The Bridge Watch", 4),
            Member("marksman", "Brandt’s Eyes", 3),
            Member("swordsman", "Sons of Altdorf", 2),
        ),
    ),
    Demo(
        "mathilde",
        "norse-marauders",
        "Storvald’s Wolves",
        "The wolves run only beside a Wulfen. Hakon must charge whatever comes near him.",
        (
            Member("jarl", "Jarl Storvald"),
            Member("berserker", "Hakon"),
            Member("berserker", "Old Skarn"),
            Member("wulfen", "Ulf the Grey"),
            Member("bondsman", "Grim"),
            Member("marauder", "The Longship’s Crew", 3),
            Member("hunter", "Ivar and his Brothers", 2),
            Member("wolf", "Geri’s Pack", 2),
        ),
    ),
    Demo(
        "konrad",
        "lizardmen",
        "The Cold Coil",
        "Cold blood: three dice for Leadership, and the highest does not count.",
        (
            Member("skink-priest", "Tehenca"),
            Member("saurus-totem-warrior", "Old Itz-Hua"),
            Member("skink-great-crest", "Quilpi"),
            Member("skink-brave", "The Reeds", 4),
            Member("saurus-brave", "Stone Jaws", 2),
            Member("kroxigor", "Mountain"),
        ),
    ),
    Demo(
        "konrad",
        "undead",
        "The Hollow Court",
        "Most of them fear nothing. The dregs fear everything, their masters first.",
        (
            Member("vampire", "Countess Isolde"),
            Member("necromancer", "Magister Vohl"),
            Member("dreg", "Stitch"),
            Member(
                "dreg",
                "Lanky Pieter",
                by_hand=(
                    ByHand("stupidity", "A blow on the head in the third battle; the table agreed."),
                ),
            ),
            Member("zombie", "The Guild of Weavers", 3),
            Member("ghoul", "Cellar Folk", 3),
            Member("dire-wolf", "Isolde’s Hounds", 2),
        ),
    ),
    Demo(
        "konrad",
        "orc-mob",
        "Da Red Teef",
        "Count a fallen goblin as half an orc. Nobody counts the troll’s thoughts.",
        (
            Member("orc-boss", "Gorblad Redteef"),
            Member("orc-shaman", "Old Mugwort"),
            Member("orc-big-un", "Krump"),
            Member("orc-boy", "Da Lads", 4),
            Member("goblin-warrior", "Snikkit’s Mates", 4),
            Member("cave-squig", "Bitey and Bitey", 2),
            Member("troll", "Lump"),
        ),
    ),
)  # fmt: skip

PLAYERS = tuple(dict.fromkeys(demo.owner for demo in WARBANDS))
