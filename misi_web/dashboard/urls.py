"""The results pages, and their files."""

from django.urls import path, register_converter
from django.urls.converters import StringConverter

from misi_web.dashboard import views


class FileKind(StringConverter):
    """The ending of a file that a results page comes as."""

    regex = "|".join(views.CONTENT_TYPES)


register_converter(FileKind, "kind")

urlpatterns = [
    path("", views.index, name="results"),
    path("<slug:name>/<int:number>/", views.comparison, name="comparison"),
    path("<slug:name>/<int:number>/comparison.<kind:kind>", views.comparison_file, name="comparison_file"),
    path("<slug:name>/<int:number>/leaderboard/", views.leaderboard, name="leaderboard"),
    path(
        "<slug:name>/<int:number>/leaderboard.<kind:kind>",
        views.leaderboard_file,
        name="leaderboard_file",
    ),
]
