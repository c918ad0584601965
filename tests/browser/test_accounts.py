"""What is somebody's own, in a real browser: the second factor, the export, leaving for good."""

import json
import time

from allauth.mfa.totp.internal.auth import format_hotp_value, hotp_value
from playwright.sync_api import Page, expect

PASSWORD = "a long evening of dice"


def test_a_second_factor_is_switched_on_and_asked_for(page: Page, width, alice, axe, fits):
    page.goto("/accounts/login/?next=/accounts/second-factor/")
    page.get_by_label("Username or e-mail address").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    page.get_by_role("link", name="Switch it on").click()
    expect(page.get_by_role("heading", name="Is it you?")).to_be_visible()
    fits(page)
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Go on").click()
    expect(page.locator("figure.qr svg")).to_be_visible()
    axe(page)
    fits(page)
    secret = page.locator("code.key").inner_text()
    page.get_by_role("textbox", name="Code").fill(format_hotp_value(hotp_value(secret, int(time.time()) // 30)))
    page.get_by_role("button", name="Switch it on").click()
    expect(page.locator(".codes code")).to_have_count(10)
    axe(page)
    fits(page)
    code = page.locator(".codes code").first.inner_text()
    page.get_by_role("link", name="Sign out").last.click()
    page.get_by_role("main").get_by_role("button", name="Sign out").click()
    page.goto("/accounts/login/")
    page.get_by_label("Username or e-mail address").fill("alice")
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("heading", name="And the code")).to_be_visible()
    axe(page)
    fits(page)
    page.get_by_role("textbox", name="Code").fill(code)
    page.get_by_role("button", name="Sign in").click()
    page.goto("/accounts/second-factor/")
    expect(page.get_by_text("It is on.")).to_be_visible()
    expect(page.get_by_text("9 recovery codes left")).to_be_visible()
    fits(page)


def test_data_is_taken_away_and_the_account_deleted(page_without_scripts: Page, width, sign_in, coil, axe, fits):
    page = page_without_scripts
    sign_in(page, coil.owner)
    page.goto("/accounts/data/")
    fits(page)
    with page.expect_download() as download:
        page.get_by_role("button", name="Export everything").click()
    document = json.loads(download.value.path().read_text(encoding="utf-8"))
    assert [one["document"]["warband"]["name"] for one in document["warbands"]] == ["The Cold Coil"]
    page.get_by_role("link", name="Delete my account").click()
    expect(page.get_by_text("These warbands, with their warriors and tests: The Cold Coil.")).to_be_visible()
    fits(page)
    page.get_by_label("Your name here, alice, to be sure").fill("alice")
    page.get_by_label("Password").fill("wrong")
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("That is not your password.")).to_be_visible()
    page.get_by_label("Password").fill(PASSWORD)
    page.get_by_role("button", name="Delete my account").click()
    expect(page.get_by_text("Your account is deleted. Farewell.")).to_be_visible()


def test_who_rolls_too_often_is_told_and_the_page_stays(page: Page, sign_in, coil, monkeypatch):
    from warbands import limits

    monkeypatch.setitem(limits.LIMITS, "rolls", limits.Limit(0, 3600, "So many dice."))
    sign_in(page, coil.owner)
    page.goto(f"{coil.warriors.first().get_absolute_url()}test/fear_charged/")
    page.get_by_role("button", name="Roll", exact=False).first.click()
    expect(page.locator("#messages")).to_contain_text("So many dice. Nothing was done.")
    expect(page.locator(".throw")).to_be_visible()
