"""What the list says of somebody while he is picked."""

from django import template

from warbands.legality.forecast import would_break
from warbands.legality.values import Finding, Piece
from warbands.models import LARGEST_GROUP
from warbands.trade.forms import HireForm
from warbands.trade.quotes import fill

register = template.Library()


@register.simple_tag
def breaks(form: HireForm) -> tuple[Finding, ...]:
    """What would be wrong with the warband if he joined as he is picked."""
    if form.unit is None:
        return ()
    typed = str(form["size"].value() or "1")
    size = int(typed) if typed.isdecimal() and len(typed) < 4 else 1
    picked = fill(form.offers, form.picks("items")).items
    return would_break(
        form.warband,
        unit=form.unit,
        name=str(form["name"].value() or form.suggested),
        size=max(1, min(size, LARGEST_GROUP)),
        gear=(Piece(one.offer.slug, made=one.offer.made, brace=one.offer.brace, free=one.free) for one in picked),
        upgrades=form.picks("upgrades"),
    )
