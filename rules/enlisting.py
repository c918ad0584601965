"""Warband lists, their units, and hired swords, as values."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from typing import Any

from rules.attaching import SWORDS, Attached, Attacher, Where, list_place, noted
from rules.binding import Problem
from rules.engine.rulebook import From, Held
from rules.entries import dispute_of
from rules.names import HIRED_SWORDS, Block, full_slug
from rules.prose import folded
from rules.references import References
from rules.shelving import disputes_of, who_of
from rules.trading import Trading, profile_of
from rules.values import (
    Fee,
    Group,
    Hiring,
    Holder,
    Item,
    Limits,
    Unit,
    WarbandList,
)
from rules.whom import hires, serves_only

SWORD_LISTS = ("own_skills", "never_skills", "skills", "never_beside")
SCOPE_NOTES = {"members": "every member", "roster": "the warband as a whole", "counted": "already in the profiles"}


@dataclass(frozen=True)
class Enlisting:
    """Reads the lists and hired swords of one document; ``items`` and ``groups`` are those of the same one."""

    document: Mapping[str, Any]
    attacher: Attacher
    references: References
    items: Mapping[str, Item]
    groups: Mapping[str, Group]

    # --- Warband lists -----------------------------------------------------------------------------------------------

    def warbands(self) -> dict[str, WarbandList]:
        return {block["slug"]: self._warband(block) for block in self.document["warbands"]}

    def _warband(self, block: Block) -> WarbandList:
        slug, trade = block["slug"], block.get("trade", {})
        where = list_place(slug, block["name"])
        bound = self.attacher.attached(("warband", slug, "rules"), block.get("rules", ()), From.WARBAND, block["name"])
        for held, scope in bound.held:
            self.attacher.remember(where, Holder("", SCOPE_NOTES[scope], slug=slug, address=where.address), held)
        reader = self._trading("trade", slug)
        for place, said in enumerate(trade.get("units", ())):
            reader.check(f"units.{place}.unit", "units", full_slug(slug, said["unit"]))
            known = {listed["slug"] for listed in trade.get("equipment_lists", ())}
            if "equipment" in said and said["equipment"] not in known:
                message = f"the list has no equipment list “{said['equipment']}”"
                self.references.problems.append(Problem("trade", slug, f"units.{place}.equipment", message))
        for place, use in enumerate(trade.get("upgrades", ())):
            reader.check(f"upgrades.{place}.upgrade", "upgrades", use["upgrade"])
            reader.full(f"upgrades.{place}.units", use["units"])
            if "needs_skill" in use:
                reader.check(f"upgrades.{place}.needs_skill", "skills", use["needs_skill"])
        units = tuple(
            self._unit(block, unit, index, bound.of("members"), where) for index, unit in enumerate(block["units"])
        )
        simple = ("grade", "source", "setting", "alignment", "starting_gold", "min_warriors", "max_warriors")
        return WarbandList(
            slug=slug,
            name=block["name"],
            units=units,
            aliases=tuple(alias["slug"] for alias in block.get("aliases", ())),
            peoples=tuple(block.get("peoples", ())),
            choice_notes=tuple(block.get("choice_notes", ())),
            members_rules=bound.of("members"),
            roster_rules=bound.of("roster"),
            counted_rules=bound.of("counted"),
            unread=bound.unread,
            chips=tuple(noted(self.attacher.labels.chip(held), SCOPE_NOTES[scope]) for held, scope in bound.held),
            disputes=tuple(dispute_of(dispute) for dispute in block.get("disputes", ())),
            equipment_lists=reader.equipment_lists(trade.get("equipment_lists", ())),
            limits=reader.limits(trade.get("limits", ())),
            market=reader.market(trade.get("market", ())),
            skill_limits=reader.skill_limits(trade.get("skill_limits", ())),
            vehicles=reader.vehicles(trade.get("vehicles", ())),
            hiring=reader.hiring(trade.get("hiring", {})),
            **{key: block[key] for key in simple if key in block},
        )

    def _trading(self, kind: str, owner: str) -> Trading:
        names = {item.slug: item.name for item in self.items.values()}
        return Trading(kind, owner, self.attacher, self.references, names)

    def _unit(self, warband: Block, block: Block, index: int, members: tuple[Held, ...], where: Where) -> Unit:
        owner, trade = warband["slug"], warband.get("trade", {})
        slug = full_slug(owner, block["slug"])
        at = ("warband", owner, f"units.{index}.rules")
        bound = self.attacher.attached(at, block.get("rules", ()), From.UNIT, block["name"])
        address = f"{where.address}#{block['slug']}"
        self._remember(where, Holder(block["slug"], block["name"], slug=slug, address=address), bound)
        siblings = {unit["slug"] for unit in warband["units"]}
        for place, needed in enumerate(block.get("requires", ())):
            if needed not in siblings:
                path, message = f"units.{index}.requires.{place}", f"the list has no unit “{needed}”"
                self.references.problems.append(Problem("warband", owner, path, message))
        traded, place = next(
            ((said, place) for place, said in enumerate(trade.get("units", ())) if said["unit"] == block["slug"]),
            ({"unit": block["slug"]}, 0),
        )
        reader = self._trading("trade", owner)
        return self._fighter(
            block,
            slug,
            owner,
            bound,
            members,
            limits=Limits(
                block.get("min", 0),
                block.get("max"),
                block.get("max_note", ""),
                tuple(full_slug(owner, needed) for needed in block.get("requires", ())),
            ),
            cost=block["cost"],
            group_max=block.get("group_max"),
            promotable=block.get("promotable", False),
            **reader.of_unit(traded, f"units.{place}", trade.get("upgrades", ())),
        )

    def _fighter(
        self, block: Block, slug: str, owner: str, bound: Attached, members: tuple[Held, ...], **further: Any
    ) -> Unit:
        own = bound.of("members", "roster")
        held = own + members
        kind = block.get("kind", "hired-sword")
        simple = ("save", "start_xp", "gains_experience")
        return Unit(
            slug=slug,
            short=block["slug"],
            name=block["name"],
            warband=owner,
            kind=kind,
            peoples=tuple(block.get("peoples", ())),
            tags=frozenset({block["slug"], slug, kind, owner, *block.get("peoples", ()), *block.get("tags", ())}),
            profile=profile_of(block["profile"]),
            racial_maximum=profile_of(block["racial_maximum"]) if "racial_maximum" in block else None,
            held=held,
            counted=bound.of("counted"),
            unread=bound.unread,
            rules=frozenset(one.rule for one in self.attacher.rulebook.expand(held)),
            chips=self.attacher.chips(held),
            **{key: block[key] for key in simple if key in block},
            **further,
        )

    def _remember(self, where: Where, holder: Holder, bound: Attached) -> None:
        for one, scope in bound.held:
            note = SCOPE_NOTES["counted"] if scope == "counted" else ""
            self.attacher.remember(where, replace(holder, note=note), one)

    # --- Hired swords ------------------------------------------------------------------------------------------------

    def with_swords(self, swords: Mapping[str, Unit]) -> dict[str, Group]:
        """The groups, where those that ask for hired swords of others know which these are."""
        found = dict(self.groups)
        for slug, group in self.groups.items():
            meant = frozenset(
                sword.slug
                for sword in swords.values()
                for word in group.with_hired_swords_of
                if sword.hiring
                and sword.hiring.who.only
                and serves_only(sword.hiring.who, self.groups[word], self.groups)
            )
            if meant:
                found[slug] = replace(group, with_tags=group.with_tags | meant)
        return found

    def swords(self, warbands: Mapping[str, WarbandList]) -> dict[str, Unit]:
        """Hired swords by full slug, in the order of their names, each knowing which lists may hire him."""
        found = [self._sword(block) for block in self.document.get("hired_swords", ())]
        found.sort(key=lambda sword: folded(sword.name))
        return {
            sword.slug: replace(
                sword,
                hiring=replace(
                    sword.hiring,  # type: ignore[type-var] # made just above
                    lists=frozenset(
                        warband.slug for warband in warbands.values() if hires(warband, sword, self.groups) is not False
                    ),
                ),
            )
            for sword in found
        }

    def _sword(self, block: Block) -> Unit:
        short = block["slug"]
        slug = full_slug(HIRED_SWORDS, short)
        at = ("hired sword", short, "rules")
        bound = self.attacher.attached(at, block.get("rules", ()), From.UNIT, block["name"])
        address = f"{SWORDS.address}{short}/"
        self._remember(SWORDS, Holder(short, block["name"], slug=slug, address=address), bound)
        reader = self._trading("hired sword", short)
        for key in ("own_skills", "never_skills", "skills"):
            reader.check(key, "skills", block.get(key, ()))
        reader.check("never_beside", "who", block.get("never_beside", ()))
        if "pair_with" in block:
            reader.check("pair_with", "hired_swords", block["pair_with"])
        if "in_place_of" in block:
            reader.check("in_place_of", "short_units", block["in_place_of"])
        for due in ("hire", "upkeep"):
            for place, row in enumerate(block.get(due, {}).get("beside", ())):
                reader.check(f"{due}.beside.{place}.people", "who", row["people"])
            if other := block.get(due, {}).get("or"):
                reader.check(f"{due}.or.item", "items", other["item"])
        hired_by = block.get("hired_by", {})
        for key in ("only", "never"):
            reader.check(f"hired_by.{key}", "who", hired_by.get(key, ()))
        fee, upkeep = _fee(block.get("hire", {})), _fee(block.get("upkeep", {}))
        said: dict[str, Any] = {key: tuple(block[key]) for key in SWORD_LISTS if key in block}
        words = ("pair_with", "in_place_of", "spells_note", "joins_note", "source", "grade", "persona", "hero_place")
        return self._fighter(
            block,
            slug,
            HIRED_SWORDS,
            bound,
            (),
            cost=fee.gold,
            limits=Limits(0, block.get("max", 1)),
            group_max=1,
            fixed=reader.gear(block.get("equipment", ()), "equipment"),
            text=block.get("text", ""),
            disputes=disputes_of(block),
            hiring=Hiring(
                fee=fee,
                upkeep=upkeep,
                rating=block.get("rating"),
                who=who_of(hired_by),
                in_words=hired_by.get("in_words", ""),
                joins_on=tuple((row["from"], row.get("to"), row.get("on")) for row in block.get("joins_on", ())),
                **{key: block[key] for key in words if key in block},
                **said,
            ),
            **reader.learnt(block, ""),
        )


def _fee(block: Block) -> Fee:
    simple = ("gold", "dice", "wyrdstone", "treasure", "each_snake", "note")
    return Fee(
        alternative=block.get("or", {}).get("item", ""),
        beside=tuple((row["people"], row["gold"]) for row in block.get("beside", ())),
        **{key: block[key] for key in simple if key in block},
    )
