"""What was dealt to whom."""

from __future__ import annotations

from typing import Self

from django.db import models

from annotation.models.studies import Participation, StudyItem, token_sha256
from benchmark.models import ItemPicture


class AssignmentQuerySet(models.QuerySet["Assignment"]):
    def open(self) -> Self:
        """Those still to be answered, in the person's order."""
        return self.filter(state__in=Assignment.OPEN).order_by("position")

    def of_token(self, slug: str, token: str) -> Self:
        """Those of the one person whose key this is, with all that a turn needs of person and item."""
        return self.filter(
            participation__study__slug=slug, participation__token_sha256=token_sha256(token)
        ).select_related("participation__study", "participation__design", "study_item__item")

    def revealed(self) -> Self:
        """Those whose pictures the person may load: shown before, shown now, or the one ahead."""
        return self.exclude(state=Assignment.State.PLANNED)

    def with_items(self) -> Self:
        """With the item, and its pictures in their order: two queries however many rows."""
        pictures = ItemPicture.objects.select_related("picture").order_by("position")
        return self.select_related("study_item__item").prefetch_related(
            models.Prefetch("study_item__item__item_pictures", queryset=pictures)
        )


class Assignment(models.Model):
    """One item dealt to one person, at a place in that person's order.

    It is planned when the order is made, reserved when it is next (its pictures may load), shown (it may be
    answered), then answered. `shown_at` is when it was first sent, where the server knows that moment.
    `slot` is which of the item's k valid answers this one is to be, and `lease_until` until when; the
    database holds that no slot is given twice. No study has a fixed number yet, so both are null and
    nothing is released.
    """

    class State(models.TextChoices):
        PLANNED = "planned"
        RESERVED = "reserved"
        SHOWN = "shown"
        ANSWERED = "answered"
        RELEASED = "released"

    OPEN = (State.PLANNED, State.RESERVED, State.SHOWN)

    participation = models.ForeignKey(Participation, on_delete=models.CASCADE, related_name="assignments")
    study_item = models.ForeignKey(StudyItem, on_delete=models.PROTECT, related_name="assignments")
    slot = models.PositiveSmallIntegerField(null=True, blank=True)
    position = models.PositiveIntegerField()
    state = models.CharField(max_length=8, choices=State.choices, default=State.PLANNED)
    lease_until = models.DateTimeField(null=True, blank=True)
    shown_at = models.DateTimeField(null=True, blank=True)

    objects = AssignmentQuerySet.as_manager()

    class Meta:
        ordering = ["position"]
        constraints = [
            models.UniqueConstraint(fields=["participation", "study_item"], name="assignment_item_once"),
            models.UniqueConstraint(fields=["participation", "position"], name="assignment_position_once"),
            models.UniqueConstraint(
                fields=["study_item", "slot"],
                condition=models.Q(slot__isnull=False),
                name="assignment_slot_once",
            ),
        ]
        indexes = [
            # What a person answers next, however much they have answered.
            models.Index(
                fields=["participation", "position"],
                condition=models.Q(state__in=["planned", "reserved", "shown"]),
                name="assignment_open",
            )
        ]

    def __str__(self) -> str:
        return f"position {self.position} of participation {self.participation_id}"

    def is_revealed(self) -> bool:
        """Whether the person may load its pictures."""
        return self.state != self.State.PLANNED

    def is_open(self) -> bool:
        return self.state in self.OPEN
