"""``manage.py switch_off_second_factor NAME``: the way back in for somebody who lost app and recovery codes."""

from typing import Any

from allauth.mfa.models import Authenticator
from django.contrib.auth.models import User
from django.core.management.base import BaseCommand, CommandError, CommandParser


class Command(BaseCommand):
    """Removes somebody's authenticator app and recovery codes; his password stays."""

    help = "Removes a user's second factor, so that the password alone signs in. Make sure it is he who asks."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("name")

    def handle(self, *args: Any, **options: Any) -> None:
        """Raises ``CommandError`` for an unknown name, and for somebody who has no second factor."""
        user = User.objects.filter(username=options["name"]).first()
        if user is None:
            raise CommandError(f"There is no user {options['name']}.")
        many, _ = Authenticator.objects.filter(user=user).delete()
        if not many:
            raise CommandError(f"{user} has no second factor.")
        self.stdout.write(f"The second factor of {user} is off.")
