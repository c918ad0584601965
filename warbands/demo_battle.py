"""The demo battle: a turn and a half of dice that fell as they fall here every time, and then it is konrad's go."""

from collections.abc import Mapping
from dataclasses import dataclass, field

CROWNS, TEEF = "The Iron Crowns", "Da Red Teef"


@dataclass(frozen=True)
class Deed:
    """A deed of the demo battle: which warband's owner does it, and to whom, by name."""

    of: str
    kind: str
    names: Mapping[str, str] = field(default_factory=dict)
    more: Mapping[str, str | bool] = field(default_factory=dict)
    faces: tuple[int, ...] | None = None


@dataclass(frozen=True)
class Tests:
    """What is due is taken until nothing is, with these dice one after the other; each test by the side it is about."""

    faces: tuple[int, ...]


def _on(of: str, many: int = 1) -> tuple[Deed, ...]:
    return (Deed(of, "next"),) * many


PLAYED: tuple[Deed | Tests, ...] = (
    Deed(CROWNS, "begin", more={"side": "a"}),
    *_on(CROWNS, 3),
    # The crossing of the bridge: Brandt's archers shoot first.
    Deed(CROWNS, "put", {"who": "Bitey and Bitey 1", "by": "Brandt’s Eyes 2"}, {"status": "out_of_action"}),
    *_on(CROWNS, 3),
    # The troll follows a thought to its end; of the goblins one takes offence, and shoots at nobody.
    Tests((1, 2, 5, 3, 6, 2, 4, 1, 3, 2, 6)),
    *_on(TEEF),
    Deed(TEEF, "charge", {"who": "Krump", "targets": "Dieter Halfhand"}, {"in_range": True}),
    Deed(TEEF, "charge", {"who": "Lump", "targets": "Captain Reinhold Brandt"}, {"in_range": True}),
    Tests((3, 4)),
    *_on(TEEF, 2),
    Deed(TEEF, "put", {"who": "The Bridge Watch 4", "by": "Snikkit’s Mates 3"}, {"status": "out_of_action"}),
    *_on(TEEF),
    Deed(TEEF, "put", {"who": "Dieter Halfhand"}, {"status": "stunned"}),
    *_on(TEEF, 2),
    *_on(CROWNS, 6),
)
