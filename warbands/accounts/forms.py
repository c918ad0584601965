"""The form by which somebody leaves for good."""

from typing import Any

from django import forms
from django.contrib.auth.models import User


class DeleteForm(forms.Form):
    """Asks for name and password, so that nobody leaves by a slip of the finger, or on somebody else's phone."""

    name = forms.CharField(max_length=150, widget=forms.TextInput(attrs={"autocomplete": "off"}))
    password = forms.CharField(
        strip=False, max_length=4096, widget=forms.PasswordInput(attrs={"autocomplete": "current-password"})
    )

    def __init__(self, user: User, *args: Any, **options: Any) -> None:
        super().__init__(*args, **options)
        self.fields["name"].label = f"Your name here, {user.get_username()}, to be sure"
