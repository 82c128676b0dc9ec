"""Stops an upload that grows above the site's limit while it comes in, before it fills the disk."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import StopUpload, TemporaryFileUploadHandler
from django.http import HttpRequest


class LimitedUploadHandler(TemporaryFileUploadHandler):
    """Files go to disk as they come in. One above the limit is dropped, and the request remembers it."""

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        if start + len(raw_data) > settings.MAX_UPLOAD_BYTES:
            self.request.upload_too_large = True
            raise StopUpload(connection_reset=False)  # the browser still gets its page
        super().receive_data_chunk(raw_data, start)


def too_large(request: HttpRequest) -> str:
    """The sentence for a request whose file was dropped; empty for others."""
    dropped: Any = getattr(request, "upload_too_large", False)
    limit = settings.MAX_UPLOAD_BYTES // 1024**2
    return f"The file is larger than {limit} MB, which is the limit of this site." if dropped else ""
