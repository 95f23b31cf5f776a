"""Former teams of players."""

from typing import Any, Literal, NamedTuple

from django.db import models
from django.db.models import Case, Exists, F, OuterRef, Q, QuerySet, Subquery, When
from django.db.models.expressions import Combinable
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.people.entries import Entry, Team
from tournaments.models.setup.structure import Stage
from web.triggers import on_write


class FormerTeam(models.Model):
    """The team of an entry until a round: its games in earlier stages, and in rounds of `stage` below `before_round`,
    belong to this team, unless an earlier row covers them.

    `team` is None if they had none. Otherwise `Entry.team` applies, the current one. So a player is in at most one
    team per round, without overlaps or gaps.
    """

    entry = models.ForeignKey(Entry, models.CASCADE, related_name="former_teams")
    team = models.ForeignKey(
        Team,
        models.PROTECT,
        null=True,
        related_name="former_players",
        verbose_name=pgettext_lazy("field", "team"),
    )
    stage = models.ForeignKey(
        Stage, models.PROTECT, related_name="team_changes", verbose_name=pgettext_lazy("field", "stage")
    )
    before_round = models.PositiveIntegerField(_("first round for the next team"))

    class Meta:
        verbose_name = pgettext_lazy("record", "former team")
        verbose_name_plural = pgettext_lazy("record", "former teams")
        ordering = ["entry_id", "stage__ordinal", "before_round"]
        constraints = [
            models.UniqueConstraint(
                fields=["entry", "stage", "before_round"], name="one_change_of_team_per_round"
            ),
            models.CheckConstraint(condition=Q(before_round__gte=1), name="a_team_is_changed_before_a_round"),
            *on_write(
                "a_former_team_is_of_the_entrys_tournament",
                "(SELECT tournament_id FROM tournaments_entry"
                " WHERE id = NEW.entry_id) <> (SELECT tournament_id FROM tournaments_stage"
                " WHERE id = NEW.stage_id) OR NEW.team_id IS NOT NULL AND (SELECT tournament_id"
                " FROM tournaments_entry WHERE id = NEW.entry_id) <> (SELECT tournament_id"
                " FROM tournaments_team WHERE id = NEW.team_id)",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.entry}: {self.team}"


class Former(NamedTuple):
    """A row of an entry, with its stage's number. Rows of one entry are ordered by end."""

    entry: int
    team: int | None
    ordinal: int
    before_round: int


def former_teams_of(tournament_id: int) -> list[Former]:
    """Return all former teams in a tournament, each entry's in order. One query."""
    return [Former(*row) for row in _FORMER_TEAMS.read(tournament_id)]


def _former_teams(tournament_id: int) -> "QuerySet[FormerTeam, tuple[Any, ...]]":
    rows = FormerTeam.objects.filter(entry__tournament=tournament_id)
    rows = rows.order_by("entry_id", "stage__ordinal", "before_round")
    return rows.values_list("entry_id", "team_id", "stage__ordinal", "before_round")


_FORMER_TEAMS = PreparedQuery(_former_teams, of=int)


def team_then(entry: str, *, column: Literal["pk", "name"] = "pk", seat: str = "") -> Combinable:
    """Return an expression for the team of `entry` (a path) in a seat's round: its `column`, or None.

    Over seats, or over rows with a path `seat` to one, such as "seat__".
    """
    before = Q(stage__ordinal__gt=OuterRef(f"{seat}round__stage__ordinal")) | Q(
        stage=OuterRef(f"{seat}round__stage"), before_round__gt=OuterRef(f"{seat}round__number")
    )
    former: QuerySet[FormerTeam] = FormerTeam.objects.filter(before, entry=OuterRef(entry))
    first = former.order_by("stage__ordinal", "before_round").values(f"team__{column}")[:1]
    return Case(
        When(Exists(former), then=Subquery(first)),
        default=F(f"{entry}__team__{column}"),
        output_field=models.CharField() if column == "name" else models.BigIntegerField(),
    )
