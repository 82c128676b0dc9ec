"""T5: what a move and a turn, seen on one complex, do to another."""

from benchmark.tasks.letters import ChoiceTask


class TranslationRotation(ChoiceTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "translation_rotation", "Translation and rotation", "composite", 5
    images = (
        "reference_front",
        "reference_left",
        "reference_top",
        "reference_after",
        "target_front",
        "target_left",
        "target_top",
        "option_a",
        "option_b",
        "option_c",
        "option_d",
    )
    option_kind = "pictures"
    averaged = False  # the paper shows it and leaves it out: nearly everyone guesses
    texts = {
        "en": (
            "The reference complex was moved along one axis and then turned about one axis through its "
            "centre; its fourth picture shows the result from the front. The same move and then the same "
            "turn are applied to the target complex. Which option shows the target afterwards, from the "
            "front?\n"
            "Answer with one letter: A, B, C or D."
        )
    }
