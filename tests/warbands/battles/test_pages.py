"""Pages of a battle, for the cast: both players, a member of nothing, a spectator with the link, nobody."""

from uuid import uuid4

import pytest
from django.urls import reverse

from rules.engine.rulings import Rulings
from rules.models import RulebookVersion
from tests.warbands.doors import is_hidden_from
from tests.warbands.factories import HX, UserFactory, WarbandFactory, WarriorFactory
from warbands.battles import opening
from warbands.battles.keeping import let_watch
from warbands.doors import LINKS
from warbands.models import Battle


@pytest.fixture
def skaven(mate):
    """The other player's warband."""
    warband = WarbandFactory(owner=mate, name="Clan Skrit", warband_type_id="skaven-clan-eshin", sharing="public")
    WarriorFactory(warband=warband, unit="assassin-adept", name="Skritt")
    WarriorFactory(warband=warband, unit="verminkin", name="Tails", size=3)
    return warband


@pytest.fixture
def coil(owner):
    """The owner's warband: skinks who lead, and saurus."""
    warband = WarbandFactory(owner=owner, name="The Cold Coil")
    WarriorFactory(warband=warband, unit="skink-priest", name="Tlaq")
    WarriorFactory(warband=warband, unit="saurus-brave", name="Scales", size=4)
    return warband


@pytest.fixture
def battle(owner, coil, skaven):
    return opening.begin(by=owner, own=coil, against=skaven, client_key=uuid4(), rulings=Rulings())


def tap(client, battle, kind, *, htmx=False, seen=None, **fields):
    """Send a form of the board, as a browser or as htmx would."""
    battle.refresh_from_db()
    told = {"kind": kind, "key": str(uuid4()), "seen": battle.last if seen is None else seen, **fields}
    headers = HX if htmx else {}
    return client.post(reverse("warbands:battle-do", args=[battle.public_id]), told, headers=headers)


def addresses(battle):
    model = battle.muster["sides"][0]["fighters"][0]["id"]
    return [
        battle.get_absolute_url(),
        reverse("warbands:battle-log", args=[battle.public_id]),
        reverse("warbands:battle-rulings", args=[battle.public_id]),
        reverse("warbands:battle-model", args=[battle.public_id, model]),
    ]


@pytest.fixture
def as_mate(mate):
    from django.test import Client

    client = Client()
    client.force_login(mate)
    return client


def test_both_players_see_every_page(battle, as_owner, as_mate):
    for client in (as_owner, as_mate):
        for address in addresses(battle):
            assert client.get(address).status_code == 200, address


def test_a_stranger_finds_nothing(battle, stranger, client):
    client.force_login(stranger)
    for address in addresses(battle):
        is_hidden_from(client, address)
    for name in ("do", "since", "settings"):
        assert client.post(reverse(f"warbands:battle-{name}", args=[battle.public_id]), {}).status_code in {404, 405}
    assert client.get(reverse("warbands:battle-since", args=[battle.public_id])).status_code == 404


def test_nobody_is_led_to_sign_in(battle, as_anonymous):
    for address in [*addresses(battle), reverse("warbands:battles"), reverse("warbands:battle-new")]:
        response = as_anonymous.get(address)
        assert response.status_code == 302
        assert response["Location"].startswith("/accounts/login/")


def test_whoever_has_the_spectators_link_watches_and_touches_nothing(battle, owner, as_anonymous):
    let_watch(battle=battle, by=owner, token="open sesame")
    session = as_anonymous.session
    session[LINKS] = [Battle.objects.get().link_hash]
    session.save()
    page = as_anonymous.get(battle.get_absolute_url()).content.decode()
    assert "you are watching" in page
    assert 'method="post"' not in page
    assert as_anonymous.get(reverse("warbands:battle-since", args=[battle.public_id]), {"seen": 0}).status_code == 204
    assert tap(as_anonymous, battle, "begin", side="a").status_code == 302  # signing in first
    let_watch(battle=battle, by=owner, token="")
    assert as_anonymous.get(battle.get_absolute_url()).status_code == 302
    assert Battle.objects.get().last == 0


def test_a_spectator_who_is_signed_in_may_not_act(battle, owner, stranger, client):
    let_watch(battle=battle, by=owner, token="open sesame")
    client.force_login(stranger)
    session = client.session
    session[LINKS] = [Battle.objects.get().link_hash]
    session.save()
    assert client.get(battle.get_absolute_url()).status_code == 200
    assert tap(client, battle, "begin", side="a").status_code == 403


@pytest.mark.parametrize("htmx", [False, True])
def test_a_tap_does_its_deed_and_shows_the_board(battle, as_owner, htmx):
    response = tap(as_owner, battle, "begin", htmx=htmx, side="a")
    assert response.status_code == (200 if htmx else 302)
    page = response if htmx else as_owner.get(response["Location"])
    assert "Turn 1 · The Cold Coil to move" in page.content.decode()
    battle.refresh_from_db()
    assert battle.last == 1


@pytest.mark.parametrize("htmx", [False, True])
def test_a_stale_tap_is_refused_with_the_state_as_it_is(battle, as_owner, as_mate, htmx):
    tap(as_owner, battle, "begin", side="b")
    response = tap(as_mate, battle, "next", htmx=htmx, seen=0)
    assert response.status_code == 409
    assert "The battle has moved on since you last looked" in response.content.decode()
    assert "Turn 1 · Clan Skrit to move" in response.content.decode()
    battle.refresh_from_db()
    assert battle.last == 1


@pytest.mark.parametrize("htmx", [False, True])
def test_what_cannot_be_is_refused_beside_its_form_and_keeps_what_was_typed(battle, as_owner, htmx):
    model = battle.muster["sides"][0]["fighters"][0]["id"]
    tap(as_owner, battle, "begin", side="a")
    tap(as_owner, battle, "ask", who=model, test="leadership")
    battle.refresh_from_db()
    import json

    trial = json.dumps(battle.state["pending"][0])
    place = f"due-leadership-{model}".replace(".", "-")
    told = {"trial": trial, "how": "typed", "face-1": "7", "face-2": "3", "face-3": "1", "place": place}
    response = tap(as_owner, battle, "test", htmx=htmx, **told)
    page = response.content.decode()
    assert response.status_code == 422
    assert "A die shows 1 to 6, not 7." in page
    assert 'value="7"' in page


def test_the_board_says_who_may_charge_and_who_may_not(battle, as_owner, as_mate):
    model = battle.muster["sides"][0]["fighters"][0]["id"]
    tap(as_owner, battle, "begin", side="a")
    tap(as_owner, battle, "put", who=model, status="stunned")
    for kind in ("recover", "next"):
        tap(as_owner, battle, kind)
    for client in (as_owner, as_mate):
        page = client.get(battle.get_absolute_url()).content.decode()
        assert "Who may charge (4 of 5)" in page
        assert "He is knocked down and cannot charge" in page


def test_each_acts_for_his_own_side(battle, as_owner, as_mate):
    tap(as_owner, battle, "begin", side="a")
    assert tap(as_mate, battle, "next").status_code == 403
    assert tap(as_owner, battle, "next").status_code == 302


def test_a_form_that_is_none_of_ours_is_refused_in_words(battle, as_owner):
    for kind, fields in (
        ("nonsense", {}),
        ("test", {"trial": "no trial"}),
        ("next", {"key": "none"}),
        ("tell", {"answer": "near:x=far"}),
    ):
        response = tap(as_owner, battle, kind, **fields)
        assert response.status_code == 422
    assert tap(as_owner, battle, "next", seen="many").status_code == 422
    battle.refresh_from_db()
    assert battle.last == 0


@pytest.mark.parametrize("number", ["", "-1", "²", "one", "1" * 10, "1" * 5000])
def test_a_number_that_no_event_has_is_refused_or_left_out(battle, as_owner, number):
    tap(as_owner, battle, "begin", side="a")
    for kind, key in (("undo", "back_to"), ("agree", "event")):
        assert tap(as_owner, battle, kind, **{key: number}).status_code == 422
    for key in ("after", "before"):
        page = as_owner.get(reverse("warbands:battle-log", args=[battle.public_id]), {key: number})
        assert "Turn 1, The Cold Coil." in page.content.decode()
    battle.refresh_from_db()
    assert battle.last == 1


def test_an_unchanged_battle_answers_without_a_body_in_one_query(battle, as_owner, django_assert_num_queries):
    tap(as_owner, battle, "begin", side="a")
    address = reverse("warbands:battle-since", args=[battle.public_id])
    with django_assert_num_queries(3):  # the session, the user, the battle with who may watch it
        response = as_owner.get(address, {"seen": 1}, headers=HX)
    assert (response.status_code, response.content) == (204, b"")
    assert "Turn 1" in as_owner.get(address, {"seen": 0}, headers=HX).content.decode()


@pytest.mark.parametrize("models", [2, 12])
@pytest.mark.parametrize("events", [0, 9])
def test_the_board_costs_the_same_whatever_the_battle(
    owner, coil, skaven, as_owner, models, events, django_assert_num_queries
):
    WarriorFactory(warband=coil, unit="skink-brave", name="Little ones", size=models)
    battle = opening.begin(by=owner, own=coil, against=skaven, client_key=uuid4(), rulings=Rulings(), one_phone=True)
    tap(as_owner, battle, "begin", side="a")
    model = battle.muster["sides"][0]["fighters"][0]["id"]
    for number in range(events):
        tap(as_owner, battle, "put", who=model, status=("stunned", "standing")[number % 2])
    as_owner.get(battle.get_absolute_url())
    with django_assert_num_queries(5):
        as_owner.get(battle.get_absolute_url())


def test_the_board_says_that_the_rules_have_changed_and_costs_no_more_for_it(
    battle, as_owner, django_assert_num_queries
):
    said = f"It keeps those of version {battle.version_id[:12]}"
    assert said not in as_owner.get(battle.get_absolute_url()).content.decode()
    RulebookVersion.objects.create(digest="f" * 64, document={}, why="A mended rule")
    with django_assert_num_queries(5):
        page = as_owner.get(battle.get_absolute_url()).content.decode()
    assert said in page


def test_a_battle_is_begun_from_the_form(owner, coil, skaven, as_owner):
    address = reverse("warbands:battle-new")
    assert "Clan Skrit" in as_owner.get(address).content.decode()
    looked = as_owner.get(address, {"own": coil.public_id, "against": skaven.public_id, "key": ""})
    assert "Tails 3" in looked.content.decode()
    told = {"own": coil.public_id, "against": skaven.public_id, "key": str(uuid4())}
    response = as_owner.post(address, told)
    assert response.status_code == 302
    as_owner.post(address, told)
    battle = Battle.objects.get()
    assert response["Location"] == battle.get_absolute_url()
    assert {side.player.username for side in battle.sides.all()} == {"owner", "mate"}


def test_a_battle_may_be_fought_against_somebody_without_a_roster(coil, as_owner):
    told = {"own": coil.public_id, "against": "unlisted", "key": str(uuid4()), "foe_name": "Undead",
            "foe_models": "6", "foe_leadership": "9", "foe_causes_fear": "on", "ruling-ld_cap": "10"}  # fmt: skip
    page = as_owner.post(reverse("warbands:battle-new"), told, follow=True).content.decode()
    assert "Undead 6" in page
    battle = Battle.objects.get()
    assert battle.rulings == {"ld_cap": "10"}
    assert "the usual reading: No: 11 and more count as they are" in as_owner.get(addresses(battle)[2]).content.decode()


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"against": "same"}, "A warband does not fight itself."),
        ({"foe_models": "0"}, "greater than or equal to 1"),
        ({"foe_name": ""}, "Give them a name."),
        ({"own": "nobody"}, "Select a valid choice"),
    ],
)
def test_a_new_battle_that_cannot_be_is_refused_and_kept(coil, as_owner, wrong, words):
    told = {"own": coil.public_id, "against": "unlisted", "key": str(uuid4()), "foe_name": "Undead",
            "foe_models": "6", "foe_leadership": "9"} | wrong  # fmt: skip
    if told["against"] == "same":
        told["against"] = coil.public_id
    response = as_owner.post(reverse("warbands:battle-new"), told)
    assert response.status_code == 422
    assert words in response.content.decode()
    assert not Battle.objects.exists()


def test_only_the_starter_says_whose_phones_act(battle, as_owner, as_mate):
    address = reverse("warbands:battle-settings", args=[battle.public_id])
    assert as_mate.get(address).status_code == 403
    assert as_owner.post(address, {"one_phone": "yes"}).status_code == 302
    tap(as_owner, battle, "begin", side="b")
    assert tap(as_owner, battle, "next").status_code == 302
    assert as_owner.post(address, {"token": "forged"}).status_code == 422
    page = as_owner.get(address)
    link = as_owner.post(address, {"token": page.context["token"]}).context["link"]
    from django.test import Client

    watcher = Client()
    opened = watcher.post(reverse("warbands:link"), {"token": link.partition("#")[2]})
    assert opened["Location"] == battle.get_absolute_url()
    assert watcher.get(opened["Location"]).status_code == 200


def test_my_battles_are_listed_and_nobody_elses(battle, as_owner, as_mate, stranger, client):
    for mine in (as_owner, as_mate):
        assert "The Cold Coil against Clan Skrit" in mine.get(reverse("warbands:battles")).content.decode()
    client.force_login(stranger)
    assert "Clan Skrit" not in client.get(reverse("warbands:battles")).content.decode()
    other = UserFactory(username="other")
    client.force_login(other)
    assert "No battle yet" in client.get(reverse("warbands:battles")).content.decode()
