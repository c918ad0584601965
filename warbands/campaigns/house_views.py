"""Pages of house special rules: members read them; an arbiter writes, tries, gives and retires them, for a reason."""

from typing import Any

from django.contrib import messages
from django.http import HttpResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from warbands.access import get_arbitrated_or_404, get_campaign_or_404
from warbands.campaigns import house
from warbands.campaigns.house_forms import GiveHouseForm, HouseRuleForm, ReasonForm
from warbands.campaigns.house_shown import Tried, changes_of, entry_of, holders_of, rule_of, warriors_of
from warbands.campaigns.shown import warbands_of
from warbands.doors import Request, signed_in
from warbands.models import Campaign, HouseRule, Role
from warbands.rosters.chips import rule_href
from warbands.rosters.services import RefusedError, StaleError
from warbands.rosters.views import CONFLICT, GET_OR_POST, UNPROCESSABLE
from warbands.rulebooks import content_of

WRITE = "warbands/campaigns/house_write.html"


@signed_in
@require_safe
def rules(request: Request, campaign: str) -> HttpResponse:
    """Every house rule of a campaign: those that hold, and those that were retired."""
    row = get_campaign_or_404(request.user, campaign)
    found = list(row.special_rules.all())
    for rule in found:
        rule.campaign = row
    content = content_of(row)
    facts = {
        "campaign": row,
        "holding": [(rule, entry_of(rule, content)) for rule in found if not rule.retired_at],
        "retired": [rule for rule in found if rule.retired_at],
    }
    return render(request, "warbands/campaigns/house.html", facts)


@signed_in
@require_http_methods(GET_OR_POST)
def new(request: Request, campaign: str) -> HttpResponse:
    """Write a house rule."""
    row = get_arbitrated_or_404(request.user, campaign)
    form = HouseRuleForm(request.POST if request.method == "POST" else None, campaign=row)
    return _written(request, row, form, None)


@signed_in
@require_http_methods(GET_OR_POST)
def edit(request: Request, campaign: str, rule: str) -> HttpResponse:
    """Word a house rule anew."""
    row = get_arbitrated_or_404(request.user, campaign)
    found = rule_of(row, rule)
    posted = request.method == "POST"
    form = HouseRuleForm(request.POST, campaign=row, rule=found) if posted else HouseRuleForm.of(row, found)
    return _written(request, row, form, found)


def _written(request: Request, row: Campaign, form: HouseRuleForm, rule: HouseRule | None) -> HttpResponse:
    """A form of a rule: shown, looked at, saved or refused."""
    facts: dict[str, Any] = {"campaign": row, "rule": rule, "form": form}
    if not form.is_bound:
        return render(request, WRITE, facts)
    status = UNPROCESSABLE
    looked = "_look" in request.POST
    form.fields["reason"].required = not looked
    if form.is_valid():
        try:
            if looked:
                facts["tried"] = Tried(house.worded(row, form.wording, rule), request)
                status = 200
            else:
                saved = _saved(request, row, form, rule)
                messages.success(request, f"Saved: {saved.name}. It holds from now on for whoever holds it.")
                return redirect(saved)
        except StaleError as stale:
            facts["form"], status = form.over(stale.current, campaign=row, rule=rule), CONFLICT
        except RefusedError as refused:
            refused.beside(form)
    return render(request, f"{WRITE}#look" if request.htmx and looked else WRITE, facts, status=status)


def _saved(request: Request, row: Campaign, form: HouseRuleForm, rule: HouseRule | None) -> HouseRule:
    reason = form.cleaned_data["reason"]
    if rule is None:
        return house.write_rule(campaign=row, wording=form.wording, reason=reason, by=request.user)
    version = form.cleaned_data["version"]
    return house.change_rule(rule=rule, version=version, wording=form.wording, reason=reason, by=request.user)


@signed_in
@require_POST
def said(request: Request, campaign: str) -> HttpResponse:
    """The sentences and the text that are being typed: in English, and as they will be shown."""
    row = get_arbitrated_or_404(request.user, campaign)
    return render(request, f"{WRITE}#aloud", {"form": HouseRuleForm(request.POST, campaign=row)})


@signed_in
@require_safe
def rule(request: Request, campaign: str, rule: str) -> HttpResponse:
    """A house rule: what it says and does, who holds it, and what was done with it."""
    row = get_campaign_or_404(request.user, campaign)
    return _page(request, row, rule_of(row, rule))


@signed_in
@require_POST
def give(request: Request, campaign: str, rule: str) -> HttpResponse:
    """Give a house rule to a warrior, or to everybody of a warband."""
    row = get_arbitrated_or_404(request.user, campaign)
    found = rule_of(row, rule)
    form = _give_form(request, row, request.POST)
    if form.is_valid():
        warband, warrior = form.chosen
        try:
            held = house.give_rule(
                rule=found, warband=warband, warrior=warrior, reason=form.cleaned_data["reason"], by=request.user
            )
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, f"{found.name} is held by {held.whom} now.")
            return redirect(found)
    return _page(request, row, found, giving=form, status=UNPROCESSABLE)


@signed_in
@require_http_methods(GET_OR_POST)
def take(request: Request, campaign: str, rule: str, holding: int) -> HttpResponse:
    """Take a house rule from whoever holds it, and say why."""
    row = get_arbitrated_or_404(request.user, campaign)
    found = rule_of(row, rule)
    held = get_object_or_404(found.holdings.select_related("rule", "warband", "warrior"), pk=holding)
    held.rule = found
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            house.take_back(holding=held, by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            messages.success(request, f"{found.name} is no longer held by {held.whom}.")
            return redirect(found)
    words = f"Take {found.name} from {held.whom}"
    return _asked(request, row, found, form, words)


@signed_in
@require_http_methods(GET_OR_POST)
def retire(request: Request, campaign: str, rule: str) -> HttpResponse:
    """Retire a house rule, or take it up again, and say why."""
    row = get_arbitrated_or_404(request.user, campaign)
    found = rule_of(row, rule)
    form = ReasonForm(request.POST if request.method == "POST" else None)
    if form.is_bound and form.is_valid():
        try:
            house.retire_rule(rule=found, retired="again" not in request.POST, by=request.user, **form.cleaned_data)
        except RefusedError as refused:
            refused.beside(form)
        else:
            now = "again" if "again" in request.POST else "no more, and can be taken up again"
            messages.success(request, f"{found.name} holds {now}.")
            return redirect(found)
    words = f"Take up {found.name} again" if found.retired_at else f"Retire {found.name}"
    return _asked(request, row, found, form, words)


def _asked(request: Request, row: Campaign, found: HouseRule, form: ReasonForm, words: str) -> HttpResponse:
    facts = {"campaign": row, "rule": found, "form": form, "words": words}
    status = UNPROCESSABLE if form.is_bound else 200
    return render(request, "warbands/campaigns/house_why.html", facts, status=status)


def _give_form(request: Request, row: Campaign, data: object = None) -> GiveHouseForm:
    warbands = list(warbands_of(row, request.user).order_by("name", "pk"))
    warriors = warriors_of(row).order_by("position", "pk")
    return GiveHouseForm(data, warbands=warbands, warriors=warriors)


def _page(
    request: Request, row: Campaign, found: HouseRule, *, giving: GiveHouseForm | None = None, status: int = 200
) -> HttpResponse:
    runs = row.role == Role.ARBITER and not row.finished
    if runs and giving is None and not found.retired_at:
        giving = _give_form(request, row)
    content = content_of(row)
    entry = entry_of(found, content)
    facts = {
        "campaign": row,
        "rule": found,
        "entry": entry,
        "brings": [(part.name, rule_href(part.slug, content)) for part in entry.parts],
        "holders": holders_of(found),
        "changes": changes_of(found),
        "giving": giving,
        "runs": runs,
    }
    return render(request, "warbands/campaigns/house_rule.html", facts, status=status)
