"""Keeps uploads from filling the disk: which addresses take files at all, and how much in one request."""

from typing import Any

from django.conf import settings
from django.core.files.uploadhandler import SkipFile, StopUpload, TemporaryFileUploadHandler
from django.http import HttpRequest

from benchmark.runs.uploads import above_limit


class LimitedUploadHandler(TemporaryFileUploadHandler):
    """Files go to disk as they come in, at the addresses in `settings.UPLOAD_ADDRESSES` only.

    Elsewhere a file is read past and never stored; the fields beside it arrive. When all files of one
    request together grow above the limit, the one that does is dropped, and the request remembers it.
    """

    request: Any  # Django sets it, and we leave a note on it
    taken = 0  # bytes of this request's files so far; each request has a handler of its own

    def new_file(self, *args: Any, **kwargs: Any) -> None:
        match = self.request.resolver_match
        if match is None or match.view_name not in settings.UPLOAD_ADDRESSES:
            raise SkipFile
        super().new_file(*args, **kwargs)

    def receive_data_chunk(self, raw_data: bytes, start: int) -> None:
        self.taken += len(raw_data)
        if self.taken > settings.MAX_UPLOAD_BYTES:
            self.request.upload_too_large = True
            raise StopUpload(connection_reset=False)  # the browser still gets its page
        super().receive_data_chunk(raw_data, start)


def too_large(request: HttpRequest) -> str:
    """The sentence for a request whose file was dropped; empty for others."""
    return above_limit() if getattr(request, "upload_too_large", False) else ""
