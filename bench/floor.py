"""A site with one view that answers 204: the least that any answer costs with this server and framework."""

import os

from django.conf import settings
from django.core.wsgi import get_wsgi_application
from django.http import HttpRequest, HttpResponse
from django.urls import path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "misi_web.settings")
settings.ROOT_URLCONF = __name__
settings.MIDDLEWARE = []


def nothing(request: HttpRequest) -> HttpResponse:
    request.POST.get("text")  # the form is read, as any answer's must be
    return HttpResponse(status=204)


urlpatterns = [path("", nothing)]
application = get_wsgi_application()
