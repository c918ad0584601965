"""A real Chromium that watches itself.

Every `page` fails its test for a broken Content-Security-Policy, an error in the console, a server error, a missing
static file, or a request to any other host. Ask for `width` to have a test run at phone and at desk size.
"""

from collections.abc import Callable, Iterator
from importlib.resources import files
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import BrowserContext, ConsoleMessage, Page, Request, Response, expect

from tests.chromium import SIZES, launch

# What Chromium and htmx log as errors and is none. A refused form (422) counts as a failed load; answers are judged by
# what they are. A request that a newer one replaces is given up on purpose (`hx-sync`): htmx then logs two lines, while
# one that failed says `htmx:sendError` or `htmx:timeout`.
LOGGED_AND_NO_FAULT = ("Failed to load resource", "htmx:afterRequest", "htmx:sendAbort")


expect.set_options(timeout=15_000)  # a state that does come may take its time where two cores do much else


def pytest_collection_modifyitems(items):
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("browser")


@pytest.fixture(scope="session")
def browser_type_launch_args(browser_type_launch_args):
    chromium = launch()
    if chromium is None:
        pytest.fail("No Chromium found. `make test` gets one; -m 'not browser' does without.", pytrace=False)
    return {**browser_type_launch_args, **chromium}


@pytest.fixture(params=list(SIZES.values()), ids=list(SIZES))
def width(request):
    """Both sizes, one after the other: `page` takes this one where a test asks for it."""
    return request.param


@pytest.fixture
def scheme(width):
    """Light on the phone and dark at the desk: what fits depends on the width, what can be read on the colours."""
    return "light" if width == SIZES["390px"] else "dark"


@pytest.fixture
def browser_context_args(request, browser_context_args, live_server):
    size = request.getfixturevalue("width") if "width" in request.fixturenames else SIZES["390px"]
    return {**browser_context_args, "base_url": live_server.url, "viewport": size, "locale": "en-GB"}


class Watch:
    """What went wrong in a browser while nobody looked."""

    def __init__(self, context: BrowserContext, host: str) -> None:
        self.host = host
        self.troubles: list[str] = []
        context.on("console", self._console)
        context.on("request", self._request)
        context.on("response", self._response)
        context.on("weberror", lambda error: self.troubles.append(f"script: {error.error}"))

    def _console(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(LOGGED_AND_NO_FAULT):
            self.troubles.append(f"console: {message.text}")

    def _request(self, request: Request) -> None:
        address = urlsplit(request.url)
        if address.scheme in {"http", "https", "ws", "wss"} and address.netloc != self.host:
            self.troubles.append(f"another host: {request.url}")

    def _response(self, response: Response) -> None:
        missing = response.status >= 400 and urlsplit(response.url).path.startswith("/static/")
        if missing or response.status >= 500:
            self.troubles.append(f"answer {response.status}: {response.url}")


@pytest.fixture
def watched(new_context, live_server) -> Iterator[Callable[..., BrowserContext]]:
    """Make contexts that are watched; what they saw is told when the test ends."""
    watches = []

    def make(**options) -> BrowserContext:
        context = new_context(**options)
        context.set_default_timeout(10_000)
        watches.append(Watch(context, urlsplit(live_server.url).netloc))
        return context

    yield make
    troubles = [trouble for watch in watches for trouble in watch.troubles]
    assert not troubles, "\n".join(troubles)


@pytest.fixture
def context(watched) -> BrowserContext:
    return watched()


@pytest.fixture
def page_without_scripts(watched) -> Page:
    return watched(java_script_enabled=False).new_page()


@pytest.fixture
def sign_in(live_server) -> Callable[..., None]:
    """Sign a user in without the form: `sign_in(page, user)`."""
    from django.conf import settings
    from django.test import Client

    def put_cookie(page: Page, user) -> None:
        client = Client()
        client.force_login(user)
        cookie = client.cookies[settings.SESSION_COOKIE_NAME].value
        page.context.add_cookies(
            [{"name": settings.SESSION_COOKIE_NAME, "value": cookie, "url": live_server.url, "httpOnly": True}]
        )

    return put_cookie


@pytest.fixture
def axe() -> Callable[[Page], None]:
    """Assert that axe-core finds nothing serious on a page. The page's own policy stays on."""
    source = files("axe_playwright_python").joinpath("axe.min.js").read_text(encoding="utf-8")

    def check(page: Page) -> None:
        page.evaluate(source)
        found = page.evaluate("axe.run({resultTypes: ['violations']}).then(result => result.violations)")
        serious = [
            f"{finding['impact']} {finding['id']}: {finding['help']}\n    "
            + "\n    ".join(node["html"][:160] for node in finding["nodes"][:5])
            for finding in found
            if finding["impact"] in {"serious", "critical"}
        ]
        assert not serious, "\n".join(serious)

    return check


@pytest.fixture
def fits() -> Callable[[Page], None]:
    """Assert that a page does not scroll sideways, and that whatever is pressed is large enough for a finger."""

    def check(page: Page) -> None:
        beyond = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
        assert beyond <= 0, f"{page.url} is {beyond} px too wide"
        small = page.evaluate(SMALL_TARGETS)
        assert not small, f"{page.url}: smaller than 44 px: {small}"

    return check


# Links within running text are exempt, and a box inside its label is pressed by the label.
SMALL_TARGETS = """() => {
  const found = [];
  for (const target of document.querySelectorAll("a[href], button, input, select, textarea, summary")) {
    if (target.type === "hidden" || target.closest(".skip, .sr") || !target.checkVisibility()) continue;
    if (target.tagName === "A" && getComputedStyle(target).display === "inline") continue;
    const box = (["checkbox", "radio"].includes(target.type) && target.labels[0] || target).getBoundingClientRect();
    if (box.width && (box.width < 43.5 || box.height < 43.5))
      found.push(`${target.outerHTML.slice(0, 120)} ${Math.round(box.width)}x${Math.round(box.height)}`);
  }
  return found;
}"""


@pytest.fixture
def mob(rulebook, alice):
    """An orc mob with a boss, a stupid troll and quarrelsome goblins; one orc is crazed, one undead."""
    from tests.warbands.factories import WarbandFactory, WarriorFactory, WarriorRuleFactory

    mob = WarbandFactory(owner=alice, warband_type_id="orc-mob", name="Da Red Teef")
    WarriorFactory(warband=mob, unit="orc-boss", name="Gorblad")
    mad = WarriorFactory(warband=mob, unit="orc-big-un", name="Krump")
    dead = WarriorFactory(warband=mob, unit="orc-big-un", name="Grubnik")
    WarriorRuleFactory(warrior=mad, rule_id="crazed")
    WarriorRuleFactory(warrior=dead, rule_id="undead")
    WarriorFactory(warband=mob, unit="goblin-warrior", name="Snikkit’s Mates", size=4)
    WarriorFactory(warband=mob, unit="troll", name="Lump")
    return mob


@pytest.fixture
def coil(rulebook, alice):
    """Lizardmen: three dice, the highest discarded."""
    from tests.warbands.factories import WarbandFactory, WarriorFactory

    coil = WarbandFactory(owner=alice, name="The Cold Coil")
    WarriorFactory(warband=coil, unit="skink-priest", name="Tehenca")
    WarriorFactory(warband=coil, unit="skink-brave", name="The Quite Unnecessarily Longwinded Reeds", size=4)
    return coil


@pytest.fixture
def sisters(rulebook, alice):
    """Sisters with an augur, who may re-roll her own tests."""
    from tests.warbands.factories import WarbandFactory, WarriorFactory

    sisters = WarbandFactory(owner=alice, warband_type_id="sisters-of-sigmar", name="The Rock")
    WarriorFactory(warband=sisters, unit="augur", name="Ursel")
    return sisters
