"""Django's admin: accounts are kept here; all else is only looked up, and changed by the writers."""

from typing import Any

from django.apps import apps
from django.contrib import admin
from django.contrib.auth.admin import UserAdmin
from django.contrib.auth.models import Group, User
from django.db import transaction
from django.http import HttpRequest, HttpResponse
from rest_framework.authtoken.models import TokenProxy

from benchmark.common.actions import Action
from benchmark.common.audit import record
from benchmark.common.roles import role_of
from misi_web.accounts.accounts import change_account, create_account
from misi_web.accounts.forms import AccountForm, NewAccountForm


class ReadOnlyAdmin(admin.ModelAdmin):  # type: ignore[type-arg]
    """Rows to look at."""

    def has_add_permission(self, request: HttpRequest) -> bool:
        return False

    def has_change_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False


class AccountAdmin(UserAdmin):
    """Accounts: made, given a role, closed. None is deleted, because the audit log names them."""

    form = AccountForm
    add_form = NewAccountForm
    fieldsets = ((None, {"fields": ("username", "password", "email", "role", "is_active", "last_login")}),)
    add_fieldsets = ((None, {"fields": ("username", "email", "role", "password1", "password2")}),)
    readonly_fields = ("username", "last_login")
    list_display = ("username", "email", "role", "is_active", "last_login")
    list_filter = ("is_active", "groups")
    search_fields = ("username", "email")

    @admin.display(description="role")
    def role(self, user: User) -> str:
        return role_of(user).label

    def get_readonly_fields(self, request: HttpRequest, obj: Any = None) -> Any:
        if obj == request.user:  # nobody locks themselves out
            return (*self.readonly_fields, "role", "is_active")
        return self.readonly_fields if obj else ()

    def has_delete_permission(self, request: HttpRequest, obj: Any = None) -> bool:
        return False

    def save_model(self, request: HttpRequest, obj: User, form: Any, change: bool) -> None:
        chosen = form.cleaned_data
        if change:
            role = chosen.get("role", role_of(obj))
            change_account(user=obj, role=role, email=obj.email, active=obj.is_active, by=request.user)
            return
        made = create_account(
            name=obj.username,
            role=chosen["role"],
            email=obj.email,
            password=chosen["password1"],
            by=request.user,
        )
        obj.pk = made.pk

    @transaction.atomic
    def user_change_password(self, request: HttpRequest, id: str, form_url: str = "") -> HttpResponse:  # noqa: A002
        response = super().user_change_password(request, id, form_url)
        if response.status_code == 302:
            record(who=request.user, what=Action.PASSWORD_SET_BY_ADMIN, target=User.objects.get(pk=id))
        return response


admin.site.site_header = admin.site.site_title = "MiSI-Web accounts and tables"
for model in (User, Group, TokenProxy):
    admin.site.unregister(model)
admin.site.register(User, AccountAdmin)
for app in ("benchmark", "annotation"):
    admin.site.register(apps.get_app_config(app).get_models(), ReadOnlyAdmin)
