"""Files of other tools: what is read of them, what is shown, and what becomes of it."""

from pathlib import Path

import pytest

from tests.warbands.doors import asks_to_sign_in
from tests.warbands.exchange.conftest import zipped
from warbands.exchange.battlescribe import read_battlescribe
from warbands.exchange.drafts import Draft, Man
from warbands.exchange.proposing import proposed
from warbands.exchange.toolheim import read_toolheim
from warbands.models import Possession, Sharing, Warband, Warrior, WarriorRule

SAMPLES = Path(__file__).parent / "samples"
TOOLHEIM = (SAMPLES / "toolheim.yaml").read_bytes()
ROSTER = (SAMPLES / "mordheim.ros").read_bytes()
CONFIRM = "/warbands/import/confirm/"


def filled(response):
    """What a browser would send of the form on this page."""
    form = response.context["form"]
    posts: dict[str, object] = {}
    for field in form:
        value = field.value()
        if isinstance(value, bool):
            posts |= {field.html_name: "on"} if value else {}
        elif value is not None:
            posts[field.html_name] = value
    return posts


# --- What is read ----------------------------------------------------------------------------------------------------


def test_a_toolheim_file_is_read(rulebook):
    draft = read_toolheim(TOOLHEIM.decode())
    found = proposed(draft, rulebook)
    assert (draft.name, found.listed, draft.gold) == ("Die Eisernen Krähen", "reikland-mercenaries", 37)
    assert draft.notes == "Owe the ferryman\nNever play on Tuesdays"
    units = [one.unit.partition("--")[2] for one in found.men]
    assert units == ["mercenary-captain", "youngblood", "dwarf-troll-slayer", "swordsman", "marksman", ""]
    assert [one.man.size for one in found.men] == [1, 1, 1, 3, 2, 2]
    assert [one.man.experience for one in found.men] == [32, None, 3, 4, None, None]
    captain = found.men[0]
    gear = ["sword", "dagger", "pistol", "light-armour", "helmet"]
    assert [one.slug for one in captain.carried] == [*gear, "step-aside", "fear", "WS", "T"]
    assert [one.slug for one in captain.carried if one.brace] == ["pistol"]
    assert found.men[2].carried == ()  # a hired sword’s axes come with him


def test_nothing_of_a_toolheim_file_is_dropped_in_silence(rulebook):
    found = proposed(read_toolheim(TOOLHEIM.decode()), rulebook)
    lost = "\n".join((*found.lost, *(words for one in found.men for words in one.lost)))
    for words in (
        "Rating: 127",
        "Campaign points: 14",
        "Wyrdstone shards: 3",
        "Find the crypt",
        "Slew a Rat Ogre",
        "Tilean clock",
        "Combat, Shooting",
        "Hatred",
        "Save 5+",
        "Added to the rating: 5",
        "Experience: some",
        "colour: brown",
    ):
        assert words in lost


def test_a_roster_is_read(rulebook):
    draft = read_battlescribe(ROSTER)
    found = proposed(draft, rulebook)
    assert (draft.name, found.listed) == ("The Quick and the Dread", "skaven-clan-eshin")
    leader, group = found.men
    assert (leader.unit, leader.man.name, leader.man.experience) == (
        "skaven-clan-eshin--assassin-adept",
        "Snikkit",
        23,
    )
    assert [one.slug for one in leader.carried] == ["weeping-blades", "sling", "black-hunger"]
    assert (group.unit, group.man.size, group.man.experience) == ("skaven-clan-eshin--verminkin", 4, 6)
    assert [one.told for one in group.carried] == ["Club"]
    assert "Moon Rocket" in group.unread
    assert [one.slug for one in found.stash] == ["rope-and-hook"]
    assert "Campaign Options: Ruined Temple" in found.unread


def test_an_entry_may_be_spelt_in_many_ways(rulebook):
    draft = read_toolheim("Warband: X (Reikland)\nHeroes:\n  - Hero: (Captain)\n  - just a name\nhenchman: []\n")
    assert [(man.name, man.unit) for man in draft.men] == [("", "Captain"), ("just a name", "")]
    assert proposed(draft, rulebook).listed == "reikland-mercenaries"


# --- The two steps ---------------------------------------------------------------------------------------------------


@pytest.fixture(params=["toolheim.yaml", "mordheim.ros", "mordheim.rosz"])
def sample(request):
    name = request.param
    return name, zipped(ROSTER) if name.endswith("rosz") else (SAMPLES / name).read_bytes()


def test_a_file_is_shown_first_and_nothing_is_made(as_owner, send, sample):
    name, data = sample
    response = send(as_owner, data, name)
    assert response.status_code == 200
    assert "Could not be read" in response.content.decode()
    assert not Warband.objects.exists()


def test_what_is_confirmed_becomes_a_warband(as_owner, owner, send, sample):
    name, data = sample
    response = as_owner.post(CONFIRM, filled(send(as_owner, data, name)), follow=True)
    made = Warband.objects.get()
    assert response.redirect_chain[-1][0] == made.get_absolute_url()
    assert (made.owner, made.sharing) == (owner, Sharing.PRIVATE)
    assert made.warriors.count() == (5 if name.endswith("yaml") else 2)
    assert Possession.objects.filter(warrior__warband=made).exists()


def test_a_toolheim_warband_keeps_gold_experience_rules_and_its_lost_words(as_owner, send):
    as_owner.post(CONFIRM, filled(send(as_owner, TOOLHEIM, "krähen.yml")))
    made = Warband.objects.get()
    captain = made.warriors.get(name="Ulrich der Große")
    guard = made.warriors.get(name="Die Alte Garde")
    assert made.ledger.gold() == 37
    assert (captain.experience, guard.size, guard.experience) == (32, 3, 4)
    assert WarriorRule.objects.get(warrior=captain).rule_id == "fear"
    assert {row.quantity for row in guard.possessions.all()} == {3}
    assert guard.possessions.get(slug="dagger").free
    assert made.possessions.filter(warrior=None).count() == 3
    assert [(row.kind, row.slug) for row in captain.fortunes.acting()] == [
        ("skill", "step-aside"),
        ("advance", "WS"),
        ("advance", "T"),
    ]
    assert "Hatred" in captain.notes
    assert "Owe the ferryman" in made.notes
    assert "Wyrdstone shards: 3" in made.notes
    assert "Left out: 2 × The Menagerie (Dancing Bears): colour: brown" in made.notes


def test_what_is_changed_in_the_form_counts(as_owner, send):
    posts = filled(send(as_owner, ROSTER, "x.ros"))
    posts |= {"name": "Renamed", "gold": "12", "m0-name": "Squeek", "m0-carried": [], "m1-unit": "", "stash": []}
    posts.pop("keep")
    as_owner.post(CONFIRM, posts)
    made = Warband.objects.get()
    assert (made.name, made.ledger.gold(), made.notes) == ("Renamed", 12, "")
    assert [row.name for row in made.warriors.all()] == ["Squeek"]
    assert not made.possessions.exists()


def test_it_can_be_matched_with_another_list(as_owner, send):
    posts = filled(send(as_owner, ROSTER, "x.ros")) | {"listed": "skaven-clan-pestilens", "anew": "1", "name": "Mine"}
    response = as_owner.post(CONFIRM, posts)
    assert response.status_code == 200
    form = response.context["form"]
    assert form["listed"].value() == "skaven-clan-pestilens"
    assert form["name"].value() == "Mine"
    assert form["client_key"].value() == str(posts["client_key"])


def test_sent_twice_it_is_made_once(as_owner, send):
    posts = filled(send(as_owner, ROSTER, "x.ros"))
    for _ in range(2):
        assert as_owner.post(CONFIRM, posts).status_code == 302
    assert Warrior.objects.count() == 2


@pytest.mark.parametrize(
    "wrong",
    [
        {"m1-size": "6"},
        {"m1-size": "0"},
        {"m0-unit": "undead--vampire"},
        {"m0-experience": "-1"},
        {"gold": "-5"},
        {"listed": "teapots"},
        {"name": ""},
        {"m0-carried": ["item.cannon.0"]},
    ],
)
def test_what_the_roster_refuses_is_said_beside_its_field(as_owner, send, wrong):
    posts = filled(send(as_owner, ROSTER, "x.ros")) | wrong
    response = as_owner.post(CONFIRM, posts)
    assert response.status_code == 422
    assert "errorlist" in response.content.decode()
    assert not Warband.objects.exists()


def test_a_draft_is_good_for_its_reader_alone_and_unbroken(as_owner, send, stranger, client):
    posts = filled(send(as_owner, ROSTER, "x.ros"))
    client.force_login(stranger)
    assert client.post(CONFIRM, posts)["Location"] == "/warbands/import/"
    assert as_owner.post(CONFIRM, posts | {"draft": posts["draft"][:-3] + "abc"})["Location"] == "/warbands/import/"
    assert as_owner.get(CONFIRM)["Location"] == "/warbands/import/"
    assert not Warband.objects.exists()


def test_anonymous_is_asked_to_sign_in(as_anonymous):
    asks_to_sign_in(as_anonymous, CONFIRM)


def test_names_are_never_markup(as_owner, send):
    bad = TOOLHEIM.replace("Ulrich der Große".encode(), b"<script>alert(1)</script>")
    page = send(as_owner, bad, "x.yaml").content.decode()
    assert "<script>alert" not in page
    assert "&lt;script&gt;alert(1)" in page


def test_a_draft_travels_whole():
    draft = Draft("Toolheim", "A", men=[Man("B", gear=["C"], stats={"M": "4"})])
    assert Draft.opened(draft.sealed(7), 7) == draft
    assert Draft.opened(draft.sealed(7), 8) is None


def test_the_character_nought_is_left_out(as_owner, send):
    data = b'warband: "A\\0B (Reikland)"\nheros: ["C\\0 (Youngblood)"]\nodd: "\\0"\nnotes: "N\\0"\n'
    response = send(as_owner, data, "x.yaml")
    assert response.status_code == 200
    assert response.context["form"]["name"].value() == "AB"
    as_owner.post(CONFIRM, filled(response))
    assert Warband.objects.get().notes.startswith("N")
