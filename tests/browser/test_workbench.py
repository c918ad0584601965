"""An editor at the workbench, without superuser rights: a rule is written, tried, published, and taken back."""

from uuid import uuid4

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Page, expect

from rules.authoring.editors import GROUP
from rules.engine.plans import TrialKind
from rules.loading.service import load_rules
from rules.models import Draft, RulebookVersion, SpecialRule, Wording
from rules.publishing import publish
from tests.warbands.factories import WarbandFactory, WarriorFactory, WarriorRuleFactory
from warbands.models import Warband, Warrior
from warbands.psychology.taking import Asked, take

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.fixture
def boss(alice):
    """The shipped rules with all their rows, and an orc boss on alice's roster."""
    load_rules()
    return WarriorFactory(
        warband=WarbandFactory(owner=alice, warband_type_id="orc-mob", name="Da Red Teef"),
        unit="orc-boss",
        name="Gorblad",
    )


@pytest.fixture
def editor(django_user_model, boss):
    user = django_user_model.objects.create_user("erna", password="ink and vellum", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP))
    return user


@pytest.fixture
def player(watched, sign_in, alice) -> Page:
    """Another phone, on which alice looks at her roster."""
    page = watched().new_page()
    sign_in(page, alice)
    return page


def roster_says(player: Page, boss, *, stubborn: bool) -> None:
    """What alice sees of her boss: the chip, and the dice of his All Alone test."""
    player.goto(boss.warband.get_absolute_url())
    chip = player.get_by_text("Stubborn", exact=True)
    if stubborn:
        expect(chip.first).to_be_visible()
    else:
        expect(chip).to_have_count(0)
    player.goto(f"{boss.get_absolute_url()}test/all-alone/")
    expect(player.locator(".target")).to_contain_text("3D6, drop the highest" if stubborn else "2D6")


def save(page: Page) -> None:
    page.locator("input[name=_save]").last.click()


def test_stubborn_is_written_tried_published_followed_and_taken_back(page: Page, sign_in, editor, boss, player):
    assert not editor.is_superuser
    sign_in(page, editor)
    page.goto("/admin/rules/specialrule/add/")
    page.get_by_label("Name:").first.fill("Stubborn")
    page.get_by_label("Slug:").first.fill("stubborn")
    sentences = page.get_by_label("Sentences:")
    sentences.fill("ignores rout")
    save(page)
    expect(page.get_by_text("Line 1, word 2 (“rout”): nothing may ignore Rout").first).to_be_visible()
    expect(sentences).to_have_value("ignores rout")
    expect(page.locator("#said")).to_contain_text("“rout”")

    sentences.fill("rolls all_alone ")
    page.locator("#said").get_by_role("button", name="3d6-high").click()
    expect(sentences).to_have_value("rolls all_alone 3d6-high ")
    expect(page.locator("#said")).to_contain_text("Takes All Alone tests on three dice")

    page.get_by_role("button", name="Look at it as it is typed").click()
    bench = page.locator("#workbench")
    expect(bench.locator(".target")).to_contain_text("3D6, drop the highest")
    expect(bench).to_contain_text("Stubborn: three dice, the highest discarded")
    bench.get_by_label("Leadership").fill("9")
    bench.get_by_label("Leadership").blur()
    expect(bench.locator(".need")).to_have_text("9")
    assert not SpecialRule.objects.filter(slug="stubborn").exists()
    save(page)
    expect(page.get_by_text("Kept as a draft")).to_be_visible()

    page.goto("/admin/rules/unittype/?q=orc-mob--orc-boss")
    page.locator("#result_list tbody th a").click()
    page.locator("#attachments-group input[name$=-rule]:visible").last.fill("Stubborn")
    save(page)
    expect(page.get_by_text("Kept as a draft")).to_be_visible()
    roster_says(player, boss, stubborn=False)

    page.goto("/admin/rules/draft/")
    expect(page.locator(".counts")).to_contain_text("1 warrior")
    expect(page.locator(".changes")).to_contain_text("All Alone")
    page.get_by_label("Why").fill("Bosses do not run")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Published as version")).to_be_visible()
    assert RulebookVersion.objects.first().published_by == editor
    roster_says(player, boss, stubborn=True)

    page.get_by_role("button", name="Take this version back").click()
    expect(page.get_by_text("Put back, and published as version")).to_be_visible()
    assert not Draft.objects.exists()
    roster_says(player, boss, stubborn=False)


def test_a_rule_is_written_tried_given_and_published_without_scripts(
    page_without_scripts: Page, sign_in, editor, boss, player
):
    page = page_without_scripts
    sign_in(page, editor)
    page.goto("/admin/rules/specialrule/add/")
    page.get_by_label("Name:").first.fill("Stubborn")
    page.get_by_label("Slug:").first.fill("stubborn")
    page.get_by_label("Sentences:").fill("rolls all_alone")
    page.get_by_role("button", name="Look at it as it is typed").click()
    page.locator("#said").get_by_role("button", name="3d6-high").click()
    expect(page.get_by_label("Sentences:")).to_have_value("rolls all_alone 3d6-high ")
    expect(page.locator("#said")).to_contain_text("Takes All Alone tests on three dice")
    expect(page.locator("#workbench .target")).to_contain_text("3D6, drop the highest")
    page.locator("#workbench").get_by_label("Leadership").fill("9")
    page.get_by_role("button", name="Look at it as it is typed").click()
    expect(page.locator("#workbench .need")).to_have_text("9")
    save(page)
    page.goto("/admin/rules/unittype/?q=orc-mob--orc-boss")
    page.locator("#result_list tbody th a").click()
    chosen = page.locator("#attachments-group input[name$=-rule]:visible").last
    chosen.fill("Stubbron")
    save(page)
    expect(page.get_by_text("There is no rule “Stubbron”; there are “stubborn”")).to_be_visible()
    chosen.fill("stubborn")
    save(page)
    page.goto("/admin/rules/draft/")
    page.get_by_label("Why").fill("Bosses do not run")
    page.get_by_role("button", name="Publish", exact=True).click()
    expect(page.get_by_text("Published as version")).to_be_visible()
    roster_says(player, boss, stubborn=True)


EVIL = "<img src=x onerror=alert(1)>Evil<script>alert(2)</script>"


def test_html_is_text_everywhere(page: Page, sign_in, editor, boss, alice):
    rule = SpecialRule.objects.create(
        slug="evil", name=EVIL, summary=EVIL, text=EVIL, sentences="rolls all_alone 3d6-high", reason=EVIL
    )
    rule.sources.create(title=EVIL, page=EVIL)
    rule.table.create(low=1, high=6, slug="evil", name=EVIL, text=EVIL)
    rule.disputes.create(question=EVIL, readings=[{"text": EVIL, "source": EVIL}], holds=EVIL)
    publish(by=editor, why=EVIL)
    wording = Wording.objects.create(slug="evil", book=EVIL, text=EVIL)
    rule.disputes.update(question=f"{EVIL} again")
    Draft.objects.create(kind="rule", slug="evil", by=editor)
    WarriorRuleFactory(warrior=boss, rule_id="evil", reason=EVIL)
    Warband.objects.update(name=EVIL, notes=EVIL)
    Warrior.objects.update(name=EVIL, notes=EVIL)
    boss.refresh_from_db()
    asked = Asked(boss.warband, TrialKind.ALL_ALONE, boss)
    record = take(asked=asked, by=alice, client_key=uuid4(), faces=[1, 2, 3])
    dialogs = []

    def note(dialog):
        dialogs.append(dialog.message)
        dialog.dismiss()

    page.on("dialog", note)
    home = boss.warband.get_absolute_url()
    version = RulebookVersion.objects.first()
    public = ["/rules/evil/", "/rules/?q=evil", home, boss.get_absolute_url(), record.get_absolute_url()]
    public += [
        f"{record.get_absolute_url()}version/",
        f"{home}tests/",
        f"{home}paper/",
        f"{home}cards/",
        f"{home}text/",
    ]
    admin = ["specialrule/?q=evil", f"specialrule/{rule.pk}/change/", f"rulebookversion/{version.pk}/change/"]
    admin += ["rulebookversion/", "rulebookversion/of/rule/evil/", "draft/", f"specialrule/{rule.pk}/delete/"]
    admin += [f"wording/{wording.pk}/change/", "wording/", "specialrule/recover/"]
    files = {f"{home}warband.json": "application/json", f"{home}roster.txt": "text/plain"}
    kept = {f"/admin/rules/{name}/export/": "application/yaml" for name in ("specialrule", "wording")}
    at_desk = [f"/admin/rules/{address}" for address in admin]
    for user, addresses, told in ((alice, public, files), (editor, at_desk, kept)):
        sign_in(page, user)
        for address, kind in told.items():
            sent = page.request.get(address)
            assert "onerror=alert(1)" in sent.text(), address
            assert sent.headers["content-type"].split(";")[0] == kind, address
            assert sent.headers["x-content-type-options"] == "nosniff", address
            assert sent.headers["content-disposition"].startswith("attachment"), address
        for address in addresses:
            answer = page.goto(address)
            assert answer.status == 200, address
            assert page.locator("img[src=x]").count() == 0, address
            assert page.locator("script", has_text="alert(").count() == 0, address
    page.goto("/admin/rules/specialrule/import/")
    page.get_by_label("As YAML").fill(f"- slug: wicked\n  name: {EVIL!r}\n  colour: {EVIL!r}\n")
    page.get_by_role("button", name="Look at what it does").click()
    expect(page.get_by_text("is not a known key")).to_be_visible()
    assert page.locator("img[src=x]").count() == 0
    page.goto("/rules/evil/")
    expect(page.locator("#wording")).to_contain_text("<script>alert(2)")
    expect(page.get_by_role("heading", name=EVIL, level=1)).to_be_visible()
    assert dialogs == []
