"""Participants: teams and entries."""

from collections.abc import Iterable
from typing import Self

from django.db import models
from django.db.models.functions import Coalesce, Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player
from players.names import LONGEST_NAME, validate_name
from tournaments.models.leagues.league import Season
from tournaments.models.setup.structure import Tournament
from web.triggers import Counter, Guard, on_write


class Team(models.Model):
    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="teams")
    name = models.CharField(
        pgettext_lazy("field", "name"), max_length=LONGEST_NAME, validators=[validate_name]
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "team")
        verbose_name_plural = pgettext_lazy("record", "teams")
        ordering = ["name"]
        constraints = [models.UniqueConstraint(fields=["tournament", "name"], name="one_team_per_name")]

    def __str__(self) -> str:
        return self.name


# The entry for which games under `entry` count: an expression over rows with an entry.
COUNTED_ENTRY = Coalesce("entry__merged_into_id", "entry_id")


class EntryQuerySet(models.QuerySet["Entry"]):
    def active(self) -> Self:
        """Entries drawn in the next round."""
        return self.filter(status=Entry.Status.ACTIVE, is_substitute=False)

    def of_one_each(self) -> Self:
        """One entry per player: without those merged into another."""
        return self.filter(merged_into=None)

    def with_a_rank(self) -> Self:
        """Active entries that get a final rank, including substitutes where these are ranked."""
        as_everybody = models.Q(is_substitute=False) | models.Q(
            tournament__substitutes=Tournament.Substitutes.RANKED
        )
        return self.filter(as_everybody, status=Entry.Status.ACTIVE)

    def of_other_divisions(self, tournament: Tournament) -> Self:
        """Active entries in another division of the tournament's season."""
        beside = self.with_a_rank().filter(tournament__season=tournament.season_id, tournament__discard=None)
        return beside.exclude(tournament__level=tournament.level)

    def with_people(self) -> Self:
        return self.select_related("player__club", "team")


def players_by_level(season: Season) -> dict[int, int]:
    """Count the players in each division of a season, without substitutes. One query."""
    active = Entry.objects.active().filter(tournament__season=season).order_by()
    return dict(active.values_list("tournament__level").annotate(models.Count("pk")))


def divisions_beside(tournament: Tournament, players: Iterable[int]) -> dict[int, Tournament]:
    """Return, by player, a tournament of another division of the season in which they play. One query."""
    if tournament.season_id is None:
        return {}
    beside = Entry.objects.of_other_divisions(tournament).filter(player__in=players)
    rows = beside.select_related("tournament")
    return {row.player_id: row.tournament for row in rows.order_by("tournament__level")}


def divisions_of_both(
    one: Player, other: Player, among: "models.QuerySet[Tournament]"
) -> list[tuple[Tournament, Tournament]]:
    """Return the tournaments among these in which two players are in different divisions of one season, that of `one`
    first. Two queries.
    """
    active = Entry.objects.with_a_rank()
    ours, theirs = (
        list(
            among.filter(
                season__isnull=False, discard=None, pk__in=active.filter(player=who).values("tournament")
            )
            .select_related("season__league")
            .order_by("season", "level")
        )
        for who in (one, other)
    )
    return [
        (here, there)
        for here in ours
        for there in theirs
        if here.season_id == there.season_id and here.level != there.level
    ]


class Entry(models.Model):
    """A player in a tournament. For a player entered twice, one entry is withdrawn and `merged_into` the other: its
    games count for that one.
    """

    class Status(models.TextChoices):
        ACTIVE = "active", pgettext_lazy("status", "Taking part")
        WITHDRAWN = "withdrawn", pgettext_lazy("status", "Withdrawn")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="entries")
    player = models.ForeignKey(Player, models.PROTECT, related_name="entries")
    team = models.ForeignKey(Team, models.PROTECT, null=True, blank=True, related_name="entries")
    number = models.PositiveIntegerField(pgettext_lazy("field", "number"))
    status = models.CharField(
        pgettext_lazy("field", "status"), max_length=10, choices=Status.choices, default=Status.ACTIVE
    )
    is_substitute = models.BooleanField(pgettext_lazy("field", "substitute"), default=False)
    lot = models.BigIntegerField(
        pgettext_lazy("field", "lot"),
        help_text=_("breaks ties that no other criterion breaks; drawn at registration"),
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    checked_in_at = models.DateTimeField(
        pgettext_lazy("field", "checked in"),
        null=True,
        blank=True,
        editable=False,
        help_text="Since when the player is marked as here.",
    )
    paid_at = models.DateTimeField(
        pgettext_lazy("field", "fee paid"),
        null=True,
        blank=True,
        editable=False,
        help_text="When the entry fee was noted as paid; organizers only.",
    )
    merged_into = models.ForeignKey(
        "self",
        models.PROTECT,
        null=True,
        editable=False,
        related_name="merged",
        help_text="The entry of the same player for which everything here counts.",
    )

    EDITABLE = ("number", "team", "is_substitute")

    objects = EntryQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "entry")
        verbose_name_plural = pgettext_lazy("record", "entries")
        ordering = ["tournament_id", "number"]
        constraints = [
            models.UniqueConstraint(
                fields=["tournament", "player"],
                condition=models.Q(merged_into=None),
                name="one_entry_per_player",
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | models.Q(status="withdrawn"),
                name="a_merged_entry_has_withdrawn",
            ),
            models.CheckConstraint(
                condition=models.Q(merged_into=None) | ~models.Q(merged_into=models.F("id")),
                name="an_entry_is_merged_into_another",
            ),
            models.UniqueConstraint(fields=["tournament", "number"], name="one_entry_per_number"),
            models.UniqueConstraint(fields=["tournament", "lot"], name="one_entry_per_lot"),
            *on_write(
                "a_team_is_of_the_entrys_tournament",
                "NEW.team_id IS NOT NULL AND (SELECT tournament_id FROM tournaments_team"
                " WHERE id = NEW.team_id) <> NEW.tournament_id",
            ),
            Guard(
                name="a_captain_stays_in_the_team",
                on="UPDATE",
                when="COALESCE(NEW.team_id, 0) <> COALESCE(OLD.team_id, 0) AND EXISTS (SELECT 1"
                " FROM tournaments_captain WHERE entry_id = NEW.id)",
            ),
            # An entry with others merged into it is not merged itself; a list may name one that comes later in it.
            *on_write(
                "an_entry_is_merged_into_one_of_its_player",
                "EXISTS (SELECT 1 FROM tournaments_entry one WHERE one.id = NEW.merged_into_id"
                " AND (one.tournament_id <> NEW.tournament_id OR one.player_id <> NEW.player_id"
                " OR one.merged_into_id IS NOT NULL))",
            ),
            Counter(
                name="a_players_first_entry_is_kept",
                on="INSERT",
                then="INSERT INTO tournaments_firsttournament (player_id, tournament_id)"
                " VALUES (NEW.player_id, NEW.tournament_id) ON CONFLICT (player_id) DO NOTHING",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.number} {self.player}"

    @property
    def counts_for(self) -> int:
        """The id of the entry for which games count."""
        return self.merged_into_id or self.pk
