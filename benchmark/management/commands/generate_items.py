"""`python manage.py generate_items`: an item package from a folder of complexes, without a database."""

import argparse
import re
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser

from benchmark.formats.packages.records import SPLITS
from benchmark.formats.packages.writing import PackageError
from benchmark.generation.packing import Report, generate_package
from benchmark.generation.planning import Recipe
from benchmark.management.progress import ProgressBar
from benchmark.molecules.molecule import StructureError
from benchmark.tasks import UnknownTask, all_tasks, get_task

SMALLEST_SIDE, LARGEST_SIDE = 64, 4096


class Command(BaseCommand):
    help = (
        "Make an item package from complexes: <id>_pocket.pdb beside <id>_ligand.mol2, .sdf, .pdb or .cif, "
        "or PDBbind's <id>/<id>_pocket.pdb. What cannot be made is listed at the end; the exit status is 1 "
        "only where there is no package."
    )
    requires_system_checks: list[str] = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--structures", type=Path, required=True, metavar="DIR", help="the folder of complexes")
        add("--out", type=Path, required=True, metavar="DIR", help="the package: a new or empty folder")
        add("--split", choices=SPLITS, required=True, help="train gives about twice as many items")
        add("--seed", type=int, default=1, help="another seed, another package (1)")
        add("--tasks", type=_tasks, default=_all_tasks(), metavar="A,B", help="only these tasks")
        add("--size", type=_size, default=(800, 600), metavar="WxH", help="of each picture, pixels (800x600)")
        add("--workers", type=_positive, default=1, metavar="N", help="processes; same package (1)")
        add("--most-per-task", type=_positive, metavar="N", help="at most so many items of each task")
        add("--show-structure-id", action="store_true", help="name the PDB entry in the questions")
        add("--name", help="the benchmark's name (the name of the folder)")

    def handle(self, *args: Any, **options: Any) -> None:
        width, height = options["size"]
        recipe = Recipe(
            split=options["split"],
            seed=options["seed"],
            tasks=options["tasks"],
            width=width,
            height=height,
            show_structure_id=options["show_structure_id"],
            most_per_task=options["most_per_task"],
        )
        out: Path = options["out"]
        try:
            report = generate_package(
                options["structures"],
                out,
                recipe,
                name=options["name"] or out.absolute().name,
                workers=options["workers"],
                progress=ProgressBar(self.stderr),
            )
        except (PackageError, StructureError) as problem:
            raise CommandError(str(problem)) from None
        self._tell(report, out)

    def _tell(self, report: Report, out: Path) -> None:
        for sentence in report.left_out:
            self.stderr.write(f"Left out: {sentence}")
        for task, strata in report.counts.items():
            parts = ", ".join(f"{number} {stratum}" for stratum, number in strata.items() if stratum)
            self.stdout.write(f"{task}: {sum(strata.values())}" + (f" ({parts})" if parts else ""))
        items = sum(sum(strata.values()) for strata in report.counts.values())
        self.stdout.write(f"{items} items, {report.pictures} pictures: {out}")


def _all_tasks() -> tuple[str, ...]:
    return tuple(task.slug for task in all_tasks())


def _tasks(text: str) -> tuple[str, ...]:
    wanted = {part.strip() for part in text.split(",") if part.strip()}
    try:
        return tuple(task.slug for task in sorted(map(get_task, wanted), key=lambda task: task.order))
    except UnknownTask as problem:
        raise argparse.ArgumentTypeError(str(problem)) from None


def _size(text: str) -> tuple[int, int]:
    match = re.fullmatch(r"(\d{1,5})[xX×](\d{1,5})", text)
    if match is None or not all(SMALLEST_SIDE <= int(side) <= LARGEST_SIDE for side in match.groups()):
        raise argparse.ArgumentTypeError(
            f"{text!r} is no picture size; write it as 800x600, each side {SMALLEST_SIDE} to {LARGEST_SIDE}."
        )
    return int(match[1]), int(match[2])


def _positive(text: str) -> int:
    if not text.isdigit() or int(text) == 0:
        raise argparse.ArgumentTypeError(f"{text!r} is no whole number from 1.")
    return int(text)
