"""House special rules of a campaign: written, changed, retired, given and taken. As in ``services``.

Each change has a reason, is a record, and holds from then on; verdicts and battles keep what they were made under.
"""

from dataclasses import dataclass

from django.contrib.auth.models import User
from django.db import transaction
from django.utils import timezone
from django.utils.text import slugify

from rules.content import Content, current
from rules.overlaying import refusals
from warbands.campaigns.overlays import compose, note
from warbands.campaigns.services import running
from warbands.models import Campaign, HouseHolding, HouseRule, Warband, Warrior
from warbands.rosters.services import RefusedError, StaleError
from warbands.rulebooks import over

RESERVED = frozenset({"new", "said"})
"""Names whose addresses are other pages."""
MOST_BROUGHT = 20
"""As many rules of the book one house rule may bring with it."""


@dataclass(frozen=True, slots=True)
class Wording:
    """What a house rule says. ``includes`` are slugs of published rules, ``replaces`` as ``HouseRule`` has it."""

    name: str
    text: str = ""
    sentences: str = ""
    includes: tuple[str, ...] = ()
    nature: str = ""
    replaces: bool = False


def worded(campaign: Campaign, wording: Wording, rule: HouseRule | None = None) -> HouseRule:
    """A rule as it would be, not saved. Refuses a name that is taken, and whatever does not bind."""
    published = current()
    found = HouseRule(campaign=campaign, short=rule.short if rule else "", pk=rule.pk if rule else None)
    found.replaces = rule.replaces if rule else wording.replaces
    if rule is None:
        found.short = _short(campaign, wording, published)
    found.name, found.text, found.nature = wording.name, wording.text, wording.nature
    found.sentences = "\n".join(line.strip() for line in wording.sentences.splitlines() if line.strip())
    if twice := _twice(found.sentences.splitlines()):
        raise RefusedError("sentences", f"“{twice}” stands there twice.")
    found.includes = _brought(wording, published)
    if wrong := refusals(over(published, campaign), found.block):
        raise RefusedError("sentences" if found.sentences else "", wrong[0])
    return found


def _brought(wording: Wording, published: Content) -> list[str]:
    """The rules of the book that come with a rule. Refuses too many, one twice, and one that is not there."""
    if len(wording.includes) > MOST_BROUGHT:
        raise RefusedError("includes", f"At most {MOST_BROUGHT} rules: these are {len(wording.includes)}.")
    found = [published.names.resolve(slug) for slug in wording.includes]
    for slug in found:
        if published.rulebook.get(slug) is None:
            raise RefusedError("includes", f"The book has no rule “{slug}”.")
    if twice := _twice(found):
        raise RefusedError("includes", f"“{twice}” stands there twice.")
    return found


def _twice(found: list[str]) -> str:
    """The first that is in a list a second time, however it is spaced; nothing where each is there once."""
    seen: set[str] = set()
    for one in found:
        plainly = " ".join(one.split())
        if plainly in seen:
            return plainly
        seen.add(plainly)
    return ""


def _short(campaign: Campaign, wording: Wording, published: Content) -> str:
    """By what a new rule is named in its campaign. Refuses a name of the book that is not meant, and one of ours."""
    short = slugify(wording.name)[:80]
    if not short or short in RESERVED:
        raise RefusedError("name", "Call it by a name with letters that no page here has.")
    known = published.rulebook.get(short)
    if wording.replaces:
        if known is None:
            raise RefusedError("replaces", "The book has no rule of this name to stand in place of.")
        short = known.slug
    elif known is not None:
        raise RefusedError(
            "name", f"The book has a rule {known.name}. Choose another name, or say below that yours takes its place."
        )
    if campaign.special_rules.filter(short=short).exists():
        raise RefusedError("name", "This campaign has a house rule of that name, maybe a retired one.")
    return short


@transaction.atomic
def write_rule(*, campaign: Campaign, wording: Wording, reason: str, by: User) -> HouseRule:
    """A new house rule, which nobody holds yet; one that stands in place of a published rule acts at once.

    Refuses as ``worded``, a reason left empty, and a finished campaign.
    """
    row = running(campaign)
    rule = worded(row, wording)
    rule.by = by
    rule.save()
    return _done(rule, f"{rule.name} was written.", reason, by, worded=True)


@transaction.atomic
def change_rule(*, rule: HouseRule, version: int, wording: Wording, reason: str, by: User) -> HouseRule:
    """Word a house rule anew. Raises ``StaleError`` where somebody else did so first; refuses as ``write_rule``."""
    row = _fresh(rule)
    if row.version != version:
        raise StaleError(row)
    new = worded(row.campaign, wording, row)
    for field in ("name", "text", "sentences", "includes", "nature"):
        setattr(row, field, getattr(new, field))
    row.version += 1
    row.save()
    return _done(row, f"{row.name} was changed.", reason, by, worded=True)


@transaction.atomic
def retire_rule(*, rule: HouseRule, retired: bool, reason: str, by: User) -> HouseRule:
    """Let a rule hold no more, or (``retired`` false) again, for whoever held it. Doing so twice is the same as once.

    Refuses a reason left empty, and a finished campaign.
    """
    row = _fresh(rule)
    if bool(row.retired_at) == retired:
        return row
    row.retired_at = timezone.now() if retired else None
    row.version += 1
    row.save()
    return _done(row, f"{row.name} was {'retired' if retired else 'taken up again'}.", reason, by)


@transaction.atomic
def give_rule(*, rule: HouseRule, warband: Warband, warrior: Warrior | None, reason: str, by: User) -> HouseHolding:
    """Give a rule to a warrior, or without one to every member of a warband. Giving twice is the same as once.

    Refuses a warband that this campaign does not hold, somebody who is not in it, a retired rule, a reason left empty,
    and a finished campaign.
    """
    row = _fresh(rule)
    if row.retired_at:
        raise RefusedError("", f"{row.name} is retired: take it up again first.")
    if not row.campaign.enrolments.present().filter(warband=warband, holds=True).exists():
        raise RefusedError("whom", "That warband is not in this campaign.")
    if warrior is not None and (warrior.warband_id != warband.pk or warrior.removed_at):
        raise RefusedError("whom", "He is no longer in that warband.")
    given = row.holdings.filter(warband=warband, warrior=warrior, ended_at=None).first()
    if given is None:
        given = HouseHolding.objects.create(rule=row, warband=warband, warrior=warrior, reason=_said(reason), by=by)
        _done(row, f"{row.name} was given to {given.whom}.", reason, by)
    return given


@transaction.atomic
def take_back(*, holding: HouseHolding, reason: str, by: User) -> HouseHolding:
    """Let whoever holds a rule hold it no more. Doing so twice is the same as once; refuses as ``give_rule``."""
    rule = _fresh(holding.rule)
    row = HouseHolding.objects.select_related("warband", "warrior").get(pk=holding.pk)
    if row.ended_at is None:
        row.ended_at = timezone.now()
        row.save(update_fields=["ended_at"])
        _done(rule, f"{rule.name} was taken from {row.whom}.", reason, by)
    return row


def _fresh(rule: HouseRule) -> HouseRule:
    """The rule as it is now. Refuses one of a finished campaign."""
    campaign = running(rule.campaign)
    row = HouseRule.objects.get(pk=rule.pk)
    row.campaign = campaign
    return row


def _said(reason: str) -> str:
    reason = " ".join(reason.split())
    if not reason:
        raise RefusedError("reason", "Say why, so that others can follow it.")
    return reason


def _done(rule: HouseRule, words: str, reason: str, by: User, *, worded: bool = False) -> HouseRule:
    note(rule, words, _said(reason), by, worded=worded)
    compose(rule.campaign)
    return rule
