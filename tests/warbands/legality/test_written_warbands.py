"""One legal and one illegal starting warband of every list, written by hand."""

import pytest

from tests.warbands.legality.book import LISTS, entries, full, price, printed, written
from warbands.legality.checker import check

pytestmark = pytest.mark.parametrize("slug", LISTS)


def test_a_legal_starting_warband_is_found_legal(slug, book):
    assert check(book.warbands[slug], entries(slug, written(slug)["legal"], book), book) == ()


def test_it_can_be_paid_for(slug):
    assert 0 < price(slug, written(slug)["legal"]) <= printed(slug)["starting_gold"]


def test_an_illegal_one_is_found_to_be_wrong_in_just_the_ways_it_is(slug, book):
    found = check(book.warbands[slug], entries(slug, written(slug)["illegal"], book), book)
    expected = set()
    for code, who, *about in written(slug)["found"]:
        word = about[0] if about else ""
        if code in {"unit-min", "unit-max", "not-more-than", "at-most-per", "needs-companion"}:
            word = full(slug, word)
        if code == "sword-twice":
            word = f"hired-swords--{word}"
        expected.add((code, word, who))
    assert {finding.key for finding in found if finding.error} == expected
    for finding in found:
        assert finding.text.endswith(".")
        if finding.who:
            assert finding.who in finding.text
