"""A reader's suggestion becomes a published rule, in a real browser; what he types is text wherever it is shown."""

import pytest
from django.contrib.auth.models import Group
from playwright.sync_api import Page, expect

from rules.authoring.editors import GROUP
from tests.rules.catalogue import load_catalogue

pytestmark = pytest.mark.django_db(transaction=True)

SCRIPT = "<script>document.title = 'taken'</script><b>Parry</b>"


@pytest.fixture
def editor(django_user_model, tmp_path):
    load_catalogue(tmp_path)
    user = django_user_model.objects.create_user("erna", password="ink and vellum", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP))
    return user


def test_what_a_reader_suggests_is_accepted_drafted_published_and_told_him(
    page: Page, watched, sign_in, alice, editor, axe, fits
):
    sign_in(page, alice)
    page.goto("/rules/parry/")
    page.get_by_role("link", name="Suggest a correction").click()
    form = page.locator("#suggest")
    form.get_by_label("What is wrong").fill(" ")
    form.get_by_label("How it should read").fill(f"Roll *higher*. {SCRIPT}")
    form.get_by_label("What is wrong").evaluate("box => box.removeAttribute('required')")
    form.get_by_role("button", name="Send it to the editors").click()
    expect(form).to_contain_text("Say what is wrong")
    expect(form.get_by_label("How it should read")).to_have_value(f"Roll *higher*. {SCRIPT}")
    fits(page)
    axe(page)
    form.get_by_label("What is wrong").fill(f"Too short {SCRIPT}")
    form.get_by_role("button", name="Send it to the editors").click()
    expect(form).to_contain_text("an editor will look into what you say of Parry")

    desk = watched().new_page()
    sign_in(desk, editor)
    desk.goto("/admin/rules/suggestion/")
    expect(desk.locator(".queue")).to_contain_text(f"Too short {SCRIPT}")
    desk.get_by_role("link", name="Parry").click()
    desk.get_by_role("button", name="Accept, and open the draft").click()
    expect(desk.get_by_label("Text:", exact=True)).to_have_value(f"Roll *higher*. {SCRIPT}")
    desk.locator("input[name=_save]").last.click()
    desk.get_by_role("link", name="See what it changes, and publish it").click()
    expect(desk.get_by_label("Why", exact=True)).to_have_value(f"A reader suggested: Too short {SCRIPT}")
    desk.get_by_role("button", name="Publish").click()
    expect(desk.get_by_text("Published as version")).to_be_visible()

    page.goto("/rules/suggestions/")
    expect(page.locator(".suggestion")).to_contain_text("published")
    expect(page.locator(".suggestion")).to_contain_text(f"Too short {SCRIPT}")
    fits(page)
    axe(page)
    page.get_by_role("link", name="Parry").click()
    expect(page.locator(".prose")).to_have_text(f"Roll higher. {SCRIPT}")
    expect(page).to_have_title("Parry · Muster")
