"""A reader's side: the form, and what became of what he suggested."""

from collections.abc import Callable
from functools import wraps
from http import HTTPStatus
from typing import Any, Concatenate, cast

from django.contrib import messages
from django.contrib.auth.models import User
from django.contrib.auth.views import redirect_to_login
from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_safe
from django_htmx.http import HttpResponseClientRedirect

from rules.models import Suggestion
from rules.pages import HtmxRequest
from rules.suggesting.forms import SuggestionForm
from rules.suggesting.services import MOST_AN_HOUR, TooManyError, suggest
from rules.suggesting.subjects import Subject, address_of, subject_of

A_PAGE = 20
TOO_MANY = f"You have suggested {MOST_AN_HOUR} corrections within an hour: let the editors catch up. Nothing is lost."


class ReadersRequest(HtmxRequest):
    """A request of somebody who has signed in."""

    user: User


def _signed_in[**P](
    view: Callable[Concatenate[ReadersRequest, P], HttpResponse],
) -> Callable[Concatenate[HttpRequest, P], HttpResponse]:
    """Lead whoever is not signed in there first, and then back."""

    @wraps(view)
    def guarded(request: HttpRequest, *args: P.args, **kwargs: P.kwargs) -> HttpResponse:
        own = cast("ReadersRequest", request)
        if request.user.is_authenticated:
            return view(own, *args, **kwargs)
        to_login = redirect_to_login(request.get_full_path())
        return HttpResponseClientRedirect(to_login.url) if own.htmx else to_login

    return cast("Callable[Concatenate[HttpRequest, P], HttpResponse]", never_cache(guarded))


@_signed_in
@require_http_methods(["GET", "HEAD", "POST"])
def new(request: ReadersRequest, kind: str, slug: str) -> HttpResponse:
    """Suggest a correction of one page of the rules."""
    subject = subject_of(kind, slug)
    if subject is None:
        raise Http404
    if request.method != "POST":
        return _form(request, subject, SuggestionForm(label_suffix=""))
    form = SuggestionForm(request.POST, label_suffix="")
    if not form.is_valid():
        return _form(request, subject, form, HTTPStatus.UNPROCESSABLE_ENTITY)
    try:
        suggest(subject=subject, by=request.user, **form.cleaned_data)
    except TooManyError:
        form.add_error(None, TOO_MANY)
        return _form(request, subject, form, HTTPStatus.TOO_MANY_REQUESTS)
    if request.htmx:
        return render(request, "rules/suggested_thanks.html", {"subject": subject})
    messages.success(request, f"Thank you: an editor will look into what you say of {subject.name}.")
    return redirect("rules:suggestions")


def _form(
    request: HtmxRequest, subject: Subject, form: SuggestionForm, status: HTTPStatus = HTTPStatus.OK
) -> HttpResponse:
    context: dict[str, Any] = {"subject": subject, "form": form, "room": subject.kind}
    return render(request, "rules/suggest.html#form" if request.htmx else "rules/suggest.html", context, status=status)


@_signed_in
@require_safe
def mine(request: ReadersRequest) -> HttpResponse:
    """What a reader suggested, the newest first, and what was said to it."""
    rows = Suggestion.objects.filter(by=request.user).select_related("version").defer("version__document")
    found = Paginator(rows, A_PAGE).get_page(request.GET.get("page"))
    told = [(one, address_of(one.kind, one.slug)) for one in found]
    return render(request, "rules/suggestions.html", {"found": found, "told": told, "room": "suggestions"})
