import pytest
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarriorFactory


@pytest.fixture
def heroes(warband):
    return [WarriorFactory(warband=warband, name=name) for name in ("First", "Second", "Third")]


@pytest.fixture
def url(warband, heroes):
    return reverse("warbands:order", args=[warband.public_id])


def move(client, warrior, to, **options):
    url = reverse("warbands:move", args=[warrior.warband.public_id, warrior.public_id])
    return client.post(url, {"to": to}, **options)


def names(warband):
    return [warrior.name for warrior in warband.warriors.present()]


def test_a_warrior_moves_up_and_down(as_owner, warband, heroes):
    assert move(as_owner, heroes[2], "up")["Location"] == reverse("warbands:order", args=[warband.public_id])
    assert names(warband) == ["First", "Third", "Second"]
    move(as_owner, heroes[0], "down")
    assert names(warband) == ["Third", "First", "Second"]


def test_at_the_end_of_the_line_he_stays(as_owner, warband, heroes):
    move(as_owner, heroes[0], "up")
    move(as_owner, heroes[2], "down")
    assert names(warband) == ["First", "Second", "Third"]


def test_he_moves_among_his_own_kind_past_others_and_past_who_left(as_owner, warband):
    first = WarriorFactory(warband=warband, name="First")
    WarriorFactory(warband=warband, unit="skink-brave", name="Braves")
    gone = WarriorFactory(warband=warband, name="Gone")
    gone.removed_at = gone.created
    gone.save()
    last = WarriorFactory(warband=warband, name="Last")
    move(as_owner, last, "up")
    assert names(warband) == ["Last", "Braves", "First"]
    assert first.version == 1


def test_htmx_gets_the_list_again(as_owner, heroes):
    page = move(as_owner, heroes[1], "up", headers=HX).content.decode()
    assert page.lstrip().startswith('<div id="order">')
    assert page.index("Second") < page.index("First")


def test_the_page_shows_everybody_in_order(as_owner, url):
    page = as_owner.get(url).content.decode()
    assert page.index("First") < page.index("Second") < page.index("Third")
    assert 'aria-label="Second: up"' in page


def test_others_find_nothing(as_outsider, url, warband, heroes):
    is_hidden_from(as_outsider, url)
    assert move(as_outsider, heroes[2], "up").status_code == 404
    assert names(warband) == ["First", "Second", "Third"]


def test_anonymous_is_asked_to_sign_in(as_anonymous, url, heroes):
    asks_to_sign_in(as_anonymous, url)
    assert move(as_anonymous, heroes[2], "up").status_code == 302
