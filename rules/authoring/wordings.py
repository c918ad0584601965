"""The full wording of rules, out of books that a group owns: in the admin one by one, or many at once.

It has no effect and no drafts: what is saved is what those who have signed in read. Earlier words stay in its history.
"""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

import reversion
import yaml
from django.contrib.auth.models import User
from django.core.exceptions import ValidationError
from django.core.validators import MaxLengthValidator
from django.db import transaction
from django.http import HttpRequest
from django.urls import reverse
from django.utils.html import format_html
from yaml.nodes import Node

from rules.authoring.bases import KeptAdmin
from rules.authoring.bulk_views import BulkMixin
from rules.authoring.choosing import RuleField, known_rules
from rules.authoring.forms import MOST_TEXT, CheckedForm
from rules.authoring.importing import Imported, invalid
from rules.authoring.lines import PlainText, area
from rules.blocks import Block, Blocks
from rules.digests import digest_of
from rules.loading.dump import compact
from rules.loading.nodes import Key, Place, mapping, slug, text
from rules.models import RuleAlias, SpecialRule, Wording

_WORDING = mapping({"rule": Key(slug, required=True), "book": Key(text), "text": Key(text, required=True)})


def wording_block(row: Wording) -> Block:
    """A wording as it goes out and comes in."""
    return compact({"rule": row.slug, "book": row.book, "text": row.text})


def as_yaml(slugs: Iterable[str] | None = None) -> str:
    """These wordings, or all: for the group's own keeping, and for nobody else."""
    rows = Wording.objects.all() if slugs is None else Wording.objects.filter(slug__in=list(slugs))
    found = [wording_block(row) for row in rows.order_by("slug")]
    return str(yaml.safe_dump(found, sort_keys=False, allow_unicode=True, width=110)) if found else ""


class WordingsImport(Imported):
    """Wordings that are to be taken in. A rule may be named by any of its slugs."""

    kind = "wording"
    named = "rule"

    @staticmethod
    def read(node: Node, place: Place) -> Block:
        block: Block = _WORDING(node, place)
        return block

    @staticmethod
    def standing_now() -> Mapping[str, Any]:
        return {
            "wordings": {row.slug: wording_block(row) for row in Wording.objects.all()},
            "rules": sorted(SpecialRule.objects.values_list("slug", flat=True)),
            "aliases": dict(RuleAlias.objects.values_list("slug", "rule__slug")),
        }

    def _there(self) -> Blocks:
        return {key: self.standing["wordings"].get(key[1]) for key in self.blocks}

    def _canonical(self, block: Block) -> Block:
        return block | {"rule": self.standing["aliases"].get(block["rule"], block["rule"])}

    def _unsound(self, block: Block) -> Iterator[str]:
        if block["rule"] not in self.standing["rules"]:
            yield f"There is no rule “{block['rule']}”."
        if len(block["text"]) > MOST_TEXT:
            yield f"“text”: it is longer than {MOST_TEXT:,} characters."
        yield from invalid(Wording(slug=block["rule"], book=block.get("book", ""), text=block["text"]))


@transaction.atomic
def take_in(*, text: str, seen: str, by: User) -> Imported:
    """Take in wordings. Raises ``RefusedError``, and changes nothing, if any of them is refused."""
    found = WordingsImport.of(text)
    changes = found.changes(seen)
    there = {row.slug: row for row in Wording.objects.filter(slug__in=[key[1] for key in changes])}
    with reversion.create_revision():
        reversion.set_user(by)
        reversion.set_comment("Taken in with others.")
        for (_, named), block in changes.items():
            row = there.get(named) or Wording(slug=named)
            row.book, row.text, row.by = block.get("book", ""), block["text"], by
            row.save()
    return found


class WordingForm(CheckedForm):
    """One wording."""

    slug = RuleField(label="Rule", help_text="Its slug, as in the address of its page.")
    text = PlainText(
        validators=[MaxLengthValidator(MOST_TEXT)],
        widget=area(18, cols=100),
        help_text="Word for word, for those who sign in here. Markdown; HTML is shown as text.",
    )

    class Meta:
        model = Wording
        fields = ["slug", "book", "text"]

    def clean_slug(self) -> str:
        rule: SpecialRule = self.cleaned_data["slug"]
        if Wording.objects.filter(slug=rule.slug).exclude(pk=self.instance.pk).exists():
            raise ValidationError(f"There is a wording of {rule.name} already; change that one.", code="twice")
        return str(rule.slug)


class WordingAdmin(BulkMixin, KeptAdmin):
    """Wordings of rules. They stay here: the export is for the group's own keeping."""

    reads = WordingsImport
    takes = staticmethod(take_in)
    gives = staticmethod(as_yaml)
    title = "Take in full wordings"
    intro = (
        "The full wording of rules from books that you own, for those who sign in here and nobody else: a list of "
        "{rule: its slug, book: which book and page, text: word for word}. Nothing is taken in before you have seen it."
    )
    button = "Take them in"
    led_to = "admin:rules_wording_changelist"
    file_name = "wordings-for-ourselves.yaml"
    form = WordingForm
    history_latest_first = True
    list_display = ["slug", "book", "by", "at"]
    list_select_related = ["by"]
    search_fields = ["slug", "book", "text"]
    actions = ["export"]
    change_list_template = "admin/rules/bulk_list.html"

    def words(self, many: int) -> str:
        return f"Taken in: {many} wording{'' if many == 1 else 's'}."

    def get_urls(self) -> list[Any]:
        return [*self.bulk_urls(), *super().get_urls()]

    def get_readonly_fields(self, request: HttpRequest, obj: Wording | None = None) -> list[str]:
        """It stays the wording of the rule it was written for."""
        del request
        return ["slug"] if obj else []

    def get_form(self, request: HttpRequest, obj: Wording | None = None, **kwargs: Any) -> Any:
        form = super().get_form(request, obj, **kwargs)
        form.stale = obj is not None and request.POST.get("seen", "") not in {"", _digest(obj)}
        return form

    def render_change_form(self, request: HttpRequest, context: Any, *args: Any, **kwargs: Any) -> Any:
        context["known_rules"] = known_rules()
        if row := context.get("original"):  # a refused form has already written into the row at hand
            context["seen"] = _digest(Wording.objects.get(pk=row.pk))
        return super().render_change_form(request, context, *args, **kwargs)

    def save_model(self, request: HttpRequest, obj: Wording, form: Any, change: bool) -> None:  # noqa: FBT001 # Django's
        obj.by = request.user  # type: ignore[assignment] # nobody anonymous comes here
        super().save_model(request, obj, form, change)
        address = reverse("rules:rule", args=[obj.slug])
        self.message_user(
            request, format_html('<a href="{}">See it as those who have signed in do</a>.', f"{address}#wording")
        )


def wording_address(rule: str) -> str:
    """Where the wording of a rule is written."""
    pk = Wording.objects.filter(slug=rule).values_list("pk", flat=True).first()
    if pk is not None:
        return reverse("admin:rules_wording_change", args=[pk])
    return f"{reverse('admin:rules_wording_add')}?{urlencode({'slug': rule})}"


def _digest(row: Wording) -> str:
    return digest_of(wording_block(row))
