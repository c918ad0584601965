"""Forms that ask no more than what was chosen needs: an advance, and what became of a warrior."""

from collections.abc import Iterable
from typing import Any

from django import forms
from django.forms import BoundField
from django.utils.safestring import SafeString, mark_safe

from rules.content import Content, current
from rules.values import Spell
from warbands.fortunes import harms
from warbands.fortunes.advances import SKILL, SPELL, Way, learner_of, ways
from warbands.fortunes.experience import is_hero
from warbands.fortunes.forms import RecordForm
from warbands.fortunes.harms import FATES, LONGEST, MOST_BATTLES
from warbands.fortunes.injuries import Injury, injuries, injury
from warbands.models import Fortune, FortuneKind, Warrior
from warbands.profiles import NAMES
from warbands.readiness import is_captured
from warbands.rosters.forms import Choices, choose_from
from warbands.rulebooks import content_for

INJURY, FATE, LOSES, MISSES = "injury", "fate", "loses", "misses"
ALWAYS = ("what", "reason", "client_key")


class AskingForm(RecordForm):
    """A choice (``what``), and only the fields which that choice needs.

    ``chosen`` is the choice so far: of an answer that came, of the address, or none. ``told`` says what it means.
    """

    told = ""

    def __init__(self, *args: Any, chosen: str = "", **options: Any) -> None:
        super().__init__(*args, **options)
        self.chosen = self.data.get("what", "") if self.is_bound else chosen
        self.initial["what"] = self.chosen

    def keep(self, names: Iterable[str]) -> None:
        """Drop the fields that the choice does not need, and put the others between it and the reason."""
        asked = ["what", *names, "reason", "client_key"]
        self.fields = {name: self.fields[name] for name in asked}

    @property
    def asked(self) -> list[BoundField]:
        """The fields that the choice needs, besides the reason."""
        return [self[name] for name in self.fields if name not in {"what", "reason", "client_key"}]


class AdvanceForm(AskingForm):
    """What an advance brings a warrior. ``closed`` says of what he cannot have why not."""

    what = forms.ChoiceField(label="What he gains")
    answer = forms.CharField(max_length=LONGEST, widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, warrior: Warrior, **options: Any) -> None:
        super().__init__(*args, **options)
        content = content_for(warrior.warband)
        learner = learner_of(warrior, content)
        found = ways(learner) if learner else []
        self.closed = [way.refused for way in found if way.refused]
        choose_from(self, "what", [("", "Choose"), *_grouped(found)])
        way = next((one for one in found if one.value == self.chosen), None)
        self.told = (way.refused or _meaning(way.value, content)) if way else ""
        skill = content.skills.get(self.chosen.removeprefix(f"{SKILL}:"))
        self.fields["answer"].label = skill.asks if skill else ""
        self.keep(["answer"] if skill and skill.asks else [])


def _grouped(found: Iterable[Way]) -> Choices:
    groups: dict[str, list[tuple[str, str]]] = {}
    for way in found:
        words = f"{way.words} (not open to him)" if way.refused else way.words
        groups.setdefault(way.under, []).append((way.value, words))
    return list(groups.items())


def _meaning(value: str, content: Content) -> str | SafeString:
    """What a skill or a spell does, where the book says it."""
    kind, _, slug = value.partition(":")
    if kind == SPELL:
        spell = content.spells.get(slug)
        same = content.spells.get(spell.same_as) if spell else None
        return _told(spell) or _told(same)
    skill = content.skills.get(slug) if kind == SKILL else None
    entries = (content.entry(held.rule) for held in (*skill.held, *skill.attacks)) if skill else ()
    return " ".join(dict.fromkeys(entry.summary for entry in entries if entry))


def _told(spell: Spell | None) -> str | SafeString:
    return mark_safe(spell.html) if spell and spell.text else ""  # noqa: S308 - the book's own text, rendered safely


class HarmForm(AskingForm):
    """What became of a warrior."""

    what = forms.ChoiceField(label="What became of him")
    figures = forms.IntegerField(label="How many of them", required=False, min_value=1)
    battles = forms.IntegerField(label="How many battles", min_value=1, max_value=MOST_BATTLES)
    stat = forms.ChoiceField(label="Which characteristic", choices=[("", "Choose"), *NAMES.items()])
    foe = forms.CharField(max_length=LONGEST)
    hated = forms.ChoiceField()
    answer = forms.CharField(max_length=LONGEST, required=False, help_text="Left empty, it stays open.")

    def __init__(self, *args: Any, warrior: Warrior, changes: Iterable[Any], **options: Any) -> None:
        super().__init__(*args, **options)
        self.warrior = warrior
        content = current()
        hero = is_hero(warrior, content.units.get(warrior.unit_type_id))
        captive = is_captured(changes)
        choose_from(self, "what", [("", "Choose"), *_harms(content, hero=hero, captive=captive)])
        self.injury = injury(self.chosen.partition(":")[2], content) if self.chosen.startswith(INJURY) else None
        self.told = self.injury.text if self.injury else ""
        lists = sorted(content.warbands.values(), key=lambda listed: listed.name)
        choose_from(self, "hated", [("", "Choose"), *((listed.slug, listed.name) for listed in lists)])
        self.fields["figures"].help_text = f"Of the {warrior.size}. Left empty: all."
        for name in ("foe", "hated", "answer"):
            self.fields[name].label = self.injury.asks if self.injury else ""
        self.keep(_needed(self.chosen, self.injury, warrior))
        if self.injury and self.injury.asks_battles:
            self.fields["battles"].help_text = f"{self.injury.misses}, as it fell."

    def save(self, *, by: Any) -> Fortune:
        """Record it. Raises what the services raise."""
        typed = self.cleaned_data
        kind, _, slug = typed["what"].partition(":")
        common: dict[str, Any] = {
            "warrior": self.warrior,
            "reason": typed["reason"],
            "by": by,
            "client_key": typed["client_key"],
        }
        if kind == INJURY:
            foe = typed.get("hated") or typed.get("foe", "")
            answer = typed.get("answer", "")
            return harms.injure(slug=slug, foe=foe, battles=typed.get("battles"), answer=answer, **common)
        if kind == LOSES:
            return harms.lose_characteristic(stat=typed["stat"], **common)
        if kind == MISSES:
            return harms.miss(battles=typed["battles"], **common)
        return harms.befall(fate=slug, figures=typed.get("figures"), **common)


def _needed(chosen: str, found: Injury | None, warrior: Warrior) -> list[str]:
    """The fields that a choice needs."""
    if found:
        asked = {
            "battles": found.asks_battles,
            "foe": found.asks_foe,
            "hated": found.asks_list,
            "answer": bool(found.asks) and not (found.asks_foe or found.asks_list),
        }
        return [name for name, wanted in asked.items() if wanted]
    kind, _, fate = chosen.partition(":")
    some = kind == FATE and warrior.size > 1 and fate != FortuneKind.RETURNED
    return {LOSES: ["stat"], MISSES: ["battles"]}.get(kind, ["figures"] if some else [])


def _harms(content: Content, *, hero: bool, captive: bool) -> Choices:
    found: Choices = []
    if hero:
        found.append(("Serious injuries", [(f"{INJURY}:{one.slug}", _said(one)) for one in injuries(content)]))
    kinds = [FortuneKind.RETURNED] if captive else [FortuneKind.CAPTURED]
    kinds += [FortuneKind.DEAD, FortuneKind.RETIRED]
    others = [(f"{FATE}:{kind.value}", FATES[kind]) for kind in kinds]
    others += [(MISSES, "Misses battles"), (LOSES, "Loses a characteristic")]
    found.append(("What became of him", others))
    return found


def _said(one: Injury) -> str:
    parts = [f"{name} {by}" for name, by in one.modifiers.items()]
    if one.misses:
        parts.append(f"misses {one.misses}")
    return f"{one.roll} {one.name}{f' ({", ".join(parts)})' if parts else ''}".replace(" -", " −")
