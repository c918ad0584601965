"""The report: every rule with its status and its holders, and everything that is bound to nothing."""

from dataclasses import dataclass, fields
from typing import Any

from rules.content import Content
from rules.loading.document import document_of_rows
from rules.loading.load import read_files
from rules.loading.nodes import DataError
from rules.loading.service import faults_of
from rules.models import SpecialRule


@dataclass(frozen=True, slots=True)
class Report:
    """``rules`` are plain dicts, ready for JSON; ``problems`` are lines in words, empty when all is well."""

    rules: list[dict[str, Any]]
    problems: list[str]

    @property
    def counts(self) -> dict[str, int]:
        """How many rules have which status."""
        statuses = [rule["status"] for rule in self.rules]
        return {status: statuses.count(status) for status in ("modelled", "reminder", "text")}


@dataclass(frozen=True, slots=True)
class CatalogueReport:
    """How much there is, by what it is, and in ``dangling`` every reference that leads nowhere, in words."""

    lists: int
    units: int
    equipment: int
    skills: int
    hired_swords: int
    spells: int
    dangling: tuple[str, ...]

    @property
    def counts(self) -> dict[str, int]:
        """Numbers alone, ready for JSON."""
        return {part.name: getattr(self, part.name) for part in fields(self)[:-1]} | {"dangling": len(self.dangling)}


def report() -> Report:
    """The report on the rows of the database, or on the shipped files while nothing is loaded; problems of both."""
    content, problems = _content()
    return Report(rows_of(content), problems)


def catalogue_report() -> CatalogueReport:
    """The same of the catalogue."""
    content, problems = _content()
    return CatalogueReport(
        lists=len(content.warbands),
        units=sum(len(listed.units) for listed in content.warbands.values()),
        equipment=len(content.items),
        skills=len(content.skills),
        hired_swords=len(content.hired_swords),
        spells=len(content.spells),
        dangling=tuple(problems),
    )


def _content() -> tuple[Content, list[str]]:
    """What is loaded, or else what is shipped, and what binds to nothing in either."""
    problems = []
    document: dict[str, Any] = {"rules": [], "warbands": []}
    try:
        shipped = read_files()
    except DataError as error:
        problems += [str(fault) for fault in error.faults]
    else:
        document = shipped.document
        problems += [str(fault) for fault in faults_of(shipped)]
    if SpecialRule.objects.exists():
        document = document_of_rows()
    content = Content.of_document(document)
    return content, problems + sorted({str(problem) for problem in content.problems})


def rows_of(content: Content) -> list[dict[str, Any]]:
    """One dict a rule: slug, name, status, reason, sentences, held_by.

    These are slugs of lists, full slugs of units, and ``item/sword``, ``skill/sprint``, ``spell/...``, ``upgrade/...``.
    """
    return [
        {
            "slug": entry.slug,
            "name": entry.name,
            "status": entry.status,
            "reason": entry.reason,
            "sentences": [sentence.line for sentence in entry.sentences],
            "held_by": [holder.slug for appearance in entry.appears for holder in appearance.holders],
        }
        for entry in content.entries.values()
    ]
