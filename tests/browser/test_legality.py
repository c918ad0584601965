"""A warband that is not legal, in a real browser: with scripts and without, at a phone's width and at a desk's."""

import pytest
from django.urls import reverse
from playwright.sync_api import Page, expect

from tests.warbands.factories import WarbandFactory, WarriorFactory

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]


@pytest.fixture
def illegal(rulebook, alice):
    warband = WarbandFactory(owner=alice, name="The Cold Coil")
    WarriorFactory(warband=warband, unit="skink-priest", name="Tehenca")
    for name in ("Oxyotl", "Quilpi", "The Quite Unnecessarily Longwinded Third Crest"):
        WarriorFactory(warband=warband, unit="skink-great-crest", name=name)
    WarriorFactory(warband=warband, unit="saurus-brave", name="Jaws", size=2)
    return warband


@pytest.fixture
def address(illegal):
    return reverse("warbands:legality", args=[illegal.public_id])


def test_it_fits_and_is_accessible(page: Page, width, scheme, illegal, address, alice, sign_in, axe, fits):
    sign_in(page, alice)
    page.emulate_media(color_scheme=scheme)
    for there in (illegal.get_absolute_url(), address):
        page.goto(there)
        fits(page)
        axe(page)
    page.get_by_text("Let it stand").first.click()
    page.get_by_role("textbox", name="Why it may stand").first.fill("The table agreed")
    page.get_by_role("button", name="Let it stand").first.click()
    expect(page.get_by_role("heading", name="1 thing to mend")).to_be_focused()
    fits(page)
    axe(page)


def _through(page: Page, illegal, address):
    """From the roster to what is to mend, to the warrior, and back to let it stand and to withdraw that."""
    page.goto(illegal.get_absolute_url())
    page.get_by_role("link", name="2 things to mend").click()
    page.get_by_role("link", name="Quilpi").first.click()
    warrior = illegal.warriors.get(name="Quilpi")
    expect(page).to_have_url(f"{page.url.split('#')[0]}#w-{warrior.public_id}")
    page.goto(address)
    page.get_by_text("Let it stand").first.click()
    page.get_by_role("textbox", name="Why it may stand").first.fill("The table agreed")
    page.get_by_role("button", name="Let it stand").first.click()
    expect(page.get_by_role("heading", name="1 thing to mend")).to_be_visible()
    page.get_by_role("button", name="Withdraw").click()
    expect(page.get_by_role("heading", name="2 things to mend")).to_be_visible()


def test_with_scripts(page: Page, illegal, address, alice, sign_in):
    sign_in(page, alice)
    _through(page, illegal, address)


def test_without_scripts(page_without_scripts: Page, illegal, address, alice, sign_in):
    sign_in(page_without_scripts, alice)
    _through(page_without_scripts, illegal, address)
