"""Skills and spells of a document as values."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any

from rules.attaching import SKILLS, SPELLS, Attached
from rules.binding import Problem
from rules.engine.rulebook import From
from rules.names import Block
from rules.shelving import Shelving, by_name, disputes_of, who_of
from rules.values import Holder, Needs, Skill, SkillList, Spell, SpellList


class Lessons(Shelving):
    """Reads what is learnt and cast."""

    def skills(self) -> dict[str, Skill]:
        return by_name(self._skill(block) for block in self.document.get("skills", ()))

    def _skill(self, block: Block) -> Skill:
        slug, name = block["slug"], block["name"]
        given = self.attacher.attached(("skill", slug, "rules"), block.get("rules", ()), From.SKILL, name, weapon=slug)
        holder = Holder(slug, name, slug=f"skill/{slug}", address=f"{SKILLS.address}{slug}/")
        self.remember(SKILLS, holder, given)
        used = self.use(block.get("when_used"), ("skill", slug, "when_used"), SKILLS, holder, origin=From.SKILL)
        self.references.check("skill", slug, "lists", "skill_lists", block["lists"])
        needs = block.get("needs", {})
        looked_up = {"only": "who", "never": "who", "skills": "skills", "not_with": "skills"}
        for key, what in (looked_up | {"without": "items", "rules": "rules"}).items():
            self.references.check("skill", slug, f"needs.{key}", what, needs.get(key, ()))
        lists = {"skills", "rules", "not_with", "without"}
        asked: dict[str, Any] = {key: tuple(value) if key in lists else value for key, value in needs.items()}
        return Skill(
            slug=slug,
            name=name,
            lists=tuple(block["lists"]),
            needs=Needs(who_of(needs), **{key: value for key, value in asked.items() if key not in {"only", "never"}}),
            held=given.of("members"),
            attacks=given.of("attacks"),
            used=used,
            setting=block.get("setting", ""),
            asks=block.get("asks", ""),
            chips=self.chips(given),
            unread=given.unread,
            text=block.get("text", ""),
            disputes=disputes_of(block),
            source=block.get("source", ""),
            searched=self.searched(block, given, used),
        )

    def skill_lists(self, skills: Mapping[str, Skill]) -> dict[str, SkillList]:
        """Skill lists; the skills stand on them in the order of their names."""
        on: dict[str, list[str]] = {}
        for skill in skills.values():
            for listed in skill.lists:
                on.setdefault(listed, []).append(skill.slug)
        simple = ("who", "note", "beside_standard", "source")
        return by_name(
            SkillList(
                slug=block["slug"],
                name=block["name"],
                kind=block["kind"],
                skills=tuple(on.get(block["slug"], ())),
                text=block.get("text", ""),
                disputes=disputes_of(block),
                **{key: block[key] for key in simple if key in block},
            )
            for block in self.document.get("skill_lists", ())
        )

    # --- Spells ----------------------------------------------------------------------------------------------------

    def spell_lists(self) -> dict[str, SpellList]:
        seen: set[str] = set()
        for block in self.document.get("spell_lists", ()):
            self.references.check("spell list", block["slug"], "users", "who", block.get("users", ()))
        return by_name(
            SpellList(
                slug=block["slug"],
                name=block["name"],
                kind=block["kind"],
                users=tuple(block.get("users", ())),
                spells=tuple(self._spell(block, index, spell, seen) for index, spell in enumerate(block["spells"])),
                note=block.get("note", ""),
                text=block.get("text", ""),
                disputes=disputes_of(block),
                source=block.get("source", ""),
            )
            for block in self.document.get("spell_lists", ())
        )

    def _spell(self, listed: Block, index: int, block: Block, seen: set[str]) -> Spell:
        slug, owner, path = block["slug"], listed["slug"], f"spells.{index}"
        if slug in seen:
            message = f"“{slug}” stands on another list too; a spell stands once"
            self.references.problems.append(Problem("spell list", owner, f"{path}.slug", message))
        seen.add(slug)
        holder = Holder(slug, block["name"], slug=f"spell/{slug}", address=f"{SPELLS.address}{slug}/")
        at = ("spell list", owner, f"{path}.when_cast")
        used = self.use(block.get("when_cast"), at, SPELLS, holder, origin=From.SPELL)
        if "same_as" in block:
            self.references.check("spell list", owner, f"{path}.same_as", "spells", block["same_as"])
        if "who" in block:
            self.references.check("spell list", owner, f"{path}.who", "who", block["who"])
        return Spell(
            slug=slug,
            name=block["name"],
            list=owner,
            roll=block["roll"],
            difficulty=block.get("difficulty"),
            who=block.get("who", ""),
            same_as=block.get("same_as", ""),
            used=used,
            table=tuple(MappingProxyType(row) for row in block.get("table", ())),
            text=block.get("text", ""),
            disputes=disputes_of(block),
            searched=self.searched(block, Attached(), used),
        )
