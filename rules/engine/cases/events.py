"""The events of battle cases: what is declared, and the remarks that say how it went on."""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from rules.engine.cases.words import CaseError
from rules.engine.situation import Charge, Moment, Situation
from rules.engine.vocabulary import Status

_INCHES = r"(?: \(\d+(?:\.\d+)?\"?\))?"
_DECLARES = re.compile(
    r"^(?P<chargers>[\w, ]+?) (?:each )?"
    r"(?:declares? a charge (?:on|against)|charges?|(?:wish(?:es)?|wants?) to charge) "
    r"(?P<targets>[\w, ]+?)(?: (?:in that order|together|at once))*"
    rf"(?:, (?:all |both )?(?P<range>in|out of) range{_INCHES})?(?: in that order)?$"
)
_INTERCEPTS = re.compile(r"^(?P<who>\w+)(?: \(within 2\"? of the (?:charge )?route\))? "
                         r"(?:wants to intercept|wishes to intercept|intercepts)(?: it| \w+)?$")  # fmt: skip
_CONTACT = re.compile(
    r"^(?P<who>\w+) (?:moves|bounces|blunders|comes|is moved|lands|leaps) (?:involuntarily )?(?:in)?to "
    r"(?:contact with )?(?P<foe>\w+)(?: \(?involuntary contact\)?)?$"
)
_FALLS = re.compile(
    r"^(?P<who>\w+) (?:(?:goes|is taken|was taken|is put) out of action|(?:is|becomes) (?P<how>knocked down|stunned))"
    r"(?: (?:by|this|in) .+)?$"
)
_TEST = re.compile(r"^(?P<who>\w+) takes a (?:plain )?Leadership test(?: (?:for|to) (?P<why>.+))?$")
_ROUTS = re.compile(r"^(?P<side>[A-D]) (?:asks|wants|wishes) to rout(?: voluntarily)?$")

_NARRATIVE = re.compile(
    r"^(no other enemy (?:is )?near \w+|the shot does no harm|the fight injures nobody|"
    r"(?:each|the) flight is run at once|no parting hit (?:wounds|is made|strikes)|nobody else is near|"
    r"all parting hits are saved|no hit wounds|(?:the test is|\w+) re-roll(?:ed|s)(?: (?:it|the test))?|"
    r"\w+ does not intercept|\w+ (?:is|are) (?:not )?in (?:charge )?(?:reach|range)|\w+ must charge \w+|"
    r"\w+ is in sight|(?:all|both) in range)$"
)
_FELLED = {"out of action": "out_of_action", "knocks down": "knocked_down", "stuns": "stunned", "fells": "knocked_down",
           "knocked down": "knocked_down", "stunned": "stunned"}  # fmt: skip


@dataclass
class Script:
    """What the players do and the dice show: the faces in order, who goes first, what the parting hits did."""

    expected: Sequence[Mapping[str, Any]] = ()
    first: tuple[str, ...] = ()
    parting: str = "unharmed"
    provider: str = ""
    chosen: tuple[str, ...] = ()
    used: int = field(default=0)

    def next(self) -> Mapping[str, Any] | None:
        """The expected test whose faces are thrown next."""
        return self.expected[self.used] if self.used < len(self.expected) else None


MOMENTS = {
    r"recovery from All Alone|rally|start of (?:the )?turn|start of (?P<a>\w+)'s turn": Moment.START_OF_TURN,
    r"end of (?P<a>\w+)'s combat phase|end of (?:the )?combat(?: phase)?": Moment.END_OF_COMBAT,
    r"(?:after|once) (?:all )?charges have been declared": Moment.FRENZY,
    r"combat phase of (?P<a>\w+)'s turn|combat phase": Moment.COMBAT,
}


def plain_moment(head: str, situation: Situation) -> bool:
    """Whether an event just names the moment. Raises ``CaseError`` where it is not that of the case."""
    for pattern, moment in MOMENTS.items():
        if found := re.fullmatch(pattern, head):
            whose = found.groupdict().get("a")
            if moment is not situation.moment or (whose and whose != situation.turn):
                raise CaseError(f"“{head}” is not the phase and player of the case")
            return True
    return False


def declared(parts: Sequence[str], situation: Situation) -> tuple[Charge, ...]:
    """The charges that an event declares, in order, with whoever wants to step in their way; or none."""
    wishes = [match["who"] for part in parts if (match := _INTERCEPTS.match(part))]
    charges: list[Charge] = []
    for part in parts:
        found = _DECLARES.match(part.removeprefix("then "))
        if found is None or _INTERCEPTS.match(part):
            continue
        chargers, targets = _names(found["chargers"], situation), _names(found["targets"], situation)
        if not chargers or not targets:
            continue
        in_range = found["range"] != "out of"
        charges += [Charge(one, targets, in_range, wishes[0] if wishes else "") for one in chargers]
    return tuple(charges)


def _names(text: str, situation: Situation) -> tuple[str, ...]:
    found = tuple(part for part in re.split(r",\s*|\s+and\s+|\s+", text.strip()) if part and part != "and")
    return found if all(situation.knows(one) for one in found) else ()


def intercepts(part: str) -> bool:
    """Whether a remark says that somebody wants to intercept."""
    return bool(_INTERCEPTS.match(part))


def contact(head: str) -> re.Match[str] | None:
    """Somebody is driven into contact with a foe whom he did not choose to charge."""
    return _CONTACT.match(head)


def falls(head: str) -> str:
    """Who goes out of action, or ""."""
    found = _FALLS.match(head)
    return found["who"] if found and not found["how"] else ""


def felled(head: str) -> tuple[str, Status] | None:
    """Who is knocked down or stunned."""
    found = _FALLS.match(head)
    return (found["who"], Status(found["how"].replace(" ", "_"))) if found and found["how"] else None


def leadership_test(head: str) -> tuple[str, str] | None:
    """Who takes a plain Leadership test, and what for."""
    found = _TEST.match(head)
    return (found["who"], found["why"] or "") if found else None


def routs(head: str) -> str:
    """Which side asks to rout by choice, or ""."""
    found = _ROUTS.match(head)
    return found["side"] if found else ""


def stage_direction(part: str, script: Script, situation: Situation) -> None:
    """One of the remarks after an event: who goes first, what a hit did, or a fact the situation must agree with."""
    if "hit" in part and (found := re.search("|".join(_FELLED), part)):
        script.parting = _FELLED[found[0]]
    elif _NARRATIVE.match(part) or intercepts(part):
        return
    elif found := re.match(r"^(?:(?:the )?player )?(?:lets )?(\w+) (?:is rolled |rall(?:y|ies) )?first$", part):
        script.first = (found[1], *script.first)
    elif found := re.match(r"^\w+ in the order ([\w, ]+)$", part):
        script.first = (*script.first, *re.split(r",\s*", found[1]))
    elif found := re.match(r"^(?:(?:the )?player|[A-D]) (?:chooses|picks|uses) (\w+)(?:'s Leadership)?$", part):
        script.provider, script.chosen = found[1], (*script.chosen, found[1])
    elif found := re.match(r"^charge reach of (\w+) is (\d+)\"$", part):
        if situation.fighter(found[1]).charge_reach != int(found[2]):
            raise CaseError(f"the engine has another charge reach: {part}")
    else:
        raise CaseError(f"unknown remark: {part}")
