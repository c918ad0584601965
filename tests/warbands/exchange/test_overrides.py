"""What is let stand although the list forbids it goes out and comes back in, and stands again."""

import json

import pytest

from rules.content import current
from tests.warbands.factories import UserFactory
from warbands.exchange.checking import read_document
from warbands.exchange.document import document_of
from warbands.exchange.reading_in import read_in
from warbands.exchange.refusals import UnreadableError
from warbands.legality.overriding import override, withdraw
from warbands.legality.shown import legality_of
from warbands.models import LegalityOverride
from warbands.snapshots import changes_of


def let_everything_stand(warband, by):
    rows = list(warband.warriors.all())
    found = legality_of(warband, rows, changes_of(warband), current()).to_mend
    return [
        override(warband=warband, code=one.code, about=one.about, who=one.who, reason="We agreed", by=by)
        for one in found
    ]


def legality(warband):
    return legality_of(warband, list(warband.warriors.all()), changes_of(warband), current())


def test_what_is_let_stand_stands_in_the_copy_for_the_same_warrior(owner, warband, reeds):
    reeds.size = 9
    reeds.save()
    rows = let_everything_stand(warband, owner)
    withdraw(row=rows[0], by=owner)
    first = document_of(warband)
    assert {one["who"] for one in first["overrides"]} == {None, 1}
    copy = read_in(document=read_document(json.dumps(first)), owner=UserFactory())
    assert document_of(copy) == first
    assert legality(copy).words == legality(warband).words
    assert {one.who for one in LegalityOverride.objects.filter(warband=copy)} == {"", copy.warriors.get().public_id}


def told(**override):
    fields = {"code": "item-limit", "text": "Two banners", "reason": "We agreed", **override}
    return {
        "format": "muster-warband-1",
        "warband": {"list": "lizardmen", "name": "The Read"},
        "warriors": [{"unit": "lizardmen--skink-priest", "name": "Tehenca"}],
        "overrides": [fields],
    }


@pytest.mark.parametrize(
    ("wrong", "where", "words"),
    [
        ({"who": 2}, "$.overrides[0].who", "There is no warrior 2"),
        ({"reason": "one line\nitem-limit x y another"}, "$.overrides[0].reason", "it is one line"),
        ({"reason": " "}, "$.overrides[0].reason", "not a blank one"),
        ({"code": "two words"}, "$.overrides[0].code", "does not read as it should"),
        ({"about": "no such thing\n"}, "$.overrides[0].about", "does not read as it should"),
        ({"withdrawn": "2026-13-77T99:99:99Z"}, "$.overrides[0].withdrawn", "is no moment"),
    ],
)
def test_a_wrong_one_is_refused_where_it_stands(owner, rulebook, wrong, where, words):
    with pytest.raises(UnreadableError) as refused:
        read_in(document=read_document(json.dumps(told(**wrong))), owner=owner)
    assert [problem.at for problem in refused.value.problems] == [where]
    assert words in str(refused.value)


def test_the_same_is_not_let_stand_twice_but_may_have_been_withdrawn_before(owner, rulebook):
    document = told()
    again = dict(document["overrides"][0])
    document["overrides"] += [{**again, "withdrawn": "2026-01-01T10:00:00Z"}]
    assert read_in(document=read_document(json.dumps(document)), owner=owner).legality_overrides.count() == 2
    document["overrides"] += [again]
    with pytest.raises(UnreadableError, match="let stand already"):
        read_in(document=read_document(json.dumps(document)), owner=owner)
