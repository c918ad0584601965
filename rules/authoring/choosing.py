"""Choosing a rule by writing what it is called: it needs no script, and offers every rule where a browser can."""

from collections.abc import Iterable
from difflib import get_close_matches
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.authoring.lines import SlugsField
from rules.models import RuleAlias, SpecialRule
from rules.prose import folded

OFFERED = "known-rules"
"""The id of the list of rules that a page offers to its boxes, once for all of them."""
NEAR = 4


def known_rules() -> Iterable[tuple[str, str]]:
    """Every rule by slug and name, for such a list. One query."""
    return SpecialRule.objects.order_by("name", "slug").values_list("slug", "name")


def rule_named(written: str) -> SpecialRule:
    """The rule of this slug, of this other name's slug, or of this name where no other rule has it.

    Raises ``ValidationError``, which names those that come near.
    """
    word = written.strip()
    if rule := SpecialRule.objects.filter(slug=word.lower()).first():
        return rule
    if alias := RuleAlias.objects.filter(slug=word.lower()).select_related("rule").first():
        return alias.rule
    called = list(SpecialRule.objects.filter(name__iexact=word)[: NEAR + 1])
    if len(called) == 1:
        return called[0]
    near = sorted(rule.slug for rule in called) or _near(word)
    shown = ", ".join(f"“{slug}”" for slug in near[:NEAR])
    many = f"Several rules are called “{word}”" if called else f"There is no rule “{word}”"
    raise ValidationError(f"{many}{f'; there are {shown}' if shown else ''}.", code="rule")


def _near(word: str) -> list[str]:
    """Slugs of rules that are called something like it."""
    found: dict[str, None] = {}
    known = {folded(name): slug for slug, name in known_rules()}
    slugs = list(known.values())
    wanted = folded(word)[:60]
    for name, slug in known.items():
        if wanted and wanted in name:
            found[slug] = None
    for name in get_close_matches(wanted, known, n=NEAR):
        found[known[name]] = None
    for slug in get_close_matches(wanted, slugs, n=NEAR):
        found[slug] = None
    return list(found)


class RuleBox(forms.TextInput):
    """A box for the slug of a rule."""

    def __init__(self, attrs: Any = None) -> None:
        plain = {"list": OFFERED, "size": 26, "spellcheck": "false", "autocapitalize": "none", "autocomplete": "off"}
        super().__init__(plain | (attrs or {}))


class RuleField(forms.CharField):
    """One rule. Its value is the row."""

    widget = RuleBox

    def of(self, stored: SpecialRule) -> str:
        """What it begins with for a stored rule."""
        return str(stored.slug)

    def clean(self, value: Any) -> Any:
        written = super().clean(value)
        return rule_named(written) if written else None


class RulesField(SlugsField):
    """Several rules, by their slugs. Its value is the rows."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("help_text", "Slugs of rules, with spaces between them.")
        super().__init__(**kwargs)

    def of(self, stored: Any) -> list[str]:
        """What it begins with for stored rules: a manager of them."""
        return sorted(rule.slug for rule in stored.all())

    def clean(self, value: Any) -> Any:
        rules: dict[int, SpecialRule] = {}
        wrong: list[ValidationError] = []
        for slug in super().clean(value):
            try:
                rule = rule_named(slug)
            except ValidationError as error:
                wrong.append(error)
            else:
                rules[rule.pk] = rule
        if wrong:
            raise ValidationError(wrong)
        return list(rules.values())
