"""Forms of trade: whom to hire with what, what to buy, what becomes of the gold."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.http import QueryDict
from django.urls import reverse

from rules.content import Content, current
from rules.values import Unit
from warbands.holdings import unit_of
from warbands.models import LARGEST_GROUP, Warband, Warrior
from warbands.rosters import services
from warbands.rosters.forms import KINDS, AddForm, Choices, KeyedForm, choose_from
from warbands.trade.gear import MOST_PIECES, had_free_dagger, upgrades_had, was_hired
from warbands.trade.learning import rolls_for
from warbands.trade.ledger import MOST_GOLD, gold_of
from warbands.trade.opening import price_of
from warbands.trade.quotes import Quote, UpgradeOffer, fill, hire_quote, upgrades_of, with_upgrades
from warbands.trade.shelf import ORDER, Offer, market_of, shelf_of

PICKED = ("items", "upgrades")


@dataclass(frozen=True, slots=True)
class Pick:
    """An offer with its boxes: whether one, and whether a second is ticked."""

    offer: Offer
    one: bool
    two: bool


@dataclass(frozen=True, slots=True)
class Bill:
    """What was picked comes to, and the gold there is."""

    quote: Quote
    gold: int

    @property
    def left(self) -> int:
        return self.gold - self.quote.total

    @property
    def missing(self) -> int:
        return max(0, -self.left)


class DiceField(forms.CharField):
    """Faces of dice that fell on the table, typed one after the other; left empty, the server throws."""

    def __init__(self, **options: Any) -> None:
        super().__init__(
            required=False, max_length=20, widget=forms.TextInput(attrs={"inputmode": "numeric"}), **options
        )

    def clean(self, value: Any) -> tuple[int, ...]:
        typed = super().clean(value)
        if re.search(r"[^0-9\s,+]", typed):
            raise forms.ValidationError("Type the faces of the dice: numbers from 1 to 6.")
        faces = tuple(int(word) for word in re.findall(r"\d+", typed))
        if any(not 1 <= number <= 6 for number in faces):
            raise forms.ValidationError("A die shows 1 to 6.")
        return faces


def picked(query: QueryDict) -> dict[str, Any]:
    """What an address or a form says of a hire, as a form's ``initial``."""
    simple = ("unit_type", "size", "name", "spells", "fee")
    found: dict[str, Any] = {name: query[name] for name in simple if name in query}
    return found | {name: query.getlist(name) for name in PICKED if name in query}


class Picking:
    """What forms with an equipment list share: offers with their boxes ticked."""

    offers: tuple[Offer, ...] = ()
    better: tuple[UpgradeOffer, ...] = ()

    def picks(self, name: str) -> list[str]:
        """The keys that are ticked."""
        form = cast(forms.Form, self)
        found = form[name].value() if name in form.fields else None
        return list(found) if isinstance(found, list | tuple) else []

    def choose(self) -> None:
        """Let the form know what may be ticked."""
        form = cast(forms.Form, self)
        choose_from(form, "items", [(offer.key, offer.name) for offer in self.offers])
        choose_from(form, "upgrades", [(one.upgrade.slug, one.upgrade.name) for one in self.better])

    @property
    def shelves(self) -> list[tuple[str, list[Pick]]]:
        """The offers shelf by shelf."""
        ticked = self.picks("items")
        found: dict[str, list[Pick]] = {}
        for offer in self.offers:
            many = ticked.count(offer.key)
            found.setdefault(offer.shelf, []).append(Pick(offer, many > 0, many > 1))
        return sorted(found.items(), key=lambda shelf: ORDER.index(shelf[0]))

    @property
    def changes(self) -> list[tuple[UpgradeOffer, bool]]:
        """The upgrades, each with whether it is ticked."""
        ticked = self.picks("upgrades")
        return [(one, one.upgrade.slug in ticked) for one in self.better]


class HireForm(Picking, AddForm):
    """Hire somebody: who, how many, what he is called, and what each of them carries."""

    items = forms.MultipleChoiceField(required=False)
    upgrades = forms.MultipleChoiceField(required=False)
    spells = DiceField(label="Dice on the table")
    fee = DiceField(label="Dice of his fee on the table")

    def __init__(self, *args: Any, warband: Warband, **options: Any) -> None:
        super().__init__(*args, warband=warband, **options)
        content = current()
        choose_from(self, "unit_type", [("", "Choose a warrior"), *priced_units(warband, content)])
        self.fields["unit_type"].widget.attrs |= {
            "hx-include": "closest form",
            "hx-params": "not csrfmiddlewaretoken,client_key",
        }
        chosen = content.units.get(str(self["unit_type"].value() or ""))
        listed = content.warbands.get(warband.warband_type_id)
        own = chosen and listed and (chosen.warband == listed.slug or chosen.slug in listed.may_hire)
        self.unit = chosen if own else None
        self.warband = warband
        if self.unit:
            self.most = services.largest_size(self.unit)
            self.suggested = services.suggested_name(self.unit, warband.warriors.present())
            self.offers, self.better = shelf_of(self.unit, content), upgrades_of(self.unit, content)
            if not self.is_bound and "items" not in self.initial:
                self.initial["items"] = [offer.key for offer in self.offers if offer.free_first]
        self.choose()
        self.throws = rolls_for(self.unit, content) if self.unit else 0
        if not self.throws:
            del self.fields["spells"]
        else:
            many = "a die" if self.throws == 1 else f"{self.throws} dice"
            self.fields["spells"].help_text = f"Left empty, {many} for his first spells will be thrown for you."
        if not (self.unit and self.unit.hiring and self.unit.hiring.fee.dice):
            del self.fields["fee"]

    @property
    def bill(self) -> Bill | None:
        """What the warrior and all that is ticked come to."""
        if self.unit is None:
            return None
        basket = with_upgrades(fill(self.offers, self.picks("items")), self.better, self.picks("upgrades"))
        size = str(self["size"].value() or "1")
        many = min(int(size), LARGEST_GROUP) if size.isdecimal() and int(size) else 1
        return Bill(hire_quote(self.unit, many, basket, fee=price_of(self.unit)), gold_of(self.warband))


def priced_units(warband: Warband, content: Content) -> Choices:
    """Whom a warband may hire, by kind, each with his price."""
    listed = content.warbands.get(warband.warband_type_id)
    units: list[Unit] = list(listed.units) if listed else []
    units += [content.units[slug] for slug in (listed.may_hire if listed else ()) if slug in content.units]
    found: Choices = []
    for kind, words in KINDS.items():
        if group := [(unit.slug, _priced(unit)) for unit in units if unit.kind == kind]:
            found.append((words, group))
    return found


def _priced(unit: Unit) -> str:
    most = services.largest_size(unit)
    many = f" (group of 1 to {most})" if most > 1 else ""
    return f"{unit.name}{many}: {unit.hiring.fee if unit.hiring else f'{unit.cost} gc'}"


class BuyForm(Picking, KeyedForm):
    """What a warrior, or each model of a group, buys from his list."""

    items = forms.MultipleChoiceField(required=False)
    upgrades = forms.MultipleChoiceField(required=False)

    def __init__(self, *args: Any, warrior: Warrior, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = f"{warrior.public_id}_%s"
        self.warrior = warrior
        content = current()
        unit = unit_of(warrior, content)
        if unit:
            self.offers, self.better = shelf_of(unit, content), upgrades_of(unit, content)
            if self.better and was_hired(warrior) and all(use.when == "recruiting" for use in unit.upgrades):
                self.better = ()
        self.has_free_dagger = had_free_dagger(warrior)
        self.choose()

    @property
    def bill(self) -> Bill:
        """What is ticked comes to for all of his models."""
        basket = fill(self.offers, self.picks("items"), has_free_dagger=self.has_free_dagger)
        has = upgrades_had(self.warrior) if self.better else ()
        basket = with_upgrades(basket, self.better, self.picks("upgrades"), has=has)
        return Bill(basket.quote(self.warrior.size), gold_of(self.warrior.warband))


class MarketForm(KeyedForm):
    """Buy for the stash."""

    item = forms.ChoiceField(label="What")
    quantity = forms.IntegerField(label="How many", min_value=1, max_value=MOST_PIECES, initial=1)
    found = forms.BooleanField(required=False, label="A search has found it", help_text="For what is rare.")
    faces = DiceField(label="Dice of the price", help_text="Where dice decide it. Left empty, they are thrown for you.")

    def __init__(self, *args: Any, warband: Warband, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "market_%s"
        offers = market_of(warband.warband_type_id, current())
        choose_from(self, "item", [("", "Choose something"), *by_shelf(offers)])


def by_shelf(offers: Iterable[Offer]) -> Choices:
    """Offers as the groups of a select: what is common by shelf, then what is rare."""
    found: dict[str, list[tuple[str, str]]] = {}
    for offer in offers:
        group = offer.shelf if offer.common else f"Rare: {offer.shelf.lower()}"
        rare = "" if offer.common else f", rarity {offer.rarity}"
        found.setdefault(group, []).append((offer.key, f"{offer.name}: {offer.cost}{rare}"))
    return cast(Choices, list(found.items()))


class GoldForm(KeyedForm):
    """Gold gained or lost by hand, and what for."""

    amount = forms.IntegerField(
        label="Gold crowns", min_value=-MOST_GOLD, max_value=MOST_GOLD, help_text="With a minus where they are spent."
    )
    reason = forms.CharField(max_length=200, label="What for", widget=forms.TextInput(attrs={"autocomplete": "off"}))

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "gold_%s"


def buy_address(warrior: Warrior) -> str:
    """Where a warrior's gear is bought and handed over."""
    return reverse("warbands:gear", args=[warrior.warband.public_id, warrior.public_id])
