"""All that is kept of a player as one document, to take away and to read.

Each table is one query, however much stands in it. Warbands are written as the exchange writes them: each can be read
in again by itself. What is secret (passwords, keys of second factors, links) is not in it.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from allauth.account.models import EmailAddress
from allauth.mfa.models import Authenticator
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import User
from django.db.models import Case, Model, Q, QuerySet, Value, When
from django.utils import timezone

from rules.models import Suggestion
from warbands.exchange.document import documents_of
from warbands.models import (
    Amendment,
    AmendmentNote,
    Battle,
    BattleEvent,
    BattleSide,
    Campaign,
    CampaignChange,
    Enrolment,
    FiledResult,
    Fortune,
    HouseChange,
    HouseHolding,
    HouseRule,
    Invitation,
    LedgerEntry,
    LegalityOverride,
    Membership,
    RulingChange,
    TestRecord,
    Warband,
    WarriorRule,
)

FORMAT = "muster-account-1"

type Document = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Table:
    """Rows that belong to a player, and what is told of each.

    A field of another row is told under that row's name: ``warband__public_id`` as ``warband``.
    """

    model: type[Model]
    whose: Callable[[User], Q]
    fields: tuple[str, ...]

    def rows(self, user: User) -> list[Document]:
        """Rows of a player, in the order they were made. One query."""
        model: Any = self.model
        found: QuerySet[Any] = model.objects.filter(self.whose(user)).order_by("pk").distinct()
        named = {path: path.split("__", 1)[0] for path in self.fields}
        if "by_me" in named:
            found = found.annotate(by_me=Case(When(by=user, then=Value(True)), default=Value(False)))
        return [{named[path]: value for path, value in row.items()} for row in found.values(*self.fields)]


def _by(user: User) -> Q:
    return Q(by=user)


def _of_warbands_or_by(user: User) -> Q:
    return Q(by=user) | Q(warband__owner=user)


TABLES: Mapping[str, Table] = {
    "emails": Table(EmailAddress, lambda user: Q(user=user), ("email", "verified", "primary")),
    "second_factors": Table(Authenticator, lambda user: Q(user=user), ("type", "created_at", "last_used_at")),
    "tests": Table(
        TestRecord,
        _of_warbands_or_by,
        (
            "public_id",
            "warband__public_id",
            "warrior__public_id",
            "member",
            "subject",
            "kind",
            "trial",
            "facts",
            "plan",
            "faces",
            "typed",
            "verdict",
            "rulings",
            "version_id",
            "house_id",
            "by_me",
            "at",
            "follows__public_id",
            "corrects__public_id",
            "reroll_of__public_id",
            "reason",
            "repeats",
        ),
    ),
    "battles": Table(
        Battle,
        lambda user: Q(starter=user) | Q(sides__player=user),
        ("public_id", "campaign__public_id", "version_id", "house_id", "rulings", "one_phone", "begun", "ended"),
    ),
    "battle_sides": Table(
        BattleSide, lambda user: Q(player=user), ("battle__public_id", "slug", "name", "warband__public_id", "outcome")
    ),
    "battle_events": Table(
        BattleEvent,
        _by,
        (
            "battle__public_id",
            "number",
            "kind",
            "side",
            "deed",
            "faces",
            "typed",
            "text",
            "verdict",
            "keeps",
            "reverses",
            "at",
        ),
    ),
    "memberships": Table(
        Membership, lambda user: Q(user=user), ("campaign__public_id", "campaign__name", "role", "since", "until")
    ),
    "enrolments": Table(
        Enrolment, _of_warbands_or_by, ("campaign__public_id", "warband__public_id", "since", "until", "by_me")
    ),
    "campaigns_founded": Table(
        Campaign,
        _by,
        ("public_id", "name", "description", "house_rules", "status", "starting_gold", "allowed_lists", "created"),
    ),
    "results_filed": Table(
        FiledResult,
        _by,
        ("campaign__public_id", "first_name", "second_name", "outcome", "fought_on", "note", "at", "stands"),
    ),
    "campaign_changes": Table(CampaignChange, _by, ("campaign__public_id", "words", "at")),
    "ruling_changes": Table(RulingChange, _by, ("campaign__public_id", "key", "was", "choice", "reason", "at")),
    "house_rules_written": Table(
        HouseRule,
        _by,
        (
            "campaign__public_id",
            "short",
            "name",
            "text",
            "sentences",
            "includes",
            "nature",
            "replaces",
            "at",
            "retired_at",
        ),
    ),
    "house_rules_given": Table(
        HouseHolding,
        _of_warbands_or_by,
        ("rule__short", "warband__public_id", "warrior__public_id", "reason", "by_me", "at", "ended_at"),
    ),
    "house_rule_changes": Table(HouseChange, _by, ("rule__short", "words", "reason", "block", "at")),
    "invitations": Table(
        Invitation, _by, ("campaign__public_id", "role", "most_uses", "uses", "expires_at", "at", "revoked_at")
    ),
    "amendments": Table(
        Amendment,
        _of_warbands_or_by,
        ("id", "campaign__public_id", "warband__public_id", "reason", "by_me", "at", "closed_at"),
    ),
    "amendment_notes": Table(
        AmendmentNote,
        lambda user: Q(by=user) | Q(amendment__warband__owner=user),
        ("amendment_id", "kind", "words", "by_me", "at"),
    ),
    "entries_for_others": Table(
        LedgerEntry,
        lambda user: Q(by=user) & ~Q(warband__owner=user),
        ("warband__public_id", "kind", "amount", "words", "at"),
    ),
    "fortunes_for_others": Table(
        Fortune,
        lambda user: Q(by=user) & ~Q(warband__owner=user),
        ("warband__public_id", "kind", "words", "reason", "at"),
    ),
    "rules_given_to_others": Table(
        WarriorRule,
        lambda user: Q(by=user) & ~Q(warrior__warband__owner=user),
        ("warrior__public_id", "rule_id", "taken", "reason", "at", "withdrawn_at"),
    ),
    "overrides_for_others": Table(
        LegalityOverride,
        lambda user: Q(by=user) & ~Q(warband__owner=user),
        ("warband__public_id", "code", "text", "reason", "at", "withdrawn_at"),
    ),
    "suggestions": Table(
        Suggestion, _by, ("kind", "slug", "name", "text", "wording", "source", "at", "state", "answer", "handled_at")
    ),
    "suggestions_handled": Table(
        Suggestion, lambda user: Q(handled_by=user), ("kind", "slug", "name", "state", "answer", "handled_at")
    ),
    "kept_in_the_glossary": Table(
        LogEntry, lambda user: Q(user=user), ("action_time", "object_repr", "action_flag", "change_message")
    ),
}
"""Every table in which something is a player's, but his warbands. A test holds it against the models."""


def exported(user: User) -> Document:
    """All that is kept of this player: the account, his warbands whole, and the rows of ``TABLES``.

    As many queries for a thousand rows as for one.
    """
    return {
        "format": FORMAT,
        "exported": timezone.now(),
        "account": {
            "name": user.get_username(),
            "first_name": user.first_name,
            "last_name": user.last_name,
            "email": user.email,
            "joined": user.date_joined,
            "last_sign_in": user.last_login,
            "keeper": user.is_staff,
        },
        "warbands": _warbands(user),
        **{name: table.rows(user) for name, table in TABLES.items()},
    }


def _warbands(user: User) -> list[Document]:
    rows = list(Warband.objects.filter(owner=user).select_related("origin").order_by("pk"))
    return [
        {
            "public_id": row.public_id,
            "created": row.created,
            "changed": row.changed,
            "sharing": row.sharing,
            "deleted": row.deleted_at,
            "unread": [*row.origin.unread, *row.origin.private] if hasattr(row, "origin") else [],
            "document": document,
        }
        for row, document in zip(rows, documents_of(rows), strict=True)
    ]
