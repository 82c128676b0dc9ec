"""From a raw answer to its plain lines: rules 1 and 2 of docs/scoring.md.

Every step takes time in proportion to the text, whatever the text is.
"""

from __future__ import annotations

import json
import re
import unicodedata
from collections import deque
from itertools import groupby, islice

# Of what stands outside reasoning, this much is read, in characters: the end, where answers stand.
LONGEST_READ = 200_000
# Sorting a run of combining marks takes time that grows with its square; no language needs more in a row.
_MOST_COMBINING = 8

# What a keyboard or a model writes for an apostrophe, a prime or a degree sign. Mapped before NFKC, which
# would turn some of them into a space and an accent. Characters without width are dropped, and the two
# ligatures that NFKC would make whole sentences of.
_LOOKALIKES = str.maketrans(
    {**dict.fromkeys("‘’‛′´ʹʼ", "'"), **dict.fromkeys("º˚", "°"), "″": "''"}
    | dict.fromkeys("\u200b\u200c\u200d\u200e\u200f\u2060\ufeff\u00ad\u0000\ufdfa\ufdfb", "")
)
# NFKC would make 32 of 3², and 31 of 3①.
_ODD_DIGITS = "¹²³⁰⁴-⁹₀-₉①-⓿❶-➓¼-¾⅐-⅞"
_GLUED_DIGIT = re.compile(rf"(?<=[0-9])(?=[{_ODD_DIGITS}])|(?<=[{_ODD_DIGITS}])(?=[0-9])")
_DASH_BEFORE_NUMBER = re.compile(r"[\u2212\u2010-\u2015](?=\s*\.?[0-9])")
_PLAIN = re.compile(r"[A-Za-z0-9 ,;:.+()-]*")

_REASONING = re.compile(
    r"<(?P<close>/?)(?P<name>think|thinking|thoughts?|reasoning|reason|analysis|reflection|scratchpad|seed:think)"
    r"(?:\s[^<>\n]{0,80})?>"
    r"|[◁\[](?P<shut>/?)think[▷\]]"
    r"|<\|(?P<bar>/?)think\|>"
    r"|<\|(?:begin|(?P<end>end))_of_thought\|>",
    re.IGNORECASE,
)
_OPENS_REASONING = "<[◁"  # what every such mark begins with
# Some models announce each part of what they write, the answer last.
_CHANNEL = re.compile(r"<\|channel\|>\s?(?P<name>[a-z]{1,20})[^<\n]{0,80}<\|message\|>", re.IGNORECASE)

_BREAK_TAG = re.compile(r"</answer\s*>|<br\s*/?>", re.IGNORECASE)
_ANSWER_TAG = re.compile(r"<answer\s*>", re.IGNORECASE)
_TAG = re.compile(r"</?[A-Za-z][A-Za-z0-9]{0,15}\s?/?>|<\|[^|<>\s]{0,40}\|>")
_FENCE = re.compile(r"^[ \t]*(?:`{3,}|~{3,})(?:[\w+-]{2,20})?[ \t]*$", re.MULTILINE)
_LATEX = re.compile(r"\\[A-Za-z]+|[\\{}$^]")
_OPENS_LATEX = "\\{}$^"
_FANCY_QUOTES = "`“”„«»"
_DELETED = str.maketrans(dict.fromkeys(_FANCY_QUOTES))
# O_1 is a name; _move x 3_ is emphasis.
_OUTER_UNDERSCORE = re.compile(r"(?<![^\W_])_+|_+(?![^\W_])")
_DOUBLE_QUOTE = re.compile(r'(?P<before>[^\W_]?)"')
_LINE_START = re.compile(r"(?:(?:[>•·*+-]|#{1,6}|[0-9]{1,3}[.)])(?:\s+|$))+")
_STARS_AND_QUOTES = re.compile(r"\*+|'+")

_ANSWER_KEYS = ("answer", "final answer", "response")


def clean(text: str) -> list[str] | None:
    """The lines of an answer without reasoning and its marks; None if its reasoning never ends.

    What a line looks like inside, `tidy` puts in order.
    """
    if len(text) <= LONGEST_READ and _PLAIN.fullmatch(text):
        return [text]
    said = _outside_reasoning(_unify(text))
    if said is None:
        return None
    said = said[-LONGEST_READ:]
    if "```" in said or "~~~" in said:
        said = _FENCE.sub("", said)
    said = _answer_of_object(said) or said
    if "<" in said:
        said = _ANSWER_TAG.sub("\nAnswer: ", _BREAK_TAG.sub("\n", said))
        said = _TAG.sub(" ", said)
    if _holds(said, _OPENS_LATEX):
        said = _LATEX.sub(" ", said)
    if _holds(said, _FANCY_QUOTES):
        said = said.translate(_DELETED)
    lines = _without_outer_marks(said.replace("~~", "")).splitlines()
    return [line for line in lines if line and not line.isspace()]


def _holds(text: str, characters: str) -> bool:
    """Whether any of the characters stands in a text: ten times as fast as to replace what is not there."""
    return any(character in text for character in characters)


def tidy(line: str) -> str:
    """One line without Markdown, its spaces single."""
    line = " ".join(line.split())
    start = _LINE_START.match(line)
    if start:
        line = line[start.end() :]
    return _without_emphasis(line) if "*" in line or "'" in line else line


def _unify(text: str) -> str:
    """NFKC, one apostrophe, one degree sign, one minus sign."""
    if text.isascii():
        return text.replace("\0", "")
    text = _GLUED_DIGIT.sub(" ", text.translate(_LOOKALIKES))
    runs = groupby(text, lambda character: unicodedata.combining(character) > 0)
    capped = "".join("".join(islice(run, _MOST_COMBINING) if marks else run) for marks, run in runs)
    return _DASH_BEFORE_NUMBER.sub("-", unicodedata.normalize("NFKC", capped))


def _outside_reasoning(text: str) -> str | None:
    """What was said outside reasoning marks; None if the last one never closes.

    A closing mark without an opening one ends reasoning that began in the prompt's template, so all
    before it goes too. Marks of one name may stand inside each other.
    """
    if not _holds(text, _OPENS_REASONING):
        return text
    text, ended = _final_channel(text)
    if not ended:
        return None
    said: list[str] = []
    opened, depth, position = "", 0, 0
    for found in _REASONING.finditer(text):
        closes = bool(found["close"] or found["shut"] or found["bar"] or found["end"])
        name = (found["name"] or found[0][0]).lower()
        if depth and name == opened:
            depth += -1 if closes else 1
            position = found.end()
        elif not depth and closes:
            said, position = [], found.end()
        elif not depth:
            said.append(text[position : found.start()])
            opened, depth = name, 1
    return None if depth else "\n".join([*said, text[position:]])


def _final_channel(text: str) -> tuple[str, bool]:
    """What stands in the last channel of a text that has channels, and whether its last one is final."""
    announced = deque(_CHANNEL.finditer(text), maxlen=1)
    if not announced:
        return text, True
    return text[announced[0].end() :], announced[0]["name"].lower() == "final"


def _answer_of_object(text: str) -> str | None:
    """The answer in a text that is one JSON object with an answer in it, else None."""
    text = text.strip()
    if not (text.startswith("{") and text.endswith("}")):
        return None
    try:
        record = json.loads(text, strict=False)
    except (ValueError, RecursionError):
        return None
    named = {key.lower().replace("_", " "): value for key, value in record.items()}
    answers = [named[key] for key in _ANSWER_KEYS if isinstance(named.get(key), str)]
    return _unify(answers[0]) if answers else None


def _without_outer_marks(text: str) -> str:
    """The text without underscores around words, and without double quotes that come in pairs.

    A double quote that closes nothing, behind a letter or digit, belongs to an atom name: C1" is C1''.
    """
    if "_" in text:
        text = _OUTER_UNDERSCORE.sub(" ", text)
    if '"' not in text:
        return text
    is_open = False

    def kept(found: re.Match[str]) -> str:
        nonlocal is_open
        before, closes = found["before"], is_open
        is_open = not before and not closes
        return before if closes or not before else f"{before}''"

    return _DOUBLE_QUOTE.sub(kept, text)


def _without_emphasis(line: str) -> str:
    """The line without stars and single quotes that come in pairs.

    What closes nothing and stands behind a letter or digit stays: it belongs to an atom name (O5', O5*).
    """
    opened: dict[str, list[int]] = {"*": [], "'": []}
    parts, position = [], 0
    for found in _STARS_AND_QUOTES.finditer(line):
        start, end = found.span()
        before, after = line[start - 1 : start] or " ", line[end : end + 1] or " "
        parts += [line[position:start], _kept(found[0], before, after, opened[found[0][0]])]
        position = end
    return " ".join("".join([*parts, line[position:]]).split())


def _kept(marks: str, before: str, after: str, opened: list[int]) -> str:
    """What of a run of equal marks between two characters is no emphasis; `opened` is brought up to date."""
    left = len(marks)
    while before != " " and opened and opened[-1] <= left:
        left -= opened.pop()
    if before.isalnum():
        stray = left > 2 or (marks == "**" and not after.isalnum())
        return "" if stray else marks[:left]
    if left == len(marks) and after != " ":
        opened.append(left)
    return ""
