"""Items and upgrades of a document as values."""

from rules.attaching import EQUIPMENT, UPGRADES
from rules.engine.rulebook import From
from rules.names import Block
from rules.shelving import Shelving, by_name, cost_of, disputes_of, frozen, pairs_of, who_of
from rules.values import Cost, Holder, Item, OtherTerms, Upgrade, UpgradeFamily

USED_ITEMS = ("only", "never", "exceptions", "cost", "brace", "rules", "disputes", "text", "when_used", "table")


class Goods(Shelving):
    """Reads what is sold."""

    def items(self) -> dict[str, Item]:
        return by_name(self._item(block) for block in self.document.get("equipment", ()))

    def _item(self, block: Block) -> Item:
        slug, name = block["slug"], block["name"]
        at = ("item", slug, "rules")
        given = self.attacher.attached(at, block.get("rules", ()), From.EQUIPMENT, name, weapon=slug)
        holder = Holder(slug, name, slug=f"item/{slug}", address=f"{EQUIPMENT.address}{slug}/")
        self.remember(EQUIPMENT, holder, given)
        used = self.use(block.get("when_used"), ("item", slug, "when_used"), EQUIPMENT, holder, weapon=slug)
        for key in ("only", "never", "no_effect_on"):
            self.references.check("item", slug, key, "who", block.get(key, ()))
        self.references.check("item", slug, "base_items", "items", block.get("base_items", ()))
        if "of_kind" in (limit := block.get("limit", {})):
            self.references.check("item", slug, "limit.of_kind", "kinds_of_item", limit["of_kind"])
        for index, terms in enumerate(block.get("exceptions", ())):
            self.references.check("item", slug, f"exceptions.{index}.who", "who", terms["who"])
        brace = block.get("brace")
        simple = (
            "category",
            "slot",
            "rarity",
            "hands",
            "strength",
            "range",
            "save",
            "free_first",
            "founding_only",
            "withdrawn",
            "henchmen",
            "lasts",
            "sells_for",
            "rating",
            "adds_max_warriors",
            "source",
            "grade",
        )
        return Item(
            slug=slug,
            name=name,
            cost=Cost(**block.get("cost", {})),
            brace=cost_of(brace) if brace else None,
            brace_rarity=(brace or {}).get("rarity"),
            who=who_of(block),
            exceptions=tuple(
                OtherTerms(tuple(terms["who"]), terms.get("rarity"), Cost(**terms["cost"]) if "cost" in terms else None)
                for terms in block.get("exceptions", ())
            ),
            pair=block.get("unit") == "pair",
            base_items=tuple(block.get("base_items", ())),
            modifiers=pairs_of(block.get("modifiers")),
            profile=pairs_of(block.get("profile")),
            at_most=pairs_of(block.get("limit")),
            held=given.of("members"),
            attacks=given.of("attacks"),
            mount=given.of("mount"),
            crew=given.of("crew"),
            used=used,
            chips=self.chips(given),
            unread=given.unread,
            text=block.get("text", ""),
            disputes=disputes_of(block),
            facts=frozen({key: value for key, value in block.items() if key not in USED_ITEMS}),
            searched=self.searched(block, given, used),
            **{key: block[key] for key in simple if key in block},
        )

    def upgrades(self) -> dict[str, UpgradeFamily]:
        return by_name(self._family(block) for block in self.document.get("upgrades", ()))

    def _family(self, block: Block) -> UpgradeFamily:
        pricing = block.get("pricing", {})
        return UpgradeFamily(
            slug=block["slug"],
            name=block["name"],
            options=tuple(self._upgrade(block, index, option) for index, option in enumerate(block["options"])),
            first=pricing.get("first", 1),
            further=pricing.get("further"),
            note=block.get("note", ""),
            source=block.get("source", ""),
        )

    def _upgrade(self, family: Block, index: int, block: Block) -> Upgrade:
        full = f"{family['slug']}--{block['slug']}"
        at = ("upgrades", family["slug"], f"options.{index}.rules")
        given = self.attacher.attached(at, block.get("rules", ()), From.EQUIPMENT, block["name"], weapon=full)
        address = f"{UPGRADES.address}{family['slug']}/#{block['slug']}"
        self.remember(UPGRADES, Holder(block["slug"], block["name"], slug=f"upgrade/{full}", address=address), given)
        for key in ("only", "never"):
            self.references.check("upgrades", family["slug"], f"options.{index}.{key}", "who", block.get(key, ()))
        return Upgrade(
            slug=full,
            short=block["slug"],
            name=block["name"],
            family=family["slug"],
            cost=block["cost"],
            modifiers=pairs_of(block.get("modifiers")),
            who=who_of(block),
            held=given.of("members"),
            attacks=given.of("attacks"),
            chips=self.chips(given),
            text=block.get("text", ""),
        )
