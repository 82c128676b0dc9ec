"""Random answers of every task, in canonical spelling, and random texts around them."""

from hypothesis import strategies as st

AXES = st.sampled_from("xyz")
NUMBERS = st.one_of(
    st.integers(-200, 200).map(str),
    st.decimals(-200, 200, places=3, allow_nan=False).map(lambda n: f"{n:f}".rstrip("0").rstrip(".")),
).map(lambda text: "0" if text in ("-0", "") else text)
MOVES = st.builds("move {} {}".format, AXES, NUMBERS)
ROLLS = st.builds("roll {} {}".format, AXES, NUMBERS)
LETTERS = st.sampled_from("ABCD")

RESIDUES = st.sampled_from(["ARG", "GLY", "HIS", "MSE", "HOH", "DA", "XYZ", "Q7"])
ATOMS = st.sampled_from(["N", "NH2", "O", "OXT", "O22", "O5'", "C1''", "1HB", "O1#2", "O_1", "CL1"])
CHAINS = st.sampled_from(["", "A", "a", "B", "1", "AA"])
NUMBERED = st.builds("{}{}".format, st.integers(-20, 999), st.sampled_from(["", "A", "B"]))
SHORT_BONDS = st.builds("{} {}, {}".format, RESIDUES, ATOMS, ATOMS)
LONG_BONDS = st.builds(
    lambda residue, number, atom, chain, ligand_atom: (
        " ".join(filter(None, (residue, number, atom, chain))) + f", {ligand_atom}"
    ),
    *(RESIDUES, NUMBERED, ATOMS, CHAINS, ATOMS),
)


def bond_lists(bonds: st.SearchStrategy[str], prefix: str) -> st.SearchStrategy[str]:
    some = st.lists(bonds, min_size=1, max_size=5, unique=True)
    return st.one_of(st.just("No"), some.map(lambda names: prefix + "; ".join(names)))


ANSWERS = {
    "translation": MOVES,
    "rotation": ROLLS,
    "zooming": MOVES,
    "residue_ligand": bond_lists(SHORT_BONDS, "Yes: "),
    "translation_rotation": LETTERS,
    "rotation_rotation": LETTERS,
    "docking": st.builds("{}, {}".format, ROLLS, MOVES.filter(lambda move: not move.endswith(" 0"))),
    "interaction_location": LETTERS,
    "pocket_ligand": bond_lists(LONG_BONDS, ""),
}
# A task, an answer of its form, and another one.
PAIRS = st.sampled_from(sorted(ANSWERS)).flatmap(
    lambda task: st.tuples(st.just(task), ANSWERS[task], ANSWERS[task])
)

WORDS = [
    *("answer: ", "the answer is ", "move", "roll", " x ", " y ", "3", "-15", ",", ";", "\n", "A", "B", "a "),
    *(
        "yes",
        "no",
        "none",
        "ARG",
        "221",
        "NH2",
        "O22",
        "O5'",
        "ARG N, O5*",
        "**",
        "*",
        "'",
        "`",
        "```",
        "<think>",
    ),
    *(
        "</think>",
        "—",
        "nan",
        "\\boxed{",
        "}",
        "1. ",
        "- ",
        "#",
        "~~",
        "<answer>",
        "°",
        "Å",
        "\u2028",
        "\ufeff",
    ),
    *("[", "]", "(", "|", " ", '"', "_", "ligand ", "no hydrogen bonds", "A:ARG 5 N, O1", "or", "{"),
]
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(WORDS), max_size=30).map("".join))
