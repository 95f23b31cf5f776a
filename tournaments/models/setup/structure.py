"""Tournament → stage: the frame of games."""

from typing import ClassVar, Self

from django.contrib.auth.models import AnonymousUser
from django.db import models
from django.db.models.functions import Now
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.models import User
from players.names import LONGEST_NAME
from scoring.rulebook.rulebook import Rulebook
from tournaments.models.leagues.league import LONGEST_TITLE, Season
from tournaments.models.setup.table_formats import edition_with, pinned_rulebook
from web.triggers import Guard, changes, on_write


def helps_to_run(user: User) -> models.Q:
    """The tournaments this person is on the staff of, and those of leagues they organize."""
    seasons = Season.objects.filter(league__staff__user=user)
    return models.Q(pk__in=user.staff_of.values("tournament")) | models.Q(season__in=seasons.values("pk"))


def earliest_first(path: str = "") -> "models.expressions.OrderBy":
    """Order by first day, ascending. A tournament without one is the latest, on every database. `path` leads to the
    tournament, such as "stage__tournament__".
    """
    return models.F(f"{path}starts_on").asc(nulls_last=True)


def latest_first(path: str = "") -> "models.expressions.OrderBy":
    """The reverse of `earliest_first`."""
    return models.F(f"{path}starts_on").desc(nulls_first=True)


def how_recent(tournament: "Tournament") -> tuple[bool, int, int]:
    """A sort key with the order of `latest_first`, then by creation; the latest is largest."""
    day = tournament.starts_on
    return day is None, day.toordinal() if day else 0, tournament.pk


MOST_WORDS = 5


class TournamentQuerySet(models.QuerySet["Tournament"]):
    def visible_to(self, user: User | AnonymousUser) -> Self:
        """Tournaments this person may see. Unlisted ones are visible to anyone with the address."""
        everybodys = models.Q(visibility__in=[Tournament.Visibility.PUBLIC, Tournament.Visibility.UNLISTED])
        if not user.is_authenticated:
            return self.not_discarded().filter(everybodys)
        if user.is_superuser:
            return self.not_discarded()
        plays = models.Q(pk__in=Tournament.objects.filter(entries__player__user=user).values("pk"))
        return self.not_discarded().filter(everybodys | helps_to_run(user) | plays)

    def helped_by(self, user: User) -> Self:
        """Tournaments this person helps to run."""
        return self.filter(helps_to_run(user))

    def not_discarded(self) -> Self:
        """Tournaments that were not discarded."""
        return self.filter(discard=None)

    def listed(self) -> Self:
        """Tournaments that can be found without the address."""
        return self.not_discarded().filter(visibility=Tournament.Visibility.PUBLIC)

    def matching(self, query: str) -> Self:
        """Those with each of the first `MOST_WORDS` words in their name or venue."""
        found = self
        for word in query.split()[:MOST_WORDS]:
            found = found.filter(models.Q(name__icontains=word) | models.Q(venue__icontains=word))
        return found

    def of_free_play_for(self, user: User) -> Self:
        """Running tournaments in which this person opens tables as a player."""
        plays = Tournament.objects.filter(entries__player__user=user, entries__status="active")
        here = self.not_discarded().exclude(status=Tournament.Status.FINISHED)
        open_to_players = Stage.objects.filter(kind=Stage.Kind.FREE_PLAY).values("tournament")
        return here.filter(pk__in=plays.values("pk")).filter(pk__in=open_to_players)

    def in_order_of_play(self) -> Self:
        """By first day, those without one last."""
        return self.order_by(earliest_first(), "pk")

    def with_frame(self) -> Self:
        """With its season, league and usual rules, in the same query."""
        return self.select_related("season__league", "usual_format")


# In minutes: ten hours.
MOST_DELAY = 600
# Days for which photos of paper sheets are kept: the maximum, and a form's default.
MOST_PHOTO_DAYS, USUAL_PHOTO_DAYS = 365, 30


class Tournament(models.Model):
    """A competition with its stages, entries and standings. Its rulebook is pinned when the first game starts."""

    class Visibility(models.TextChoices):
        PUBLIC = "public", pgettext_lazy("choice", "Everyone")
        UNLISTED = "unlisted", _("Anyone with the address")
        PRIVATE = "private", _("Staff and players only")

    class Status(models.TextChoices):
        PLANNED = "planned", pgettext_lazy("status", "Planned")
        RUNNING = "running", pgettext_lazy("status", "Running")
        FINISHED = "finished", pgettext_lazy("status", "Finished")

    class ConfirmationRule(models.TextChoices):
        ALL_OTHERS = "all_others", _("All other seats")
        K_OF_N = "k_of_n", _("Some of the other seats")
        REFEREE = "referee", pgettext_lazy("choice", "The referee")

    class PaperCounts(models.TextChoices):
        """When a signed paper sheet typed by a scorer counts at once."""

        WITHOUT_PHONES = "without_phones", _("Immediately at tables without a phone")
        ALWAYS = "always", _("Always counts immediately")
        SECOND_PERSON = "second_person", _("After a second person confirms it")

    class Substitutes(models.TextChoices):
        """What substitutes' games count for. Only `RANKED` gives substitutes a rank."""

        OWN_SCORE = "own_score", _("Their own score, without a rank")
        FIXED_SCORE = "fixed_score", _("A fixed score per game, without a rank")
        FOR_ABSENT = "for_absent", _("The player they replace")
        RANKED = "ranked", _("Their own score, ranked like everyone else")

    class Withdrawn(models.TextChoices):
        """Where withdrawn players rank. Their opponents keep those results in any case."""

        RANKED = "ranked", _("Ranked by their total so far")
        BELOW = "below", _("Below everyone else, without a rank")
        ANNULLED = "annulled", _("Nowhere: their results are annulled, for their team too")

    slug = models.SlugField(pgettext_lazy("field", "address"), unique=True, max_length=60)
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_TITLE)
    season = models.ForeignKey(
        Season,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="tournaments",
        verbose_name=pgettext_lazy("field", "season"),
    )
    division = models.CharField(pgettext_lazy("field", "division"), max_length=LONGEST_NAME, blank=True)
    level = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "level"), default=1, help_text=_("1 is the top division")
    )
    venue = models.CharField(pgettext_lazy("field", "venue"), max_length=LONGEST_TITLE, blank=True)
    starts_on = models.DateField(pgettext_lazy("field", "first day"), null=True, blank=True)
    ends_on = models.DateField(pgettext_lazy("field", "last day"), null=True, blank=True)
    time_zone = models.CharField(pgettext_lazy("field", "time zone"), max_length=64, default="Asia/Tokyo")
    visibility = models.CharField(
        pgettext_lazy("field", "visible to"),
        max_length=10,
        choices=Visibility.choices,
        default=Visibility.PUBLIC,
    )
    status = models.CharField(
        pgettext_lazy("field", "status"), max_length=10, choices=Status.choices, default=Status.PLANNED
    )
    confirmation_rule = models.CharField(
        pgettext_lazy("field", "who confirms"),
        max_length=12,
        choices=ConfirmationRule.choices,
        default=ConfirmationRule.ALL_OTHERS,
    )
    paper_counts = models.CharField(
        _("when signed paper counts"),
        max_length=14,
        choices=PaperCounts.choices,
        # For tournaments set up before there was a choice; new ones are asked.
        default=PaperCounts.SECOND_PERSON,
    )
    live_delay = models.PositiveSmallIntegerField(
        _("delay of live points"),
        null=True,
        blank=True,
        help_text="So many minutes later everybody reads hands of a game in play; empty: at once.",
    )
    photo_days = models.PositiveSmallIntegerField(
        _("days for which photos are kept"),
        null=True,
        blank=True,
        help_text="For so many days photos of paper sheets are kept; empty: none are taken.",
    )
    confirmations_needed = models.PositiveSmallIntegerField(
        pgettext_lazy("field", "confirmations needed"), null=True, blank=True
    )
    tie_breaks = models.JSONField(pgettext_lazy("field", "tie-breaks"), default=list, blank=True)
    substitutes = models.CharField(
        _("games of substitutes count for"),
        max_length=12,
        choices=Substitutes.choices,
        default=Substitutes.OWN_SCORE,
    )
    substitute_score = models.SmallIntegerField(
        pgettext_lazy("field", "fixed score"),
        null=True,
        blank=True,
        help_text="Whole points of the result, as the uma is.",
    )
    withdrawn = models.CharField(
        _("players who have withdrawn"),
        max_length=8,
        choices=Withdrawn.choices,
        default=Withdrawn.RANKED,
    )
    is_archived = models.BooleanField(
        pgettext_lazy("field", "archived"),
        default=False,
        editable=False,
        help_text="Whether the accounts of its staff fold it away. Public pages do not depend on it.",
    )
    # Ledger entries up to here came with a file: see `models.origins`.
    written_elsewhere = models.PositiveBigIntegerField(
        null=True, editable=False, help_text="The last ledger entry that another server wrote."
    )
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    # What organizers edit at any time, with its name in the ledger: names are recorded as traces, venue and
    # announcement not at all.
    EDITABLE: ClassVar[dict[str, str | None]] = {
        "name": None,
        "venue": None,
        "slug": "slug",
        "starts_on": "starts_on",
        "ends_on": "ends_on",
        "time_zone": "time_zone",
        "visibility": "visibility",
        "confirmation_rule": "confirmation",
        "confirmations_needed": "confirmations_needed",
        "paper_counts": "paper",
        "live_delay": "live_delay",
        "photo_days": "photo_days",
    }
    # The settings recorded in the ledger, with their names there.
    RECORDED: ClassVar[dict[str, str]] = {
        **{column: stored for column, stored in EDITABLE.items() if stored is not None},
        **{
            name: name
            for name in ("tie_breaks", "substitutes", "substitute_score", "withdrawn", "division", "level")
        },
        "season_id": "season",
    }

    objects = TournamentQuerySet.as_manager()

    class Meta:
        verbose_name = pgettext_lazy("record", "tournament")
        verbose_name_plural = pgettext_lazy("record", "tournaments")
        ordering = [latest_first(), "name"]
        indexes = [models.Index(fields=["status", "-starts_on"], name="tournaments_by_day")]
        constraints = [
            models.CheckConstraint(
                condition=(
                    models.Q(confirmation_rule="k_of_n", confirmations_needed__range=(1, 3))
                    | ~models.Q(confirmation_rule="k_of_n") & models.Q(confirmations_needed__isnull=True)
                ),
                name="confirmations_needed_belongs_to_k_of_n",
            ),
            models.CheckConstraint(
                condition=(
                    models.Q(substitutes="fixed_score", substitute_score__isnull=False)
                    | ~models.Q(substitutes="fixed_score") & models.Q(substitute_score__isnull=True)
                ),
                name="a_fixed_score_is_of_substitutes",
            ),
            Guard(
                name="a_tournament_in_play_pins_its_rulebook",
                on="UPDATE",
                when="NEW.status <> 'planned' AND NOT EXISTS (SELECT 1 FROM tournaments_tableformat"
                " WHERE usual_of_id = NEW.id AND rulebook_content <> '')",
            ),
            Guard(
                name="an_old_address_is_nobody_elses_insert",
                on="INSERT",
                when="EXISTS (SELECT 1 FROM tournaments_oldaddress WHERE slug = NEW.slug)",
            ),
            Guard(
                name="an_old_address_is_nobody_elses_update",
                on="UPDATE",
                when="EXISTS (SELECT 1 FROM tournaments_oldaddress WHERE slug = NEW.slug"
                " AND tournament_id <> NEW.id)",
            ),
            *on_write(
                "a_tournament_of_a_season_is_in_a_division",
                "NEW.season_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM tournaments_division"
                " WHERE season_id = NEW.season_id AND level = NEW.level)",
            ),
            Guard(
                name="a_rehearsal_stays_private",
                on="UPDATE",
                when="(NEW.visibility <> 'private' OR NEW.season_id IS NOT NULL)"
                " AND EXISTS (SELECT 1 FROM tournaments_rehearsal WHERE tournament_id = NEW.id)",
            ),
            *on_write(
                "photos_are_kept_for_a_year_at_most",
                "NEW.photo_days IS NOT NULL AND NEW.photo_days NOT BETWEEN 1 AND 365",
            ),
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def rulebook(self) -> Rulebook:
        """The rules in force at usual tables."""
        return self.usual_format.rulebook

    @property
    def other_formats(self) -> "list[TableFormat]":
        """The rules for other table sizes, smallest first: one query unless `formats` is prefetched."""
        others = [one for one in self.formats.all() if one.usual_of_id is None]
        return sorted(others, key=lambda one: one.players)

    @property
    def odd_sizes(self) -> list[int]:
        """The table sizes with rules besides the usual one, in the order of `other_formats`."""
        return [one.players for one in self.other_formats]

    def format_for(self, players: int) -> "TableFormat":
        """Return the format that settles a table of this size, else the tournament's usual one.

        No query for tables of the usual size.
        """
        usual = self.usual_format
        if players == usual.players:
            return usual
        return next((one for one in self.other_formats if one.players == players), usual)

    def rulebook_for(self, players: int) -> Rulebook:
        """Return the rules that settle a table of this size.

        Without rules for the size they are the usual ones, which then refuse the table.
        """
        return self.format_for(players).rulebook


class TableFormat(models.Model):
    """The rules for tables of one size: named first, pinned when the next round starts.

    A pinned one is never changed or deleted, so that its games can always be settled again.
    """

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="formats")
    # Beside `tournament`, so that queries for tournaments can join it.
    usual_of = models.OneToOneField(
        Tournament,
        models.PROTECT,
        null=True,
        blank=True,
        related_name="usual_format",
        help_text="The tournament, where its usual tables are of this size.",
    )
    players = models.PositiveSmallIntegerField(_("players at a table"))
    rulebook_id = models.CharField(pgettext_lazy("field", "rulebook"), max_length=40)
    house_rules = models.JSONField(pgettext_lazy("field", "house rules"), default=dict, blank=True)
    rulebook_content = models.TextField(
        blank=True, editable=False, help_text="Pinned when the first game starts."
    )

    class Meta:
        verbose_name = _("rules for a table size")
        verbose_name_plural = _("rules for table sizes")
        ordering = ["tournament_id", "players"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "players"], name="one_format_per_table_size"),
            models.CheckConstraint(
                condition=models.Q(players__range=(3, 5)), name="a_table_is_of_three_to_five"
            ),
            models.CheckConstraint(
                condition=models.Q(usual_of=None) | models.Q(usual_of=models.F("tournament")),
                name="a_usual_format_is_of_its_own_tournament",
            ),
            models.CheckConstraint(condition=~models.Q(rulebook_id=""), name="a_format_names_a_rulebook"),
            Guard(
                name="a_pinned_format_never_changes",
                on="UPDATE",
                when="OLD.rulebook_content <> '' AND ("
                + changes("rulebook_content", "tournament_id", "players", "rulebook_id", "house_rules")
                + ")",
            ),
            Guard(
                name="a_tournaments_usual_format_stays",
                on="UPDATE",
                when="COALESCE(NEW.usual_of_id, 0) <> COALESCE(OLD.usual_of_id, 0)",
            ),
            Guard(
                name="a_format_in_use_is_never_deleted",
                on="DELETE",
                when="OLD.rulebook_content <> '' OR OLD.usual_of_id IS NOT NULL",
            ),
        ]

    def __str__(self) -> str:
        return f"{self.rulebook_id} ({self.players})"

    @property
    def is_pinned(self) -> bool:
        return bool(self.rulebook_content)

    @property
    def rulebook(self) -> Rulebook:
        """The rules in force: the pinned content once a game has started, else the edition with house rules."""
        if self.rulebook_content:
            return pinned_rulebook(self.rulebook_content)
        # Whichever relation it was reached by is already loaded.
        tournament = self.usual_of or self.tournament
        return edition_with(self.rulebook_id, tournament.name, self.house_rules)


# An ordering of stages: newest first; those without confirmed qualifiers come last, earliest first.
NEXT_TO_DRAW_FIRST = (
    models.Case(
        models.When(qualification__isnull=False, qualification__confirmed_at=None, then=models.F("ordinal")),
        default=models.Value(0),
    ),
    "-ordinal",
)


class Stage(models.Model):
    """Preliminary, semi-final, final: rounds that share one set of standings."""

    class Kind(models.TextChoices):
        ROUNDS = "rounds", pgettext_lazy("choice", "Rounds")
        FREE_PLAY = "free_play", pgettext_lazy("choice", "Free play")

    tournament = models.ForeignKey(Tournament, models.PROTECT, related_name="stages")
    ordinal = models.PositiveSmallIntegerField(pgettext_lazy("field", "ordinal"))
    name = models.CharField(pgettext_lazy("field", "name"), max_length=LONGEST_NAME)
    kind = models.CharField(
        pgettext_lazy("field", "kind"), max_length=10, choices=Kind.choices, default=Kind.ROUNDS
    )

    class Meta:
        verbose_name = pgettext_lazy("record", "stage")
        verbose_name_plural = pgettext_lazy("record", "stages")
        ordering = ["tournament_id", "ordinal"]
        constraints = [
            models.UniqueConstraint(fields=["tournament", "ordinal"], name="one_stage_per_ordinal")
        ]

    def __str__(self) -> str:
        return self.name

    @property
    def is_free_play(self) -> bool:
        """Whether players open its tables themselves; rounds can be drawn as well."""
        return self.kind == Stage.Kind.FREE_PLAY
