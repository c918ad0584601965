"""The pages of a campaign that only read, in a real browser at both sizes: history, standings, dice, filed results."""

from datetime import timedelta
from uuid import uuid4

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from warbands.models import Battle, BattleSide, Role


@pytest.fixture
def campaign(coil, mob, bob):
    """Two warbands, a battle, dice, a ruling and a result."""
    from rules.models import RulebookVersion
    from tests.warbands.factories import CampaignFactory, EnrolmentFactory, MembershipFactory
    from warbands.campaigns.filing import file_result
    from warbands.models import Enrolment, RulingChange, TestRecord, Warband, Warrior

    campaign, alice, version = CampaignFactory(by=bob), coil.owner, RulebookVersion.objects.get()
    Warband.objects.filter(pk=mob.pk).update(owner=bob)
    mob.refresh_from_db()
    MembershipFactory(campaign=campaign, user=bob, role=Role.ARBITER)
    MembershipFactory(campaign=campaign, user=alice)
    for warband in (coil, mob):
        EnrolmentFactory(campaign=campaign, warband=warband)
    Enrolment.objects.update(since=timezone.now() - timedelta(days=30))
    for days, warrior in enumerate(Warrior.objects.all()):
        Warrior.objects.filter(pk=warrior.pk).update(created=timezone.now() - timedelta(days=3 * days))
    battle = Battle.objects.create(
        starter=alice, version=version, campaign=campaign, client_key=uuid4(), ended=timezone.now(),
        muster={"sides": [{"name": coil.name}, {"name": mob.name}]},
    )  # fmt: skip
    BattleSide.objects.create(battle=battle, slug="a", warband=coil, player=alice, name=coil.name, outcome="won")
    BattleSide.objects.create(battle=battle, slug="b", warband=mob, player=bob, name=mob.name, outcome="routed")
    for number in range(70):
        TestRecord.objects.create(
            warband=mob, subject=mob.name, kind="rout", faces=[number % 6 + 1, 6], typed=number % 2 == 0, by=bob,
            version=version, client_key=uuid4(), plan={"chance": "5/12"},
            verdict={"passed": number % 3 == 0, "text": "The warband routs: the battle is lost."},
        )  # fmt: skip
    RulingChange.objects.create(
        campaign=campaign, key="ld_cap", was="none", choice="10", reason="Nobody is that brave.", by=bob
    )
    for outcome, by in (("first", alice), ("second", alice)):
        file_result(campaign=campaign, by=by, first=coil, second=mob, outcome=outcome, fought_on=timezone.localdate())
    return campaign


@pytest.mark.parametrize("name", ["history", "standings", "dice", "results"])
def test_each_page_fits_and_is_sound(page: Page, width, sign_in, campaign, bob, axe, fits, name):
    sign_in(page, bob)
    page.goto(f"{campaign.get_absolute_url()}{name}/")
    axe(page)
    fits(page)


def test_the_history_is_narrowed_and_the_address_keeps_it(page: Page, sign_in, campaign, bob):
    sign_in(page, bob)
    page.goto(f"{campaign.get_absolute_url()}history/")
    page.get_by_label("Of what").select_option("rulings")
    expect(page.locator(".story > li")).to_have_count(1)
    assert "what=rulings" in page.url
    page.reload()
    expect(page.locator(".story > li")).to_have_count(1)
    expect(page.get_by_text("Nobody is that brave.")).to_be_visible()


def test_a_contradicted_report_is_settled_without_scripts(page_without_scripts: Page, width, sign_in, campaign, bob):
    page = page_without_scripts
    sign_in(page, bob)
    page.goto(f"{campaign.get_absolute_url()}results/")
    expect(page.get_by_text("Contradicted by another report")).to_have_count(2)
    page.get_by_role("button", name="Agree: The Cold Coil against Da Red Teef: The Cold Coil won").click()
    expect(page.get_by_text("Contradicted by another report")).to_have_count(0)
    page.goto(f"{campaign.get_absolute_url()}standings/")
    expect(page.get_by_role("row", name="The Cold Coil")).to_contain_text("2")
