"""What a skill asks of whoever learns it: each need and each limit of a list is read from the files, and broken."""

from dataclasses import replace
from functools import cache

import pytest
import yaml

from rules.engine.rulebook import From, Held
from tests.warbands.legality.book import DATA, LISTS, entry, full, leader_of, printed, trade_of, traded
from tests.warbands.legality.breaking import cases, legal, some
from warbands.legality.checker import check
from warbands.legality.values import Piece

UNDERTAKEN = ("skill-needs", "wrong-skill", "skill-twice")


@cache
def skills():
    """Skills as their files print them, by slug."""
    files = [yaml.safe_load(path.read_text(encoding="utf-8")) for path in (DATA / "skills").glob("*.yaml")]
    return {block["slug"]: block for file in files for block in file["skills"]}


def learners(slug, skill):
    """The units of a list that may choose a skill from a list of theirs."""
    lists = set(skills()[skill]["lists"])
    return [u["slug"] for u in printed(slug)["units"] if lists & set(trade_of(slug, u["slug"]).get("skill_lists", ()))]


def faults(slug, entries, book, skill):
    """The errors and warnings about a skill."""
    return [one for one in check(book.warbands[slug], entries, book) if one.code in UNDERTAKEN and one.about == skill]


def knowing(slug, short, book, *words, **more):
    (one,) = some(slug, short, 1, book, name="Pupil")
    return replace(one, skills=words, **more)


def meant(slug, short):
    """The words for buyers that mean a unit of a list."""
    groups = yaml.safe_load((DATA / "groups.yaml").read_text(encoding="utf-8"))
    named = {one["slug"] for one in groups if slug in one.get("lists", ()) or full(slug, short) in one.get("units", ())}
    return {slug, full(slug, short), *named}


def plain(slug, short, book):
    """A skill of a unit's lists that asks nothing and that its list does not limit."""
    limited = {limit["skill"] for limit in traded(slug).get("skill_limits", ())}
    lists = set(trade_of(slug, short)["skill_lists"])
    return next(s for s, b in skills().items() if lists & set(b["lists"]) and "needs" not in b and s not in limited)


@cases(lambda slug: [u for u in printed(slug)["units"] if trade_of(slug, u["slug"]).get("skill_lists")])
def test_skills_of_his_lists_are_his_and_no_others(slug, thing, book):
    lists = set(trade_of(slug, thing["slug"])["skill_lists"])
    mine = plain(slug, thing["slug"], book)
    assert not faults(slug, [knowing(slug, thing["slug"], book, mine)], book, mine)
    foreign = next(one for one, block in skills().items() if not lists & set(block["lists"]))
    (finding,) = faults(slug, [knowing(slug, thing["slug"], book, foreign)], book, foreign)
    assert (finding.code, finding.error) == ("wrong-skill", True)
    assert finding.text == f"Pupil {thing['slug']} 1: {skills()[foreign]['name']} is on no skill list of his."


def test_henchmen_learn_no_skills(book):
    soldiers = replace(entry("reikland-mercenaries", {"unit": "warrior", "name": "Men"}, book), skills=("mighty-blow",))
    (finding,) = faults("reikland-mercenaries", [soldiers], book, "mighty-blow")
    assert finding.code == "wrong-skill"
    lad = replace(soldiers, kind="hero", skill_lists=("strength", "speed"))
    assert not faults("reikland-mercenaries", [lad], book, "mighty-blow")
    assert faults("reikland-mercenaries", [replace(lad, skill_lists=("combat",))], book, "mighty-blow")


def needing(key):
    """Every need of one sort: the skill, and a unit of some list that could choose it otherwise."""

    def choose(slug):
        return [
            {"slug": f"{skill}-{unit}", "skill": skill, "unit": unit, "needs": block["needs"]}
            for skill, block in skills().items()
            if key in block.get("needs", {})
            for unit in learners(slug, skill)[:2]
        ]

    return cases(choose)


def _leads(one):
    return replace(one, held=(*one.held, Held("leader", origin=From.HAND)))


def _limits(slug, skill):
    return [limit for limit in traded(slug).get("skill_limits", ()) if limit["skill"] == skill]


@needing("leader")
def test_what_is_for_the_leader_alone(slug, thing, book):
    one = knowing(slug, thing["unit"], book, thing["skill"], gear=(Piece("warhorse"),))
    leader = leader_of(slug)["slug"]
    closed = meant(slug, thing["unit"]) & set(thing["needs"].get("never", ()))
    if thing["unit"] == leader:
        assert bool(faults(slug, [one], book, thing["skill"])) == bool(closed)
        return
    (finding,) = faults(slug, [one], book, thing["skill"])
    assert "alone" in finding.text or closed
    if not closed:
        assert not faults(slug, [_leads(one)], book, thing["skill"]), "an heir leads"


@needing("skills")
def test_what_comes_after_another_skill(slug, thing, book):
    (first,) = thing["needs"]["skills"]
    (finding,) = faults(slug, [knowing(slug, thing["unit"], book, thing["skill"])], book, thing["skill"])
    assert finding.text.endswith(f"{skills()[thing['skill']]['name']} needs {skills()[first]['name']} first.")
    assert not faults(slug, [knowing(slug, thing["unit"], book, first, thing["skill"])], book, thing["skill"])


@needing("not_with")
def test_what_does_not_go_with_another_skill(slug, thing, book):
    for other in thing["needs"]["not_with"]:
        assert not faults(slug, [knowing(slug, thing["unit"], book, thing["skill"])], book, thing["skill"])
        (finding,) = faults(slug, [knowing(slug, thing["unit"], book, other, thing["skill"])], book, thing["skill"])
        assert f"does not go with {skills()[other]['name']}" in finding.text


@needing("per_warband")
def test_what_only_so_many_of_a_warband_learn(slug, thing, book):
    most = thing["needs"]["per_warband"]
    able = [unit for unit in learners(slug, thing["skill"]) if full(slug, unit) not in thing["needs"].get("never", ())]
    several = [replace(one, skills=(thing["skill"],)) for one in some(slug, able[0], most + 1, book, name="Many")]
    assert not faults(slug, several[:most], book, thing["skill"])
    found = faults(slug, several, book, thing["skill"])
    assert len(found) == most + 1
    assert f"Many {able[0]} 1" in found[-1].text


@needing("only")
def test_what_is_for_one_unit(slug, thing, book):
    his = thing["unit"] in {word.partition("--")[2] for word in thing["needs"]["only"]}
    found = faults(slug, [knowing(slug, thing["unit"], book, thing["skill"])], book, thing["skill"])
    assert his or [one.code for one in found] == ["skill-needs"]


@needing("never")
def test_whom_a_skill_is_closed_to(slug, thing, book):
    found = faults(slug, [_leads(knowing(slug, thing["unit"], book, thing["skill"]))], book, thing["skill"])
    if meant(slug, thing["unit"]) & set(thing["needs"]["never"]):
        assert "is not for" in found[0].text
    else:
        assert not any("is not for" in one.text for one in found)


@needing("caster")
def test_what_is_for_casters(slug, thing, book):
    one = knowing(slug, thing["unit"], book, thing["skill"])
    casts = "spells" in trade_of(slug, thing["unit"])
    assert casts or faults(slug, [one], book, thing["skill"])
    assert casts or not any(
        "cast" in found.text for found in faults(slug, [replace(one, spells=("luck",))], book, thing["skill"])
    )


def test_what_needs_a_mount_or_no_heavy_armour_is_worth_knowing(book):
    captain = knowing("reikland-mercenaries", "mercenary-captain", book, "cavalry-commander", skill_lists=("cavalry",))
    (finding,) = faults("reikland-mercenaries", [captain], book, "cavalry-commander")
    assert (finding.error, finding.text.endswith("Cavalry Commander needs a mount.")) == (False, True)
    riding = replace(captain, gear=(*captain.gear, Piece("warhorse")))
    assert not faults("reikland-mercenaries", [riding], book, "cavalry-commander")
    trick = replace(captain, skills=("trick-riding",), gear=(Piece("heavy-armour"),))
    (finding,) = faults("reikland-mercenaries", [trick], book, "trick-riding")
    assert not finding.error
    assert "Heavy Armour" in finding.text


def test_a_young_orc_proves_himself_by_blood_and_experience(book):
    young = knowing("black-orcs", "youngun", book, "proven-warrior", experience=25)
    blood = replace(young, held=(*young.held, Held("black-orcs--black-orc-blood", origin=From.EQUIPMENT)))
    assert "is for those with" in faults("black-orcs", [young], book, "proven-warrior")[0].text
    assert not faults("black-orcs", [blood], book, "proven-warrior")
    assert (
        "needs 25 experience" in faults("black-orcs", [replace(blood, experience=24)], book, "proven-warrior")[0].text
    )
    learnt = replace(blood, skills=("proven-warrior", "mighty-blow"))
    assert not faults("black-orcs", [learnt], book, "mighty-blow"), "a Proven Warrior learns as the Black Orcs do"
    assert faults("black-orcs", [replace(learnt, skills=("mighty-blow",))], book, "mighty-blow")


def test_powerful_build_opens_the_strength_list(book):
    strong = knowing("dark-elves", "high-born", book, "mighty-blow")
    if "strength" in trade_of("dark-elves", "high-born")["skill_lists"]:
        strong = knowing("dark-elves", "fellblade", book, "mighty-blow")
    assert faults("dark-elves", [strong], book, "mighty-blow")
    assert not faults("dark-elves", [replace(strong, skills=("powerful-build", "mighty-blow"))], book, "mighty-blow")


def test_every_limit_of_every_list_is_tried():
    """Those of the lists say no more than these tests read: only, never, skills and how many."""
    found = [limit for slug in LISTS for limit in traded(slug).get("skill_limits", ())]
    assert len(found) > 15
    assert set().union(*found) == {"skill", "only", "never", "skills", "per_warband"}


@cases(lambda slug: traded(slug).get("skill_limits", ()))
def test_the_limits_of_a_list(slug, thing, book):
    skill, name = thing["skill"], skills()[thing["skill"]]["name"]
    needs = skills()[skill].get("needs", {})
    for unit in learners(slug, skill):
        ready = knowing(
            slug,
            unit,
            book,
            *needs.get("skills", ()),
            skill,
            experience=needs.get("experience", 0),
            gear=(Piece("warhorse"),),
            spells=("luck",),
        )
        given = tuple(Held(rule, origin=From.HAND) for rule in needs.get("rules", ()))
        ready = replace(ready, held=(*ready.held, *given))
        found = faults(slug, [ready], book, skill)
        leads = unit == leader_of(slug)["slug"]
        only = set(thing.get("only", ()))
        his = (not only or unit in only or ("leader" in only and leads)) and unit not in thing.get("never", ())
        assert bool(found) != his, (unit, [one.text for one in found])
        assert his or name in found[0].text
    if "skills" in thing:
        unit = learners(slug, skill)[0]
        assert "first" in faults(slug, [knowing(slug, unit, book, skill)], book, skill)[0].text


def test_two_of_the_same_are_said(book):
    maneater = replace(book.skills["maneater"], lists=("combat",))
    lists = {**book.skill_lists, "combat": replace(book.skill_lists["combat"], skills=("maneater",))}
    changed = replace(book, skills={**book.skills, "maneater": maneater}, skill_lists=lists)
    twice = knowing("reikland-mercenaries", "mercenary-captain", book, "maneater", "maneater")
    found = faults("reikland-mercenaries", [*legal("reikland-mercenaries", book)[1:], twice], changed, "maneater")
    assert "skill-twice" in {one.code for one in found}


def test_what_no_book_holds_any_more_is_a_warning(book):
    (finding,) = [
        one
        for one in check(
            book.warbands["reikland-mercenaries"],
            [knowing("reikland-mercenaries", "mercenary-captain", book, "lost-art")],
            book,
        )
        if one.code == "unknown-skill"
    ]
    assert not finding.error
    assert "Lost art" in finding.text


@pytest.mark.parametrize("short", ["pit-fighter", "ogre-bodyguard"])
def test_hired_swords_learn_what_their_entries_say(short, book):
    sword = entry("reikland-mercenaries", {"unit": f"hired-swords--{short}", "name": "Gorm"}, book)
    his = book.units[sword.unit]
    mine = next(slug for slug in book.skill_lists[his.skill_lists[0]].skills if not book.skills[slug].needs.leader)
    assert not faults("reikland-mercenaries", [replace(sword, skills=(mine,))], book, mine)
    foreign = next(slug for slug in book.skill_lists["academic"].skills)
    assert faults("reikland-mercenaries", [replace(sword, skills=(foreign,))], book, foreign)
