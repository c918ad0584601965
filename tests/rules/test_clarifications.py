"""What was asked and corrected: shown with all that it is about, in our words, as text, with its source."""

import pytest

from rules.content import Content, current
from rules.engine.plans import TrialKind
from rules.engine.rulings import BY_ID
from rules.loading.load import document_from_files
from rules.plans_shown import Why, asked_besides, with_answers
from tests.rules.catalogue import load_catalogue


@pytest.fixture
def book(tmp_path, db):
    load_catalogue(tmp_path)
    return current()


@pytest.fixture(scope="module")
def shipped():
    return Content.of_document(document_from_files())


def text(response, status=200):
    assert response.status_code == status
    return " ".join(response.content.decode().split())


@pytest.mark.parametrize(
    ("address", "asked"),
    [
        ("/rules/parry/", "how-sharp"),
        ("/rules/hatred/", "how-sharp"),  # asked under another name of the rule
        ("/rules/items/sword/", "how-sharp"),
        ("/rules/lists/norse/jarl/", "how-sharp"),
        ("/rules/hired-swords/seer/", "how-sharp"),
        ("/rules/fear/", "who-fears"),
        ("/rules/lists/norse/", "who-fears"),
        ("/rules/skills/tough/", "who-fears"),
        ("/rules/spells/shield/", "who-fears"),
        ("/rules/rulings/", "who-fears"),
    ],
)
def test_whatever_it_is_about_shows_it_and_is_led_to(client, book, address, asked):
    page = text(client.get(address))
    assert f'href="/rules/questions/{asked}/"' in page
    there = text(client.get(f"/rules/questions/{asked}/"))
    assert f'href="{address}' in there


def test_its_text_is_text_and_its_source_stands_with_it(client, book):
    for address in ("/rules/questions/how-sharp/", "/rules/parry/"):
        page = text(client.get(address))
        assert 'As &lt;b&gt;sharp&lt;/b&gt; as a <a href="/rules/parry/">blade</a>.' in page
        assert "The Rules Review, p. 3, 2005-12" in page
    assert "<small>https://example.org/review</small>" in text(client.get("/rules/questions/how-sharp/"))


def test_the_index_tells_corrections_from_answers_and_is_searched(client, book):
    page = text(client.get("/rules/questions/"))
    assert page.index('id="errata"') < page.index("How sharp") < page.index('id="author"') < page.index("Who fears")
    assert "How sharp" in text(client.get("/rules/questions/", {"q": "hatred"}, follow=True))


def test_what_nobody_asked_is_no_page(client, book):
    assert client.get("/rules/questions/how-blunt/").status_code == 404


@pytest.mark.parametrize("address", ["/rules/questions/", "/rules/questions/who-fears/", "/rules/rulings/"])
def test_they_are_read_in_two_queries(client, book, django_assert_num_queries, address):
    with django_assert_num_queries(2):
        client.get(address)


class TestReasons:
    def test_one_that_names_a_ruling_stands_with_the_reason_that_rests_on_it(self, shipped):
        told = with_answers([Why("Rout", "rout-test"), Why("Hired", "rout-test", "R-10")], shipped)
        assert "hired-swords-never-lend-for-rout" not in [one.slug for one in told[0].answers]
        assert told[1].answers[0].slug == "hired-swords-never-lend-for-rout"

    def test_each_stands_once(self, shipped):
        told = with_answers([Why("Crazed", "crazed", "R-12"), Why("Again", "crazed", "R-12")], shipped)
        assert told[0].answers
        assert told[1].answers == ()

    def test_what_hangs_on_no_ruling_is_told_besides_the_publishers_first(self, shipped):
        told = [Why("His blood is cold", "cold-blooded"), Why("One test a charge", "", "R-19")]
        besides = asked_besides(TrialKind.FEAR_CHARGED, told, shipped)
        slugs = [one.slug for one in besides]
        assert {"squigs-and-fear", "six-means-six", "a-cold-bloods-scope"} <= set(slugs)
        assert "several-frightful-chargers" not in slugs
        assert besides[0].voice == "official"
        assert besides[-1].voice == "house"

    def test_without_a_book_nothing_is_told(self):
        told = [Why("He fears it", "cause-fear")]
        assert with_answers(told, None) == told
        assert asked_besides(TrialKind.FEAR_CHARGED, told, None) == ()


class TestShipped:
    def test_there_are_enough_and_each_is_about_something(self, shipped):
        assert len(shipped.clarifications) >= 25
        assert [one.slug for one in shipped.clarifications.values() if not one.about] == []

    def test_every_kind_of_test_has_something_asked_about_it(self, shipped):
        kinds = (TrialKind.FEAR_CHARGED, TrialKind.ROUT, TrialKind.STUPIDITY, TrialKind.LEADERSHIP)
        assert all(shipped.clarified.test(kind) for kind in kinds)

    def test_where_it_speaks_of_a_ruling_in_words_it_is_linked_to_it(self, shipped):
        for one in shipped.clarifications.values():
            assert {name for name in BY_ID if name in one.text} <= set(one.rulings)
