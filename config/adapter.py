"""How django-allauth signs people in here, where its own words would not do."""

from typing import ClassVar

from allauth.account.adapter import DefaultAccountAdapter


class Adapter(DefaultAccountAdapter):  # type: ignore[misc] # allauth ships no types
    """Says when to try again: the longest that its own limits of wrong passwords keep anybody waiting."""

    error_messages: ClassVar = DefaultAccountAdapter.error_messages | {
        "too_many_login_attempts": "Too many tries with this name, or from here. Try again in 5 minutes."
    }
