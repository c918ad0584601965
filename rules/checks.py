"""What is wrong with stored content, as system checks: reported, never fatal."""

from collections.abc import Sequence
from typing import Any

from django.core.checks import CheckMessage
from django.core.checks import Warning as CheckWarning
from django.db import DatabaseError, transaction

from rules.content import Content
from rules.loading.document import document_of_rows


def stored_rules_read(app_configs: Any, databases: Sequence[str] | None = None, **kwargs: Any) -> list[CheckMessage]:
    """A warning for every stored rule or attachment that no longer reads; it is shown as text in the meantime.

    Like every check that looks into a database it runs with ``check --database default`` and before ``migrate``.
    """
    del app_configs, kwargs
    if "default" not in (databases or ()):
        return []
    try:
        with transaction.atomic("default"):
            document = document_of_rows()
    except DatabaseError:  # tables or columns that `migrate` is about to make
        return []
    problems = Content.of_document(document).problems
    return [
        CheckWarning(
            str(problem),
            hint="It is shown as text and has no effect. Mend it in the admin, or load the shipped rules anew.",
            id="rules.W001",
        )
        for problem in problems
    ]
