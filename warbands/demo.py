"""The demo warbands: between them every rule that touches a test is at work. Plain data, built by ``load_demo``."""

from dataclasses import dataclass, field
from uuid import UUID, uuid5

PASSWORD = "wyrdstone"  # noqa: S105 - printed for everybody, and refused where DEBUG is off
EDITOR = "ottilie"
ARBITER = "sigrid"
SPECTATOR = "till"

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
    """A demo warrior: his unit's short slug, his name, how many, what each carries, and the dice of his spells."""

    unit: str
    name: str
    size: int = 1
    notes: str = ""
    by_hand: tuple[ByHand, ...] = ()
    items: tuple[str, ...] = ()
    spells: tuple[int, ...] = ()


@dataclass(frozen=True)
class Demo:
    """A demo warband and its owner's name. ``won`` is the gold that earlier battles brought."""

    owner: str
    warband_type: str
    name: str
    notes: str
    members: tuple[Member, ...]
    won: int = 0
    stash: tuple[str, ...] = ()


WARBANDS = (
    Demo(
        "mathilde",
        "reikland-mercenaries",
        "The Iron Crowns",
        "A captain whose voice carries twelve inches, and men who listen.",
        (
            Member("mercenary-captain", "Captain Reinhold Brandt", items=("dagger", "sword", "light-armour", "helmet")),
            Member(
                "champion",
                "Dieter Halfhand",
                items=("dagger", "double-handed-weapon"),
                by_hand=(
                    ByHand("hatred", "The goblins took the other half of his hand.", {"target": "goblin"}),
                ),
            ),
            Member("youngblood", "Lukas", items=("dagger", "club-mace-hammer")),
            Member("warrior", "The Bridge Watch", 4, items=("dagger", "axe", "shield")),
            Member("marksman", "Brandt’s Eyes", 3, items=("dagger", "bow")),
            Member("swordsman", "Sons of Altdorf", 2, items=("dagger", "sword", "sword")),
        ),
        won=60,
        stash=("sword", "rope-and-hook"),
    ),
    Demo(
        "mathilde",
        "norse-marauders",
        "Storvald’s Wolves",
        "The wolves run only beside a Wulfen. Hakon must charge whatever comes near him.",
        (
            Member("jarl", "Jarl Storvald", items=("dagger", "sword", "shield", "helmet")),
            Member("berserker", "Hakon", items=("dagger", "double-handed-weapon")),
            Member("berserker", "Old Skarn", items=("dagger", "axe", "axe")),
            Member("wulfen", "Ulf the Grey"),
            Member("bondsman", "Grim", items=("dagger", "club-mace-hammer")),
            Member("marauder", "The Longship’s Crew", 3, items=("dagger", "axe", "shield")),
            Member("hunter", "Ivar and his Brothers", 2, items=("dagger", "bow")),
            Member("wolf", "Geri’s Pack", 2),
        ),
        won=200,
    ),
    Demo(
        "konrad",
        "lizardmen",
        "The Cold Coil",
        "Cold blood: three dice for Leadership, and the highest does not count.",
        (
            Member("skink-priest", "Tehenca", items=("dagger", "club-mace-hammer"), spells=(2,)),
            Member("saurus-totem-warrior", "Old Itz-Hua", items=("dagger", "sword", "shield")),
            Member("skink-great-crest", "Quilpi", items=("dagger", "javelins")),
            Member("skink-brave", "The Reeds", 4, items=("dagger", "javelins")),
            Member("saurus-brave", "Stone Jaws", 2, items=("dagger", "axe", "shield")),
            Member("kroxigor", "Mountain"),
        ),
        won=200,
    ),
    Demo(
        "konrad",
        "undead",
        "The Hollow Court",
        "Most of them fear nothing. The dregs fear everything, their masters first.",
        (
            Member("vampire", "Countess Isolde", items=("dagger", "sword")),
            Member("necromancer", "Magister Vohl", items=("dagger", "club-mace-hammer"), spells=(5,)),
            Member("dreg", "Stitch", items=("dagger", "club-mace-hammer")),
            Member(
                "dreg",
                "Lanky Pieter",
                items=("dagger", "spear"),
                by_hand=(
                    ByHand("stupidity", "A blow on the head in the third battle; the table agreed."),
                ),
            ),
            Member("zombie", "The Guild of Weavers", 3),
            Member("ghoul", "Cellar Folk", 3),
            Member("dire-wolf", "Isolde’s Hounds", 2),
        ),
        won=200,
    ),
    Demo(
        "konrad",
        "orc-mob",
        "Da Red Teef",
        "Count a fallen goblin as half an orc. Nobody counts the troll’s thoughts.",
        (
            Member("orc-boss", "Gorblad Redteef", items=("dagger", "axe", "light-armour")),
            Member("orc-shaman", "Old Mugwort", items=("dagger", "spear"), spells=(3,)),
            Member("orc-big-un", "Krump", items=("dagger", "double-handed-weapon")),
            Member("orc-boy", "Da Lads", 4, items=("dagger", "axe")),
            Member("goblin-warrior", "Snikkit’s Mates", 4, items=("dagger", "short-bow")),
            Member("cave-squig", "Bitey and Bitey", 2),
            Member("troll", "Lump"),
        ),
        won=250,
    ),
)  # fmt: skip


@dataclass(frozen=True)
class DemoCampaign:
    """The demo campaign: what holds in it, which warbands are in it, and what its arbiter ruled, each with a reason."""

    name: str
    description: str
    house_rules: str
    warbands: tuple[str, ...]
    rulings: tuple[tuple[str, str, str], ...]


CAMPAIGN = DemoCampaign(
    "The Long Winter",
    "We play on **Thursdays** above Otto’s. Newcomers borrow miniatures, and nobody reads rules aloud twice.",
    "- A die that leaves the table is rolled again.\n"
    "- Whoever names a rule he cannot find buys the next round.\n"
    "- Warbands rest between two battles: no warrior fights twice in one evening.",
    ("The Iron Crowns", "The Cold Coil", "Da Red Teef"),
    (
        ("ld_cap", "10", "Nobody at our table is braver than his own captain."),
        ("fear_multi", "once_per_turn", "Four wolves, four tests: it took all evening."),
    ),
)

PLAYERS = tuple(dict.fromkeys(demo.owner for demo in WARBANDS))
