"""Django's admin for looking things up. It changes nothing: changes go through the writers."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.http import HttpRequest


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


for app in ("benchmark", "annotation"):
    admin.site.register(apps.get_app_config(app).get_models(), ReadOnlyAdmin)
