"""What items, skills and spells of a document share when they become values, and the groups and tables beside them."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from rules.attaching import Attached, Attacher, Where
from rules.engine.rulebook import From, Held
from rules.entries import dispute_of
from rules.names import Block
from rules.prose import folded, plain
from rules.references import References
from rules.values import (
    CampaignTable,
    Chip,
    Cost,
    Dispute,
    Group,
    Holder,
    Item,
    Skill,
    SkillList,
    SpellList,
    UpgradeFamily,
    Use,
    Who,
)

TO_NOTES = {"attacks": "the attacks made with it", "mount": "the mount", "crew": "the crew"}


@dataclass(frozen=True)
class Shelving:
    """Reads one document; whatever leads nowhere leaves a problem."""

    document: Mapping[str, Any]
    attacher: Attacher
    references: References

    def groups(self) -> dict[str, Group]:
        found = {}
        for block in self.document.get("groups", ()):
            slug, has = block["slug"], block.get("warband_has", {})
            looked_up = {"lists": "warbands", "units": "units", "items": "items", "peoples": "who", "tags": "tags"}
            for key, what in looked_up.items():
                self.references.check("group", slug, key, what, block.get(key, ()))
            looked_up = {"units": "units", "peoples": "who", "tags": "tags", "hired_swords_of": "groups"}
            for key, what in looked_up.items():
                self.references.check("group", slug, f"warband_has.{key}", what, has.get(key, ()))
            found[slug] = Group(
                slug=slug,
                name=block["name"],
                lists=frozenset(block.get("lists", ())),
                units=frozenset(block.get("units", ())),
                tags=frozenset([*block.get("peoples", ()), *block.get("tags", ())]),
                kinds=frozenset(block.get("kinds", ())),
                items=frozenset(block.get("items", ())),
                with_tags=frozenset([*has.get("units", ()), *has.get("peoples", ()), *has.get("tags", ())]),
                with_hired_swords_of=tuple(has.get("hired_swords_of", ())),
                absent=block.get("absent", False),
                note=block.get("note", ""),
            )
        return found

    def tables(self) -> dict[str, CampaignTable]:
        return {
            block["slug"]: CampaignTable(block["slug"], block["name"], frozen(block.get("data")))
            for block in self.document.get("tables", ())
        }

    # --- What they share -------------------------------------------------------------------------------------------

    def remember(self, where: Where, holder: Holder, given: Attached) -> None:
        """Note down what holds the rules given."""
        for held, scope in given.held:
            note = TO_NOTES.get(scope, "")
            self.attacher.remember(where, Holder(holder.short, holder.name, note, holder.slug, holder.address), held)

    def use(
        self,
        block: Block | None,
        at: tuple[str, str, str],
        where: Where,
        holder: Holder,
        *,
        origin: From = From.EQUIPMENT,
        weapon: str = "",
    ) -> Use | None:
        """What it gives while it is used; None for a block that says nothing of that."""
        if block is None:
            return None
        kind, slug, path = at
        said = block.get("rules", ())
        given = self.attacher.attached((kind, slug, f"{path}.rules"), said, origin, holder.name, weapon=weapon)
        word = "while it lasts" if origin is From.SPELL else "when used"
        for held, _ in given.held:
            self.attacher.remember(where, Holder(holder.short, holder.name, word, holder.slug, holder.address), held)
        return Use(
            to=block.get("to", "bearer"),
            lasts=block.get("lasts", ""),
            within=block.get("within"),
            modifiers=pairs_of(block.get("modifiers")),
            held=given.of("members"),
            attacks=given.of("attacks"),
            chips=self.chips(given),
        )

    def chips(self, given: Attached) -> tuple[Chip, ...]:
        """The rules given, each with whose they are where that is not the bearer."""
        return tuple(
            chip for held, scope in given.held for chip in self.attacher.chips((held,), TO_NOTES.get(scope, ""))
        )

    def searched(self, block: Block, given: Attached, used: Use | None) -> str:
        """All that search looks through: the name, the text, and what the rules it gives are called."""
        held: list[Held] = [held for held, _ in given.held]
        held += [*used.held, *used.attacks] if used else []
        rules = [self.attacher.rulebook.rules[one.rule] for one in held]
        said = [rule.name for rule in rules] + [rule.summary for rule in rules]
        return folded(" ".join([block["name"], plain(block.get("text", "")), *said]))


def by_name[V: (Item, Skill, SkillList, SpellList, UpgradeFamily)](values: Iterable[V]) -> dict[str, V]:
    """Values by slug, in the order of their names."""
    return {value.slug: value for value in sorted(values, key=lambda value: folded(value.name))}


def who_of(block: Block) -> Who:
    """For whom a block says it is."""
    return Who(tuple(block.get("only", ())), tuple(block.get("never", ())))


def cost_of(block: Block) -> Cost:
    """A price out of a block that says other things besides."""
    return Cost(
        block.get("base", block.get("cost", 0)),
        block.get("dice", ""),
        block.get("times", 1),
        block.get("multiplier", 0),
        block.get("added", 0),
    )


def pairs_of(block: Mapping[str, Any] | None) -> tuple[tuple[str, Any], ...]:
    """A mapping of names to values as a tuple of pairs."""
    return tuple((block or {}).items())


def disputes_of(block: Block) -> tuple[Dispute, ...]:
    """The disputed points of a block."""
    return tuple(dispute_of(dispute) for dispute in block.get("disputes", ()))


def frozen(value: Any) -> Any:
    """Plain data that cannot be changed any more."""
    if isinstance(value, dict):
        return MappingProxyType({key: frozen(item) for key, item in value.items()})
    return tuple(frozen(item) for item in value) if isinstance(value, list) else value
