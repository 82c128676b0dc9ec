"""Addresses of studies: the participant's pages and the staff's."""

urlpatterns: list = []
