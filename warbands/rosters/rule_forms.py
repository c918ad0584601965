"""Forms of rules by hand. Giving a rule asks for what that rule's parameters need, so its fields follow its choice."""

from collections.abc import Mapping
from typing import Any, Self

from django import forms
from django.contrib.auth.models import User
from django.forms import BoundField
from django.urls import reverse

from rules.content import Content, current
from rules.engine.rulebook import Parameter, ParameterKind, Rule
from warbands.holdings import of_warrior
from warbands.models import Warrior, WarriorRule
from warbands.rosters import rule_services
from warbands.rosters.forms import Choices, VersionedForm, choose_from
from warbands.rosters.rule_services import VALUE


class ByHandForm(VersionedForm):
    """A change of a warrior's rules by hand; the fields of both ways."""

    rule = forms.ChoiceField()
    reason = forms.CharField(
        max_length=200,
        label="Why",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="So that you, and whoever plays against you, can follow it.",
    )

    page = ""
    url_name = ""

    def __init__(self, *args: Any, warrior: Warrior, **options: Any) -> None:
        super().__init__(*args, **options)
        self.warrior = warrior
        self.content = current()
        self.auto_id = f"{warrior.public_id}_%s"
        self.initial.setdefault("version", warrior.version)
        address = [warrior.warband.public_id, warrior.public_id]
        self.href = reverse(self.url_name, args=address)
        self.back_href = reverse("warbands:warrior", args=address)

    @classmethod
    def asked(cls, warrior: Warrior, query: Mapping[str, Any]) -> Self:
        """The form as it first opens, with what the address says already chosen."""
        return cls(initial={"rule": query.get("rule", ""), "reason": query.get("reason", "")}, warrior=warrior)

    def over(self, row: Any, **options: Any) -> Self:
        return super().over(row, warrior=row, **options)

    def reads(self, row: Warrior) -> str:
        changes = rule_services.standing_changes(row)
        by_hand = [f"{self.name(change.rule_id)} {'taken away' if change.taken else 'given'}" for change in changes]
        return f"{row.name}, by hand: {', '.join(by_hand) or 'nothing'}"

    def name(self, slug: str) -> str:
        """The name of a rule."""
        rule = self.content.rulebook.get(slug)
        return rule.name if rule else slug

    def save(self, *, by: User) -> WarriorRule:
        """Make the change. Raises what the services raise."""
        raise NotImplementedError

    def said(self, change: WarriorRule) -> str:
        """The change that was made, in words."""
        raise NotImplementedError


class GiveForm(ByHandForm):
    """Which rule, with what values, and why.

    ``asked_for`` names the rule whose values the form showed. Where another is chosen by now, its values are asked for
    before anything is saved; htmx asks as soon as it is chosen.
    """

    asked_for = forms.CharField(widget=forms.HiddenInput, required=False)

    page = "warbands/give.html"
    url_name = "warbands:give"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.values_id = f"values-{self.warrior.public_id}"
        choose_from(self, "rule", [("", "Choose a rule"), *rules(self.content)])
        self.fields["rule"].widget.attrs = {
            "hx-get": self.href,
            "hx-trigger": "change",
            "hx-target": f"#{self.values_id}",
            "hx-select": f"#{self.values_id}",
            "hx-swap": "outerHTML",
        }
        self.chosen = self.content.rulebook.get(str(self["rule"].value() or ""))
        for parameter in self.chosen.parameters if self.chosen else ():
            self.fields[VALUE + parameter.name] = value_field(parameter, self.content)
        shown_for = self.data.get("asked_for", "") if self.is_bound else ""
        self.fresh_choice = bool(self.chosen and self.chosen.parameters and shown_for != self.chosen.slug)
        self.shown_choice = self.chosen.slug if self.chosen else ""

    @property
    def values(self) -> list[BoundField]:
        """The fields for the parameters of the chosen rule."""
        return [self[name] for name in self.fields if name.startswith(VALUE)]

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean() or {}
        if self.is_bound and self.fresh_choice and self.chosen:
            for name in [name for name in self.fields if name.startswith(VALUE)]:
                self.errors.pop(name, None)
            self.add_error("rule", f"{self.chosen.name} needs to know more: fill in what now stands below.")
        return cleaned

    def save(self, *, by: User) -> WarriorRule:
        typed = self.cleaned_data
        chosen: Rule = self.content.rulebook.resolve(typed["rule"])
        values = {parameter.name: typed[VALUE + parameter.name] for parameter in chosen.parameters}
        return rule_services.give_rule(
            warrior=self.warrior,
            version=typed["version"],
            rule=typed["rule"],
            reason=typed["reason"],
            by=by,
            values={name: int(value) if str(value).lstrip("-").isdigit() else value for name, value in values.items()},
        )

    def said(self, change: WarriorRule) -> str:
        return f"{self.warrior.name} now has {self.name(change.rule_id)}."


class TakeForm(ByHandForm):
    """Which of his rules, and why."""

    page = "warbands/take.html"
    url_name = "warbands:take"

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        row = self.warrior
        changes = [*row.possessions.present(), *rule_services.standing_changes(row)]
        held = of_warrior(row, changes, self.content)
        slugs = dict.fromkeys(item.rule for item in held)
        choose_from(self, "rule", [("", "Choose a rule"), *((slug, self.name(slug)) for slug in slugs)])

    def save(self, *, by: User) -> WarriorRule:
        typed = self.cleaned_data
        return rule_services.take_rule(
            warrior=self.warrior, version=typed["version"], rule=typed["rule"], reason=typed["reason"], by=by
        )

    def said(self, change: WarriorRule) -> str:
        return f"{self.name(change.rule_id)} is taken from {self.warrior.name}."


def value_field(parameter: Parameter, content: Content) -> forms.Field:
    """The field in which a parameter's value is given."""
    label = (parameter.label or parameter.name.replace("_", " ")).capitalize()
    match parameter.kind:
        case ParameterKind.NUMBER:
            return forms.IntegerField(label=label, initial=parameter.default, min_value=-20, max_value=100)
        case ParameterKind.SAVE:
            saves = [(str(least), f"{least}+") for least in range(2, 7)]
            return forms.ChoiceField(label=label, initial=parameter.default, choices=[("", "Choose"), *saves])
        case ParameterKind.TAG:
            return forms.ChoiceField(label=label, initial=parameter.default, choices=[("", "Choose"), *tags(content)])
        case ParameterKind.UNIT:
            return forms.ChoiceField(label=label, initial=parameter.default, choices=[("", "Choose"), *units(content)])
        case ParameterKind.SPELL_LIST | ParameterKind.TEXT:
            return forms.CharField(label=label, initial=parameter.default, max_length=80)


def rules(content: Content) -> Choices:
    """All rules that somebody may hold: those of the glossary, then those of each list."""
    groups: dict[str, list[tuple[str, str]]] = {"Special rules": []}
    for entry in content.entries.values():
        listed = content.warbands.get(entry.slug.partition("--")[0]) if "--" in entry.slug else None
        if entry.kind != "test":
            groups.setdefault(listed.name if listed else "Special rules", []).append((entry.slug, entry.name))
    first, *others = groups.items()
    return [first, *sorted(others)]


def tags(content: Content) -> Choices:
    """Everything a fighter can be that a rule may be aimed at: peoples, warband lists, units."""
    peoples = sorted({people for unit in content.units.values() for people in unit.peoples})
    lists = sorted(content.warbands.values(), key=lambda listed: listed.name)
    return [
        ("Peoples", [(people, people.replace("-", " ").capitalize()) for people in peoples]),
        ("Warbands", [(listed.slug, listed.name) for listed in lists]),
        *units(content),
    ]


def units(content: Content) -> Choices:
    """All units, by their list."""
    lists = sorted(content.warbands.values(), key=lambda listed: listed.name)
    return [(listed.name, [(unit.slug, unit.name) for unit in listed.units]) for listed in lists]
