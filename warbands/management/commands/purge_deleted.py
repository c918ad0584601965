"""Remove for good what is kept no longer: warbands deleted long ago, counts and cached entries. Run it once a day."""

from typing import Any

from django.core.management.base import BaseCommand

from warbands.access import RESTORABLE
from warbands.limits import forget_old
from warbands.rosters.keeping import purge_deleted


class Command(BaseCommand):
    """Remove warbands deleted long ago."""

    help = f"Removes warbands that were deleted more than {RESTORABLE.days} days ago, with all that belongs to them."

    def handle(self, *args: Any, **options: Any) -> None:
        many = purge_deleted()
        forget_old()
        self.stdout.write(f"{many} warband{'' if many == 1 else 's'} removed for good.")
