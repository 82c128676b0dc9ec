"""Chemical elements: how files spell them, how large their atoms are."""

from __future__ import annotations

# Covalent radii in ångström: Cordero et al., Dalton Transactions 2008, 2832 (carbon sp3; iron and
# manganese low spin). An element that is not listed is read as no atom of a ligand or a protein.
COVALENT_RADII: dict[str, float] = {
    "H": 0.31, "Li": 1.28, "Be": 0.96, "B": 0.84, "C": 0.76, "N": 0.71, "O": 0.66, "F": 0.57,
    "Na": 1.66, "Mg": 1.41, "Al": 1.21, "Si": 1.11, "P": 1.07, "S": 1.05, "Cl": 1.02, "K": 2.03,
    "Ca": 1.76, "Ti": 1.60, "V": 1.53, "Cr": 1.39, "Mn": 1.39, "Fe": 1.32, "Co": 1.26, "Ni": 1.24,
    "Cu": 1.32, "Zn": 1.22, "Ga": 1.22, "Ge": 1.20, "As": 1.19, "Se": 1.20, "Br": 1.20, "Rb": 2.20,
    "Sr": 1.95, "Y": 1.90, "Mo": 1.54, "Ru": 1.46, "Rh": 1.42, "Pd": 1.39, "Ag": 1.45, "Cd": 1.44,
    "In": 1.42, "Sn": 1.39, "Sb": 1.39, "Te": 1.38, "I": 1.39, "Cs": 2.44, "Ba": 2.15, "Gd": 1.96,
    "W": 1.62, "Re": 1.51, "Os": 1.44, "Ir": 1.41, "Pt": 1.36, "Au": 1.36, "Hg": 1.32, "Tl": 1.45,
    "Pb": 1.46, "Bi": 1.48,
}  # fmt: skip

NONMETALS = frozenset({"H", "B", "C", "N", "O", "F", "Si", "P", "S", "Cl", "As", "Se", "Br", "Te", "I"})


def element_of(symbol: str) -> str | None:
    """The element a file means by `symbol` in any case (`CL`, `cl`; `D` and `T` are hydrogen), else None."""
    spelled = symbol.strip().capitalize()
    if spelled in {"D", "T"}:
        return "H"
    return spelled if spelled in COVALENT_RADII else None
