"""The account forms, where django-allauth's own words would not do."""

from typing import Any

from allauth.account.forms import LoginForm


class SignInForm(LoginForm):  # type: ignore[misc] # allauth ships no types
    """Says what may be typed in the first field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Username or e-mail address"
        for field in self.fields.values():
            field.widget.attrs.pop("placeholder", None)  # the label says it, and goes on saying it
