"""How counts and times of an import are said."""

from django import template

register = template.Library()

MINUTE, HOUR = 60, 3600


@register.filter
def thousands(number: float) -> str:
    """A whole number with its thousands apart: 163,514."""
    return f"{number:,.0f}"


@register.filter
def duration(seconds: float) -> str:
    """A span of time in its largest fitting unit: 40 s, 3 min, 2 h."""
    if seconds < 2 * MINUTE:
        return f"{seconds:.0f} s"
    if seconds < 2 * HOUR:
        return f"{seconds / MINUTE:.0f} min"
    return f"{seconds / HOUR:.0f} h"
