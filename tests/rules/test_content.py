"""Content as a value: what a document comes to, without a database."""

import pytest

from rules import content
from rules.content import Content, UnknownVersionError
from rules.engine.rulebook import From
from rules.engine.sentences import parse
from rules.models import RulebookVersion
from tests.rules.factories import load_book, publish_document, small_document


@pytest.fixture
def document(tmp_path):
    return small_document(tmp_path)


@pytest.fixture
def book(document):
    return Content.of_document(document)


def test_the_small_book_binds_completely(book):
    assert book.problems == ()


def test_a_unit_knows_its_profile_limits_and_tags(book):
    beast = book.units["norse--beast"]
    assert (beast.profile.m, beast.profile.ld, beast.save) == ("2D6", 5, 6)
    assert beast.limits.requires == ("norse--jarl",)
    assert beast.tags == {"beast", "norse--beast", "henchman", "norse", "animal"}
    assert beast.racial_maximum.m == 9
    assert not beast.gains_experience


def test_a_unit_holds_its_own_rules_and_those_of_its_warband(book):
    jarl = book.units["norse--jarl"]
    assert [(held.rule, held.origin) for held in jarl.held] == [
        ("leader", From.UNIT),
        ("scaly-skin", From.UNIT),
        ("hatred", From.WARBAND),
    ]
    assert dict(jarl.held[0].arguments) == {"radius": 12}
    assert dict(jarl.held[1].arguments) == {"save": 5}


def test_rules_are_called_by_their_parameters(book):
    labels = [book.label(held) for held in book.units["norse--jarl"].held]
    assert labels == ["Leader 12″", "Scaly Skin 5+", "Hatred (Ghoul)"]


def test_an_attachment_carries_its_own_clause(book):
    clause = book.units["norse--beast"].held[0].clause
    assert str(clause) == "unless friend of hero within 6"


def test_the_warband_keeps_what_belongs_to_the_roster(book):
    norse = book.warbands["norse"]
    assert [held.rule for held in norse.roster_rules] == ["seafaring"]
    assert [unit.short for unit in norse.units] == ["jarl", "beast"]


def test_an_entry_shows_its_sentences_in_english(book):
    assert book.entries["immune-to-psychology"].sentences_english == (
        "Is immune to psychology.",
        "Takes no All Alone tests.",
    )


def test_html_in_a_text_is_text_and_links_lead_to_rules(book):
    html = book.entries["immune-to-psychology"].html
    assert "&lt;b&gt;not&lt;/b&gt;" in html
    assert '<a href="/rules/fear/">Fear</a>' in html


def test_links_in_texts_lead_where_the_rules_stand():
    from django.urls import reverse

    assert reverse("rules:rule", args=["fear"]) == "/rules/fear/"


def test_an_entry_knows_its_parts_wholes_opposites_and_relations(book):
    assert [part.slug for part in book.entries["undead"].parts] == ["immune-to-psychology"]
    assert [whole.slug for whole in book.entries["immune-to-psychology"].wholes] == ["undead"]
    assert [link.slug for link in book.entries["craven"].opposites] == ["brave"]
    assert [link.slug for link in book.entries["fear"].related] == ["hatred"]


def test_opposites_are_mutual_for_the_engine_too(book):
    assert book.rulebook.rules["craven"].opposites == {"brave"}


def test_appears_on_is_computed_through_composites_and_whole_warbands(book):
    (appearance,) = book.entries["immune-to-psychology"].appears
    assert [(holder.short, holder.name, holder.note) for holder in appearance.holders] == [
        ("", "every member", "by Undead"),
        ("ghoul", "Ghoul", ""),
    ]


def test_a_status_follows_from_what_a_rule_says(book):
    statuses = {slug: entry.status for slug, entry in book.entries.items()}
    assert statuses["leader"] == statuses["fear"] == statuses["undead"] == "modelled"
    assert (statuses["seafaring"], statuses["craven"]) == ("reminder", "text")


def test_the_reading_that_holds_is_marked(book):
    (dispute,) = book.entries["fear"].disputes
    assert [reading.holds for reading in dispute.readings] == [True, False]
    assert dispute.ruling == "R-19"


def test_a_ruling_that_a_text_names_is_shown_with_its_default(book):
    (ruling,) = book.entries["immune-to-psychology"].rulings
    assert (ruling.id, ruling.default) == ("R-26", "no")
    assert book.entries["fear"].rulings == ()  # its dispute shows it


def test_an_alias_resolves_to_its_entry(book):
    assert book.entry("grudge") is book.entries["hatred"]
    assert book.entry("nobody") is None


def _changed(document, slug, **changes):
    return {**document, "rules": [{**b, **changes} if b["slug"] == slug else b for b in document["rules"]]}


def test_a_sentence_that_no_longer_reads_makes_its_rule_text(document):
    book = Content.of_document(_changed(document, "leader", sentences=["lends tea", "has command"]))
    assert book.rulebook.rules["leader"].effects == ()
    assert book.entries["leader"].status == "text"
    assert book.entries["leader"].unread
    assert len(book.problems) == 1


def test_an_attachment_that_no_longer_reads_is_left_out_and_named(document):
    book = Content.of_document(_changed(document, "scaly-skin", parameters=[{"name": "worth"}], sentences=[]))
    jarl = book.units["norse--jarl"]
    assert "scaly-skin" not in jarl.rules
    assert jarl.unread == ("scaly-skin",)


@pytest.mark.parametrize(
    ("slug", "changes", "said"),
    [
        ("undead", {"includes": [{"rule": "nothing"}]}, "there is no rule “nothing”"),
        ("undead", {"includes": [{"rule": "scaly-skin"}]}, "the parameter “save” is missing"),
        ("undead", {"includes": [{"rule": "scaly-skin", "with": {"save": "9+"}}]}, "must be a save"),
        ("undead", {"includes": [{"rule": "undead"}]}, "includes itself: undead → undead"),
        ("leader", {"sentences": ["adds leader_radius {reach}"]}, "“reach” is not a parameter of this rule"),
        ("hatred", {"sentences": ["causes fear against dragons"]}, "nobody is “dragons”"),
        ("hatred", {"nature": "cookery"}, "“cookery” is not a nature"),
        ("leader", {"parameters": [{"name": "radius", "kind": "colour"}]}, "is not a kind of parameter"),
        ("stupidity", {"table": [{"from": 1, "to": 4, "slug": "a"}]}, "no row for 5, 6"),
        ("stupidity", {"table": [{"from": 4, "to": 9, "slug": "a"}]}, "must lie from 1 to 6"),
        ("leader", {"related": ["nothing"]}, "there is no rule “nothing”"),
        ("leader", {"aliases": [{"slug": "undead", "name": "U"}]}, "“undead” is a rule of its own"),
    ],
)
def test_whatever_binds_to_nothing_is_a_problem_and_breaks_nothing(document, slug, changes, said):
    book = Content.of_document(_changed(document, slug, **changes))
    assert any(said in str(problem) for problem in book.problems), book.problems


def test_the_engine_reads_what_the_entry_shows(book):
    for entry in book.entries.values():
        assert book.rulebook.rules[entry.slug].effects == tuple(parse(s.line) for s in entry.sentences)


@pytest.mark.django_db
class TestPublished:
    def test_current_follows_the_newest_version(self, document, django_assert_num_queries):
        assert content.current().nothing_published
        publish_document(document)
        assert content.current().entry("leader")
        known = content.current()
        with django_assert_num_queries(1):
            assert content.current() is known

    def test_any_version_can_be_loaded_again(self, document, tmp_path):
        first = load_book(tmp_path).version.digest
        publish_document(_changed(document, "leader", name="Boss"))
        assert content.current().entries["leader"].name == "Boss"
        assert content.at(first).entries["leader"].name == "Leader"

    def test_a_digest_that_never_was_is_unknown(self):
        with pytest.raises(UnknownVersionError):
            content.at("0" * 64)

    def test_versions_are_only_ever_added(self, document):
        publish_document(document)
        version = RulebookVersion.objects.get()
        for change in (
            version.save,
            version.delete,
            RulebookVersion.objects.all().delete,
            lambda: RulebookVersion.objects.update(why="because"),
        ):
            with pytest.raises(TypeError, match="never"):
                change()
