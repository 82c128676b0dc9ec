"""The forms of accounts in Django's admin: a name, an address and one role."""

from typing import Any

from django import forms
from django.contrib.auth.forms import UserChangeForm, UserCreationForm
from django.contrib.auth.models import User

from benchmark.common.roles import role_of
from misi_web.accounts.accounts import ROLES

ROLE_CHOICES = [(role.value, role.label) for role in ROLES]


class NewAccountForm(UserCreationForm):
    role = forms.ChoiceField(choices=ROLE_CHOICES)

    class Meta:
        model = User
        fields = ("username", "email")


class AccountForm(UserChangeForm):
    role = forms.ChoiceField(choices=ROLE_CHOICES)

    class Meta:
        model = User
        fields = ("email", "is_active")

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.initial["role"] = role_of(self.instance)
