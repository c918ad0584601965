"""Sharing, copying and deleting in a real browser, with scripts and without."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.warbands.factories import WarriorRuleFactory, full_warband

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]

PAGES = ("rating", "sharing", "duplicate", "delete", "text", "paper", "cards")


@pytest.fixture
def warband(rulebook, alice):
    warband = full_warband(
        alice, warriors=14, name="The Quite Unnecessarily Longwinded Coil", notes="Never trust Konrad"
    )
    for warrior in warband.warriors.all()[:3]:
        WarriorRuleFactory(warrior=warrior, rule_id="frenzy", by=alice)
    return warband


def test_pages_fit_and_are_accessible(page: Page, width, scheme, warband, alice, sign_in, axe, fits):
    sign_in(page, alice)
    page.emulate_media(color_scheme=scheme)
    for address in ("/warbands/link/", *(f"{warband.get_absolute_url()}{name}/" for name in PAGES)):
        page.goto(address)
        fits(page)
        axe(page)


def _make_link(page: Page, warband) -> str:
    page.goto(f"{warband.get_absolute_url()}sharing/")
    page.get_by_role("button", name="Make a link").click()
    link = page.locator(".note code").text_content()
    assert link
    return link


def test_a_link_opens_by_itself_and_leaves_no_secret_behind(page: Page, watched, warband, alice, sign_in, axe, fits):
    sign_in(page, alice)
    link = _make_link(page, warband)
    secret = link.partition("#")[2]
    reader = watched().new_page()
    sent = []
    reader.on("request", lambda request: sent.append(f"{request.url} {request.headers.get('referer')}"))
    reader.goto(link)
    expect(reader.get_by_role("heading", name=warband.name)).to_be_visible()
    assert reader.url.endswith(warband.get_absolute_url())
    assert sent
    assert not [line for line in sent if secret in line]
    expect(reader.get_by_text("Never trust Konrad")).to_have_count(0)
    expect(reader.get_by_role("link", name="Edit", exact=False)).to_have_count(0)
    fits(reader)
    axe(reader)
    reader.go_back()
    assert secret not in reader.url

    page.goto(f"{warband.get_absolute_url()}sharing/")
    page.get_by_role("button", name="Make it private").click()
    expect(page.get_by_text("It is private now")).to_be_visible()
    reader.goto(warband.get_absolute_url())
    expect(reader).to_have_url(re.compile("/accounts/login/"))


def test_without_scripts_a_link_is_pasted(page_without_scripts: Page, watched, warband, alice, sign_in):
    page = page_without_scripts
    sign_in(page, alice)
    link = _make_link(page, warband)
    reader = watched(java_script_enabled=False).new_page()
    reader.goto(link)
    reader.get_by_label("The link").fill(link)
    reader.get_by_role("button", name="Open the warband").click()
    expect(reader.get_by_role("heading", name=warband.name)).to_be_visible()


def test_a_link_that_opens_nothing_says_so_once(page: Page, rulebook):
    page.goto("/warbands/link/#nothing")
    expect(page.locator(".errorlist")).to_contain_text("opens nothing")
    expect(page.get_by_label("The link")).to_have_value("nothing")
    page.goto("/warbands/link/#nor-this")  # put into the address of this page, it loads nothing, and opens all the same
    expect(page.get_by_label("The link")).to_have_value("nor-this")


def test_a_warband_is_deleted_and_brought_back_without_scripts(page_without_scripts: Page, warband, alice, sign_in):
    page = page_without_scripts
    sign_in(page, alice)
    page.goto(warband.get_absolute_url())
    page.get_by_text("More", exact=True).click()
    page.get_by_role("link", name="Details").click()
    page.get_by_role("link", name="Delete").click()
    page.get_by_label("Type its name").fill(warband.name)
    page.get_by_role("button", name="Delete it").click()
    page.get_by_text("Recently deleted (1)").click()
    page.get_by_role("button", name="Bring back").click()
    expect(page.get_by_role("heading", name=warband.name)).to_be_visible()


def test_the_text_is_copied(page: Page, warband, alice, sign_in):
    sign_in(page, alice)
    page.goto(f"{warband.get_absolute_url()}text/")
    button = page.get_by_role("button", name="Copy")
    button.click()
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
