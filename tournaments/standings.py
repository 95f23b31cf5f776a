"""What follows from the facts: standings. Safe to run at any time, twice, late or side by side.

Published rows only move forwards: a publication says which ledger entry it is as of, and one that is not newer
than what stands changes nothing.
"""

import logging
from collections.abc import Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, cast

from django.conf import settings
from django.db import DatabaseError, transaction
from django.db.models import Count, F, Max, Min, Q, QuerySet, Sum
from django.db.models.functions import Now

from scoring.rulebook.rulebook import Rulebook
from scoring.standing.ranking import TIE_BREAKS, Line, Ranked, rank
from tournaments.models import (
    Entry,
    LedgerEntry,
    LedgerHead,
    Penalty,
    Publication,
    Score,
    Stage,
    Standing,
    TeamStanding,
    Tournament,
    Wind,
)
from web.outages import passing_outage

logger = logging.getLogger(__name__)

# After so many failures a stage no longer holds up the others; the next action gives it a new chance.
MOST_FAILURES = 3
# Where neither the organizer nor the rulebook says how equal totals are ordered.
DEFAULT_TIE_BREAKS = ("total", "wins", "seconds", "lot")
# What a tally knows, of all the tie-breaks `scoring` has names for.
RANKED_BY = tuple(name for name in TIE_BREAKS if name not in ("last_game", "head_to_head", "carried_over"))
PLACES = ("firsts", "seconds", "thirds", "fourths", "fifths")
# What counted games come to, by entry, in the words of `Tally`.
Sums = Mapping[int, Mapping[str, Any]]
SUMS = ("total", "penalty", "games", *PLACES, "points", "chombo", "best", "worst")

# Actions that change what somebody has made, by who is touched …
OF_A_TABLE = frozenset({"confirmed", "corrected", "voided", "imported"})
OF_ONE = frozenset({"penalized", "penalty_lifted", "registered", "withdrew", "reinstated"})
# … and those that do not. After any other action everything is added up anew.
STILL = frozenset(
    {
        *(
            "created",
            "baseline",
            "stage_added",
            "appointed",
            "dismissed",
            "team_formed",
            "rulebook_pinned",
            "odd_rulebook_named",
            "odd_rulebook_pinned",
            "seed_committed",
        ),
        *("draw_ordered", "draw_cancelled", "draw_refused", "draw_lost"),
        *(
            "drawn",
            "discarded",
            "swapped",
            "published",
            "started",
            "closed",
            "reopened",
            "finished",
            "substituted",
        ),
        *("tokens_issued", "seat_claimed", "second_claim_refused", "token_revoked"),
        *("reported", "agreed", "disputed", "results_imported"),
    }
)
# Behind by more actions than this, it is quicker to add up everything.
MOST_ACTIONS = 2_000
MOST_ATTEMPTS = 3


@dataclass
class Tally:
    """What an entry (or a team: `entry_id` is then its id) has made of its counted games, in smallest units."""

    entry_id: int
    team_id: int | None
    lot: int
    total: int = 0
    penalty: int = 0
    games: int = 0
    firsts: int = 0
    seconds: int = 0
    thirds: int = 0
    fourths: int = 0
    fifths: int = 0
    points: int = 0
    chombo: int = 0
    best: int | None = None
    worst: int | None = None

    @property
    def places(self) -> tuple[int, int, int, int, int]:
        return self.firsts, self.seconds, self.thirds, self.fourths, self.fifths


def usual_tie_breaks(rulebook: Rulebook) -> tuple[str, ...]:
    """The order in which a tournament ranks unless its organizer chooses another: the rulebook's, if it says one."""
    said = rulebook.standing.tie_breaks
    return said if isinstance(said, tuple) else DEFAULT_TIE_BREAKS


def tie_breaks_of(tournament: Tournament) -> tuple[str, ...]:
    """The order in force. A tournament stores its own from the moment it is set up."""
    return tuple(tournament.tie_breaks) or DEFAULT_TIE_BREAKS


def origin_of_tie_breaks(tournament: Tournament) -> str:
    """Where the order in force comes from: "rulebook", "default" (the rulebook is silent) or "organizer"."""
    book = tournament.rulebook
    if tie_breaks_of(tournament) != usual_tie_breaks(book):
        return "organizer"
    return "rulebook" if isinstance(book.standing.tie_breaks, tuple) else "default"


def publish_tournament(tournament_id: int) -> int:
    """Publish each stage of a tournament that is behind its ledger; return how many were."""
    return sum(
        publish_standings(stage_id) for stage_id in _stale_stages().filter(stage__tournament=tournament_id)
    )


def publish_stale() -> int:
    """Publish whatever is behind anywhere: the sweep that makes lost messages harmless. Return how many stages."""
    published = 0
    for stage_id in _stale_stages().filter(failures__lt=MOST_FAILURES):
        try:
            published += publish_standings(stage_id)
        except DatabaseError:
            logger.exception("standings of stage %s could not be published", stage_id)
            Publication.objects.filter(pk=stage_id).update(failures=F("failures") + 1)
    return published


def is_stale(publication: Publication) -> bool:
    """Is this publication behind its ledger? Expects `stage.tournament.head` to be loaded."""
    return publication.as_of_seq < publication.stage.tournament.head.standings_seq


def publish_for_reader(publication: Publication) -> bool:
    """Publish what is behind because somebody reads it; return whether it was. Embedded, nobody else would.

    Where it cannot be written now it stays behind, and is shown so. Expects what `is_stale` does.
    """
    if settings.EMBEDDED and is_stale(publication):
        with passing_outage("standings stay behind"):
            return publish_standings(publication.pk)
    return False


@transaction.atomic
def publish_standings(stage_id: int, *, anew: bool = False) -> bool:
    """Rank a stage from its facts and replace its published rows; return whether anything was published.

    Does nothing when what stands is as new as the ledger, unless `anew`. Only those whom an action has touched since
    the last time are added up again; `anew` adds up everybody, and so repairs rows that were changed by hand.
    """
    publication = (
        Publication.objects.select_for_update(of=("self",), no_key=True)
        .select_related("stage__tournament")
        .get(pk=stage_id)
    )
    stage = publication.stage
    seq, standings_seq = _end_of(stage)
    if publication.as_of_seq >= standings_seq and not anew:
        return False
    published = {row.entry_id: row for row in Standing.objects.filter(stage=stage)}
    for _attempt in range(MOST_ATTEMPTS):
        tallies = tally(stage, None if anew else _untouched(publication, seq, published))
        seq, before = _end_of(stage)[0], seq
        # Else an action came in while we read: some may have been added up with it and some without.
        if seq == before:
            break
    tie_breaks = tie_breaks_of(stage.tournament)
    # If we never were alone, the next run has to look at what came in since.
    _replace_standings(stage, ranked(tallies, tie_breaks), before, published)
    _replace_team_standings(stage, ranked(team_tallies(tallies), tie_breaks), before)
    publication.as_of_seq = before
    publication.games_counted = _games_counted(stage, tallies)
    publication.published_at = Now()
    publication.failures = 0
    publication.save(update_fields=["as_of_seq", "games_counted", "published_at", "failures"])
    return True


def _games_counted(stage: Stage, tallies: Sequence[Tally]) -> int:
    """How many tables' results count."""
    sizes = {one.players for one in stage.tournament.formats.all()}
    if len(sizes) > 1:
        return Score.objects.filter(stage=stage, counts=True, seat__wind=Wind.EAST).count()
    # A counted sheet has one score for each player of the rulebook's table, always.
    return sum(row.games for row in tallies) // sizes.pop()


def _end_of(stage: Stage) -> tuple[int, int]:
    """The number of the ledger's last entry, and of the last one that moves standings."""
    heads = LedgerHead.objects.filter(tournament_id=stage.tournament_id)
    return heads.values_list("seq", "standings_seq").get()


def tally(stage: Stage, known: Mapping[int, Tally] | None = None, *, sums: Sums | None = None) -> list[Tally]:
    """Add up the counted games and standing penalties of everybody in a stage: one row each, by entry number.

    Listed are those who take part, and those who no longer do but have played. The games of those in `known` are
    not read: for them, what is known is right. `sums` of all others, by entry, spare reading their games, too.
    """
    known = known or {}
    entries = Entry.objects.filter(tournament_id=stage.tournament_id).order_by("number")
    rows = list(entries.values_list("pk", "team_id", "lot", "status", "is_substitute"))
    asked = [pk for pk, *_about in rows if pk not in known] if known else None
    if sums is None:
        sums = {row["entry_id"]: row for row in _sums(stage, asked)}
    deductions = _deductions(stage, asked)
    tallies = []
    for pk, team_id, lot, status, is_substitute in rows:
        if pk in known:
            tallies.append(replace(known[pk], team_id=team_id, lot=lot))
            continue
        if pk not in sums and pk not in deductions and (status != Entry.Status.ACTIVE or is_substitute):
            continue
        entry = Tally(**{"entry_id": pk, "team_id": team_id, "lot": lot, **sums.get(pk, {})})
        entry.penalty = deductions.get(pk, 0)
        entry.total -= entry.penalty
        tallies.append(entry)
    return tallies


def _deductions(stage: Stage, asked: Sequence[int] | None) -> dict[int, int]:
    penalties = Penalty.objects.filter(stage=stage, lifted_at=None)
    if asked is not None:
        penalties = penalties.filter(entry__in=asked)
    return dict(
        penalties.order_by().values("entry_id").annotate(sum=Sum("amount")).values_list("entry_id", "sum")
    )


def _sums(stage: Stage, asked: Sequence[int] | None) -> Iterable[Mapping[str, Any]]:
    scores = Score.objects.filter(stage=stage, counts=True)
    if asked is not None:
        scores = scores.filter(entry__in=asked)
    rows = (
        scores.order_by()
        .values("entry_id")
        .annotate(
            games=Count("pk"),
            best=Max("total"),
            worst=Min("total"),
            **{name: Count("pk", filter=Q(place=place)) for place, name in enumerate(PLACES, 1)},
            # The sums last: from here on these names mean the sums and no longer the columns.
            points=Sum("points"),
            chombo=Sum("chombo"),
            total=Sum("total"),
        )
    )
    return cast("Iterable[Mapping[str, Any]]", rows)


def ranked(tallies: Sequence[Tally], tie_breaks: Sequence[str]) -> list[tuple[Ranked, Tally]]:
    """Return the tallies with their ranks, best first."""
    by_entry: dict[Hashable, Tally] = {row.entry_id: row for row in tallies}
    lines = [line_of(row, key=row.entry_id, lot=row.lot) for row in tallies]
    return [(place, by_entry[place.key]) for place in rank(lines, tie_breaks or DEFAULT_TIE_BREAKS)]


def line_of(row: Tally | Standing, *, key: Hashable, lot: int) -> Line:
    """What a row brings into a ranking."""
    return Line(
        key=key,
        lot=lot,
        total=row.total,
        games=row.games,
        # To avoid the last place is to avoid both: who is fifth would have been fourth at a table of four.
        places=(row.firsts, row.seconds, row.thirds, row.fourths + row.fifths),
        best_game=row.best or 0,
        worst_game=row.worst or 0,
        points=row.points,
        chombo=-row.chombo,
        penalties=row.penalty,
    )


def team_tallies(tallies: Iterable[Tally]) -> list[Tally]:
    """Add up the players of each team. A team's lot is the lowest of its players'."""
    teams: dict[int, Tally] = {}
    for row in tallies:
        if row.team_id is None:
            continue
        team = teams.setdefault(row.team_id, Tally(entry_id=row.team_id, team_id=row.team_id, lot=row.lot))
        team.lot = min(team.lot, row.lot)
        for name in ("total", "penalty", "games", *PLACES, "points", "chombo"):
            setattr(team, name, getattr(team, name) + getattr(row, name))
        team.best = max((best for best in (team.best, row.best) if best is not None), default=None)
        team.worst = min((worst for worst in (team.worst, row.worst) if worst is not None), default=None)
    return list(teams.values())


def _untouched(
    publication: Publication, seq: int, published: Mapping[int, Standing]
) -> dict[int, Tally] | None:
    """Return what is known of the entries that no action has touched since the publication; None: nothing is sure."""
    since = publication.as_of_seq
    if (
        not since
        or seq - since > MOST_ACTIONS
        or any(row.games and row.worst is None for row in published.values())
    ):
        return None
    touched: set[int] = set()
    actions = LedgerEntry.objects.filter(
        tournament_id=publication.stage.tournament_id, seq__gt=since, seq__lte=seq
    ).exclude(kind__in=STILL)
    for action in actions:
        if action.kind in OF_A_TABLE:
            touched.update(cast("list[int]", action.content["entries"]))
        elif action.kind in OF_ONE:
            touched.add(cast("int", action.content["entry"]))
        else:
            return None
    return {
        pk: Tally(
            entry_id=pk,
            team_id=None,
            lot=0,
            **{name: getattr(row, name) for name in SUMS},
        )
        for pk, row in published.items()
        if pk not in touched
    }


def _replace_standings(
    stage: Stage, ranking: Iterable[tuple[Ranked, Tally]], seq: int, published: dict[int, Standing]
) -> None:
    """Write the rows that are new or different, remove those that no longer belong, and date all of them."""
    gone = dict(published)
    changed = []
    for place, row in ranking:
        standing = Standing(
            stage=stage,
            entry_id=row.entry_id,
            as_of_seq=seq,
            position=place.rank,
            rank=place.shared_rank,
            **{name: getattr(row, name) for name in SUMS},
        )
        before = published.get(row.entry_id)
        if before is not None and all(
            getattr(before, name) == getattr(standing, name) for name in ("position", "rank", *SUMS)
        ):
            del gone[row.entry_id]
        else:
            changed.append(standing)
    if gone:
        Standing.objects.filter(pk__in=[row.pk for row in gone.values()]).delete()
    Standing.objects.filter(stage=stage).update(as_of_seq=seq)
    Standing.objects.bulk_create(changed, batch_size=500)


def _replace_team_standings(stage: Stage, ranking: Iterable[tuple[Ranked, Tally]], seq: int) -> None:
    TeamStanding.objects.filter(stage=stage).delete()
    rows = (
        TeamStanding(
            stage=stage,
            team_id=row.entry_id,
            as_of_seq=seq,
            position=place.rank,
            rank=place.shared_rank,
            total=row.total,
            games=row.games,
            **{name: getattr(row, name) for name in PLACES},
        )
        for place, row in ranking
    )
    TeamStanding.objects.bulk_create(rows, batch_size=500)


def _stale_stages() -> QuerySet[Publication, int]:
    """The stages whose publication is older than the last action that moves standings, most behind first."""
    return (
        Publication.objects.filter(as_of_seq__lt=F("stage__tournament__head__standings_seq"))
        .order_by("as_of_seq")
        .values_list("pk", flat=True)
    )
