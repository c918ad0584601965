"""``manage.py load_rules``: bring the glossary and the warband lists up to the shipped files."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from rules.loading.nodes import DataError
from rules.loading.service import Loaded, load_rules


class Command(BaseCommand):
    """Load, report what changed and what was kept, publish."""

    help = "Load the shipped glossary and warband lists. What an editor changed is kept, unless told to overwrite it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--overwrite", action="store_true", help="overwrite what editors changed or deleted")

    def handle(self, *args: Any, overwrite: bool = False, verbosity: int = 1, **options: Any) -> None:  # Django's
        try:
            done = load_rules(overwrite=overwrite)
        except DataError as error:
            raise CommandError(f"Nothing was loaded.\n{error}") from error
        self._tell(done, verbosity)

    def _tell(self, done: Loaded, verbosity: int) -> None:
        if done.nothing_changed:
            self.stdout.write("Rules: nothing changed.")
        else:
            for word, slugs in (("added", done.added), ("changed", done.changed), ("removed", done.removed)):
                if slugs:
                    listed = f": {', '.join(slugs)}" if verbosity > 1 or len(slugs) <= 5 else ""
                    self.stdout.write(f"Rules: {len(slugs)} {word}{listed}.")
        for kept in done.kept:
            self.stdout.write(self.style.WARNING(f"Kept as it is: {kept}."))
        if done.kept:
            self.stdout.write("`load_rules --overwrite` puts the shipped blocks in their place.")
        if done.new_version:
            self.stdout.write(f"Published version {done.version.digest[:8]}.")
