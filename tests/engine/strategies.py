"""What hypothesis may think up: legal sentences, and situations over the shipped rulebook."""

from dataclasses import replace
from fractions import Fraction

from hypothesis import strategies as st

from rules.engine.legal import LEGAL, AmountKind
from rules.engine.plans import Trial, TrialKind
from rules.engine.rulebook import From, Held, ParameterKind, Rulebook, arguments
from rules.engine.rulings import REGISTER, Rulings
from rules.engine.sentences import Amount, Clause, Effect, Near, Reach, Tag, WarbandHas
from rules.engine.situation import Charge, Fighter, Kind, Moment, Side, Situation
from rules.engine.vocabulary import Fact, Flag, Limit, NearWho, ReachWhom, Status

names = st.from_regex(r"[a-z][a-z0-9_]{0,6}", fullmatch=True)
slugs = st.from_regex(r"[a-z0-9]{1,4}(-[a-z0-9]{1,4}){0,2}(--[a-z0-9]{1,4})?", fullmatch=True)
tags = st.one_of(st.builds(Tag, slugs), st.builds(lambda name: Tag(name=name), names))
numbers = st.one_of(
    st.builds(Amount, st.integers(-999, 999).map(Fraction)),
    st.builds(Amount, st.builds(Fraction, st.integers(1, 99), st.integers(1, 99))),
    st.builds(lambda name: Amount(name=name), st.one_of(st.just("X"), names)),
    st.builds(lambda base, name: Amount(Fraction(base), name, -1), st.integers(0, 99), st.one_of(st.just("X"), names)),
)
dice = st.sampled_from(["3d6-high", "3d6-low"]).map(lambda word: Amount(dice=word))
maybe_tag, maybe_number = st.none() | tags, st.none() | numbers
conditions = st.one_of(
    st.sampled_from(Fact),
    st.builds(Near, st.sampled_from(NearWho), maybe_tag, maybe_number),
    st.builds(WarbandHas, tags, st.booleans()),
)
clauses = st.builds(Clause, conditions, st.booleans())
reaches = st.builds(Reach, st.sampled_from(ReachWhom), maybe_tag, maybe_number)
_AMOUNTS = {AmountKind.NONE: st.none(), AmountKind.NUMBER: numbers, AmountKind.DICE: dice, AmountKind.TAG: tags}


@st.composite
def sentences(draw):
    """Any legal sentence."""
    verb, matter = draw(st.sampled_from(sorted(LEGAL)))
    shape = LEGAL[verb, matter]
    return Effect(
        verb,
        matter,
        draw(_AMOUNTS[shape.amount]),
        draw(maybe_tag) if shape.against else None,
        draw(st.none() | reaches),
        draw(st.none() | clauses),
        draw(st.none() | st.sampled_from(Limit)) if shape.limit else None,
    )


rulings = st.fixed_dictionaries({}, optional={one.key: st.sampled_from(one.choices) for one in REGISTER}).map(
    Rulings.of
)


@st.composite
def holdings(draw, rulebook: Rulebook, most: int = 4):
    """Rules as somebody might hold them, well or badly told: some lack a value, some belong to no rule."""
    found = []
    for _ in range(draw(st.integers(0, most))):
        slug = draw(st.sampled_from([*sorted(rulebook.rules), *sorted(rulebook.aliases), "forgotten-rule"]))
        rule = rulebook.get(slug)
        values = {}
        for parameter in rule.parameters if rule else ():
            if draw(st.integers(0, 9)):
                is_number = parameter.kind in {ParameterKind.NUMBER, ParameterKind.SAVE}
                values[parameter.name] = draw(st.integers(-2, 9)) if is_number else draw(st.sampled_from(TAGS))
        clause = draw(st.none() | clauses) if not draw(st.integers(0, 5)) else None
        weapon = "club" if not draw(st.integers(0, 9)) else ""
        origin = draw(st.sampled_from(From))
        found.append(Held(slug, arguments(values), clause, origin, weapon=weapon))
    return tuple(found)


TAGS = ["orc", "goblin", "human", "hero", "skink", "wulfen", "f0", "f1", "f4"]
distances = st.sampled_from([0.0, 1.0, 4.0, 5.9, 6.0, 6.1, 8.0, 12.0, 30.0])
IDS = [f"f{number}" for number in range(6)]


@st.composite
def fighters(draw, ident: str, rulebook: Rulebook):
    """A model in any state whatever."""
    return Fighter(
        id=ident,
        leadership=draw(st.integers(-1, 14)),
        kind=draw(st.sampled_from(Kind)),
        tags=draw(st.frozensets(st.sampled_from(TAGS), max_size=3)),
        held=draw(holdings(rulebook)),
        movement=draw(st.none() | st.integers(0, 9)),
        attacks=draw(st.integers(0, 5)),
        status=draw(st.sampled_from([Status.STANDING, Status.STANDING, *Status])),
        flags=draw(st.frozensets(st.sampled_from(Flag), max_size=2)),
        lost=draw(st.frozensets(st.sampled_from(["frenzy", "hatred"]), max_size=1)),
        engaged=tuple(draw(st.lists(st.sampled_from([*IDS, "nobody"]), max_size=2, unique=True))),
        distances=draw(st.dictionaries(st.sampled_from(IDS), distances, max_size=4)),
        told=draw(st.dictionaries(st.sampled_from([*map(str, Fact), "friend within 6"]), st.booleans(), max_size=2)),
        edge=draw(st.sampled_from([0.0, 3.0, 5.5, 12.0, 13.0, float("inf")])),
        flight_edge=draw(st.sampled_from([0.0, 4.0, 20.0, float("inf")])),
        missile=draw(st.booleans()),
        round=draw(st.integers(1, 3)),
    )


@st.composite
def situations(draw, rulebook: Rulebook):
    """Up to six models on up to three sides, in any state, at any moment, under any rulings."""
    many = draw(st.integers(0, len(IDS)))
    everybody = [draw(fighters(ident, rulebook)) for ident in IDS[:many]]
    cuts = sorted(draw(st.lists(st.integers(0, many), min_size=2, max_size=2)))
    parts = [everybody[: cuts[0]], everybody[cuts[0] : cuts[1]], everybody[cuts[1] :]]
    alliances = draw(st.sampled_from([("A", "B", "C"), ("A", "B", "A"), ("", "", "")]))
    sides = tuple(
        Side(
            name,
            tuple(them),
            started=draw(st.none() | st.integers(0, 15)),
            others_out=tuple(draw(st.lists(st.sampled_from([Fraction(1), Fraction(1, 2)]), max_size=3))),
            alliance=alliance,
            rout_required_ever=draw(st.booleans()),
            routed=draw(st.booleans()) and draw(st.booleans()),
        )
        for name, alliance, them in zip("ABC", alliances, parts, strict=True)
    )
    present = [one.id for one in everybody]
    charges: tuple[Charge, ...] = ()
    if present:
        some = st.sampled_from(present)
        charge = st.builds(
            Charge, some, st.lists(some, min_size=1, max_size=2).map(tuple), st.booleans(), st.one_of(st.just(""), some)
        )
        charges = tuple(draw(st.lists(charge, max_size=2)))
    return Situation(
        rulebook,
        sides,
        turn=draw(st.sampled_from(["A", "A", "B", "C", ""])),
        moment=draw(st.sampled_from(Moment)),
        rulings=draw(rulings),
        players=draw(st.integers(1, 4)),
        charges=charges,
    )


@st.composite
def trials(draw, situation: Situation):
    """Any trial that could be asked about in a situation."""
    kind = draw(st.sampled_from(TrialKind))
    present = [one.id for side in situation.sides for one in side.fighters]
    if kind in {TrialKind.ROUT, TrialKind.VOLUNTARY_ROUT} or not present:
        return Trial(TrialKind.ROUT if not present else kind, draw(st.sampled_from("ABC")))
    by = tuple(draw(st.lists(st.sampled_from(present), max_size=2)))
    purpose = draw(st.sampled_from(["", "away", "edge", "charged", "intercept", "intercepted", "contact", "animosity"]))
    return Trial(kind, draw(st.sampled_from(present)), by, draw(st.booleans()), purpose)


def better_led(situation: Situation, ident: str, by: int) -> Situation:
    """The same situation with more Leadership for one model."""
    one = situation.fighter(ident)
    return situation.with_fighter(replace(one, leadership=one.leadership + by))
