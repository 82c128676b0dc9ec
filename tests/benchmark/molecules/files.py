"""Small builders of structure files, so that each test shows what is odd about its file."""

from collections.abc import Iterable, Sequence
from itertools import count

from benchmark.molecules.molecule import Molecule

Place = tuple[float, float, float]


def pdb_atom(
    name: str,
    place: Place,
    residue: str = "GLY",
    number: int = 1,
    chain: str = "A",
    *,
    element: str | None = None,
    letter: str = "",
    insertion: str = "",
    occupancy: float = 1.0,
    serial: int = 1,
    record: str = "ATOM",
    end: str | None = None,
) -> str:
    """One atom line. `element` "" leaves the element columns empty; `end` replaces columns 67-80."""
    shown = name[0] if element is None else element
    field = f"{name:<4}" if len(name) == 4 or len(shown) == 2 else f" {name:<3}"
    x, y, z = place
    line = (
        f"{record:<6}{serial:>5} {field}{letter or ' '}{residue:>3} "
        f"{chain or ' '}{number:>4}{insertion or ' '}   "
        f"{x:8.3f}{y:8.3f}{z:8.3f}{occupancy:6.2f}{20.0:6.2f}"
    )
    return line + (f"          {shown:>2}" if end is None else end)


def glycine(number: int = 1, chain: str = "A", x: float = 0.0, **options: object) -> list[str]:
    """The four heavy atoms of a glycine, `x` ångström to the right."""
    places = {"N": (0.0, 0.0, 0.0), "CA": (1.45, 0.0, 0.0), "C": (2.0, 1.42, 0.0), "O": (1.25, 2.4, 0.0)}
    return [
        pdb_atom(name, (px + x, py, pz), "GLY", number, chain, **options)  # type: ignore[arg-type]
        for name, (px, py, pz) in places.items()
    ]


def text(lines: Iterable[str]) -> bytes:
    return "".join(f"{line}\n" for line in lines).encode()


POCKET = text(glycine())
METHANOL = text(
    [
        pdb_atom("C1", (0.0, -4.2, 0.5), "MOH", chain="L", record="HETATM"),
        pdb_atom("O1", (0.0, -2.9, 0.0), "MOH", chain="L", record="HETATM"),
    ]
)


def sdf(atoms: Sequence[tuple[str, Place]], bonds: Sequence[tuple[int, int, int]] = ()) -> bytes:
    """A V2000 file; bonds count atoms from 0."""
    head = ["title", "  program", "", f"{len(atoms):3}{len(bonds):3}  0  0  0  0  0  0  0  0999 V2000"]
    rows = [f"{x:10.4f}{y:10.4f}{z:10.4f} {symbol:<3} 0  0  0  0" for symbol, (x, y, z) in atoms]
    links = [f"{first + 1:3}{second + 1:3}{order:3}  0" for first, second, order in bonds]
    return text([*head, *rows, *links, "M  END", "$$$$"])


def mol2(
    atoms: Sequence[tuple[str, str, Place]], bonds: Sequence[tuple[int, int, str]] = (), residue: str = "LIG1"
) -> bytes:
    """A MOL2 file of (name, type, place) atoms; bonds count atoms from 0."""
    head = ["# made by a test", "@<TRIPOS>MOLECULE", "ligand", f"{len(atoms):5}{len(bonds):6}     1", "SMALL"]
    rows = [
        f"{k + 1:7} {name:<8} {x:9.4f} {y:9.4f} {z:9.4f} {kind:<6} 1 {residue} 0.0"
        for k, (name, kind, (x, y, z)) in enumerate(atoms)
    ]
    links = [f"{k + 1:6} {one + 1:5} {two + 1:5} {kind}" for k, (one, two, kind) in enumerate(bonds)]
    return text([*head, "NO_CHARGES", "", "", "@<TRIPOS>ATOM", *rows, "@<TRIPOS>BOND", *links])


ATOM_SITE = (
    *("group_PDB", "id", "type_symbol", "label_atom_id", "label_alt_id", "label_comp_id", "label_asym_id"),
    *("label_seq_id", "pdbx_PDB_ins_code", "Cartn_x", "Cartn_y", "Cartn_z", "occupancy"),
    *("auth_seq_id", "auth_asym_id"),
)


def mmcif(molecule: Molecule) -> bytes:
    """The molecule as mmCIF, its labels as the author's."""
    serial = count(1)
    rows = [
        f'ATOM {next(serial)} {molecule.elements[atom]} "{molecule.names[atom]}" . {residue.name} X 1 '
        f"{residue.insertion or '?'} {x:.3f} {y:.3f} {z:.3f} 1.0 {residue.number} {residue.chain or '.'}"
        for residue in molecule.residues
        for atom in residue.atoms
        for x, y, z in [molecule.coordinates[atom]]
    ]
    return text(["data_test", "loop_", *(f"_atom_site.{name}" for name in ATOM_SITE), *rows])
