"""Hiring with gear, and the treasury, in a real browser: with scripts and without."""

import re

import pytest
from playwright.sync_api import Page, expect

from warbands.rosters import services
from warbands.trade import hiring, market
from warbands.trade.ledger import gold_of
from warbands.trade.visits import fought

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]

WARRIOR = "reikland-mercenaries--warrior"


@pytest.fixture
def crowns(rulebook, alice):
    return services.create_warband(owner=alice, warband_type="reikland-mercenaries", name="The Iron Crowns")


def tick(page: Page, item: str) -> None:
    page.locator(f"[name=items][value='{item}']").first.check()


def open_hiring(page: Page) -> None:
    """Open the panel; once its heading has the focus, its fields are htmx's too."""
    page.get_by_role("link", name="Add a warrior").click()
    expect(page.get_by_role("heading", name="Add a warrior")).to_be_focused()


@pytest.mark.usefixtures("width")
def test_the_price_follows_what_is_picked_and_nothing_is_reloaded(page, alice, sign_in, crowns):
    sign_in(page, alice)
    page.goto(crowns.get_absolute_url())
    open_hiring(page)
    page.get_by_label("Who joins").select_option(WARRIOR)
    expect(page.locator("#sum")).to_contain_text("25 gc")
    page.get_by_label("How many").fill("4")
    tick(page, "sword")
    tick(page, "shield")
    expect(page.locator("#sum")).to_contain_text("160 gc")
    expect(page.locator("#sum")).to_contain_text("340 left")
    page.get_by_label("A second sword").check()
    expect(page.locator("#sum")).to_contain_text("200 gc")
    page.get_by_role("button", name="Add to the roster").click()
    expect(page.get_by_text("joins the warband for 200 gc")).to_be_visible()
    expect(page.locator(".facts")).to_contain_text("300 gold crowns")
    expect(page.locator(".warrior .gear")).to_contain_text("Sword × 2")


def test_gear_is_handed_over_and_taken_back(page, alice, sign_in, crowns):
    sign_in(page, alice)
    page.goto(crowns.get_absolute_url())
    open_hiring(page)
    page.get_by_label("Who joins").select_option("reikland-mercenaries--champion")
    tick(page, "axe")
    page.get_by_role("button", name="Add to the roster").click()
    page.get_by_role("link", name="Gear of Champion").click()
    expect(page.get_by_role("heading", name="Gear of Champion")).to_be_focused()
    page.get_by_role("listitem").filter(has_text="Axe").get_by_role("button", name="To the stash").click()
    expect(page.get_by_text("Axe: from Champion to the stash.")).to_be_visible()
    page.get_by_role("link", name=re.compile("gold crowns")).click()
    expect(page.get_by_role("heading", name="460 gold crowns")).to_be_visible()
    page.get_by_role("button", name=re.compile("Take back the last: Axe")).click()
    page.get_by_role("button", name=re.compile("Take back the last: Champion joins")).click()
    expect(page.get_by_role("heading", name="500 gold crowns")).to_be_visible()


def test_hiring_without_scripts(page_without_scripts, alice, sign_in, crowns):
    page = page_without_scripts
    sign_in(page, alice)
    page.goto(f"{crowns.get_absolute_url()}warriors/new/")
    page.get_by_label("Who joins").select_option(WARRIOR)
    page.get_by_label("How many").fill("2")
    page.get_by_role("button", name="Show his gear").click()
    tick(page, "sword")
    page.get_by_role("button", name="Show the price").click()
    expect(page.locator("#sum")).to_contain_text("70 gc")
    page.get_by_role("button", name="Add to the roster").click()
    expect(page.locator(".warrior .gear")).to_contain_text("Sword")
    assert gold_of(crowns) == 430


@pytest.mark.usefixtures("width")
def test_after_a_battle_upkeep_is_one_tap_and_nothing_is_reloaded(page, alice, sign_in, crowns):
    ogre = "hired-swords--ogre-bodyguard"
    hiring.hire(warband=crowns, by=alice, unit_type=ogre, ways=["axe+axe"])
    sign_in(page, alice)
    page.goto(f"{crowns.get_absolute_url()}visit/")
    page.evaluate("window.stayed = true")
    page.get_by_role("button", name="The first battle is fought").click()
    expect(page.get_by_role("heading", name="After battle 1")).to_be_focused()
    page.get_by_role("checkbox", name="Ogre Bodyguard").uncheck()
    expect(page.locator("#upkeep-sum")).to_contain_text("420 gc to spend")
    page.get_by_role("checkbox", name="Ogre Bodyguard").check()
    expect(page.locator("#upkeep-sum")).to_contain_text("30 gc")
    page.get_by_role("button", name="Pay", exact=True).click()
    expect(page.get_by_text("Nothing is due.")).to_be_visible()
    assert page.evaluate("window.stayed")
    assert gold_of(crowns) == 390


def test_pages_of_trade_fit_and_are_accessible(page, width, scheme, alice, sign_in, axe, fits, crowns):
    sign_in(page, alice)
    page.emulate_media(color_scheme=scheme)
    watch = hiring.hire(warband=crowns, by=alice, unit_type=WARRIOR, size=3, items=["dagger", "axe"]).warrior
    market.buy_for_stash(warband=crowns, by=alice, item="sword", quantity=3)
    assert watch
    hiring.hire(warband=crowns, by=alice, unit_type="hired-swords--pit-fighter")
    fought(warband=crowns, by=alice)
    here = crowns.get_absolute_url()
    for address in (f"{watch.get_absolute_url()}gear/?items=sword", f"{here}treasury/", f"{here}visit/"):
        page.goto(address)
        for summary in page.locator("summary").all():
            summary.click()
        fits(page)
        axe(page)
