"""The scoring table of residue_ligand and pocket_ligand. Every value is worked out by hand."""

from tests.benchmark.tasks.cases import OK, UNREADABLE, refused, table

TWO = "Yes: ARG NH2, O22; ARG N, O23"
POCKET = "ARG 221 NH2 A, O22; ARG 221 N A, O23"
PRIMED = "HIS 57A ND1 A, O5'; HIS 57A NE2 A, O1#2; HOH -5 O b, N1''"
FOUR = "GLY 1 N A, O1; GLY 2 N A, O2; GLY 3 N A, O3; GLY 4 N A, O4"

# P the bonds given, G the true ones.
SET_SCORES = [
    *table(
        "residue_ligand",
        TWO,
        ("Yes: ARG NH2, O22; ARG N, O23", OK, TWO, 1, 1.0),
        ("Yes: ARG N, O23; ARG NH2, O22", OK, "Yes: ARG N, O23; ARG NH2, O22", 1, 1.0),
        # |P ∩ G| / |P|: one lucky bond scores 1, but is not exact.
        ("Yes: ARG N, O23", OK, "Yes: ARG N, O23", 0, 1.0),
        ("Yes: ARG N, O22", OK, "Yes: ARG N, O22", 0, 0.0),
        ("Yes: ARG N, O23; ARG N, O22", OK, "Yes: ARG N, O23; ARG N, O22", 0, 0.5),
        ("Yes: ARG N, O23; ARG N, O1; ARG N, O2", OK, "Yes: ARG N, O23; ARG N, O1; ARG N, O2", 0, 1 / 3),
        # All of G plus others.
        (f"{TWO}; ARG N, O1", OK, f"{TWO}; ARG N, O1", 0, 0.5),
        (f"{TWO}; ARG N, O1; ARG N, O2", OK, f"{TWO}; ARG N, O1; ARG N, O2", 0, 0.5),
        # More than twice as many as there are.
        (f"{TWO}; ARG N, O1; ARG N, O2; ARG N, O3", OK, f"{TWO}; ARG N, O1; ARG N, O2; ARG N, O3", 0, 0.0),
        # Duplicates are removed, also before they are counted.
        (f"{TWO}; ARG N, O23", OK, TWO, 1, 1.0),
        ("Yes: " + "; ".join(["ARG N, O23"] * 9), OK, "Yes: ARG N, O23", 0, 1.0),
        ("Yes: ARG N, O23; arg n, o23; ARG N, O22", OK, "Yes: ARG N, O23; ARG N, O22", 0, 0.5),
        ("No", OK, "No", 0, 0.0),
        ("Yes", OK, "Yes", 0, 0.0),
        ("Yes: LYS N, O23", OK, "Yes: LYS N, O23", 0, 0.0),
    ),
    *table(
        "residue_ligand",
        "Yes: ARG N, O23",
        ("Yes: ARG N, O23; ARG N, O1", OK, "Yes: ARG N, O23; ARG N, O1", 0, 0.5),
        ("Yes: ARG N, O2; ARG N, O1", OK, "Yes: ARG N, O2; ARG N, O1", 0, 0.0),
        (f"{TWO}; ARG N, O1", OK, f"{TWO}; ARG N, O1", 0, 0.0),
    ),
    *table(
        "residue_ligand",
        "No",
        ("No", OK, "No", 1, 1.0),
        ("Yes: ARG N, O23", OK, "Yes: ARG N, O23", 0, 0.0),
        ("Yes", OK, "Yes", 0, 0.0),
        *(
            (text, OK, "No", 1, 1.0)
            for text in (
                "no",
                "No.",
                "NO!",
                "None",
                "none.",
                "**No**",
                "'No'",
                "(No)",
                "Answer: No",
                "Answer: None",
                "no hydrogen bonds",
                "No hydrogen bond.",
                "no H-bonds",
                "None (no hydrogen bonds)",
                "No, the residue is too far away.",
                "None detected.",
                "none found",
                "no bonds present",
                "Hydrogen bonds: None",
                "There are none.",
                "It is No",
                "Final: No",
                "no?",
                "No direct hydrogen bonds are visible",
                "There are not any hydrogen bonds",
                "There aren't any hydrogen bonds.",
                "The residue does not form any hydrogen bonds with it.",
                "There are no strong hydrogen bonds",
                "Answer (Yes/No): No",
                "No (none)",
                '{"bonds": [], "answer": "No"}',
                "There are no hydrogen bonds between the residue and the ligand.",
                "The closest pair is ARG NH2, O22, at 5 Å.\nNo",
            )
        ),
    ),
    *table(
        "pocket_ligand",
        POCKET,
        (POCKET, OK, POCKET, 1, 1.0),
        ("ARG 221 N A, O23", OK, "ARG 221 N A, O23", 0, 1.0),
        (f"{POCKET}; GLY 27 N A, O1", OK, f"{POCKET}; GLY 27 N A, O1", 0, 0.5),
        ("ARG 221 N A, O23; GLY 27 N A, O1", OK, "ARG 221 N A, O23; GLY 27 N A, O1", 0, 0.5),
        ("ARG 222 N A, O23", OK, "ARG 222 N A, O23", 0, 0.0),
        ("LYS 221 N A, O23", OK, "LYS 221 N A, O23", 0, 0.0),
        ("No", OK, "No", 0, 0.0),
        (f"Yes: {POCKET}", OK, POCKET, 1, 1.0),
        ("Yes", OK, "Yes", 0, 0.0),
    ),
    *table(
        "pocket_ligand",
        FOUR,
        (
            "GLY 1 N A, O1; GLY 2 N A, O2; GLY 3 N A, O9",
            OK,
            "GLY 1 N A, O1; GLY 2 N A, O2; GLY 3 N A, O9",
            0,
            2 / 3,
        ),
        (
            "GLY 1 N A, O1; GLY 2 N A, O2; GLY 3 N A, O3",
            OK,
            "GLY 1 N A, O1; GLY 2 N A, O2; GLY 3 N A, O3",
            0,
            1.0,
        ),
    ),
    *table(
        "pocket_ligand",
        "No",
        ("No", OK, "No", 1, 1.0),
        ("none", OK, "No", 1, 1.0),
        ("No hydrogen bonds.", OK, "No", 1, 1.0),
        (POCKET, OK, POCKET, 0, 0.0),
        ("Yes", OK, "Yes", 0, 0.0),
    ),
]

# What a bond is made of, and how it may be spelled.
PARTS = [
    *table(
        "residue_ligand",
        TWO,
        *(
            (text, OK, TWO, 1, 1.0)
            for text in (
                "yes: arg nh2, o22; arg n, o23",
                "Yes, ARG NH2, O22; ARG N, O23.",
                "Yes. ARG NH2 , O22 ;ARG N,O23",
                "ARG NH2, O22; ARG N, O23",
                # Plain words beside a bond are no names.
                "Yes: ARG NH2, O22; and ARG N, O23.",
                "Yes: first ARG NH2, O22; also ARG N, O23",
                "Yes: both ARG NH2, O22; maybe ARG N, O23",
                "Yes: one ARG NH2, O22; then ARG N, O23",
                "Yes: ARG NH2, O22; or ARG N, O23",
                "Yes: AND ARG NH2, O22; ALSO ARG N, O23",
                "Yes: ARG NH2, ligand atom O22; ARG N, ligand O23",
                "Yes: ARG atom NH2, the O22; ARG N atom, UNL O23",
                "Yes: between ARG, ARG NH2, O22; ARG N, O23",
                "Yes: Arg Nh2, o22; Arg n, O23",
                "1 ARG NH2, O22\n2 ARG N, O23",
                "| 1 | ARG NH2 | O22 |\n| 2 | ARG N | O23 |",
                "| 1 | ARG | NH2 | O22 |\n| 2 | ARG | N | O23 |",
                "Yes: ARG 221 A NH2, O22; A:ARG 221 N, O23",
                "Yes: ARG NH2, O22, ARG N, O23",
                "Yes: ARG NH2, O22 and ARG N, O23",
                "Yes: (ARG NH2, O22), (ARG N, O23)",
                '["ARG NH2, O22", "ARG N, O23"]',
                "['ARG NH2, O22', 'ARG N, O23']",
                "**Yes:** `ARG NH2, O22`; `ARG N, O23`",
                # Numbers and chains are ignored where they are given.
                "Yes: ARG 221 NH2 A, O22; ARG 221 N A, O23",
                "Yes: ARG 221 NH2, O22; ARG N B, O23",
                "Yes: ARG221 NH2, O22; ARG-221 N, O23",
                "Yes: ARG57 NH2, O22; arg57 n, o23",
                # A run of lines.
                "Yes\nARG NH2, O22\nARG N, O23",
                "Yes:\n\n- ARG NH2, O22\n- ARG N, O23",
                "Yes:\n1. ARG NH2, O22 (2.9 Å)\n2. ARG N, O23 (3.1 Å)",
                "* **ARG NH2, O22**\n* **ARG N, O23**\n",
                "- *ARG NH2, O22*\n\n- *ARG N, O23*",
                "**ARG NH2, O22\nARG N, O23**",
                "| Residue | Atom | Ligand |\n|---|---|---|\n| ARG | NH2 | O22 |\n| ARG | N | O23 |",
                "| Protein | Ligand |\n|:--|:--|\n| ARG NH2 | O22 |\n| ARG N | O23 |",
                "The bonds are ARG NH2, O22 and ARG N, O23.",
                # The last run, and the last answer mark.
                "ARG NH1, O1 looks close.\nIt is not.\nARG NH2, O22\nARG N, O23\nThat is all.",
                "Yes: ARG NH2, O22\nYes: ARG N, O23",
                "Yes: ARG NH1, O1\nOr rather:\nYes: ARG NH2, O22\nYes: ARG N, O23",
                "No, wait.\nYes: ARG NH2, O22; ARG N, O23",
                "Answer: ARG NH2, O22; ARG N, O23\n\nIn the top view one sees it.\nARG NE, O1 is too far.",
                "Answer:\nARG NH2, O22\nARG N, O23",
                "<think>ARG NE, O1</think>ARG NH2, O22; ARG N, O23",
                "Yes: ARG NH2, O22; ARG N, O23\nThere are no other hydrogen bonds.",
            )
        ),
    ),
    *table(
        "pocket_ligand",
        PRIMED,
        *(
            (text, OK, PRIMED, 1, 1.0)
            for text in (
                "HIS 57A ND1 A, O5'; HIS 57A NE2 A, O1#2; HOH -5 O b, N1''",
                "his 57a nd1 A, o5’; his 57a ne2 A, o1#2; hoh −5 o b, n1’’",
                "**HIS 57A ND1 A, O5′**; *HIS 57A NE2 A, O1#2*; HOH -5 O b, N1″",
                "'HIS 57A ND1 A, O5''; 'HIS 57A NE2 A, O1#2'; 'HOH -5 O b, N1'''",
                "# HIS57A ND1 A, O5'\n# HIS057A NE2 A, O1 #2\n# HOH -5 O b, N1''",
                # O5* is the old spelling of O5'; a star may be Markdown all the same.
                "HIS 57A ND1 A, O5*; HIS 57A NE2 A, O1#2; HOH -5 O b, N1''",
                "**HIS 57A ND1 A, O5***; HIS 57A NE2 A, O1#2; HOH -5 O b, N1''",
                "* HIS 57A ND1 A, O5*\n* *HIS 57A NE2 A, O1#2*\n* HOH -5 O b, N1''",
            )
        ),
    ),
    *table(
        "pocket_ligand",
        "ARG 221 N A, O23",
        # Chains keep their case, and count.
        ("ARG 221 N a, O23", OK, "ARG 221 N a, O23", 0, 0.0),
        ("arg 221 n A, o23", OK, "ARG 221 N A, O23", 1, 1.0),
        ("ARG 221 N B, O23", OK, "ARG 221 N B, O23", 0, 0.0),
        # A bond may lack its chain only where the true one is blank.
        ("ARG 221 N, O23", OK, "ARG 221 N, O23", 0, 0.0),
        ("ARG 221A N A, O23", OK, "ARG 221A N A, O23", 0, 0.0),
        # A residue of any name, where the bond stands alone.
        ("XYZ 9 O1 A, O23", OK, "XYZ 9 O1 A, O23", 0, 0.0),
        ("XYZ9 O1 A, O23", OK, "XYZ 9 O1 A, O23", 0, 0.0),
        ("DA5 N3 A, O23", OK, "DA 5 N3 A, O23", 0, 0.0),
        ("| ARG | 221 | N | A | O23 |", OK, "ARG 221 N A, O23", 1, 1.0),
        ("ARG 221 N A, O23; and a water bridge", OK, "ARG 221 N A, O23", 1, 1.0),
        # The chain before the atom, where it can be nothing else, or before the residue.
        ("ARG 221 A N, O23", OK, "ARG 221 N A, O23", 1, 1.0),
        ("A:ARG 221 N, O23", OK, "ARG 221 N A, O23", 1, 1.0),
        ("A:ARG 221 N A, O23", OK, "ARG 221 N A, O23", 1, 1.0),
        ("ARG 221 N in chain A, O23", OK, "ARG 221 N A, O23", 1, 1.0),
        ("ARG_221 N A, O23", OK, "ARG 221 N A, O23", 1, 1.0),
        # Names with other marks are other names.
        ("ARG 221 N A, O_23", OK, "ARG 221 N A, O_23", 0, 0.0),
        ('ARG 221 N A, O23"', OK, "ARG 221 N A, O23''", 0, 0.0),
        ("ARG 221 N A, O23″", OK, "ARG 221 N A, O23''", 0, 0.0),
        ('"ARG 221 N A, O23"', OK, "ARG 221 N A, O23", 1, 1.0),
        ('"ARG 221 N A, O23;\nARG 221 N A, O23"', OK, "ARG 221 N A, O23", 1, 1.0),
    ),
    *table(
        "pocket_ligand",
        "ARG 221 N, O23; GLY 27 O A, N1",
        ("ARG 221 N, O23; GLY 27 O A, N1", OK, "ARG 221 N, O23; GLY 27 O A, N1", 1, 1.0),
        ("ARG 221 N A, O23; GLY 27 O A, N1", OK, "ARG 221 N A, O23; GLY 27 O A, N1", 0, 0.5),
        ("ARG 221 N, O23; GLY 27 O, N1", OK, "ARG 221 N, O23; GLY 27 O, N1", 0, 0.5),
    ),
]

NOT_BONDS = [
    *refused(
        "residue_ligand",
        TWO,
        [
            "ARG NH2",
            "O22",
            "ARG NH2 O22",
            "Maybe",
            "No idea",
            "Not sure",
            "No: ARG NH2, O22",
            "Yes: No",
            "I see, the two touch",
            "There are no hydrogen bonds except ARG N, O23 here, or no hydrogen bonds",
            # No and Yes together.
            "No, yes",
            "Yes, no",
            "Yes or No",
            "Yes/No",
            "No or Yes: ARG N, O23",
            "Yes and no",
            "No. Yes: ARG N, O23",
            "No, because ARG N, O23 is too far",
            "No (ARG N, O23 is 5 Å apart)",
            # Words, numbers and residues are no atoms.
            "ARG 221 binds O22, which",
            "ARG is, O22",
            "ARG 5, O22",
            "ARG 221, A",
            "ARG LYS, O22",
            "I see O22, and",
            "1 NH2, O22",
            "No idea about hydrogen bonds",
            "no information on hydrogen bonds",
        ],
    ),
    # A name is never cut.
    *refused(
        "pocket_ligand",
        POCKET,
        [
            "ARG 221 NH2 A, O-22",
            "ARG 221 NH2 A, O(22)",
            "ARG 221 NH2 A, O22+",
            "ARG 221 NH2 A, O22-",
            "ARG 221 NH2 A, O22/O23",
            "ARG 221 O1- A, O22",
            "ARG 221 NH2, A, O22",
            # Atom C of chain NH2, or the other way round?
            "ARG 221 C NH2, O22",
            "B:ARG 221 NH2 A, O22",
            "ARG 221 NH2 the, O22",
        ],
    ),
    # pocket_ligand needs the residue's number.
    *table("pocket_ligand", POCKET, ("ARG NH2, O22; ARG N, O23", UNREADABLE, None, 0, 0.0)),
]

BOND_CASES = [*SET_SCORES, *PARTS, *NOT_BONDS]
