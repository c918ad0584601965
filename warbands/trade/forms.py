"""Forms where gear is picked: whom to hire with what, what a warrior buys. Those of visits: ``visit_forms``."""

from dataclasses import dataclass
from typing import Any, cast

from django import forms
from django.forms import BoundField
from django.http import QueryDict

from rules.content import Content, current
from rules.values import Fee, Hiring, Unit
from warbands.holdings import unit_of
from warbands.legality.carrying import Bearer
from warbands.models import LARGEST_GROUP, Warband, Warrior
from warbands.rosters import services
from warbands.rosters.forms import KINDS, AddForm, Choices, KeyedForm, choose_from
from warbands.rulebooks import content_for
from warbands.trade.fees import Given, asked_of, given_for, units_on
from warbands.trade.fields import Arming, Bill, DiceField, ReasonField
from warbands.trade.gear import had_free_dagger, offers_for, upgrades_had, was_hired
from warbands.trade.hiring import joins_otherwise
from warbands.trade.learning import rolls_for
from warbands.trade.ledger import gold_of
from warbands.trade.quotes import UpgradeOffer, fill, hire_quote, upgrades_of, with_upgrades
from warbands.trade.shelf import ORDER, Offer, shelf_of
from warbands.trade.stash import Stashed, stash_for, taken_along
from warbands.trade.swords import Terms
from warbands.trade.visits import founding
from warbands.trade.ways import choices_of

PICKED = ("items", "upgrades", "ways", "stash")
ASKED = ("spells", "fee", "wyrdstone", "treasure", "instead", "reason")


@dataclass(frozen=True, slots=True)
class Pick:
    """An offer with its boxes: whether one, and whether a second is ticked."""

    offer: Offer
    one: bool
    two: bool


def picked(query: QueryDict) -> dict[str, Any]:
    """What an address or a form says of a hire, as a form's ``initial``."""
    simple = ("unit_type", "size", "name", "spells", "fee", "leave", "reason", "wyrdstone", "treasure", "instead")
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


class HireForm(Picking, Arming, AddForm):
    """Hire somebody: who, how many, what he is called, what each of them carries, and how a hired sword is paid.

    With ``leave`` hired swords are offered too whom the list may not hire; that takes a reason.
    """

    stashed: tuple[Stashed, ...] = ()

    items = forms.MultipleChoiceField(required=False)
    upgrades = forms.MultipleChoiceField(required=False)
    stash = forms.MultipleChoiceField(
        required=False, error_messages={"invalid_choice": "Something of this lies in the stash no more."}
    )
    spells = DiceField(label="Dice on the table")
    fee = DiceField(label="Dice of his fee", help_text="Left empty, they are thrown for you.")
    wyrdstone = forms.IntegerField(label="Shards of wyrdstone you give up", required=False, min_value=0, max_value=99)
    treasure = forms.IntegerField(label="Treasures you give up", required=False, min_value=0, max_value=99)
    instead = forms.BooleanField(required=False)
    leave = forms.BooleanField(required=False, widget=forms.HiddenInput)
    reason = ReasonField(label="By whose leave, and why")

    def __init__(self, *args: Any, warband: Warband, **options: Any) -> None:
        super().__init__(*args, warband=warband, **options)
        self.content = content = content_for(warband)
        self.by_leave = bool(self["leave"].value())
        choose_from(
            self, "unit_type", [("", "Choose a warrior"), *priced_units(warband, content, unlisted=self.by_leave)]
        )
        self.fields["unit_type"].widget.attrs |= {
            "hx-include": "closest form",
            "hx-params": "not csrfmiddlewaretoken,client_key",
        }
        self.warband, self.founding = warband, founding(warband)
        chosen = content.units.get(str(self["unit_type"].value() or ""))
        listed = content.warbands.get(warband.warband_type_id)
        own = chosen and listed and (chosen.warband == listed.slug or chosen.slug in listed.may_hire)
        self.unlisted = bool(chosen and chosen.hiring and not own and self.by_leave)
        self.unit = chosen if own or self.unlisted else None
        self.otherwise = ""
        self.throws = rolls_for(self.unit, content) if self.unit else 0
        if self.unit:
            self._pick_for(self.unit)
        self.choose()
        self.ask_ways()
        choose_from(self, "stash", [(str(one.row.pk), one.name) for one in self.stashed])
        self._ask()

    def _pick_for(self, unit: Unit) -> None:
        content = self.content
        self.most = services.largest_size(unit)
        self.suggested = services.suggested_name(unit, self.warband.warriors.present())
        self.offers = shelf_of(unit, content, founding=self.founding)
        self.better = upgrades_of(unit, content)
        self.choices = choices_of(unit, content)
        self.otherwise = joins_otherwise(unit, content)
        self.stashed = stash_for(unit, self.warband, content, self.picks("stash"))
        if not self.is_bound and "items" not in self.initial:
            self.initial["items"] = [offer.key for offer in self.offers if offer.free_first]

    def _ask(self) -> None:
        """Ask only what concerns whoever was chosen."""
        fee = self.unit.hiring.fee if self.unit and self.unit.hiring else None
        given = given_for(fee) if fee else Given()
        many = "a die" if self.throws == 1 else f"{self.throws} dice"
        self.fields["spells"].help_text = f"Left empty, {many} for his first spells will be thrown for you."
        for name, asked in (("wyrdstone", given.wyrdstone), ("treasure", given.treasure)):
            self.fields[name].help_text = f"He takes {asked}. It is noted in the ledger." if asked else ""
        if fee and fee.alternative in self.content.items:
            self.fields["instead"].label = f"One {self.content.items[fee.alternative].name} from the stash instead"
        if self.otherwise:
            self.fields["reason"].label, self.fields["reason"].help_text = "How he joined", self.otherwise
        wanted = {
            "spells": self.throws,
            "fee": fee and fee.dice,
            "wyrdstone": given.wyrdstone,
            "treasure": given.treasure,
            "instead": fee and fee.alternative,
            "reason": self.otherwise or self.by_leave,
        }
        for name, asked_for in wanted.items():
            if not asked_for:
                del self.fields[name]

    @property
    def asked(self) -> list[BoundField]:
        """The fields that concern whoever was chosen."""
        return [self[name] for name in ASKED if name in self.fields]

    def clean(self) -> dict[str, Any]:
        """What the service is told: what is paid besides gold as ``terms``."""
        found = super().clean() or self.cleaned_data
        given = Given(found.pop("wyrdstone", None) or 0, found.pop("treasure", None) or 0)
        found["terms"] = Terms(given, instead=found.pop("instead", False), faces=found.pop("fee", None) or ())
        del found["leave"]
        return found

    @property
    def bill(self) -> Bill | None:
        """What the warrior and all that is ticked come to."""
        if self.unit is None:
            return None
        basket = with_upgrades(fill(self.offers, self.picks("items")), self.better, self.picks("upgrades"))
        size = str(self["size"].value() or "1")
        many = min(int(size), LARGEST_GROUP) if size.isdecimal() and int(size) else 1
        gold, given = 0 if self.otherwise else self.unit.cost, ""
        if self.unit.hiring and not self._instead:
            fee = self._fee
            gold, given = fee.gold, given_for(fee).words
        elif self.unit.hiring:
            gold, given = 0, str(self.fields["instead"].label)
        along = taken_along((one for one in self.stashed if one.ticked), many)
        return Bill(hire_quote(self.unit, many, basket, fee=gold) + along, gold_of(self.warband), given)

    @property
    def _instead(self) -> bool:
        return "instead" in self.fields and bool(self["instead"].value())

    @property
    def _fee(self) -> Fee:
        unit = cast(Unit, self.unit)
        return asked_of(cast(Hiring, unit.hiring).fee, units_on(self.warband, self.content))


def priced_units(warband: Warband, content: Content, *, unlisted: bool = False) -> Choices:
    """Whom a warband may hire, by kind, each with his price; with ``unlisted`` also whom only leave lets it hire."""
    listed = content.warbands.get(warband.warband_type_id)
    units: list[Unit] = list(listed.units) if listed else []
    units += [content.units[slug] for slug in (listed.may_hire if listed else ()) if slug in content.units]
    found: Choices = []
    for kind, words in KINDS.items():
        if group := [(unit.slug, _priced(unit, content)) for unit in units if unit.kind == kind]:
            found.append((words, group))
    if unlisted:
        others = [unit for unit in content.hired_swords.values() if unit not in units]
        found.append(("Only by leave of your arbiter", [(unit.slug, _priced(unit, content)) for unit in others]))
    return found


def _priced(unit: Unit, content: Content) -> str:
    most = services.largest_size(unit)
    many = f" (group of 1 to {most})" if most > 1 else ""
    if joins_otherwise(unit, content):
        return f"{unit.name}{many}: never for gold"
    return f"{unit.name}{many}: {unit.hiring.fee if unit.hiring else f'{unit.cost} gc'}"


class BuyForm(Picking, KeyedForm):
    """What a warrior, or each model of a group, buys from his list."""

    items = forms.MultipleChoiceField(required=False)
    upgrades = forms.MultipleChoiceField(required=False)

    def __init__(self, *args: Any, warrior: Warrior, bearer: Bearer | None, founding: bool, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = f"{warrior.public_id}_%s"
        self.warrior, self.founding = warrior, founding
        content = current()
        unit = unit_of(warrior, content)
        if unit:
            self.offers, self.better = offers_for(bearer, content, founding=founding), upgrades_of(unit, content)
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
