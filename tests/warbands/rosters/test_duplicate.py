import re
from uuid import uuid4

import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorRuleFactory
from warbands.models import Sharing, Warband


@pytest.fixture
def url(warband):
    return reverse("warbands:duplicate", args=[warband.public_id])


def test_the_copy_has_everything_that_was_built(as_owner, url, warband, priest, reeds, owner):
    reeds.notes = "From the eastern pools"
    reeds.save()
    WarriorRuleFactory(warrior=priest, rule_id="hatred", arguments={"target": "orc-mob"}, reason="Old feud", by=owner)
    WarriorRuleFactory(warrior=priest, withdrawn_at=priest.created)
    response = as_owner.post(url, {"name": "The Second Coil"})
    copy = Warband.objects.exclude(pk=warband.pk).get()
    assert response["Location"] == copy.get_absolute_url()
    assert (copy.name, copy.notes, copy.owner, copy.warband_type_id) == (
        "The Second Coil", "Never trust Konrad", owner, "lizardmen"
    )  # fmt: skip
    first, second = copy.warriors.all()
    assert (first.name, first.experience) == ("Tehenca", 20)
    assert (second.name, second.size, second.notes) == ("The Reeds", 4, "From the eastern pools")
    change = first.rule_changes.get()
    assert (change.rule_id, change.arguments, change.reason, change.by) == (
        "hatred", {"target": "orc-mob"}, "Old feud", owner
    )  # fmt: skip
    assert {priest.public_id, reeds.public_id}.isdisjoint({first.public_id, second.public_id})


def test_those_who_left_and_tests_stay_behind_and_it_is_private(as_owner, url, warband, reeds, secret):
    reeds.removed_at = reeds.created
    reeds.save()
    as_owner.post(url, {"name": "The Second Coil"})
    copy = Warband.objects.exclude(pk=warband.pk).get()
    assert not copy.warriors.exists()
    assert not copy.tests.exists()
    assert (copy.sharing, copy.link_hash) == (Sharing.PRIVATE, "")


def test_changing_the_copy_leaves_the_first_alone(as_owner, url, warband, priest):
    as_owner.post(url, {"name": "The Second Coil"})
    Warband.objects.exclude(pk=warband.pk).get().warriors.update(name="Somebody else")
    priest.refresh_from_db()
    assert priest.name == "Tehenca"


def test_the_form_suggests_a_name_and_made_twice_it_is_one_copy(as_owner, url):
    page = as_owner.get(url).content.decode()
    assert 'value="Copy of The Cold Coil"' in page
    key = re.search(r'name="client_key" value="([^"]+)"', page)[1]
    for _ in range(2):
        assert as_owner.post(url, {"name": "Twin", "client_key": key}).status_code == 302
    assert Warband.objects.filter(name="Twin").count() == 1


def test_a_long_name_still_fits(as_owner, url, warband):
    warband.name = "x" * 80
    warband.save()
    assert f'value="Copy of {"x" * 72}"' in as_owner.get(url).content.decode()


def test_a_name_left_empty_is_refused(as_owner, url):
    response = as_owner.post(url, {"name": " ", "client_key": str(uuid4())})
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert Warband.objects.count() == 1


def test_htmx_gets_the_page_too(as_owner, url):
    assert as_owner.get(url, headers=HX).status_code == 200


def test_others_find_nothing(as_outsider, url):
    is_hidden_from(as_outsider, url, posts={"name": "Mine"})
    assert Warband.objects.count() == 1


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)
