"""Vega-Lite specifications as plain dicts, with the numbers inside; and files made of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import vl_convert

from misi_web.results.comparison import MODEL, PEOPLE, Comparison, RespondentFigures
from misi_web.results.figures import Figure
from misi_web.results.leaderboard import PUBLISHED, Leaderboard

Spec = dict[str, Any]

SCHEMA = "https://vega.github.io/schema/vega-lite/v6.json"
VEGA_LITE = "6.4"
# People, models and published rows: told apart by colour (Okabe-Ito) and by shape, the same everywhere.
KINDS = [PEOPLE, MODEL, PUBLISHED]
COLOURS = ["#D55E00", "#0072B2", "#777777"]
SHAPES = ["circle", "square", "diamond"]
STEP = 20  # px from one name to the next
PANELS_A_ROW = 2
HEADER = {
    "labelFontSize": 13,
    "labelFontWeight": "bold",
    "labelAnchor": "start",
    "labelExpr": "split(datum.label, ', ')",  # a long title takes two lines
}


def comparison_chart(found: Comparison) -> Spec:
    """One small dot plot for each column; chance is a dotted line."""
    values = [
        _value(row.name, row.kind, _shown(row, found), column=block.title, chance=block.chance)
        for block in found.blocks
        for row in block.rows
    ]
    return {
        **_frame(values),
        "columns": PANELS_A_ROW,
        "facet": {
            "field": "column",
            "type": "nominal",
            "sort": [block.title for block in found.blocks],
            "title": None,
            "header": HEADER,
        },
        "spec": {"width": 300, "height": {"step": STEP}, "layer": [_chance(), *_dots(KINDS[:2])]},
    }


def leaderboard_chart(found: Leaderboard) -> Spec:
    """The averages in one dot plot; published ones have no interval."""
    values = [
        _value(entry_name(entry.name, entry.item_set), entry.kind, entry.average) for entry in found.entries
    ]
    return {**_frame(values), "width": 500, "height": {"step": STEP}, "layer": _dots(KINDS)}


def height(spec: Spec) -> int:
    """About how high a chart will be, in px: pages keep that room free."""
    values = spec["data"]["values"]
    if "facet" not in spec:
        return 90 + STEP * len(values)
    panels = len(spec["facet"]["sort"])
    return 90 + -(-panels // PANELS_A_ROW) * (50 + STEP * len(values) // panels)


def entry_name(name: str, item_set: str) -> str:
    """A respondent's name in a chart: published ones say on which items."""
    return f"{name} ({item_set} set)" if item_set else name


def draw(spec: Spec, kind: str) -> bytes:
    """A chart as an SVG, PDF or PNG file."""
    if kind == "svg":
        return vl_convert.vegalite_to_svg(spec, vl_version=VEGA_LITE).encode()
    if kind == "pdf":
        return vl_convert.vegalite_to_pdf(spec, vl_version=VEGA_LITE)
    return vl_convert.vegalite_to_png(spec, vl_version=VEGA_LITE, scale=2)


def _shown(row: RespondentFigures, found: Comparison) -> Figure:
    """On the items people saw; where there are no people, on all items."""
    return row.seen if found.people or row.whole is None else row.whole


def _value(name: str, kind: str, figure: Figure, **more: Any) -> Mapping[str, Any]:
    return {"name": name, "kind": kind, "value": figure.value, "low": figure.low, "high": figure.high, **more}


def _frame(values: Sequence[Mapping[str, Any]]) -> Spec:
    return {
        "$schema": SCHEMA,
        "data": {"values": values},
        "config": {
            "font": "sans-serif",
            "range": {"category": COLOURS, "symbol": SHAPES},
            "axis": {
                "labelLimit": 180,
                "labelFontSize": 12,
                "titleFontSize": 12,
                "titleFontWeight": "normal",
            },
            "legend": {"labelFontSize": 12, "symbolSize": 80, "orient": "top"},
        },
    }


def _dots(kinds: Sequence[str]) -> list[Spec]:
    names = {"field": "name", "type": "nominal", "sort": None, "title": None}
    scores = {"type": "quantitative", "scale": {"domain": [0, 100]}, "title": "score, %"}
    colour = {"field": "kind", "type": "nominal", "scale": {"domain": kinds}, "title": None}
    shape = {**colour, "scale": {"domain": kinds, "range": SHAPES[: len(kinds)]}}
    return [
        {
            "mark": {"type": "rule", "strokeWidth": 2},
            "encoding": {
                "y": names,
                "x": {"field": "low", **scores},
                "x2": {"field": "high"},
                "color": colour,
            },
        },
        {
            "mark": {"type": "point", "filled": True, "size": 80, "opacity": 1},
            "encoding": {"y": names, "x": {"field": "value", **scores}, "color": colour, "shape": shape},
        },
    ]


def _chance() -> Spec:
    return {
        "mark": {"type": "rule", "strokeDash": [2, 3], "color": "#777777"},
        "encoding": {"x": {"aggregate": "max", "field": "chance", "type": "quantitative"}},
    }
