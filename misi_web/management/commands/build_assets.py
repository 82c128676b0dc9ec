"""Write the script that draws charts: `manage.py build_assets`, before `collectstatic`."""

from importlib.metadata import version
from typing import Any

import vl_convert
from django.conf import settings
from django.core.management.base import BaseCommand

# `charts.js` draws with it; Vega's expression interpreter (`ast`) is part of vega-embed.
SNIPPET = "window.vegaEmbed = vegaEmbed;"


class Command(BaseCommand):
    help = "Write Vega, Vega-Lite and vega-embed as one script, from the installed vl-convert-python."

    def handle(self, **_: Any) -> None:
        """Does nothing where the script of this version is there already."""
        script = settings.ASSETS_DIR / "vega-bundle.js"
        mark = f"/* vl-convert-python {version('vl-convert-python')} */\n"
        if script.exists() and script.read_text().startswith(mark):
            return
        script.write_text(mark + vl_convert.javascript_bundle(SNIPPET))
        self.stdout.write(f"Wrote {script}")
