"""What comes out of a printer: the PDF that Chromium makes is read page by page, on both sizes of paper."""

import io
import re

import pytest
from playwright.sync_api import Page
from pypdf import PdfReader

from tests.warbands.factories import WarbandFactory
from warbands.rosters.rule_services import give_rule
from warbands.rosters.services import change_warrior
from warbands.trade.hiring import hire
from warbands.trade.ledger import adjust

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]

LAST_LINE = "Skills, injuries"
"""What every card ends with, a blank one too."""
SIZES = {"A4": (595, 842), "Letter": (612, 792)}
UNITS = (
    ("mercenary-captain", 1, ("dagger", "sword", "pistol", "heavy-armour", "helmet", "shield")),
    ("champion", 1, ("dagger", "double-handed-weapon", "light-armour", "helmet")),
    ("youngblood", 1, ("dagger", "club-mace-hammer", "buckler", "light-armour")),
    ("warrior", 5, ("dagger", "axe", "shield", "helmet", "light-armour")),
    ("marksman", 3, ("dagger", "bow", "light-armour", "helmet")),
    ("swordsman", 4, ("dagger", "sword", "sword", "buckler")),
)


@pytest.fixture
def warband(rulebook, alice):
    """Twenty warriors, all of them armed to the teeth: far more than the list allows."""
    warband = WarbandFactory(owner=alice, warband_type_id="reikland-mercenaries", name="The Long Muster")
    adjust(warband=warband, by=alice, amount=9_000, reason="Won in earlier battles")
    for number in range(20):
        unit, size, items = UNITS[number % len(UNITS)]
        full = f"reikland-mercenaries--{unit}"
        name = f"Warrior No. {number + 1} of the Muster"
        made = hire(warband=warband, by=alice, unit_type=full, name=name, size=size, items=items).warrior
        assert made is not None
        if number % 5 == 0:
            made = change_warrior(warrior=made, version=made.version, notes="He owes the ferryman nine crowns. " * 30)
        give_rule(warrior=made, version=made.version, rule="stupidity", reason="A blow on the head", by=alice)
    return warband


def printed(page: Page, address: str, size: str) -> list[str]:
    """The text of each page as it comes out of the printer, with single spaces."""
    page.goto(address)
    reader = PdfReader(io.BytesIO(page.pdf(format=size)))
    assert {(int(one.mediabox.width), int(one.mediabox.height)) for one in reader.pages} == {SIZES[size]}
    return [" ".join(one.extract_text().split()) for one in reader.pages]


HEAD = re.compile(
    r"Warrior No\. (\d+) of the Muster(?: × \d)? (?:Mercenary Captain|Champion|Youngblood|Warrior|Marks|Swords)"
)
"""How a warrior begins: his name and what he is. Where he is merely spoken of, what he is does not follow."""


def are_whole(pages: list[str]) -> None:
    """Every warrior begins and ends on the same page, and none is printed twice."""
    found = []
    for text in pages:
        *cards, rest = [HEAD.findall(card) for card in text.split(LAST_LINE)]
        assert not rest, f"begun, and not ended on its page: {rest}"
        assert all(len(one) <= 1 for one in cards), cards
        found += [int(number) for one in cards for number in one]
    assert sorted(found) == list(range(1, 21))


@pytest.mark.parametrize("size", list(SIZES))
@pytest.mark.parametrize(("name", "most"), [("paper", 6), ("cards", 6)])
def test_no_warrior_is_split_across_pages(page: Page, size, name, most, warband, alice, sign_in):
    sign_in(page, alice)
    without, with_notes = (
        printed(page, f"{warband.get_absolute_url()}{name}/?blank=3{asked}", size) for asked in ("", "&notes=on")
    )
    assert len(without) <= most
    for pages in (without, with_notes):
        are_whole(pages)
        assert sum(text.count(LAST_LINE) for text in pages) == 23
    assert "nine crowns" in " ".join(with_notes)
    assert "nine crowns" not in " ".join(without)


@pytest.mark.parametrize("size", list(SIZES))
def test_the_sheet_says_what_the_rules_do_and_what_is_not_legal(page: Page, size, warband, alice, sign_in):
    sign_in(page, alice)
    pages = printed(page, f"{warband.get_absolute_url()}paper/", size)
    assert "things to mend" in pages[0]
    assert "at most 15 warriors" in pages[0] or "at most 16 warriors" in pages[0]
    last = " ".join(pages[-2:])
    assert "What the rules do" in last
    assert "Stupidity. Tests Leadership" in last
    assert "Bow. Range 24″, Strength 3." in last


@pytest.mark.parametrize("size", list(SIZES))
def test_a_row_of_cards_is_as_high_as_the_others_and_a_page_holds_three(page: Page, size, warband, alice, sign_in):
    sign_in(page, alice)
    pages = printed(page, f"{warband.get_absolute_url()}cards/?blank=12", size)
    assert pages[0].startswith("The Long Muster")
    assert max(text.count(LAST_LINE) for text in pages) == 6


def test_only_what_is_printed_stands_on_paper(page: Page, warband, alice, sign_in):
    sign_in(page, alice)
    for name in ("paper", "cards"):
        page.emulate_media(media="screen")
        page.goto(f"{warband.get_absolute_url()}{name}/")
        assert page.get_by_role("button", name="Print").is_visible()
        page.emulate_media(media="print")
        for locator in (page.get_by_role("button"), page.locator(".bar, .foot, .choose, .crumbs")):
            assert not [one for one in locator.all() if one.is_visible()]
