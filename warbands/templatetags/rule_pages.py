"""Where the page of a rule stands, of the book's and of a campaign's own."""

from django import template
from django.template.context import Context

from warbands.models import HOUSE
from warbands.rulebooks import page_of_rule

register = template.Library()


@register.simple_tag(takes_context=True)
def rule_page(context: Context, slug: str, address: str) -> str:
    """The address of a rule, ``address`` where a house rule says its own. Empty where only signing in would lead on.

    Who has no account is a member of no campaign, which is known without asking anything.
    """
    ours = address or slug.startswith(HOUSE)
    # Parts that are included with nothing but their own values have the request all the same.
    request = getattr(context, "request", None)
    if ours and request is not None and request.user.is_anonymous:
        return ""
    return address or page_of_rule(slug)
