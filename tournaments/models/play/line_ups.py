"""Line-ups of teams for a round, secret until revealed."""

import json
import secrets
from datetime import datetime, timedelta
from typing import Self

from django.db import models
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.bounds import Between
from tournaments.models.chain import canonical
from tournaments.models.people.entries import Team
from tournaments.models.play.rounds import Round
from tournaments.models.setup.counting import MOST_UNITS
from tournaments.models.setup.structure import Stage

# Two weeks.
MOST_MINUTES = 14 * 24 * 60
OUT_OF_BOUNDS = _("Enter a number from 0 to %(most)s.")


class LineUpRule(models.Model):
    """Captains name whom their team sends to each round of a stage. Without a rule the drawn players play."""

    stage = models.OneToOneField(Stage, models.CASCADE, related_name="line_up_rule", primary_key=True)
    closes_before = models.PositiveIntegerField(
        _("deadline, in minutes before a round"),
        default=0,
        help_text="Minutes before the planned time at which line-ups close; 0 for until then.",
        validators=[Between(0, MOST_MINUTES, OUT_OF_BOUNDS)],
    )
    late_penalty = models.PositiveIntegerField(
        _("deduction from a late team"),
        default=0,
        help_text="In smallest units; 0: none.",
        validators=[Between(0, MOST_UNITS, OUT_OF_BOUNDS)],
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "line-up rule")
        verbose_name_plural = pgettext_lazy("record", "line-up rules")
        constraints = [
            models.CheckConstraint(
                condition=models.Q(closes_before__lte=MOST_MINUTES, late_penalty__lte=MOST_UNITS),
                name="a_line_up_rule_within_bounds",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.stage}: {self.closes_before} min"

    def closes_at(self, round_: Round) -> datetime | None:
        """When line-ups for this round become late; None if no time is planned: then at the start."""
        return (
            None if round_.planned_at is None else round_.planned_at - timedelta(minutes=self.closes_before)
        )


def line_up_rule_of(stage: Stage) -> LineUpRule | None:
    """Return the line-up rule of a stage, None if the draw decides. No query if loaded."""
    found: LineUpRule | None = getattr(stage, "line_up_rule", None)
    return found


class LineUp(models.Model):
    """Whom a team sends to a round. Secret until all of the round are revealed (`is_shown`); from then on the seats
    are authoritative, and no more line-ups are accepted unless the round is redrawn.

    `content` is canonical JSON: `entries`, one for each table of the team in order, and a random `salt`. The ledger
    has its SHA-256 on submission, and the full text once revealed.
    """

    round = models.ForeignKey(Round, models.CASCADE, related_name="line_ups")
    team = models.ForeignKey(Team, models.CASCADE, related_name="line_ups")
    content = models.CharField(max_length=2_000)
    is_late = models.BooleanField(default=False)
    is_shown = models.BooleanField(default=False)

    class Meta:
        verbose_name = pgettext_lazy("record", "line-up")
        verbose_name_plural = pgettext_lazy("record", "line-ups")
        constraints = [models.UniqueConstraint(fields=["round", "team"], name="one_line_up_of_a_team")]

    def __str__(self) -> str:
        return f"{self.team} · {self.round}"

    @classmethod
    def of(cls, round_: Round, team: Team, entries: list[int], *, is_late: bool) -> Self:
        """Return a salted line-up that cannot be guessed from its digest."""
        content = canonical({"entries": entries, "salt": secrets.token_hex(16)})
        return cls(round=round_, team=team, content=content, is_late=is_late)

    @property
    def entries(self) -> list[int]:
        """The entry ids, in the order of the team's tables."""
        found: list[int] = json.loads(self.content)["entries"]
        return found
