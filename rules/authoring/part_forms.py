"""Forms of what hangs on a rule: other names, what it includes and cancels, its table, where sources differ."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.authoring.bases import AnyInlineFormSet
from rules.authoring.choosing import RuleField
from rules.authoring.forms import CheckedForm
from rules.authoring.lines import ArgumentsField, PlainText, ReadingsField, area
from rules.binding import cycles
from rules.engine.rulebook import Parameter
from rules.engine.rulings import BY_ID
from rules.models import RuleInclusion, SpecialRule
from rules.names import RESERVED, ArgumentError, typed_arguments


class AliasForm(CheckedForm):
    """Another name of a rule."""

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED or SpecialRule.objects.filter(slug=slug).exists():
            raise ValidationError(f"“{slug}” is the address of another page.", code="reserved")
        return slug


class AliasFormSet(AnyInlineFormSet):
    """Other names of a rule, none of which is its own slug."""

    def clean(self) -> None:
        super().clean()
        for form in live(self.forms):
            if form.cleaned_data.get("slug") == self.instance.slug:
                form.add_error("slug", "That is the slug of the rule itself.")


class ArgumentsForm(CheckedForm):
    """A form that gives a rule its parameters. ``rule_field`` names the field that chooses the rule."""

    rule_field = "rule"
    arguments = ArgumentsField(label="parameters")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        rule = cleaned.get(self.rule_field)
        if rule is not None and "arguments" in cleaned:
            self._check(rule, cleaned)
        return cleaned

    def _check(self, rule: SpecialRule, cleaned: Mapping[str, Any]) -> None:
        try:
            typed_arguments(self.parameters_of(rule), cleaned["arguments"], self.names)
        except ArgumentError as error:
            self.add_error("arguments", f"{rule.name}: {error}.")

    def parameters_of(self, rule: SpecialRule) -> tuple[Parameter, ...]:
        return self.names.parameters.get(rule.slug, ())


class InclusionForm(ArgumentsForm):
    """A rule that another one includes."""

    rule_field = "part"
    part = RuleField(label="rule")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        part = cleaned.get("part")
        if part is not None and part.pk == self.instance.whole_id:
            self.add_error("part", "Then it would include itself.")
        return cleaned


class InclusionFormSet(AnyInlineFormSet):
    """What a rule includes; nothing may include itself, by whatever way."""

    def clean(self) -> None:
        super().clean()
        whole: SpecialRule = self.instance
        if any(self.errors) or not whole.pk:
            return
        graph: dict[int, list[int]] = {}
        for row in RuleInclusion.objects.exclude(whole=whole).values_list("whole_id", "part_id"):
            graph.setdefault(row[0], []).append(row[1])
        for form in live(self.forms):
            part = form.cleaned_data["part"]
            way = next(cycles({whole.pk: [part.pk]} | graph), None)
            if way and whole.pk in way:
                names = dict(SpecialRule.objects.filter(pk__in=way).values_list("pk", "name"))
                form.add_error("part", f"Then it would include itself: {' → '.join(names[pk] for pk in way)}.")


def live(formset: Iterable[Any]) -> list[Any]:
    """The forms of a formset that say something and are not marked for deletion."""
    return [form for form in formset if form.cleaned_data and not form.cleaned_data.get("DELETE")]


class OppositeFormSet(AnyInlineFormSet):
    """What a rule cancels: nothing that it includes, for then it would cancel itself."""

    def clean(self) -> None:
        super().clean()
        prefix = "inclusions"
        many = self.data.get(f"{prefix}-TOTAL_FORMS", "")
        rows = range(min(int(many), 1000)) if many.isascii() and many.isdigit() else ()
        parts = {
            str(self.data.get(f"{prefix}-{row}-part", "")).strip().lower()
            for row in rows
            if f"{prefix}-{row}-DELETE" not in self.data
        }
        for form in live(self.forms):
            opposite = form.cleaned_data.get("opposite")
            if opposite is not None and {opposite.slug, opposite.name.lower()} & parts:
                form.add_error("opposite", f"It includes {opposite.name}, and so would cancel itself.")


class OppositeForm(CheckedForm):
    """A rule that cancels this one, and is cancelled by it."""

    opposite = RuleField(label="rule")

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        opposite = cleaned.get("opposite")
        if opposite is not None and self.instance.rule_id and opposite.pk == self.instance.rule_id:
            self.add_error("opposite", "A rule does not cancel itself.")
        return cleaned


class OutcomeForm(CheckedForm):
    """A row of a D6 table."""

    class Meta:
        widgets = {"text": area(2)}
        field_classes = {"text": PlainText}


class OutcomeFormSet(AnyInlineFormSet):
    """A D6 table: every face has its row, and none has two."""

    def clean(self) -> None:
        super().clean()
        if any(self.errors):
            return
        faces: dict[int, Any] = {}
        for form in live(self.forms):
            for face in range(form.cleaned_data["low"], form.cleaned_data["high"] + 1):
                if face in faces:
                    form.add_error("low", f"A {face} already has a row.")
                faces[face] = form
        if faces and (missing := [str(face) for face in range(1, 7) if face not in faces]):
            raise ValidationError(f"The table has no row for {', '.join(missing)}.")


class DisputeForm(CheckedForm):
    """A point where sources differ."""

    readings = ReadingsField(
        required=True, widget=area(3, cols=70), help_text="What it says | where, one reading a line."
    )

    def clean_ruling(self) -> str:
        ruling: str = self.cleaned_data["ruling"]
        if ruling and ruling not in BY_ID:
            raise ValidationError(f"There is no ruling “{ruling}”; they are R-01 to R-{len(BY_ID)}.")
        return ruling

    class Meta:
        widgets = {"question": forms.TextInput(attrs={"size": 80}), "holds": area(2)}
        field_classes = {"holds": PlainText}
