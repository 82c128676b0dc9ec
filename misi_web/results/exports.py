"""The results as files: JSON and CSV with all decimals, a LaTeX table with one."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from misi_web.results.comparison import AVERAGE, Comparison
from misi_web.results.figures import Figure
from misi_web.results.leaderboard import PUBLISHED, Entry, Leaderboard

FIGURE_FIELDS = ("value", "low", "high", "interval", "answers", "items", "people", "reason")
COMPARISON_FIELDS = (
    "metric",
    "policy",
    "column",
    "averaged",
    "respondent",
    "kind",
    "run",
    "scope",
    *FIGURE_FIELDS,
)
LEADERBOARD_FIELDS = (
    *("metric", "policy", "respondent", "kind", "item_set", "source", "run", "column", "averaged"),
    *FIGURE_FIELDS,
    *("rank_best", "rank_worst", "printed_average", "printed_rank", "rank", "notes"),
)
FORMULA_STARTS = ("=", "+", "-", "@", "\t", "\r")  # what a spreadsheet would run
LATEX_SPECIAL = {
    "\\": r"\textbackslash{}",
    **{sign: f"\\{sign}" for sign in "&%$#_{}"},
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "–": "--",
    "−": "$-$",
}


def figure_fields(figure: Figure) -> dict[str, Any]:
    """A figure with all its decimals."""
    size = figure.size
    return {
        "value": figure.value,
        "low": figure.low,
        "high": figure.high,
        "interval": figure.method or None,
        "answers": size.answers,
        "items": size.items,
        "people": size.people,
        "reason": figure.reason or None,
    }


def comparison_records(found: Comparison) -> list[dict[str, Any]]:
    """One record for each figure. `scope` is items people saw, all items, or people minus model."""
    return [
        {
            "metric": found.metric,
            "policy": found.policy,
            "column": block.name,
            "averaged": block.averaged,
            "respondent": row.name,
            "kind": row.kind,
            "run": row.run,
            "scope": scope,
            **figure_fields(figure),
        }
        for block in found.blocks
        for row in block.rows
        for scope, figure in (("seen", row.seen), ("all", row.whole), ("difference", row.difference))
        if figure is not None
    ]


def leaderboard_records(found: Leaderboard) -> list[dict[str, Any]]:
    """One record for each respondent and column; the average is a column too."""
    return [
        {
            "metric": found.metric,
            "policy": found.policy if entry.kind != PUBLISHED else None,
            "respondent": entry.name,
            "kind": entry.kind,
            "item_set": entry.item_set or None,
            "source": entry.source or None,
            "run": entry.run,
            "column": column,
            "averaged": averaged,
            **figure_fields(figure),
            **(_of_average(entry) | {"notes": " ".join(entry.notes)} if column == AVERAGE else {}),
        }
        for entry in found.entries
        for column, averaged, figure in _columns(found, entry)
    ]


def leaderboard_json(found: Leaderboard) -> dict[str, Any]:
    """The same, one object for each respondent."""
    return {
        "metric": found.metric,
        "policy": found.policy,
        "averaged_columns": [heading.name for heading in found.headings if heading.averaged],
        "respondents": [
            {
                "name": entry.name,
                "kind": entry.kind,
                "item_set": entry.item_set or None,
                "source": entry.source or None,
                "run": entry.run,
                **_of_average(entry),
                "notes": list(entry.notes),
                "columns": {name: figure_fields(figure) for name, _, figure in _columns(found, entry)},
            }
            for entry in found.entries
        ],
    }


def comparison_csv(found: Comparison) -> str:
    return _as_csv(comparison_records(found), COMPARISON_FIELDS)


def leaderboard_csv(found: Leaderboard) -> str:
    return _as_csv(leaderboard_records(found), LEADERBOARD_FIELDS)


def _as_csv(records: Iterable[Mapping[str, Any]], fields: Sequence[str]) -> str:
    """Comma-separated lines under a header; missing values are empty."""
    lines = io.StringIO()
    writer = csv.DictWriter(lines, fields, lineterminator="\r\n")
    writer.writeheader()
    writer.writerows({name: _harmless(value) for name, value in record.items()} for record in records)
    return lines.getvalue()


def leaderboard_latex(found: Leaderboard, title: str) -> str:
    """A table for a paper (needs the package booktabs): measured rows, then published ones."""
    head = ["Respondent", "Average", "Ranks", *map(_heading, found.headings)]
    measured = [entry for entry in found.entries if entry.kind != PUBLISHED]
    published = [entry for entry in found.entries if entry.kind == PUBLISHED]
    groups = [[_latex_row(entry) for entry in group] for group in (measured, published) if group]
    caption = (
        f"{latex(title)}: {found.metric} scores in per cent under the {found.policy} policy, with 95\\,\\% "
        "intervals. Columns marked $^\\dagger$ do not count in the average. Ranks of measured models are "
        "ranges from a paired bootstrap; published rows have their printed rank."
    )
    return "\n".join(
        [
            r"\begin{table}",
            rf"\caption{{{caption}}}",
            rf"\begin{{tabular}}{{l{'r' * (len(head) - 1)}}}",
            r"\toprule",
            " & ".join(head) + r" \\",
            r"\midrule",
            "\n\\midrule\n".join("\n".join(rows) for rows in groups),
            r"\bottomrule",
            r"\end{tabular}",
            r"\end{table}",
            "",
        ]
    )


def latex(text: str) -> str:
    """A text with LaTeX's own signs escaped."""
    return "".join(LATEX_SPECIAL.get(sign, sign) for sign in text)


def _columns(found: Leaderboard, entry: Entry) -> list[tuple[str, bool, Figure]]:
    cells = zip(found.headings, entry.cells, strict=True)
    return [
        (AVERAGE, True, entry.average),
        *((heading.name, heading.averaged, figure) for heading, figure in cells),
    ]


def _of_average(entry: Entry) -> dict[str, Any]:
    best, worst = entry.ranks or (None, None)
    return {
        "rank_best": best,
        "rank_worst": worst,
        "printed_average": entry.printed_average,
        "printed_rank": entry.printed_rank,
        "rank": entry.rank,
    }


def _harmless(value: Any) -> Any:
    """Names come from uploads: a spreadsheet must not take one for a formula."""
    return f"'{value}" if isinstance(value, str) and value.startswith(FORMULA_STARTS) else value


def _heading(heading: Any) -> str:
    return latex(heading.title) + ("" if heading.averaged else r"$^\dagger$")


def _latex_row(entry: Entry) -> str:
    name = latex(entry.name) + (f" (published, {entry.item_set} set)" if entry.kind == PUBLISHED else "")
    return (
        " & ".join(
            [name, *map(_latex_figure, (entry.average,)), _ranks(entry), *map(_latex_figure, entry.cells)]
        )
        + r" \\"
    )


def _ranks(entry: Entry) -> str:
    if entry.ranks is not None:
        best, worst = entry.ranks
        return str(best) if best == worst else f"{best}--{worst}"
    return "--" if entry.printed_rank is None else str(entry.printed_rank)


def _latex_figure(figure: Figure) -> str:
    if figure.value is None:
        return "--"
    if figure.low is None or figure.high is None:
        return f"{figure.value:.1f}"
    return rf"{figure.value:.1f} {{\scriptsize [{figure.low:.1f}, {figure.high:.1f}]}}"
