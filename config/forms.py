"""The account forms, where django-allauth's own words would not do."""

from typing import Any

from allauth.account.forms import LoginForm, SignupForm
from allauth.mfa.base.forms import AuthenticateForm, ReauthenticateForm
from allauth.mfa.totp.forms import ActivateTOTPForm


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


class CodeForm(AuthenticateForm):  # type: ignore[misc] # allauth ships no types
    """Asks for a code at sign-in."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self, "What your authenticator app shows now, or one of your recovery codes.")


class CodeAgainForm(ReauthenticateForm):  # type: ignore[misc] # allauth ships no types
    """Asks for a code once more, before something that matters."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self, "What your authenticator app shows now, or one of your recovery codes.")


class FirstCodeForm(ActivateTOTPForm):  # type: ignore[misc] # allauth ships no types
    """Asks for the first code of a new authenticator app."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        _ask_for_code(self, "What the app shows now that it knows the key.")


def _ask_for_code(form: Any, help_text: str) -> None:
    code = form.fields["code"]
    code.label, code.help_text = "Code", help_text
    # Recovery codes are digits too: a phone shows its keypad.
    code.widget.attrs |= {"inputmode": "numeric", "autocapitalize": "off"}
    _without_placeholders(form)


def _without_placeholders(form: Any) -> None:
    for field in form.fields.values():
        field.widget.attrs.pop("placeholder", None)  # the label says it, and goes on saying it
