"""Addresses of items and model runs."""

urlpatterns: list = []
