"""Answers scored per second, beside reading the same JSON lines."""

import json

from bench.reporting import best_seconds, sentence
from benchmark.formats.score_lines import score_lines

ROUNDS = 2_000
# A right, a wrong and a wordy answer of every kind.
EXAMPLES = [
    ("translation", "move x 3", "move x 3"),
    ("translation", "move x 3", "The molecule went to the right. Answer: move x 2"),
    ("rotation", "roll y -15", "**roll y -30**"),
    ("zooming", "move z 47", "move z 47"),
    ("residue_ligand", "Yes: ARG NH2, O22; ARG N, O23", "Yes: ARG NH2, O22; ARG NE, O23"),
    ("residue_ligand", "No", "No."),
    ("translation_rotation", "B", "Final answer: (B)"),
    ("rotation_rotation", "D", "A"),
    ("docking", "roll x 75, move x -14", "roll x 60, move x -12"),
    ("interaction_location", "C", "The answer is C"),
    ("pocket_ligand", "ARG 221 NH2 A, O22; ARG 221 N A, O23", "ARG 221 NH2 A, O22; ARG 221 N A, O23"),
]


def main() -> None:
    records = [{"task": task, "truth": truth, "answer": answer} for task, truth, answer in EXAMPLES]
    lines = [json.dumps(record).encode() for record in records] * ROUNDS
    assert all("error" not in scored for scored in score_lines(lines[: len(EXAMPLES)]))
    seconds = best_seconds(lambda: list(score_lines(lines)))
    floor = best_seconds(lambda: [json.loads(line) for line in lines])
    what = f"scorings of {len(lines):,} lines"
    print(sentence(what, count=len(lines), seconds=seconds, floor="reading the JSON", floor_seconds=floor))


if __name__ == "__main__":
    main()
