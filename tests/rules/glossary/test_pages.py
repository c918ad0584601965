"""The public pages of the glossary: open to everybody, complete, quick, and safe from what a text may contain."""

import pytest
from django.urls import reverse

from rules.content import current
from rules.models import BlockChange
from tests.rules.factories import GLOSSARY, load_book

pytestmark = pytest.mark.django_db

HTMX = {"HX-Request": "true"}
IRON = """
- slug: iron
  name: Iron
  text: Hard to the <i>core</i>.
  source: [{title: Here, page: "3"}]
  sentences: [ignores psychology]

"""


@pytest.fixture(autouse=True)
def book(tmp_path):
    return load_book(tmp_path)


def text(response, status=200):
    assert response.status_code == status
    return response.content.decode()


class TestIndex:
    def test_it_begins_with_the_tests_and_what_most_hold(self, client):
        page = text(client.get("/rules/"))
        assert page.index("The tests") < page.index(">Fear<") < page.index("What most warriors hold")
        assert ">Leader<" in page
        assert ">Grüdge<" not in page
        assert '<li id="letter-S"><a href="?letter=S">S</a></li>' in page

    def test_anybody_sees_every_rule_and_alias_under_its_letter(self, client):
        letters = client.get("/rules/").context["letters"]
        shown = [line.name for one in letters for line in client.get("/rules/", {"letter": one}).context["lines"]]
        assert set(shown) == {entry.name for entry in current().entries.values()} | {"Grüdge"}
        page = text(client.get("/rules/?letter=G"))
        assert "another name of Hatred" in page
        assert 'aria-current="page">G</a>' in page

    @pytest.mark.parametrize("letter", ["Q", "", "%00", "ß", "<"])
    def test_a_letter_of_nothing_begins_anew(self, client, letter):
        assert "The tests" in text(client.get(f"/rules/?letter={letter}"))

    def test_its_box_asks_the_one_search_for_rules_first_with_or_without_scripts(self, client):
        page = text(client.get("/rules/"))
        for words in ('method="get"', 'action="/rules/search/"', 'hx-get="/rules/search/"', "<button>Search</button>"):
            assert words in page
        assert '<input type="hidden" name="kind" value="rule">' in page

    @pytest.mark.parametrize("headers", [{}, HTMX])
    def test_a_query_in_its_address_leads_to_the_one_search(self, client, headers):
        response = client.get("/rules/", {"q": " a & b "}, headers=headers)
        assert (response.status_code, response["Location"]) == (302, "/rules/search/?q=a+%26+b&kind=rule")

    def test_two_queries_and_no_more(self, client, django_assert_num_queries):
        client.get("/rules/")
        with django_assert_num_queries(2):
            client.get("/rules/")


class TestRule:
    def test_it_shows_text_sentences_source_status_and_address(self, client):
        page = text(client.get("/rules/immune-to-psychology/"))
        for words in ("Is immune to psychology.", "ignores all_alone", "Mordheim rulebook", "modelled"):
            assert words in page
        assert 'data-copy="http://testserver/rules/immune-to-psychology/"' in page
        assert '<link rel="canonical" href="http://testserver/rules/immune-to-psychology/">' in page

    def test_html_in_a_text_is_shown_as_text(self, client):
        page = text(client.get("/rules/immune-to-psychology/"))
        assert "&lt;b&gt;not&lt;/b&gt;" in page
        assert "<b>not</b>" not in page

    def test_it_shows_its_table(self, client):
        page = text(client.get("/rules/stupidity/"))
        for words in ("1–3", "Shambles", "Half a move.", "4–6", "Drools"):
            assert words in page

    def test_it_shows_every_reading_of_a_dispute_and_which_holds(self, client):
        page = text(client.get("/rules/fear/"))
        assert page.index("For each charge.") < page.index("holds here") < page.index("Once in a turn.")
        assert "R-19" in page

    def test_it_links_parts_wholes_opposites_and_relations(self, client):
        assert 'href="/rules/immune-to-psychology/"' in text(client.get("/rules/undead/"))
        assert 'href="/rules/undead/"' in text(client.get("/rules/immune-to-psychology/"))
        assert 'href="/rules/craven/"' in text(client.get("/rules/brave/"))
        assert 'href="/rules/hatred/"' in text(client.get("/rules/fear/"))

    def test_appears_on_is_computed_grouped_by_list_and_linked(self, client):
        page = text(client.get("/rules/leader/"))
        assert 'href="/rules/lists/norse/"' in page
        assert 'href="/rules/lists/norse/#jarl">Jarl</a> <small>12″</small>' in page
        assert "by Undead" in text(client.get("/rules/immune-to-psychology/"))

    def test_a_rule_that_is_not_modelled_says_why(self, client):
        page = text(client.get("/rules/seafaring/"))
        assert "reminder" in page
        assert "Boats are not part of this." in page
        assert "Reminder (movement): May swim." in page

    def test_open_parameters_are_called_by_their_labels(self, client):
        assert "against [whom he hates]" in text(client.get("/rules/hatred/"))

    def test_an_alias_leads_to_its_rule_for_good_and_is_mentioned_there(self, client):
        response = client.get("/rules/grudge/")
        assert (response.status_code, response["Location"]) == (301, "/rules/hatred/?as=grudge")
        assert "“Grüdge” is another name of this rule." in text(client.get(response["Location"]))

    def test_a_made_up_alias_is_not_mentioned(self, client):
        assert "is another name" not in text(client.get("/rules/hatred/?as=nonsense"))

    def test_an_unknown_rule_is_not_there(self, client):
        assert "Nothing stands here" in text(client.get("/rules/nonsense/"), 404)

    def test_two_queries_and_no_more(self, client, django_assert_num_queries):
        client.get("/rules/leader/")
        with django_assert_num_queries(2):
            client.get("/rules/leader/")

    def test_nothing_is_changed_by_a_visit(self, client):
        assert client.post("/rules/leader/").status_code == 405


class TestSummary:
    def test_htmx_gets_the_summary_alone(self, client):
        part = text(client.get("/rules/leader/summary/", headers=HTMX))
        assert "<html" not in part
        assert "Friends nearby use his Leadership." in part
        assert 'href="/rules/leader/"' in part

    def test_without_htmx_it_is_the_rule_itself(self, client):
        assert client.get("/rules/leader/summary/")["Location"] == "/rules/leader/"

    def test_an_alias_has_the_summary_of_its_rule(self, client):
        assert "Hatred" in text(client.get("/rules/grudge/summary/", headers=HTMX))

    def test_an_unknown_rule_has_none(self, client):
        assert client.get("/rules/nonsense/summary/", headers=HTMX).status_code == 404


class TestLists:
    def test_every_list_is_shown(self, client):
        page = text(client.get(reverse("rules:lists")))
        assert "Ghouls" in page
        assert 'href="/rules/lists/norse/"' in page

    def test_a_list_shows_units_profiles_rules_and_disputes(self, client):
        page = text(client.get("/rules/lists/norse/"))
        for words in ('id="jarl"', "exactly 1", "2D6", "Leader 12″", "Scaly Skin 5+", "Seafaring", "Hatred (Ghoul)"):
            assert words in page
        for words in ("Exactly one Jarl.", "Wolves", "holds here", "gains no experience"):
            assert words in page
        assert "unless a friend (hero) within 6" in page

    def test_an_unknown_list_is_not_there(self, client):
        assert client.get("/rules/lists/nonsense/").status_code == 404

    def test_two_queries_and_no_more(self, client, django_assert_num_queries):
        client.get("/rules/lists/norse/")
        with django_assert_num_queries(2):
            client.get("/rules/lists/norse/")


class TestUnchanged:
    def test_a_stranger_who_has_it_already_is_told_so(self, client):
        tag = client.get("/rules/leader/")["ETag"]
        assert client.get("/rules/leader/", headers={"If-None-Match": tag}).status_code == 304

    def test_after_a_publication_it_is_sent_again(self, client, tmp_path):
        tag = client.get("/rules/leader/")["ETag"]
        load_book(tmp_path, glossary=GLOSSARY.replace("Friends nearby", "Friends close by"))
        assert "Friends close by" in text(client.get("/rules/leader/", headers={"If-None-Match": tag}))

    def test_a_page_with_a_name_on_it_is_never_remembered(self, client, alice):
        client.force_login(alice)
        response = client.get("/rules/leader/")
        assert "ETag" not in response
        assert "alice" in text(response)


class TestRemoved:
    @pytest.fixture(autouse=True)
    def gone(self, tmp_path):
        without = GLOSSARY[: GLOSSARY.index("- slug: brave")]
        assert load_book(tmp_path, glossary=without).removed == ["rule brave", "rule craven"]

    def test_a_removed_rule_is_gone_and_says_what_it_last_said(self, client):
        page = text(client.get("/rules/craven/"), 410)
        assert "<h1>Craven</h1>" in page
        assert "This rule was removed on" in page
        assert '<link rel="canonical" href="http://testserver/rules/craven/">' in page

    def test_its_text_sentences_and_source_are_told(self, client, tmp_path):
        load_book(tmp_path, glossary=GLOSSARY.replace("- slug: undead", IRON + "- slug: undead"))
        load_book(tmp_path)
        page = text(client.get("/rules/iron/"), 410)
        for words in ("Hard to the &lt;i&gt;core&lt;/i&gt;.", "Is immune to psychology.", "Here, 3"):
            assert words in page

    def test_a_sentence_that_reads_no_longer_is_shown_as_it_stood(self, client):
        changes = BlockChange.objects.filter(slug="craven", block__isnull=False)
        changes.update(block={"slug": "craven", "name": "Craven", "sentences": ["lends tea"]})
        assert "<li>lends tea</li>" in text(client.get("/rules/craven/"), 410)

    def test_a_chip_of_it_still_tells(self, client):
        part = text(client.get("/rules/craven/summary/", headers=HTMX))
        assert "Removed from the rules on" in part
        assert client.get("/rules/craven/summary/")["Location"] == "/rules/craven/"

    def test_what_comes_back_is_there_again(self, client, tmp_path):
        load_book(tmp_path, glossary=GLOSSARY)
        assert "This rule was removed" not in text(client.get("/rules/craven/"))

    def test_what_never_was_is_not_found(self, client):
        for address in ("/rules/nothing/", "/rules/nothing/summary/"):
            assert client.get(address).status_code == 404

    def test_three_queries(self, client, django_assert_num_queries):
        client.get("/rules/craven/")
        with django_assert_num_queries(3):
            client.get("/rules/craven/")
