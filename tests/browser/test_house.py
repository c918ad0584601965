"""The house's own pages in a real browser: at a phone's width and at a desk's."""

from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Watch

pytestmark = pytest.mark.django_db(transaction=True)

OPEN_TO_ALL = ["/", "/accounts/login/", "/accounts/signup/", "/accounts/password/reset/", "/nowhere"]


@pytest.mark.parametrize("path", OPEN_TO_ALL)
def test_house_pages_fit_and_are_accessible(page: Page, width, scheme, path, axe, fits):
    page.emulate_media(color_scheme=scheme)
    page.goto(path)
    fits(page)
    axe(page)


@pytest.mark.parametrize("path", ["/accounts/email/", "/accounts/password/change/", "/accounts/logout/"])
def test_account_pages_fit_and_are_accessible(page: Page, width, path, axe, fits, sign_in, alice):
    sign_in(page, alice)
    page.goto(path)
    expect(page.get_by_role("link", name="Your account")).to_be_visible()
    fits(page)
    axe(page)


def test_somebody_signs_up_signs_out_and_in_again(page: Page):
    page.goto("/")
    page.get_by_role("link", name="Start a warband").click()
    page.get_by_label("Username").fill("morgan")
    page.get_by_label("Password", exact=False).first.fill("a long evening of dice")
    page.get_by_label("Password (again)").fill("a long evening of dice")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("status").first).to_contain_text("morgan")

    page.get_by_role("link", name="Sign out").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("link", name="Sign in").first).to_be_visible()

    page.get_by_role("link", name="Sign in").first.click()
    page.get_by_label("Username or e-mail address").fill("morgan")
    page.get_by_label("Password").fill("a long evening of dice")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()


def test_signing_up_works_without_scripts(page_without_scripts: Page):
    page = page_without_scripts
    page.goto("/accounts/signup/")
    page.get_by_label("Username").fill("morgan")
    page.get_by_label("Password", exact=False).first.fill("a long evening of dice")
    page.get_by_label("Password (again)").fill("a long evening of dice")
    page.get_by_role("button", name="Sign up").click()
    expect(page.get_by_role("link", name="Sign out")).to_be_visible()


def test_the_skip_link_is_the_first_stop_and_leads_to_the_page_itself(page: Page):
    page.goto("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to the page itself")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("main")).to_be_focused()


def test_htmx_runs_under_the_policy_with_eval_and_history_cache_off(page: Page):
    page.goto("/")
    config = page.evaluate("({...htmx.config})")
    assert config["allowEval"] is False
    assert config["includeIndicatorStyles"] is False
    assert config["historyRestoreAsHxRequest"] is False
    assert config["historyCacheSize"] == 0
    assert {"code": "4(09|22|29)", "swap": True} in config["responseHandling"]


def test_the_admin_keeps_to_the_policy(page: Page, sign_in, admin_user):
    sign_in(page, admin_user)
    for path in ["/admin/", "/admin/auth/user/", f"/admin/auth/user/{admin_user.pk}/change/"]:
        page.goto(path)
        expect(page.get_by_role("link", name="Muster")).to_be_visible()


class TestMusterJs:
    """The few things that neither htmx nor plain HTML does, tried on pieces put into a page."""

    def test_a_copy_button_appears_copies_and_says_so(self, page: Page):
        page.context.grant_permissions(["clipboard-read", "clipboard-write"])
        page.goto("/")
        bring_in(page, '<p><button type="button" data-copy="https://muster.example/fear" hidden>Copy</button></p>')
        page.get_by_role("button", name="Copy").click()
        expect(page.get_by_role("button", name="Copied")).to_be_visible()
        expect(page.locator("#said")).to_have_text("Copied")
        assert page.evaluate("navigator.clipboard.readText()") == "https://muster.example/fear"
        expect(page.get_by_role("button", name="Copy", exact=True)).to_be_visible()

    def test_a_fresh_verdict_takes_the_focus(self, page: Page):
        page.goto("/")
        bring_in(page, '<div class="verdict" data-focus><h3>Passed</h3></div>')
        expect(page.locator("main > .verdict")).to_be_focused()

    def test_an_old_verdict_does_not(self, page: Page):
        page.goto("/")
        bring_in(page, '<div class="verdict"><h3>Passed</h3></div>')
        expect(page.locator("main > .verdict")).to_be_visible()
        expect(page.locator("main > .verdict")).not_to_be_focused()

    def test_a_lost_connection_is_told(self, page: Page):
        page.goto("/")
        page.context.set_offline(True)
        page.evaluate("htmx.trigger(document.body, 'htmx:sendError')")
        expect(page.locator("#messages")).to_contain_text("Try again")


class TestTheWatch:
    """The guards of the other tests do see what they are for."""

    def test_axe_sees_a_picture_without_words(self, page: Page, axe):
        page.goto("/")
        bring_in(page, '<img src="/static/favicon.svg">')
        with pytest.raises(AssertionError, match="image-alt"):
            axe(page)

    def test_width_and_small_targets_are_seen(self, page: Page, fits):
        page.goto("/")
        bring_in(page, f"<pre>{'wide ' * 100}</pre>")
        with pytest.raises(AssertionError, match="too wide"):
            fits(page)
        bring_in(page, '<p class="letters"><input type="checkbox"></p>')
        with pytest.raises(AssertionError, match="smaller than 44 px"):
            fits(page)

    def test_broken_policy_and_other_hosts_are_seen(self, new_context, live_server):
        context = new_context()
        watch = Watch(context, urlsplit(live_server.url).netloc)
        page = context.new_page()
        page.goto("/")
        bring_in(page, '<p style="color: red">Red</p><img alt="" src="https://muster.invalid/a.png">')
        page.wait_for_timeout(300)
        assert any("Content Security Policy" in trouble for trouble in watch.troubles)


def bring_in(page: Page, html: str) -> None:
    """Swap a piece into the page the way an answer to htmx is."""
    page.evaluate("html => htmx.swap('main', html, {swapStyle: 'innerHTML'})", html)
