"""A rule while it is written: each sentence in plain English or refused at its word, and what may come next."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.template.loader import render_to_string
from django.urls import reverse_lazy
from django.utils.safestring import SafeString, mark_safe

from rules.authoring.lines import ParametersField, area
from rules.binding import read_sentence
from rules.engine.offers import Offers, may_follow
from rules.engine.sentences import SentenceError, describe
from rules.names import ArgumentError, Names, parameter_of
from rules.prose import rendered


@dataclass(frozen=True, slots=True)
class LineSaid:
    """A sentence: its number, as it is written, in English, or what is wrong with it and at which word."""

    number: int
    line: str
    english: str = ""
    wrong: str = ""
    word: str = ""


@dataclass(frozen=True, slots=True)
class Said:
    """All sentences of a rule, and what may follow in the line that is being written."""

    lines: tuple[LineSaid, ...]
    at: int
    offers: Offers


def said(sentences: str, parameters: Iterable[Mapping[str, Any]], names: Names, at: int | None = None) -> Said:
    """The sentences of a text box. ``at`` is the line with the cursor, from 0; without it, the last."""
    declared = tuple(_declared(parameters))
    lines = sentences.splitlines() or [""]
    at = len(lines) - 1 if at is None or not 0 <= at < len(lines) else at
    known = {name: default for name, default in declared if default is not None}
    spoken = tuple(
        _said(number, line, [name for name, _ in declared], known, names)
        for number, line in enumerate(lines, start=1)
        if line.strip()
    )
    return Said(spoken, at + 1, may_follow(lines[at], parameters=[name for name, _ in declared], tags=names.tags))


def with_word(sentences: str, word: str, at: int | None = None) -> str:
    """The text box after an offered word was taken in the line ``at``, or in the last, as ``workbench.js`` puts it."""
    lines = sentences.splitlines() or [""]
    at = len(lines) - 1 if at is None or not 0 <= at < len(lines) else at
    kept = lines[at].rstrip() if may_follow(lines[at]).after else re.sub(r"\S+$", "", lines[at]).rstrip()
    lines[at] = f"{kept} {word} ".lstrip()
    return "\n".join(lines)


def line_of(data: Mapping[str, Any]) -> int | None:
    """The line with the cursor, as a form tells it; None where it does not."""
    line = str(data.get("line", ""))
    return int(line) if line.isascii() and line.isdigit() and len(line) < 6 else None


def _declared(parameters: Iterable[Mapping[str, Any]]) -> Iterator[tuple[str, Any]]:
    for written in parameters:
        try:
            parameter = parameter_of(written)
        except ArgumentError:
            continue
        yield parameter.name, parameter.default


def _said(number: int, line: str, declared: list[str], known: Mapping[str, Any], names: Names) -> LineSaid:
    try:
        effect = read_sentence(line, declared, names)
    except SentenceError as error:
        return LineSaid(number, line, wrong=error.message, word=error.word)
    return LineSaid(number, line, describe(effect, known))


def said_of(data: Mapping[str, Any], names: Names, at: int | None = None) -> Said:
    """The sentences of a form as it was sent: its parameters and its own slug may be spoken of."""
    try:
        parameters = ParametersField().to_python(data.get("parameters", ""))
    except ValidationError:
        parameters = []
    return said(str(data.get("sentences", "")), parameters, names.with_tags(str(data.get("slug", ""))), at)


class SentencesArea(forms.Textarea):
    """A text box whose sentences are said in English below it, as they are typed where scripts run."""

    def __init__(self, attrs: Any = None) -> None:
        super().__init__(area(5).attrs | (attrs or {}) | typed("rules_specialrule_said", "#said"))
        self.said: Callable[[], Said] = lambda: said("", (), Names())

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        box = super().render(name, value, attrs, renderer)
        return _below(box, render_to_string("admin/rules/said.html", {"said": self.said()}))


class MarkdownArea(forms.Textarea):
    """A text box with what its Markdown looks like below it."""

    def __init__(self, attrs: Any = None) -> None:
        super().__init__(area(8).attrs | (attrs or {}) | typed("rules_specialrule_preview", "#preview"))

    def render(self, name: str, value: Any, attrs: Any = None, renderer: Any = None) -> SafeString:
        box = super().render(name, value, attrs, renderer)
        return _below(box, render_to_string("admin/rules/preview.html", {"html": rendered(value or "")}))


def typed(view: str, target: str) -> dict[str, Any]:
    """The attributes by which a text box asks again as something is typed."""
    return {
        "hx-post": reverse_lazy(f"admin:{view}"),
        "hx-trigger": "input changed delay:300ms, told",
        "hx-target": target,
        "hx-swap": "outerHTML",
        "hx-sync": "this:replace",
    }


def _below(box: str, shown: str) -> SafeString:
    return mark_safe(f'<div class="written">{box}{shown}</div>')  # noqa: S308 # two pieces that templates escaped
