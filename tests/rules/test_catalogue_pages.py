"""The public pages of the catalogue: open to everybody, linked with one another, searchable, quick, without scripts."""

import re

import pytest
from django.urls import reverse

from rules.attaching import EQUIPMENT, SKILLS, SPELLS, SWORDS, UPGRADES
from tests.rules.catalogue import load_catalogue

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
PAGES = (
    "/rules/items/",
    "/rules/items/sword/",
    "/rules/upgrades/",
    "/rules/upgrades/marks/",
    "/rules/skills/",
    "/rules/skills/fury/",
    "/rules/skill-lists/runes/",
    "/rules/spells/",
    "/rules/spells/shield/",
    "/rules/spell-lists/prayers/",
    "/rules/hired-swords/",
    "/rules/hired-swords/seer/",
    "/rules/lists/norse/",
    "/rules/lists/norse/jarl/",
    "/rules/cutting/",
)


@pytest.fixture(autouse=True)
def book(tmp_path):
    return load_catalogue(tmp_path)


def text(response, status=200):
    assert response.status_code == status
    return " ".join(response.content.decode().split())


def plain(response):
    """What a reader sees of it."""
    return " ".join(re.sub(r"<[^>]+>", " ", response.content.decode()).split())


@pytest.mark.parametrize("address", PAGES)
def test_anybody_may_read_it_in_two_queries(client, django_assert_num_queries, address):
    text(client.get(address))
    with django_assert_num_queries(2):
        client.get(address)


@pytest.mark.parametrize("address", PAGES)
def test_somebody_signed_in_reads_it_in_three(client, alice, django_assert_num_queries, address):
    client.force_login(alice)
    client.get(address)
    wording = address == "/rules/cutting/"
    with django_assert_num_queries(3 + wording):  # the session, its user, the digest, and of a rule its full wording
        client.get(address)


@pytest.mark.parametrize("address", PAGES)
def test_every_page_leads_to_the_parts_of_the_rules_and_says_its_address(client, address):
    page = text(client.get(address))
    for part in ("rules:index", "rules:lists", "rules:items", "rules:skills", "rules:spells", "rules:hired-swords"):
        assert f'href="{reverse(part)}"' in page
    if address.count("/") > 3:
        assert f'data-copy="http://testserver{address}"' in page
        assert f'<link rel="canonical" href="http://testserver{address}">' in page


@pytest.mark.parametrize("address", PAGES)
def test_every_link_within_the_rules_leads_somewhere(client, alice, address):
    client.force_login(alice)  # nobody else suggests corrections
    for link in set(re.findall(r'href="(/rules/[^"]*)"', text(client.get(address)))):
        place, _, anchor = link.partition("#")
        page = text(client.get(place))
        assert not anchor or f'id="{anchor}"' in page, link


@pytest.mark.parametrize(
    "room", ["items", "upgrades", "skills", "skill-lists", "spells", "spell-lists", "hired-swords"]
)
def test_what_is_not_there_is_not_found(client, room):
    assert client.get(f"/rules/{room}/nonsense/").status_code == 404
    assert client.post(f"/rules/{room}/nonsense/").status_code == 405
    assert client.get("/rules/lists/norse/nobody/").status_code == 404


def test_the_catalogue_stands_where_content_says(client):
    del client
    for where, name in ((EQUIPMENT, "items"), (SKILLS, "skills"), (SPELLS, "spells"), (UPGRADES, "upgrades")):
        assert where.address == reverse(f"rules:{name}")
    assert SWORDS.address == reverse("rules:hired-swords")


class TestSearch:
    @pytest.mark.parametrize(
        ("room", "query", "found"),
        [
            ("items", "swo", ["Sword"]),
            ("items", "PARRY", ["Sword"]),
            ("items", "hide wolf", ["Wolf Hide"]),
            ("items", "dragon", []),
            ("skills", "tough", ["Tough"]),
            ("skills", "once a battle", ["Fury"]),
            ("spells", "wet", ["Storm"]),
            ("spells", "prayers", ["Hymn", "Shield", "Storm"]),
            ("hired-swords", "magic resistance", ["Seer"]),
            ("upgrades", "claw", ["Claw"]),
        ],
    )
    def test_it_finds_by_name_and_by_what_it_does(self, client, room, query, found):
        response = client.get(f"/rules/{room}/", {"q": query}, follow=True)
        assert [line.name for line in response.context["found"]] == found


class TestItem:
    def test_it_shows_price_rarity_and_for_whom(self, client):
        page = plain(client.get("/rules/items/hide/"))
        for words in (
            "20 + 2D6 × 10 gc",
            "rare 9",
            "only Northmen; never Ghoul",
            "Norse 15 gc, rare 7",
            "6+",
            "1 for each",
        ):
            assert words in page

    def test_it_shows_what_it_gives_and_to_whom(self, client):
        page = plain(client.get("/rules/items/sword/"))
        for words in ("Parry", "May parry a blow.", "Cutting Edge", "the attacks made with it", "user’s + 1"):
            assert words in page
        assert "When used: the warband, for the battle, −1 I" in plain(client.get("/rules/items/mead/"))

    def test_html_in_a_text_is_text(self, client):
        assert "as &lt;i&gt;long&lt;/i&gt; as" in text(client.get("/rules/items/sword/"))

    def test_it_shows_who_sells_it_and_for_how_much(self, client):
        page = plain(client.get("/rules/items/sword/"))
        assert "Norse Heroes' arms: the list’s name for Sword 10 gc" in page.replace("&#x27;", "'")
        assert 'href="/rules/lists/norse/#equipment-heroes"' in text(client.get("/rules/items/sword/"))
        assert "rare 7; Heroes only; Norse only 25 + D6 gc" in plain(client.get("/rules/items/hide/"))

    def test_it_shows_where_sources_differ(self, client):
        page = plain(client.get("/rules/items/sword/"))
        assert page.index("How long is it?") < page.index("An arm.") < page.index("holds here") < page.index("Two.")
        assert "disputed" in page

    def test_a_mount_has_its_profile(self, client):
        assert "Craven the mount" in plain(client.get("/rules/items/horse/"))
        assert 'class="profile"' in text(client.get("/rules/items/horse/"))


class TestSkillsAndSpells:
    def test_a_skill_shows_what_it_asks_for_and_gives(self, client):
        page = plain(client.get("/rules/skills/fury/"))
        assert "Needs the leader and Tough; not together with Calm; never Ghouls" in page
        assert "When used: whoever has it, until his next turn." in page
        assert "When it is learnt: What calms him?" in plain(client.get("/rules/skills/calm/"))

    def test_a_list_shows_its_skills_and_who_learns_them(self, client):
        page = plain(client.get("/rules/skill-lists/runes/"))
        assert page.index("Fury") < page.index("Tough") < page.index("Who learns from it") < page.index("Jarl")
        assert "Seer" in plain(client.get("/rules/skill-lists/combat/"))

    def test_a_spell_shows_its_roll_difficulty_and_effect(self, client):
        page = plain(client.get("/rules/spells/shield/"))
        for words in ("1 on the die", "Difficulty 7", "When it succeeds: the caster, until his next turn.", "Pious"):
            assert words in page
        assert "As Storm" in plain(client.get("/rules/spells/hymn/"))
        assert "Always succeeds" in plain(client.get("/rules/spells/storm/"))

    def test_a_list_shows_its_spells_and_who_casts_them(self, client):
        page = plain(client.get("/rules/spell-lists/prayers/"))
        assert (
            page.index("1 · Shield")
            < page.index("Always · Hymn")
            < page.index("Who casts from it")
            < page.index("Seer")
        )

    def test_upgrades_show_cost_effect_and_who_takes_them(self, client):
        page = plain(client.get("/rules/upgrades/marks/"))
        for words in ("Claw 20 gc", "+1 S", "Cutting Edge", "Only Jarl", "Who takes them Jarl Norse"):
            assert words in page


class TestHiredSword:
    def test_he_shows_fee_upkeep_rating_gear_and_spells(self, client):
        page = plain(client.get("/rules/hired-swords/seer/"))
        for words in (
            "35 + D6 gc to hire",
            "15 gc upkeep",
            "16 rating",
            "Staff; Wolf Hide or Cloak, Brave",
            "knows 2 at random",
        ):
            assert words in page
        assert "20 gc beside any Beast" in page
        assert "Magic Resistance 1" in page

    def test_he_shows_who_may_hire_him(self, client):
        page = plain(client.get("/rules/hired-swords/seer/"))
        assert "Only Northmen; never Ghouls Norse" in page
        assert "as the roster stands" in plain(client.get("/rules/hired-swords/butcher/"))


class TestList:
    def test_search_finds_lists_and_their_units(self, client):
        page = text(client.get("/rules/lists/?q=beasts", follow=True))
        assert '<a href="/rules/lists/norse/beast/"><b>Beast</b>' in page
        assert "Warriors</span> Norse, 20 gc</small></a>" in page
        assert "Jarl" not in plain(client.get("/rules/lists/"))

    def test_it_shows_what_it_sells_limits_and_hires(self, client):
        page = plain(client.get("/rules/lists/norse/")).replace("&#x27;", "'")
        for words in (
            "Heroes' arms",
            "Dagger the first one free 2 gc",
            "a brace; Heroes only; later at the price of the chart 30 gc",
            "Jarl only; later 40 gc 20 gc",
            "Beast: not more than Jarl.",
            "Beast: at most 2 for each human.",
            "Hired swords: 2",
            "What they find later",
        ):
            assert words in page

    def test_a_unit_shows_what_it_buys_learns_and_has(self, client):
        page = plain(client.get("/rules/lists/norse/jarl/"))
        assert "Casts Prayers knows Hymn, 1 at random" in page
        assert "May take Marks when recruited; 2 at most" in page
        assert "Has Wolf Hide" in plain(client.get("/rules/lists/norse/beast/"))


def test_a_rule_shows_what_gives_it(client):
    page = text(client.get("/rules/cutting/"))
    assert '<a href="/rules/items/">Equipment</a>' in page
    assert '<a href="/rules/items/sword/">Sword</a> <small>the attacks made with it</small>' in page
    assert '<a href="/rules/upgrades/marks/#claw">Claw</a>' in page
    assert '<a href="/rules/hired-swords/seer/">Seer</a>' in text(client.get("/rules/magic-resistance/"))


def test_before_anything_is_loaded_pages_say_what_to_do(client, monkeypatch):
    from rules.content import EMPTY, Content

    monkeypatch.setattr("rules.catalogue.shelf_views.current", lambda: Content.of_document(EMPTY))
    for room in ("items", "skills", "spells", "hired-swords", "upgrades"):
        assert "manage.py load_rules" in text(client.get(f"/rules/{room}/"))
