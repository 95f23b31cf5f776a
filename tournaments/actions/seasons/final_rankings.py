"""The final ranking of each division of a season, from the published standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from django.db.models import Exists, F, OuterRef
from django.utils.translation import gettext as _

from tournaments.actions.errors import StateRefuses
from tournaments.actions.wording.lists import in_short
from tournaments.models import Captain, Division, Entry, LedgerHead, Publication, Season, Tournament
from tournaments.models.chain import Receipt
from tournaments.standings.seasons.final_places import FinalPlace, final_places
from tournaments.standings.seasons.teams_at_the_end import is_played_by_teams, teams_that_move
from tournaments.standings.seasons.who_moves import TeamsAtTheEnd


class Member(NamedTuple):
    """A player who stayed in a division to its end, ranked or not."""

    player: int
    entry: int
    team: int | None
    team_name: str
    is_substitute: bool
    is_captain: bool


@dataclass(frozen=True)
class FinalRanking:
    """A division at the end of a season: its tournament, ranked players in order, all members by player, its ledger's
    end. A series of several tournaments has no ranking: everyone enters each again.
    """

    division: Division
    tournaments: tuple[Tournament, ...]
    places: tuple[FinalPlace, ...]
    members: Mapping[int, Member]
    heads: tuple[Receipt, ...]

    @property
    def tournament(self) -> Tournament:
        """The only tournament, or the first of the series."""
        return self.tournaments[0]

    @property
    def is_series(self) -> bool:
        return len(self.tournaments) > 1

    @property
    def players(self) -> tuple[int, ...]:
        return tuple(place.player for place in self.places)


def final_rankings(season: Season) -> list[FinalRanking]:
    """Return the rankings of all divisions, top first. Six queries.

    Refuses, naming them, divisions without a tournament or with several where players would move, unfinished
    tournaments, and standings behind their ledger.
    """
    rankings = rankings_so_far(season)
    refuse_unfinished([tournament for one in rankings for tournament in one.tournaments])
    return rankings


def refuse_unfinished(tournaments: Sequence[Tournament]) -> None:
    """Refuse tournaments that are not finished, naming them, and standings behind their ledger. One query."""
    unfinished = [one.name for one in tournaments if one.status != Tournament.Status.FINISHED]
    if unfinished:
        raise StateRefuses(
            _("Not finished yet: %(names)s.") % {"names": in_short(unfinished)},
            code="tournaments_not_finished",
            fields={"tournaments": unfinished},
        )
    _refuse_behind(tournaments)


def rankings_so_far(season: Season) -> list[FinalRanking]:
    """Return the rankings as published while games are still to come. Five queries.

    Refuses divisions without a tournament or with several where players would move.
    """
    divisions = list(season.divisions.order_by("level"))
    tournaments = list(
        Tournament.objects.not_discarded()
        .filter(season=season)
        .annotate(is_of_teams=is_played_by_teams())
        .in_order_of_play()
        .with_frame()
    )
    by_level: dict[int, list[Tournament]] = {one.level: [] for one in divisions}
    for tournament in tournaments:
        by_level[tournament.level].append(tournament)
    _refuse_divisions(divisions, by_level)
    heads = {head.tournament_id: head for head in LedgerHead.objects.filter(tournament__in=tournaments)}
    alone = [of_it[0] for of_it in by_level.values() if len(of_it) == 1]
    places, members = final_places([one.pk for one in alone]), _members(alone)
    return [
        FinalRanking(
            division,
            tuple(of_it),
            tuple(places.get(of_it[0].pk, ())) if len(of_it) == 1 else (),
            members.get(of_it[0].pk, {}),
            tuple(_end_of(heads[one.pk]) for one in of_it),
        )
        for division, of_it in ((one, by_level[one.level]) for one in divisions)
    ]


def teams_of(rankings: Sequence[FinalRanking]) -> TeamsAtTheEnd | None:
    """Return the teams of a season in which teams move; None if players move one by one. Two queries if teams
    move.
    """
    return teams_that_move({one.division.level: one.tournaments for one in rankings})


def _members(tournaments: Sequence[Tournament]) -> dict[int, dict[int, Member]]:
    """Return everyone in the tournaments by tournament and player, ordered by number. One query."""
    entries = Entry.objects.of_one_each().filter(tournament__in=tournaments, status=Entry.Status.ACTIVE)
    is_captain = Exists(Captain.objects.filter(entry=OuterRef("pk")))
    columns = ("player", "pk", "team", "team__name", "is_substitute")
    found: dict[int, dict[int, Member]] = {}
    for tournament, captain, *values in (
        entries.annotate(is_captain=is_captain)
        .order_by("number")
        .values_list("tournament", "is_captain", *columns)
    ):
        player, entry, team, team_name, is_substitute = values
        member = Member(player, entry, team, team_name or "", is_substitute, captain)
        found.setdefault(tournament, {})[player] = member
    return found


def _refuse_divisions(divisions: Sequence[Division], by_level: Mapping[int, Sequence[Tournament]]) -> None:
    """Refuse series where players would move: each such division needs exactly one tournament."""
    moving: set[int] = set()
    for one in divisions[:-1]:
        if any(value for name, value in one.boundary.items() if name != "mode"):
            moving.update((one.level, one.level + 1))
    wrong = [level for level, found in by_level.items() if not found or (len(found) > 1 and level in moving)]
    if wrong or not divisions:
        levels = in_short(wrong) or "–"
        raise StateRefuses(
            _(
                "Promotion and relegation need exactly one tournament in each division. This is not so "
                "at level %(levels)s."
            )
            % {"levels": levels},
            code="one_tournament_per_division",
        )


def _refuse_behind(tournaments: Sequence[Tournament]) -> None:
    published = Publication.objects.filter(stage__tournament__in=tournaments)
    if published.filter(as_of_seq__lt=F("stage__tournament__head__standings_seq")).exists():
        raise StateRefuses(
            _("The standings are being computed. Please try again in a moment."), code="standings_behind"
        )


def _end_of(head: LedgerHead) -> Receipt:
    return Receipt(head.chain, head.seq, head.hash)
