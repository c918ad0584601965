"""Bringing a warband in from a file, in a real browser, with scripts and without."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.warbands.factories import full_warband

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]

SAMPLES = Path(__file__).parent.parent / "warbands" / "exchange" / "samples"


def test_both_steps_fit_and_are_accessible(page: Page, width, scheme, alice, sign_in, axe, fits):
    sign_in(page, alice)
    page.emulate_media(color_scheme=scheme)
    page.goto("/warbands/import/")
    fits(page)
    axe(page)
    page.get_by_label("File").set_input_files(SAMPLES / "toolheim.yaml")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("heading", name="Look it over")).to_be_visible()
    fits(page)
    axe(page)


def test_a_warband_of_another_tool_comes_in_without_scripts(page_without_scripts: Page, alice, sign_in):
    page = page_without_scripts
    sign_in(page, alice)
    page.goto("/warbands/")
    page.get_by_role("link", name="Import one").click()
    page.get_by_label("File").set_input_files(SAMPLES / "mordheim.ros")
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_text("Moon Rocket")).to_be_visible()
    page.get_by_label("Name").nth(1).fill("Snikkit the Second")
    page.get_by_role("button", name="Make this warband").click()
    expect(page.get_by_role("heading", name="The Quick and the Dread")).to_be_visible()
    expect(page.get_by_role("heading", name="Snikkit the Second")).to_be_visible()


def test_what_goes_out_comes_back_in(page: Page, alice, sign_in, tmp_path):
    warband = full_warband(alice, warriors=6, name="There and Back")
    sign_in(page, alice)
    page.goto(warband.get_absolute_url())
    page.get_by_text("More", exact=True).click()
    with page.expect_download() as waiting:
        page.get_by_role("link", name="Export JSON").click()
    kept = tmp_path / waiting.value.suggested_filename
    waiting.value.save_as(kept)
    assert kept.name == "there-and-back.json"
    page.goto("/warbands/import/")
    page.get_by_label("File").set_input_files(kept)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_text("There and Back is read in.")).to_be_visible()
    assert not page.url.endswith(warband.get_absolute_url())
    expect(page.get_by_role("heading", name="Warrior 5")).to_be_visible()


def test_a_bad_file_says_what_is_wrong_and_where(page: Page, alice, sign_in, tmp_path):
    sign_in(page, alice)
    bad = tmp_path / "bad.json"
    bad.write_text('{"format": "muster-warband-1", "warband": {"list": "lizardmen"}, "warriors": []}')
    page.goto("/warbands/import/")
    page.get_by_label("File").set_input_files(bad)
    page.get_by_role("button", name="Read it").click()
    expect(page.locator(".errorlist")).to_contain_text("$.warband: “name” is missing")


def test_a_huge_file_gets_an_answer(page: Page, alice, sign_in, tmp_path):
    sign_in(page, alice)
    huge = tmp_path / "huge.json"
    huge.write_bytes(b" " * (50 * 1024 * 1024))
    page.goto("/warbands/import/")
    page.get_by_label("File").set_input_files(huge)
    page.get_by_role("button", name="Read it").click()
    expect(page.get_by_role("alert")).to_contain_text("larger than 2 MB", timeout=30_000)
