"""The scoring table of translation, rotation, zooming and docking. Every value is worked out by hand."""

from tests.benchmark.tasks.cases import OK, UNREADABLE, refused, table

TRANSLATION = [
    # Eight bins, so a seventh for each bin away; -1 and 1 are neighbours.
    *table(
        "translation",
        "move x 3",
        ("move x 3", OK, "move x 3", 1, 1.0),
        ("move x 4", OK, "move x 4", 0, 6 / 7),
        ("move x 2", OK, "move x 2", 0, 6 / 7),
        ("move x 1", OK, "move x 1", 0, 5 / 7),
        ("move x -1", OK, "move x -1", 0, 4 / 7),
        ("move x -2", OK, "move x -2", 0, 3 / 7),
        ("move x -3", OK, "move x -3", 0, 2 / 7),
        ("move x -4", OK, "move x -4", 0, 1 / 7),
        # Between bins: 0 stands at 3.5 and 3 at 6; 2.5 stands at 5.5; 0.5 at 3.75.
        ("move x 0", OK, "move x 0", 0, 4.5 / 7),
        ("move x -0", OK, "move x 0", 0, 4.5 / 7),
        ("move x 2.5", OK, "move x 2.5", 0, 6.5 / 7),
        ("move x 0.5", OK, "move x 0.5", 0, 4.75 / 7),
        ("move x -.5", OK, "move x -0.5", 0, 4.25 / 7),
        # Outside the bins the slope goes on: 5 stands at 8, -5 at -1, 10 at 13.
        ("move x 5", OK, "move x 5", 0, 5 / 7),
        ("move x 10", OK, "move x 10", 0, 0.0),
        ("move x -5", OK, "move x -5", 0, 0.0),
        ("move x 99999999999999999999", OK, "move x 99999999999999999999", 0, 0.0),
        # A wrong axis scores 0, one that the task lacks too; both are answers.
        ("move y 3", OK, "move y 3", 0, 0.0),
        ("move z 3", OK, "move z 3", 0, 0.0),
        # Exact compares decimals, without tolerance.
        ("move x 3.0", OK, "move x 3", 1, 1.0),
        ("move x 3.000", OK, "move x 3", 1, 1.0),
        ("move x 003", OK, "move x 3", 1, 1.0),
        ("move x 3.001", OK, "move x 3.001", 0, 6.999 / 7),
        ("move x +3", OK, "move x 3", 1, 1.0),
    ),
    *table(
        "translation",
        "move y -4",
        ("move y -4", OK, "move y -4", 1, 1.0),
        ("move y -1", OK, "move y -1", 0, 4 / 7),
        ("move y 1", OK, "move y 1", 0, 3 / 7),
        ("move y 4", OK, "move y 4", 0, 0.0),
        ("move y -5", OK, "move y -5", 0, 6 / 7),
        ("move y 5", OK, "move y 5", 0, 0.0),
        ("move x -4", OK, "move x -4", 0, 0.0),
    ),
    *table("translation", "move x 1", ("move x -1", OK, "move x -1", 0, 6 / 7)),
    # A truth may be spelled as answers are.
    *table("translation", "Move X 3.0 Å", ("move x 3", OK, "move x 3", 1, 1.0)),
]

ROTATION = [
    # Twelve bins, so an eleventh for each bin away; -15 and 15 are neighbours.
    *table(
        "rotation",
        "roll y -15",
        ("roll y -15", OK, "roll y -15", 1, 1.0),
        ("roll y 15", OK, "roll y 15", 0, 10 / 11),
        ("roll y -30", OK, "roll y -30", 0, 10 / 11),
        ("roll y -90", OK, "roll y -90", 0, 6 / 11),
        ("roll y 90", OK, "roll y 90", 0, 5 / 11),
        ("roll y 0", OK, "roll y 0", 0, 10.5 / 11),
        ("roll y 7.5", OK, "roll y 7.5", 0, 10.25 / 11),
        ("roll y -20", OK, "roll y -20", 0, 1 - (1 / 3) / 11),
        ("roll x -15", OK, "roll x -15", 0, 0.0),
        ("roll z -15", OK, "roll z -15", 0, 0.0),
    ),
    # Angles do not wrap: 180 and -180 stand at 17 and -6, and 345 is not -15.
    *table(
        "rotation",
        "roll z 90",
        ("roll z 180", OK, "roll z 180", 0, 5 / 11),
        ("roll z -180", OK, "roll z -180", 0, 0.0),
        ("roll z -90", OK, "roll z -90", 0, 0.0),
        ("roll z 105", OK, "roll z 105", 0, 10 / 11),
    ),
    *table("rotation", "roll x -15", ("roll x 345", OK, "roll x 345", 0, 0.0)),
    *table(
        "rotation",
        "roll x 75",
        ("roll x 75°", OK, "roll x 75", 1, 1.0),
        ("roll x 75 deg", OK, "roll x 75", 1, 1.0),
        ("roll x 75 degrees", OK, "roll x 75", 1, 1.0),
        ("Roll X 75 degree.", OK, "roll x 75", 1, 1.0),
        ("roll x 75º", OK, "roll x 75", 1, 1.0),
        ("move x 75", UNREADABLE, None, 0, 0.0),
    ),
]

ZOOMING = table(
    "zooming",
    "move z 47",
    # Weighted is exact.
    ("move z 47", OK, "move z 47", 1, 1.0),
    ("move z 47.0 Å", OK, "move z 47", 1, 1.0),
    ("move z 46", OK, "move z 46", 0, 0.0),
    ("move z 48", OK, "move z 48", 0, 0.0),
    ("move z -47", OK, "move z -47", 0, 0.0),
    ("move x 47", OK, "move x 47", 0, 0.0),
    ("47", UNREADABLE, None, 0, 0.0),
    ("roll z 47", UNREADABLE, None, 0, 0.0),
)

DOCKING = [
    *table(
        "docking",
        "roll x 75, move x -14",
        ("roll x 75, move x -14", OK, "roll x 75, move x -14", 1, 1.0),
        # The order of the two parts does not matter, nor what joins them.
        ("move x -14, roll x 75", OK, "roll x 75, move x -14", 1, 1.0),
        ("roll x 75; move x -14.", OK, "roll x 75, move x -14", 1, 1.0),
        ("roll x 75 then move x -14", OK, "roll x 75, move x -14", 1, 1.0),
        ("roll: x 75, move: x -14", OK, "roll x 75, move x -14", 1, 1.0),
        ("roll x 75 | move x -14", OK, "roll x 75, move x -14", 1, 1.0),
        ("Roll X 75°, Move X −14 Å", OK, "roll x 75, move x -14", 1, 1.0),
        ("roll x 75\nmove x -14", OK, "roll x 75, move x -14", 1, 1.0),
        ("Answer:\nmove x -14\nroll x 75", OK, "roll x 75, move x -14", 1, 1.0),
        # Half for roll, as in rotation: 60 is one bin away, -90 is eleven less one.
        ("roll x 60, move x -14", OK, "roll x 60, move x -14", 0, 0.5 + 0.5 * 10 / 11),
        ("roll x -90, move x -14", OK, "roll x -90, move x -14", 0, 0.5 + 0.5 * 1 / 11),
        ("roll y 75, move x -14", OK, "roll y 75, move x -14", 0, 0.5),
        # Half for move: 1 - |error| / |truth|; a wrong sign, 0 or another axis scores 0.
        ("roll x 75, move x -7", OK, "roll x 75, move x -7", 0, 0.75),
        ("roll x 75, move x -21", OK, "roll x 75, move x -21", 0, 0.75),
        ("roll x 75, move x -28", OK, "roll x 75, move x -28", 0, 0.5),
        ("roll x 75, move x -40", OK, "roll x 75, move x -40", 0, 0.5),
        ("roll x 75, move x 14", OK, "roll x 75, move x 14", 0, 0.5),
        ("roll x 75, move x 1", OK, "roll x 75, move x 1", 0, 0.5),
        ("roll x 75, move x 0", OK, "roll x 75, move x 0", 0, 0.5),
        ("roll x 75, move y -14", OK, "roll x 75, move y -14", 0, 0.5),
        ("roll x 15, move x -10", OK, "roll x 15, move x -10", 0, 0.5 * 7 / 11 + 0.5 * 10 / 14),
        # A missing half scores 0 for that half.
        ("roll x 75", OK, "roll x 75", 0, 0.5),
        ("move x -14", OK, "move x -14", 0, 0.5),
        ("move x -7", OK, "move x -7", 0, 0.25),
        ("roll z 75", OK, "roll z 75", 0, 0.0),
        ("roll y 30, move x 3", OK, "roll y 30, move x 3", 0, 0.0),
        # The last line that holds something readable.
        ("roll y 15, move x 3\nroll x 75, move x -14", OK, "roll x 75, move x -14", 1, 1.0),
        # The same command twice is one command.
        ("roll x 75, move x -14, roll x 75.0", OK, "roll x 75, move x -14", 1, 1.0),
    ),
    *refused(
        "docking",
        "roll x 75, move x -14",
        [
            "roll x 75, roll x 60, move x -14",
            "roll x 75, move x -14 or move x -15",
            "roll x 75, move x -14 or -15",
            "roll x 60-75, move x -14",
            "roll x -15-(-30), move x -14",
            "roll x 75, move x -1,4",
            "roll x nan, move x -14",
            "turn it back",
        ],
    ),
    *table(
        "docking",
        "roll z -90, move x 20",
        ("roll z -90, move x 25", OK, "roll z -90, move x 25", 0, 0.5 + 0.5 * 0.75),
        ("roll z 90, move x 20", OK, "roll z 90, move x 20", 0, 0.5),
        ("roll z 90, move x 10.5", OK, "roll z 90, move x 10.5", 0, 0.5 * 10.5 / 20),
    ),
]

COMMAND_CASES = [*TRANSLATION, *ROTATION, *ZOOMING, *DOCKING]
