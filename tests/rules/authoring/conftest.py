"""An editor at the admin, and forms filled in as a browser would."""

import pytest
from django.contrib.auth.models import Group
from django.urls import reverse

from rules.authoring.editors import GROUP
from tests.rules.factories import load_book


@pytest.fixture
def editor(django_user_model):
    user = django_user_model.objects.create_user("erna", "erna@example.org", "ink and vellum", is_staff=True)
    user.groups.add(Group.objects.get(name=GROUP))
    return user


@pytest.fixture
def book(tmp_path, db):
    return load_book(tmp_path)


class Desk:
    """Where an editor sits: opens a form, changes some of it, sends it."""

    def __init__(self, client):
        self.client = client

    def open(self, row):
        return self.client.get(reverse(f"admin:rules_{type(row).__name__.lower()}_change", args=[row.pk]))

    def send(self, row, **changes):
        """The row's own form with these changes; names as in the page (``inclusions-0-part``)."""
        page = self.open(row)
        assert page.status_code == 200
        return self.client.post(page.request["PATH_INFO"], filled(page) | changes)

    def add(self, model, **values):
        address = reverse(f"admin:rules_{model.__name__.lower()}_add")
        return self.client.post(address, filled(self.client.get(address)) | values)

    def look(self, *drafts):
        """The desk with these drafts (``rule/leader``), or with all."""
        return self.client.get(DESK, {"draft": drafts})

    def publish(self, *drafts, why="It was time", despite="The small book is not what the cases are about", **further):
        """Look at these drafts, or at all, and publish them."""
        page = self.look(*drafts)
        chosen = [f"{draft.kind}/{draft.slug}" for draft in page.context["chosen"]]
        seen = page.context["proposal"].digest if page.context["proposal"] else ""
        return self.client.post(DESK, {"draft": chosen, "seen": seen, "why": why, "despite": despite, **further})


DESK = "/admin/rules/draft/"


def filled(page):
    """What a browser would send back of a form that nobody touched."""
    forms = [page.context["adminform"].form]
    for inline in page.context["inline_admin_formsets"]:
        forms += [inline.formset.management_form, *inline.formset.forms]
    data = {"seen": page.context["seen"]} if "seen" in page.context else {}
    for form in forms:
        for name in form.fields:
            value = form[name].value()
            if value is True:
                value = "on"
            if value is not None and value is not False:
                data[form.add_prefix(name)] = value.replace("\n", "\r\n") if isinstance(value, str) else value
    return data


def saved(response):
    """Whether it was saved; says why not."""
    assert response.status_code == 302, response.context.get("refused") or errors(response)
    return True


def errors(response):
    """All that a refused form says, by field."""
    assert response.status_code == 422, "it was saved"
    said = dict(response.context["adminform"].form.errors.items())
    for inline in response.context["inline_admin_formsets"]:
        formset = inline.formset
        for form in formset.forms:
            said |= {form.add_prefix(name): text for name, text in form.errors.items()}
        if formset.non_form_errors():
            said[formset.prefix] = formset.non_form_errors()
    return {name: " ".join(map(str, text)) for name, text in said.items()}


@pytest.fixture
def desk(client, editor, book):
    client.force_login(editor)
    return Desk(client)
