"""What the forms of a battle send: a deed in plain words, and what a new battle is begun with."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict

from rules.engine.plans import TrialKind
from rules.engine.ruling_words import choices_of, touched_by
from rules.engine.rulings import REGISTER, Rulings
from warbands.battles.doing import DeedError
from warbands.battles.opening import MOST_FOES, Foe
from warbands.models import Warband

LONGEST = 200
"""No word of a deed is longer than this."""

NOBODY_LISTED = "unlisted"
"""The choice of an opponent who has no roster here."""

MOST_DIGITS = 9

INCOMPLETE = "This form is not complete. Load the battle again."


# --- Deeds ------------------------------------------------------------------------------------------------------------


def deed_of(kind: str, data: QueryDict) -> dict[str, Any]:
    """The deed that a form tells of. Raises ``DeedError`` for a form that is no form of ours."""
    if kind not in _READ:
        raise DeedError(INCOMPLETE)
    return _READ[kind](data)


def seen(data: QueryDict) -> int:
    """The number of the last event that whoever sends this has seen. Raises ``DeedError``."""
    return event_number(data, "seen")


def event_number(data: QueryDict, key: str) -> int:
    """The number of an event under this key. Raises ``DeedError`` for what is none."""
    number = number_or_none(data, key)
    if number is None:
        raise DeedError(INCOMPLETE)
    return number


def number_or_none(data: QueryDict, key: str) -> int | None:
    """The number of an event under this key, or None for what no battle could count to."""
    word = data.get(key, "")
    return int(word) if word.isascii() and word.isdigit() and len(word) <= MOST_DIGITS else None


def _word(data: QueryDict, key: str) -> str:
    return str(data.get(key, ""))[:LONGEST]


def _words(*keys: str) -> Callable[[QueryDict], dict[str, Any]]:
    def read(data: QueryDict) -> dict[str, Any]:
        return {key: word for key in keys if (word := _word(data, key))}

    return read


def trial(data: QueryDict) -> dict[str, Any]:
    """The trial that a form names, as it was handed out. Raises ``DeedError``."""
    try:
        told = json.loads(_word(data, "trial"))
        kept = {
            "kind": TrialKind(told["kind"]).value,
            "who": str(told["who"]),
            "by": [str(one) for one in told["by"]],
            "forced": bool(told["forced"]),
            "purpose": str(told["purpose"]),
        }
    except (ValueError, TypeError, KeyError):
        raise DeedError(INCOMPLETE) from None
    return kept


def _test(data: QueryDict) -> dict[str, Any]:
    return {"trial": trial(data), **_words("option")(data)}


def _charge(data: QueryDict) -> dict[str, Any]:
    return {
        "who": _word(data, "who"),
        "targets": [target[:LONGEST] for target in (*data.getlist("targets"), _word(data, "too")) if target][:4],
        "in_range": data.get("range") != "out",
        "interceptor": _word(data, "interceptor"),
    }


def _tell(data: QueryDict) -> dict[str, Any]:
    """A fact. ``answer`` is what a button says: ``key=value``, or a key alone where ``inches`` are typed.

    The value is yes, no, nothing (nobody knows), or inches.
    """
    key, told, word = _word(data, "answer").partition("=")
    word = word if told else _word(data, "inches")
    value: float | bool | str | None = {"yes": True, "no": False, "": None}.get(word, word)
    if isinstance(value, str):
        try:
            value = float(value)
        except ValueError:
            raise DeedError("Type a number of inches.", "value") from None
    return {**_words("who")(data), "key": key, "value": value}


def _put(data: QueryDict) -> dict[str, Any]:
    told = _words("who", "status", "flag", "by")(data)
    return {**told, "on": data.get("on") != "no"} if "flag" in told else told


def _contact(data: QueryDict) -> dict[str, Any]:
    return {**_words("who", "foe")(data), "on": data.get("on") != "no"}


def _injure(data: QueryDict) -> dict[str, Any]:
    return {**_words("who", "by")(data), "concussion": data.get("concussion") == "yes"}


def _gain(data: QueryDict) -> dict[str, Any]:
    return {**_words("who", "rule", "until", "why")(data), "taken": data.get("taken") == "yes"}


def _wound(data: QueryDict) -> dict[str, Any]:
    return {**_words("who")(data), "on": data.get("on") != "no"}


def _join(data: QueryDict) -> dict[str, Any]:
    """A model that joins: told in words where there are any, else like another."""
    told = _words("side", "name")(data)
    if not (_word(data, "leadership") or _word(data, "rules")):
        return told | _words("like")(data)
    rules = [rule for word in _word(data, "rules").split(",") if (rule := word.strip())]
    return {**told, "leadership": number_or_none(data, "leadership"), "rules": rules}


def _end(data: QueryDict) -> dict[str, Any]:
    return {"outcomes": _each(data, "outcome-"), "out_by": _each(data, "out-by-")}


def _each(data: QueryDict, prefix: str) -> dict[str, str]:
    """What was told under every key that begins so, by the rest of the key."""
    return {key[len(prefix) :][:LONGEST]: _word(data, key) for key in data if key.startswith(prefix)}


def _recover(data: QueryDict) -> dict[str, Any]:
    could, stands = data.getlist("could"), set(data.getlist("stands"))
    return {"stays_down": [who[:LONGEST] for who in could if who not in stands]}


_READ: Mapping[str, Callable[[QueryDict], dict[str, Any]]] = {
    "begin": _words("side"),
    "next": _words(),
    "recover": _recover,
    "charge": _charge,
    "end": _end,
    "test": _test,
    "again": _words("rule"),
    "stand": _words(),
    "skip": lambda data: {"trial": trial(data)},
    "ask": lambda data: {**_words("who", "foe", "reason")(data), "kind": _word(data, "test")},
    "rout": _words("side"),
    "tell": _tell,
    "put": _put,
    "contact": _contact,
    "injure": _injure,
    "wound": _wound,
    "join": _join,
    "gain": _gain,
    "drop": _words("who", "rule"),
}


# --- A new battle -----------------------------------------------------------------------------------------------------


class NewBattleForm(forms.Form):
    """Who fights whom. An opponent without a roster is told in a few words."""

    own = forms.ChoiceField(label="Your warband")
    against = forms.ChoiceField(label="Against")
    foe_name = forms.CharField(label="What they are called", max_length=80, required=False, initial="The enemy")
    foe_models = forms.IntegerField(
        label="How many models", min_value=1, max_value=MOST_FOES, required=False, initial=10
    )
    foe_leadership = forms.IntegerField(
        label="Leadership of their leader", min_value=1, max_value=12, required=False, initial=8
    )
    foe_causes_fear = forms.BooleanField(label="They cause fear", required=False)
    one_phone = forms.BooleanField(
        label="This phone acts for both sides",
        required=False,
        help_text="Otherwise each owner acts for his own side, on his own phone.",
    )

    def __init__(self, data: Mapping[str, Any] | None, own: Iterable[Warband], others: Iterable[Warband]) -> None:
        super().__init__(data, label_suffix="")
        self.known = {warband.public_id: warband for warband in (*own, *others)}
        mine = [(warband.public_id, warband.name) for warband in own]
        theirs = [(warband.public_id, f"{warband.name} · {warband.owner}") for warband in others]
        listed = [("Yours", mine), ("Others", theirs)]
        self._choices("own", mine)
        self._choices(
            "against", [(NOBODY_LISTED, "Somebody without a roster here"), *(one for one in listed if one[1])]
        )

    def _choices(self, name: str, choices: list[Any]) -> None:
        field = self.fields[name]
        assert isinstance(field, forms.ChoiceField)  # noqa: S101 - tells the type checker
        field.choices = choices

    def clean(self) -> dict[str, Any]:
        """A warband does not fight itself, and an opponent without a roster has a name and a number."""
        told = super().clean() or {}
        if told.get("own") and told.get("own") == told.get("against"):
            self.add_error("against", "A warband does not fight itself.")
        if told.get("against") == NOBODY_LISTED:
            for name, words in (("foe_name", "Give them a name."), ("foe_models", "Say how many they are."),
                                ("foe_leadership", "Say their leader's Leadership.")):  # fmt: skip
                if name not in self.errors and not told.get(name):
                    self.add_error(name, words)
        return told

    @property
    def sides(self) -> tuple[Warband, Warband | Foe]:
        """Who fights whom, of a form that is valid."""
        told = self.cleaned_data
        if told["against"] != NOBODY_LISTED:
            return self.known[told["own"]], self.known[told["against"]]
        foe = Foe(told["foe_name"], told["foe_models"], told["foe_leadership"], causes_fear=told["foe_causes_fear"])
        return self.known[told["own"]], foe


class RulingsForm(forms.Form):
    """Every ruling, each with the reading that holds; what is not told is as ``rulings`` has it."""

    def __init__(self, data: Mapping[str, Any] | None, rulings: Rulings) -> None:
        super().__init__(data, label_suffix="", prefix="ruling")
        self.rulings = rulings
        for ruling in REGISTER:
            now = getattr(rulings, ruling.key)
            initial = str(now).lower() if isinstance(now, bool) else now
            self.fields[ruling.key] = forms.ChoiceField(
                label=ruling.question, help_text=ruling.id, choices=choices_of(ruling), initial=initial, required=False
            )

    @property
    def differing(self) -> list[forms.BoundField]:
        """The points that are ruled otherwise than usual."""
        usual = {ruling.key: ruling.default for ruling in REGISTER}
        return [field for field in self if field.value() not in {usual[field.name], "", None}]

    @property
    def topics(self) -> list[tuple[str, list[forms.BoundField]]]:
        """The other points, by what they touch first."""
        apart = {field.name for field in self.differing}
        found: dict[str, list[forms.BoundField]] = {}
        for field in self:
            if field.name not in apart:
                found.setdefault(touched_by(field.name)[0], []).append(field)
        return list(found.items())

    @property
    def chosen(self) -> Rulings:
        """The rulings told, of a form that is valid."""
        told = {key: value for key, value in self.cleaned_data.items() if value}
        return Rulings.of({**self.rulings.changed(), **told})
