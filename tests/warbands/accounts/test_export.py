"""All that is somebody's own, as one document."""

import json

import pytest
from django.apps import apps
from django.contrib.auth.models import User
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from rules.models import Suggestion
from tests.warbands.factories import CampaignFactory, EnrolmentFactory, WarbandFactory, full_warband
from warbands.accounts.exporting import TABLES, exported
from warbands.exchange.checking import read_document
from warbands.exchange.document import document_of
from warbands.exchange.reading_in import read_in
from warbands.models import Origin, TestRecord, Warband

NOT_HIS = {"rules", "reversion"}
"""Work on the content is the house's; what these apps keep of players is tested by itself."""

URL = "/accounts/data/export/"


def concrete(model):
    """The columns of a table."""
    return model._meta.concrete_fields  # noqa: SLF001 # Django's own way to ask


def told(client):
    answer = client.post(URL)
    assert answer.status_code == 200
    return json.loads(answer.content)


def test_it_is_one_json_file_with_all_that_is_his(as_owner, owner, warband, past):
    answer = as_owner.post(URL)
    assert answer["Content-Type"] == "application/json"
    assert answer["Content-Disposition"].startswith('attachment; filename="muster-owner-')
    assert "no-store" in answer["Cache-Control"]
    document = json.loads(answer.content)
    assert document["format"] == "muster-account-1"
    assert document["account"]["name"] == "owner"
    assert [one["document"]["warband"]["name"] for one in document["warbands"]] == ["The Cold Coil"]
    assert [(one["faces"], one["by_me"]) for one in document["tests"]] == [([1, 2], True), ([5, 6], True)]
    assert [one["faces"] for one in document["battle_events"]] == [[3, 4]]
    assert [one["role"] for one in document["memberships"]] == ["player"]
    assert [one["words"] for one in document["campaign_changes"]] == ["The campaign is running."]


def test_nothing_of_others_is_in_it(as_owner, past, mate, throw, fought):
    throw(past, 6, 6, 6, by=mate)
    fought(past)
    text = as_owner.post(URL).content.decode()
    assert "Da Red Teef" not in text
    assert "mate" not in text
    assert [6, 6, 6] not in [one["faces"] for one in json.loads(text)["tests"]]


def test_nothing_secret_is_in_it(as_owner, owner, secret, past):
    warband = Warband.objects.get(owner=owner)
    text = as_owner.post(URL).content.decode()
    assert owner.password not in text
    assert warband.link_hash
    assert warband.link_hash not in text


def test_each_warband_in_it_is_read_in_again_as_it_was(as_owner, owner, mate, past):
    full_warband(owner, warriors=7, name="The Second")
    for one in told(as_owner)["warbands"]:
        was = Warband.objects.get(public_id=one["public_id"])
        copy = read_in(document=read_document(json.dumps(one["document"])), owner=mate)
        assert document_of(copy) == document_of(was) == one["document"]


def test_it_costs_the_same_however_much_there_is(owner, mate, warband, past, throw, fought):
    def queries():
        with CaptureQueriesContext(connection) as captured:
            exported(owner)
        return len(captured)

    few = queries()
    for number in range(3):
        other = full_warband(owner, warriors=6, name=f"Number {number}")
        EnrolmentFactory(campaign=CampaignFactory(), warband=other)
        for _ in range(5):
            throw(other, 1, by=owner)
            fought(other, past)
    assert queries() == few == len(TABLES) + 7


def test_every_table_that_names_a_player_is_in_it():
    named = {
        model
        for model in apps.get_models()
        if any(field.related_model is User for field in concrete(model))
        and model.__module__.split(".")[0] not in NOT_HIS
        and model is not User.groups.through
        and model is not User.user_permissions.through
    }
    told = {table.model for table in TABLES.values()} | {Warband}
    assert named <= told, f"What is kept of a player there? {named - told}"


def test_every_field_of_a_test_is_in_it():
    fields = {field.name for field in concrete(TestRecord)}
    told = {path.split("__")[0].removesuffix("_id") for path in TABLES["tests"].fields} | {"public_id"}
    assert fields - told == {"id", "by", "client_key"}


# --- Whose it is ---


@pytest.mark.parametrize("name", ["own:data", "own:delete"])
def test_everybody_has_his_own_pages(as_owner, as_outsider, name):
    assert as_owner.get(reverse(name)).status_code == 200
    assert as_outsider.get(reverse(name)).status_code == 200


def test_another_gets_his_own_data_and_not_the_owners(as_outsider, past):
    assert "The Cold Coil" not in json.dumps(told(as_outsider)["warbands"])


@pytest.mark.parametrize("name", ["own:data", "own:export", "own:delete"])
def test_nobody_is_asked_to_sign_in(db, name):
    for answer in (Client().get(reverse(name)), Client().post(reverse(name))):
        assert answer.status_code == 302
        assert answer["Location"].startswith("/accounts/login/")


def test_it_is_sent_for_never_fetched_by_a_link(as_owner):
    assert as_owner.get(URL).status_code == 405


def test_the_page_says_what_is_in_it(as_owner, django_assert_num_queries):
    with django_assert_num_queries(2):
        page = as_owner.get(reverse("own:data")).content.decode()
    assert "Export everything" in page
    assert reverse("own:delete") in page


def test_deleted_warbands_are_told_too(owner, warband):
    Warband.objects.update(deleted_at=warband.created)
    (one,) = exported(owner)["warbands"]
    assert one["deleted"] == warband.created


def test_what_could_not_be_read_of_another_tools_file_is_told_him(owner, warband):
    Origin.objects.create(warband=warband, tool="Another", unread=["A halberd"], private=["My own words"])
    (one,) = exported(owner)["warbands"]
    assert one["unread"] == ["A halberd", "My own words"]


def test_what_he_suggested_for_the_rules_and_what_he_answered_others_is_told(owner, mate):
    common = {"kind": "rule", "slug": "leader", "name": "Leader", "state": "declined"}
    Suggestion.objects.create(text="Mine", answer="No", by=owner, handled_by=mate, **common)
    Suggestion.objects.create(text="His", answer="Not this", by=mate, handled_by=owner, **common)
    document = exported(owner)
    assert [(one["text"], one["answer"]) for one in document["suggestions"]] == [("Mine", "No")]
    (handled,) = document["suggestions_handled"]
    assert handled["answer"] == "Not this"
    assert "text" not in handled


def test_an_empty_account_has_empty_tables(stranger):
    WarbandFactory()
    document = exported(stranger)
    assert document["warbands"] == []
    assert {name for name in TABLES if document[name]} == set()
