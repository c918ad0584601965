"""``manage.py load_demo``: players, an editor and warbands to try everything on."""

from typing import Any

from django.conf import settings
from django.contrib.auth.models import Group, User
from django.core.management.base import BaseCommand, CommandError
from django.db import transaction

from rules.authoring.editors import GROUP as EDITORS
from rules.content import current
from warbands.demo import EDITOR, PASSWORD, PLAYERS, WARBANDS, ByHand, Demo, key_of
from warbands.models import Warband, Warrior
from warbands.rosters import rule_services, services
from warbands.trade import hiring, market
from warbands.trade.ledger import adjust
from warbands.trade.visits import fought


class Command(BaseCommand):
    """Makes what is not there yet; what somebody has changed since stays as it is."""

    help = "Demo players, a glossary editor and warbands with every rule at work. For development: needs DEBUG."

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
        self.stdout.write(f"{len(WARBANDS)} demo warbands are ready. Sign in as:")
        for name in PLAYERS:
            held = ", ".join(demo.name for demo in WARBANDS if demo.owner == name)
            self.stdout.write(f"  {name:<10} {PASSWORD}   {held}")
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
