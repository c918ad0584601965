"""The form in which a player looks over what was read of another tool's file, and puts it right."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.forms import BoundField

from rules.content import Content
from warbands.exchange.drafts import Draft, Man
from warbands.exchange.proposing import Carried, Proposal, ProposedMan
from warbands.exchange.taking_in import Confirmed, Mark
from warbands.models import LARGEST_GROUP
from warbands.rosters.forms import KINDS, MOST_EXPERIENCE, Choices, KeyedForm, choose_from, lists_by_grade
from warbands.trade.ledger import MOST_GOLD

PLAIN = {"autocomplete": "off"}


@dataclass(frozen=True, slots=True)
class Part:
    """A warrior of the form: what the file said, and his fields."""

    proposed: ProposedMan
    fields: tuple[BoundField, ...]


class ConfirmForm(KeyedForm):
    """List, name and gold, and for each warrior who he is; ``draft`` carries what was read."""

    draft = forms.CharField(widget=forms.HiddenInput)
    listed = forms.ChoiceField(label="Warband list")
    name = forms.CharField(max_length=80, label="Its name", widget=forms.TextInput(attrs=PLAIN))
    gold = forms.IntegerField(
        required=False,
        min_value=0,
        max_value=MOST_GOLD,
        label="Gold crowns",
        help_text="Left empty, the list’s starting gold less what its warriors cost.",
    )
    stash = forms.MultipleChoiceField(required=False, label="In the stash", widget=forms.CheckboxSelectMultiple)
    keep = forms.BooleanField(
        required=False, initial=True, label="Write what could not be read into the notes, so that it is not lost"
    )

    def __init__(self, *args: Any, draft: Draft, proposal: Proposal, content: Content, **options: Any) -> None:
        super().__init__(*args, **options)
        self.told, self.proposal = draft, proposal
        for name, value in {"listed": proposal.listed, "name": draft.name[:80], "gold": draft.gold}.items():
            self.initial.setdefault(name, value)
        choose_from(self, "listed", [("", "Choose a list"), *lists_by_grade()])
        self._offer("stash", proposal.stash)
        units = _units(proposal.listed, content)
        for place, proposed in enumerate(proposal.men):
            self._ask(f"m{place}", proposed, units)

    def _ask(self, key: str, proposed: ProposedMan, units: Choices) -> None:
        man = proposed.man
        self.fields |= {
            f"{key}-unit": forms.ChoiceField(required=False, label="Who he is", choices=units, initial=proposed.unit),
            f"{key}-name": forms.CharField(
                required=False, max_length=80, label="Name", initial=man.name[:80], widget=forms.TextInput(attrs=PLAIN)
            ),
            f"{key}-size": forms.IntegerField(
                label="How many", min_value=1, max_value=LARGEST_GROUP, initial=min(man.size, LARGEST_GROUP)
            ),
            f"{key}-experience": forms.IntegerField(
                label="Experience", min_value=0, max_value=MOST_EXPERIENCE, initial=man.experience or 0
            ),
            f"{key}-carried": forms.MultipleChoiceField(
                required=False, label="What he has", widget=forms.CheckboxSelectMultiple
            ),
        }
        if man.size == 1 and man.kind != "henchman":
            del self.fields[f"{key}-size"]
        self._offer(f"{key}-carried", proposed.carried)

    def _offer(self, name: str, carried: tuple[Carried, ...]) -> None:
        if not carried:
            del self.fields[name]
            return
        cast(forms.MultipleChoiceField, self.fields[name]).choices = [(one.key, one.label) for one in carried]
        self.initial[name] = [one.key for one in carried]

    @property
    def parts(self) -> Iterator[Part]:
        """The warriors, each with his fields."""
        for place, proposed in enumerate(self.proposal.men):
            names = [name for name in self.fields if name.startswith(f"m{place}-")]
            yield Part(proposed, tuple(self[name] for name in names))

    @property
    def head(self) -> list[BoundField]:
        """The fields of the warband itself."""
        return [self[name] for name in ("listed", "name", "gold", "stash", "keep") if name in self.fields]

    def confirmed(self) -> Iterator[Confirmed]:
        """The warriors who were not left out."""
        cleaned = self.cleaned_data
        for place, proposed in enumerate(self.proposal.men):
            key = f"m{place}"
            if cleaned[f"{key}-unit"]:
                yield Confirmed(
                    cleaned[f"{key}-unit"],
                    cleaned[f"{key}-name"],
                    cleaned.get(f"{key}-size", 1),
                    cleaned[f"{key}-experience"],
                    self.kept(f"{key}-carried", proposed.carried),
                    _below(proposed.man.notes, self._lost("Not read", proposed.lost)),
                    key,
                )

    def kept(self, name: str, carried: tuple[Carried, ...]) -> tuple[Carried, ...]:
        """Of what was offered, what is still ticked."""
        ticked = set(self.cleaned_data.get(name, ()))
        return tuple(one for one in carried if one.key in ticked)

    def notes(self) -> str:
        """The file's own notes, and what of the whole warband could not be read, whoever was left out included."""
        told = [_told_of(one.man, (*one.man.unread, *one.private)) for one in self._left_out()]
        lost = self._lost(f"Not read from {self.told.tool}", [*self.proposal.lost, *told])
        return _below(self.told.notes, lost, *(one.man.notes for one in self._left_out()))[:10_000]

    def mark(self) -> Mark:
        """Where the warband came from, and what of the file could not be read: all of it, whatever fits the notes."""
        unread, private = list(self.proposal.unread), list(self.proposal.private)
        left_out = list(self._left_out())
        for one in self.proposal.men:
            unread += [_told_of(one.man, one.man.unread)] if one in left_out else _of(one.man, one.unread)
            private += _of(one.man, (*one.private, one.man.notes) if one in left_out else one.private)
        return Mark(self.told.tool, tuple(unread), tuple(private))

    def _left_out(self) -> Iterator[ProposedMan]:
        for place, proposed in enumerate(self.proposal.men):
            if not self.cleaned_data[f"m{place}-unit"]:
                yield proposed

    def _lost(self, words: str, lost: tuple[str, ...] | list[str]) -> str:
        return "\n".join((f"{words}:", *lost))[:5_000] if lost and self.cleaned_data["keep"] else ""


def _below(*parts: str) -> str:
    return "\n\n".join(filter(None, parts))


def _told_of(man: Man, more: Iterable[str]) -> str:
    had = ", ".join((*man.gear, *man.rules, *more))
    return f"Left out: {man.size} × {man.name} ({man.unit}){f': {had}' if had else ''}"


def _of(man: Man, lines: Iterable[str]) -> list[str]:
    return [f"{man.name or man.unit}: {words}" for words in lines if words]


def _units(listed: str, content: Content) -> Choices:
    """The units that a list may have, and hired swords who serve it."""
    found = content.warbands.get(listed)
    own = found.units if found else ()
    swords = [content.units[slug] for slug in (found.may_hire if found else ()) if slug in content.units]
    choices: Choices = [("", "Leave him out")]
    for kind, words in KINDS.items():
        group = [(unit.slug, unit.name) for unit in (*own, *swords) if unit.kind == kind]
        if group:
            choices.append((words, group))
    return choices
