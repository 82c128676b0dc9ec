"""How the API's answers look in a browser."""

from __future__ import annotations

from typing import Any

from rest_framework.renderers import BrowsableAPIRenderer, JSONRenderer


class PageRenderer(BrowsableAPIRenderer):
    """An answer as a page in the site's own look: under its content security policy, without forms."""

    template = "api/answer.html"

    def get_context(self, data: Any, accepted_media_type: Any, renderer_context: Any) -> dict[str, Any]:
        view, response = renderer_context["view"], renderer_context["response"]
        text = JSONRenderer().render(data, "application/json; indent=2").decode()
        return {
            "title": view.get_view_name(),
            "description": view.get_view_description(),
            "text": text,
            "status": f"{response.status_code} {response.status_text}",
        }
