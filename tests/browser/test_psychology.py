"""Tests taken inside a saved roster in a real browser: with scripts and without, on a phone and at a desk."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table
from warbands.models import TestRecord

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]


@pytest.fixture(params=[True, False], ids=["scripts", "no scripts"])
def table(request, alice, sign_in):
    page = request.getfixturevalue("page" if request.param else "page_without_scripts")
    sign_in(page, alice)
    return Table(page, scripts=request.param)


def test_the_main_way_from_roster_to_verdict(table, coil):
    page = table.page
    page.goto(coil.get_absolute_url())
    table.open("The Quite", "Fear: charged")
    expect(table.bench).to_contain_text("his own Leadership")
    chance = table.bench.locator(".chance").inner_text()
    table.type_dice(6, 5, 4)
    table.bench.get_by_label("Tehenca (Leadership 7) is within 6″").check()
    table.tell()
    expect(table.bench).to_contain_text("Tehenca’s Leadership")
    assert table.bench.locator(".chance").inner_text() != chance
    for number, face in ((1, "6"), (2, "5"), (3, "4")):
        expect(table.bench.get_by_label(f"Die {number}")).to_have_value(face)
    table.bench.get_by_role("button", name="Use", exact=True).click()
    verdict = table.verdict("Failed: 9 against 7")
    expect(verdict.get_by_role("img")).to_have_count(3)
    expect(verdict.get_by_role("img", name="6, discarded").locator("line")).to_have_count(1)
    assert verdict.get_by_role("heading").evaluate("node => getComputedStyle(node, '::before').content") == '"✗"'
    expect(verdict).to_contain_text("natural 6s")
    expect(verdict.get_by_role("link", name="Cold Blooded")).to_be_visible()
    if table.scripts:
        expect(verdict).to_be_focused()
        assert page.url.endswith(coil.get_absolute_url()), "everything happened on the roster's own address"
        expect(page.locator("#log-teaser")).to_contain_text("Failed: 9 against 7")
    assert TestRecord.objects.get().faces == [6, 5, 4]


def test_the_server_rolls(table, mob):
    table.page.goto(mob.get_absolute_url())
    table.open("Gorblad", "Leadership")
    table.bench.get_by_label("What for").fill("A spell")
    table.roll.click()
    verdict = table.verdict("against 8")
    expect(verdict.get_by_role("img")).to_have_count(2)
    expect(verdict).to_contain_text("Rolled by the app for alice")
    assert TestRecord.objects.get().facts["reason"] == "A spell"


def test_wrong_dice_are_told_beside_their_boxes_and_kept(table, mob):
    table.page.goto(mob.get_absolute_url())
    table.open("Gorblad", "Leadership")
    table.use(7, 2)
    expect(table.bench.get_by_role("alert")).to_have_text("A die shows 1 to 6, not 7.")
    expect(table.bench.get_by_label("Die 1")).to_have_value("7")
    expect(table.bench.get_by_label("Die 2")).to_have_value("2")
    table.settled()
    table.use(1)
    table.verdict("Passed: 3 against 8")


def test_stupidity_is_followed_by_its_die_in_the_same_place(table, mob):
    table.page.goto(mob.get_absolute_url())
    table.open("Lump", "Stupidity")
    table.use(6, 6)
    table.verdict("Failed: 12 against 4")
    expect(table.bench.get_by_role("heading", name="Stupidity: the D6")).to_be_visible()
    table.use(5)
    table.verdict("Rolled 5")
    expect(table.bench.locator(".verdict")).to_have_count(2)


def test_animosity_is_followed_by_its_die_for_one_of_a_group(table, mob):
    table.page.goto(mob.get_absolute_url())
    table.open("Snikkit’s Mates", "Animosity")
    table.bench.get_by_label("Which of them").select_option("3")
    table.tell()
    table.use(1)
    table.verdict("Rolled 1")
    table.use(3)
    expect(table.verdict("Rolled 3")).to_contain_text("Snikkit’s Mates 3")


def test_alone_he_breaks_is_struck_and_runs(table, mob):
    table.page.goto(mob.get_absolute_url())
    table.open("Gorblad", "All Alone")
    table.bench.get_by_label("How many opponents he fights").fill("3")
    table.bench.get_by_label("How many opponents he fights").blur()
    table.tell()
    table.use(6, 6)
    table.verdict("Failed: 12 against 8")
    table.bench.get_by_role("button", name="He survives on his feet").click()
    table.verdict("He survives")
    table.use(4, 5)
    expect(table.verdict("Rolled 9")).to_contain_text("9 inches")
    expect(table.bench.locator(".verdict")).to_have_count(3)


def test_a_rule_allows_the_second_throw(table, sisters):
    table.page.goto(sisters.get_absolute_url())
    table.open("Ursel", "Fear: charged")
    expect(table.bench).to_contain_text("with the re-roll of Blessed Sight")
    table.use(6, 6)
    table.verdict("Failed: 12")
    table.type_dice(1, 7)
    table.bench.get_by_role("button", name="Use", exact=True).click()
    expect(table.bench.get_by_role("alert")).to_contain_text("not 7")
    expect(table.bench.get_by_label("Die 2")).to_have_value("7")
    table.settled()
    table.type_dice(1, 2)
    table.bench.get_by_role("button", name="Re-roll").click()
    expect(table.verdict("Passed: 3")).to_contain_text("A re-roll")


def test_the_crazed_pass_unrolled_and_the_undead_are_not_asked(table, mob):
    table.page.goto(mob.get_absolute_url())
    table.open("Krump", "All Alone")
    expect(table.roll).to_have_count(0)
    table.bench.get_by_role("button", name="Put it in the log").click()
    table.verdict("Passed without rolling")
    table.page.goto(mob.get_absolute_url())
    table.open("Grubnik")
    table.bench.get_by_text("cannot be asked of him").click()
    expect(table.bench.locator(".barred")).to_contain_text("includes Immune to Psychology")


def test_the_warband_tests_for_rout(table, mob):
    page = table.page
    page.goto(mob.get_absolute_url())
    page.get_by_role("link", name="Rout test").click()
    expect(table.bench).to_contain_text("a test is due at a quarter")
    page.get_by_label("Snikkit’s Mates: out of action").fill("4")
    page.get_by_label("Gorblad").select_option("stunned")
    table.tell()
    expect(table.bench).to_contain_text("Gorblad is stunned, so his Leadership may not be used")
    expect(table.bench.get_by_role("button", name="Rout by choice")).to_be_visible()
    page.get_by_label("Whose Leadership").select_option("Grubnik")
    table.tell()
    expect(table.bench.locator(".target")).to_contain_text("Grubnik’s Leadership")
    table.use(6, 6)
    table.verdict("Failed: 12 against 7")


def test_the_warband_leaves_by_choice(table, mob):
    page = table.page
    page.goto(f"{mob.get_absolute_url()}rout/")
    page.get_by_label("A Rout test was due earlier in this battle").check()
    table.tell()
    page.get_by_role("button", name="Rout by choice").click()
    table.verdict("Failed without rolling")
    assert TestRecord.objects.get().faces == []


def test_a_mistake_is_put_right(table, mob):
    page = table.page
    page.goto(mob.get_absolute_url())
    table.open("Gorblad", "Leadership")
    table.use(6, 6)
    table.verdict("Failed: 12 against 8")
    page.get_by_role("link", name="Correct this").click()
    page.get_by_label("Die 1").fill("1")
    page.get_by_label("Why").fill("Misread")
    page.get_by_role("button", name="Correct it").click()
    expect(table.verdict("Passed: 7 against 8")).to_contain_text("A correction: Misread")
    page.get_by_role("link", name="Log of tests").click()
    expect(page.locator(".log > li")).to_have_count(2)
    expect(page.locator(".log > li").last).to_contain_text("no longer holds")


def test_a_double_click_rolls_once(table, mob):
    table.page.goto(mob.get_absolute_url())
    table.open("Gorblad", "Leadership")
    table.roll.dblclick()
    table.verdict("against 8")
    assert TestRecord.objects.count() == 1


class TestScripts:
    """What only a browser with scripts does."""

    def test_on_its_own_page_the_address_follows_and_going_back_works(self, page: Page, mob, alice, sign_in):
        sign_in(page, alice)
        boss = mob.warriors.get(name="Gorblad").public_id
        page.goto(f"{mob.get_absolute_url()}warriors/{boss}/test/fear-charged/")
        table = Table(page, scripts=True)
        table.kind("All Alone")
        expect(page).to_have_url(re.compile(r"/test/all-alone/$"))
        page.get_by_label("How many opponents he fights").fill("5")
        page.get_by_label("How many opponents he fights").blur()
        expect(page).to_have_url(re.compile(r"/test/all-alone/\?told=1.*opponents=5"))
        page.reload()
        expect(page.get_by_label("How many opponents he fights")).to_have_value("5")
        table.use(1, 1)
        table.verdict("Passed: 2 against 8")
        expect(page).to_have_url(re.compile(r"/tests/[a-z0-9]{12}/$"))
        page.reload()
        table.verdict("Passed: 2 against 8")
        page.go_back()
        expect(table.roll).to_be_visible()
        assert TestRecord.objects.count() == 1

    def test_two_panels_open_at_once_keep_apart(self, page: Page, mob, alice, sign_in):
        sign_in(page, alice)
        page.goto(mob.get_absolute_url())
        for name in ("Gorblad", "Lump"):
            page.get_by_role("link", name=f"Test {name}").click()
            expect(page.get_by_role("region", name=f"Tests of {name}")).to_be_visible()
        lump = page.get_by_role("region", name="Tests of Lump")
        lump.get_by_text("He is in hand-to-hand combat").click()
        expect(lump.get_by_label("He is in hand-to-hand combat")).to_be_checked()
        ids = page.evaluate("[...document.querySelectorAll('[id]')].map(node => node.id)")
        assert len(ids) == len(set(ids))

    def test_the_keyboard_alone_is_enough(self, page: Page, mob, alice, sign_in):
        sign_in(page, alice)
        page.goto(mob.get_absolute_url())
        table = Table(page, scripts=True)
        page.get_by_role("link", name="Test Gorblad").focus()
        page.keyboard.press("Enter")
        expect(table.bench).to_be_focused()
        table.bench.get_by_label("Die 1").focus()
        page.keyboard.type("3")
        page.keyboard.press("Tab")
        page.keyboard.type("2")
        page.keyboard.press("Enter")
        expect(table.verdict("Passed: 5 against 8")).to_be_focused()
