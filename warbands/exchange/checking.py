"""Whether a text is a document of ours: JSON, of the published shape, without anything a database would choke on."""

import json
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any, cast

from jsonschema import Draft202012Validator
from jsonschema.exceptions import ValidationError

from warbands.exchange.document import FORMAT, Document
from warbands.exchange.refusals import Problem, UnreadableError

SCHEMA_TEXT = (Path(__file__).parent / "schema" / "warband-1.json").read_text(encoding="utf-8")
MOST_PROBLEMS = 20
MOST_SHOWN = 40

_schema = json.loads(SCHEMA_TEXT)
_validator = Draft202012Validator(_schema)
SCHEMA_VERSION: str = _schema["version"]

TYPES = {
    "object": "an object {…}",
    "array": "a list […]",
    "string": "text in quotes",
    "integer": "a whole number",
    "boolean": "true or false",
    "null": "null",
}
LIMITS = {
    "minimum": "{value} is too small: at least {asked}.",
    "maximum": "{value} is too large: at most {asked}.",
    "minLength": "This is empty.",
    "maxLength": "This is too long: at most {asked} characters.",
    "maxItems": "There are too many: at most {asked}.",
    "maxProperties": "There are too many: at most {asked}.",
}


def read_document(text: str) -> Document:
    """A document of ours. Raises ``UnreadableError``, which says what is wrong and where."""
    try:
        read = json.loads(text, parse_float=_no_fraction, parse_constant=_no_fraction, object_pairs_hook=_once)
    except json.JSONDecodeError as error:
        message = error.msg[:1].lower() + error.msg[1:]
        raise UnreadableError(f"This is not JSON: {message} (line {error.lineno}, column {error.colno}).") from None
    except RecursionError:
        raise UnreadableError("This is nested far too deeply.") from None
    except UnreadableError:
        raise
    except ValueError:
        raise UnreadableError("There is a number in it that nobody can mean.") from None
    if isinstance(read, dict) and read.get("format") != FORMAT:
        raise UnreadableError(
            [Problem("This is JSON, but no warband of ours: “format” must be “muster-warband-1”.", "$.format")]
        )
    if problems := list(islice(_problems(read), MOST_PROBLEMS)):
        raise UnreadableError(problems)
    document: Document = read
    return document


def _no_fraction(written: str) -> float:
    raise UnreadableError(f"All numbers are whole ones, and “{written[:MOST_SHOWN]}” is not.")


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise UnreadableError(f"“{twice[:MOST_SHOWN]}” stands twice in the same place.")
    return found


def _problems(read: Any) -> Iterator[Problem]:
    for error in _validator.iter_errors(read):
        yield Problem(_words(error), error.json_path)
    yield from _unstorable(read, "$")


def _unstorable(part: Any, at: str) -> Iterator[Problem]:
    """Text that no database keeps: half a character, or the character nought."""
    if isinstance(part, dict):
        for name, value in part.items():
            yield from _unstorable(name, at)
            yield from _unstorable(value, f"{at}.{name}")
    elif isinstance(part, list):
        for place, value in enumerate(part):
            yield from _unstorable(value, f"{at}[{place}]")
    elif isinstance(part, str) and ("\0" in part or any("\ud800" <= sign <= "\udfff" for sign in part)):
        yield Problem("There is a character in this text that is none.", at)


def _shown(value: Any) -> str:
    written = json.dumps(value, ensure_ascii=False, default=str)
    return written if len(written) <= MOST_SHOWN else f"{written[:MOST_SHOWN]}…"


def _words(error: ValidationError) -> str:  # noqa: PLR0911 - a sentence for each kind of error
    """What is wrong, in a sentence."""
    value, asked = _shown(error.instance), cast(Any, error.validator_value)
    match error.validator:
        case "anyOf":
            # Every choice of ours is null, nothing, or something: the something says more.
            told = [one for one in error.context or () if one.validator != "const" and one.validator_value != "null"]
            return _words(told[0]) if told else f"{value} is not allowed here."
        case "required":
            return f"{_quoted(name for name in asked if name not in cast(Any, error.instance))} is missing."
        case "additionalProperties":
            known = cast(Any, error.schema).get("properties", {})
            unknown = _quoted(str(name)[:MOST_SHOWN] for name in cast(Any, error.instance) if name not in known)
            return f"{unknown} is not known here. Known: {', '.join(known)}."
        case "type":
            kinds = [asked] if isinstance(asked, str) else asked
            return f"This must be {' or '.join(TYPES[kind] for kind in kinds)}, not {value}."
        case "enum":
            return f"This must be one of {', '.join(asked)}, not {value}."
        case "pattern":
            return f"{value} does not read as it should: {_example(asked)}."
    return LIMITS.get(str(error.validator), "{value} is not allowed here.").format(value=value, asked=asked)


def _quoted(names: Iterable[str]) -> str:
    return ", ".join(f"“{name}”" for name in names)


EXAMPLES = {
    "\\S": "it is blank",
    "^[^\\r\\n]*[^\\s][^\\r\\n]*$": "it is one line, and not a blank one",
    "^20": "a moment looks like 2026-11-30T19:30:00+00:00",
}


def _example(pattern: str) -> str:
    found = (words for start, words in EXAMPLES.items() if pattern.startswith(start))
    return next(found, "a slug has small letters, digits and hyphens")
