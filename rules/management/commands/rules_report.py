"""``manage.py rules_report``: what every rule comes to, and what is bound to nothing."""

import json
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from rules.loading.report import Report, report


class Command(BaseCommand):
    """List every rule; exit with 1 when something is bound to nothing."""

    help = "List every rule with its status, and fail when a rule or an attachment is bound to nothing."

    def add_arguments(self, parser: ArgumentParser) -> None:
        parser.add_argument("--format", choices=["text", "json"], default="text")

    def handle(self, *args: Any, **options: Any) -> None:  # the signature is Django's
        found = report()
        if options["format"] == "json":
            self.stdout.write(json.dumps(found.rules, ensure_ascii=False, indent=2))
        else:
            self._tell(found)
        for problem in found.problems:
            self.stderr.write(f"Bound to nothing: {problem}")
        if found.problems:
            sys.exit(1)

    def _tell(self, found: Report) -> None:
        for rule in found.rules:
            held = f"held by {len(rule['held_by'])}" if rule["held_by"] else "held by nobody"
            self.stdout.write(
                f"{rule['status']:9} {rule['slug']}: {held}{f'. {rule["reason"]}' if rule['reason'] else ''}"
            )
            for sentence in rule["sentences"]:
                self.stdout.write(f"{'':10}{sentence}")
        counted = ", ".join(f"{number} {status}" for status, number in found.counts.items())
        self.stdout.write(f"{len(found.rules)} rules: {counted}.")
