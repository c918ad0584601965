"""What warriors have learnt: whether it stands on a list of theirs, and whether they have what it asks."""

from collections import Counter
from collections.abc import Iterator

from warbands.legality.learning import lacks, skills_open_to
from warbands.legality.values import Case, Finding, Standing, error, warning


def skills(case: Case) -> Iterator[Finding]:
    """What is wrong with the skills of a warband."""
    for one in case.all:
        yield from _of_warrior(case, one)


def _of_warrior(case: Case, one: Standing) -> Iterator[Finding]:
    pupil = case.pupil(one)
    opened = skills_open_to(pupil, case.content)
    for slug, times in Counter(one.entry.skills).items():
        skill = case.content.skills.get(slug)
        if skill is None:
            words = f"{one.name}: no list holds the skill “{slug.replace('-', ' ').capitalize()}” any more."
            yield warning("unknown-skill", words, who=one.id, about=slug)
        elif slug not in opened:
            yield error("wrong-skill", f"{one.name}: {skill.name} is on no skill list of his.", who=one.id, about=slug)
        elif lack := lacks(pupil, skill, case.content):
            say = error if lack.lasting else warning
            yield say("skill-needs", f"{one.name}: {lack.words}", who=one.id, about=slug)
        if skill and skill.needs.once and times > 1:
            words = f"{one.name}: {skill.name} is learnt once, not {times} times."
            yield error("skill-twice", words, who=one.id, about=slug)
