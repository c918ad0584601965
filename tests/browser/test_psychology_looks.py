"""Pages and panels of tests as they look: they fit, they are accessible, and Roll is in sight."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table
from warbands.models import TestRecord

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]


def test_pages_and_panels_fit_and_are_accessible(page: Page, width, scheme, mob, coil, alice, sign_in, axe, fits):
    sign_in(page, alice)
    page.emulate_media(color_scheme=scheme)
    table = Table(page, scripts=True)

    def fine():
        table.settled()
        fits(page)
        axe(page)

    page.goto(coil.get_absolute_url())
    table.open("The Quite", "All Alone")
    fine()
    table.bench.get_by_text("Anything unusual?").click()
    table.bench.get_by_label("How many of them are down").fill("1")
    table.bench.get_by_label("How many of them are down").blur()
    table.settled()
    table.use(7, 6, 6)
    expect(table.bench.get_by_role("alert")).to_be_visible()
    fine()
    table.settled()
    table.use(6, 6, 6)
    table.verdict("Failed: 12")
    table.bench.get_by_text("Ruling R-13").click()
    fine()
    record = TestRecord.objects.get()
    for more in ("tests/", f"tests/{record.public_id}/", f"tests/{record.public_id}/correct/", "rout/"):
        page.goto(coil.get_absolute_url() + more)
        fine()
    page.goto(f"{mob.get_absolute_url()}rout/")
    page.get_by_label("Snikkit’s Mates: out of action").fill("4")
    page.get_by_label("Gorblad").select_option("stunned")
    expect(page.get_by_label("Whose Leadership")).to_be_visible()
    fine()


@pytest.mark.parametrize("height", [844, 640])
@pytest.mark.parametrize("warrior", ["Gorblad", "Lump", "Snikkit’s Mates"])
def test_roll_is_in_sight_once_a_test_is_open(page: Page, mob, alice, sign_in, height, warrior):
    page.set_viewport_size({"width": 390 if height == 844 else 360, "height": height})
    sign_in(page, alice)
    page.goto(mob.get_absolute_url())
    table = Table(page, scripts=True)
    table.open(warrior)
    expect(table.bench).to_be_focused()
    for kind in table.bench.locator(".kinds a").all_inner_texts():
        table.kind(kind)
        if table.roll.count():
            expect(table.roll).to_be_in_viewport(ratio=1)
    expect(table.bench.locator(".kinds [aria-current]")).to_be_in_viewport(ratio=0.9)


def test_the_current_kind_is_in_sight_though_the_strip_scrolls(page: Page, mob, alice, sign_in):
    sign_in(page, alice)
    page.goto(mob.get_absolute_url())
    table = Table(page, scripts=True)
    table.open("Lump", "Leadership")
    strip = table.bench.locator(".kinds").bounding_box()
    current = table.bench.locator(".kinds [aria-current]").bounding_box()
    assert strip["x"] <= current["x"]
    assert current["x"] + current["width"] <= strip["x"] + strip["width"] + 1
