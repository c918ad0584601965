"""The last tests of a warband, for the foot of its roster."""

from django import template

from warbands.models import Warband
from warbands.psychology import log
from warbands.psychology.shown import VerdictShown

register = template.Library()


@register.simple_tag
def last_tests(warband: Warband) -> list[VerdictShown]:
    """The last few tests, newest first: two queries."""
    return log.teaser(warband)
