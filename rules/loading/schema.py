"""What a block of the shipped files may say: one rule of the glossary, one warband list.

Reading gives *blocks*: plain dicts without what is empty or the default, so that a key added to the format later does
not make every stored block look edited. The same shape is dumped from the database and published (``rules.content``).
"""

from typing import Any

from yaml.nodes import MappingNode, Node

from rules.loading.nodes import (
    Key,
    Place,
    Read,
    either,
    flag,
    free_mapping,
    list_of,
    mapping,
    one_of,
    scalar,
    slug,
    text,
    whole,
)
from rules.names import CHARACTERISTICS

RULE_KINDS = ("rule", "test", "list")
UNIT_KINDS = ("hero", "henchman", "hired-sword")
STATUSES = ("modelled", "reminder", "text")
SCOPES = ("members", "roster", "counted")
LOST_ON = ("knocked_down", "stunned")


def profile(node: Node, place: Place) -> dict[str, Any]:
    """The nine characteristics. Movement may be text."""
    keys = {name: Key(whole, required=True) for name in CHARACTERISTICS}
    keys["M"] = Key(scalar, required=True)
    found: dict[str, Any] = mapping(keys)(node, place)
    return found


def save(node: Node, place: Place) -> int:
    """A save as the least die that makes it: ``5+`` and ``5`` are both 5."""
    written = text(node, place)
    value = written.removesuffix("+")
    if not (value.isascii() and value.isdigit()) or not 2 <= int(value) <= 6:
        raise place.fault(node, f"must be a save from 2+ to 6+, not “{written}”")
    return int(value)


def _reference(node: Node, place: Place) -> dict[str, Any]:
    return {"rule": slug(node, place)}


def attachments(**further: Key) -> Read:
    """A reader for rules that are held: each a ``slug`` or ``{rule, with, when | unless}`` and these further keys.

    The clause is kept as the one line the engine reads.
    """
    whole = mapping(_HELD | further)

    def attachment(node: Node, place: Place) -> dict[str, Any]:
        if not isinstance(node, MappingNode):
            return _reference(node, place)
        found: dict[str, Any] = whole(node, place)
        clauses = [f"{word} {found.pop(word)}" for word in ("when", "unless") if word in found]
        if len(clauses) > 1:
            raise place.fault(node, "has both “when” and “unless”; one of them must do")
        if clauses:
            found["clause"] = clauses[0]
        return found

    return list_of(attachment)


def _reading(node: Node, place: Place) -> dict[str, Any]:
    return {"text": text(node, place)}


def _unit_kind(node: Node, place: Place) -> str:
    """``kind: hired_sword`` and ``hired-sword`` are one; tags are written with hyphens."""
    word = text(node, place).replace("_", "-")
    if word not in UNIT_KINDS:
        raise place.fault(node, f"must be one of {', '.join(UNIT_KINDS)}, not “{word}”")
    return word


_HELD = {"rule": Key(slug, required=True), "with": Key(free_mapping(scalar)), "when": Key(text), "unless": Key(text)}
_RULES = attachments(scope=Key(one_of(*SCOPES), default="members"))
_INCLUSION = either(_reference, mapping({"rule": Key(slug, required=True), "with": Key(free_mapping(scalar))}))
_READINGS = list_of(either(_reading, mapping({"text": Key(text, required=True), "source": Key(text)})))
DISPUTES = list_of(
    mapping(
        {
            "question": Key(text, required=True),
            "readings": Key(_READINGS, required=True),
            "holds": Key(text),
            "ruling": Key(text),
        }
    )
)
_ALIAS = mapping({"slug": Key(slug, required=True), "name": Key(text, required=True)})

RULE = mapping(
    {
        "slug": Key(slug, required=True),
        "name": Key(text, required=True),
        "aliases": Key(list_of(_ALIAS)),
        "kind": Key(one_of(*RULE_KINDS), default="rule"),
        "nature": Key(text),
        "summary": Key(text),
        "text": Key(text),
        "source": Key(
            list_of(
                either(
                    lambda n, p: {"title": text(n, p)}, mapping({"title": Key(text, required=True), "page": Key(text)})
                )
            )
        ),
        "parameters": Key(
            list_of(
                mapping(
                    {
                        "name": Key(text, required=True),
                        "kind": Key(one_of("number", "save", "tag", "unit", "spell_list", "text"), default="number"),
                        "default": Key(scalar),
                        "label": Key(text),
                    }
                )
            )
        ),
        "sentences": Key(list_of(text)),
        "includes": Key(list_of(_INCLUSION)),
        "opposites": Key(list_of(slug)),
        "cap": Key(whole),
        "lost_on": Key(list_of(one_of(*LOST_ON))),
        "table": Key(
            list_of(
                mapping(
                    {
                        "from": Key(whole, required=True),
                        "to": Key(whole, required=True),
                        "slug": Key(slug, required=True),
                        "name": Key(text),
                        "text": Key(text),
                    }
                )
            )
        ),
        "reminder": Key(mapping({"moment": Key(text, required=True), "text": Key(text, required=True)})),
        "status": Key(one_of(*STATUSES)),
        "reason": Key(text),
        "disputes": Key(DISPUTES),
        "related": Key(list_of(slug)),
    }
)

UNIT = mapping(
    {
        "slug": Key(slug, required=True),
        "name": Key(text, required=True),
        "kind": Key(_unit_kind, required=True),
        "peoples": Key(list_of(slug)),
        "tags": Key(list_of(slug)),
        "cost": Key(whole, required=True),
        "min": Key(whole, default=0),
        "max": Key(whole),
        "max_note": Key(text),
        "requires": Key(list_of(slug)),
        "start_xp": Key(whole, default=0),
        "group_max": Key(whole),
        "profile": Key(profile, required=True),
        "save": Key(save),
        "racial_maximum": Key(profile),
        "gains_experience": Key(flag, default=True),
        "promotable": Key(flag, default=False),
        "rules": Key(_RULES),
    }
)

WARBAND = mapping(
    {
        "slug": Key(slug, required=True),
        "name": Key(text, required=True),
        "aliases": Key(
            list_of(
                either(
                    lambda n, p: {"slug": slug(n, p)}, mapping({"slug": Key(slug, required=True), "name": Key(text)})
                )
            )
        ),
        "grade": Key(text),
        "source": Key(text),
        "setting": Key(text),
        "alignment": Key(text),
        "peoples": Key(list_of(slug)),
        "starting_gold": Key(whole, default=500),
        "min_warriors": Key(whole, default=3),
        "max_warriors": Key(whole, default=15),
        "choice_notes": Key(list_of(text)),
        "rules": Key(_RULES),
        "disputes": Key(
            list_of(
                mapping(
                    {"subject": Key(text, required=True), "readings": Key(_READINGS, required=True), "holds": Key(text)}
                )
            )
        ),
        "units": Key(list_of(UNIT), required=True),
    }
)
