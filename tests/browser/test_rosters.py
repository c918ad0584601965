"""A roster in a real browser: with scripts and without, at a phone's width and at a desk's."""

import pytest
from playwright.sync_api import Page, expect

from tests.warbands.factories import WarriorFactory, WarriorRuleFactory, full_warband

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]


@pytest.fixture
def warband(rulebook, alice):
    warband = full_warband(alice, warriors=8, name="The Cold Coil", notes="Never trust Konrad")
    gone = WarriorFactory(warband=warband, name="Old Friend")
    gone.removed_at = gone.created
    gone.save()
    zombies = WarriorFactory(
        warband=warband, unit="skink-brave", name="The Quite Unnecessarily Longwinded Reeds", size=4
    )
    WarriorRuleFactory(warrior=zombies, rule_id="cold-blooded", taken=True)
    return warband


def path(warband, *more):
    return "/".join([warband.get_absolute_url().rstrip("/"), *more, ""]) if more else warband.get_absolute_url()


def opened(page: Page, heading: str):
    """Wait for a panel that htmx brings in: once its heading has the focus, its links and forms are htmx's too."""
    expect(page.get_by_role("heading", name=heading)).to_be_focused()


@pytest.fixture
def pages(warband):
    warrior = warband.warriors.get(name="The Quite Unnecessarily Longwinded Reeds").public_id
    return [
        "/warbands/",
        "/warbands/new/",
        path(warband),
        path(warband, "details"),
        path(warband, "order"),
        path(warband, "warriors", "new") + "?unit_type=lizardmen--skink-brave",
        path(warband, "warriors", warrior),
        path(warband, "warriors", warrior, "rules", "give") + "?rule=hatred",
        path(warband, "warriors", warrior, "rules", "take"),
    ]


def test_pages_fit_and_are_accessible(page: Page, width, scheme, pages, alice, sign_in, axe, fits):
    sign_in(page, alice)
    page.emulate_media(color_scheme=scheme)
    for address in pages:
        page.goto(address)
        fits(page)
        axe(page)


def test_panels_inside_the_roster_fit_and_are_accessible(page: Page, width, warband, alice, sign_in, axe, fits):
    sign_in(page, alice)
    page.goto(path(warband))
    page.get_by_role("link", name="Add a warrior").click()
    opened(page, "Add a warrior")
    page.get_by_label("Who joins").select_option("lizardmen--skink-brave")
    expect(page.get_by_text("A group of 1 to 5.")).to_be_visible()
    page.get_by_role("link", name="Edit Warrior 0").click()
    opened(page, "Edit Warrior 0")
    page.get_by_role("link", name="Edit Warrior 1").click()
    opened(page, "Edit Warrior 1")
    page.locator(".open", has_text="Edit Warrior 1").get_by_role("link", name="Give a rule").click()
    opened(page, "Give Warrior 1 a rule")
    page.locator("select[name=rule]").select_option("hatred")
    expect(page.get_by_label("Whom he hates")).to_be_visible()
    page.get_by_text("Left the warband").click()
    page.get_by_text("Find a warrior").click()
    fits(page)
    axe(page)


def test_a_tap_on_a_rule_brings_its_summary_and_the_way_to_its_page(page: Page, warband, alice, sign_in, axe, rulebook):
    sign_in(page, alice)
    page.goto(path(warband))
    page.get_by_role("button", name="Cold Blooded").first.click()
    tip = page.locator(":popover-open")
    expect(tip).to_contain_text(rulebook.entries["cold-blooded"].summary)
    axe(page)
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    page.get_by_role("button", name="Cold Blooded").first.click()
    tip.get_by_role("link").click()
    page.wait_for_url("**/rules/cold-blooded/")


def test_a_rule_shows_under_the_mouse_and_on_keyboard_focus(page: Page, warband, alice, sign_in):
    sign_in(page, alice)
    page.goto(path(warband))
    chip = page.get_by_role("button", name="Cold Blooded").first
    tip = page.locator(":popover-open")
    chip.hover()
    expect(tip).to_be_visible()
    chip.click()
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)
    page.keyboard.press("Shift+Tab")
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


def _build(page: Page, *, scripts: bool):
    """The main way through: start a warband, add a hero and a group, rename, give a rule, remove and restore."""
    page.goto("/warbands/")
    page.get_by_role("link", name="Start a warband").click()
    page.get_by_label("Warband list").select_option("lizardmen")
    page.get_by_label("Its name").fill("The Cold Coil")
    page.get_by_role("button", name="Start the warband").click()
    expect(page.get_by_role("heading", name="The Cold Coil")).to_be_visible()

    page.get_by_role("link", name="Add a warrior").click()
    page.get_by_label("Who joins").select_option("lizardmen--skink-priest")
    page.get_by_label("Name").fill("Tehenca")
    page.get_by_role("button", name="Add to the roster").click()
    expect(page.get_by_role("heading", name="Tehenca")).to_be_visible()

    page.get_by_role("link", name="Add a warrior").click()
    page.get_by_label("Who joins").select_option("lizardmen--skink-brave")
    page.get_by_label("How many").fill("4")
    page.get_by_role("button", name="Add to the roster").click()
    expect(page.get_by_role("heading", name="Skink Brave")).to_contain_text("× 4")

    page.get_by_role("link", name="Edit Skink Brave").click()
    page.get_by_label("Name").fill("The Reeds")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_role("heading", name="The Reeds")).to_be_visible()

    page.get_by_role("link", name="Edit The Reeds").click()
    page.get_by_role("link", name="Give a rule").click()
    if scripts:
        opened(page, "Give The Reeds a rule")
    page.locator("select[name=rule]").select_option("hatred")
    page.get_by_label("Why").fill("An old feud")
    if not scripts:  # the form asks when it is sent
        page.get_by_role("button", name="Give it").click()
    page.get_by_label("Whom he hates").select_option("orc-mob")
    expect(page.get_by_label("Why")).to_have_value("An old feud")
    page.get_by_role("button", name="Give it").click()
    expect(page.get_by_role("button", name="Hatred (Orc Mob)")).to_be_visible()

    page.get_by_role("link", name="Edit Tehenca").click()
    page.get_by_role("button", name="Remove from the roster").click()
    expect(page.get_by_role("heading", name="Tehenca")).to_have_count(0)
    page.get_by_text("Left the warband").click()
    page.get_by_role("button", name="Restore Tehenca").click()
    expect(page.get_by_role("heading", name="Tehenca")).to_be_visible()


def test_a_warband_is_built_without_leaving_its_page(page: Page, rulebook, alice, sign_in):
    sign_in(page, alice)
    _build(page, scripts=True)
    assert page.url.count("/") == 5, "everything happened on the roster's own address"


def test_a_warband_is_built_without_scripts(page_without_scripts: Page, rulebook, alice, sign_in):
    sign_in(page_without_scripts, alice)
    _build(page_without_scripts, scripts=False)


def test_moving_a_warrior_keeps_the_focus_on_the_button(page: Page, warband, alice, sign_in):
    sign_in(page, alice)
    page.goto(path(warband, "order"))
    button = page.get_by_role("button", name="Warrior 2: up")
    button.click()
    expect(page.locator(".ranks li").nth(1)).to_contain_text("Warrior 2")
    expect(button).to_be_focused()


def test_what_is_refused_stays_in_its_panel_with_all_that_was_typed(page: Page, warband, alice, sign_in):
    sign_in(page, alice)
    page.goto(path(warband))
    page.get_by_role("link", name="Add a warrior").click()
    opened(page, "Add a warrior")
    page.get_by_label("Who joins").select_option("lizardmen--skink-brave")
    expect(page.get_by_text("A group of 1 to 5.")).to_be_visible()
    page.get_by_label("Name").fill("The Reeds")
    page.get_by_label("How many").fill("9")
    page.evaluate("document.querySelector('#add form').noValidate = true")
    page.get_by_role("button", name="Add to the roster").click()
    expect(page.locator("#add .errorlist")).to_contain_text("from 1 to 5")
    expect(page.get_by_label("Name")).to_have_value("The Reeds")
    expect(page.get_by_role("heading", name="Warrior 0")).to_be_visible()
