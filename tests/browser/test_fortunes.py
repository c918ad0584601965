"""Between battles in a real browser: with scripts and without, at a phone's width and at a desk's."""

import pytest
from playwright.sync_api import Page, expect

from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.fortunes.experience import gain
from warbands.fortunes.harms import befall, injure

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]


@pytest.fixture
def warband(rulebook, alice):
    warband = WarbandFactory(owner=alice, warband_type_id="reikland-mercenaries", name="The Crows")
    captain = WarriorFactory(warband=warband, unit="mercenary-captain", name="Hans", experience=20)
    for name in ("Ulf", "Jan"):
        WarriorFactory(warband=warband, unit="champion", name=name, experience=8)
    WarriorFactory(warband=warband, unit="warrior", name="The Lads of the Old Quarter", size=3)
    ulf = warband.warriors.get(name="Ulf")
    gain(warband=warband, amounts={ulf.public_id: 4}, reason="At the docks", by=alice)
    injure(warrior=ulf, slug="nervous-condition", reason="At the docks", by=alice)
    befall(warrior=captain, fate="dead", reason="At the docks", by=alice)
    return warband


def path(warband, *more):
    return "/".join([warband.get_absolute_url().rstrip("/"), *more, ""])


@pytest.fixture
def pages(warband):
    ulf = warband.warriors.get(name="Ulf").public_id
    lads = warband.warriors.get(size=3).public_id
    return [
        path(warband),
        path(warband, "between"),
        path(warband, "experience"),
        path(warband, "leader"),
        path(warband, "history"),
        path(warband, "warriors", ulf, "advance"),
        path(warband, "warriors", ulf, "harm"),
        path(warband, "warriors", ulf, "history"),
        path(warband, "warriors", lads, "promote"),
    ]


def test_pages_fit_and_are_accessible(page: Page, width, scheme, pages, alice, sign_in, axe, fits):
    page.emulate_media(color_scheme=scheme)
    sign_in(page, alice)
    for address in pages:
        page.goto(address)
        fits(page)
        axe(page)


def test_without_scripts_a_death_is_recorded_and_taken_back(page_without_scripts: Page, width, warband, alice, sign_in):
    page = page_without_scripts
    sign_in(page, alice)
    page.goto(path(warband, "between"))
    page.get_by_role("link", name="What became of Jan").click()
    page.get_by_label("What became of him").select_option("Dead")
    page.get_by_label("Why").fill("A slip of the finger")
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("Jan: Dead.")).to_be_visible()
    page.get_by_role("link", name="History", exact=True).first.click()
    page.get_by_role("link", name="Take back: Dead").first.click()
    page.get_by_role("button", name="Take it back").click()
    expect(page.get_by_text("Taken back by alice")).to_be_visible()
    page.goto(path(warband))
    expect(page.get_by_role("heading", name="Jan")).to_be_visible()


def test_choosing_an_injury_brings_what_it_asks(page: Page, width, warband, alice, sign_in, axe, fits):
    sign_in(page, alice)
    page.goto(path(warband, "warriors", warband.warriors.get(name="Jan").public_id, "harm"))
    page.get_by_label("Why").fill("At the docks")
    expect(page.get_by_label("How many battles")).to_have_count(0)
    page.get_by_label("What became of him").select_option("injury:deep-wound")
    expect(page.get_by_text("He does nothing at all meanwhile")).to_be_visible()
    page.get_by_label("How many battles").fill("2")
    fits(page)
    axe(page)
    page.get_by_label("What became of him").select_option("injury:leg-wound")
    expect(page.get_by_label("How many battles")).to_have_count(0)
    page.get_by_label("What became of him").select_option("injury:deep-wound")
    page.get_by_label("How many battles").fill("2")
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("misses 2 battles")).to_be_visible()


def test_without_scripts_a_button_shows_what_is_asked(page_without_scripts: Page, warband, alice, sign_in):
    page = page_without_scripts
    sign_in(page, alice)
    page.goto(path(warband, "warriors", warband.warriors.get(name="Jan").public_id, "harm"))
    page.get_by_label("What became of him").select_option("injury:enmity-one")
    page.get_by_role("button", name="Show what it asks").click()
    page.get_by_label("Who did it?").fill("Gorbag")
    page.get_by_label("Why").fill("At the docks")
    page.get_by_role("button", name="Record it").click()
    expect(page.get_by_text("hates Gorbag")).to_be_visible()
