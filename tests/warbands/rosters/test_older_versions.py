"""A database may hold a rulebook that was published when documents were written otherwise: pages read it still."""

from copy import deepcopy

import pytest
from django.urls import reverse

from rules.content import at, current
from rules.loading.load import document_from_files
from rules.models import RulebookVersion

pytestmark = pytest.mark.django_db


def in_words(document):
    """Another payment for a hired sword was a sentence."""
    johann = next(one for one in document["hired_swords"] if one["slug"] == "johann-the-knife")
    assert johann["hire"]["or"] == {"item": "crimson-shade"}
    johann["hire"]["or"] = "One dose of crimson shade."
    return document


def at_first(document):
    """There were rules and lists, and nothing was sold, learnt or hired."""
    lists = [{key: value for key, value in one.items() if key != "trade"} for one in document["warbands"]]
    return {"rules": document["rules"], "warbands": lists}


@pytest.fixture(params=[in_words, at_first])
def older(request, rulebook):
    """Such a version is the newest one."""
    document = request.param(deepcopy(document_from_files()))
    return RulebookVersion.objects.create(digest=request.param.__name__, document=document, why="Long ago")


def test_rosters_hiring_and_the_rules_are_read_by_it(as_owner, warband, priest, reeds, older):
    assert current().digest == older.digest
    addresses = [
        warband.get_absolute_url(),
        reverse("warbands:add", args=[warband.public_id]) + "?unit_type=lizardmen--skink-brave",
        *[reverse(f"warbands:{name}", args=[warband.public_id]) for name in ("treasury", "visit", "legality", "paper")],
        *[reverse(f"warbands:{name}", args=[warband.public_id, priest.public_id]) for name in ("gear", "harm")],
        *["/rules/", "/rules/fear/", "/rules/lists/lizardmen/", "/rules/hired-swords/", "/rules/items/"],
    ]
    for address in addresses:
        assert as_owner.get(address).status_code == 200, address


def test_what_was_said_in_words_is_still_read(rulebook):
    document = in_words(deepcopy(document_from_files()))
    RulebookVersion.objects.create(digest="older", document=document, why="Long ago")
    fee = at("older").hired_swords["johann-the-knife"].hiring.fee
    assert (fee.gold, fee.alternative, fee.note) == (70, "", "Instead: One dose of crimson shade.")
