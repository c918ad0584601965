"""What a list buys, learns, limits and hires, as values."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from rules.attaching import Attacher
from rules.engine.rulebook import From
from rules.names import Block, full_slug
from rules.references import References
from rules.shelving import cost_of
from rules.values import (
    Cost,
    EquipmentList,
    Gear,
    Limit,
    Line,
    ListHiring,
    MarketLine,
    Profile,
    SkillLimit,
    StartingSpells,
    UpgradeUse,
    Vehicle,
)


def profile_of(written: Block) -> Profile:
    """The nine characteristics of a block."""
    return Profile(**{name.lower(): value for name, value in written.items()})


@dataclass(frozen=True)
class Trading:
    """Reads the trade of one list, or the gear of a hired sword; ``kind`` and ``owner`` say where problems stand."""

    kind: str
    owner: str
    attacher: Attacher
    references: References
    item_names: dict[str, str]
    siblings: frozenset[str] = frozenset()

    def check(self, path: str, what: str, slugs: Iterable[str] | str) -> None:
        self.references.check(self.kind, self.owner, path, what, slugs)

    def full(self, path: str, shorts: Iterable[str]) -> tuple[str, ...]:
        """Units of this list by their full slugs."""
        found = tuple(full_slug(self.owner, short) for short in shorts)
        self.check(path, "units", found)
        return found

    def name(self, item: str) -> str:
        return self.item_names.get(item, item.replace("-", " ").capitalize())

    # --- What units use ----------------------------------------------------------------------------------------------

    def gear(self, written: Iterable[Block], path: str) -> tuple[Gear, ...]:
        """Fixed gear, one piece after the other."""
        return tuple(self._gear(block, f"{path}.{index}") for index, block in enumerate(written))

    def _gear(self, block: Block, path: str) -> Gear:
        item, own = block.get("item", ""), block.get("own", "")
        for key in ("item", "upgrade"):
            if key in block:
                self.check(f"{path}.{key}", "items", block[key])
        self.check(f"{path}.any", "items", block.get("any", ()))
        name = block.get("as") or own or (self.name(item) if item else "")
        at = (self.kind, self.owner, f"{path}.rules")
        given = self.attacher.attached(at, block.get("rules", ()), From.EQUIPMENT, name, weapon=item or own)
        simple = ("count", "most", "brace", "upgrade", "each", "note", "hands", "strength", "range", "save")
        return Gear(
            item=item,
            own=own,
            name=name[:1].upper() + name[1:],
            any=tuple(block.get("any", ())),
            choice=tuple(self.gear(way, f"{path}.choice.{index}") for index, way in enumerate(block.get("choice", ()))),
            profile=profile_of(block["profile"]) if "profile" in block else None,
            held=tuple(held for held, _ in given.held),
            **{key: block[key] for key in simple if key in block},
        )

    def learnt(self, block: Block, path: str) -> dict[str, Any]:
        """Skill lists, spell list and starting spells, by the names of the fields of a unit."""
        dot = f"{path}." if path else ""
        self.check(f"{dot}skill_lists", "skill_lists", block.get("skill_lists", ()))
        if "spells" in block:
            self.check(f"{dot}spells", "spell_lists", block["spells"])
        start = block.get("starting_spells", 0)
        if isinstance(start, dict):
            self.check(f"{dot}starting_spells.fixed", "spells", start.get("fixed", ()))
            starting = StartingSpells(tuple(start.get("fixed", ())), start.get("random", 0))
        else:
            starting = StartingSpells(all=True) if start == "all" else StartingSpells(random=start)
        return {
            "skill_lists": tuple(block.get("skill_lists", ())),
            "spells": block.get("spells", ""),
            "starting": starting,
        }

    def of_unit(self, block: Block, path: str, uses: Iterable[Block]) -> dict[str, Any]:
        """What trade says of a unit, by the names of the fields of a unit; ``uses`` are the list's upgrades."""
        short = block.get("unit", "")
        self.check(f"{path}.upgrades", "upgrades", block.get("upgrades", ()))
        self.check(f"{path}.bars", "kinds_of_item", block.get("bars", ()))
        promoted = block.get("promoted", {})
        for key in ("skill_lists", "never"):
            self.check(f"{path}.promoted.{key}", "skill_lists", promoted.get(key, ()))
        return self.learnt(block, path) | {
            "equipment_list": block.get("equipment", ""),
            "bars": frozenset(block.get("bars", ())),
            "fixed": self.gear(block.get("fixed", ()), f"{path}.fixed"),
            "upgrades": tuple(_upgrade_use(use) for use in uses if short in use["units"]),
            "promoted_skill_lists": tuple(promoted.get("skill_lists", ())),
            "promoted_never": tuple(promoted.get("never", ())),
        }

    # --- What the list has -------------------------------------------------------------------------------------------

    def equipment_lists(self, blocks: Iterable[Block]) -> tuple[EquipmentList, ...]:
        return tuple(
            EquipmentList(
                block["slug"],
                block["name"],
                tuple(
                    self._line(line, f"equipment_lists.{number}.items.{index}")
                    for index, line in enumerate(block["items"])
                ),
                block.get("note", ""),
            )
            for number, block in enumerate(blocks)
        )

    def _line(self, block: Block, path: str) -> Line:
        self.check(f"{path}.item", "items", block["item"])
        self.check(f"{path}.base_items", "items", block.get("base_items", ()))
        kinds, units = self._only(block, path)
        later = block.get("later")
        named = block.get("as", "")
        return Line(
            item=block["item"],
            name=named[:1].upper() + named[1:] or self.name(block["item"]),
            cost=cost_of(block),
            as_name=named,
            brace=block.get("brace", False),
            free_first=block.get("free_first", False),
            founding_only=block.get("founding_only", False),
            kinds=kinds,
            units=units,
            base_items=tuple(block.get("base_items", ())),
            later=_later(later),
            later_by_chart=later == "chart",
        )

    def _only(self, block: Block, path: str) -> tuple[tuple[str, ...], tuple[str, ...]]:
        """Kinds and units to whom alone something is sold."""
        only = block.get("only", ())
        if isinstance(only, str):
            return ({"heroes": "hero", "henchmen": "henchman"}[only],), ()
        return (), self.full(f"{path}.only", only)

    def market(self, blocks: Iterable[Block]) -> tuple[MarketLine, ...]:
        found = []
        for index, block in enumerate(blocks):
            path = f"market.{index}"
            self.check(f"{path}.item", "items", block["item"])
            self.check(f"{path}.grants", "rules", block.get("grants", ()))
            kinds, units = self._only(block, path)
            priced = {"cost", "dice", "multiplier", "added"} & block.keys()
            found.append(
                MarketLine(
                    item=block["item"],
                    name=self.name(block["item"]),
                    cost=cost_of(block) if priced else None,
                    rarity=block.get("rarity"),
                    founding=block.get("founding"),
                    kinds=kinds,
                    units=units,
                    availability=block.get("availability", ""),
                    grants=tuple(block.get("grants", ())),
                    text=block.get("text", ""),
                )
            )
        return tuple(found)

    def limits(self, blocks: Iterable[Block]) -> tuple[Limit, ...]:
        found = []
        for index, block in enumerate(blocks):
            path = f"limits.{index}"
            if "item" in block:
                self.check(f"{path}.item", "items", block["item"])
            self.check(f"{path}.per", "who", block.get("per", ()))
            only_if = block.get("only_if", {})
            if only_if:
                self.check(f"{path}.only_if.has", "items", only_if["has"])
            found.append(
                Limit(
                    unit=next(iter(self.full(f"{path}.unit", [block["unit"]] if "unit" in block else [])), ""),
                    item=block.get("item", ""),
                    at_most=block.get("at_most"),
                    per=tuple(block.get("per", ())),
                    not_more_than=self.full(f"{path}.not_more_than", block.get("not_more_than", ())),
                    needs=self.full(f"{path}.needs", block.get("needs", ())),
                    not_hired=block.get("not_hired", False),
                    carries_at_most=block.get("carries_at_most"),
                    besides=self.full(f"{path}.except", block.get("except", ())),
                    if_has=only_if.get("has", ""),
                    if_units=self.full(f"{path}.only_if.units", only_if.get("units", ())),
                    note=block.get("note", ""),
                )
            )
        return tuple(found)

    def skill_limits(self, blocks: Iterable[Block]) -> tuple[SkillLimit, ...]:
        found = []
        for index, block in enumerate(blocks):
            path = f"skill_limits.{index}"
            self.check(f"{path}.skill", "skills", block["skill"])
            self.check(f"{path}.skills", "skills", block.get("skills", ()))
            only = block.get("only", ())
            found.append(
                SkillLimit(
                    skill=block["skill"],
                    only=tuple(
                        word if word == "leader" else self.full(f"{path}.only.{place}", [word])[0]
                        for place, word in enumerate(only)
                    ),
                    never=self.full(f"{path}.never", block.get("never", ())),
                    skills=tuple(block.get("skills", ())),
                    per_warband=block.get("per_warband"),
                )
            )
        return tuple(found)

    def vehicles(self, blocks: Iterable[Block]) -> tuple[Vehicle, ...]:
        for index, block in enumerate(blocks):
            self.check(f"vehicles.{index}.item", "items", block["item"])
        return tuple(
            Vehicle(
                item=block["item"],
                name=self.name(block["item"]),
                cost=cost_of(block),
                minimum=block.get("min", 0),
                maximum=block.get("max"),
                later=_later(block.get("later")),
                adds_max_warriors=block.get("adds_max_warriors", 0),
            )
            for block in blocks
        )

    def hiring(self, block: Block) -> ListHiring:
        self.check("hiring.only", "hired_swords", block.get("only", ()))
        for key in ("never", "like", "also_open_to"):
            self.check(f"hiring.{key}", "who", block.get(key, ()))
        if "rule" in block:
            self.check("hiring.rule", "rules", block["rule"])
        upkeep = block.get("upkeep", {})
        self.check("hiring.upkeep.together", "who", upkeep.get("together", ()))
        return ListHiring(
            only=tuple(block.get("only", ())),
            never=tuple(block.get("never", ())),
            like=tuple(block.get("like", ())),
            also_open_to=tuple(block.get("also_open_to", ())),
            none=block.get("none", False),
            only_named=block.get("only_named", False),
            rule=block.get("rule", ""),
            upkeep_together=tuple(upkeep.get("together", ())),
            upkeep_gold=upkeep.get("gold", 0),
            note=block.get("note", ""),
        )


def _later(written: Any) -> Cost | None:
    if isinstance(written, dict):
        return cost_of(written)
    return Cost(written) if isinstance(written, int) else None


def _upgrade_use(block: Block) -> UpgradeUse:
    simple = ("when", "least", "most", "per_warband", "needs_skill", "note")
    return UpgradeUse(block["upgrade"], **{key: block[key] for key in simple if key in block})
