"""The available files: each with its name in addresses, its audience and its options."""

from collections.abc import Callable
from dataclasses import dataclass

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from publishing.tables.cross_table import cross_table
from publishing.tables.draws import draws
from publishing.tables.final_ranking import final_ranking, final_team_ranking, result_list
from publishing.tables.ledger import ledger, ledger_tag
from publishing.tables.people import players, registrations
from publishing.tables.results import penalties, results, results_by_player, seats_shown
from publishing.tables.standings import publish_for_file, standings, team_standings, titled
from tournaments.actions.actor import Actor
from tournaments.models import Round, Stage, Tournament
from tournaments.permissions import can_run, is_staff
from tournaments.standings import publish_for_readers
from web.sheets.tables import Table


@dataclass(frozen=True)
class Choice:
    """The options: a stage (None: the last with games), and a round for standings after it (None: current)."""

    stage: int | None = None
    after: int | None = None


@dataclass(frozen=True)
class Export:
    """One file: its name in addresses, its name for people, a sentence on what is in it, and the table itself."""

    name: str
    title: str | Promise
    about: str | Promise
    # Read-only, in a snapshot; rows are read while they are sent.
    build: Callable[[Tournament, Stage | None, int | None], Table]
    of_stage: bool = False
    # Of the published standings of all stages.
    of_all_stages: bool = False
    after_rounds: bool = False
    # Licence numbers are only for the staff, like the desk's list of players.
    for_staff: bool = False
    # Which staff may download it: private answers are only for some.
    permission: Callable[[Actor, Tournament], bool] = is_staff
    # For a slow file: unchanged as long as the file is.
    tag: Callable[[Tournament], str] | None = None
    # For files that grow with every game: the number of lines. Downloads are limited more tightly.
    lines: Callable[[Tournament], int] | None = None

    def heading(self, choice: Choice) -> str:
        """Return the title of the file."""
        return titled(str(self.title), choice.after if self.after_rounds else None)


@dataclass(frozen=True)
class Asked:
    """A table of a tournament with valid options."""

    export: Export
    tournament: Tournament
    stage: Stage | None
    after: int | None

    def table(self) -> Table:
        return self.export.build(self.tournament, self.stage, self.after)


def asked(export: Export, tournament: Tournament, choice: Choice) -> Asked | None:
    """Return the requested table, ready to be read; None if there is no such stage or round."""
    if export.of_all_stages:
        publish_for_readers([tournament.pk])
    if not export.of_stage:
        return Asked(export, tournament, None, None)
    stage = stage_of(tournament, choice)
    if stage is None:
        return None
    if choice.after is None:
        publish_for_file(stage)
    return Asked(export, tournament, stage, choice.after)


def stage_of(tournament: Tournament, choice: Choice) -> Stage | None:
    """Return the stage with its tournament; None if there is no such stage or round."""
    stages = list(
        tournament.stages.select_related(
            "publication", "qualification", "counting", "team_counting"
        ).order_by("ordinal")
    )
    if choice.stage is not None:
        stages = [stage for stage in stages if stage.ordinal == choice.stage]
    played = [stage for stage in stages if stage.publication.games_counted]
    found = played[-1] if played else stages[0] if stages else None
    if found is None:
        return None
    found.tournament = tournament
    if choice.after is None:
        return found
    has_it = Round.objects.published().filter(stage=found, number=choice.after).exists()
    return found if has_it else None


def _of_stage(
    build: Callable[[Stage, int | None], Table],
) -> Callable[[Tournament, Stage | None, int | None], Table]:
    def built(tournament: Tournament, stage: Stage | None, after: int | None) -> Table:
        assert stage is not None
        return build(stage, after)

    return built


def _of_tournament(
    build: Callable[[Tournament], Table],
) -> Callable[[Tournament, Stage | None, int | None], Table]:
    return lambda tournament, _stage, _after: build(tournament)


def _seats(tournament: Tournament) -> int:
    return seats_shown(tournament).count()


EXPORTS = {
    export.name: export
    for export in (
        Export(
            "final-ranking",
            pgettext_lazy("heading", "Final ranking"),
            _("All places over all stages: finalists first, then those of the stage before."),
            _of_tournament(final_ranking),
            of_all_stages=True,
        ),
        Export(
            "final-team-ranking",
            _("Final ranking of teams"),
            _("All teams’ places over all stages."),
            _of_tournament(final_team_ranking),
            of_all_stages=True,
        ),
        Export(
            "standings",
            pgettext_lazy("heading", "Standings"),
            _("All ranks with totals, places, and best and worst games."),
            _of_stage(standings),
            of_stage=True,
            after_rounds=True,
        ),
        Export(
            "team-standings",
            _("Standings of teams"),
            _("All teams with totals and places."),
            _of_stage(team_standings),
            of_stage=True,
            after_rounds=True,
        ),
        Export(
            "cross-table",
            pgettext_lazy("view of standings", "Cross-table"),
            _("A line for each player, with points and place of every round."),
            _of_stage(lambda stage, _after: cross_table(stage)),
            of_stage=True,
        ),
        Export(
            "results",
            _("Results by round"),
            _("Every seat of every table: points, place, uma, chombo, game result."),
            _of_tournament(results),
            lines=_seats,
        ),
        Export(
            "results-by-player",
            _("Results by player"),
            _("The same lines, grouped by player."),
            _of_tournament(results_by_player),
            lines=_seats,
        ),
        Export(
            "penalties",
            pgettext_lazy("heading", "Penalties"),
            _("Every deduction with its reason, including lifted ones."),
            _of_tournament(penalties),
        ),
        Export(
            "players",
            pgettext_lazy("heading", "Players"),
            _("All players with club, team and number."),
            _of_tournament(players),
        ),
        Export(
            "draws",
            _("Draws and seats"),
            _("Who sat where in every published round, and the seeds."),
            _of_tournament(draws),
            lines=_seats,
        ),
        Export(
            "ledger",
            pgettext_lazy("heading", "Ledger"),
            _("Every action in words and as it was sealed, with its hashes."),
            _of_tournament(ledger),
            tag=ledger_tag,
            lines=lambda tournament: tournament.head.seq,
        ),
        Export(
            "result-list",
            _("Result list for a federation"),
            _("The final ranking with licence numbers, countries and clubs; staff only."),
            _of_tournament(result_list),
            of_all_stages=True,
            for_staff=True,
        ),
        Export(
            "registrations",
            pgettext_lazy("heading", "Registrations"),
            _("Registrations in order, with the answers to your questions; organizers only."),
            _of_tournament(registrations),
            for_staff=True,
            permission=can_run,
        ),
    )
}
