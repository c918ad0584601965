"""The version of the rules that a verdict was made under, and its test planned again under it and under today's."""

from dataclasses import dataclass

from django.http import HttpResponse
from django.shortcuts import get_object_or_404, render
from django.views.decorators.http import require_safe

from rules.content import Content
from rules.models import RulebookVersion
from rules.plans_shown import PlanShown, plan_shown
from warbands.access import get_visible_or_404
from warbands.doors import Request, open_to_readers
from warbands.models import TestRecord
from warbands.psychology import log
from warbands.psychology.amending import as_it_was
from warbands.psychology.shown import verdict_shown
from warbands.psychology.taking import RefusedError
from warbands.rulebooks import content_at, content_for


@dataclass(frozen=True, slots=True)
class Again:
    """A plan under one version; ``refused`` says why there is none."""

    title: str
    plan: PlanShown | None
    refused: str = ""


@open_to_readers
@require_safe
def version(request: Request, warband: str, record: str) -> HttpResponse:
    """Under which rules a verdict was made, and what its test would come to under them, and under today's."""
    row = get_visible_or_404(request.user, warband)
    one = get_object_or_404(log.records(row), public_id=record)
    made = RulebookVersion.objects.defer("document").get(digest=one.version_id)
    then, today = content_at(one), content_for(row)
    plans = [_again("Under the rules it was made under", one, then)]
    if today.digest != then.digest:
        plans.append(_again("Under today’s rules", one, today))
    facts = {
        "warband": row,
        "record": one,
        "shown": verdict_shown(one, book=today),
        "version": made,
        "plans": plans,
        "holds": today.digest == then.digest,
    }
    return render(request, "warbands/psychology/version.html", facts)


def _again(title: str, record: TestRecord, content: Content) -> Again:
    """The test of a record, with what was told then and the warband as it is now, under these rules."""
    try:
        prepared = as_it_was(record, content=content)
    except RefusedError as refused:
        return Again(title, None, refused.message)
    return Again(title, plan_shown(prepared.plan, prepared.situation, prepared.content))
