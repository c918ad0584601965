"""Every address of the project, as the URL configuration has it."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from django.apps import apps
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from django.urls.resolvers import RoutePattern

ADMIN = re.compile(r"admin/(?P<app>\w+)/(?P<model>\w+)/")
"""Where the pages of one of the admin's models stand."""


@dataclass(frozen=True, slots=True)
class Address:
    """One address.

    ``name`` is what the table calls it: the name by which it is reversed, or its route where it has none; a page of a
    model of the admin is called by its page alone, e.g. ``change``, and ``model`` says which, e.g. ``rules.skill``.
    ``parameters`` are what it is made of, in order; unnamed parts of an expression are called by their number.
    """

    name: str
    route: str
    parameters: tuple[str, ...]
    reversed_by: str = ""
    model: str = ""

    @property
    def row(self) -> str:
        """Where in the table it stands."""
        return f"{self.model} {self.name}".strip()

    def url(self, values: Mapping[str, Any]) -> str:
        """The address with these values for its parameters."""
        told = [values[one] for one in self.parameters]
        if not self.reversed_by:
            parts = iter(told)
            return "/" + re.sub(r"<[^>]+>|\(\?P.*$", lambda _: str(next(parts)), self.route)
        if all(one.isdigit() for one in self.parameters):
            return reverse(self.reversed_by, args=told)
        return reverse(self.reversed_by, kwargs=dict(zip(self.parameters, told, strict=True)))


def every_address() -> list[Address]:
    """All of them, in the order in which they are tried."""
    return list(_below(get_resolver()))


def _below(resolver: URLResolver, route: str = "", space: str = "") -> Iterator[Address]:
    for found in resolver.url_patterns:
        whole = route + str(found.pattern).removeprefix("^")  # as Django joins them
        if isinstance(found, URLResolver):
            yield from _below(found, whole, f"{space}{found.namespace}:" if found.namespace else space)
        else:
            yield _address(found, whole, space)


def _address(pattern: URLPattern, route: str, space: str) -> Address:
    reversed_by = f"{space}{pattern.name}" if pattern.name else ""
    of = ADMIN.match(route) if space == "admin:" else None
    of = of if of and of["app"] in apps.app_configs else None
    model = f"{of['app']}.{of['model']}" if of else ""
    name = reversed_by or route
    if of:
        named = (pattern.name or "").removeprefix(f"{of['app']}_{of['model']}_")
        name = named or route[of.end() :].strip("/")
    return Address(name, route, _parameters(pattern), reversed_by, model)


def _parameters(pattern: URLPattern) -> tuple[str, ...]:
    if isinstance(pattern.pattern, RoutePattern):
        return tuple(pattern.pattern.converters)
    regex = pattern.pattern.regex
    return tuple(regex.groupindex) or tuple(str(number) for number in range(regex.groups))
