"""The database that is measured: one player with warbands of several sizes, none of them tidier than real ones."""

from contextlib import redirect_stdout
from io import StringIO
from uuid import uuid4

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from rules.models import RulebookVersion
from warbands.campaigns.services import create_campaign
from warbands.models import Campaign, Enrolment, Membership, Role, Sharing, TestRecord, Warband, Warrior
from warbands.rosters.rule_services import give_rule
from warbands.rosters.services import change_warrior, create_warband, write_notes
from warbands.rosters.sharing import share
from warbands.trade.hiring import hire
from warbands.trade.ledger import adjust

LIST = "lizardmen"
LEADER = ("skink-priest", 1, ("dagger", "axe", "shield"))
OTHERS = (
    ("saurus-totem-warrior", 1, ("dagger", "club-mace-hammer", "shield")),
    ("skink-great-crest", 1, ("dagger", "axe", "javelins")),
    ("skink-brave", 3, ("dagger", "javelins", "shield")),
    ("saurus-brave", 2, ("dagger", "axe", "shield")),
    ("kroxigor", 1, ()),
)
"""All other units of the list by turns, groups among them: many rules, composites, gear, three dice for Leadership."""
GROUP, STORY = 50, 5_000
"""How many warbands a large campaign has, and how many entries its history."""
PURSE = 9_000
"""Gold crowns won before: enough to arm everybody."""


def prepare() -> None:
    """Tables, rules and static files, without a word."""
    with redirect_stdout(StringIO()):
        call_command("migrate", verbosity=0)
        call_command("load_rules")
        call_command("collectstatic", interactive=False, verbosity=0)


def player() -> tuple[User, dict[str, str]]:
    """Somebody who is signed in, and the cookie that says so."""
    user = User.objects.create_user("mathilde", "mathilde@example.org", "a long evening of dice")
    client = Client()
    client.force_login(user)
    return user, {settings.SESSION_COOKIE_NAME: client.cookies[settings.SESSION_COOKIE_NAME].value}


def warband(owner: User, warriors: int, *, singly: bool = False) -> Warband:
    """A warband of so many entries: a rule by hand on every third, notes on every fourth.

    ``singly`` leaves groups out, so that there are as many models as entries.
    """
    made = create_warband(owner=owner, warband_type=LIST, name=f"The {warriors} of the Coil")
    adjust(warband=made, by=owner, amount=PURSE, reason="Won in earlier battles")
    made = write_notes(warband=made, version=made.version, notes="Never trust Konrad.\n\nThe bell was his idea.")
    for number in range(warriors):
        unit, size, items = OTHERS[number % len(OTHERS)] if number else LEADER
        who = f"{LIST}--{unit}"
        hired = hire(
            warband=made, by=owner, unit_type=who, name=f"Warrior {number + 1}", size=1 if singly else size, items=items
        )
        warrior = hired.warrior
        if warrior is None:
            raise RuntimeError("A warrior who was hired is there.")
        if number % 4 == 0:
            warrior = change_warrior(warrior=warrior, version=warrior.version, notes="Lost an eye at the ford.")
        if number % 3 == 0:
            rule, values = (("stupidity", {}), ("hatred", {"target": "goblin"}))[number // 3 % 2]
            give_rule(
                warrior=warrior,
                version=warrior.version,
                rule=rule,
                reason="A blow on the head in the third battle",
                by=owner,
                values=values,
            )
    return made


def campaign(owner: User) -> Campaign:
    """A campaign of ``GROUP`` warbands of other players, with a history of ``STORY`` failed Rout tests."""
    made = create_campaign(by=owner, name="The Long Winter")
    version = RulebookVersion.objects.order_by("-pk").first()
    now = timezone.now()
    players = User.objects.bulk_create(User(username=f"player-{number}") for number in range(GROUP))
    Membership.objects.bulk_create(
        Membership(campaign=made, user=user, role=Role.PLAYER, since=now) for user in players
    )
    rows = Warband.objects.bulk_create(
        Warband(owner=user, warband_type_id=LIST, name=f"Warband of {user}") for user in players
    )
    Warrior.objects.bulk_create(
        Warrior(warband=row, unit_type_id=f"{LIST}--{unit}", name=f"Warrior {place}", size=size, position=place)
        for row in rows
        for place, (unit, size, _) in enumerate((LEADER, *OTHERS))
    )
    Enrolment.objects.bulk_create(Enrolment(campaign=made, warband=row, by=row.owner) for row in rows)
    TestRecord.objects.bulk_create(
        TestRecord(
            warband=row, subject=row.name, kind="rout", faces=[number % 6 + 1, 6], typed=number % 2 == 0, by=row.owner,
            version=version, client_key=uuid4(), plan={"chance": "5/12"},
            verdict={"passed": False, "text": "The warband routs."},
        )
        for number in range(STORY // GROUP)
        for row in rows
    )  # fmt: skip
    return made


def public_warband(warriors: int) -> Warband:
    """One that belongs to somebody else, and that everybody may look at."""
    made = warband(User.objects.create_user("konrad"), warriors)
    return share(warband=made, version=made.version, sharing=Sharing.PUBLIC)
