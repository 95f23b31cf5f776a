"""Ranking a stage from its facts and replacing its published rows, and with them what its hands count for everybody.

They only move forwards: a publication says which ledger entry it is as of, and one that is not newer than what stands
changes nothing.
"""

import logging
from collections.abc import Collection, Iterable, Mapping
from functools import partial
from math import inf
from operator import attrgetter
from typing import Any

from django.conf import settings
from django.db import transaction
from django.db.models import F, QuerySet
from django.db.models.functions import Now

from scoring.standing.ranking import Ranked
from tournaments.models import (
    Publication,
    Score,
    Stage,
    Standing,
    TableFormat,
    TeamStanding,
    Tournament,
    Wind,
)
from tournaments.models.fast_sql.reading import Among, PreparedQuery
from tournaments.models.fast_sql.writing import ReplacedRows
from tournaments.models.published import PLACES
from tournaments.news_bell import ring_on_commit
from tournaments.standings.adding_up import add_up
from tournaments.standings.hands.publish import publish_hands
from tournaments.standings.kept_rounds import drop_rounds_from, keep_rounds, stages_to_keep
from tournaments.standings.last_round import Before, first_moved_round, last_rounds, ranks_before
from tournaments.standings.locked_publication import end_of, lock_publication
from tournaments.standings.needs.kept_needs import keep_needs, outdated_needs
from tournaments.standings.ranking import ranking_of
from tournaments.standings.stages.carried import qualification_of
from tournaments.standings.stages.counted import counting_of
from tournaments.standings.tally import COLUMNS, Columns, Tallies, Tally
from tournaments.standings.tie_breaks import tie_breaks_of
from tournaments.standings.touched import Touched, everything, touched_between
from tournaments.standings.who_is_ranked import depends_on_substitutes
from web.outages import passing_outage

logger = logging.getLogger(__name__)

# After so many failures a stage no longer holds up the others; the next action gives it a new chance.
MOST_FAILURES = 3
MOST_ATTEMPTS = 3
# What a published row says, and of whom.
PLACED = ("position", "rank", "rank_before")
ROW = {
    Standing: (*PLACED, *COLUMNS),
    TeamStanding: (
        *(*PLACED, "total", "carried", "carried_points", "own_penalty", "left_out", "match_points", "games"),
        *PLACES,
    ),
}
OF = {Standing: "entry_id", TeamStanding: "team_id"}
REPLACED = {model: ReplacedRows(model, "stage_id", OF[model], ROW[model], moving=PLACED) for model in ROW}
_GAMES, _PENALTY, _WORST = (ROW[Standing].index(name) for name in ("games", "penalty", "worst"))
_BEFORE = PLACED.index("rank_before")
Rows = Mapping[int, Columns]


def _all_rows(model: Any, stage_id: int) -> QuerySet[Any, Columns]:
    rows: QuerySet[Any, Columns] = model.objects.filter(stage=stage_id).values_list(OF[model], *ROW[model])
    return rows


ROWS = {model: PreparedQuery(partial(_all_rows, model), of=int) for model in ROW}
SIZES = PreparedQuery(
    lambda tournament: TableFormat.objects.filter(tournament=tournament).values_list("players", flat=True),
    of=int,
)


def publish_tournament(tournament_id: int) -> int:
    """Publish each stage of a tournament that is behind its ledger, what is needed in its last round, and how it was
    after earlier ones; return how many were behind.
    """
    published = sum(
        publish_standings(stage_id) for stage_id in _stale_stages().filter(stage__tournament=tournament_id)
    )
    for stage_id in outdated_needs().filter(stage__tournament=tournament_id):
        keep_needs(stage_id)
    for stage_id in stages_to_keep().filter(stage__tournament=tournament_id):
        keep_rounds(stage_id)
    return published


def publish_stale() -> int:
    """Publish all stages that are behind: the sweep that makes lost messages harmless. Return how many stages."""
    published = 0
    for stage_id in _stale_stages().filter(failures__lt=MOST_FAILURES):
        try:
            published += publish_standings(stage_id)
        except Exception:
            # A fault in one stage does not stop the others; it is reported, and tried again until it is gone.
            tournament, stage = Stage.objects.values_list("tournament__slug", "name").get(pk=stage_id)
            logger.exception(
                "standings of %s, %s (stage %s) could not be published", tournament, stage, stage_id
            )
            Publication.objects.filter(pk=stage_id).update(failures=F("failures") + 1)
    for stage_id in outdated_needs().filter(failures__lt=MOST_FAILURES):
        try:
            keep_needs(stage_id)
        except Exception:
            # The standings are published; pages show them without what is needed.
            logger.exception("what is needed in stage %s could not be worked out", stage_id)
    for stage_id in stages_to_keep().filter(failures__lt=MOST_FAILURES):
        try:
            keep_rounds(stage_id)
        except Exception:
            # Pages add up themselves.
            logger.exception("earlier rounds of stage %s could not be added up", stage_id)
    return published


def is_stale(publication: Publication) -> bool:
    """Is this publication behind its ledger? Expects `stage.tournament.head` to be loaded."""
    return publication.as_of_seq < publication.stage.tournament.head.standings_seq


def publish_for_reader(publication: Publication) -> bool:
    """Publish what is behind because it is being read; return whether it was. Embedded, there is no worker.

    Where it cannot be written now it stays behind, and is shown so. Expects what `is_stale` does.
    """
    if settings.EMBEDDED and is_stale(publication):
        with passing_outage("standings stay behind"):
            return publish_standings(publication.pk)
    return False


def publish_for_readers(tournaments: Collection[int] | QuerySet[Any, Any]) -> None:
    """The same for every stage of these tournaments, before their figures are read: one query, none but embedded."""
    if settings.EMBEDDED:
        for stage_id in _stale_stages_of(tournaments):
            with passing_outage("standings stay behind"):
                publish_standings(stage_id)


@transaction.atomic
def publish_standings(stage_id: int, *, anew: bool = False) -> bool:
    """Rank a stage from its facts and replace its published rows; return whether anything was published.

    Does nothing when what stands is as new as the ledger, unless `anew`. Only those whom an action has touched since
    the last time are added up again; `anew` adds up everybody, and so repairs rows that were changed by hand.
    """
    publication = lock_publication(stage_id)
    stage = publication.stage
    head = end_of(stage)
    if publication.as_of_seq >= head.standings_seq and not anew:
        return False
    published, of_teams = _rows(Standing, stage), _rows(TeamStanding, stage)
    for _attempt in range(MOST_ATTEMPTS):
        touched = _touched(publication, head.seq, anew=anew)
        tallies = add_up(stage, _known(publication, touched, published))
        moved = _first_moved(publication, touched)
        ranks = _ranks_before(publication, moved, published, of_teams)
        before, head = head, end_of(stage)
        # Else an action came in while we read: some may have been added up with it and some without.
        if head.seq == before.seq:
            break
    # If we never were alone, the next run has to look at what came in since.
    tie_breaks = tie_breaks_of(stage.tournament)
    _replace(Standing, stage, published, ranking_of(tallies, tie_breaks), ranks.players)
    ranking = ranking_of(tallies, tie_breaks, of_teams=True)
    _replace(TeamStanding, stage, of_teams, ranking, ranks.teams)
    publish_hands(stage, touched, anew=anew)
    # Only rounds before the last are kept.
    dropped = min(moved, ranks.round or 1)
    if dropped < (publication.last_round or 1):
        drop_rounds_from(stage_id, int(dropped))
    publication.as_of_seq = before.seq
    publication.games_counted = _games_counted(stage, tallies)
    publication.last_round = ranks.round
    publication.published_at = Now()
    publication.failures = 0
    publication.save(update_fields=["as_of_seq", "games_counted", "last_round", "published_at", "failures"])
    # No phone at a table shows standings.
    ring_on_commit(stage.tournament_id, ())
    return True


def _stale_stages() -> QuerySet[Publication, int]:
    """The stages whose publication is older than the last action that moves standings, each after those it follows.

    A stage can begin with nothing but what was made in stages before it, so their order is one of dependence.
    """
    return (
        Publication.objects.filter(as_of_seq__lt=F("stage__tournament__head__standings_seq"))
        .order_by("stage__tournament", "stage__ordinal")
        .values_list("pk", flat=True)
    )


def _stale_stages_of(tournaments: Collection[int] | QuerySet[Any, Any]) -> list[int]:
    if isinstance(tournaments, QuerySet):
        return list(_stale_stages().filter(stage__tournament__in=tournaments))
    return [pk for (pk,) in _STALE_AMONG.read_raw(tournaments)] if tournaments else []


_STALE_AMONG = PreparedQuery(
    lambda tournaments: _stale_stages().filter(Among("stage__tournament", tournaments)), of=list
)


def _touched(publication: Publication, seq: int, *, anew: bool) -> Touched:
    """What actions have touched since this was published; everything, if it never was."""
    if anew or not publication.as_of_seq:
        return everything()
    return touched_between(publication.stage.tournament_id, publication.as_of_seq, seq)


def _known(publication: Publication, touched: Touched, published: Rows) -> dict[int, Columns] | None:
    """What the published rows say of those whom no action has touched since; None: nothing is sure."""
    if touched.entries is None:
        return None
    is_from_before_worst_games = any(row[_GAMES] and row[_WORST] is None for row in published.values())
    if is_from_before_worst_games:
        return None
    # What a substitute's game moves is another's, or moves with who is a substitute: no action names that.
    if depends_on_substitutes(publication.stage.tournament):
        return None
    # Players without a result may not be in a later stage after all.
    is_first = publication.stage.ordinal == 1 and qualification_of(publication.stage) is None
    # What missing games cost is no sign of having been there.
    counting = counting_of(publication.stage)
    cost = counting.cost_of_missing(0) if counting is not None else 0
    return {
        pk: row[len(PLACED) :]
        for pk, row in published.items()
        if pk not in touched.entries and (is_first or row[_GAMES] or row[_PENALTY] > cost)
    }


def _games_counted(stage: Stage, tallies: Tallies) -> int:
    """How many tables' results count."""
    sizes = set(SIZES.read(stage.tournament_id))
    # Where tables are of several sizes, or results may be annulled, what was added up cannot tell.
    if len(sizes) > 1 or stage.tournament.withdrawn == Tournament.Withdrawn.ANNULLED:
        return Score.objects.filter(stage=stage, counts=True, seat__wind=Wind.EAST).count()
    # A counted sheet has one score for each player of the rulebook's table, always.
    return sum(row.games for row in tallies.entries) // sizes.pop()


def _rows(model: Any, stage: Stage) -> Rows:
    """What is published: by entry or by team, the place and what was made."""
    return {row[0]: row[1:] for row in ROWS[model].read_raw(stage.pk)}


def _first_moved(publication: Publication, touched: Touched) -> float:
    """The number of the first round whose results may be others than they are published."""
    # Before a second round nothing is kept of an earlier one.
    if (publication.last_round or 1) == 1:
        return 1
    return first_moved_round(publication.stage, touched) or inf


def _ranks_before(publication: Publication, moved: float, players: Rows, teams: Rows) -> Before:
    """The ranks before the last round: those that are published while nothing before it has moved."""
    last, before = last_rounds(publication.pk)
    if last is None or before is None:
        return Before(last)
    if last == publication.last_round and moved >= last:
        of_players, of_teams = ({pk: row[_BEFORE] for pk, row in rows.items()} for rows in (players, teams))
        return Before(last, of_players, of_teams)
    return ranks_before(publication.stage)


def _replace(
    model: Any,
    stage: Stage,
    has: Rows,
    ranking: Iterable[tuple[Ranked, Tally]],
    before: Mapping[int, int | None],
) -> None:
    values_of = attrgetter(*ROW[model][len(PLACED) :])
    should = {
        row.key: (place.rank, place.shared_rank, before.get(row.key), *values_of(row))
        for place, row in ranking
    }
    REPLACED[model].replace(stage.pk, has=has, should=should)
