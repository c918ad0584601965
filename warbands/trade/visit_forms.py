"""Forms of the treasury and of a trading visit: market, gold, leave, searches, upkeep, veterans, recruits."""

from collections.abc import Iterable
from typing import Any, cast

from django import forms

from rules.content import Content, current
from warbands.models import Possession, Warband, Warrior
from warbands.rosters.forms import Choices, KeyedForm, choose_from
from warbands.trade.fees import Given
from warbands.trade.fields import Arming, Bill, DiceField, ReasonField
from warbands.trade.hiring import recruit_price
from warbands.trade.ledger import MOST_GOLD, gold_of
from warbands.trade.market import MOST_PIECES
from warbands.trade.quotes import Line, Quote
from warbands.trade.searching import MOST_BONUS, bonuses_at_times, searchers, sought_in
from warbands.trade.shelf import OTHERS, SHELVES, Offer, key_of, market_of, name_of
from warbands.trade.stash import spares
from warbands.trade.swords import may_rearm
from warbands.trade.upkeep import MOST_SNAKES, Due, dues
from warbands.trade.visits import Visit
from warbands.trade.ways import Choice, ways_had


class MarketForm(KeyedForm):
    """Buy for the stash: what is common, and what searches have found."""

    item = forms.ChoiceField(label="What")
    quantity = forms.IntegerField(label="How many", min_value=1, max_value=MOST_PIECES, initial=1)
    faces = DiceField(label="Dice of the price", help_text="Where dice decide it. Left empty, they are thrown for you.")

    def __init__(self, *args: Any, warband: Warband, visit: Visit, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "market_%s"
        self.warband = warband
        market = market_of(warband.warband_type_id, current(), founding=visit.founding)
        self.offers = [offer for offer in market if offer.common or visit.found[offer.sought]]
        choose_from(self, "item", [("", "Choose something"), *by_shelf(self.offers)])

    @property
    def offer(self) -> Offer | None:
        """What is chosen."""
        chosen = self["item"].value()
        return next((one for one in self.offers if one.key == chosen), None)

    @property
    def bill(self) -> Bill | None:
        """What is chosen comes to, without dice."""
        offer, typed = self.offer, str(self["quantity"].value() or "1")
        if offer is None:
            return None
        many = min(int(typed), MOST_PIECES) if typed.isdecimal() and int(typed) else 1
        words = f"{offer.name} ({offer.note})" if offer.note else offer.name
        return Bill(Quote((Line(words, offer.price, many),)), gold_of(self.warband))


def by_shelf(offers: Iterable[Offer]) -> Choices:
    """Offers as the groups of a select: what was found first, then what is common by shelf."""
    found: dict[str, list[tuple[str, str]]] = {}
    for offer in sorted(offers, key=lambda one: one.common):
        group = offer.shelf if offer.common else "Found by your heroes"
        found.setdefault(group, []).append((offer.key, f"{offer.name}: {offer.cost}"))
    return cast(Choices, list(found.items()))


class GoldForm(KeyedForm):
    """Gold gained or lost by hand, and what for."""

    amount = forms.IntegerField(
        label="Gold crowns", min_value=-MOST_GOLD, max_value=MOST_GOLD, help_text="With a minus where they are spent."
    )
    reason = forms.CharField(
        max_length=200,
        label="What for",
        widget=forms.TextInput(attrs={"autocomplete": "off"}),
        help_text="Haggling and other skills that change a price are settled here too: say which.",
    )

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "gold_%s"


class LeaveForm(KeyedForm):
    """Whatever the charts hold, by leave of the arbiter: for a warrior, or for the stash."""

    item = forms.ChoiceField(label="What")
    quantity = forms.IntegerField(label="How many", min_value=1, max_value=MOST_PIECES, initial=1)
    price = forms.IntegerField(
        label="Gold crowns for each",
        required=False,
        min_value=0,
        max_value=MOST_GOLD,
        help_text="0 for what was found or given. Left empty, it costs what the charts say.",
    )
    reason = ReasonField(label="By whose leave, and why")

    def __init__(
        self, *args: Any, warrior: Warrior | None = None, stash: Choices | None = None, **options: Any
    ) -> None:
        super().__init__(*args, **options)
        self.auto_id = f"leave_{warrior.public_id}_%s" if warrior else "leave_%s"
        groups = [("", "Choose something"), *([("From the stash", stash)] if stash else []), *charts(current())]
        choose_from(self, "item", cast(Choices, groups))
        if warrior:
            del self.fields["quantity"]
            self.fields["price"].label = "Gold crowns for each" if warrior.size > 1 else "Gold crowns"


def charts(content: Content) -> Choices:
    """Everything that the charts hold, by shelf, with its price."""
    found: dict[str, list[tuple[str, str]]] = {}
    for item in content.items.values():
        if item.slot != "upgrade":
            group = found.setdefault(SHELVES.get(item.slot, OTHERS), [])
            group.append((item.slug, f"{item.name}: {item.cost}"))
            if item.brace:
                name = name_of(item.slug, content, brace=True)
                group.append((key_of(item.slug, brace=True), f"{name}: {item.brace}"))
    return cast(Choices, list(found.items()))


class SearchForm(KeyedForm):
    """A hero searches for something rare."""

    warrior = forms.ChoiceField(label="Who searches")
    item = forms.ChoiceField(label="For what")
    bonus = forms.IntegerField(
        label="Added to his dice",
        required=False,
        min_value=0,
        max_value=MOST_BONUS,
        help_text="Streetwise, and what the list itself adds, count without being told.",
    )
    faces = DiceField(label="Two dice on the table", help_text="Left empty, they are thrown for you.")

    def __init__(self, *args: Any, warband: Warband, visit: Visit, **options: Any) -> None:
        super().__init__(*args, **options)
        content = current()
        self.auto_id = "search_%s"
        self.heroes = searchers(warband, visit, content)
        free = [(row.public_id, row.name) for row, why in self.heroes if not why]
        choose_from(self, "warrior", cast(Choices, [("", "Choose a hero"), *free]))
        groups: dict[str, list[tuple[str, str]]] = {}
        for one in sought_in(market_of(warband.warband_type_id, content), content):
            groups.setdefault(one.shelf, []).append((one.key, f"{one.name}: {one.rarity} or more"))
        choose_from(self, "item", cast(Choices, [("", "Choose something rare"), *groups.items()]))
        self.others = bonuses_at_times(content)

    @property
    def searched(self) -> list[tuple[Warrior, str]]:
        """The heroes who do not search, each with the reason."""
        return [(row, why) for row, why in self.heroes if why]

    @property
    def open(self) -> bool:
        """Whether somebody may search."""
        return any(not why for _, why in self.heroes)

    def clean_bonus(self) -> int:
        return self.cleaned_data["bonus"] or 0

    def clean_warrior(self) -> Warrior:
        chosen = self.cleaned_data["warrior"]
        return next(row for row, _ in self.heroes if row.public_id == chosen)


class UpkeepForm(KeyedForm):
    """Pay hired swords: all of them by one tap, or those that are ticked."""

    warriors = forms.MultipleChoiceField(required=False, error_messages={"required": "Tick who is paid."})
    snakes = forms.IntegerField(label="How many snakes", required=False, min_value=0, max_value=MOST_SNAKES)

    def __init__(self, *args: Any, warband: Warband, visit: Visit, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "upkeep_%s"
        self.warband = warband
        typed = str(self["snakes"].value() or "0")
        self.dues = dues(warband, visit, current(), snakes=min(int(typed), MOST_SNAKES) if typed.isdecimal() else 0)
        asked = [(one.warrior.public_id, one.warrior.name) for one in self.dues if one.asked]
        choose_from(self, "warriors", cast(Choices, asked))
        if not any(one.asked and one.counts_snakes for one in self.dues):
            del self.fields["snakes"]

    @property
    def asked(self) -> list[tuple[Due, bool]]:
        """To whom something is due, each with whether he is ticked; at first everybody is."""
        ticked = self["warriors"].value() if self.is_bound or "warriors" in self.initial else None
        return [(one, ticked is None or one.warrior.public_id in ticked) for one in self.dues if one.asked]

    @property
    def others(self) -> list[Due]:
        """To whom nothing is due."""
        return [one for one in self.dues if not one.asked]

    @property
    def bill(self) -> Bill:
        """What those who are ticked come to."""
        ticked = [due for due, chosen in self.asked if chosen]
        given = sum((due.given for due in ticked), start=Given())
        return Bill(Quote(tuple(line for due in ticked for line in due.lines)), gold_of(self.warband), given.words)

    def clean_snakes(self) -> int:
        return self.cleaned_data["snakes"] or 0


class VeteransForm(KeyedForm):
    """Throw for veterans."""

    faces = DiceField(label="Two dice on the table", help_text="Left empty, they are thrown for you.")

    def __init__(self, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = "veterans_%s"


class RecruitForm(KeyedForm):
    """How many more join a group."""

    more = forms.IntegerField(label="How many more", min_value=1, initial=1)
    armed = forms.BooleanField(label="Armed from the stash", required=False)
    version = forms.IntegerField(widget=forms.HiddenInput)

    def __init__(self, *args: Any, warrior: Warrior, room: int, **options: Any) -> None:
        super().__init__(*args, **options)
        self.auto_id = f"recruit_{warrior.public_id}_%s"
        self.warrior, self.room = warrior, room
        self.initial.setdefault("version", warrior.version)
        self.fields["more"] = forms.IntegerField(label="How many more", min_value=1, max_value=room, initial=1)
        if there := spares(warrior, 1):
            content = current()
            names = [name_of(one.slug, content, made=one.made, brace=one.brace) for one, _ in there.values()]
            self.fields["armed"].help_text = f"There lies for them: {', '.join(names)}. It must be enough for all."
        else:
            del self.fields["armed"]

    @property
    def bill(self) -> Bill:
        """What they cost with all that the group has."""
        typed = str(self["more"].value() or "1")
        many = min(int(typed), self.room) if typed.isdecimal() and int(typed) else 1
        armed = "armed" in self.fields and bool(self["armed"].value())
        return Bill(recruit_price(self.warrior, many, armed=armed), gold_of(self.warrior.warband))


class WaysForm(Arming, KeyedForm):
    """How a hired sword is armed, where he leaves a choice."""

    reason = ReasonField(label="By whose leave, and why")

    def __init__(
        self,
        *args: Any,
        warrior: Warrior,
        choices: tuple[Choice, ...],
        had: Iterable[Possession],
        visit: Visit,
        **options: Any,
    ) -> None:
        super().__init__(*args, **options)
        self.auto_id = f"ways_{warrior.public_id}_%s"
        had = list(had)
        self.choices, self.had = choices, ways_had(choices, had)
        self.ask_ways()
        if may_rearm(warrior, choices, had, visit):
            del self.fields["reason"]
