"""Hired swords: one of a kind, by whom they are hired, beside whom they do not stand, and what they bring."""

from collections.abc import Iterator

from rules.values import Buyer, Who
from warbands.legality.values import Case, Finding, Standing, error, ids, models, named, warning
from warbands.trade.shelf import key_of
from warbands.trade.ways import choices_of, ways_taken


def swords(case: Case) -> Iterator[Finding]:
    """What is wrong with the hired swords of a warband."""
    for unit in dict.fromkeys(one.unit for one in case.swords):
        there = tuple(one for one in case.swords if one.unit is unit)
        most = unit.limits.maximum or 1
        if models(there) > most:
            count = "one" if most == 1 else str(most)
            yield error(
                "sword-twice",
                f"A warband has at most {count} {unit.name}; these are {models(there)}: {named(there)}.",
                about=unit.slug,
                warriors=ids(there),
            )
    for one in case.swords:
        yield from _hiring(case, one)
        yield from _beside(case, one)
        yield from _unchosen(case, one)


def _hiring(case: Case, one: Standing) -> Iterator[Finding]:
    hiring, listed = one.unit.hiring, case.listed
    if hiring is None:
        return
    others = tuple(other.unit for other in case.all if other is not one)
    if case.content.hires(listed.slug, one.unit, others) is False:
        by_list = case.content.hires(listed.slug, one.unit) is False
        rule = f" ({case.rule_name(listed.hiring.rule)})" if listed.hiring.rule and by_list else ""
        if listed.hiring.none:
            words = f"{one.name}: the {listed.name} have no hired swords{rule}."
        elif by_list:
            words = f"{one.name}: the {listed.name} may not hire a {one.unit.name}{rule}."
        else:
            words = f"{one.name}: a {one.unit.name} does not serve beside those who stand on this roster."
        yield error("sword-hiring", words, who=one.id)
    elif hiring.in_words:
        words = f"{one.name}: who may hire a {one.unit.name} is not printed; agree on it with your arbiter."
        yield warning("sword-in-words", words, who=one.id)
    if hiring.pair_with and not any(other.unit.short == hiring.pair_with for other in case.swords):
        words = f"{one.name} serves together with {case.unit_name(f'hired-swords--{hiring.pair_with}')}, or not at all."
        yield error("sword-pair", words, who=one.id)


def _beside(case: Case, one: Standing) -> Iterator[Finding]:
    for word in one.unit.hiring.never_beside if one.unit.hiring else ():
        meant = Who(only=(word,))
        foes = tuple(
            other
            for other in case.all
            if other is not one and case.content.admits(meant, Buyer(other.unit.warband, other.unit)) is True
        )
        if foes:
            words = f"{one.name}: a {one.unit.name} does not serve beside {named(foes)}."
            yield error("sword-beside", words, who=one.id, about=word, warriors=(one.id, *ids(foes)))


def _unchosen(case: Case, one: Standing) -> Iterator[Finding]:
    """What he brings was never said: he came before that was asked, or from another tool."""
    choices = choices_of(one.unit, case.content)
    fixed = (key_of(piece.item, made=piece.made, brace=piece.brace) for piece in one.entry.gear if piece.fixed)
    if not all(ways_taken(choices, fixed)):
        words = f"{one.name}: what he brings was never chosen; the page of his gear asks it."
        yield warning("sword-unarmed", words, who=one.id)
