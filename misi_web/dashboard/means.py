"""From the arrays of `queries` to the means of one column: of people, of runs, and paired differences."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from benchmark.statistics import Cells, over_people_and_structures, over_structures
from misi_web.dashboard.figures import Size, Sized
from misi_web.dashboard.queries import Answers, Floats, Integers, ItemScores, Tally


class Column:
    """What people said in one column, laid out for resampling `people` and `structures` in all."""

    def __init__(self, answers: Answers, people: int, structures: int) -> None:
        self.answers, self.people, self.structures = answers, people, structures
        pair = answers.people * structures + answers.structures
        self.pairs, self.cell_of = np.unique(pair, return_inverse=True)

    def cells(self, counts: Floats, scores: Floats) -> Cells:
        """Entries (answers, n) summed by person and structure."""
        return Cells(
            self.pairs // max(self.structures, 1),
            self.pairs % max(self.structures, 1),
            _summed(self.cell_of, counts, len(self.pairs)),
            _summed(self.cell_of, scores, len(self.pairs)),
        )

    def of_people(self) -> Sized:
        """People's mean."""
        scores = self.answers.scores[:, np.newaxis]
        cells = self.cells(np.ones_like(scores), scores)
        return Sized(
            over_people_and_structures(cells, self.people, self.structures), [self._size(slice(None))]
        )

    def of_runs(self, scores: ItemScores) -> Sized:
        """The runs' means over the items that people saw, each item once."""
        items, first = np.unique(self.answers.items, return_index=True)
        table, samples = (part[scores.rows_of(items)] for part in (scores.scores, scores.samples))
        there = ~np.isnan(table)
        where = self.answers.structures[first]
        means = over_structures(
            _summed(where, there.astype(float), self.structures),
            _summed(where, np.nan_to_num(table), self.structures),
        )
        counts = zip(samples.sum(axis=0).tolist(), there.sum(axis=0).tolist(), strict=True)
        return Sized(means, [Size(answers, items) for answers, items in counts])

    def differences(self, scores: ItemScores) -> tuple[Sized, Floats, Floats]:
        """People minus each run over the items both answered; and the two means that were subtracted."""
        of_runs = scores.scores[scores.rows_of(self.answers.items)]
        there = ~np.isnan(of_runs)
        of_people = np.where(there, self.answers.scores[:, np.newaxis], 0.0)
        of_runs = np.nan_to_num(of_runs)
        cells = self.cells(there.astype(float), of_people - of_runs)
        means = over_people_and_structures(cells, self.people, self.structures)
        pairs = np.maximum(there.sum(axis=0), 1)
        sizes = [self._size(shared) for shared in there.T]
        return Sized(means, sizes), of_people.sum(axis=0) / pairs, of_runs.sum(axis=0) / pairs

    def _size(self, chosen: Integers | slice) -> Size:
        people, items = self.answers.people[chosen], self.answers.items[chosen]
        return Size(len(items), len(np.unique(items)), len(np.unique(people)))


def of_whole_runs(tallies: Sequence[Tally], structures: int) -> Sized:
    """The runs' means over all items of the version."""
    tables = np.array([tally.clusters for tally in tallies]).reshape(len(tallies), structures, 2)
    means = over_structures(tables[:, :, 0].T, tables[:, :, 1].T)
    return Sized(means, [Size(tally.answers, tally.items) for tally in tallies])


def _summed(numbers: Integers, values: Floats, length: int) -> Floats:
    sums = np.zeros((length, values.shape[1]))
    np.add.at(sums, numbers, values)
    return sums
