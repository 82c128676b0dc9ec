"""The parts an atom can take in a hydrogen bond, by the names the bond's rule is made of."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Hydrogens(Enum):
    """Where a donor's hydrogens stand when the file does not say."""

    NONE = "none"
    PLANAR = "planar"  # in the plane of the neighbours, at 120°
    TETRAHEDRAL = "tetrahedral"  # at 109.5°; with a single neighbour they turn freely about its bond


@dataclass(frozen=True, slots=True)
class PolarClass:
    """One kind of polar atom.

    `directed` acceptors have one lone pair, opposite to their neighbours; the others take a hydrogen from
    any side that their neighbours leave open.
    """

    name: str
    hydrogens: Hydrogens = Hydrogens.NONE
    accepts: bool = False
    directed: bool = False

    @property
    def donates(self) -> bool:
        return self.hydrogens is not Hydrogens.NONE


PLANAR_NH = PolarClass(
    "planar N-H", Hydrogens.PLANAR
)  # amide, guanidinium, aniline, indole, lactam, sulphonamide
AMMONIUM = PolarClass("ammonium N-H", Hydrogens.TETRAHEDRAL)  # aliphatic amines are protonated at pH 7
AMINE_NH = PolarClass("amine N-H", Hydrogens.TETRAHEDRAL, accepts=True, directed=True)  # neutral, by the file
AMINE = PolarClass("amine N", accepts=True, directed=True)  # neutral and without hydrogen, by the file
IMINE_NH = PolarClass("imine N-H", Hydrogens.PLANAR, accepts=True, directed=True)  # has both, by the file
# Histidine and other azoles, diaminopyrimidine: a hydrogen or a lone pair, and the file cannot tell which.
PLANAR_N_OR_NH = PolarClass("planar N or N-H", Hydrogens.PLANAR, accepts=True, directed=True)
PLANAR_N = PolarClass("planar N", accepts=True, directed=True)  # pyridine, imine, azo
NITRILE = PolarClass("nitrile N", accepts=True)
HYDROXYL = PolarClass("hydroxyl", Hydrogens.TETRAHEDRAL, accepts=True)
CARBONYL = PolarClass("carbonyl O", accepts=True)
CARBOXYLATE = PolarClass("carboxylate O", accepts=True)
OXIDE = PolarClass("oxide O", accepts=True)  # on sulphur, phosphorus or nitrogen
ETHER = PolarClass("ether O", accepts=True)
THIOL = PolarClass("thiol", Hydrogens.TETRAHEDRAL, accepts=True)
THIOETHER = PolarClass("thioether S", accepts=True)
THIONE = PolarClass("thione S", accepts=True)
