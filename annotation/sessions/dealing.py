"""Which items one person gets, in which order: a pure function of the items, the person's number and a seed.

Items come in blocks, one per task. The blocks' order is balanced over people: over as many people as the
square has rows, every task stands equally often in every place and follows every other task equally often.
Within a person no two items in a row show one structure where another choice exists.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import groupby


@dataclass(frozen=True, slots=True)
class Card:
    """An item as the dealer knows it: its id, its task, and the structure it shows."""

    id: int
    task: str
    structure: str


def block_order(tasks: Sequence[str], number: int) -> tuple[str, ...]:
    """The order of the tasks for the person with this number (0, 1, ...), from a Williams square.

    Each row shifts the first one, which zigzags from both ends: 0, 1, n-1, 2, n-2, ... An odd number of
    tasks needs the mirrored rows too before every task has followed every other equally often.
    See E. J. Williams (1949), Australian Journal of Scientific Research A 2, 149-168.
    """
    count = len(tasks)
    if not count:
        return ()
    zigzag = [(step + 1) // 2 if step % 2 else (count - step // 2) % count for step in range(count)]
    row = [tasks[(place + number) % count] for place in zigzag]
    mirrored = count % 2 and (number // count) % 2
    return tuple(reversed(row)) if mirrored else tuple(row)


def deal(
    cards: Iterable[Card], tasks: Sequence[str], *, number: int, seed: int, balanced: bool = True
) -> list[Card]:
    """All cards of these tasks, block after block, in the order of one person.

    `balanced` false keeps the tasks as given. The same arguments give the same order, however the cards come.
    """
    rng = random.Random(seed)
    blocks: dict[str, list[Card]] = {task: [] for task in tasks}
    for card in sorted(cards, key=lambda card: card.id):
        if card.task in blocks:
            blocks[card.task].append(card)
    order = block_order([task for task in tasks if blocks[task]], number) if balanced else tasks
    dealt: list[Card] = []
    for task in order:
        dealt += spread(blocks[task], rng, after=dealt[-1].structure if dealt else None)
    return dealt


def spread(cards: Sequence[Card], rng: random.Random, after: str | None = None) -> list[Card]:
    """The cards shuffled so that no structure follows itself while there is another to deal.

    A structure that fills more than half of what is left goes first: put off, it would meet itself later.
    """
    piles: dict[str, list[Card]] = {}
    for card in rng.sample(cards, len(cards)):
        piles.setdefault(card.structure, []).append(card)
    left = Counter({structure: len(pile) for structure, pile in piles.items()})
    dealt: list[Card] = []
    for remaining in range(len(cards), 0, -1):
        after = _next_structure(left, remaining, after, rng)
        dealt.append(piles[after].pop())
        left[after] -= 1
        if not left[after]:
            del left[after]
    return dealt


def _next_structure(left: Counter[str], remaining: int, last: str | None, rng: random.Random) -> str:
    others = [structure for structure in left if structure != last]
    if not others:
        return next(iter(left))
    crowded = max(others, key=lambda structure: left[structure])
    if 2 * left[crowded] > remaining:
        return crowded
    # A structure is as likely as it has cards, so that the small ones do not all come first.
    return rng.choices(others, weights=[left[structure] for structure in others])[0]


def blocks(dealt: Iterable[Card]) -> list[list[str | int]]:
    """The plan in short: for each block its task and how many items it has."""
    return [[task, len(list(run))] for task, run in groupby(dealt, key=lambda card: card.task)]
