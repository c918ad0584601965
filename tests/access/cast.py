"""Who walks, and what there is to be found: made once, and taken back out when the walk is over.

Everything is the owner's. His warband is in the arbiter's campaign, he fights the member, and a link to each was made.
The stranger was in the campaign once and was removed; he has a warband and a campaign of his own, and so must not reach
what is the owner's by the way of what is his.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from typing import Any
from uuid import uuid4

import reversion
from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.apps import apps
from django.contrib.auth.models import Group, User
from django.contrib.contenttypes.models import ContentType
from django.db import transaction
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from reversion.models import Version

from rules.authoring.editors import GROUP
from rules.content import current
from rules.engine.plans import TrialKind
from rules.engine.rulings import Rulings
from rules.loading.service import load_rules
from rules.models import Draft, SpecialRule, Spell, SpellList, Wording
from rules.suggesting.services import suggest
from rules.suggesting.subjects import subject_of
from tests.warbands.factories import (
    CampaignFactory,
    EnrolmentFactory,
    MembershipFactory,
    UserFactory,
    WarbandFactory,
    WarriorFactory,
    WarriorRuleFactory,
)
from warbands.access import hash_of
from warbands.battles import keeping
from warbands.battles.opening import begin
from warbands.campaigns import house
from warbands.campaigns.filing import file_result
from warbands.campaigns.invitations import invite
from warbands.exchange.document import document_of
from warbands.exchange.drafts import Draft as Read
from warbands.models import Fortune, LegalityOverride, Role, Sharing, Warband, Warrior
from warbands.psychology.taking import Asked, take
from warbands.rosters.sharing import new_token, share
from warbands.trade.searching import sought_in
from warbands.trade.shelf import market_of

PEOPLE = (
    "owner",
    "arbiter",
    "amender",
    "member",
    "spectator",
    "reader",
    "stranger",
    "keeper",
    "staff",
    "anonymous",
)
"""``amender`` is the arbiter where he has begun to amend the owner's warband, ``reader`` somebody who has not signed in
and opened the secret links, ``keeper`` an editor of the glossary, ``staff`` who may do everything in the admin."""

NOTES = "Never trust Konrad"
WARRIOR_NOTES = "He drinks in secret"
TOKENS = {kind: f"{kind}-token-kept-by-nobody" for kind in ("warband", "battle", "invitation")}
PASSWORD = "a long evening of dice"
AGAIN = "lucky-re-roll"
"""A rule that lets a failed test be taken again."""
DRAFT = "Words that nobody has published"
SUGGESTION = "A page that one reader finds wanting"
WORDING = "Words out of a book that somebody owns"


@dataclass(frozen=True, slots=True)
class Stage:
    """The people's browsers and sessions, the things by the names of parameters, what is a stranger's, and secrets."""

    clients: dict[str, Client]
    sessions: dict[str, str]
    things: dict[str, Any]
    strangers: dict[str, Any]
    secrets: dict[str, tuple[str, ...]]


@contextmanager
def staged() -> Iterator[Stage]:
    """Everybody and everything, until the end of the block."""
    with transaction.atomic():
        load_rules()
        yield _made()
        transaction.set_rollback(True)


def _made() -> Stage:
    people = {name: UserFactory(username=name) for name in PEOPLE if name not in {"amender", "reader", "anonymous"}}
    for name in ("keeper", "staff"):
        people[name].is_staff, people[name].is_superuser = True, name == "staff"
    for user in people.values():
        user.set_password(PASSWORD)
        user.save()
        EmailAddress.objects.create(user=user, email=user.email, primary=True, verified=True)
    people["keeper"].groups.add(Group.objects.get(name=GROUP))
    clients = _signed_in(people)
    things = _of_a_warband(people, clients["owner"]) | _of_a_campaign(people)
    things |= _of_both(people, things) | _of_the_glossary(people)
    _opened(clients, things)
    things |= {"amendment": things["warband_row"].amendments.get().pk}
    things |= _for_forms(things)
    cookies = {name: client.cookies.get("sessionid") for name, client in clients.items()}
    sessions = {name: cookie.value for name, cookie in cookies.items() if cookie}
    return Stage(clients, sessions, things, _of_a_stranger(people, things), _secrets(people, things))


def _signed_in(people: dict[str, Any]) -> dict[str, Client]:
    clients = {name: Client() for name in PEOPLE}
    for name, client in clients.items():
        user = people.get("arbiter" if name == "amender" else name)
        if user:
            client.force_login(user)
    return clients


def _of_a_warband(people: dict[str, Any], as_owner: Client) -> dict[str, Any]:
    owner = people["owner"]
    warband = WarbandFactory(owner=owner, name="The Cold Coil", notes=NOTES)
    priest = WarriorFactory(warband=warband, unit="skink-priest", name="Tehenca", experience=22, notes=WARRIOR_NOTES)
    reeds = WarriorFactory(warband=warband, unit="skink-brave", name="The Reeds", size=3)
    second = WarriorFactory(warband=warband, unit="skink-great-crest", name="Inxi")
    gone = WarriorFactory(warband=warband, unit="skink-great-crest", name="Long Gone", removed_at=timezone.now())

    def send(page: str, *parts: Any, **sent: Any) -> None:
        response = as_owner.post(reverse(f"warbands:{page}", args=[warband.public_id, *parts]), sent)
        assert response.status_code == 302, (page, response.status_code)

    send("gold", amount=800, reason="Wyrdstone sold")
    send("add", unit_type="hired-swords--ogre-bodyguard", ways="double-handed-weapon", name="Bolgrod")
    send("market-by-leave", item="sword", quantity=2, price=3, reason="Found")
    send("harm", priest.public_id, what="misses", battles=1, reason="Ill")
    change = WarriorRuleFactory(warrior=priest, by=owner)
    asked = Asked(warband, TrialKind.FEAR_CHARGED, priest, 0, {"foe_causes_fear": True, "state": "standing"}, None)
    record = take(asked=asked, by=owner, client_key=uuid4(), faces=[1, 1, 6])
    WarriorRuleFactory(warrior=second, by=owner, rule_id=AGAIN)
    failed = take(asked=Asked(warband, TrialKind.FEAR_CHARGED, second, 0, asked.answers, None), by=owner,
                  client_key=uuid4(), faces=[6, 6, 6])  # fmt: skip
    stupid = take(asked=Asked(warband, TrialKind.STUPIDITY, priest, 0, {"state": "standing"}, None), by=owner,
                  client_key=uuid4(), faces=[6, 6, 6])  # fmt: skip
    override = LegalityOverride.objects.create(
        warband=warband,
        code="unit-max",
        about="lizardmen--skink-great-crest",
        text="Too many.",
        reason="We agreed",
        by=owner,
    )
    deleted = WarbandFactory(owner=owner, name="The Drowned", deleted_at=timezone.now())
    hidden = WarbandFactory(owner=owner, name="The Hidden Hoard")
    return {
        "warband": warband.public_id,
        "warband_row": warband,
        "warrior": priest.public_id,
        "group": reeds.public_id,
        "second": second.public_id,
        "gone": gone.public_id,
        "sword": Warrior.objects.get(name="Bolgrod").public_id,
        "possession": warband.possessions.get(warrior=None).pk,
        "entry": warband.ledger.order_by("pk").last().pk,
        "change": change.pk,
        "override": override.pk,
        "event": Fortune.objects.filter(warrior=priest).latest("pk").pk,
        "record": record.public_id,
        "failed": failed.public_id,
        "stupid": stupid.public_id,
        "again": AGAIN,
        "kind": "fear-charged",
        "deleted": deleted.public_id,
        "hidden": hidden.public_id,
    }


def _of_a_campaign(people: dict[str, Any]) -> dict[str, Any]:
    arbiter = people["arbiter"]
    campaign = CampaignFactory(by=arbiter, description="Every Thursday at the mill")
    MembershipFactory(campaign=campaign, user=arbiter, role=Role.ARBITER)
    for name in ("owner", "member"):
        MembershipFactory(campaign=campaign, user=people[name])
    MembershipFactory(campaign=campaign, user=people["spectator"], role=Role.SPECTATOR)
    MembershipFactory(campaign=campaign, user=people["stranger"], until=timezone.now(), ended_by=arbiter)
    theirs = WarbandFactory(owner=people["member"], name="The Mudlarks")
    WarriorFactory(warband=theirs, unit="skink-priest", name="Oxayotl")
    EnrolmentFactory(campaign=campaign, warband=theirs, by=people["member"])
    invitation = invite(campaign=campaign, by=arbiter, role=Role.PLAYER, token=TOKENS["invitation"], days=7)
    return {
        "campaign": campaign.public_id,
        "campaign_row": campaign,
        "invitation": invitation.public_id,
        "member": campaign.memberships.get(user=people["member"]).pk,
        "theirs": theirs,
        "ruling": "R-01",
    }


def _of_both(people: dict[str, Any], things: dict[str, Any]) -> dict[str, Any]:
    """What stands between warbands and their campaign: that they are in it, a battle of two members, a report."""
    owner, warband, theirs, campaign = people["owner"], things["warband_row"], things["theirs"], things["campaign_row"]
    headless = WarbandFactory(owner=owner, warband_type_id="undead", name="The Pale Court")
    WarriorFactory(warband=headless, unit="necromancer", name="Herr Doktor", experience=8)
    vampire = WarriorFactory(warband=headless, unit="vampire", name="Carmilla", removed_at=timezone.now())
    for one in (warband, headless):
        EnrolmentFactory(campaign=campaign, warband=one, by=owner)
    ours = {"reason": "We voted", "by": people["arbiter"]}
    rule = house.write_rule(campaign=campaign, wording=house.Wording("Plague", sentences="adds leadership -1"), **ours)
    holding = house.give_rule(rule=rule, warband=warband, warrior=warband.warriors.first(), **ours)
    share(warband=warband, version=warband.version, sharing=Sharing.LINK, token=TOKENS["warband"])
    battle = begin(by=owner, own=warband, against=theirs, client_key=uuid4(), rulings=Rulings(), campaign=campaign)
    keeping.let_watch(battle=battle, by=owner, token=TOKENS["battle"])
    result = file_result(
        campaign=campaign, by=owner, first=warband, second=theirs, outcome="first", fought_on=date(2026, 1, 1)
    )
    return {
        "headless": headless.public_id,
        "vampire": vampire.public_id,
        "battle": battle.public_id,
        "model": next(iter(battle.state["models"])),
        "result": result.public_id,
        "rule": rule.short,
        "holding": holding.pk,
    }


def _of_the_glossary(people: dict[str, Any]) -> dict[str, Any]:
    """A draft of the keeper's, with a history, of a rule that is published without it, and the rule's full wording."""
    rule = SpecialRule.objects.get(slug="frenzy")
    rule.summary = DRAFT
    rule.save()
    Draft.objects.create(kind="rule", slug=rule.slug, by=people["keeper"])
    Wording.objects.create(slug=rule.slug, text=WORDING, by=people["keeper"])
    subject = subject_of("rule", rule.slug)
    assert subject is not None
    suggest(subject=subject, by=people["stranger"], text=SUGGESTION)
    Authenticator.objects.create(user=UserFactory(), type=Authenticator.Type.RECOVERY_CODES, data={})
    things: dict[str, Any] = {}
    models: list[Any] = [*apps.get_app_config("rules").get_models(), Group, User, EmailAddress, Authenticator]
    for model in models:
        row = people["stranger"] if model is User else model.objects.last()
        of = ContentType.objects.get_for_model(model, for_concrete_model=False)
        if row is not None:
            things[f"object of {of.app_label}.{of.model}"] = row.pk
        if row is not None and reversion.is_registered(model):
            with reversion.create_revision():
                reversion.add_to_revision(row)
            things[f"revision of {of.app_label}.{of.model}"] = Version.objects.get_for_object(row).get().pk
    return things


def _opened(clients: dict[str, Client], things: dict[str, Any]) -> None:
    """The reader opens the links, and the arbiter begins to amend."""
    for token in (TOKENS["warband"], TOKENS["battle"]):
        assert clients["reader"].post(reverse("warbands:link"), {"token": token}).status_code == 302
    for warband in (things["warband"], things["headless"]):
        address = reverse("campaigns:amend", args=[things["campaign"], warband])
        assert clients["amender"].post(address, {"reason": "We counted the gold"}).status_code == 302


def _for_forms(things: dict[str, Any]) -> dict[str, Any]:
    """What a page would have handed out, for the forms that are sent."""
    campaign = things["campaign_row"]
    campaign.refresh_from_db()
    warband = Warband.objects.get(pk=things["warband_row"].pk)
    return {
        "document": json.dumps(document_of(warband)).encode(),
        "draft": Read(tool="Another tool", name="Read In", listed="lizardmen").sealed(warband.owner_id),
        "rare": next(one.key for one in sought_in(market_of("lizardmen", current()), current())),
        "user": warband.owner_id,
        "theirs_id": things["theirs"].public_id,
        "key": uuid4(),
        "warrior_version": Warrior.objects.get(public_id=things["warrior"]).version,
        "version": warband.version,
        "warband_token": TOKENS["warband"],
        "invitation_link": TOKENS["invitation"],
        "invitation_token": new_token(campaign),
        "spell": Spell.objects.first().slug,
        "spells": SpellList.objects.first().slug,
    }


def _of_a_stranger(people: dict[str, Any], things: dict[str, Any]) -> dict[str, Any]:
    """A warband, a warrior and a campaign of the stranger's own, by the names of parameters."""
    warband = WarbandFactory(owner=people["stranger"], name="The Outside")
    campaign = CampaignFactory(by=people["stranger"], name="Elsewhere")
    MembershipFactory(campaign=campaign, user=people["stranger"], role=Role.ARBITER)
    EnrolmentFactory(campaign=campaign, warband=warband, by=people["stranger"])
    warrior = WarriorFactory(warband=warband, unit="skink-priest", name="Nobody Here")
    wording = house.Wording("Theirs")
    rule = house.write_rule(campaign=campaign, wording=wording, reason="Alone", by=people["stranger"])
    return {
        "warband": warband.public_id,
        "warrior": warrior.public_id,
        "campaign": campaign.public_id,
        "rule": rule.short,
    }


def _secrets(people: dict[str, Any], things: dict[str, Any]) -> dict[str, tuple[str, ...]]:
    """What must not be read by whoever is not told so in the table, by its name there."""
    links = {token for known in TOKENS.values() for token in (known, hash_of(known))}
    return {
        "notes": (NOTES, WARRIOR_NOTES),
        "links": tuple(links),
        "warband": ("The Cold Coil", "Tehenca"),
        "hidden": ("The Hidden Hoard", "The Drowned"),
        "campaign": ("The Comet’s Tail", "Every Thursday at the mill"),
        "draft": (DRAFT,),
        "suggestion": (SUGGESTION,),
        "wording": (WORDING,),
        **{f"address of {name}": (user.email,) for name, user in people.items()},
    }
