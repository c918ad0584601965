"""A warband as plain text, short enough for a chat and readable in any typeface."""

from collections.abc import Iterator

from warbands.exchange.written import Document, Written
from warbands.legality.shown import Legality


def as_text(document: Document) -> str:
    """The whole warband, a paragraph to each warrior."""
    return "\n".join(_lines(document)) + "\n"


def _lines(document: Document) -> Iterator[str]:
    yield f"{document.name} ({document.list_name})"
    head = [f"Rating {document.rating}", f"{document.models} warrior{'' if document.models == 1 else 's'}"]
    if document.losses.number:
        head.append(f"{document.losses.number} {document.losses.words}")
    yield ", ".join([*head, f"{document.gold} gc"])
    if document.sections:
        yield from _legality(document.legality)
    if document.stash:
        yield f"In the stash: {', '.join(document.stash)}"
    for section in document.sections:
        yield ""
        yield section.title.upper()
        for warrior in section.warriors:
            yield ""
            yield from _warrior(warrior)


def _legality(legality: Legality) -> Iterator[str]:
    """What is to be known before playing against it; nothing of a warband that simply keeps to its list."""
    if not legality.legal:
        yield f"Not legal: {legality.words}"
    yield from (f"- {finding.text}" for finding in legality.to_mend)
    yield from (f"Let stand: {finding.text} Because: {reason}" for finding, reason in legality.excepted)


def _warrior(warrior: Written) -> Iterator[str]:
    many = f"{warrior.size} × " if warrior.size > 1 else ""
    gained = f", {warrior.experience} xp" if warrior.experience is not None else ""
    yield f"{many}{warrior.name}: {warrior.unit_name}{gained}"
    if warrior.cells:
        yield " ".join(f"{name}{value}" for name, value in warrior.cells)
    if warrior.rules:
        yield ", ".join(warrior.rules)
    for words, things in warrior.has:
        yield f"{words}: {', '.join(things)}"
    if warrior.figures:
        yield "; ".join(figure.words for figure in warrior.figures)
    for chip in warrior.given:
        yield f"{chip.label}: {chip.note}"
    for chip in warrior.silent:
        yield f"Without effect: {chip.label} ({chip.note})"
