"""What the list says of what is being picked."""

from collections.abc import Iterator

from django import template

from warbands.legality.forecast import Forecast
from warbands.legality.rows import piece_of
from warbands.legality.values import Finding, Piece
from warbands.models import LARGEST_GROUP
from warbands.trade.forms import BuyForm, HireForm
from warbands.trade.quotes import fill

register = template.Library()


@register.simple_tag
def breaks(form: HireForm | BuyForm) -> tuple[Finding, ...]:
    """What would be wrong with the warband if what is picked were hired or bought."""
    if isinstance(form, BuyForm):
        items, upgrades = form.picks("items"), form.picks("upgrades")
        if not items and not upgrades:
            return ()
        gear = _pieces(form, has_free_dagger=form.has_free_dagger)
        return Forecast(form.warrior.warband).buying(form.warrior, gear=gear, upgrades=upgrades)
    if form.unit is None:
        return ()
    typed = str(form["size"].value() or "1")
    size = int(typed) if typed.isdecimal() and len(typed) < 4 else 1
    return Forecast(form.warband).hiring(
        form.unit,
        str(form["name"].value() or form.suggested),
        max(1, min(size, LARGEST_GROUP)),
        gear=_pieces(form),
        upgrades=form.picks("upgrades"),
        along=[piece_of(one.row) for one in form.stashed if one.ticked],
    )


def _pieces(form: HireForm | BuyForm, *, has_free_dagger: bool = False) -> Iterator[Piece]:
    for one in fill(form.offers, form.picks("items"), has_free_dagger=has_free_dagger).items:
        yield Piece(one.offer.slug, made=one.offer.made, brace=one.offer.brace, free=one.free)
