"""What people read for what the tables hold: names of tasks and pictures, values of JSON documents."""

from typing import Any

from django import template

from benchmark.tasks import UnknownTask, get_task
from benchmark.tasks.wording import role_name

register = template.Library()
register.filter("role_name", role_name)


@register.filter
def task_title(slug: str) -> str:
    """A task's title; of a task whose file is gone, its slug, so that old items stay readable."""
    try:
        return get_task(slug).title
    except UnknownTask:
        return slug


@register.filter
def spaced(name: str) -> str:
    """A name out of a JSON document, with spaces for underscores."""
    return name.replace("_", " ")


@register.filter
def plainly(value: Any) -> str:
    """A value out of a JSON document, for people: pairs and lists by commas, nothing as a dash."""
    if isinstance(value, dict):
        return ", ".join(f"{spaced(name)}: {plainly(inner)}" for name, inner in value.items())
    if isinstance(value, list):
        return ", ".join(plainly(inner) for inner in value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return "–" if value in (None, "") else str(value)
