"""``manage.py catalogue_report``: how much the catalogue holds, and what in it leads nowhere."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.loading.report import catalogue_report


class Command(BaseCommand):
    """Count lists, units, items, skills, spells and hired swords; exit with 1 when a reference dangles."""

    help = "Count what the catalogue holds, and fail when a list, an item or anything else refers to what is not there."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:  # the signature is Django's
        found = catalogue_report()
        if options["format"] == "json":
            self.stdout.write(json.dumps(found.counts))
        else:
            for name, number in found.counts.items():
                self.stdout.write(f"{number:5} {name.replace('_', ' ')}")
        for line in found.dangling:
            self.stderr.write(f"Leads nowhere: {line}")
        if found.dangling:
            sys.exit(1)
