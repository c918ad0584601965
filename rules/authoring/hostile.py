"""YAML that anybody typed: read as a tree only after it was seen that it can do no harm."""

import yaml
from yaml.nodes import Node

from rules.loading.nodes import FaultError, compose

LONGEST = 1_000_000
DEEPEST = 12


def composed(text: str) -> Node | None:
    """The node tree. Raises ``FaultError`` for what is no YAML, too long, too deep, or refers to itself."""
    if len(text) > LONGEST:
        raise FaultError("", 1, "", f"is longer than {LONGEST:,} characters; take it in in parts")
    depth = 0
    try:
        for event in yaml.parse(text, Loader=yaml.CSafeLoader):
            line = event.start_mark.line + 1 if event.start_mark else 1
            if isinstance(event, yaml.AliasEvent):
                raise FaultError("", line, "", "has a reference (*); write it out")
            depth += isinstance(event, yaml.CollectionStartEvent) - isinstance(event, yaml.CollectionEndEvent)
            if depth > DEEPEST:
                raise FaultError("", line, "", "is nested too deeply")
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        raise FaultError("", (mark.line if mark else 0) + 1, "", f"is not YAML: {error.problem}") from None
    except (yaml.YAMLError, UnicodeError) as error:
        raise FaultError("", 1, "", f"is not YAML: {str(error).splitlines()[0]}") from None
    return compose(text, "")
