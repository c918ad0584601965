"""The database that is measured: one player with warbands of several sizes, none of them tidier than real ones."""

from contextlib import redirect_stdout
from io import StringIO

from django.conf import settings
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client

from warbands.models import Sharing, Warband
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


def warband(owner: User, warriors: int) -> Warband:
    """A warband of so many entries: a rule by hand on every third, notes on every fourth."""
    made = create_warband(owner=owner, warband_type=LIST, name=f"The {warriors} of the Coil")
    adjust(warband=made, by=owner, amount=PURSE, reason="Won in earlier battles")
    made = write_notes(warband=made, version=made.version, notes="Never trust Konrad.\n\nThe bell was his idea.")
    for number in range(warriors):
        unit, size, items = OTHERS[number % len(OTHERS)] if number else LEADER
        who = f"{LIST}--{unit}"
        hired = hire(warband=made, by=owner, unit_type=who, name=f"Warrior {number + 1}", size=size, items=items)
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


def public_warband(warriors: int) -> Warband:
    """One that belongs to somebody else, and that everybody may look at."""
    made = warband(User.objects.create_user("konrad"), warriors)
    return share(warband=made, version=made.version, sharing=Sharing.PUBLIC)
