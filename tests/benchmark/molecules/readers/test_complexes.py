"""Finding and reading complexes, and the sentence that each bad file gets."""

import hashlib
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from benchmark.molecules.chemistry.hydrogen_bonds import find_hydrogen_bonds
from benchmark.molecules.molecule import Complex, Molecule, StructureError
from benchmark.molecules.readers.complexes import find_complexes, read_complex, read_ligand, read_pocket
from tests.benchmark.molecules.files import METHANOL, POCKET, glycine, mmcif, mol2, pdb_atom, sdf, text

CHAIN_OF_150 = [("C", (1.3 * k, 0.4 * (k % 2), 0.0)) for k in range(150)]
LINKS_OF_150 = [(k, k + 1, 1) for k in range(149)]


def write(folder: Path, **files: bytes) -> Path:
    """Files named like `x1_pocket_pdb` in the folder, the last underscore a dot."""
    folder.mkdir(parents=True, exist_ok=True)
    for name, content in files.items():
        stem, suffix = name.rsplit("_", 1)
        (folder / f"{stem}.{suffix}").write_bytes(content)
    return folder


def read_one(folder: Path, pocket: bytes = POCKET, ligand: bytes = METHANOL, suffix: str = "pdb") -> Complex:
    write(folder, x1_pocket_pdb=pocket, **{f"x1_ligand_{suffix}": ligand})
    return read_complex(*find_complexes(folder)[0])


def test_both_layouts_are_found_side_by_side_by_id(tmp_path):
    write(tmp_path, b2_pocket_pdb=POCKET, b2_ligand_sdf=b"", notes_txt=b"not a structure")
    write(tmp_path / "a1", a1_pocket_pdb=POCKET, a1_ligand_mol2=b"", a1_protein_pdb=b"")
    write(tmp_path / "other", c3_pocket_pdb=POCKET)
    assert find_complexes(tmp_path) == [
        ("a1", tmp_path / "a1" / "a1_pocket.pdb", tmp_path / "a1" / "a1_ligand.mol2"),
        ("b2", tmp_path / "b2_pocket.pdb", tmp_path / "b2_ligand.sdf"),
    ]


def test_the_ligand_file_with_names_and_bonds_is_taken_first(tmp_path):
    write(tmp_path, x1_pocket_pdb=POCKET, x1_ligand_pdb=METHANOL, x1_ligand_sdf=b"", x1_ligand_mol2=b"")
    assert find_complexes(tmp_path)[0][2].suffix == ".mol2"


def test_a_pocket_without_ligand_is_named_with_what_was_looked_for(tmp_path):
    write(tmp_path, x1_pocket_pdb=POCKET)
    with pytest.raises(
        StructureError, match=r"x1_pocket\.pdb has no ligand beside it: one of x1_ligand\.mol2, "
    ):
        find_complexes(tmp_path)


def test_an_id_in_both_layouts_is_refused(tmp_path):
    write(tmp_path, x1_pocket_pdb=POCKET, x1_ligand_pdb=METHANOL)
    write(tmp_path / "x1", x1_pocket_pdb=POCKET, x1_ligand_pdb=METHANOL)
    with pytest.raises(StructureError, match="x1 stands twice, also as "):
        find_complexes(tmp_path)


def test_a_folder_without_complexes_says_what_it_should_hold(tmp_path):
    with pytest.raises(StructureError, match=r"holds no complex: no <id>_pocket\.pdb"):
        find_complexes(tmp_path)
    with pytest.raises(StructureError, match="is no folder"):
        find_complexes(tmp_path / "nowhere")


def test_a_complex_keeps_the_hash_of_both_files(tmp_path):
    write(tmp_path, x1_pocket_pdb=POCKET, x1_ligand_pdb=METHANOL)
    whole = read_complex(*find_complexes(tmp_path)[0])
    assert whole.sha256 == hashlib.sha256(POCKET + METHANOL).hexdigest()
    assert whole.structure_id == "x1"


def test_a_ligand_far_from_its_pocket_is_in_another_frame(tmp_path):
    with pytest.raises(
        StructureError, match=r"x1_ligand\.sdf stands 97 Å from x1_pocket\.pdb: the two files must share"
    ):
        read_one(tmp_path, ligand=sdf([("C", (99.0, 0.0, 0.0))]), suffix="sdf")


BAD_FILES = [
    ("x_ligand.pdb", b"", "x_ligand.pdb holds no atoms besides water."),
    ("x_ligand.pdb", b"HEADER    A TITLE AND NO ATOMS\nEND\n", "x_ligand.pdb holds no atoms besides water."),
    (
        "x_ligand.pdb",
        text([pdb_atom("O", (0, 0, 0), "HOH", record="HETATM")]),
        "x_ligand.pdb holds no atoms besides water.",
    ),
    ("x_ligand.sdf", sdf([("H", (0.0, 0.0, 0.0))]), "x_ligand.sdf holds nothing but hydrogen."),
    ("x_ligand.sdf", sdf([]), "x_ligand.sdf holds no atoms besides water."),
    ("x_ligand.mol2", mol2([]), "x_ligand.mol2 holds no atoms besides water."),
    ("x_ligand.xyz", b"1\n\nC 0 0 0\n", "x_ligand.xyz: unknown kind of file; use .pdb, .cif, .sdf or .mol2."),
    ("x_ligand.pdb", b"ATOM\0\1\2", "x_ligand.pdb is not a text file."),
]


@pytest.mark.parametrize(("source", "content", "sentence"), BAD_FILES)
def test_a_ligand_without_heavy_atoms_or_not_a_structure_is_refused(source, content, sentence):
    with pytest.raises(StructureError) as error:
        read_ligand(content, source)
    assert str(error.value) == sentence


def test_two_chains_without_letters_are_refused_as_one_residue_with_doubled_atoms():
    content = text([*glycine(25, chain=""), "TER", *glycine(25, chain="", x=9.0)])
    with pytest.raises(StructureError) as error:
        read_pocket(content, "x_pocket.pdb")
    assert str(error.value) == (
        "x_pocket.pdb: GLY 25 of the blank chain has 2 atoms N; give each chain its own letter, "
        "and each alternate location too."
    )


def test_a_blank_chain_is_an_empty_name():
    assert {residue.chain for residue in read_pocket(text(glycine(chain="")), "x.pdb").residues} == {""}


def test_a_pocket_with_other_bytes_than_utf8_and_with_windows_line_ends_reads():
    content = "REMARK caf\xe9\r\n".encode("latin-1") + POCKET.replace(b"\n", b"\r\n")
    assert read_pocket(content, "x.pdb").names == ("N", "CA", "C", "O")
    assert read_pocket(b"\xef\xbb\xbf" + POCKET, "x.pdb").names == ("N", "CA", "C", "O")


def test_a_ligand_of_150_atoms_reads_although_its_counts_touch(tmp_path):
    whole = read_one(tmp_path, ligand=sdf(CHAIN_OF_150, LINKS_OF_150), suffix="sdf")
    assert len(whole.ligand.names) == 150
    assert len(whole.ligand.bonds) == 149
    assert whole.ligand.names[149] == "C150"


def test_a_ligand_without_polar_atoms_has_no_hydrogen_bond(tmp_path):
    whole = read_one(tmp_path, ligand=sdf([("C", (0.0, -3.0, 0.0)), ("C", (0.0, -4.5, 0.0))]), suffix="sdf")
    assert find_hydrogen_bonds(whole) == ()


def test_a_ligand_of_several_residues_becomes_one():
    ligand = read_ligand(text([*glycine(1), *glycine(2, x=3.0)]), "x_ligand.pdb")
    assert [residue.label for residue in ligand.residues] == ["GLY 1"]
    assert ligand.names == ("N", "CA", "C", "O", "N#2", "CA#2", "C#2", "O#2")
    assert np.array_equal(ligand.residue_of, np.zeros(8))


WHOLE_FILES = {
    "x_ligand.pdb": POCKET + METHANOL,
    "x_ligand.cif": mmcif(read_pocket(POCKET, "x.pdb")),
    "x_ligand.sdf": sdf(CHAIN_OF_150[:6], LINKS_OF_150[:5]),
    "x_ligand.mol2": mol2(
        [(f"C{k}", "C.3", (1.5 * k, 0.0, 0.0)) for k in range(6)], [(0, 1, "1"), (1, 2, "ar")]
    ),
}


@settings(max_examples=200, deadline=None)
@given(
    source=st.sampled_from(sorted(WHOLE_FILES)),
    edits=st.lists(
        st.tuples(st.floats(0, 1), st.integers(0, 3), st.binary(max_size=4)), min_size=1, max_size=3
    ),
)
def test_a_damaged_file_is_read_or_refused_with_its_name_never_a_crash(source, edits):
    content = WHOLE_FILES[source]
    for share, gone, put in edits:
        at = int(share * len(content))
        content = content[:at] + put + content[at + gone :]
    outcome = read_or_complaint(content, source)
    if isinstance(outcome, str):
        assert outcome.startswith(source)
    else:
        assert np.isfinite(outcome.coordinates).all()
        assert outcome.bonds.max(initial=0) < len(outcome.names)


def read_or_complaint(content: bytes, source: str) -> Molecule | str:
    try:
        return read_ligand(content, source)
    except StructureError as error:
        return str(error)
