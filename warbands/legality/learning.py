"""Who may learn which skill: one answer, for the checker and for the form of an advance.

Skills stand on the lists of his unit, on those a skill of his opened, and, of a hired sword, in his own entry. What a
skill asks beside that (``needs``) and what his list says of it (``skill_limits``) is answered in words.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from rules.content import Content
from rules.values import Buyer, Needs, Skill, SkillLimit, Unit, WarbandList

OPENS_LISTS = {"powerful-build": ("strength",)}
"""Skills that open lists of skills."""

LEARNS_AS = {"proven-warrior": "black-orc"}
"""Skills by which he learns what another unit of his list does."""

OWN = "His own skills"
LEADER = "leader"


@dataclass(frozen=True, slots=True)
class Pupil:
    """Whoever would learn something.

    ``known`` are his skills and rules, ``skills`` what he learnt, ``skill_lists`` those of his unit, or those chosen
    when he was promoted. ``leading`` is the unit that leads by his list, where he leads. ``taught`` names the others of
    the warband who know a skill.
    """

    listed: WarbandList
    unit: Unit
    kind: str
    known: frozenset[str] = frozenset()
    skills: tuple[str, ...] = ()
    skill_lists: tuple[str, ...] = ()
    experience: int = 0
    leading: Unit | None = None
    leads: bool = False
    casts: bool = False
    mounted: bool = False
    items: frozenset[str] = frozenset()
    taught: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    roster: tuple[Unit, ...] | None = None


@dataclass(frozen=True, slots=True)
class Lack:
    """What somebody lacks for a skill, in words. ``lasting`` is what keeps him from having it; else from using it."""

    words: str
    lasting: bool = True


def skills_open_to(pupil: Pupil, content: Content) -> dict[str, str]:
    """The skills that stand on a list of his, with the name of the first such list."""
    if pupil.kind == "henchman":
        return {}
    shorts = {short for skill, short in LEARNS_AS.items() if skill in pupil.known}
    slugs = [*pupil.skill_lists]
    slugs += [slug for skill, lists in OPENS_LISTS.items() if skill in pupil.known for slug in lists]
    slugs += [slug for unit in pupil.listed.units if unit.short in shorts for slug in unit.skill_lists]
    found: dict[str, str] = {}
    for listed in (content.skill_lists[slug] for slug in dict.fromkeys(slugs) if slug in content.skill_lists):
        found |= {slug: listed.name for slug in listed.skills if slug not in found}
    terms = pupil.unit.hiring
    if terms:
        found |= dict.fromkeys(terms.own_skills, OWN)
        found = {slug: name for slug, name in found.items() if slug not in terms.never_skills}
    return found


def is_for(pupil: Pupil, skill: Skill, content: Content) -> bool:
    """Whether the book has a skill for such as he is at all."""
    buyer = Buyer(pupil.listed.slug, pupil.unit, pupil.items, pupil.roster)
    return content.admits(skill.needs.who, buyer) is not False


def lacks(pupil: Pupil, skill: Skill, content: Content) -> Lack | None:
    """What he lacks for a skill that stands on a list of his: the first thing found, None where nothing."""
    return next(_lacking(pupil, skill, content), None)


def _lacking(pupil: Pupil, skill: Skill, content: Content) -> Iterator[Lack]:
    """What keeps him from having it first, then what keeps him from using it."""
    name, needs = skill.name, skill.needs
    if not is_for(pupil, skill, content):
        yield Lack(f"{name} is not for {pupil.unit.name} of the {pupil.listed.name}.")
    if needs.leader and not pupil.leads:
        yield Lack(f"{name} is for the leader alone.")
    for limit in pupil.listed.skill_limits:
        if limit.skill == skill.slug and not pupil.unit.hiring:
            yield from _limited(pupil, name, limit, content)
    yield from _unready(pupil, name, needs, content)
    yield from _taught(name, skill.slug, needs.per_warband, pupil)
    if needs.mounted and not pupil.mounted:
        yield Lack(f"{name} needs a mount.", lasting=False)
    if worn := [slug for slug in needs.without if slug in pupil.items]:
        yield Lack(f"{name} does not go with {_names(worn, content)}: he must put it off.", lasting=False)


def _unready(pupil: Pupil, name: str, needs: Needs, content: Content) -> Iterator[Lack]:
    """What he must know, be or have gone through first."""
    if lacking := [slug for slug in needs.skills if slug not in pupil.known]:
        yield Lack(f"{name} needs {_names(lacking, content)} first.")
    if lacking := [slug for slug in needs.rules if slug not in pupil.known]:
        yield Lack(f"{name} is for those with {_names(lacking, content)}.")
    if against := [slug for slug in needs.not_with if slug in pupil.known]:
        yield Lack(f"{name} does not go with {_names(against, content)}.")
    if pupil.experience < needs.experience:
        yield Lack(f"{name} needs {needs.experience} experience.")
    if (needs.caster or needs.magic) and not pupil.casts:
        yield Lack(f"{name} is for those who cast.")


def _limited(pupil: Pupil, name: str, limit: SkillLimit, content: Content) -> Iterator[Lack]:
    """What his own list says of a skill. Whoever leads now may learn what is for the unit that leads by the list."""
    units = {pupil.unit.slug, *([pupil.leading.slug] if pupil.leading else [])}
    if limit.only and not (units & set(limit.only) or (LEADER in limit.only and pupil.leads)):
        yield Lack(f"{name} is for {_units(limit.only, content)} alone.")
    if pupil.unit.slug in limit.never:
        yield Lack(f"{name} is not for {pupil.unit.name}.")
    if lacking := [slug for slug in limit.skills if slug not in pupil.known]:
        yield Lack(f"{name} needs {_names(lacking, content)} first.")
    yield from _taught(name, limit.skill, limit.per_warband, pupil)


def _taught(name: str, slug: str, most: int | None, pupil: Pupil) -> Iterator[Lack]:
    others = pupil.taught.get(slug, ())
    if most is not None and len(others) >= most:
        times = "once" if most == 1 else f"{most} times"
        yield Lack(f"{name} is learnt {times} in a warband, and {' and '.join(others)} know{_s(others)} it.")


def _s(others: tuple[str, ...]) -> str:
    return "s" if len(others) == 1 else ""


def _units(words: tuple[str, ...], content: Content) -> str:
    names = ("the leader" if word == LEADER else content.units[word].name for word in words)
    return " and ".join(names)


def _names(slugs: list[str], content: Content) -> str:
    """Skills, rules or items by their names."""
    found = (content.skills.get(slug) or content.items.get(slug) or content.rulebook.get(slug) for slug in slugs)
    return ", ".join(one.name if one else slug.replace("-", " ") for one, slug in zip(found, slugs, strict=True))
