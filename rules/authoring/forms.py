"""Forms of the glossary: what the engine would refuse is refused here, in words, beside its field.

``names`` and ``refused`` are set on each form class by the admin that makes it: what there is to bind to, and what the
whole book said against an earlier try (``rules.authoring.drafting``).
"""

from collections.abc import Collection, Mapping
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator

from rules.authoring.bases import AnyModelForm
from rules.authoring.choosing import RuleField, RulesField
from rules.authoring.lines import ParametersField, PlainText
from rules.authoring.writing import MarkdownArea, Said, SentencesArea, said_of
from rules.binding import read_sentence
from rules.engine.rulebook import Parameter
from rules.engine.sentences import SentenceError
from rules.engine.vocabulary import Nature
from rules.models import RuleAlias, SpecialRule
from rules.names import MOMENTS, RESERVED, ArgumentError, Names, parameter_of, typed_arguments

MOST_CAP = 100
# No `maxlength`, with which a browser cuts off what is pasted and says nothing: it is refused in words.
MOST_TEXT = 50_000
MOST_SENTENCES = 4_000

STALE = (
    "Not saved: somebody has changed it since you opened it. What differs is marked below with what it says now; "
    "save again to write over it."
)


class CheckedForm(AnyModelForm):
    """A form that knows the book, and repeats what the whole book had against an earlier try."""

    names: Names = Names()
    refused: tuple[str, ...] = ()
    stale: bool = False
    """Whether somebody has saved the row since this form was opened."""
    stays: bool = False
    """Whether it is shown again as it was typed, and not saved: it was sent to be looked at."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        for name, field in self.fields.items():
            if isinstance(field, RuleField | RulesField) and self.instance.pk:
                self.initial[name] = field.of(getattr(self.instance, name))

    def is_valid(self) -> bool:
        return super().is_valid() and not self.stays

    def clean(self) -> dict[str, Any]:
        cleaned: dict[str, Any] = super().clean() or self.cleaned_data
        for line in self.refused:
            self.add_error(None, line)
        if self.stale:
            self.add_error(None, STALE)
            for name in self.changed_data:
                self.add_error(name, f"It now says: {self[name].initial or 'nothing'}")
        return cleaned


def refusal(error: SentenceError, line: str, number: int | None = None) -> ValidationError:
    """What the engine says against a line, with the line's number and the word that is wrong."""
    place = f"Line {number}" if number else f"“{line}”"
    word = f", word {error.index + 1} (“{error.word}”)" if error.word else ""
    return ValidationError(f"{place}{word}: {error.message}.", code="sentence")


def sentences_read(written: str, declared: Collection[str], names: Names) -> str:
    """Sentences one a line, empty lines left out. Raises ``ValidationError`` with every line that does not read."""
    lines = [line.strip() for line in written.splitlines() if line.strip()]
    wrong = []
    for number, line in enumerate(lines, start=1):
        try:
            read_sentence(line, declared, names)
        except SentenceError as error:
            wrong.append(refusal(error, line, number))
    if wrong:
        raise ValidationError(wrong)
    return "\n".join(lines)


class RuleForm(CheckedForm):
    """A special rule."""

    nature = forms.ChoiceField(required=False, choices=[("", "none"), *((str(n), str(n)) for n in Nature)])
    parameters = ParametersField(help_text="name | kind | default | label, one a line; only the name must be there.")
    sentences = PlainText(
        required=False,
        widget=SentencesArea,
        validators=[MaxLengthValidator(MOST_SENTENCES)],
        help_text="What it does, one sentence a line.",
    )
    text = PlainText(
        required=False,
        widget=MarkdownArea,
        validators=[MaxLengthValidator(MOST_TEXT)],
        help_text="What it says, in our own words. Markdown; HTML is shown as text.",
    )
    lost_on = forms.MultipleChoiceField(
        required=False,
        choices=[("knocked_down", "knocked down"), ("stunned", "stunned")],
        widget=forms.CheckboxSelectMultiple,
        help_text="What takes the rule away for the rest of the battle.",
    )
    related = RulesField(help_text="Whoever reads this one may want those: slugs of rules, with spaces between them.")
    reminder_moment = forms.ChoiceField(
        required=False, choices=[("", "never"), *((moment, moment.replace("_", " ")) for moment in MOMENTS)]
    )

    class Meta:
        model = SpecialRule
        fields = "__all__"  # the admin names the fields
        widgets = {
            "summary": forms.TextInput(attrs={"size": 90}),
            "reminder_text": forms.TextInput(attrs={"size": 90}),
            "reason": forms.TextInput(attrs={"size": 90}),
        }

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        widget = self.fields["sentences"].widget
        if isinstance(widget, SentencesArea):
            widget.said = lambda: self.said

    @property
    def said(self) -> Said:
        """Its sentences as they stand in the form, in English."""
        values: dict[str, Any] = {
            name: self[name].value() or "" for name in ("sentences", "parameters") if name in self.fields
        }
        return said_of({**values, "slug": self.data.get(self.add_prefix("slug")) or self.instance.slug}, self.names)

    def clean_slug(self) -> str:
        slug: str = self.cleaned_data["slug"]
        if slug in RESERVED:
            raise ValidationError(f"“{slug}” is the address of another page.", code="reserved")
        if other := RuleAlias.objects.filter(slug=slug).select_related("rule").first():
            raise ValidationError(f"“{slug}” is another name of {other.rule.name}.", code="alias")
        return slug

    def clean_cap(self) -> int | None:
        cap: int | None = self.cleaned_data["cap"]
        if cap is not None and not 1 <= cap <= MOST_CAP:
            raise ValidationError(
                f"A cap is 1 or more, {MOST_CAP} at most; leave it empty for a rule that does not add up."
            )
        return cap

    def clean_sentences(self) -> str:
        """Every line is a sentence that reads, with parameters that are declared and tags that somebody has."""
        declared = [p["name"] for p in self.cleaned_data.get("parameters", ())]
        own = self.data.get(self.add_prefix("slug")) or self.instance.slug
        return sentences_read(self.cleaned_data["sentences"], declared, self.names.with_tags(own))

    def clean(self) -> dict[str, Any]:
        cleaned = super().clean()
        if bool(cleaned.get("reminder_moment")) != bool(cleaned.get("reminder_text")):
            empty = "reminder_text" if cleaned.get("reminder_moment") else "reminder_moment"
            self.add_error(empty, "A reminder has both a moment and a text.")
        parameters = [parameter_of(p) for p in cleaned.get("parameters", ())]
        if cleaned.get("cap") and "parameters" in cleaned and not any(p.kind == "number" for p in parameters):
            self.add_error("cap", "Only numbers add up: a rule with a cap has a parameter that is a number.")
        if "parameters" in cleaned and self.instance.pk:
            self._check_holders(parameters)
        return cleaned

    def _check_holders(self, parameters: list[Parameter]) -> None:
        """Whoever holds the rule still gives it what it asks for."""
        holders: list[tuple[str, Mapping[str, Any]]] = [
            (str(row.holder), row.arguments)
            for row in self.instance.attachments.select_related(
                "unit__warband", "warband", "equipment", "skill", "spell", "upgrade"
            )
        ]
        holders += [(row.whole.name, row.arguments) for row in self.instance.included_by.select_related("whole")]
        for holder, given in holders:
            try:
                typed_arguments(parameters, given, self.names)
            except ArgumentError as error:
                self.add_error("parameters", f"{holder} holds this rule, and then {error}.")
