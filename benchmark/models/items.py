"""Benchmarks, their versions and items, and the pictures and structures those are made of."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.validators import RegexValidator
from django.db import models
from django.db.models.functions import Cast
from django.utils import timezone

from benchmark.common.roles import Role, role_of
from benchmark.tasks.registry import averaged_columns

SHA256_LENGTH = 64
item_key = RegexValidator(r"^[a-z0-9][a-z0-9_-]{0,63}\Z", "lower-case letters, digits, - and _ only")


class Split(models.TextChoices):
    TRAIN = "train"
    TEST = "test"


class StructureQuerySet(models.QuerySet["Structure"]):
    """Structures by what shows them."""

    def shown_in(self, version: BenchmarkVersion) -> StructureQuerySet:
        """Those that any item of a version shows, in whatever role."""
        shown = ItemStructure.objects.filter(item__version=version)
        return self.filter(pk__in=shown.values("structure")).order_by("source_id", "pk")


class Structure(models.Model):
    """One complex of a pocket and its ligand, by the bytes it was read from."""

    source_id = models.CharField(max_length=64)
    sha256 = models.CharField(max_length=SHA256_LENGTH)

    objects = StructureQuerySet.as_manager()

    class Meta:
        constraints = [models.UniqueConstraint(fields=["source_id", "sha256"], name="structure_once")]

    def __str__(self) -> str:
        return self.source_id


class Picture(models.Model):
    """A stored picture: the same pixels are one row however many items show them.

    `source_sha256` is of the bytes that came in, `file_sha256` of the bytes stored (turned upright,
    metadata dropped); the file stands in the data folder under its own hash. `format` is `png`, `jpeg`
    or `webp`: the file's extension and the second half of its content type.
    """

    pixel_sha256 = models.CharField(max_length=SHA256_LENGTH, primary_key=True)
    source_sha256 = models.CharField(max_length=SHA256_LENGTH)
    file_sha256 = models.CharField(max_length=SHA256_LENGTH, db_index=True)
    format = models.CharField(max_length=8)
    width = models.PositiveIntegerField()
    height = models.PositiveIntegerField()

    def __str__(self) -> str:
        return f"{self.width} x {self.height} {self.format} {self.file_sha256[:12]}"

    def file_name(self) -> str:
        """Where the file stands below the pictures folder (and below nginx's internal address)."""
        sha = self.file_sha256
        return f"{sha[:2]}/{sha[2:4]}/{sha}.{self.format}"

    def path(self) -> Path:
        return Path(settings.PICTURES_DIR) / self.file_name()


class Benchmark(models.Model):
    """A named set of items, of which versions are imported."""

    name = models.SlugField(max_length=100, unique=True)

    def __str__(self) -> str:
        return self.name


class BenchmarkVersionQuerySet(models.QuerySet["BenchmarkVersion"]):
    """Versions with their names and counts, and whose results are whose to see."""

    def with_names(self) -> BenchmarkVersionQuerySet:
        return self.select_related("benchmark").order_by("benchmark__name", "-number")

    def counted(self) -> BenchmarkVersionQuerySet:
        """With `item_count` and `task_count`."""
        return self.annotate(
            item_count=models.Count("items"), task_count=models.Count("items__task", distinct=True)
        )

    def public(self) -> BenchmarkVersionQuerySet:
        """Those whose results everybody may see."""
        return self.filter(results_public_at__isnull=False)

    def visible_to(self, user: Any) -> BenchmarkVersionQuerySet:
        """All for researchers and admins, those with public results for everybody else."""
        return self if role_of(user) in (Role.ADMIN, Role.RESEARCHER) else self.public()


class BenchmarkVersion(models.Model):
    """An imported item package. Never changed: another content is another number."""

    benchmark = models.ForeignKey(Benchmark, on_delete=models.PROTECT, related_name="versions")
    number = models.PositiveIntegerField()
    content_sha256 = models.CharField(max_length=SHA256_LENGTH)
    split = models.CharField(max_length=8, choices=Split.choices)
    bond_definition = models.JSONField(default=dict, blank=True)
    drawing_version = models.CharField(max_length=32, blank=True)
    manifest = models.JSONField(default=dict, blank=True)  # the package's benchmark.json, whole
    imported_at = models.DateTimeField(default=timezone.now)
    results_public_at = models.DateTimeField(null=True, blank=True)
    averaged_columns = models.JSONField(default=averaged_columns)  # names of those its average goes over

    objects = BenchmarkVersionQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["benchmark", "number"], name="benchmark_version_once"),
            models.UniqueConstraint(fields=["benchmark", "content_sha256"], name="benchmark_content_once"),
        ]

    def __str__(self) -> str:
        return f"{self.benchmark.name} v{self.number}"


class ItemQuerySet(models.QuerySet["Item"]):
    """Items with as much of them as a list, a page or the scorer needs."""

    def for_list(self) -> ItemQuerySet:
        """In the package's order, with their structures; the long texts stay behind."""
        structures = ItemStructure.objects.select_related("structure").order_by("role")
        listed = self.only("version", "key", "task", "stratum", "truth").order_by("pk")
        return listed.prefetch_related(models.Prefetch("item_structures", queryset=structures))

    def showing(self, source_id: str) -> ItemQuerySet:
        """Those that show the structure with this id, in whatever role and case."""
        shown = ItemStructure.objects.filter(structure__source_id__iexact=source_id)
        return self.filter(pk__in=shown.values("item"))

    def tally(self) -> models.QuerySet[Any, dict[str, Any]]:
        """Rows of `task`, `stratum` and `items`, how many there are."""
        return self.order_by().values("task", "stratum").annotate(items=models.Count("pk"))

    def for_display(self) -> ItemQuerySet:
        """With the pictures, in their order."""
        pictures = ItemPicture.objects.select_related("picture").order_by("position")
        return self.prefetch_related(models.Prefetch("item_pictures", queryset=pictures))

    def for_scoring(self) -> models.QuerySet[Item, Any]:
        """Tuples of primary key, task, stratum, truth and, as JSON text, the facts."""
        facts_text = Cast("facts", models.TextField())
        return self.values_list("pk", "task", "stratum", "truth", facts_text)


class Item(models.Model):
    """One question with its truth.

    `options` holds letter -> text, or letter -> the role of the picture that is the option.
    `question` is the English text the package came with; other languages are asked of the task.
    """

    version = models.ForeignKey(BenchmarkVersion, on_delete=models.PROTECT, related_name="items")
    key = models.CharField(max_length=64, validators=[item_key])
    task = models.CharField(max_length=64)
    stratum = models.CharField(max_length=32, blank=True)
    split = models.CharField(max_length=8, choices=Split.choices)
    facts = models.JSONField(default=dict, blank=True)
    question = models.TextField()
    options = models.JSONField(default=dict, blank=True)
    truth = models.TextField()
    difficulty = models.JSONField(default=dict, blank=True)
    structures = models.ManyToManyField(Structure, through="ItemStructure", related_name="items")
    pictures = models.ManyToManyField(Picture, through="ItemPicture", related_name="items")

    objects = ItemQuerySet.as_manager()

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["version", "key"], name="item_key_once"),
            models.CheckConstraint(condition=~models.Q(truth=""), name="item_has_truth"),
        ]
        indexes = [models.Index(fields=["version", "task", "stratum"], name="item_by_task")]

    def __str__(self) -> str:
        return f"{self.task} {self.key}"


class ItemStructure(models.Model):
    """Which complex an item shows: `complex`, or `reference` and `target` where there are two."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="item_structures")
    structure = models.ForeignKey(Structure, on_delete=models.PROTECT, related_name="item_structures")
    role = models.CharField(max_length=16)
    # The unit that results are resampled by; an item has exactly one.
    is_cluster = models.BooleanField(default=True)

    class Meta:
        constraints = [
            models.UniqueConstraint(fields=["item", "role"], name="item_structure_role_once"),
            models.UniqueConstraint(
                fields=["item"], condition=models.Q(is_cluster=True), name="item_has_one_cluster"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.role} of item {self.item_id}"


class ItemPicture(models.Model):
    """A picture in its place in an item."""

    item = models.ForeignKey(Item, on_delete=models.CASCADE, related_name="item_pictures")
    position = models.PositiveSmallIntegerField()
    role = models.CharField(max_length=32)
    picture = models.ForeignKey(Picture, on_delete=models.PROTECT, related_name="item_pictures")

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["item", "position"], name="item_picture_position_once"),
            models.UniqueConstraint(fields=["item", "role"], name="item_picture_role_once"),
        ]

    def __str__(self) -> str:
        return f"{self.role} of item {self.item_id}"
