"""Forms of rules that somebody or something holds: which, with what parameters, under which clause, for whom."""

from collections.abc import Mapping
from typing import Any

from django import forms

from rules.authoring.bases import AnyInlineFormSet
from rules.authoring.choosing import RuleField
from rules.authoring.forms import refusal
from rules.authoring.part_forms import ArgumentsForm
from rules.binding import read_clause
from rules.engine.sentences import SentenceError
from rules.models import RuleAttachment, SpecialRule


class AttachmentForm(ArgumentsForm):
    """A rule given to a unit or to a warband."""

    holder_tags: frozenset[str] = frozenset()
    rule = RuleField(label="rule")
    scope = forms.ChoiceField(
        label="for",
        choices=[("members", "its members"), ("roster", "the roster"), ("counted", "in the profile")],
        help_text="Its members: the unit itself, or every member of a warband. "
        "The roster: the warband as a whole. In the profile: counted there already.",
    )

    class Meta:
        model = RuleAttachment
        fields = ["rule", "arguments", "clause", "scope", "order"]
        widgets = {"clause": forms.TextInput(attrs={"size": 26, "placeholder": "unless friend of hero within 6"})}

    def _check(self, rule: SpecialRule, cleaned: Mapping[str, Any]) -> None:
        super()._check(rule, cleaned)
        clause = " ".join(str(cleaned.get("clause", "")).split())
        if not clause:
            return
        names = self.names.with_tags(*self.holder_tags)
        try:
            read_clause(clause, (p.name for p in self.parameters_of(rule)), names)
        except SentenceError as error:
            self.add_error("clause", refusal(error, clause))


class WareAttachmentForm(AttachmentForm):
    """A rule given by an item, a skill, a spell or an upgrade."""

    scope = forms.ChoiceField(
        label="for",
        choices=[
            ("members", "its bearer"),
            ("attacks", "attacks with it"),
            ("mount", "the mount"),
            ("crew", "its crew"),
        ],
    )

    class Meta(AttachmentForm.Meta):
        fields = ["rule", "arguments", "clause", "scope", "used", "order"]


class AttachmentFormSet(AnyInlineFormSet):
    """The rules of one unit or warband, which may speak of the tags that it brings itself."""

    def add_fields(self, form: Any, index: int | None) -> None:
        super().add_fields(form, index)
        holder = self.instance
        tags = {*getattr(holder, "peoples", ()), *getattr(holder, "tags", ()), getattr(holder, "short", "")}
        form.holder_tags = frozenset(tags)
