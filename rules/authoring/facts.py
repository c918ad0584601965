"""Form fields for what a block says besides its columns: written as in the files, and refused by the same reader."""

from collections.abc import Mapping
from typing import Any

import yaml
from django.core.exceptions import ValidationError

from rules.authoring.hostile import composed
from rules.authoring.lines import LinesField, area
from rules.loading.nodes import FaultError, Key, Place, Read, list_of, mapping


class YamlField(LinesField):
    """Plain data as YAML. ``reader`` says what may stand there; what it refuses is named by line and key."""

    def __init__(self, reader: Read, *, rows: int = 6, **kwargs: Any) -> None:
        self.reader = reader
        super().__init__(widget=area(rows, cols=100), **kwargs)

    def nothing(self) -> Any:
        return {}

    def show(self, value: Any) -> str:
        if not value:
            return ""
        return str(
            yaml.safe_dump(value, sort_keys=False, allow_unicode=True, width=110, default_flow_style=None)
        ).rstrip()

    def to_python(self, value: Any) -> Any:
        if not isinstance(value, str):
            return value or self.nothing()
        return self.parsed(value) if value.strip() else self.nothing()

    def parsed(self, text: str) -> Any:
        faults: list[FaultError] = []
        found = None
        try:
            node = composed(text)
            if node is not None:
                found = self.reader(node, Place("", faults=faults))
        except FaultError as fault:
            faults.append(fault)
        if faults:
            raise ValidationError([_in_words(fault) for fault in faults], code="facts")
        return found or self.nothing()


class FactsField(YamlField):
    """The keys of a block that have no field of their own."""

    def __init__(self, keys: Mapping[str, Key], **kwargs: Any) -> None:
        kwargs.setdefault("help_text", f"As in the files. Known are {', '.join(keys)}.")
        super().__init__(mapping(keys), **kwargs)


class LinesOfYaml(YamlField):
    """A list of mappings, one a line."""

    def __init__(self, line: Read, **kwargs: Any) -> None:
        super().__init__(list_of(line), **kwargs)

    def nothing(self) -> Any:
        return []

    def show(self, value: Any) -> str:
        return "\n".join(f"- {self._flow(line)}" for line in value)

    @staticmethod
    def _flow(line: Any) -> str:
        return str(
            yaml.safe_dump(line, sort_keys=False, allow_unicode=True, width=10_000, default_flow_style=True)
        ).rstrip()


def _in_words(fault: FaultError) -> str:
    return f"Line {fault.line}{f', “{fault.key}”' if fault.key else ''}: {fault.message}"
