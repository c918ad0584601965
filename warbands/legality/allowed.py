"""Whether the campaign of a warband allows its list at all."""

from rules.content import Content
from warbands.legality.values import Finding, error
from warbands.models import Warband, campaign_of


def not_allowed(warband: Warband, content: Content) -> tuple[Finding, ...]:
    """The finding that a campaign does not allow the list of this warband; none where it does."""
    campaign, slug = campaign_of(warband), warband.warband_type_id
    if campaign is None or not campaign.allowed_lists or slug in campaign.allowed_lists:
        return ()
    listed = content.warbands.get(slug)
    words = f"{campaign.name} does not allow the list of the {listed.name if listed else slug}."
    return (error("list-not-allowed", words, about=slug),)
