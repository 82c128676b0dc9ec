"""All addresses. Who may open which stands in `misi_web/accounts/access.py`."""

from django.contrib import admin
from django.urls import include, path

from misi_web.api.pages import api_token
from misi_web.operations import views

urlpatterns = [
    path("", views.home, name="home"),
    path("healthz", views.healthz, name="healthz"),
    path("api/", include("misi_web.api.urls")),
    path("accounts/api-token/", api_token, name="api_token"),
    path("results/", include("misi_web.dashboard.urls")),
    path("", include("annotation.urls")),
    path("", include("benchmark.urls")),
    path("accounts/", include("django.contrib.auth.urls")),
    path("admin/", admin.site.urls),
]
