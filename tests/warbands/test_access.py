import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.exceptions import PermissionDenied
from django.http import Http404

from tests.warbands.factories import WarbandFactory
from warbands import access


def test_an_owner_sees_and_changes_his_own(owner, warband):
    WarbandFactory()
    assert list(access.visible_to(owner)) == [warband]
    assert list(access.editable_by(owner)) == [warband]
    assert access.get_editable_or_404(owner, warband.public_id).editable


@pytest.mark.parametrize("who", ["mate", "arbiter", "stranger"])
def test_nobody_else_sees_it(who, warband, request):
    user = request.getfixturevalue(who)
    assert not access.visible_to(user).exists()
    with pytest.raises(Http404):
        access.get_visible_or_404(user, warband.public_id)
    with pytest.raises(Http404):
        access.get_editable_or_404(user, warband.public_id)


def test_anonymous_sees_nothing(warband):
    assert not access.visible_to(AnonymousUser()).exists()
    assert not access.editable_by(AnonymousUser()).exists()


def test_who_may_only_look_is_refused_changes(stranger, warband, monkeypatch):
    from django.db.models import Q

    monkeypatch.setattr(access, "_sees", lambda _: Q())
    assert not access.get_visible_or_404(stranger, warband.public_id).editable
    with pytest.raises(PermissionDenied):
        access.get_editable_or_404(stranger, warband.public_id)


def test_addresses_cannot_be_guessed(owner):
    first, second = WarbandFactory(owner=owner), WarbandFactory(owner=owner)
    assert first.public_id != second.public_id
    assert len(first.public_id) == 12
    with pytest.raises(Http404):
        access.get_visible_or_404(owner, str(first.pk))
