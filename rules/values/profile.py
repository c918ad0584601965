"""The nine characteristics."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Profile:
    """The nine characteristics. Movement may be text: the cave squig's is 2D6."""

    m: int | str
    ws: int
    bs: int
    s: int
    t: int
    w: int
    i: int
    a: int
    ld: int

    @property
    def cells(self) -> tuple[tuple[str, int | str], ...]:
        """Names and values, in the order they are printed."""
        values = (self.m, self.ws, self.bs, self.s, self.t, self.w, self.i, self.a, self.ld)
        return tuple(zip(("M", "WS", "BS", "S", "T", "W", "I", "A", "Ld"), values, strict=True))
