"""Which rulings hold for a warband: those of the unfinished campaign it is in, and the defaults everywhere else."""

from rules.engine.rulings import BY_KEY, Rulings
from warbands.models import Campaign, Warband, campaign_of


def rulings_of(campaign: Campaign | None) -> Rulings:
    """The rulings of a campaign. A choice that is offered no longer is the default again."""
    chosen = campaign.rulings if campaign else {}
    return Rulings.of(
        {key: choice for key, choice in chosen.items() if key in BY_KEY and choice in BY_KEY[key].choices}
    )


def rulings_for(warband: Warband) -> Rulings:
    """The rulings that hold for a warband now. No query for one that ``warbands.access`` read."""
    return rulings_of(campaign_of(warband))
