"""Whatever is typed: no form and no text breaks the workbench, and nothing is kept that the engine cannot read."""

import pytest
import yaml
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from rules.content import Content
from rules.loading.document import document_of_rows
from rules.models import Equipment, RulebookVersion, Skill, SpecialRule, UnitType, Wording
from tests.rules.authoring.conftest import Desk, filled
from tests.rules.catalogue import load_catalogue

pytestmark = pytest.mark.django_db

# Each example is a whole page or two: fewer of them than the engine's, and fewer by day than under `make deep`.
LOOKS_DEEP = settings.default is not None and settings.default.max_examples > 100
quiet = settings(
    max_examples=600 if LOOKS_DEEP else 20,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)

KEYS = "slug name sentences includes table aliases cap parameters lost_on reminder disputes rule book text"
pieces = st.sampled_from(KEYS.split())
scalars = st.one_of(
    st.text(max_size=12),
    st.integers(-5, 10**12),
    st.booleans(),
    st.none(),
    st.sampled_from(
        ["leader", "ignores rout", "rolls all_alone 3d6-high", "adds attacks {X}", "5+", "²", "0x1f", "{}"]
    ),
)
values = st.recursive(scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(pieces, inner, max_size=3))
blocks = st.fixed_dictionaries(
    {"slug": st.sampled_from(["leader", "brave", "meek"]) | scalars, "name": scalars}
).flatmap(lambda base: st.dictionaries(pieces, values, max_size=4).map(lambda more: more | base))
texts = st.lists(blocks, max_size=3).map(lambda found: yaml.safe_dump(found, allow_unicode=True)) | st.text(max_size=60)


@quiet
@given(text=texts, page=st.sampled_from(["specialrule", "wording"]))
def test_no_text_breaks_an_import(desk, client, text, page):
    address = f"/admin/rules/{page}/import/"
    before, wordings = document_of_rows(), list(Wording.objects.values())
    looked = client.post(address, {"text": text, "look": "1"})
    assert looked.status_code in {200, 422}
    found = looked.context["found"]
    if found is None:
        return
    answer = client.post(address, {"text": text, "seen": found.digest, "take": "1"})
    assert answer.status_code in {200, 302, 422}  # looked at, saved, refused
    after = document_of_rows()
    if answer.status_code == 422:
        assert (after, list(Wording.objects.values())) == (before, wordings)
    assert Content.of_document(after).problems == ()


# --- Forms ---------------------------------------------------------------------------------------------------------

OF_A_RULE = (
    "name slug kind nature summary text sentences parameters cap status reminder_moment reminder_text reason lost_on "
    "related inclusions-0-part inclusions-0-arguments table-0-low table-0-slug inclusions-TOTAL_FORMS "
    "aliases-TOTAL_FORMS aliases-0-slug aliases-0-name opposites-0-opposite disputes-0-readings disputes-0-question "
    "sources-0-title try-rules try-who try-leadership try-test told told-opponents line seen _word"
)
OF_A_HOLDER = (
    "name facts profile peoples tags lists category racial_maximum save_on cost minimum maximum max_note requires text "
    "attachments-0-rule attachments-0-arguments attachments-0-clause attachments-0-scope attachments-0-used "
    "attachments-0-order attachments-0-DELETE attachments-1-rule attachments-1-clause attachments-TOTAL_FORMS "
    "disputes-0-question disputes-0-readings seen"
)
typed = st.one_of(
    scalars.map(str),
    st.text(max_size=40),
    st.sampled_from(
        [
            "leader",
            "scaly-skin",
            "save = 5+",
            "radius = 3\nradius = 4",
            "unless friend of hero within 6",
            "when charging against",
            "members",
            "attacks",
            "{item: sword}",
            "- [",
            "4 3 3 3 3 1 3 1 7",
            "9" * 40,
            "\x00",
            "<b>",
        ]
    ),
)


def typed_into(names):
    return st.dictionaries(st.sampled_from(names.split()), typed, max_size=6)


@pytest.fixture
def stocked(client, editor, tmp_path):
    load_catalogue(tmp_path)
    client.force_login(editor)
    return Desk(client)


def sent_to(desk, row, changes):
    """The row's form with these changes; whether saved or refused, every rule reads, and nothing is published."""
    before = document_of_rows()
    page = desk.open(row)
    answer = desk.client.post(page.request["PATH_INFO"], filled(page) | changes)
    assert answer.status_code in {200, 302, 422}  # looked at, saved, refused
    after = document_of_rows()
    if answer.status_code != 302:
        assert after == before
    assert Content.of_document(after).problems == ()
    assert RulebookVersion.objects.count() == 1


@quiet
@given(changes=typed_into(OF_A_RULE), look_only=st.booleans())
def test_no_form_of_a_rule_breaks_the_admin(desk, changes, look_only):
    row = SpecialRule.objects.get(slug="brave")
    sent_to(desk, row, changes | ({"_look": "1"} if look_only else {}))


@quiet
@given(changes=typed_into(OF_A_HOLDER), which=st.integers(0, 2))
def test_no_form_of_a_unit_an_item_or_a_skill_breaks_the_admin(stocked, changes, which):
    rows = (UnitType.objects.get(slug="norse--beast"), Equipment.objects.get(slug="sword"), Skill.objects.first())
    sent_to(stocked, rows[which], changes)
