"""T1: by how much, and along which axis, was the complex moved?"""

from benchmark.tasks.kinds.commands import TRANSLATION_SCALE, ScaledTask, part


class Translation(ScaledTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "translation", "Translation", "unit", 1
    averaged = True
    images = ("front", "left", "top", "after")
    verb, axes, scale = "move", "xy", TRANSLATION_SCALE
    chance = TRANSLATION_SCALE.chance("xy")
    examples = ("move x 1", "move y -3")
    widget_options = {"parts": (part("move", "xyz"),)}
    answer_range = "axis x or y; whole Å from -4 to 4, not 0"
    texts = {
        "en": (
            "The first three pictures show a protein pocket with its ligand. Then the whole complex was "
            "moved along one axis; the last picture shows it from the front again. Which command turns "
            "the first picture into the last?\n"
            "Answer with one command: move, the axis, the distance in Å. Examples of the form: move x 1, "
            "move y -3."
        )
    }
