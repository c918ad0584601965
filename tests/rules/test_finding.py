"""One search for the whole book: what players type, and what they look for."""

from html import unescape

import pytest

from rules.content import Content
from rules.finding.index import index_of
from rules.finding.query import readings
from rules.loading.load import document_from_files
from tests.rules.catalogue import load_catalogue
from tests.rules.factories import publish_document

HTMX = {"HX-Request": "true"}

LOOKED_FOR = {
    # as the brief of a player would have it
    "wizzard": ("rule", "Wizard"),
    "cant run": ("rule", "May Not Run"),
    "MR(2)": ("rule", "Magic Resistance"),
    # abbreviations and parameters
    "can’t run": ("rule", "May Not Run"),
    "mr 3": ("rule", "Magic Resistance"),
    "itp": ("rule", "Immune to Psychology"),
    "AA test": ("rule", "All Alone"),
    "Scaly Skin (5+)": ("rule", "Scaly Skin"),
    "scaly skin 6+": ("rule", "Scaly Skin"),
    "Ld test": ("rule", "Leadership Test"),
    "2h weapon": ("item", "Double-handed Weapon"),
    "xbow": ("item", "Crossbow"),
    "R-30": ("ruling", "R-30: "),
    "r7": ("ruling", "R-07: "),
    # slips of the pen
    "halbred": ("item", "Halberd"),
    "crosbow": ("item", "Crossbow"),
    "stupiditty": ("rule", "Stupidity"),
    "animosty": ("rule", "Animosity"),
    "unded": ("rule", "Undead"),
    "lizzardmen": ("list", "Lizardmen"),
    "sistres of sigmar": ("list", "Sisters of Sigmar"),
    "magic resistence": ("rule", "Magic Resistance"),
    # other numbers, other forms, apostrophes
    "halberds": ("item", "Halberd"),
    "dark elf": ("list", "Dark Elves"),
    "bugmans ale": ("item", "Bugman's Ale"),
    "frenzied": ("rule", "Frenzy"),
    "undead list": ("list", "Undead"),
    # other names, words in any order, the beginning of a word
    "rally": ("rule", "Rally"),
    "one with the jungle": ("rule", "One with the Jungle"),
    "psychology immune": ("rule", "Immune to Psychology"),
    "shielding scroll": ("rule", "Scroll of Shielding"),
    "magic resis": ("rule", "Magic Resistance"),
    "leaders": ("rule", "Leader"),
    "fear": ("rule", "Fear"),
    "fireball": ("spell", "Fireball"),
    "sprint skill": ("skill", "Sprint"),
    "combat master": ("rule", "Combat Master"),
    "ogre bodyguard": ("sword", "Ogre Bodyguard"),
    "skink priest": ("unit", "Skink Priest"),
    "voluntary rout": ("rule", "Voluntary Rout"),
    # questions
    "does a bonus help against sixes": ("question", "Does a bonus to hit help"),
    "squig frightful": ("question", "A squig bounces"),
    "hired sword count rout": ("question", "Do hired swords count for a Rout test?"),
}


@pytest.fixture
def shipped(db):
    publish_document(document_from_files())


@pytest.fixture(scope="module")
def index():
    return index_of(Content.of_document(document_from_files()))


@pytest.mark.parametrize(("query", "first"), LOOKED_FOR.items())
def test_what_is_looked_for_comes_first(index, query, first):
    found = [(one.document.kind, one.name) for one in index.find(query)]
    kind, name = first
    assert found
    assert (found[0][0], found[0][1][: len(name)]) == (kind, name), found[:4]


@pytest.mark.parametrize("query", ["", " ", "()", "—", "xyzzyqwv", "'"])
def test_nothing_answers_what_says_nothing(index, query):
    assert index.find(query) == []


def test_whatever_there_is_is_found_by_its_own_name(index):
    lost = [
        one.name
        for one in index.documents[::12]
        if one.address not in {found.document.address for found in index.find(one.name)[:40]}
    ]
    assert lost == []


def test_a_name_comes_before_those_that_contain_it_and_these_before_texts(index):
    found = [one.name for one in index.find("hatred")]
    assert found[0] == "Hatred"
    assert found.index("Unlimited Hatred") < found.index("Immune to Psychology")


@pytest.mark.parametrize(
    ("query", "words"),
    [
        ("MR(2)", [["mr"], ["magic", "resistance"]]),
        ("Can't run!", [["cant", "run"], ["may", "not", "run"]]),
        ("R 7", [["r07"]]),
        ("5+", [["5"]]),
        ("Double-Handed", [["double", "handed"]]),
        ("Grüdge", [["grudge"]]),
        ("", []),
    ],
)
def test_a_query_is_read_as_words(query, words):
    assert readings(query) == words


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("MR(2)", "magic-resistance"),
        ("MR 2", "magic-resistance"),
        ("cant run", "may-not-run"),
        ("can't run", "may-not-run"),
    ],
)
def test_the_box_of_the_glossary_finds_what_the_search_of_the_book_finds(client, shipped, query, first):
    found = client.get("/rules/", {"q": query}, follow=True).context["found"]
    assert found[0].document.address == f"/rules/{first}/"


class TestPage:
    @pytest.fixture(autouse=True)
    def book(self, tmp_path, db):
        load_catalogue(tmp_path)

    def test_it_finds_every_kind_and_says_which(self, client):
        page = client.get("/rules/search/", {"q": "sword"}).content.decode()
        assert page.index('href="/rules/items/sword/"') < page.index('href="/rules/questions/how-sharp/"')
        assert '<span class="tag">Equipment</span>' in page
        alias = client.get("/rules/search/", {"q": "grudge"}).content.decode()
        assert "another name of Hatred" in alias

    def test_one_kind_may_be_picked_and_nonsense_is_every_kind(self, client):
        picked = client.get("/rules/search/", {"q": "sword", "kind": "question"}).context
        assert {one.document.kind for one in picked["found"]} == {"question"}
        every = client.get("/rules/search/", {"q": "sword", "kind": "<b>"}).context
        assert len(every["found"]) == picked["every"] > len(picked["found"])

    def test_htmx_gets_what_was_found_and_nothing_else(self, client):
        part = client.get("/rules/search/", {"q": "sword"}, headers=HTMX).content.decode()
        assert part.strip().startswith('<div id="found"')
        assert "<h1>" not in part

    def test_what_is_much_is_shown_in_pages(self, client, monkeypatch):
        monkeypatch.setattr("rules.searching.ON_A_PAGE", 2)
        first, last = (client.get("/rules/search/", {"q": "sword", "page": page}) for page in ("no", "99"))
        assert len(first.context["found"]) == 2
        assert 'href="?q=sword&amp;page=2"' in first.content.decode()
        assert "Further" not in last.content.decode()
        assert "Earlier" in last.content.decode()

    @pytest.mark.parametrize("query", ["   ", "\x00", "💀", "%", "(", "'", "x" * 5000])
    def test_no_query_breaks_it(self, client, query):
        page = client.get("/rules/search/", {"q": query})
        assert page.status_code == 200
        assert len(page.context["query"]) <= 80

    def test_without_a_query_it_says_what_it_takes(self, client):
        assert "Slips of the pen are forgiven" in client.get("/rules/search/").content.decode()

    def test_a_query_is_text(self, client):
        page = client.get("/rules/search/", {"q": "<script>alert(1)</script>"}).content.decode()
        assert "<script>alert" not in page
        assert "“<script>alert(1)</script>”" in unescape(page)

    def test_it_is_answered_in_two_queries_and_in_three_to_somebody_signed_in(
        self, client, alice, django_assert_num_queries
    ):
        client.get("/rules/search/", {"q": "sword"})
        with django_assert_num_queries(2):
            client.get("/rules/search/", {"q": "sword"})
        client.force_login(alice)
        with django_assert_num_queries(3):
            client.get("/rules/search/", {"q": "sword"})
