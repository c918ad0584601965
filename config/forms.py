"""The account forms, where django-allauth's own words would not do."""

from typing import Any

from allauth.account.forms import LoginForm, SignupForm


class SignInForm(LoginForm):  # type: ignore[misc] # allauth ships no types
    """Says what may be typed in the first field."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["login"].label = "Username or e-mail address"
        self.fields["password"].help_text = ""  # the way to a new password stands beside the button
        _without_placeholders(self)


class SignUpForm(SignupForm):  # type: ignore[misc] # allauth ships no types
    """Asks in our words."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["email"].label = "E-mail address, if you like"
        _without_placeholders(self)


def _without_placeholders(form: Any) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)  # the label says it, and goes on saying it
