"""The order of one person's items."""

import random
from collections import Counter
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from annotation.sessions.dealing import Card, block_order, deal, spread

TASKS = tuple("abcdefghi")


def cards(*structures: str, task: str = "a") -> list[Card]:
    return [Card(number, task, structure) for number, structure in enumerate(structures)]


@pytest.mark.parametrize("count", [1, 2, 3, 4, 8, 9])
def test_over_a_full_square_every_task_stands_in_every_place_equally_often(count: int) -> None:
    people = count * (2 if count % 2 else 1)
    rows = [block_order(TASKS[:count], number) for number in range(people)]
    places = Counter((place, task) for row in rows for place, task in enumerate(row))
    assert set(places.values()) == {people // count}
    assert len(places) == count * count


@pytest.mark.parametrize("count", [2, 3, 4, 8, 9])
def test_over_a_full_square_every_task_follows_every_other_equally_often(count: int) -> None:
    people = count * (2 if count % 2 else 1)
    follows = Counter(
        pair for number in range(people) for pair in pairwise(block_order(TASKS[:count], number))
    )
    assert len(follows) == count * (count - 1)
    assert len(set(follows.values())) == 1


def test_no_task_gives_no_block() -> None:
    assert block_order((), 3) == ()


hands = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("PQRST")), max_size=40).map(
    lambda pairs: [Card(number, task, structure) for number, (task, structure) in enumerate(pairs)]
)


@given(hands, st.integers(0, 100), st.integers(0, 2**32))
def test_everything_is_dealt_once_and_in_blocks(hand: list[Card], number: int, seed: int) -> None:
    dealt = deal(hand, "abc", number=number, seed=seed)
    assert sorted(dealt, key=lambda card: card.id) == hand
    changes = sum(left.task != right.task for left, right in pairwise(dealt))
    assert changes == max(len({card.task for card in hand}) - 1, 0)


@given(hands, st.integers(0, 100), st.integers(0, 2**32), st.randoms())
def test_the_seed_decides_whatever_order_the_items_come_in(
    hand: list[Card], number: int, seed: int, shuffle: random.Random
) -> None:
    shuffled = shuffle.sample(hand, len(hand))
    assert deal(shuffled, "abc", number=number, seed=seed) == deal(hand, "abc", number=number, seed=seed)


@given(hands, st.integers(0, 100), st.integers(0, 2**32))
def test_no_structure_follows_itself_while_the_block_has_another(
    hand: list[Card], number: int, seed: int
) -> None:
    dealt = deal(hand, "abc", number=number, seed=seed)
    for place, (left, right) in enumerate(pairwise(dealt)):
        if left.structure == right.structure:
            rest = [card.structure for card in dealt[place + 1 :] if card.task == right.task]
            assert set(rest) == {right.structure}


@given(st.lists(st.sampled_from("PQRS"), max_size=30), st.integers(0, 2**32))
def test_a_block_that_can_be_dealt_without_repetition_is(structures: list[str], seed: int) -> None:
    most = max(Counter(structures).values(), default=0)
    dealt = spread(cards(*structures), random.Random(seed))
    repeats = sum(left.structure == right.structure for left, right in pairwise(dealt))
    # With m cards of one structure and r others, m - r - 1 of them must meet, and no more do.
    assert repeats == max(0, 2 * most - len(structures) - 1)


def test_two_seeds_give_two_orders() -> None:
    hand = cards(*"PQRSTUVW")
    assert deal(hand, "a", number=0, seed=1) != deal(hand, "a", number=0, seed=2)


def test_a_fixed_order_keeps_the_tasks_as_given() -> None:
    hand = [Card(1, "a", "P"), Card(2, "b", "P"), Card(3, "c", "P")]
    assert [card.task for card in deal(hand, "cab", number=5, seed=1, balanced=False)] == ["c", "a", "b"]


def test_a_task_that_was_not_asked_for_is_not_dealt() -> None:
    assert deal(cards("P", task="z"), "a", number=0, seed=1) == []
