"""Sends the file of a picture."""

import logging
from typing import BinaryIO

from django.conf import settings
from django.http import FileResponse, Http404, HttpResponse
from django.http.response import HttpResponseBase

from benchmark.models import Picture

# An address means one picture for ever, so the browser may keep it; private, as not everybody may see it.
CACHING = "private, max-age=31536000, immutable"

logger = logging.getLogger(__name__)


def send_picture(picture: Picture) -> HttpResponseBase:
    """By nginx where it serves the folder, else by Django. Raises Http404 where the file is missing."""
    kind = f"image/{picture.format}"
    if settings.PICTURES_INTERNAL_URL:
        internal = f"{settings.PICTURES_INTERNAL_URL.rstrip('/')}/{picture.file_name()}"
        response: HttpResponseBase = HttpResponse(content_type=kind, headers={"X-Accel-Redirect": internal})
    else:
        response = FileResponse(_open(picture), content_type=kind)
    response["Cache-Control"] = CACHING
    return response


def _open(picture: Picture) -> BinaryIO:
    try:
        return picture.path().open("rb")
    except FileNotFoundError:
        logger.error("The file of picture %s is missing: %s", picture.pk, picture.path())
        raise Http404 from None
