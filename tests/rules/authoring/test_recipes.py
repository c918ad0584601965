"""The recipes of docs/authoring-rules.md, each executed: a recipe that is no longer true fails here."""

import re
from pathlib import Path

import pytest
import yaml

from rules import blocks
from rules.authoring.impact import fighter_of
from rules.authoring.planning import told_of
from rules.binding import bind_attachment
from rules.content import Content
from rules.engine.situation import Fighter
from rules.loading.load import document_from_files
from rules.loading.nodes import Place, compose
from rules.loading.schema import RULE, attachments
from rules.overlaying import overlaid, refusals
from rules.values import Overlay

PAGE = Path(__file__).resolve().parents[3] / "docs" / "authoring-rules.md"
RECIPES = {
    title: re.findall(r"```yaml\n(.*?)```", text, re.DOTALL)
    for title, text in re.findall(r"(?ms)^### (.+?)\n(.*?)(?=^### |\Z)", PAGE.read_text(encoding="utf-8"))
}


@pytest.fixture(scope="module")
def shipped():
    document = document_from_files()
    return document, len(Content.of_document(document).problems)


def cooked(recipe, shipped):
    """The content with the recipe's rules in it, and what the recipe says of them."""
    document, _ = shipped
    rules, said = [], {}
    for fence in recipe:
        if fence.lstrip().startswith("-"):
            rules += compose(fence, "").value
        else:
            said = yaml.safe_load(fence)
            place = Place("")
            node = next(value for key, value in compose(fence, "").value if key.value == "held")
            said["held"] = attachments()(node, place)
            assert place.faults == []
    place = Place("")
    read = [RULE(node, place) for node in rules]
    assert place.faults == []
    if said.get("in") == "one campaign":
        book = Content.of_document(document)
        assert not [wrong for one in read for wrong in refusals(book, one)]
        return overlaid(book, Overlay("recipe", {one["slug"]: one for one in read})), said, read
    return Content.of_document(blocks.with_blocks(document, {("rule", one["slug"]): one for one in read})), said, read


def test_every_recipe_the_editors_were_promised_is_there():
    wanted = ["Undead", "Scaly", "Frenzy", "Resistance", "Hatred", "Reikland", "Ogre", "Rout", "campaign", "reminder"]
    assert all(any(word in title for title in RECIPES) for word in wanted)


@pytest.mark.parametrize("title", RECIPES)
def test_the_recipe_reads_and_comes_to_what_it_says(title, shipped):
    content, said, rules = cooked(RECIPES[title], shipped)
    assert len(content.problems) == shipped[1]
    held = tuple(bind_attachment(written, content.names) for written in said["held"])
    told = told_of(Fighter("he", name="he", held=held), content.rulebook)
    for what, expected in said.get("comes to", {}).items():
        assert told[what].startswith(str(expected)), (what, told[what])
    entry = content.entries[rules[0]["slug"] if rules else said["held"][0]["rule"]]
    assert entry.status == said.get("status", "modelled")
    assert entry.name == said.get("called", entry.name)
    for line in said.get("says", ()):
        assert line in entry.sentences_english


@pytest.mark.parametrize("title", RECIPES)
def test_the_recipe_says_something_that_is_not_so_without_it(title, shipped):
    content, said, _ = cooked(RECIPES[title], shipped)
    bare = told_of(Fighter("he", name="he"), content.rulebook)
    expected = said.get("comes to", {})
    assert not expected or any(not bare[what].startswith(str(words)) for what, words in expected.items())


def test_the_rat_ogre_of_the_lists_is_the_recipes(shipped):
    content = Content.of_document(shipped[0])
    ogre = content.units["skaven-clan-eshin--rat-ogre"]
    assert "unless friend of hero within 6" in [str(held.clause) for held in fighter_of(ogre).held]
