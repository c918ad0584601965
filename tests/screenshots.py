"""``make screenshots``: the main pages at phone and at desk size, light and dark, to be looked at.

It makes a database of its own from the demo data, serves it on a free port of loopback, drives Chromium through it, and
leaves nothing but the pictures in ``screenshots/`` (or the folder given as an argument).
"""

import os
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Error, Page, sync_playwright

from tests.chromium import SIZES, launch

SCHEMES = ("light", "dark")
STRANGERS = {"home", "sign-in", "sign-up", "shared"}
"""Pages that are taken before anybody signs in."""
SHARED = "The Iron Crowns"
"""The warband that everybody may look at."""

type Act = Callable[[Page], None]


def rolled(*faces: int) -> Act:
    """Type these faces into the open test and use them."""

    def act(page: Page) -> None:
        for number, face in enumerate(faces, 1):
            page.get_by_label(f"Die {number}", exact=True).fill(str(face))
        page.locator(".throw [value=typed]").last.click()
        page.locator(".verdict").last.wait_for()

    return act


def pressed(role: Any, name: str, until: str) -> Act:
    """Press something and wait for what it brings."""

    def act(page: Page) -> None:
        page.get_by_role(role, name=name, exact=True).first.click()
        page.locator(until).first.wait_for()

    return act


def fallen(page: Page) -> None:
    """Tell the Rout test who is out of action, and wait for the new chance."""
    with page.expect_response("**/rout/*"):
        page.get_by_label("The Reeds: out of action").fill("3")
        page.get_by_label("The Reeds: out of action").blur()
    with page.expect_response("**/rout/*"):
        page.get_by_label("Quilpi", exact=True).select_option("out_of_action")
    page.wait_for_timeout(250)


def shots() -> Iterator[tuple[str, str, bool, list[Act]]]:
    """Name, address, whether the whole page is taken or what fits the screen, and what is done before."""
    from warbands.models import Warband

    at = {row.name: row.get_absolute_url() for row in Warband.objects.all()}
    coil, court = at["The Cold Coil"], at["The Hollow Court"]

    def of(warband: str, warrior: str) -> str:
        row = Warband.objects.get(name=warband).warriors.get(name=warrior)
        return f"{at[warband]}warriors/{row.public_id}/"

    quilpi, lump = of("The Cold Coil", "Quilpi"), of("Da Red Teef", "Lump")
    yield "home", "/", True, []
    yield "sign-in", "/accounts/login/", True, []
    yield "sign-up", "/accounts/signup/", True, []
    yield "warbands", "/warbands/", True, []
    yield "roster", coil, True, []
    yield "roster-rules-by-hand", court, True, []
    yield "roster-popover", coil, False, [pressed("button", "Cold Blooded", ".tip:popover-open")]
    yield "roster-edit", coil, False, [pressed("link", "Edit Quilpi", "form [name=name]")]
    yield "roster-add", coil, False, [pressed("link", "Add a warrior", "#add form")]
    hire = f"{coil}warriors/new/?unit_type=lizardmen--saurus-brave&size=2&items=dagger&items=axe&items=shield"
    yield "hire", hire, True, []
    yield "gear", f"{quilpi}gear/", True, []
    yield "treasury", f"{coil}treasury/", True, []
    yield "receipt", f"{coil}rating/", True, []
    yield "legality", f"{at['Da Red Teef']}legality/", True, []
    yield "between-battles", f"{coil}between/", True, []
    yield "print-sheet", f"{coil}paper/", True, []
    yield "print-cards", f"{coil}cards/", True, []
    yield "shared", at[SHARED], True, []
    yield "import", "/warbands/import/", True, []
    yield "give-rule", f"{quilpi}rules/give/", True, []
    yield "test", f"{quilpi}test/fear-charged/", True, []
    yield "test-in-roster", coil, False, [pressed("link", "Test Stone Jaws", ".bench .throw")]
    yield "test-not-asked", f"{of('The Hollow Court', 'Countess Isolde')}test/", True, []
    yield "verdict-in-roster", coil, False, [pressed("link", "Test Quilpi", ".bench .throw"), rolled(2, 3, 6)]
    yield "verdict-failed", f"{of('The Cold Coil', 'Tehenca')}test/fear-charged/", True, [rolled(6, 5, 4)]
    yield "verdict-and-next", f"{of('The Hollow Court', 'Lanky Pieter')}test/stupidity/", True, [rolled(6, 5)]
    yield "verdict-after-next", f"{lump}test/stupidity/", True, [rolled(6, 5), rolled(2)]
    correct = [rolled(6, 4), pressed("link", "Correct this", "[name=reason]")]
    yield "correct", f"{of('Da Red Teef', 'Krump')}test/leadership/", True, correct
    yield "rout", f"{coil}rout/", True, [fallen]
    yield "rout-verdict", f"{coil}rout/", True, [fallen, rolled(3, 4, 6)]
    yield "log", f"{coil}tests/", True, []
    old = [pressed("link", "Test Old Itz-Hua", ".bench .throw"), rolled(2, 3, 6)]
    yield "roster-with-log", coil, True, old
    yield from _of_groups_and_accounts()
    yield "glossary", "/rules/", False, []
    yield "search", "/rules/search/?q=wizzard", True, []
    yield "question", "/rules/questions/six-means-six/", False, []
    yield "rule", "/rules/stupidity/", True, []
    yield "rule-composite", "/rules/undead/", True, []
    yield "list", "/rules/lists/lizardmen/", True, []


def _of_groups_and_accounts() -> Iterator[tuple[str, str, bool, list[Act]]]:
    """The pages of the demo's campaign and its battle, and those of what is somebody's own."""
    from warbands.models import Battle, Campaign

    winter = Campaign.objects.get().get_absolute_url()
    yield "campaign-history", f"{winter}history/", True, []
    yield "campaign-standings", f"{winter}standings/", True, []
    yield "campaign-dice", f"{winter}dice/", True, []
    yield "campaign-results", f"{winter}results/", True, []
    fight = Battle.objects.get().get_absolute_url()
    yield "battle", fight, True, []
    yield "battle-model", fight, False, [pressed("link", "Krump: set and see more", ".model-sheet")]
    yield "battle-log", f"{fight}log/", True, []
    yield "battle-new", "/warbands/battles/new/", True, []
    yield "second-factor", "/accounts/second-factor/", True, []
    yield "your-data", "/accounts/data/", True, []
    yield "delete-account", "/accounts/delete/", True, []


@contextmanager
def serving() -> Iterator[str]:
    """The address of a live server on a free port, with the demo data in its database."""
    from django.core.management import call_command
    from django.db import connections
    from django.test.testcases import LiveServerThread, _StaticFilesHandler

    from warbands.models import Sharing, Warband

    call_command("migrate", verbosity=0)
    call_command("load_rules", stdout=sys.stderr)
    call_command("load_demo", stdout=sys.stderr)
    Warband.objects.filter(name=SHARED).update(sharing=Sharing.PUBLIC)
    connections.close_all()
    server = LiveServerThread("127.0.0.1", _StaticFilesHandler, port=0)
    server.daemon = True
    server.start()
    server.is_ready.wait(timeout=30)
    if server.error is not None:
        raise server.error
    try:
        yield f"http://127.0.0.1:{server.port}"
    finally:
        server.terminate()
        connections.close_all()


def _signed_in(name: str) -> dict[str, str]:
    from django.conf import settings
    from django.contrib.auth.models import User
    from django.test import Client

    client = Client()
    client.force_login(User.objects.get(username=name))
    return {"name": settings.SESSION_COOKIE_NAME, "value": client.cookies[settings.SESSION_COOKIE_NAME].value}


def _forget_tests() -> None:
    """Each set of pictures starts with an empty log."""
    from django.db import connection

    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM warbands_testrecord")


def _take(browser: Browser, address: str, folder: Path, size: str, scheme: Any, wanted: set[str]) -> Iterator[str]:
    """Take one set of pictures; gives the names of those that could not be taken."""
    _forget_tests()
    context = browser.new_context(base_url=address, viewport=SIZES[size], color_scheme=scheme, locale="en-GB")
    context.set_default_timeout(10_000)
    cookie: Any = {**_signed_in("konrad"), "url": address, "httpOnly": True}
    for name, path, whole, acts in shots():
        if wanted and name not in wanted:
            continue
        context.clear_cookies()
        if name not in STRANGERS:
            context.add_cookies([cookie])
        page = context.new_page()
        try:
            answer = page.goto(path)
            if answer is None or not answer.ok:
                yield f"{name} ({size}, {scheme}): answer {answer.status if answer else 'none'}"
            for act in acts:
                act(page)
        except Error as error:
            yield f"{name} ({size}, {scheme}): {str(error).splitlines()[0]}"
        page.wait_for_timeout(250)  # what opens or moves has come to rest
        if whole:  # the strip that sticks to the top belongs there
            page.evaluate("scrollTo({top: 0, behavior: 'instant'})")
            page.wait_for_timeout(100)
        page.screenshot(path=folder / f"{name}-{size}-{scheme}.png", full_page=whole)
        page.close()
    context.close()


def main(arguments: list[str]) -> None:
    """``python -m tests.screenshots [FOLDER [NAME ...]]``; names choose among the pictures."""
    chromium = launch()
    if chromium is None:
        sys.exit("No Chromium found. `make screenshots` gets one.")
    folder = Path(arguments[0] if arguments else "screenshots")
    folder.mkdir(parents=True, exist_ok=True)
    begun = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="muster-screenshots-") as name:
        os.environ["DATABASE_URL"] = f"sqlite:///{Path(name) / 'demo.sqlite3'}"
        os.environ["DJANGO_SETTINGS_MODULE"] = "tests.settings"
        import django

        django.setup()
        with serving() as address, sync_playwright() as playwright:
            browser = playwright.chromium.launch(**chromium)
            sets = product(SIZES, SCHEMES)
            missed = [name for one in sets for name in _take(browser, address, folder, *one, set(arguments[1:]))]
            browser.close()
    print(f"The pictures are in {folder}/ ({time.monotonic() - begun:.0f} seconds).")
    if missed:
        sys.exit("\n".join(["These are not what they should be:", *missed]))


if __name__ == "__main__":
    main(sys.argv[1:])
