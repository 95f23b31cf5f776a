"""Rounds, tables and seats."""

from collections.abc import Iterable
from typing import Any, Self

from django.apps import apps
from django.db import models
from django.db.models import Case, Exists, OuterRef, Q, Value, When
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import Player
from players.names import LONGEST_NAME
from tournaments.models.draws.draws import Draw
from tournaments.models.fast_sql.reading import PreparedQuery
from tournaments.models.people.entries import Entry
from tournaments.models.play.triggers import anything_stands
from tournaments.models.setup.structure import Stage
from tournaments.models.teams.former_teams import team_then
from tournaments.models.winds import Wind
from web.triggers import Counter, Guard, changes

NOT_STARTED = ("drafted", "published")
# Published and not closed.
OPEN_ROUNDS = ("published", "started")
TABLE_NAME = pgettext_lazy("with a number", "Table %(number)s")


class RoundQuerySet(models.QuerySet["Round"]):
    def of_day(self, round_: "Round") -> Self:
        """The rounds of a round's match day, itself included, in order of play; else the round alone."""
        if round_.match_day is None:
            return self.filter(pk=round_.pk)
        return self.filter(stage=round_.stage_id, match_day=round_.match_day).order_by("number")

    def published(self) -> Self:
        """Public rounds; drafts are visible only to the staff."""
        return self.exclude(status=Round.Status.DRAFTED)

    def waiting_for_line_ups(self) -> Self:
        """Published rounds whose line-ups are not revealed; see `waits_for_line_ups`."""
        return self.filter(waits_for_line_ups())

    def not_started(self) -> Self:
        """Drafts and published rounds, which can still be changed."""
        return self.filter(status__in=NOT_STARTED)

    def with_tables(self) -> Self:
        """With `tables.all()` in order, each with its `seats.all()` for display."""
        return self.prefetch_related(
            models.Prefetch("tables", Table.objects.order_by("number")),
            models.Prefetch("tables__seats", Seat.objects.for_display()),
        )

    def with_progress(self) -> Self:
        """With `tables_count` and `confirmed_count`, from the database counters."""
        return self.annotate(
            tables_count=models.F("progress__tables"), confirmed_count=models.F("progress__confirmed")
        )


class Round(models.Model):
    """Everyone's n-th game of a stage."""

    class Status(models.TextChoices):
        DRAFTED = "drafted", pgettext_lazy("status", "Drafted")
        PUBLISHED = "published", pgettext_lazy("status", "Published")
        STARTED = "started", pgettext_lazy("status", "In play")
        CLOSED = "closed", pgettext_lazy("status", "Closed")

    # The method of a round whose tables players opened.
    OPENED = "opened"

    stage = models.ForeignKey(Stage, models.PROTECT, related_name="rounds")
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"))
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_NAME, blank=True)
    status = models.CharField(
        pgettext_lazy("field", "status"), max_length=10, choices=Status.choices, default=Status.DRAFTED
    )
    draw = models.ForeignKey(
        Draw,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="rounds",
        verbose_name=pgettext_lazy("field", "draw"),
    )
    method = models.CharField(_("method of the draw"), max_length=40, blank=True)
    seed = models.CharField(pgettext_lazy("field", "seed"), max_length=128, blank=True)
    drawn_at = models.DateTimeField(db_default=Now(), editable=False)
    started_at = models.DateTimeField(null=True, editable=False)
    closed_at = models.DateTimeField(null=True, editable=False)
    # The planned start, which is public; the actual one is `started_at`.
    planned_at = models.DateTimeField(pgettext_lazy("field", "planned for"), null=True, blank=True)
    played_on = models.DateField(pgettext_lazy("field", "played on"), null=True, blank=True)
    # Games of one match day are consecutive rounds with the same players at a table; they are published, started and
    # closed together. Null: the round is a day of its own.
    match_day = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "match day"),
        null=True,
        blank=True,
        help_text="Which match day of its stage it is in.",
    )
    game = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "game of the day"),
        null=True,
        blank=True,
        help_text="Which game of its match day it is.",
    )
    # After the second time, the seating may differ from what people have read before.
    publications = models.PositiveSmallIntegerField(
        _("how often it was published"), default=0, editable=False
    )

    objects = RoundQuerySet.as_manager()

    # Set by `with_progress()`.
    tables_count: int
    confirmed_count: int
    # Set by `by_match_day()`: it stands for all games of its match day.
    is_whole_day = False

    class Meta:
        verbose_name = pgettext_lazy("record", "round")
        verbose_name_plural = pgettext_lazy("record", "rounds")
        ordering = ["stage_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["stage", "number"], name="one_round_per_number"),
            models.UniqueConstraint(
                fields=["stage", "match_day", "game"], name="one_round_per_game_of_a_day"
            ),
            models.CheckConstraint(
                condition=Q(match_day=None, game=None)
                | Q(match_day__isnull=False, match_day__gte=1, game__isnull=False, game__gte=1),
                name="a_game_of_a_day_has_a_day",
            ),
            Guard(
                name="games_of_a_day_are_played_in_a_row",
                on="INSERT",
                when="NEW.game > 1 AND NOT EXISTS (SELECT 1 FROM tournaments_round r WHERE r.stage_id = NEW.stage_id"
                " AND r.number = NEW.number - 1 AND r.match_day = NEW.match_day AND r.game = NEW.game - 1)",
            ),
            Guard(
                name="a_discarded_tournament_has_no_rounds",
                on="INSERT",
                when="EXISTS (SELECT 1 FROM tournaments_discard d JOIN tournaments_stage s"
                " ON s.tournament_id = d.tournament_id WHERE s.id = NEW.stage_id)",
            ),
            Counter(
                name="a_round_has_a_count",
                on="INSERT",
                then="INSERT INTO tournaments_roundcount (round_id, tables, confirmed) VALUES (NEW.id, 0, 0)",
            ),
        ]
        # What is played now: queried constantly by news and phones, however many rounds are closed.
        indexes = [models.Index(fields=["stage", "status"], name="rounds_by_state")]

    def __str__(self) -> str:
        if self.is_whole_day:
            return self.day_name
        return round_name(self.number, self.name, self.match_day, self.game)

    @property
    def day_name(self) -> str:
        """The name of its match day; without one, its own."""
        if self.match_day is None:
            return str(self)
        return str(pgettext_lazy("a match day", "Day %(match_day)s") % {"match_day": self.match_day})

    def is_played_with(self, other: "Round") -> bool:
        """Whether it is the other round or a game of the same match day."""
        if self.match_day is None:
            return self.pk == other.pk
        return (self.stage_id, self.match_day) == (other.stage_id, other.match_day)

    @property
    def is_of_free_play(self) -> bool:
        """Whether players opened its tables."""
        return self.method == Round.OPENED

    @property
    def is_published(self) -> bool:
        """Whether it is public; drafts are visible only to the staff."""
        return self.status != Round.Status.DRAFTED

    def shows_its_seed(self) -> bool:
        """Whether its seed may be shown: in a draft the readers are staff; once published, no round from the same
        seed may be a draft or wait for line-ups.
        """
        if self.status == Round.Status.DRAFTED or self.draw_id is None:
            return True
        secret = Q(status=Round.Status.DRAFTED) | waits_for_line_ups()
        return not Round.objects.filter(secret, draw=self.draw_id).exists()


def round_name(number: int, name: str, match_day: int | None, game: int | None) -> str:
    """Return what a round is called: its name, its match day and game, or its number."""
    if name:
        return name
    if match_day is None:
        return str(pgettext_lazy("with a number", "Round %(number)s") % {"number": number})
    return str(
        pgettext_lazy("a match day", "Day %(match_day)s, game %(game)s")
        % {"match_day": match_day, "game": game}
    )


def waits_for_line_ups(round_: str = "pk") -> Q:
    """Condition over rows whose path to a round is `round_`: the round is published, captains name the players, and
    line-ups are not revealed. Until then the drawn players are proposals: the public sees which teams meet, only the
    staff sees the players.
    """
    waiting = Round.objects.filter(status=Round.Status.PUBLISHED, stage__line_up_rule__isnull=False)
    shown = Round.objects.filter(pk=OuterRef("pk"), line_ups__is_shown=True)
    return Q(Exists(waiting.filter(~Exists(shown), pk=OuterRef(round_))))


def waiting_for_line_ups(rounds: Iterable[Round]) -> set[int]:
    """Return the ids of those rounds whose line-ups are not revealed; see `waits_for_line_ups`. One query, none if no
    round waits to be started.
    """
    published = [one.pk for one in rounds if one.status == Round.Status.PUBLISHED]
    if not published:
        return set()
    return set(Round.objects.waiting_for_line_ups().filter(pk__in=published).values_list("pk", flat=True))


class TableQuerySet(models.QuerySet["Table"]):
    def with_live_results(self) -> Self:
        """With `has_result`, a live scoresheet, and `has_hands`, a hand not taken back."""
        scoresheets: Any = apps.get_model("tournaments", "Scoresheet")
        hands: Any = apps.get_model("tournaments", "HandRecord")
        return self.annotate(
            has_result=Exists(scoresheets.objects.order_by().live().filter(table=OuterRef("pk"))),
            has_hands=Exists(hands.objects.order_by().standing().filter(table=OuterRef("pk"))),
        )

    def holding(self) -> Self:
        """Tables with a result or a hand that counts, as in `with_live_results`: their players cannot change."""
        return self.with_live_results().filter(Q(has_result=True) | Q(has_hands=True))

    def for_display(self) -> Self:
        """In order, with what a card shows: `seats.all()`, East first, and only the live one of `scoresheets.all()`,
        with its `scores.all()`.
        """
        scoresheets: Any = apps.get_model("tournaments", "Scoresheet")
        return self.prefetch_related(
            models.Prefetch("seats", Seat.objects.for_display()),
            models.Prefetch("scoresheets", scoresheets.objects.live().prefetch_related("scores")),
        ).order_by("number")


class Table(models.Model):
    round = models.ForeignKey(Round, models.CASCADE, related_name="tables", db_index=False)
    number = models.PositiveSmallIntegerField(pgettext_lazy("field", "number"))
    is_unranked = models.BooleanField(
        pgettext_lazy("field", "unranked"),
        default=False,
        help_text="Its result is kept, and no standings or ratings know of it.",
    )

    objects = TableQuerySet.as_manager()

    # Set by `with_live_results()`.
    has_result: bool
    has_hands: bool

    class Meta:
        verbose_name = pgettext_lazy("record", "table")
        verbose_name_plural = pgettext_lazy("figure", "tables")
        ordering = ["round_id", "number"]
        constraints = [
            models.UniqueConstraint(fields=["round", "number"], name="one_table_per_number"),
            Counter(
                name="a_table_is_counted",
                on="INSERT",
                then="UPDATE tournaments_roundcount SET tables = tables + 1 WHERE round_id = NEW.round_id",
            ),
            Counter(
                name="a_table_is_counted_no_more",
                on="DELETE",
                then="UPDATE tournaments_roundcount SET tables = tables - 1 WHERE round_id = OLD.round_id",
            ),
        ]

    def __str__(self) -> str:
        return str(TABLE_NAME) % {"number": self.number}

    @property
    def full_name(self) -> str:
        """The table with its round, for texts about several rounds."""
        return str(
            pgettext_lazy("with a value", "%(round)s, %(table)s") % {"round": self.round, "table": self}
        )


class SeatQuerySet(models.QuerySet["Seat"]):
    def for_display(self) -> Self:
        """With everything a table's card shows, East first. While line-ups are not revealed (`is_proposed`), only the
        staff may see the players: see `as_everybody_sees`.
        """
        people = self.select_related("entry__player", "entry__team", "replaces__player")
        return people.with_teams().with_proposals().order_by("wind")

    def with_proposals(self) -> Self:
        """With `is_proposed`: whether the player is only a draw's proposal to the captain."""
        return self.annotate(
            is_proposed=Case(
                When(waits_for_line_ups("round") & Q(entry__team__isnull=False), then=Value(value=True)),
                default=Value(value=False),
            )
        )

    def settled(self) -> Self:
        """Without seats of rounds whose line-ups are not revealed."""
        return self.exclude(waits_for_line_ups("round") & Q(entry__team__isnull=False))

    def with_teams(self) -> Self:
        """With `team_pk` and `team_name`, the player's team in that round, or None."""
        return self.annotate(team_pk=team_then("entry"), team_name=team_then("entry", column="name"))

    def to_come(self) -> Self:
        """Seats of published open rounds in order of play, without a draw's proposals."""
        seats = self.settled().filter(round__status__in=OPEN_ROUNDS)
        return seats.order_by("round__stage__ordinal", "round__number")

    def after(self, seat: "Seat") -> Self:
        """Seats of the same player in later rounds of the tournament."""
        round_ = seat.round
        return self.later_of(seat.entry_id, round_.stage_id, round_.stage.ordinal, round_.number)

    def later_of(
        self, entry: int, stage: int, ordinal: int | models.Value, number: int | models.Value
    ) -> Self:
        """Seats of this entry after round `number` of a stage, the tournament's `ordinal`-th."""
        later = models.Q(round__stage__ordinal__gt=ordinal) | models.Q(
            round__stage=stage, round__number__gt=number
        )
        return self.filter(later, entry=entry)


# A repair writes the seats of a whole hall eight times over, so they are checked all at once, and an update only for
# what it changes.
_OF_ANOTHER_ROUNDS_TABLE = "NEW.round_id <> (SELECT round_id FROM tournaments_table WHERE id = NEW.table_id)"
_OF_ANOTHER_TOURNAMENT = (
    "(SELECT tournament_id FROM tournaments_entry WHERE id = NEW.entry_id) <>"
    " (SELECT s.tournament_id FROM tournaments_round r JOIN tournaments_stage s ON s.id = r.stage_id"
    " WHERE r.id = NEW.round_id)"
)


class Seat(models.Model):
    """A seat at a table in a round. `round` duplicates the table's, so that a constraint can prevent seating a player
    twice; a trigger keeps them equal.
    """

    table = models.ForeignKey(Table, models.CASCADE, related_name="seats", db_index=False)
    round = models.ForeignKey(Round, models.CASCADE, related_name="seats", db_index=False)
    wind = models.PositiveSmallIntegerField(pgettext_lazy("mahjong term", "wind"), choices=Wind.choices)
    entry = models.ForeignKey(Entry, models.PROTECT, related_name="seats")
    replaces = models.ForeignKey(
        Entry,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="seats_given_up",
        verbose_name=pgettext_lazy("field", "replaces"),
    )

    objects = SeatQuerySet.as_manager()

    # Set by `with_teams()` and `with_proposals()`.
    team_pk: int | None
    team_name: str | None
    is_proposed: bool

    class Meta:
        verbose_name = pgettext_lazy("record", "seat")
        verbose_name_plural = pgettext_lazy("record", "seats")
        ordering = ["table_id", "wind"]
        constraints = [
            models.UniqueConstraint(fields=["table", "wind"], name="one_seat_per_wind"),
            models.UniqueConstraint(fields=["round", "entry"], name="one_seat_per_round"),
            models.CheckConstraint(condition=models.Q(wind__range=(1, 5)), name="a_seat_is_one_of_five"),
            models.CheckConstraint(
                condition=models.Q(replaces__isnull=True) | ~models.Q(replaces=models.F("entry")),
                name="nobody_replaces_themselves",
            ),
            Guard(
                name="a_seat_is_in_its_tables_round_insert",
                on="INSERT",
                when=_OF_ANOTHER_ROUNDS_TABLE,
                at_once=True,
            ),
            Guard(
                name="a_seat_is_in_its_tables_round_update",
                on="UPDATE",
                when=f"({changes('round_id', 'table_id')}) AND {_OF_ANOTHER_ROUNDS_TABLE}",
                at_once=True,
            ),
            Guard(
                name="a_seat_is_for_the_tournaments_own_entry_insert",
                on="INSERT",
                when=_OF_ANOTHER_TOURNAMENT,
                at_once=True,
            ),
            Guard(
                name="a_seat_is_for_the_tournaments_own_entry_update",
                on="UPDATE",
                when=f"({changes('round_id', 'entry_id')}) AND {_OF_ANOTHER_TOURNAMENT}",
                at_once=True,
            ),
            Guard(
                name="who_sits_where_stays_where_something_stands",
                on="UPDATE",
                when=f"({changes('wind', 'table_id')}) AND ({anything_stands('OLD.table_id', looked_up=True)}"
                f" OR ({changes('table_id')} AND ({anything_stands('NEW.table_id', looked_up=True)})))",
                at_once=True,
            ),
        ]

    def __str__(self) -> str:
        return f"{Wind(self.wind).label} {self.entry}"


def seats_at(table: Table) -> list[Seat]:
    """Return the seats of a table with everything its card shows, East first, as the public may see them. For pages
    polled by phones and spectators after every hand. One query.
    """
    seats = as_everybody_sees(_SEATS.read(table.pk))
    for seat in seats:
        seat.table = table
    return seats


def as_everybody_sees(seats: Iterable[Seat]) -> list[Seat]:
    """Return these seats of `for_display()` with players who are only proposed replaced by their team."""
    found = list(seats)
    for seat in found:
        if seat.is_proposed:
            seat.entry = Entry(
                tournament_id=seat.entry.tournament_id, player=Player(name=str(seat.team_name))
            )
            seat.replaces, seat.team_name = None, None
    return found


_SEATS = PreparedQuery(lambda table: Seat.objects.filter(table=table).for_display(), of=int)
