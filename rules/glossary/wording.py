"""The full wording of a rule, for those who have signed in."""

from typing import Any

from rules.models import Wording
from rules.prose import rendered


def wording_of(user: Any, slug: str) -> dict[str, str] | None:
    """What a book says of a rule, as ``html`` with its ``book``; None for whoever has not signed in. One query."""
    if not user.is_authenticated:
        return None
    row = Wording.objects.filter(slug=slug).first()
    return {"html": rendered(row.text), "book": row.book} if row else None
