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
class Role:
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


PLANAR_NH = Role("planar N-H", Hydrogens.PLANAR)  # amide, guanidinium, aniline, indole, lactam, sulphonamide
AMMONIUM = Role("ammonium N-H", Hydrogens.TETRAHEDRAL)  # aliphatic amines are protonated at pH 7
AMINE_NH = Role("amine N-H", Hydrogens.TETRAHEDRAL, accepts=True, directed=True)  # neutral, by the file
AMINE = Role("amine N", accepts=True, directed=True)  # neutral and without hydrogen, by the file
IMINE_NH = Role("imine N-H", Hydrogens.PLANAR, accepts=True, directed=True)  # has both, by the file
# Histidine and other azoles, diaminopyrimidine: a hydrogen or a lone pair, and the file cannot tell which.
PLANAR_N_OR_NH = Role("planar N or N-H", Hydrogens.PLANAR, accepts=True, directed=True)
PLANAR_N = Role("planar N", accepts=True, directed=True)  # pyridine, imine, azo
NITRILE = Role("nitrile N", accepts=True)
HYDROXYL = Role("hydroxyl", Hydrogens.TETRAHEDRAL, accepts=True)
CARBONYL = Role("carbonyl O", accepts=True)
CARBOXYLATE = Role("carboxylate O", accepts=True)
OXIDE = Role("oxide O", accepts=True)  # on sulphur, phosphorus or nitrogen
ETHER = Role("ether O", accepts=True)
THIOL = Role("thiol", Hydrogens.TETRAHEDRAL, accepts=True)
THIOETHER = Role("thioether S", accepts=True)
THIONE = Role("thione S", accepts=True)
