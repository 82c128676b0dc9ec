"""From the arrays of `queries` to the means of one column: of people, of runs, and paired differences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from benchmark import statistics
from benchmark.statistics import over_people_and_structures, over_structures
from misi_web.results.figures import Size, Sized
from misi_web.results.queries import Answers, Floats, ItemScores, Tally


class ColumnAnswers:
    """What people said in one column, of `people` and `structures` that all columns have together."""

    def __init__(self, answers: Answers, people: int, structures: int) -> None:
        self.answers, self.people, self.structures = answers, people, structures
        self.items, self.first, self.item_of = np.unique(
            answers.items, return_index=True, return_inverse=True
        )

    def of_people(self) -> Sized:
        """People's mean."""
        counts = np.ones((len(self.answers.items), 1))
        means = self._means(counts, self.answers.scores[:, np.newaxis])
        return Sized(means, self._sizes(np.ones((len(self.items), 1), dtype=bool)))

    def of_runs(self, scores: ItemScores) -> Sized:
        """The runs' means over the items that people saw, each item once."""
        found, samples = scores.of(self.items)
        there = ~np.isnan(found)
        counts, sums = np.zeros((2, self.structures, found.shape[1]))
        where = self.answers.structures[self.first]
        np.add.at(counts, where, there)
        np.add.at(sums, where, np.nan_to_num(found))
        sizes = zip(samples.sum(axis=0).tolist(), there.sum(axis=0).tolist(), strict=True)
        return Sized(over_structures(counts, sums), [Size(*size) for size in sizes])

    def differences(self, scores: ItemScores) -> tuple[Sized, Floats, Floats]:
        """People minus each run over the items both answered; and the two means that were subtracted."""
        found, _ = scores.of(self.items)
        there = ~np.isnan(found)
        shared = there[self.item_of].astype(float)
        of_people = shared * self.answers.scores[:, np.newaxis]
        of_runs = np.nan_to_num(found)[self.item_of]
        answers = np.maximum(shared.sum(axis=0), 1)
        differences = Sized(self._means(shared, of_people - of_runs), self._sizes(there))
        return differences, of_people.sum(axis=0) / answers, of_runs.sum(axis=0) / answers

    def _means(self, counts: Floats, scores: Floats) -> statistics.Means:
        answers = statistics.Clusters(self.answers.people, self.answers.structures)
        return over_people_and_structures(answers, counts, scores, self.people, self.structures)

    def _sizes(self, there: NDArray[np.bool_]) -> list[Size]:
        """How many answers, items and people stand behind means over some items (items, n)."""
        sizes = []
        for items in there.T:
            people = self.answers.people[items[self.item_of]]
            sizes.append(Size(len(people), int(items.sum()), int(np.count_nonzero(np.bincount(people)))))
        return sizes


def of_whole_runs(tallies: Sequence[Tally], structures: int) -> Sized:
    """The runs' means over all items of the version."""
    tables = np.array([tally.clusters for tally in tallies]).reshape(len(tallies), structures, 2)
    means = over_structures(tables[:, :, 0].T, tables[:, :, 1].T)
    return Sized(means, [Size(tally.answers, tally.items) for tally in tallies])
