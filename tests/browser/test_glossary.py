"""The pages of the rules in a real browser: looking something up at the table, with scripts and without."""

import pytest
from playwright.sync_api import Page, expect

from rules.loading.load import document_from_files
from tests.rules.factories import publish_document

pytestmark = pytest.mark.django_db(transaction=True)

PAGES = [
    "/rules/",
    "/rules/?letter=S",
    "/rules/animosity/",
    "/rules/undead/",
    "/rules/leader/",
    "/rules/lists/",
    "/rules/lists/lizardmen/",
    "/rules/lists/orc-mob/cave-squig/",
    "/rules/items/",
    "/rules/items/sword/",
    "/rules/skills/",
    "/rules/skill-lists/combat/",
    "/rules/spells/hearts-of-steel/",
    "/rules/spell-lists/necromancy/",
    "/rules/upgrades/mutations/",
    "/rules/hired-swords/",
    "/rules/hired-swords/elf-ranger/",
    "/rules/search/?q=hired+sword",
    "/rules/rulings/",
]


@pytest.fixture(autouse=True)
def book():
    return publish_document(document_from_files())


@pytest.mark.parametrize("path", PAGES)
def test_pages_of_the_rules_fit_and_are_accessible(page: Page, width, scheme, path, axe, fits):
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    fits(page)
    axe(page)


def test_the_index_is_searched_as_one_types_and_the_address_follows(page: Page):
    page.goto("/rules/")
    page.get_by_role("searchbox").press_sequentially("xyzzy")
    expect(page.locator("#found")).to_contain_text("Nothing in the rules answers")
    page.get_by_role("searchbox").fill("wizard")
    wizard = page.locator("#found").get_by_role("link", name="Wizard Rules another name of Magic User")
    expect(wizard).to_be_visible()
    expect(page).to_have_url("/rules/search/?q=wizard&kind=rule")
    page.reload()
    expect(page.get_by_role("searchbox")).to_have_value("wizard")
    wizard.click()
    expect(page.get_by_role("heading", name="Magic User", level=1)).to_be_visible()
    page.go_back()
    expect(wizard).to_be_visible()


def test_the_index_is_searched_without_scripts(page_without_scripts: Page):
    page = page_without_scripts
    page.goto("/rules/")
    page.get_by_role("searchbox").fill("cold")
    page.get_by_role("button", name="Search").click()
    page.locator("#found").get_by_role("link", name="Cold Blooded").click()
    expect(page.get_by_role("heading", name="Cold Blooded", level=1)).to_be_visible()
    expect(page.get_by_role("button", name="Copy the address")).to_be_hidden()


def test_a_rules_address_is_copied_and_the_button_says_so(page: Page):
    page.context.grant_permissions(["clipboard-read", "clipboard-write"])
    page.goto("/rules/frenzy/")
    page.get_by_role("button", name="Copy the address").click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()").endswith("/rules/frenzy/")


def test_a_letter_leads_to_its_rules(page: Page):
    page.goto("/rules/")
    page.get_by_role("navigation", name="Letters").get_by_role("link", name="S", exact=True).click()
    expect(page.get_by_role("heading", name="S", exact=True)).to_be_in_viewport()
