"""The page that gives a warband out as a document, and the schema of that."""

import json

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from


@pytest.fixture
def url(warband):
    return reverse("warbands:document", args=[warband.public_id])


def test_its_owner_gets_it_as_a_file_that_names_its_schema(as_owner, url, priest):
    response = as_owner.get(url)
    assert response["Content-Type"] == "application/json; charset=utf-8"
    assert response["Content-Disposition"] == 'attachment; filename="the-cold-coil.json"'
    told = json.loads(response.content)
    assert told["$schema"] == "http://testserver/warbands/schema/warband-1.json"
    assert told["warband"]["notes"] == "Never trust Konrad"
    assert [one["name"] for one in told["warriors"]] == ["Tehenca"]


def test_readers_may_not_for_notes_are_in_it(as_reader, url):
    assert as_reader.get(url).status_code in {302, 403}
    assert b"Konrad" not in as_reader.get(url).content


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)


def test_anybody_reads_the_schema(client, db):
    response = client.get("/warbands/schema/warband-1.json")
    assert response["Content-Type"].startswith("application/schema+json")
    assert json.loads(response.content)["properties"]["format"] == {"const": "muster-warband-1"}


def test_the_schema_says_its_version_on_the_page_of_imports_too(as_owner, client, db):
    version = json.loads(client.get("/warbands/schema/warband-1.json").content)["version"]
    assert f"version {version}" in as_owner.get("/warbands/import/").content.decode()


def test_it_takes_the_same_queries_however_large(as_owner, owner, django_assert_num_queries):
    from tests.warbands.factories import full_warband

    for many in (3, 12):
        warband = full_warband(owner, warriors=many)
        # session, user, warband, warriors, belongings, what befell them, ledger, rules by hand, what is let stand
        with django_assert_num_queries(9):
            as_owner.get(reverse("warbands:document", args=[warband.public_id]))
