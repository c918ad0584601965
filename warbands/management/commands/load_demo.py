"""``manage.py load_demo``: players, an editor, warbands, a campaign and a battle to try everything on."""

from itertools import islice
from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from rules.authoring.editors import GROUP as EDITORS
from rules.content import current
from rules.engine.plans import Roll
from warbands.battles.opening import begin
from warbands.battles.playing import act, table_of
from warbands.campaigns import members, rulings, sharing
from warbands.campaigns.services import change_campaign, create_campaign, set_status
from warbands.demo import ARBITER, CAMPAIGN, EDITOR, PASSWORD, PLAYERS, SPECTATOR, WARBANDS, ByHand, Demo, key_of
from warbands.demo_battle import CROWNS, PLAYED, TEEF, Deed
from warbands.models import Battle, Campaign, CampaignStatus, Role, Warband, Warrior
from warbands.psychology.records import stored_trial
from warbands.rosters import rule_services, services
from warbands.rulings import rulings_of
from warbands.trade import hiring, market
from warbands.trade.ledger import adjust
from warbands.trade.visits import fought


class Command(BaseCommand):
    """Makes what is not there yet; what somebody has changed since stays as it is."""

    help = "Demo players, an editor, warbands with all rules at work, a campaign, a battle. Needs DEBUG=true."

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises ``CommandError`` where DEBUG is off, and where the lists are not loaded."""
        if not settings.DEBUG:
            raise CommandError("Demo data has passwords that everybody knows, so it is only for DEBUG=true.")
        content = current()
        missing = [demo.warband_type for demo in WARBANDS if demo.warband_type not in content.warbands]
        if missing:
            raise CommandError(f"These lists are not loaded: {', '.join(missing)}. First run load_rules.")
        with transaction.atomic():
            for name in PLAYERS:
                _user(name)
            _editor()
            for demo in WARBANDS:
                _build(demo)
            _group()
        self.stdout.write(f"{len(WARBANDS)} demo warbands are ready. Sign in as:")
        for name in PLAYERS:
            held = ", ".join(demo.name for demo in WARBANDS if demo.owner == name)
            self.stdout.write(f"  {name:<10} {PASSWORD}   {held}")
        self.stdout.write(f"  {ARBITER:<10} {PASSWORD}   runs the campaign {CAMPAIGN.name}")
        self.stdout.write(f"  {SPECTATOR:<10} {PASSWORD}   looks on")
        self.stdout.write(f"  {EDITOR:<10} {PASSWORD}   keeps the glossary, in the admin")


def _user(name: str, **fields: Any) -> User:
    user, new = User.objects.get_or_create(username=name, defaults={"email": f"{name}@example.org", **fields})
    if new:
        user.set_password(PASSWORD)
        user.save()
    return user


def _editor() -> None:
    # What this group may do, the rules' own side has said when the database was made.
    group, _ = Group.objects.get_or_create(name=EDITORS)
    _user(EDITOR, is_staff=True).groups.add(group)


def _group() -> None:
    arbiter, key = _user(ARBITER), key_of(ARBITER, CAMPAIGN.name)
    spectator = _user(SPECTATOR)
    if Campaign.objects.filter(by=arbiter, client_key=key).exists():
        return  # whatever has become of it since
    campaign = create_campaign(by=arbiter, name=CAMPAIGN.name, description=CAMPAIGN.description, client_key=key)
    change_campaign(
        campaign=campaign,
        version=campaign.version,
        by=arbiter,
        name=campaign.name,
        description=campaign.description,
        house_rules=CAMPAIGN.house_rules,
        starting_gold=None,
        allowed_lists=(),
    )
    for name in PLAYERS:
        members.join(campaign=campaign, user=User.objects.get(username=name), role=Role.PLAYER)
    members.join(campaign=campaign, user=spectator, role=Role.SPECTATOR)
    for demo in WARBANDS:
        warband = Warband.objects.filter(client_key=key_of(demo.owner, demo.name), deleted_at=None).first()
        if demo.name in CAMPAIGN.warbands and warband is not None:
            sharing.enter(campaign=campaign, warband=warband, by=warband.owner)
    for ruling, choice, reason in CAMPAIGN.rulings:
        usual = rulings.choice_in(campaign, ruling)
        rulings.change_ruling(campaign=campaign, key=ruling, was=usual, choice=choice, reason=reason, by=arbiter)
    set_status(campaign=campaign, status=CampaignStatus.RUNNING, by=arbiter)
    campaign.refresh_from_db()  # with what was ruled
    _battle(campaign)


def _battle(campaign: Campaign) -> None:
    entered = {one.warband.name: one.warband for one in campaign.enrolments.present().select_related("warband")}
    if not {CROWNS, TEEF} <= set(entered):
        return  # they were renamed or taken elsewhere before there was a campaign
    own, against = entered[CROWNS], entered[TEEF]
    battle = begin(
        by=own.owner,
        own=own,
        against=against,
        client_key=key_of(CROWNS, TEEF),
        rulings=rulings_of(campaign),
        campaign=campaign,
    )
    players = {"a": own.owner, "b": against.owner}
    for played in PLAYED:
        if isinstance(played, Deed):
            _do(battle, own.owner if played.of == CROWNS else against.owner, played.kind, _told(played, battle), ())
            continue
        faces = iter(played.faces)
        while due := (table := table_of(battle)).due:
            trial, planned = due[0].trial, due[0].plan
            dice = planned.dice.count if isinstance(planned, Roll) else 0
            deed = {"trial": stored_trial(trial)}
            _do(battle, players[table.side_of(trial.who)], "test", deed, tuple(islice(faces, dice)))


def _do(battle: Battle, by: User, kind: str, deed: dict[str, Any], faces: tuple[int, ...]) -> None:
    key = key_of(CROWNS, TEEF, str(battle.last))
    act(battle=battle, by=by, kind=kind, deed=deed, seen=battle.last, client_key=key, faces=faces or None)
    battle.refresh_from_db()


def _told(played: Deed, battle: Battle) -> dict[str, Any]:
    ids = {fighter["name"]: fighter["id"] for side in battle.muster["sides"] for fighter in side["fighters"]}
    named = {key: ids[name] for key, name in played.names.items()}
    return {**named, **played.more, **({"targets": [named["targets"]]} if "targets" in named else {})}


def _build(demo: Demo) -> None:
    owner = User.objects.get(username=demo.owner)
    key = key_of(demo.owner, demo.name)
    is_new = not Warband.objects.filter(owner=owner, client_key=key).exists()
    warband = services.create_warband(owner=owner, warband_type=demo.warband_type, name=demo.name, client_key=key)
    if not is_new:
        # Whoever tries things out may have renamed, removed and added: that is theirs.
        return
    warband = services.write_notes(warband=warband, version=warband.version, notes=demo.notes)
    if demo.won:
        adjust(warband=warband, by=owner, amount=demo.won, reason="Won in earlier battles")
    for member in demo.members:
        warrior = hiring.hire(
            warband=warband,
            by=owner,
            unit_type=f"{demo.warband_type}--{member.unit}",
            name=member.name,
            size=member.size,
            items=member.items,
            spells=member.spells,
            client_key=key_of(demo.owner, demo.name, member.name),
        ).warrior
        if warrior is None:
            continue  # somebody took that back
        if member.notes:
            warrior = services.change_warrior(warrior=warrior, version=warrior.version, notes=member.notes)
        for change in member.by_hand:
            _by_hand(warrior, change, owner)
    if demo.won:
        fought(warband=warband, by=owner)
    for item in demo.stash:
        market.buy_for_stash(warband=warband, by=owner, item=item)


def _by_hand(warrior: Warrior, change: ByHand, by: User) -> None:
    version = Warrior.objects.get(pk=warrior.pk).version
    if change.taken:
        rule_services.take_rule(warrior=warrior, version=version, rule=change.rule, reason=change.reason, by=by)
    else:
        rule_services.give_rule(
            warrior=warrior, version=version, rule=change.rule, reason=change.reason, by=by, values=change.values
        )
