import re

from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in
from warbands.models import Warband

URL = reverse("warbands:new")


def test_an_owner_starts_a_warband(as_owner, owner):
    response = as_owner.post(URL, {"warband_type": "lizardmen", "name": "The Cold Coil"})
    made = Warband.objects.get()
    assert (made.owner, made.warband_type_id, made.name) == (owner, "lizardmen", "The Cold Coil")
    assert response.status_code == 302
    assert response["Location"] == made.get_absolute_url()


def test_lists_are_grouped_by_grade(as_owner):
    page = as_owner.get(URL).content.decode()
    groups = re.findall(r'<optgroup label="([^"]+)">', page)
    assert groups[:2] == ["From the rulebook", "Official"]
    assert len(groups) == len(set(groups))


def test_the_same_form_sent_twice_makes_one_warband(as_owner):
    key = re.search(r'name="client_key" value="([^"]+)"', as_owner.get(URL).content.decode())[1]
    sent = {"warband_type": "lizardmen", "name": "The Cold Coil", "client_key": key}
    first, second = as_owner.post(URL, sent), as_owner.post(URL, sent)
    assert first["Location"] == second["Location"]
    assert Warband.objects.count() == 1


def test_what_was_typed_is_kept_where_something_is_missing(as_owner):
    response = as_owner.post(URL, {"warband_type": "", "name": "The Cold Coil"})
    page = response.content.decode()
    assert response.status_code == 422
    assert 'value="The Cold Coil"' in page
    assert 'aria-invalid="true"' in page
    assert not Warband.objects.exists()


def test_an_unknown_list_is_refused(as_owner):
    assert as_owner.post(URL, {"warband_type": "squirrels", "name": "Nuts"}).status_code == 422


def test_anonymous_is_asked_to_sign_in(as_anonymous):
    asks_to_sign_in(as_anonymous, URL)
    assert not Warband.objects.exists()
