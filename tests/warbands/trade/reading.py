"""Addresses of the pages of trade, and what is read on them."""

import re

from django.urls import reverse


def url(name, warband, *more):
    return reverse(f"warbands:{name}", args=[warband.public_id, *more])


def text(response):
    return re.sub(r"\s+", " ", re.sub(r"<[^>]+>", " ", response.content.decode()))


def has_forms(response):
    """Whether anything may be sent from a page, but that one signs out."""
    page = re.sub(r"<form[^>]*logout.*?</form>", "", response.content.decode(), flags=re.DOTALL)
    return "<form" in page
