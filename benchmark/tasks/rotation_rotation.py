"""T6: what the two turns just seen do when they are applied once more."""

from benchmark.tasks.letters import ChoiceTask


class RotationRotation(ChoiceTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "rotation_rotation", "Two rotations", "composite", 6
    images = ("front", "left", "top", "after", "option_a", "option_b", "option_c", "option_d")
    option_kind = "pictures"
    averaged = False  # the paper shows it and leaves it out: nearly everyone guesses
    texts = {
        "en": (
            "The first three pictures show a protein pocket with its ligand. Then the whole complex was "
            "turned twice, about two different axes through its centre; the fourth picture shows the "
            "result from the front. Now the same two turns, in the same order, are applied once more to "
            "what the fourth picture shows. Which option shows the result from the front?\n"
            "Answer with one letter: A, B, C or D."
        )
    }
