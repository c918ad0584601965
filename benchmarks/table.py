"""What was measured, in words."""

from collections.abc import Iterator
from http import HTTPStatus

from benchmarks.battles import FEW, MANY
from benchmarks.measuring import SIZES, Measured
from benchmarks.pages import Page

FIFTEEN_AT_MOST = 10
EACH_AT_MOST = 0.4
QUERIES_AT_MOST = 10
POLL_AT_MOST = 1.5
MICROSECONDS_AT_MOST = 50
MEGABYTES_AT_MOST = 150


def told(measured: Measured) -> str:
    """The whole run as text."""
    return "\n".join(
        [*_pages(measured), "", *_tests(measured), "", *_grown(measured), "", *_memory(measured), "", *_aims(measured)]
    )


def _pages(measured: Measured) -> Iterator[str]:
    yield f"{'page':<26}{'floors':>8}{'at best':>9}{'ms':>8}{'queries':>9}{'bytes':>10}"
    for page in [measured.floor, *measured.pages, measured.unseen]:
        times = f"{page.in_floors:>8.1f}{page.at_best:>9.1f}{page.milliseconds:>8.2f}"
        yield f"{page.name:<26}{times}{page.queries:>9}{page.size:>10}"
    yield f"The first roster after a start takes {measured.first:.0f} ms: the rules are read and compiled once."


def _tests(measured: Measured) -> Iterator[str]:
    yield f"{'plan + judge, microseconds':<26}{'median':>8}{'slowest':>9}{'standing not given':>20}{'tests':>7}"
    for row in measured.tests:
        yield f"{row.kind:<26}{row.typical:>8.0f}{row.slowest:>9.0f}{row.from_nothing:>20.0f}{row.tests:>7}"


def _grown(measured: Measured) -> Iterator[str]:
    yield f"{'what grows':<26}{'ms':>8}{'queries':>9}"
    for row in measured.grown:
        yield f"{row.name:<26}{row.milliseconds:>8.0f}{row.queries:>9}"


def _memory(measured: Measured) -> Iterator[str]:
    yield f"The worker holds {measured.memory:.0f} MB; {measured.fresh_memory:.0f} MB before it read the rules."


def _aims(measured: Measured) -> Iterator[str]:
    rosters = dict(zip(SIZES, measured.pages, strict=False))
    fifteen = rosters[15].in_floors
    yield _aim(f"roster of 15: {fifteen:.1f} floors", f"at most {FIFTEEN_AT_MOST}", fifteen <= FIFTEEN_AT_MOST)
    each = _each(rosters)
    yield _aim(f"each further warrior: {each:.2f} floors", f"at most {EACH_AT_MOST}", each <= EACH_AT_MOST)
    counts = {page.queries for page in rosters.values()}
    asked = "/".join(str(page.queries) for page in rosters.values())
    same = len(counts) == 1 and max(counts) <= QUERIES_AT_MOST
    yield _aim(f"queries at {'/'.join(map(str, SIZES))}: {asked}", f"the same, at most {QUERIES_AT_MOST}", same)
    yield from _battles(measured)
    asked = " ".join(f"{row.queries}" for row in measured.grown)
    pairs = zip(measured.grown[::2], measured.grown[1::2], strict=True)
    same = all(few.queries == many.queries for few, many in pairs)
    yield _aim(f"queries of what grows: {asked}", "each the same at both sizes", same)
    typical = max(row.typical for row in measured.tests)
    slowest = max(row.slowest for row in measured.tests)
    words = f"plan + judge: median {typical:.0f} microseconds of the slowest kind, {slowest:.0f} of the slowest warrior"
    yield _aim(words, f"under {MICROSECONDS_AT_MOST}", slowest < MICROSECONDS_AT_MOST)
    yield _aim(f"worker: {measured.memory:.0f} MB", f"under {MEGABYTES_AT_MOST}", measured.memory < MEGABYTES_AT_MOST)


def _battles(measured: Measured) -> Iterator[str]:
    few, many = ([page for page in measured.pages if page.name.endswith(f"2 × {models}")] for models, _ in (FEW, MANY))
    poll = next(page for page in many if page.status == HTTPStatus.NO_CONTENT)
    yield _aim(f"{poll.name}: {poll.in_floors:.1f} floors", f"at most {POLL_AT_MOST}", poll.in_floors <= POLL_AT_MOST)
    asked = [tuple(page.queries for page in pages) for pages in (few, many)]
    shown = " and ".join("/".join(map(str, one)) for one in asked)
    yield _aim(f"queries of a battle, few and many: {shown}", "the same", asked[0] == asked[1])


def _each(rosters: dict[int, Page]) -> float:
    few, _, many = SIZES
    return (rosters[many].in_floors - rosters[few].in_floors) / (many - few)


def _aim(found: str, aim: str, reached: bool) -> str:  # noqa: FBT001 - the last word of the line
    return f"{'ok  ' if reached else 'MISS'} {found} ({aim})"
