"""Form fields for what is written one thing a line: parameters, arguments, slugs, readings, profiles.

Each prints a stored value as the lines an editor sees, and reads them back into exactly the shape of the YAML blocks.
"""

import re
from typing import Any

from django import forms
from django.core.exceptions import ValidationError

from rules.names import CHARACTERISTICS, SLUG, ArgumentError, parameter_of


def area(rows: int, **attrs: Any) -> forms.Textarea:
    """A text box of a few lines, without the browser's idea of spelling."""
    return forms.Textarea(attrs={"rows": rows, "cols": 60, "spellcheck": "false", **attrs})


def number_or_word(written: str) -> int | str:
    """A value as YAML would read it."""
    return int(written) if re.match(r"-?\d+\Z", written) else written


class PlainText(forms.CharField):
    """Text of several lines. Browsers end lines in their own way; what is stored ends them as the files do."""

    def to_python(self, value: Any) -> Any:
        text = super().to_python(value)
        return text.replace("\r\n", "\n") if isinstance(text, str) else text


class LinesField(forms.CharField):
    """A list of texts, one a line. ``read`` and ``show`` are what a subclass changes."""

    widget = forms.Textarea

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("required", False)
        kwargs.setdefault("widget", area(3))
        super().__init__(**kwargs)

    def prepare_value(self, value: Any) -> Any:
        return value if isinstance(value, str) else self.show(value or self.nothing())

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value or self.nothing()
        return self.read([line.strip() for line in value.splitlines() if line.strip()])

    def has_changed(self, initial: Any, data: Any) -> bool:
        try:
            return bool(self.to_python(data) != (initial or self.nothing()))
        except ValidationError:
            return True

    def nothing(self) -> Any:
        return []

    def show(self, value: Any) -> str:
        return "\n".join(map(str, value))

    def read(self, lines: list[str]) -> Any:
        return lines


class SlugsField(LinesField):
    """A list of slugs, separated by spaces, commas or lines."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"size": 60, "spellcheck": "false"}))
        super().__init__(**kwargs)

    def show(self, value: Any) -> str:
        return " ".join(value)

    def read(self, lines: list[str]) -> Any:
        slugs = re.split(r"[\s,]+", " ".join(lines).strip(" ,")) if lines else []
        if wrong := [slug for slug in slugs if not SLUG.match(slug)]:
            raise ValidationError(f"“{wrong[0]}” is not a slug: small letters, digits and hyphens.", code="slug")
        return slugs


class ParametersField(LinesField):
    """A rule's parameters: ``name | kind | default | label``, of which only the name must be there."""

    def show(self, value: Any) -> str:
        return "\n".join(
            " | ".join([p["name"], p.get("kind", "number"), str(p.get("default", "")), p.get("label", "")]).rstrip(" |")
            for p in value
        )

    def read(self, lines: list[str]) -> Any:
        found: list[dict[str, Any]] = []
        for number, line in enumerate(lines, start=1):
            name, kind, default, label, *more = [*(part.strip() for part in line.split("|")), "", "", ""]
            if any(more):
                raise ValidationError(f"Line {number}: there are four parts at most: name | kind | default | label.")
            written: dict[str, Any] = {"name": name}
            if kind and kind != "number":
                written["kind"] = kind
            if default:
                written["default"] = number_or_word(default)
            if label:
                written["label"] = label
            try:
                parameter_of(written)
            except ArgumentError as error:
                raise ValidationError(f"Line {number}: {error}.", code="parameter") from None
            if name in {other["name"] for other in found}:
                raise ValidationError(f"Line {number}: “{name}” is declared twice.", code="parameter")
            found.append(written)
        return found


class ArgumentsField(LinesField):
    """The values of a rule's parameters: ``name = value``, one a line."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", area(2, cols=20, placeholder="radius = 12"))
        super().__init__(**kwargs)

    def nothing(self) -> Any:
        return {}

    def show(self, value: Any) -> str:
        return "\n".join(f"{name} = {given}" for name, given in value.items())

    def read(self, lines: list[str]) -> Any:
        found: dict[str, int | str] = {}
        for number, line in enumerate(lines, start=1):
            name, equals, given = (part.strip() for part in line.partition("="))
            if not (name and equals and given):
                raise ValidationError(f"Line {number} must be “name = value”.", code="argument")
            if name in found:
                raise ValidationError(f"Line {number}: “{name}” is given twice.", code="argument")
            found[name] = number_or_word(given)
        return found


class ReadingsField(LinesField):
    """The readings of a dispute: ``what it says | where``, one a line."""

    def show(self, value: Any) -> str:
        return "\n".join(" | ".join(filter(None, (r["text"], r.get("source", "")))) for r in value)

    def read(self, lines: list[str]) -> Any:
        found = []
        for line in lines:
            text, _, source = (part.strip() for part in line.rpartition("|")) if "|" in line else (line, "", "")
            found.append({"text": text, "source": source} if source else {"text": text})
        return found


class ProfileField(LinesField):
    """The nine characteristics in their printed order, separated by spaces. Movement may be text, as 2D6."""

    def __init__(self, **kwargs: Any) -> None:
        kwargs.setdefault("widget", forms.TextInput(attrs={"size": 40, "placeholder": "4 3 3 3 3 1 3 1 7"}))
        kwargs.setdefault("help_text", f"{' '.join(CHARACTERISTICS)}, with spaces between them.")
        super().__init__(**kwargs)

    def nothing(self) -> Any:
        return None

    def show(self, value: Any) -> str:
        return " ".join(str(value[name]) for name in CHARACTERISTICS) if value else ""

    def read(self, lines: list[str]) -> Any:
        values = " ".join(lines).split()
        if not values:
            return None
        if len(values) != len(CHARACTERISTICS):
            raise ValidationError(f"There are nine characteristics, and here are {len(values)}.", code="profile")
        found = {name: number_or_word(value) for name, value in zip(CHARACTERISTICS, values, strict=True)}
        for name, value in found.items():
            if name != "M" and not isinstance(value, int):
                raise ValidationError(f"{name} must be a whole number, not “{value}”.", code="profile")
        return found
