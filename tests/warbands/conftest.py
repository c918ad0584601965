"""The cast of every page: owner, mate, arbiter, stranger and anonymous."""

import pytest
from django.test import Client

from tests.warbands.factories import UserFactory, WarbandFactory, WarriorFactory
from warbands.models import Sharing
from warbands.rosters.sharing import share


@pytest.fixture
def owner(rulebook):
    """Whose warband it is."""
    return UserFactory(username="owner")


@pytest.fixture
def mate(rulebook):
    """Plays in the same group. Nothing is shared with him yet."""
    return UserFactory(username="mate")


@pytest.fixture
def arbiter(rulebook):
    """Will run the campaign. Has no rights yet."""
    return UserFactory(username="arbiter")


@pytest.fixture
def stranger(rulebook):
    """Must see nothing."""
    return UserFactory(username="stranger")


def _signed_in(user):
    client = Client()
    client.force_login(user)
    return client


@pytest.fixture
def as_owner(owner):
    return _signed_in(owner)


@pytest.fixture(params=["mate", "arbiter", "stranger"])
def as_outsider(request):
    """Each of those who are signed in and have no right to the owner's warband."""
    return _signed_in(request.getfixturevalue(request.param))


@pytest.fixture
def as_anonymous(rulebook):
    return Client()


@pytest.fixture
def warband(owner):
    """The owner's warband: a priest who leads, and a group of four."""
    return WarbandFactory(owner=owner, name="The Cold Coil", notes="Never trust Konrad")


@pytest.fixture
def priest(warband):
    return WarriorFactory(warband=warband, unit="skink-priest", name="Tehenca", experience=20)


@pytest.fixture
def reeds(warband):
    return WarriorFactory(warband=warband, unit="skink-brave", name="The Reeds", size=4)


@pytest.fixture
def secret(warband):
    """What is secret in the link by which the warband is shared."""
    share(warband=warband, version=warband.version, sharing=Sharing.LINK, token="only-for-tests")
    warband.refresh_from_db()
    return "only-for-tests"


@pytest.fixture(params=["signed in", "anonymous"])
def as_reader(request, secret, stranger):
    """Somebody who has opened the secret link, with an account and without."""
    client = _signed_in(stranger) if request.param == "signed in" else Client()
    assert client.post("/warbands/link/", {"token": secret}).status_code == 302
    return client
