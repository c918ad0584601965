from django.urls import reverse

from rules.content import current
from tests.warbands.doors import asks_to_sign_in
from tests.warbands.factories import WarbandFactory, WarriorFactory
from warbands.legality.overriding import override
from warbands.legality.shown import legality_of
from warbands.models import Possession
from warbands.snapshots import changes_of

URL = reverse("warbands:list")


def test_an_owner_finds_his_warbands(as_owner, warband, priest, reeds):
    page = as_owner.get(URL).content.decode()
    assert f'href="{warband.get_absolute_url()}"' in page
    assert "The Cold Coil" in page
    assert "Lizardmen · 5 warriors" in page


def test_who_left_is_not_counted(as_owner, priest, reeds):
    reeds.removed_at = reeds.created
    reeds.save()
    assert "Lizardmen · 1 warrior ·" in as_owner.get(URL).content.decode()


def test_without_a_warband_the_page_says_how_to_start(as_owner):
    page = as_owner.get(URL).content.decode()
    assert "You have no warband yet" in page
    assert reverse("warbands:new") in page


def test_it_says_what_is_not_legal_as_the_warbands_own_page_does(as_owner, owner, warband, reeds):
    other = WarbandFactory(owner=owner, name="The Other Coil")
    WarriorFactory(warband=other, unit="skink-priest")
    for row in (warband, other):  # one is allowed to each: what lies in one stash does not count in the other
        Possession.objects.create(warband=row, slug="jolly-roger")
    found = {}
    for one in (warband, other):
        page = as_owner.get(reverse("warbands:legality", args=[one.public_id]))
        found[one.get_absolute_url()] = page.context["legality"].words
    mine = as_owner.get(URL)
    assert {one.href: one.legality.words for one in mine.context["warbands"]} == found
    assert f'<span class="ill">{found[warband.get_absolute_url()]}</span>' in mine.content.decode()


def test_exceptions_are_said_there_too(as_owner, owner, warband, reeds):
    content = current()
    for finding in legality_of(warband, [reeds], changes_of(warband), content).to_mend:
        override(warband=warband, code=finding.code, about=finding.about, who=finding.who, reason="Agreed", by=owner)
    page = as_owner.get(URL).content.decode()
    assert "Legal, with " in page
    assert 'class="ill"' not in page


def test_it_says_which_of_them_others_see(as_owner, warband, secret):
    assert "Secret link" in as_owner.get(URL).content.decode()


def test_others_do_not_find_it_among_theirs(as_outsider, warband):
    assert "The Cold Coil" not in as_outsider.get(URL).content.decode()


def test_anonymous_is_asked_to_sign_in(as_anonymous):
    asks_to_sign_in(as_anonymous, URL)


def test_queries_do_not_grow_with_the_warbands(as_owner, owner, django_assert_num_queries):
    for _ in range(12):
        WarriorFactory(warband=WarbandFactory(owner=owner))
    with django_assert_num_queries(9):  # session, user, digest, warbands, warriors, gear, fates, rules, those deleted
        as_owner.get(URL)
