"""The bench: a rule as it is written is given to somebody, facts are told, and plan, odds and reasons are seen."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.authoring.impact import Compared, compared, fighter_of
from rules.authoring.lines import ArgumentsField, SlugsField
from rules.authoring.planning import situation_of, told_of
from rules.content import Content
from rules.engine.plans import Plan, Trial, TrialKind
from rules.engine.psychology import plan
from rules.engine.questions import questions, tell
from rules.engine.rulebook import From, Held, arguments
from rules.engine.situation import Fighter, Kind, Situation
from rules.engine.trials import KINDS, LISTED
from rules.facts_form import FactsForm
from rules.holders import Holders, Somebody, registered
from rules.names import ArgumentError, typed_arguments
from rules.plans_shown import PlanShown, plan_shown

SAMPLE = "sample"
PREFIX = "try"


type Known = tuple[str, list[tuple[str, str]]]
"""Warriors who may be given the rule: what they are as a group, and each with what he is called."""


class WhoForm(forms.Form):
    """Who is given the rule, and which test he takes."""

    prefix = PREFIX
    test = forms.ChoiceField(
        label="Test",
        choices=[(kind.value, KINDS[kind].name) for kind in (*LISTED, TrialKind.ROUT)],
        initial=TrialKind.ALL_ALONE.value,
    )
    who = forms.ChoiceField(label="Who holds it")
    leadership = forms.IntegerField(label="Leadership", min_value=2, max_value=10, initial=7)
    attacks = forms.IntegerField(label="Attacks", min_value=0, max_value=10, initial=1)
    kind = forms.ChoiceField(label="He is", choices=[(Kind.HERO.value, "a hero"), (Kind.HENCHMAN.value, "a henchman")])
    arguments = ArgumentsField(label="Its parameters", help_text="name = value, one a line.")
    rules = SlugsField(label="Other rules he has", help_text="Slugs, with spaces between them.")
    tags = SlugsField(label="What else he is", help_text="A people or a unit: slugs, with spaces between them.")

    def __init__(self, content: Content, rule: str, data: Mapping[str, Any], known: Known) -> None:
        super().__init__(data if f"{PREFIX}-test" in data else None, label_suffix="")
        self.content = content
        self.rule = rule
        who = self.fields["who"]
        assert isinstance(who, forms.ChoiceField)  # noqa: S101 # tells the type checker
        who.choices = list(_offered(content, known))

    def clean_rules(self) -> list[str]:
        rules: list[str] = self.cleaned_data["rules"]
        if unknown := [slug for slug in rules if self.content.rulebook.get(slug) is None]:
            raise ValidationError(f"There is no rule “{unknown[0]}”.")
        return rules

    def clean_arguments(self) -> dict[str, Any]:
        given: dict[str, Any] = self.cleaned_data["arguments"]
        rule = self.content.rulebook.get(self.rule)
        try:
            return typed_arguments(rule.parameters, given, self.content.names) if rule else {}
        except ArgumentError as error:
            raise ValidationError(f"{error}.") from None

    @property
    def told(self) -> dict[str, Any]:
        """What was chosen; what was not, as it begins."""
        if self.is_bound:
            return dict(self.cleaned_data) if self.is_valid() else {}
        return {name: field.initial for name, field in self.fields.items()} | {
            "who": SAMPLE,
            "kind": Kind.HERO.value,
            "arguments": {},
            "rules": [],
            "tags": [],
        }


def _offered(content: Content, known: Known) -> Iterator[tuple[str, Any]]:
    yield SAMPLE, "a sample warrior"
    whose, warriors = known
    if warriors:
        yield whose, warriors
    for listed in sorted(content.warbands.values(), key=lambda one: one.name):
        yield listed.name, [(f"unit:{unit.slug}", unit.name) for unit in listed.units]


class TriedFacts(FactsForm):
    """The facts of the test, among the fields of a larger form."""

    prefix = "told"


@dataclass
class Bench:
    """A rule of a content on the bench. ``data`` is what was sent with the form it stands in."""

    content: Content
    rule: str
    user: Somebody
    data: Mapping[str, Any]
    holders: Holders = field(default_factory=registered)
    whose: str = "Your own warriors"

    @cached_property
    def form(self) -> WhoForm:
        """Who holds it."""
        known = [(f"warrior:{one.id}", one.name) for one in self.holders.known_to(self.user)]
        return WhoForm(self.content, self.rule, self.data, (self.whose, known))

    @cached_property
    def _placed(self) -> tuple[Situation, Fighter] | None:
        """The situation with whoever holds it, and he; None where that cannot be."""
        told = self.form.told
        if not told:
            return None
        who = str(told["who"])
        if who.startswith("warrior:"):
            found = self.holders.side_of(self.user, who.removeprefix("warrior:"), self.content)
            if found is None:
                return None
            side, one = found
            situation = Situation(self.content.rulebook, (side,), turn=side.id)
            fighter = self._given(situation.fighter(one))
            return situation.with_fighter(fighter), fighter
        unit = self.content.units.get(who.removeprefix("unit:"))
        fighter = self._given(fighter_of(unit) if unit else self._sample())
        return situation_of(fighter, self.content.rulebook), fighter

    def _sample(self) -> Fighter:
        told = self.form.told
        kind = Kind(str(told["kind"]))
        return Fighter(
            "he",
            name="he",
            leadership=int(told["leadership"]),
            attacks=int(told["attacks"]),
            kind=kind,
            tags=frozenset({str(kind), *told["tags"]}),
        )

    def _given(self, fighter: Fighter) -> Fighter:
        """He with the rule, and with the others he is said to have."""
        told = self.form.told
        more = [Held(slug, origin=From.HAND) for slug in told["rules"]]
        mine = Held(self.rule, arguments(told["arguments"]), origin=From.HAND, origin_name="the bench")
        return replace(fighter, held=(*fighter.held, *more, mine))

    @property
    def kind(self) -> TrialKind:
        """The test that is taken."""
        return TrialKind(str(self.form.told.get("test") or TrialKind.ALL_ALONE))

    @cached_property
    def facts(self) -> FactsForm | None:
        """What the test must be told; None for Rout, which asks how a warband stands."""
        if self._placed is None or self.kind is TrialKind.ROUT:
            return None
        situation, fighter = self._placed
        return TriedFacts(questions(self.kind, fighter, situation), self.data, {}, "told")

    @cached_property
    def plan(self) -> PlanShown | None:
        """What the test comes to; None where something told is wrong."""
        if self._placed is None:
            return None
        situation, fighter = self._placed
        planned: Plan
        if self.facts is None:
            planned = plan(Trial(TrialKind.ROUT, situation.side_of(fighter).id), situation)
        elif self.facts.is_bound and not self.facts.is_valid():
            return None
        else:
            situation, trial = tell(self.kind, fighter.id, situation, self.facts.answers)
            planned = plan(trial, situation)
        return plan_shown(planned, situation)

    @cached_property
    def differences(self) -> list[Compared]:
        """What comes out otherwise for him without the rule."""
        if self._placed is None:
            return []
        _, fighter = self._placed
        without = replace(fighter, held=fighter.held[:-1])
        book = self.content.rulebook
        return list(compared(told_of(without, book), told_of(fighter, book)))
