"""A whole battle on two phones at once: every tap of one is seen by the other, and both always show the same."""

from uuid import uuid4

import pytest
from playwright.sync_api import Page, expect

from rules.engine.rulings import Rulings
from tests.warbands.factories import UserFactory, WarbandFactory, WarriorFactory, WarriorRuleFactory
from warbands.battles import opening
from warbands.battles.playing import replayed
from warbands.models import Battle


def given(warrior, *rules):
    for rule in rules:
        WarriorRuleFactory(warrior=warrior, rule_id=rule, reason="Told at the table")


@pytest.fixture
def battle(transactional_db, rulebook):
    """Mercenaries with a hothead, a dolt and quarrelsome lads, against rats with an ogre and a ghast."""
    anna, bert = UserFactory(username="anna"), UserFactory(username="bert")
    men = WarbandFactory(owner=anna, name="The Iron Crowns", warband_type_id="reikland-mercenaries")
    WarriorFactory(warband=men, unit="mercenary-captain", name="Captain")
    given(WarriorFactory(warband=men, unit="champion", name="Hothead"), "frenzy")
    given(WarriorFactory(warband=men, unit="champion", name="Dolt"), "stupidity")
    given(WarriorFactory(warband=men, unit="warrior", name="Lads", size=3), "animosity")
    rats = WarbandFactory(owner=bert, name="Clan Skrit", warband_type_id="skaven-clan-eshin", sharing="public")
    WarriorFactory(warband=rats, unit="assassin-adept", name="Skritt")
    given(WarriorFactory(warband=rats, unit="black-skaven", name="Ghast"), "cause-fear")
    WarriorFactory(warband=rats, unit="verminkin", name="Tails", size=4)
    return opening.begin(by=anna, own=men, against=rats, client_key=uuid4(), rulings=Rulings())


class Phone:
    """A player at the table with his phone."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @property
    def board(self):
        return self.page.locator("#battle")

    @property
    def seen(self) -> int:
        return int(self.page.locator("#seen").input_value())

    def settled(self):
        expect(self.page.locator(".htmx-request, .htmx-swapping, .htmx-settling, .htmx-added")).to_have_count(0)

    def _after(self, number: int):
        """Wait until the tap is in the log, and shown."""
        expect(self.page.locator("#seen")).not_to_have_value(str(number))
        self.settled()

    def tap(self, name: str, *, within=None, exact=True):
        seen = self.seen
        (within or self.board).get_by_role("button", name=name, exact=exact).first.click()
        self._after(seen)

    def next(self, following: str):
        self.tap(f"Next: {following}")

    def card(self, title: str):
        card = self.board.locator(".due .card", has=self.page.locator("p", has_text=title)).first
        expect(card).to_be_visible()
        return card

    def dice(self, title: str, *faces: int):
        """Type the dice of the table into a due test."""
        card = self.card(title)
        for number, face in enumerate(faces, 1):
            card.get_by_label(f"Die {number}").fill(str(face))
        seen = self.seen
        card.get_by_label("Die 1").press("Enter")  # as the keypad of a phone does
        self._after(seen)

    def tell(self, title: str, answer: str):
        self.tap(answer, within=self.card(title))

    def charge(self, who: str, target: str):
        form = self.board.locator("#charge")
        form.locator("#charge-who").select_option(label=who)
        form.locator("#charge-targets").select_option(label=target)
        self.tap("Charge", within=form)

    def sheet(self, name: str):
        self.board.get_by_role("link", name=f"{name}: set and see more").click()
        sheet = self.page.locator("#sheet .model-sheet")
        expect(sheet).to_be_visible()
        self.settled()
        return sheet

    def put(self, name: str, how: str):
        self.tap(how, within=self.sheet(name))
        expect(self.page.locator("#sheet .model-sheet")).to_have_count(0)

    def row(self, name: str):
        return self.board.locator(".models li", has_text=name)

    def shows(self, *words: str):
        for one in words:
            expect(self.board).to_contain_text(one)

    @property
    def told(self) -> list[str]:
        """What this phone shows of the battle, whoever looks: stage, models by name, meters, log."""
        models = sorted(self.board.locator(".models li").all_inner_texts())
        meters = sorted(self.board.locator(".sides .card > small").all_inner_texts())
        log = self.board.locator("ol.log li").all_inner_texts()
        stage = self.board.locator(".phases [aria-current]").all_inner_texts()
        return [*stage, *models, *meters, *log]


class Both:
    """Two phones of one battle: ``agree`` waits until the other one has followed, and compares."""

    def __init__(self, one: Phone, other: Phone) -> None:
        self.one, self.other = one, other

    def agree(self, *words: str) -> None:
        last = max(self.one.seen, self.other.seen)
        for phone in (self.one, self.other):
            expect(phone.page.locator("#seen")).to_have_value(str(last), timeout=4_000)
            phone.settled()
            for side in phone.board.locator("details.side").all():
                if side.get_attribute("open") is None:
                    side.locator("summary").click()
            phone.shows(*words)
        assert self.one.told == self.other.told


@pytest.fixture
def phones(battle, watched, sign_in):
    """Anna's phone and Bert's, both at the battle."""
    found = []
    for username in ("anna", "bert"):
        page = watched().new_page()
        sign_in(page, battle.sides.get(player__username=username).player)
        page.goto(battle.get_absolute_url())
        found.append(Phone(page))
    return found


def annas_first_turn(anna: Phone, bert: Phone, both: Both) -> None:
    """A dolt loses the thread, the lads quarrel, the leader charges what causes fear and is stunned."""
    anna.dice("Stupidity · Dolt", 6, 6)
    both.agree("Failed: 12 against")
    anna.dice("Stupidity: the D6 · Dolt", 2)
    both.agree("shambling")
    anna.dice("Animosity · Lads 1", 1)
    anna.dice("Animosity: the D6 · Lads 1", 3)
    both.agree("sulking")
    anna.dice("Animosity · Lads 2", 5)
    anna.dice("Animosity · Lads 3", 4)
    both.agree("Nothing to test now.")

    # Charges: whoever wishes to charge what causes fear tests first.
    anna.next("charges")
    anna.charge("Captain", "Ghast")
    both.agree("Captain charges Ghast")
    anna.dice("Fear: to charge · Captain", 1, 2)
    anna.next("movement")
    anna.board.get_by_role("group", name="Which foe is within his charge range").wait_for()
    anna.tap("Nobody")
    anna.next("shooting")
    both.agree("Captain fights Ghast.")
    anna.next("combat")

    # The leader is stunned: his foe's owner rolls for the injury.
    sheet = bert.sheet("Captain")
    sheet.get_by_label("Injury die").fill("4")
    bert.tap("Use", within=sheet)
    both.agree("Captain rolls 4 for his injury and is stunned.")
    anna.put("Lads 3", "fleeing")
    both.agree("Lads 3 is fleeing.")
    anna.next("end of combat")
    anna.next("Clan Skrit’s turn")
    both.agree("Turn 1 · Clan Skrit to move")


def berts_first_turn(anna: Phone, bert: Phone, both: Both) -> None:
    """A frenzied model is charged by what causes fear while nobody was in his own reach."""
    bert.next("charges")
    bert.put("Ghast", "On his feet")
    ghost = bert.sheet("Ghast")
    bert.tap("No longer fights Captain", within=ghost)
    bert.charge("Ghast", "Hothead")
    both.agree("Ghast charges Hothead")
    anna.tell("Fear: charged · Hothead", "Nobody")
    anna.dice("Fear: charged · Hothead", 6, 5)
    both.agree("needing 6s to hit")
    bert.charge("Tails 1", "Dolt")
    bert.charge("Tails 2", "Dolt")
    bert.next("movement")
    bert.next("shooting")
    both.agree("Ghast fights Hothead.", "Tails 2 fights Dolt.")
    bert.next("combat")
    both.agree("hits on 6s")
    anna.put("Lads 1", "Out of action")
    both.agree("Lads 1 is out of action.")
    bert.next("end of combat")
    bert.next("The Iron Crowns’ turn")
    both.agree("Turn 2 · The Iron Crowns to move")


def annas_second_turn(anna: Phone, bert: Phone, both: Both) -> None:
    """A runner recovers, the leader comes round, and the dolt is left alone, breaks and is gone."""
    anna.dice("Recover his nerve · Lads 3", 1, 1)
    both.agree("having just recovered his nerve")
    anna.dice("Stupidity · Dolt", 1, 1)
    anna.dice("Animosity · Lads 2", 6)
    anna.dice("Animosity · Lads 3", 6)
    anna.shows("Captain comes round")
    anna.tap("Carry it out")
    both.agree("Captain: He comes round: knocked down.")
    for following in ("charges", "movement", "shooting", "combat", "end of combat"):
        anna.next(following)
    anna.tell("All Alone · Dolt", "No")
    anna.dice("All Alone · Dolt", 6, 6)
    both.agree("What did the parting hits do?")
    anna.tap("He survives on his feet and runs.")
    flight = anna.card("Flight · Dolt")
    flight.get_by_label("Inches to the table edge").fill("5")
    anna.tap("Tell", within=flight)
    anna.dice("Flight · Dolt", 6, 6)
    both.agree("leaves the battle", "fled off the table")
    anna.next("Clan Skrit’s turn")
    both.agree("Turn 2 · Clan Skrit to move")


def the_rout(anna: Phone, bert: Phone, both: Both) -> None:
    """A third of Anna's warband is out, and it routs."""
    for following in ("charges", "movement", "shooting", "combat"):
        bert.next(following)
    both.agree()
    anna.put("Lads 2", "Out of action")
    both.agree("2 of 6 out")
    bert.next("end of combat")
    bert.next("The Iron Crowns’ turn")

    # Anna's third turn: the warband routs.
    both.agree("Turn 3 · The Iron Crowns to move", "Rout test · The Iron Crowns")
    anna.dice("Rout test · The Iron Crowns", 6, 6)
    both.agree("The battle is over.")
    bert.tap("End it")
    both.agree("The battle has ended: The Iron Crowns routed; Clan Skrit won.", "Lads 1 (The Iron Crowns)")


def test_a_whole_battle_on_two_phones(battle, phones):
    anna, bert = phones
    both = Both(anna, bert)

    # Before the battle: who begins.
    anna.tap("The Iron Crowns")
    both.agree("Turn 1 · The Iron Crowns to move")
    annas_first_turn(anna, bert, both)
    berts_first_turn(anna, bert, both)
    annas_second_turn(anna, bert, both)
    the_rout(anna, bert, both)
    assert replayed(Battle.objects.get()) == Battle.objects.get().state


def test_the_app_rolls_and_both_see_the_same_faces(battle, phones):
    anna, bert = phones
    anna.tap("The Iron Crowns")
    anna.tap("Roll", within=anna.card("Stupidity · Dolt"))
    Both(anna, bert).agree("rolled by the app for anna")
    first = battle.events.get(number=2).faces
    line = bert.board.locator("#e2")
    expect(line.get_by_role("img")).to_have_count(2)
    assert [int(die.get_attribute("aria-label")) for die in line.get_by_role("img").all()] == first
    # What is being filled in stays while the other one acts.
    anna.board.locator("#join-a > summary").click()
    anna.board.get_by_label("Name").fill("Stray dog")
    anna.board.get_by_label("Like").select_option(label="Dolt")
    bert.put("Ghast", "hidden")
    Both(anna, bert).agree("Ghast is hidden.")
    expect(anna.board.get_by_label("Name")).to_have_value("Stray dog")
    anna.tap("Joins The Iron Crowns")
    Both(anna, bert).agree("Stray dog joins The Iron Crowns.")
    assert Battle.objects.get().state["joined"]["a"][0]["held"][0]["rule"] == "stupidity"
    expect(anna.board.get_by_label("Name")).to_have_value("Newcomer 2")
    anna.tap("Undo 4", exact=False)
    bert.tap("Undo 3", exact=False)
    # Undoing is no second try: the same dice count again, unless the opponent agrees.
    anna.tap("Undo 2", exact=False)
    anna.shows(f"Its dice count again: {first[0]}, {first[1]}.")
    anna.tap("Use these dice")
    assert battle.events.get(number=8).faces == first
    Both(anna, bert).agree("the dice of 2 again")
    anna.tap("Undo 8", exact=False)
    Both(anna, bert).agree()
    bert.tap("Let them throw 8 anew")
    anna.dice("Stupidity · Dolt", 1, 1)
    Both(anna, bert).agree("typed by anna")


def test_the_battle_fits_a_phone_and_a_desk_and_reads_well(battle, width, page, sign_in, axe, fits):
    sign_in(page, battle.starter)
    page.goto(battle.get_absolute_url())
    phone = Phone(page)
    axe(page)
    fits(page)
    phone.tap("The Iron Crowns")
    axe(page)
    fits(page)
    phone.sheet("Hothead")
    axe(page)
    fits(page)
    page.locator("[data-close]").click()
    for part in ("#join-a", "#join-a-more", "#ending"):
        page.locator(f"{part} > summary").click()
    axe(page)
    fits(page)
    page.goto(f"{battle.get_absolute_url()}log/")
    page.locator(".log summary", has_text="Undo back to here").click()
    axe(page)
    fits(page)


def test_the_battle_works_without_scripts(battle, page_without_scripts, sign_in):
    page = page_without_scripts
    sign_in(page, battle.starter)
    page.goto(battle.get_absolute_url())
    page.get_by_role("button", name="The Iron Crowns").click()
    expect(page.locator("#battle")).to_contain_text("Turn 1 · The Iron Crowns to move")
    card = page.locator(".due .card").first
    card.get_by_label("Die 1").fill("9")
    card.get_by_label("Die 2").fill("1")
    card.get_by_role("button", name="Use", exact=True).click()
    expect(page.locator("#battle")).to_contain_text("A die shows 1 to 6, not 9.")
    expect(page.locator(".due .card").first.get_by_label("Die 1")).to_have_value("9")
    page.locator(".due .card").first.get_by_label("Die 1").fill("1")
    page.locator(".due .card").first.get_by_role("button", name="Use", exact=True).click()
    expect(page.locator("ol.log li").first).to_contain_text("Passed: 2 against")
    page.get_by_role("link", name="Captain: set and see more").click()
    page.get_by_role("button", name="Stunned").click()
    expect(page.locator("ol.log li").first).to_contain_text("Captain is stunned.")
