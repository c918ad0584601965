"""The head of the roster and the page of legality, for the whole cast, plain and by htmx."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from tests.warbands.doors import asks_to_sign_in, is_hidden_from
from tests.warbands.factories import HX, WarbandFactory, WarriorFactory, full_warband
from warbands.models import LegalityOverride

TOO_MANY = {"code": "unit-max", "about": "lizardmen--skink-great-crest", "who": ""}
REASON = {"reason": "The table agreed"}


@pytest.fixture
def url(warband):
    return reverse("warbands:legality", args=[warband.public_id])


@pytest.fixture
def let_stand(warband):
    return reverse("warbands:let-stand", args=[warband.public_id])


@pytest.fixture
def crests(warband, priest, reeds):
    """A warband that is legal but for a third great crest."""
    return [WarriorFactory(warband=warband, unit="skink-great-crest", name=f"Crest {n}") for n in (1, 2, 3)]


@pytest.fixture
def override(as_owner, crests, let_stand):
    as_owner.post(let_stand, TOO_MANY | REASON)
    return LegalityOverride.objects.get()


def withdraw(override):
    return reverse("warbands:withdraw-override", args=[override.warband.public_id, override.pk])


def roster(client, warband):
    return client.get(warband.get_absolute_url()).content.decode()


def test_a_legal_warband_says_so_on_its_roster_and_on_its_page(as_owner, warband, priest, reeds, url):
    assert f'<a href="{url}">Legal</a>' in roster(as_owner, warband)
    page = as_owner.get(url).content.decode()
    assert "<h1>Legal</h1>" in page
    assert "keeps to the list of the Lizardmen" in page


def test_a_draft_may_be_illegal_and_says_so(as_owner, warband, priest, crests, reeds, url):
    reeds.delete()
    WarriorFactory(warband=warband, unit="saurus-brave", name="Jaws")
    assert f'<a href="{url}" class="ill">2 things to mend</a>' in roster(as_owner, warband)
    page = as_owner.get(url).content.decode()
    assert "<h1>2 things to mend</h1>" in page
    assert "A draft may be illegal" in page
    assert "The Lizardmen have at most 2 Skink Great Crest; these are 3: Crest 1, Crest 2 and Crest 3." in page
    assert "Saurus Brave: never more than Skink Brave, of whom there are none" in page


def test_each_finding_leads_to_the_cards_of_its_warriors(as_owner, warband, crests, url):
    page, shown = as_owner.get(url).content.decode(), roster(as_owner, warband)
    for crest in crests:
        assert f'href="{warband.get_absolute_url()}#w-{crest.public_id}"' in page
        assert f'id="w-{crest.public_id}"' in shown


def test_an_empty_warband_is_not_scolded_on_its_roster(as_owner, warband, url):
    assert "to mend" not in roster(as_owner, warband)
    assert "nobody leads" in as_owner.get(url).content.decode()


def test_a_finding_is_let_stand_with_a_reason_that_everybody_reads(as_owner, as_reader, owner, warband, override, url):
    assert (override.key, override.reason, override.by) == (tuple(TOO_MANY.values()), "The table agreed", owner)
    for client in (as_owner, as_reader):
        head = roster(client, warband)
        assert "Legal, with 1 exception" in head
        assert "<b>Let stand:</b> The table agreed" in head
        page = client.get(url).content.decode()
        assert "these are 3" in page
        assert "The table agreed" in page
        assert "owner, " in page


def test_letting_stand_leads_back_to_the_page_and_by_htmx_brings_it(as_owner, crests, let_stand, url):
    assert as_owner.post(let_stand, TOO_MANY | REASON)["Location"] == url
    again = as_owner.post(let_stand, TOO_MANY | REASON, headers=HX)
    assert LegalityOverride.objects.count() == 1
    part = again.content.decode()
    assert "<html" not in part
    assert part.lstrip().startswith('<div id="legality">')
    assert "Legal, with 1 exception" in part


@pytest.mark.parametrize("headers", [{}, HX], ids=["plain", "htmx"])
def test_without_a_reason_it_is_refused_beside_its_field(headers, as_owner, crests, let_stand):
    for nothing in ("", "   "):
        response = as_owner.post(let_stand, TOO_MANY | {"reason": nothing}, headers=headers)
        assert response.status_code == 422
        page = response.content.decode()
        assert "<details open>" in page
        assert 'aria-invalid="true"' in page
    assert not LegalityOverride.objects.exists()


def test_what_is_in_order_or_only_worth_knowing_is_not_let_stand(as_owner, warband, priest, reeds, let_stand):
    response = as_owner.post(let_stand, TOO_MANY | REASON)
    assert response.status_code == 422
    assert "in order by now" in response.content.decode()
    assert not LegalityOverride.objects.exists()


def test_it_can_be_withdrawn_and_keeps_its_row(as_owner, owner, warband, override, url):
    assert as_owner.post(withdraw(override))["Location"] == url
    override.refresh_from_db()
    assert override.withdrawn_at
    assert override.withdrawn_by == owner
    assert "1 thing to mend" in roster(as_owner, warband)
    before = override.withdrawn_at
    assert as_owner.post(withdraw(override), headers=HX).status_code == 200
    override.refresh_from_db()
    assert override.withdrawn_at == before


def test_after_that_it_may_be_let_stand_again(as_owner, override, let_stand):
    as_owner.post(withdraw(override))
    as_owner.post(let_stand, TOO_MANY | {"reason": "They asked again"})
    assert [one.reason for one in LegalityOverride.objects.standing()] == ["They asked again"]


def test_an_exception_that_nobody_needs_any_more_is_shown_as_such(as_owner, warband, crests, override, url):
    crests[0].delete()
    assert "exception" not in roster(as_owner, warband)
    page = as_owner.get(url).content.decode()
    assert "<h1>Legal</h1>" in page
    assert "in order by now" in page
    assert withdraw(override) in page


def test_a_reason_of_several_lines_stays_one(as_owner, warband, crests, let_stand):
    as_owner.post(let_stand, TOO_MANY | {"reason": "They\nagreed | all\tof them"})
    assert "<b>Let stand:</b> They agreed | all of them" in roster(as_owner, warband)


def test_an_exception_is_of_one_warband_alone(as_owner, owner, override, url):
    other = WarbandFactory(owner=owner)
    address = reverse("warbands:withdraw-override", args=[other.public_id, override.pk])
    assert as_owner.post(address).status_code == 404


def test_names_are_never_markup(as_owner, warband, url):
    for number in range(3):
        WarriorFactory(warband=warband, name=f"<b>bold</b> {number}")
    assert "<b>bold" not in as_owner.get(url).content.decode()


def test_readers_read_and_change_nothing(as_reader, crests, let_stand, url):
    page = as_reader.get(url).content.decode()
    assert "these are 3" in page
    assert 'method="post"' not in page
    assert as_reader.post(let_stand, TOO_MANY | REASON).status_code in {302, 403}
    assert not LegalityOverride.objects.exists()


def test_readers_withdraw_nothing(as_reader, override):
    assert as_reader.post(withdraw(override)).status_code in {302, 403}
    assert LegalityOverride.objects.standing().count() == 1


def test_others_find_nothing(as_outsider, url, let_stand):
    is_hidden_from(as_outsider, url)
    is_hidden_from(as_outsider, let_stand, posts=TOO_MANY | REASON)


def test_anonymous_is_asked_to_sign_in(as_anonymous, url):
    asks_to_sign_in(as_anonymous, url)


def queries(client, url):
    with CaptureQueriesContext(connection) as captured:
        assert client.get(url).status_code == 200
    return len(captured)


def test_the_page_costs_the_same_however_many_warriors_and_exceptions_there_are(as_owner, owner):
    counts = set()
    for many in (5, 40):
        warband = full_warband(owner, warriors=many)
        for number in range(many):
            LegalityOverride.objects.create(
                warband=warband, code="unit-max", about=f"a{number}", text="Odd.", reason="So", by=owner
            )
        counts.add(queries(as_owner, reverse("warbands:legality", args=[warband.public_id])))
    assert len(counts) == 1
    assert counts.pop() <= 10


def test_where_nobody_leads_the_page_leads_to_who_may_follow(as_owner, as_reader, warband):
    leader = reverse("warbands:leader", args=[warband.public_id])
    WarriorFactory(warband=warband, unit="skink-great-crest")
    address = reverse("warbands:legality", args=[warband.public_id])
    assert leader in as_owner.get(address).content.decode()
    assert leader not in as_reader.get(address).content.decode()
