from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarbandFactory, WarriorFactory, WarriorRuleFactory, full_warband


def test_the_owner_sees_his_warriors_with_profile_and_rules(as_owner, warband, priest, reeds):
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert "<h1>The Cold Coil</h1>" in page
    assert "Lizardmen" in page
    assert page.index("Heroes</h2>") < page.index("Tehenca") < page.index("Henchmen</h2>") < page.index("The Reeds")
    assert "× 4" in page
    assert "<b>5</b> warriors" in page
    for cell in ("<td>6</td>", "<td>7</td>", '<th scope="col">Ld</th>'):
        assert cell in page
    for chip in ("Leader 6″", "Cold Blooded", "Scaly Skin 6+"):
        assert f">{chip}</button>" in page


def test_each_rule_has_one_popover_with_its_summary_and_the_way_to_its_page(as_owner, warband, priest, reeds, rulebook):
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert page.count('id="r-cold-blooded"') == 1
    assert page.count('popovertarget="r-cold-blooded"') == 2
    assert 'href="/rules/cold-blooded/"' in page
    assert rulebook.entries["cold-blooded"].summary.split()[0] in page


def test_a_rule_given_by_hand_says_why(as_owner, priest):
    WarriorRuleFactory(warrior=priest, reason="Hit by a falling bell")
    page = as_owner.get(priest.warband.get_absolute_url()).content.decode()
    assert "Given by hand: Hit by a falling bell." in page


def test_a_rule_taken_by_hand_stays_struck_out_and_says_why(as_owner, priest):
    WarriorRuleFactory(warrior=priest, rule_id="cold-blooded", taken=True, reason="Warmed by the fire")
    page = as_owner.get(priest.warband.get_absolute_url()).content.decode()
    assert '<li class="mute hand">' in page
    assert "Taken away by hand: Warmed by the fire." in page


def test_a_silenced_rule_is_struck_out_and_says_by_what(as_owner, owner):
    undead = WarbandFactory(owner=owner, warband_type_id="undead")
    zombie = WarriorFactory(warband=undead, unit="zombie")
    WarriorRuleFactory(warrior=zombie, rule_id="stupidity")
    page = as_owner.get(undead.get_absolute_url()).content.decode()
    assert '<li class="mute hand">' in page
    assert "Silenced by Immune to Psychology" in page


def test_the_rules_of_the_whole_warband_stand_above_it(as_owner, warband, rulebook):
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert rulebook.warbands["lizardmen"].roster_rules
    assert page.index('aria-label="Rules of the warband"') < page.index("Saurus Rarity</button>")


def test_names_and_notes_are_never_markup(as_owner, warband):
    WarriorFactory(warband=warband, name="<script>alert(1)</script>", notes="<b>bold</b>")
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    assert "<script>alert" not in page
    assert "<b>bold" not in page


def test_an_empty_warband_says_what_to_do(as_owner, warband):
    assert "Nobody belongs to this warband yet" in as_owner.get(warband.get_absolute_url()).content.decode()


def test_a_warrior_whose_rule_left_the_book_is_still_shown(as_owner, priest, monkeypatch):
    from dataclasses import replace

    from rules import content as rules_content
    from warbands.rosters import sheet

    now = rules_content.current()
    poorer = {slug: rule for slug, rule in now.rulebook.rules.items() if slug != "stupidity"}
    later = replace(now, digest="later", units={}, rulebook=replace(now.rulebook, rules=poorer))
    monkeypatch.setattr(sheet, "content_for", lambda warband: later)
    WarriorRuleFactory(warrior=priest, rule_id="stupidity")
    page = as_owner.get(priest.warband.get_absolute_url())
    assert page.status_code == 200
    assert "Tehenca" in page.content.decode()
    assert "no longer hold this unit" in page.content.decode()


def test_what_comes_after_a_battle_is_one_tap_away(as_owner, warband, priest):
    page = as_owner.get(warband.get_absolute_url()).content.decode()
    for name in ("between", "visit"):
        assert f'href="{reverse(f"warbands:{name}", args=[warband.public_id])}"' in page


def test_htmx_gets_the_inner_part(as_owner, warband, priest):
    inner = as_owner.get(warband.get_absolute_url(), headers=HX).content.decode()
    assert "<html" not in inner
    assert inner.lstrip().startswith('<div id="roster">')


def test_what_a_browser_and_htmx_get_is_kept_apart(as_owner, warband):
    assert "HX-Request" in as_owner.get(warband.get_absolute_url())["Vary"]


def test_a_kept_card_follows_every_change(as_owner, warband, priest):
    as_owner.get(warband.get_absolute_url())
    priest.name = "Tehenca the Elder"
    priest.save()
    assert "Tehenca the Elder" in as_owner.get(warband.get_absolute_url()).content.decode()


def test_others_find_nothing(as_outsider, warband, priest):
    is_hidden_from(as_outsider, warband.get_absolute_url())


def test_anonymous_is_asked_to_sign_in(as_anonymous, warband):
    asks_to_sign_in(as_anonymous, warband.get_absolute_url())


def test_an_unknown_address_is_not_found(as_owner):
    assert as_owner.get(reverse("warbands:warband", args=["bcdfghjkmnpq"])).status_code == 404


def queries(client, url):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_queries_do_not_grow_with_the_warband(as_owner, owner):
    counts = {queries(as_owner, full_warband(owner, warriors=many).get_absolute_url()) for many in (5, 15, 40)}
    assert len(counts) == 1
    assert counts.pop() <= 10


def test_queries_do_not_grow_with_those_who_left(as_owner, owner):
    warband = full_warband(owner, warriors=12)
    before = queries(as_owner, warband.get_absolute_url())
    for warrior in warband.warriors.all()[:6]:
        warrior.removed_at = warrior.created
        warrior.save()
    assert queries(as_owner, warband.get_absolute_url()) == before
