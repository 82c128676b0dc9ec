"""How a figure looks in a table: one decimal, its interval, a dash with its reason where it is missing."""

from django import template
from django.utils.html import format_html
from django.utils.safestring import SafeString

from misi_web.results.figures import Figure

register = template.Library()

MISSING = (
    '<span class="missing" title="{0}"><span aria-hidden="true">–</span>'
    '<span class="visually-hidden">missing: {0}</span></span>'
)


@register.filter
def value(figure: Figure) -> SafeString:
    """The value alone: 62.3."""
    return (
        format_html(MISSING, figure.reason) if figure.value is None else SafeString(one_decimal(figure.value))
    )


@register.filter
def cells(figure: Figure) -> SafeString:
    """Three cells of a table: the value, its interval, and how many answers and items stand behind it."""
    return _cells(value(figure), figure)


@register.filter
def difference_cells(figure: Figure) -> SafeString:
    """The same for a difference, with its sign: +12.3."""
    shown = value(figure) if figure.value is None else SafeString(one_decimal(figure.value, sign="+"))
    return _cells(shown, figure)


def _cells(shown: SafeString, figure: Figure) -> SafeString:
    return format_html(
        '<td class="number first">{}</td><td class="number soft">{}</td><td class="number soft">{} / {}</td>',
        shown,
        interval(figure),
        figure.size.answers,
        figure.size.items,
    )


@register.filter
def interval(figure: Figure) -> SafeString:
    """The interval: 55.1 – 69.0; a method other than the bootstrap is named on hover."""
    if figure.low is None or figure.high is None:
        return SafeString("") if figure.value is None else format_html(MISSING, figure.reason)
    text = f"{one_decimal(figure.low)} to {one_decimal(figure.high)}"
    if figure.method == "bootstrap":
        return SafeString(text)
    return format_html('<span title="No spread in the answers: {} interval">{}*</span>', figure.method, text)


@register.filter
def decimal(number: float | None) -> str:
    """A bare number with one decimal."""
    return "" if number is None else one_decimal(number)


def one_decimal(number: float, sign: str = "") -> str:
    """With a real minus, and never -0.0."""
    rounded = round(number, 1) + 0.0
    return f"{rounded:{sign}.1f}".replace("-", "−")
