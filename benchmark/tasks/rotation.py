"""T2: by how much, and about which axis, was the complex turned?"""

from benchmark.tasks.kinds.commands import ROTATION_SCALE, ScaledTask, part


class Rotation(ScaledTask):
    """Facts: none but the optional `structure_id`."""

    slug, title, group, order = "rotation", "Rotation", "unit", 2
    averaged = True
    images = ("front", "left", "top", "after")
    verb, axes, scale = "roll", "xyz", ROTATION_SCALE
    chance = ROTATION_SCALE.chance("xyz")
    examples = ("roll x 15", "roll y -60", "roll z 90")
    widget_options = {"parts": (part("roll", "xyz"),)}
    answer_range = "axis x, y or z; multiples of 15° from -90 to 90, not 0"
    texts = {
        "en": (
            "The first three pictures show a protein pocket with its ligand. Then the whole complex was "
            "turned about one axis through its centre; the last picture shows it from the front again. "
            "Which command turns the first picture into the last?\n"
            "Answer with one command: roll, the axis, the angle in degrees. Examples of the form: roll x "
            "15, roll y -60, roll z 90."
        )
    }
