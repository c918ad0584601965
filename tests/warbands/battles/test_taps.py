"""Taps on a model's sheet, for newcomers and at the end: they do what they say, and refused they lose nothing typed."""

import json
from uuid import uuid4

import pytest
from django.test import Client
from django.urls import reverse

from tests.warbands.battles.hand import due, play, settle, skip_all
from tests.warbands.factories import HX
from warbands.battles.keeping import let_one_phone, let_watch
from warbands.doors import LINKS

pytestmark = pytest.mark.django_db

BOTH_WAYS = pytest.mark.parametrize("htmx", [False, True], ids=["plain", "htmx"])


def signed_in(user):
    client = Client()
    client.force_login(user)
    return client


def tap(client, battle, kind, *, htmx=False, seen=None, **fields):
    """Send a form of the battle's pages, as a browser or as htmx would."""
    battle.refresh_from_db()
    told = {"kind": kind, "key": str(uuid4()), "seen": battle.last if seen is None else seen, **fields}
    address = reverse("warbands:battle-do", args=[battle.public_id])
    response = client.post(address, told, headers=HX if htmx else {}, follow=not htmx)
    battle.refresh_from_db()
    return response


def page(response):
    return " ".join(response.content.decode().split())


def sheet_of(client, battle, who):
    return page(client.get(reverse("warbands:battle-model", args=[battle.public_id, who])))


@pytest.fixture
def as_mate(mate):
    return signed_in(mate)


@pytest.fixture
def reed(battle):
    """The id of one of the mate's braves."""
    return battle.muster["sides"][1]["fighters"][1]["id"]


# --- Wounds -----------------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_a_wound_is_one_tap_of_either_player_and_after_the_last_his_injury_is_rolled_on_the_same_sheet(
    begun, as_owner, as_mate, lump, htmx
):
    assert "3 of 3 left" in sheet_of(as_mate, begun, lump)
    assert "Has one back" not in sheet_of(as_mate, begun, lump)
    tap(as_mate, begun, "wound", htmx=htmx, who=lump)
    tap(as_mate, begun, "wound", htmx=htmx, who=lump)
    tap(as_owner, begun, "wound", htmx=htmx, who=lump, on="no")
    assert "2 of 3 left" in sheet_of(as_owner, begun, lump)
    assert 'class="model-sheet' not in page(tap(as_mate, begun, "wound", htmx=htmx, who=lump))
    last = page(tap(as_mate, begun, "wound", htmx=htmx, who=lump))
    assert "None of 3 left: roll for his injury" in last
    assert "Injury die" in last
    assert begun.state["models"][lump]["wounds_lost"] == 3
    refused = tap(as_mate, begun, "wound", htmx=htmx, who=lump)
    assert refused.status_code == 422
    assert "He has no wound left to lose" in page(refused)


def test_whoever_has_one_wound_is_asked_for_none(begun, as_mate, reed):
    assert "Loses a wound" not in sheet_of(as_mate, begun, reed)


def test_the_sheet_tells_the_injury_chart_as_it_is_for_him(begun, owner, as_owner, reed):
    assert "1–2 knocked down, 3–4 stunned, 5–6 out of action; by a club: 1 knocked down, 2–4" in sheet_of(
        as_owner, begun, reed
    )
    play(begun, owner, "gain", who=reed, rule="hard-to-kill", until="end_of_battle")
    play(begun, owner, "gain", who=reed, rule="hard-head", until="end_of_battle")
    assert '<p class="soft">1–2 knocked down, 3–5 stunned, 6 out of action</p>' in sheet_of(as_owner, begun, reed)


# --- Who is near ------------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_who_is_within_reach_is_told_by_his_own_side_and_seen_by_both(begun, as_owner, as_mate, lump, reed, htmx):
    told = {"place": "near", "who": reed, "answer": f"near:{lump}", "inches": "7"}
    assert tap(as_owner, begun, "tell", htmx=htmx, **told).status_code == 403
    assert "Who is within reach" not in sheet_of(as_owner, begun, reed)
    tap(as_mate, begun, "tell", htmx=htmx, **told)
    tap(as_mate, begun, "tell", htmx=htmx, **told | {"answer": f"near:{reed[:-1]}2", "inches": "3.5"})
    shown = sheet_of(as_owner, begun, reed)
    assert "Lump: 7″, within his charge reach" in shown
    assert "The Reeds 2: 3.5″</li>" in shown
    tap(as_mate, begun, "tell", htmx=htmx, **told | {"inches": ""})
    assert "Lump: 7″" not in sheet_of(as_owner, begun, reed)


def test_a_leader_who_misses_the_game_has_no_sheet(begun, as_owner):
    absent = {**begun.muster["sides"][0]["fighters"][0], "id": "away"}
    begun.muster["sides"][0]["absent"] = [absent]
    begun.save()
    assert as_owner.get(reverse("warbands:battle-model", args=[begun.public_id, "away"])).status_code == 404


# --- Newcomers --------------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_a_model_joins_its_own_side_like_another_or_told_in_words(begun, owner, as_owner, as_mate, lump, htmx):
    assert "Joins Da Red Teef" in page(as_owner.get(begun.get_absolute_url()))
    assert "Joins Da Red Teef" not in page(as_mate.get(begun.get_absolute_url()))
    assert tap(as_mate, begun, "join", side="a", name="Spy", like=lump).status_code == 403
    tap(as_owner, begun, "join", htmx=htmx, side="a", name="Grub", like=lump, leadership="", rules="")
    told = {"side": "a", "name": "Ghast", "like": lump, "leadership": "7", "rules": "Cause Fear, undead"}
    shown = page(tap(as_owner, begun, "join", htmx=htmx, **told))
    assert "Ghast joins Da Red Teef." in shown
    joined = begun.state["joined"]["a"]
    assert [(one["name"], one["wounds"]) for one in joined] == [("Grub", 3), ("Ghast", 1)]
    assert [held["rule"] for held in joined[1]["held"]] == ["cause-fear", "undead"]
    let_one_phone(battle=begun, by=owner, one_phone=True)
    tap(as_owner, begun, "join", htmx=htmx, side="b", name="Egg", leadership="6")
    assert begun.state["joined"]["b"][0]["name"] == "Egg"


@BOTH_WAYS
def test_a_newcomer_who_cannot_be_is_refused_beside_the_field_and_kept(begun, as_owner, htmx):
    good = {"name": "Ghast", "leadership": "7", "rules": "Cause Fear"}
    for field, value, words in (
        ("leadership", "many", "Type a Leadership from 1 to 12."),
        ("rules", "Cause Fear, tap dancing", "No rule is called “tap dancing”."),
        ("name", " ", "Give a name of at most 80 letters."),
    ):
        told = good | {field: value}
        refused = tap(as_owner, begun, "join", htmx=htmx, side="a", place="join-a", **told)
        assert refused.status_code == 422, field
        assert f'id="join-a-{field}_error"><li>{words}' in page(refused)
        for typed in told.values():
            assert f'value="{typed}"' in page(refused), field
    assert begun.state["joined"] == {}


# --- The end ----------------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_at_the_end_who_took_whom_out_is_filled_in_as_far_as_known_and_may_be_mended(
    begun, owner, as_owner, as_mate, lump, reed, htmx
):
    priest = begun.muster["sides"][1]["fighters"][0]["id"]
    boss = begun.muster["sides"][0]["fighters"][0]["id"]
    play(begun, owner, "put", who=lump, status="out_of_action", by=reed)
    play(begun, owner, "put", who=reed, status="out_of_action")
    form = page(as_mate.get(begun.get_absolute_url()))
    assert f'<option value="{reed}" selected>' in form
    told = {"outcome-a": "won", "outcome-b": "won", f"out-by-{lump}": priest, f"out-by-{reed}": boss}
    refused = tap(as_mate, begun, "end", htmx=htmx, place="ending", **told)
    assert refused.status_code == 422
    assert 'id="ending-outcome-a_error"><li>One side won and the other lost or routed, or both drew.' in page(refused)
    assert f'<option value="{priest}" selected>' in page(refused)
    over = tap(as_mate, begun, "end", htmx=htmx, place="ending", **told | {"outcome-a": "lost"})
    assert "Lump (Da Red Teef), by Tehenca" in page(over)
    assert begun.state["models"][reed]["out_by"] == boss
    assert "Joins Da Red Teef" not in page(as_owner.get(begun.get_absolute_url()))


# --- Who may ----------------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_strangers_find_nothing_and_who_watches_does_nothing(begun, owner, stranger, lump, htmx):
    taps = [
        ("wound", {"who": lump}),
        ("join", {"side": "a", "name": "Spy", "like": lump}),
        ("end", {"outcome-a": "lost", "outcome-b": "won"}),
        ("undo", {"back_to": "1", "place": "log"}),
    ]
    client, before = signed_in(stranger), begun.last
    for kind, fields in taps:
        assert tap(client, begun, kind, htmx=htmx, **fields).status_code == 404
    let_watch(battle=begun, by=owner, token="open sesame")
    begun.refresh_from_db()
    session = client.session
    session[LINKS] = [begun.link_hash]
    session.save()
    for kind, fields in taps:
        assert tap(client, begun, kind, htmx=htmx, **fields).status_code == 403
    for name, args in (("battle", ()), ("battle-log", ()), ("battle-model", (lump,))):
        shown = client.get(reverse(f"warbands:{name}", args=[begun.public_id, *args])).content.decode()
        assert 'method="post"' not in shown, name
    assert begun.last == before


# --- Refused on a sheet -----------------------------------------------------------------------------------------------

REFUSED = {
    "injure": (
        {"how": "typed", "face-1": "7", "by": "<foe>", "concussion": "yes"},
        "face-1",
        "A die shows 1 to 6, not 7.",
    ),
    "put": ({"status": "out_of_action", "by": "<mate>"}, "by", "Choose which foe did it."),
    "contact": ({"foe": ""}, "foe", "Choose a model."),
    "tell": ({"place": "near", "answer": "near:<foe>", "inches": "far"}, "inches", "Type a number of inches."),
    "ask": ({"test": "fear_charged", "foe": "<mate>", "reason": "a curse"}, "foe", "Choose a foe of his."),
    "gain": ({"rule": "Tap dancing", "until": "end_of_turn", "why": "a spell"}, "rule", "No rule has this name."),
}


@BOTH_WAYS
def test_a_tap_refused_on_a_sheet_comes_back_there_with_what_was_typed(begun, as_owner, lump, reed, htmx):
    boss = begun.muster["sides"][0]["fighters"][0]["id"]
    for kind, (fields, field, words) in REFUSED.items():
        told = {key: value.replace("<foe>", reed).replace("<mate>", boss) for key, value in fields.items()}
        refused = tap(as_owner, begun, kind, htmx=htmx, who=lump, **told)
        shown = page(refused)
        assert refused.status_code == 422, kind
        assert ('id="battle"' in shown) is htmx
        assert '<div class="model-sheet">' in shown
        assert f'id="{fields.get("place", kind)}-{field}_error"><li>{words}' in shown
        assert 'aria-invalid="true"' in shown
        for key in set(told) & {"face-1", "inches", "reason", "rule", "why"}:
            assert f'name="{key}" value="{told[key]}"' in shown
        for key in set(told) & {"until", "test"}:
            assert f'<option value="{told[key]}" selected>' in shown
        if kind == "injure":
            assert shown.count(f'<option value="{reed}" selected>') == 1
            assert 'name="concussion" id="injure-concussion" checked' in shown
    assert begun.last == 1


@BOTH_WAYS
def test_what_hangs_on_no_field_is_said_on_top_of_the_sheet(begun, as_owner, reed, htmx):
    refused = tap(as_owner, begun, "drop", htmx=htmx, who=reed, rule="frenzy")
    assert refused.status_code == 422
    sheet = page(refused).partition('<div class="model-sheet" data-focus>')[2]
    assert "He has nothing of that for a time." in sheet.partition("Injury die")[0]


def test_what_hangs_on_a_field_that_is_not_there_is_said_on_top_too(begun, owner, as_owner, lump, reed):
    play(begun, owner, "put", who=lump, status="out_of_action")
    refused = tap(as_owner, begun, "contact", who=lump, foe=reed)
    assert refused.status_code == 422
    assert "Both must be on the table." in page(refused)


# --- Charges ----------------------------------------------------------------------------------------------------------


@BOTH_WAYS
def test_a_refused_charge_keeps_who_and_whom(begun, owner, as_owner, reed, htmx):
    settle(begun, owner, [1, 1])
    skip_all(begun, owner)
    play(begun, owner, "next")
    goblin = begun.muster["sides"][0]["fighters"][-1]["id"]
    told = {"who": goblin, "targets": reed, "too": "", "interceptor": reed, "range": "out", "place": "charge"}
    refused = tap(as_owner, begun, "charge", htmx=htmx, **told)
    shown = page(refused)
    assert refused.status_code == 422
    assert 'id="charge-interceptor_error"><li>Choose another of the side that is charged.' in shown
    form = shown[shown.index('id="charge"') :]
    assert f'<option value="{goblin}" selected>' in form
    assert form.count(f'<option value="{reed}" selected>') == 2
    assert 'value="out" id="charge-range" checked' in form
    assert '<details id="charge-more" open>' in form


# --- Too late ---------------------------------------------------------------------------------------------------------

LATE: tuple[tuple[str, dict[str, str], str], ...] = (
    ("next", {}, ""),
    ("begin", {"side": "a"}, ""),
    ("undo", {}, ""),
    ("undo", {"back_to": "1", "place": "log"}, ""),
    ("agree", {"event": "1"}, ""),
    ("all", {"step": "stupidity"}, ""),
    ("test", {"place": "<card>", "trial": "<trial>", "how": "typed", "face-1": "6", "face-2": "5"}, 'value="6" aria'),
    ("tell", {"place": "near", "who": "<lump>", "answer": "near:<reed>", "inches": "7"}, 'name="inches" value="7"'),
    ("gain", {"who": "<lump>", "rule": "Frenzy", "why": "a song"}, 'name="why" value="a song"'),
    ("wound", {"who": "<lump>"}, ""),
    ("put", {"who": "<lump>", "flag": "hidden"}, ""),
    ("join", {"side": "a", "name": "Grub", "place": "join-a"}, 'name="name" value="Grub"'),
    ("end", {"outcome-a": "lost", "outcome-b": "won", "place": "ending"}, '<option value="lost" selected>'),
    ("recover", {"could": "<lump>"}, ""),
)


@BOTH_WAYS
def test_a_tap_made_too_late_does_nothing_and_says_what_has_happened_since(begun, mate, as_owner, lump, reed, htmx):
    trial = due(begun)[0]
    card = f"due-stupidity-{lump}".replace(".", "-")
    play(begun, mate, "put", who=reed, flag="hidden")
    known = {"<lump>": lump, "<reed>": reed, "<card>": card, "<trial>": json.dumps(trial)}
    for kind, fields, kept in LATE:
        told = fields
        for word, value in known.items():
            told = {key: text.replace(word, value) for key, text in told.items()}
        late = tap(as_owner, begun, kind, htmx=htmx, seen=1, **told)
        shown = page(late)
        assert late.status_code == 409, kind
        assert "The battle has moved on since you last looked" in shown, kind
        assert '<li value="2">The Reeds 1 is hidden.</li>' in shown, kind
        assert kept in shown, kind
        assert ('name="seen" value="2"' in shown) is (told.get("place") != "log"), kind
    assert begun.last == 2


@BOTH_WAYS
def test_who_missed_much_is_sent_to_all_of_it(begun, mate, as_owner, reed, htmx):
    for number in range(7):
        play(begun, mate, "put", who=reed, flag="hidden", on=bool(number % 2))
    log = f'{reverse("warbands:battle-log", args=[begun.public_id])}?after=1"'
    shown = page(tap(as_owner, begun, "next", htmx=htmx, seen=1))
    assert "All 7 of them" in shown
    assert log in shown
    address = reverse("warbands:battle-since", args=[begun.public_id])
    assert log in as_owner.get(address, {"seen": 1}, headers=HX).content.decode()
    assert "All that happened since" not in as_owner.get(address, {"seen": 2}, headers=HX).content.decode()
