"""Pictures drawn per second, beside Pillow saving the same pictures."""

import io
from pathlib import Path

from PIL import Image

from bench.reporting import best_seconds, sentence
from benchmark.molecules.drawing.appearance import ligand_model, pocket_model, together
from benchmark.molecules.drawing.camera import fit, middle
from benchmark.molecules.drawing.raycasting import Model, draw
from benchmark.molecules.molecule import Complex
from benchmark.molecules.readers.complexes import find_complexes, read_complex

DEMO = Path(__file__).resolve().parent.parent / "benchmark/demo/structures/test"
SIZE = (800, 600)


def model_of(whole: Complex) -> Model:
    pocket, ligand = whole.pocket, whole.ligand
    return together([pocket_model(pocket, pocket.coordinates), ligand_model(ligand, ligand.coordinates)])


def drawn(model: Model) -> bytes:
    return draw(model, fit(model.coordinates, *SIZE), middle(model.coordinates))


def saved(image: Image.Image) -> None:
    image.save(io.BytesIO(), "PNG", compress_level=6)


def main() -> None:
    models = [model_of(read_complex(*found)) for found in find_complexes(DEMO)]
    images = [Image.open(io.BytesIO(drawn(model))).convert("RGB") for model in models]
    seconds = best_seconds(lambda: [drawn(model) for model in models])
    floor = best_seconds(lambda: [saved(image) for image in images])
    what = f"pictures of {len(models)} complexes, {SIZE[0]} x {SIZE[1]}"
    print(sentence(what, count=len(models), seconds=seconds, floor="Pillow saving them", floor_seconds=floor))


if __name__ == "__main__":
    main()
