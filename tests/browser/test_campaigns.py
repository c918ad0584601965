"""A group in a real browser: an arbiter founds a campaign, a player joins by link on his phone, a spectator looks."""

import pytest
from playwright.sync_api import Page, expect

from tests.browser.table import Table
from tests.warbands.factories import (
    CampaignFactory,
    EnrolmentFactory,
    MembershipFactory,
    UserFactory,
    WarriorFactory,
)
from warbands.campaigns.rulings import change_ruling
from warbands.models import Amendment, AmendmentNote, Campaign, Role, TestRecord

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.usefixtures("rulebook")]

WORD = "a long evening of dice"


@pytest.fixture
def campaign(alice, bob, coil):
    """Run by Bob; Alice plays in it with her Lizardmen, among others."""
    campaign = CampaignFactory(
        by=bob,
        name="The Quite Unnecessarily Longwinded Winter",
        description="We play on **Thursdays**.",
        house_rules="- No *spyglasses*.",
    )
    MembershipFactory(campaign=campaign, user=bob, role=Role.ARBITER)
    MembershipFactory(campaign=campaign, user=alice)
    EnrolmentFactory(campaign=campaign, warband=coil)
    for number in range(3):
        theirs = EnrolmentFactory(campaign=campaign, warband__name=f"Band {number}").warband
        WarriorFactory(warband=theirs)
        MembershipFactory(campaign=campaign, user=theirs.owner)
    MembershipFactory(campaign=campaign, user=UserFactory(username="onlooker"), role=Role.SPECTATOR)
    change_ruling(campaign=campaign, key="ld_cap", was="none", choice="10", reason="Eleven is silly", by=bob)
    return campaign


def test_pages_fit_and_are_accessible(page: Page, width, scheme, campaign, coil, bob, sign_in, axe, fits):
    sign_in(page, bob)
    page.emulate_media(color_scheme=scheme)
    here = campaign.get_absolute_url()
    member = campaign.memberships.filter(role=Role.PLAYER).first()
    below = (
        "",
        "settings/",
        "members/",
        f"members/{member.pk}/remove/",
        "leave/",
        "invitations/",
        "rulings/",
        "rulings/R-09/",
        "bring/",
        f"warbands/{coil.public_id}/copy/",
        f"warbands/{coil.public_id}/amend/",
    )
    for address in ("/campaigns/", "/campaigns/new/", "/campaigns/join/", *(f"{here}{name}" for name in below)):
        page.goto(address)
        for fold in page.locator("main summary").all():
            fold.click()
        fits(page)
        axe(page)


def _link_for(page: Page, campaign: Campaign, role: str) -> str:
    page.goto(f"{campaign.get_absolute_url()}invitations/")
    page.get_by_label("They join as").select_option(role)
    page.get_by_role("button", name="Make the link").click()
    expect(page.get_by_role("img", name="QR code of the link")).to_be_visible()
    link = page.locator(".note code").text_content()
    assert link
    return link


def test_a_group_of_three_comes_together(page: Page, watched, alice, bob, sign_in, axe, fits):
    sign_in(page, bob)
    page.goto("/campaigns/")
    page.get_by_role("link", name="Found a campaign").click()
    page.get_by_label("Name").fill("The Long Winter")
    page.get_by_label("Starting gold").fill("650")
    page.get_by_role("button", name="Found the campaign").click()
    expect(page.get_by_role("heading", name="The Long Winter")).to_be_visible()
    campaign = Campaign.objects.get()
    play, look = _link_for(page, campaign, "Player"), _link_for(page, campaign, "Spectator")
    fits(page)
    axe(page)

    # A newcomer on a phone: the link, an account, and back to the campaign.
    phone = watched().new_page()
    sent: list[str] = []
    phone.on("request", lambda request: sent.append(f"{request.url} {request.headers.get('referer')}"))
    phone.goto(play)
    expect(phone.get_by_text("bob invites you to this campaign as a player")).to_be_visible()
    fits(phone)
    axe(phone)
    phone.get_by_role("link", name="Make an account and join").click()
    phone.get_by_label("Username").fill("newcomer")
    for field in phone.locator("input[type=password]").all():
        field.fill(WORD)
    phone.get_by_role("button", name="Sign up").click()
    phone.get_by_role("button", name="Join as a player").click()
    expect(phone.get_by_text("You are a player in The Long Winter.")).to_be_visible()
    phone.get_by_role("link", name="Bring a warband").click()
    expect(phone.get_by_text("It starts with 650 gold crowns")).to_be_visible()
    phone.get_by_label("Warband list").select_option("lizardmen")
    phone.get_by_label("Its name").fill("The Cold Coil")
    phone.get_by_role("button", name="Start the warband").click()
    expect(phone.get_by_role("link", name="650 gold crowns")).to_be_visible()
    secret = play.partition("#")[2]
    assert sent
    assert not [line for line in sent if secret in line]

    # Somebody who only looks.
    onlooker = watched().new_page()
    sign_in(onlooker, alice)
    onlooker.goto(look)
    onlooker.get_by_role("button", name="Join as a spectator").click()
    onlooker.get_by_role("link", name="The Cold Coil", exact=True).click()
    expect(onlooker.get_by_text("kept by newcomer")).to_be_visible()
    expect(onlooker.get_by_role("link", name="Add a warrior")).to_have_count(0)
    onlooker.go_back()
    expect(onlooker.get_by_role("link", name="Bring a warband")).to_have_count(0)
    fits(onlooker)


def test_the_next_rout_test_follows_a_new_ruling(page: Page, watched, campaign, coil, alice, bob, sign_in):
    phone = watched().new_page()
    sign_in(phone, alice)
    player = Table(phone, scripts=True)

    def rout(*faces: int) -> str:
        """Take the warband's Rout test with these dice; the address of what came of it."""
        phone.goto(f"{coil.get_absolute_url()}rout/")
        phone.get_by_label("Reeds: out of action").fill("2")
        phone.get_by_label("Reeds: out of action").blur()
        player.tell()
        expect(player.bench.get_by_label("Die 1")).to_be_visible()
        assert player.bench.get_by_label("Die ").count() == len(faces)
        player.use(*faces)
        player.verdict("Passed: 5")
        return TestRecord.objects.latest("pk").get_absolute_url()

    before = rout(2, 3, 6)
    sign_in(page, bob)
    page.goto(f"{campaign.get_absolute_url()}rulings/")
    page.get_by_role("link", name="R-09").click()
    page.get_by_label("Nobody’s: always two dice").check()
    page.get_by_label("Why").fill("We voted")
    page.get_by_role("button", name="Rule so").click()
    expect(page.get_by_text("R-09 is ruled otherwise from now on.")).to_be_visible()
    phone.goto(f"{campaign.get_absolute_url()}rulings/")
    expect(phone.get_by_text("bob: We voted")).to_be_visible()
    after = rout(2, 3)

    # The old verdict keeps what it was made under, whoever looks.
    onlooker = watched().new_page()
    sign_in(onlooker, campaign.memberships.get(role=Role.SPECTATOR).user)
    onlooker.goto(before)
    expect(onlooker.get_by_role("img", name="6, discarded")).to_be_visible()
    expect(onlooker.locator(".verdict")).not_to_contain_text("Cold blood has no say")
    onlooker.goto(after)
    expect(onlooker.locator(".verdict")).to_contain_text("Cold blood has no say")


def test_an_arbiter_writes_a_house_rule_and_the_owner_meets_it(
    page: Page, watched, campaign, coil, alice, bob, sign_in, axe, fits
):
    sign_in(page, bob)
    page.goto(campaign.get_absolute_url())
    page.get_by_role("link", name="House rules").click()
    page.get_by_role("link", name="Write a rule").click()
    page.wait_for_load_state()  # who types before the scripts are there is read at his next key
    page.get_by_role("textbox", name="Name").fill("Plague-marked")
    page.get_by_label("Sentences").fill("adds ledership -1")
    expect(page.get_by_text("“ledership”")).to_be_visible()
    page.get_by_label("Sentences").fill("adds leadership -1")
    expect(page.get_by_text("Adds -1 to Leadership.")).to_be_visible()
    page.get_by_role("button", name="Look at it as it is typed").click()
    expect(page.get_by_role("region", name="With it, and without it")).to_be_visible()
    axe(page)
    fits(page)
    page.get_by_label("Why").fill("We voted")
    page.get_by_role("button", name="Save").click()
    page.get_by_label("Give it to").select_option(label=f"Everybody of {coil.name}")
    page.get_by_label("Why").fill("They drank of the well")
    page.get_by_role("button", name="Give it").click()
    expect(page.get_by_text(f"Plague-marked is held by everybody of {coil.name} now.")).to_be_visible()
    axe(page)
    fits(page)
    reader = watched().new_page()
    sign_in(reader, alice)
    reader.goto(coil.get_absolute_url())
    reader.get_by_role("button", name="Plague-marked (house rule)").first.click()
    expect(reader.get_by_text("House rule of the campaign: They drank of the well.").first).to_be_visible()


def test_an_arbiter_amends_and_the_owner_answers(page: Page, watched, campaign, coil, alice, bob, sign_in, axe, fits):
    sign_in(page, bob)
    page.goto(campaign.get_absolute_url())
    page.get_by_role("link", name=f"Amend {coil.name}").click()
    page.get_by_label("Why").fill("He died last week")
    page.get_by_role("button", name="Begin").click()
    page.get_by_role("link", name="Edit Tehenca").click()
    page.get_by_label("Name").fill("Tehenca the Elder")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Tehenca the Elder is saved.")).to_be_visible()
    fits(page)
    axe(page)
    page.get_by_role("button", name="I have finished").click()
    expect(page.get_by_text("Tehenca is called Tehenca the Elder now")).to_be_visible()
    assert Amendment.objects.get().closed_at
    owner = watched().new_page()
    sign_in(owner, alice)
    owner.goto(f"{coil.get_absolute_url()}history/")
    owner.get_by_role("link", name="what was changed, and why").click()
    owner.locator("summary", has_text="Answer").click()
    owner.get_by_label("Your answer").fill("He is alive and well")
    owner.get_by_role("button", name="Answer").click()
    expect(owner.get_by_text("He is alive and well")).to_be_visible()
    assert AmendmentNote.objects.filter(kind="answer").count() == 1
    fits(owner)
    axe(owner)


def test_without_scripts_a_link_is_pasted(page_without_scripts: Page, page: Page, campaign, bob, sign_in):
    sign_in(page, bob)
    link = _link_for(page, campaign, "Player")
    page_without_scripts.goto("/campaigns/join/")
    page_without_scripts.get_by_label("The link").fill(link)
    page_without_scripts.get_by_role("button", name="Open the invitation").click()
    expect(page_without_scripts.get_by_text("bob invites you")).to_be_visible()
