"""Small molecules drawn with ruler and compass, so that bond lengths and angles are exactly what a test says.

A tree is `("C", (1.22, "O"), (1.34, ("N", (1.46, "C"))))`: an element and its substituents with their bond
lengths; it grows flat, in zigzag, at 120°. A ring is a regular polygon with trees on its corners.
"""

from collections.abc import Sequence
from math import cos, pi, radians, sin
from typing import Any

from benchmark.molecules.chemistry.neighbourhood import Neighbourhood
from benchmark.molecules.chemistry.polar_atoms import polar_class
from benchmark.molecules.molecule import Molecule
from benchmark.molecules.readers.assembly import Atom, ResidueKey, assemble

Tree = Any  # "C", or ("C", (length, Tree), ...)
Spots = list[tuple[str, float, float, float]]  # element, x, y, z in ångström


def tree(root: Tree, turn: float = 120.0) -> Spots:
    """A flat tree; its first atom stands at the origin."""
    spots: Spots = []
    _grow(spots, root, (0.0, 0.0), None, turn)
    return spots


def _grow(
    spots: Spots, node: Tree, place: tuple[float, float], direction: float | None, turn: float = 120.0
) -> None:
    element, *branches = (node,) if isinstance(node, str) else node
    spots.append((element, *place, 0.0))
    headings = {1: [60.0], 2: [60.0, -60.0], 3: [90.0, 0.0, -90.0]}.get(len(branches), [])
    if direction is None:
        headings = (
            [360.0 / len(branches) * k for k in range(len(branches))] if len(branches) != 2 else [turn, 0.0]
        )
    for heading, (length, child) in zip(headings, branches, strict=True):
        towards = (direction or 0.0) + heading
        spot = place[0] + length * cos(radians(towards)), place[1] + length * sin(radians(towards))
        _grow(spots, child, spot, towards)


def ring(elements: str, side: float = 1.38, outer: dict[int, tuple[float, Tree]] | None = None) -> Spots:
    """A regular ring, one letter per atom, first at the top and first in the list; `outer` hangs trees on its
    corners."""
    size = len(elements)
    radius = side / (2 * sin(pi / size))
    angles = [90.0 + 360.0 / size * k for k in range(size)]
    spots: Spots = [
        (element, radius * cos(radians(angle)), radius * sin(radians(angle)), 0.0)
        for element, angle in zip(elements, angles, strict=True)
    ]
    for corner, (length, node) in sorted((outer or {}).items()):
        away = angles[corner]
        _grow(
            spots,
            node,
            ((radius + length) * cos(radians(away)), (radius + length) * sin(radians(away))),
            away,
        )
    return spots


def tetrahedral(centre: str, length: float, elements: str) -> Spots:
    """Up to four substituents at the corners of a tetrahedron around the origin."""
    corners = [(1, 1, 1), (1, -1, -1), (-1, 1, -1), (-1, -1, 1)]
    scale = length / 3**0.5
    ends = [(e, x * scale, y * scale, z * scale) for e, (x, y, z) in zip(elements, corners, strict=False)]
    return [(centre, 0.0, 0.0, 0.0), *ends]


def molecule(spots: Spots, residue: str = "LIG", names: Sequence[str] = ()) -> Molecule:
    given = names or [""] * len(spots)
    key = ResidueKey(residue, chain="A")
    return assemble([Atom(name, e, (x, y, z), key) for name, (e, x, y, z) in zip(given, spots, strict=True)])


def roles(made: Molecule) -> dict[str, str]:
    """The role of every polar atom by its name, "" for none; other atoms only if they (wrongly) have one."""
    around = Neighbourhood(made)
    found = {name: polar_class(atom, around) for atom, name in enumerate(made.names)}
    return {
        name: role.name if role else ""
        for (name, role), element in zip(found.items(), made.elements, strict=True)
        if role or element in ("N", "O", "S")
    }
