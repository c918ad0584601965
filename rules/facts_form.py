"""The facts of a test as a form that builds itself from the engine's questions."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms

from rules.engine.questions import Answer, Question, QuestionKind

TOLD = "told"
"""Marks a form that was filled in: only then does a box that is missing mean "no"."""
LONGEST_REASON = 120


def _field(question: Question) -> forms.Field:
    match question.kind:
        case QuestionKind.YES_NO:
            return forms.BooleanField(label=question.text, required=False, initial=question.default)
        case QuestionKind.NUMBER:
            return forms.IntegerField(
                label=question.text,
                required=question.default is not None,
                initial=question.default,
                min_value=question.low,
                max_value=question.high,
            )
        case QuestionKind.CHOICE:
            return forms.ChoiceField(label=question.text, choices=question.choices, initial=question.default)
        case QuestionKind.TEXT:
            offered = [words for _, words in question.choices]
            return OfferedField(offered, label=question.text, required=False, max_length=LONGEST_REASON)


class OfferedField(forms.CharField):
    """Words of one's own, with some offered."""

    def __init__(self, offered: Iterable[str], **options: Any) -> None:
        super().__init__(**options)
        self.offered = list(offered)
        if self.offered:
            self.help_text = f"Asked for by {' and '.join(self.offered)}."

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> forms.BoundField:
        """The field, whose widget knows the id of its list of what is offered."""
        bound = super().get_bound_field(form, field_name)
        if self.offered:
            self.widget.attrs["list"] = f"{bound.auto_id}-offered"
        return bound


class ToldForm(forms.Form):
    """Facts that are told. Without the marker ``told`` among the data it is unbound and holds the defaults."""

    def __init__(self, data: Mapping[str, Any], told: Mapping[str, Answer], place: str) -> None:
        # Several panels may be open on one page, so the ids of the fields begin with the place.
        given = data if TOLD in data else None
        super().__init__(given, auto_id=f"{place}-%s", label_suffix="", initial=dict(told))
        self.rare: set[str] = set()

    @property
    def usual_fields(self) -> list[forms.BoundField]:
        """The fields that matter."""
        return [field for field in self if field.name not in self.rare]

    @property
    def rare_fields(self) -> list[forms.BoundField]:
        """The fields that seldom do."""
        return [field for field in self if field.name in self.rare]

    @property
    def rare_told(self) -> bool:
        """Whether a rare fact differs from its default, so that it must not be hidden."""
        return any(str(field.value() or "") != str(field.field.initial or "") for field in self.rare_fields)

    @property
    def answers(self) -> dict[str, Answer]:
        """What was told; what was not, at its default. Nothing for a form that is wrong."""
        if self.is_bound:
            return dict(self.cleaned_data) if self.is_valid() else {}
        return {name: self.get_initial_for_field(field, name) for name, field in self.fields.items()}


class FactsForm(ToldForm):
    """The facts a test of one model asks for."""

    def __init__(
        self, questions: Iterable[Question], data: Mapping[str, Any], told: Mapping[str, Answer], place: str = "test"
    ) -> None:
        super().__init__(data, told, place)
        for question in questions:
            self.fields[question.key] = _field(question)
            if question.rare:
                self.rare.add(question.key)
