"""All addresses of the site, read off the resolver: their names, how they look, and what they need."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from django.urls import URLPattern, URLResolver, get_resolver


@dataclass(frozen=True)
class Address:
    """One address. A nameless one is named by its route."""

    name: str
    route: str
    parameters: tuple[str, ...]

    def __str__(self) -> str:
        return self.name


def addresses() -> list[Address]:
    """Every address, in the order in which Django tries them."""
    return list(below(get_resolver(), namespace="", route="/", parameters=()))


def below(
    resolver: URLResolver, namespace: str, route: str, parameters: tuple[str, ...]
) -> Iterator[Address]:
    for entry in resolver.url_patterns:
        place = route + str(entry.pattern)
        needed = parameters + named_in(entry.pattern)
        if isinstance(entry, URLResolver):
            inner = f"{namespace}{entry.namespace}:" if entry.namespace else namespace
            yield from below(entry, inner, place, needed)
        elif isinstance(entry, URLPattern):
            yield Address(f"{namespace}{entry.name or entry.pattern}", place, needed)


def named_in(pattern: Any) -> tuple[str, ...]:
    """The parameters that one part of an address takes."""
    return tuple(getattr(pattern, "converters", None) or pattern.regex.groupindex)
