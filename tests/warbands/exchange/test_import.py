"""Reading a document in: what becomes of it, and what is said of one that cannot be read."""

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in
from tests.warbands.factories import HX, WarriorFactory
from warbands.models import Possession, Sharing, Warband, Warrior

URL = "/warbands/import/"


def told(**parts):
    return {
        "format": "muster-warband-1",
        "warband": {"list": "lizardmen", "name": "The Read"},
        "warriors": [{"unit": "lizardmen--skink-priest", "name": "Tehenca"}],
        **parts,
    }


def changed(change):
    document = told(
        possessions=[{"slug": "dagger", "warrior": 1}],
        ledger=[{"kind": "opening", "amount": 500, "words": "Starting gold"}],
    )
    change(document)
    return document


def test_a_document_becomes_a_private_warband_of_whoever_sends_it(as_owner, owner, send):
    response = send(as_owner, told(possessions=[{"slug": "dagger", "warrior": 1, "free": True}]), follow=True)
    made = Warband.objects.get()
    assert response.status_code == 302
    assert response["Location"] == made.get_absolute_url()
    assert (made.owner, made.sharing, made.name) == (owner, Sharing.PRIVATE, "The Read")
    assert Possession.objects.get().warrior == Warrior.objects.get()
    page = as_owner.get(made.get_absolute_url()).content.decode()
    assert "Tehenca" in page
    assert "The Read is read in" in page


def test_a_belonging_that_the_book_does_not_hold_is_kept_and_said(as_owner, send):
    things = [{"slug": "dagger", "warrior": 1}, {"slug": "daggre", "warrior": 1}]
    page = send(as_owner, told(possessions=things), follow=True)
    page = as_owner.get(page["Location"]).content.decode()
    assert "“daggre”" in page
    assert "“dagger”" not in page
    assert Possession.objects.count() == 2


def test_sent_twice_it_is_read_in_once(as_owner, send):
    key = "0b5b43a4-59f4-4c2f-a2a6-3f7a8f5e4a52"
    for _ in range(2):
        assert send(as_owner, told(), client_key=key).status_code == 302
    assert Warband.objects.count() == 1


def test_somebody_elses_warband_can_be_read_in_and_is_a_copy(as_owner, warband, priest, stranger, client, send):
    document = as_owner.get(reverse("warbands:document", args=[warband.public_id])).content
    client.force_login(stranger)
    send(client, document)
    assert {row.owner for row in Warband.objects.all()} == {warband.owner, stranger}
    assert Warrior.objects.filter(warband=warband).count() == 1


REFUSED = {
    "no warband": (lambda d: d.pop("warband"), "$: “warband” is missing"),
    "unknown key": (lambda d: d["warband"].update(gold=5), "$.warband: “gold” is not known here"),
    "wrong type": (lambda d: d["warriors"][0].update(size="two"), "$.warriors[0].size: This must be a whole number"),
    "too many": (lambda d: d["warriors"][0].update(size=21), "$.warriors[0].size: 21 is too large: at most 20"),
    "not a number but true": (lambda d: d["warriors"][0].update(experience=True), "$.warriors[0].experience"),
    "blank name": (lambda d: d["warband"].update(name="  "), "$.warband.name"),
    "long name": (lambda d: d["warband"].update(name="x" * 81), "$.warband.name: This is too long: at most 80"),
    "no list": (lambda d: d["warband"].update(list="teapots"), "$.warband.list: There is no list “teapots”"),
    "no unit": (lambda d: d["warriors"][0].update(unit="lizardmen--dragon"), "$.warriors[0].unit: There is no unit"),
    "another list": (lambda d: d["warriors"][0].update(unit="undead--vampire"), "is not of the list “lizardmen”"),
    "a hero in plural": (lambda d: d["warriors"][0].update(size=2), "$.warriors[0].size: Skink Priest is always one"),
    "no rule": (lambda d: d["warriors"][0].update(rules=[{"rule": "x", "reason": "y"}]), "There is no rule “x”"),
    "bad argument": (
        lambda d: d["warriors"][0].update(rules=[{"rule": "hatred", "arguments": {"target": "tea"}, "reason": "y"}]),
        "$.warriors[0].rules[0].arguments",
    ),
    "no moment": (lambda d: d["warriors"][0].update(left="2026-13-77T99:99:99Z"), "$.warriors[0].left"),
    "a naive moment": (lambda d: d["warriors"][0].update(left="2026-01-01T10:00:00"), "a moment looks like"),
    "nobody's": (lambda d: d["possessions"][0].update(warrior=7), "$.possessions[0].warrior: There is no warrior 7"),
    "an upgrade in the stash": (
        lambda d: d["possessions"][0].update(warrior=None, kind="upgrade"),
        "Only an item lies in the stash",
    ),
    "below nothing": (lambda d: d["ledger"][0].update(amount=-1), "$.ledger[0].amount"),
    "opens twice": (lambda d: d["ledger"].append(d["ledger"][0]), "$.ledger[1].kind"),
    "undoes the future": (
        lambda d: d["ledger"].append({"kind": "undo", "amount": 0, "words": "x", "undoes": 9}),
        "$.ledger[1].undoes",
    ),
    "undoes the opening": (
        lambda d: d["ledger"].append({"kind": "undo", "amount": -500, "words": "x", "undoes": 1}),
        "cannot be taken back",
    ),
    "a change of another's row": (
        lambda d: d["ledger"].append(
            {
                "kind": "buy",
                "amount": 0,
                "words": "x",
                "changes": [
                    {"row": "possession", "place": 5, "was": None, "now": {"warrior": 1, "quantity": 1, "gone": False}}
                ],
            }
        ),
        "$.ledger[1].changes[0].place",
    ),
    "a change of no shape": (
        lambda d: d["ledger"].append(
            {
                "kind": "buy",
                "amount": 0,
                "words": "x",
                "changes": [{"row": "warrior", "place": 1, "was": None, "now": 3}],
            }
        ),
        "$.ledger[1].changes[0].now",
    ),
    "half a letter": (lambda d: d["warband"].update(notes="\ud800"), "$.warband.notes: There is a character"),
    "half a letter where a slug should be": (lambda d: d["warband"].update(list="a\ud800"), "$.warband.list"),
    "half a letter as a key": (lambda d: d["warband"].update({"a\ud800": 1}), "is not known here"),
    "the character nought": (lambda d: d["warband"].update(notes="a\0b"), "$.warband.notes: There is a character"),
}


@pytest.mark.parametrize("case", list(REFUSED))
def test_a_bad_document_says_what_is_wrong_and_where_and_changes_nothing(as_owner, send, case):
    change, words = REFUSED[case]
    response = send(as_owner, changed(change))
    assert response.status_code == 422
    assert words.replace("'", "&#x27;") in response.content.decode()
    assert not Warband.objects.exists()


TEXTS = {
    "empty": (b"", "empty"),
    "no JSON": (b'{"format": ', "This is not JSON"),
    "a list": (b"[]", "This must be an object"),
    "other JSON": (b'{"name": "x"}', "no warband of ours"),
    "nested without end": (b'{"a":' * 100_000, "nested far too deeply"),
    "a deep list": (b'{"format":"muster-warband-1","warriors":' + b"[" * 900 + b"]" * 900 + b"}", "$"),
    "a fraction": (b'{"format": 1.5}', "1.5"),
    "not a number": (b'{"format": NaN}', "NaN"),
    "a number of no end": (b'{"format": ' + b"9" * 5000 + b"}", "number in it"),
    "twice": (b'{"format": 1, "format": 2}', "stands twice"),
    "another encoding": ('{"format": "Ä"}'.encode("latin-1"), "not in UTF-8"),
    "utf-16": ('{"format": "x"}'.encode("utf-16"), "not in UTF-8"),
    "a picture": (b"\x89PNG\r\n\x1a\n", "it should be JSON"),
    "really a zip": (b"PK\x03\x04", "inside it is a zip"),
    "really XML": (b"<roster/>", "inside it is XML"),
}


@pytest.mark.parametrize("case", list(TEXTS))
def test_what_is_no_document_is_refused_in_words(as_owner, send, case):
    data, words = TEXTS[case]
    response = send(as_owner, data)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Warband.objects.exists()


def test_no_file_at_all_is_said_beside_the_field(as_owner):
    response = as_owner.post(URL, {})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()


def test_fifty_megabytes_are_refused_before_they_are_read(as_owner, send, monkeypatch):
    from django.http.multipartparser import MultiPartParser

    monkeypatch.setattr(MultiPartParser, "parse", lambda self: pytest.fail("It was parsed."))
    response = send(as_owner, b"{" * (50 * 1024 * 1024))
    assert response.status_code == 413
    assert "larger than 2 MB" in response.content.decode()


def test_a_little_too_large_is_refused_too(as_owner, send):
    response = send(as_owner, b"{" * (2 * 1024 * 1024 + 1))
    assert response.status_code == 422
    assert "larger than 2 MB" in response.content.decode()


def test_a_form_without_its_token_is_refused(owner, rulebook):
    from django.test import Client

    client = Client(enforce_csrf_checks=True)
    client.force_login(owner)
    assert client.post(URL, {}).status_code == 403
    assert client.get(URL).status_code == 200


def test_many_errors_are_told_at_once_but_not_without_end(as_owner, send):
    document = told(warriors=[{"unit": "x"}] * 100)
    page = send(as_owner, document).content.decode()
    assert page.count("“name” is missing") == 20


def test_names_are_never_markup(as_owner, send):
    send(as_owner, changed(lambda d: d["warband"].update(name="<script>alert(1)</script>")))
    assert "<script>alert" not in as_owner.get(Warband.objects.get().get_absolute_url()).content.decode()
    page = send(as_owner, changed(lambda d: d["warband"].update(list="<script>alert(1)"))).content.decode()
    assert "<script>alert" not in page


def test_anybody_who_is_signed_in_may_import(as_outsider):
    assert as_outsider.get(URL).status_code == 200
    assert as_outsider.get(URL, headers=HX).status_code == 200


def test_anonymous_is_asked_to_sign_in(as_anonymous):
    asks_to_sign_in(as_anonymous, URL)


def test_the_ways_to_it_are_there(as_owner, warband):
    WarriorFactory(warband=warband)
    assert URL in as_owner.get("/warbands/").content.decode()
    assert URL in as_owner.get("/warbands/new/").content.decode()
    assert "warband.json" in as_owner.get(warband.get_absolute_url()).content.decode()
