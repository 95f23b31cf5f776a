"""How a season follows from the previous one: moves, and the ledgers they are based on."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from tournaments.models import League, LedgerEntry, LedgerHead, Move, Season, TeamMove
from tournaments.models.leagues.events import LeaguePlayersMerged, SeasonConfirmed, SeasonRevoked
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, without_entry

COLUMNS = ("level", "position", "to_level", "way", "points_up", "points_down", "reason", "rank", "total")
OF_TEAMS = ("level", "position", "to_level", "way", "reason", "rank", "total")
# Entries of earlier versions have no ranks, and neither do their moves.
BEFORE_RANKS = len(COLUMNS) - 2


class Moves:
    """Follows seasons opened from another one, and revoked ones."""

    def __init__(self) -> None:
        # By season and player: the entry, the next season and the columns.
        self.recorded: dict[tuple[Any, Any], tuple[int, Any, tuple[Any, ...]]] = {}
        # The same by team.
        self.teams: dict[Any, tuple[int, Any, Any, tuple[Any, ...]]] = {}
        # By opened season: the entry, and the previous season.
        self.follows: dict[Any, tuple[int, Any]] = {}
        self.made_from: list[tuple[int, Mapping[str, Any]]] = []

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            SeasonConfirmed.kind: self._confirmed,
            SeasonRevoked.kind: self._revoked,
            LeaguePlayersMerged.kind: self._merged,
        }

    def _confirmed(self, entry: Entry) -> None:
        season, next_season = entry.payload["season"], entry.payload["next"]
        for player, *columns in entry.payload["moves"]:
            ranked = columns if len(columns) > BEFORE_RANKS else [*columns, None, None]
            self.recorded[season, player] = entry.seq, next_season, tuple(ranked)
        for team, *columns in entry.payload.get("teams", ()):
            self.teams[team] = entry.seq, season, next_season, tuple(columns)
        self.follows[next_season] = entry.seq, season
        self.made_from += [(entry.seq, head) for head in entry.payload["from"]]

    def _revoked(self, entry: Entry) -> None:
        """Its moves are deleted with it; the ledgers they were based on are unchanged."""
        del self.follows[entry.payload["next"]]
        season = entry.payload["season"]
        self.recorded = {key: row for key, row in self.recorded.items() if key[0] != season}
        self.teams = {team: row for team, row in self.teams.items() if row[1] != season}

    def _merged(self, entry: Entry) -> None:
        player, merged = entry.payload["player"], entry.payload["merged"]
        for season in entry.payload["seasons"]:
            self.recorded[season, player] = self.recorded.pop((season, merged))

    def findings(self, league: League) -> Iterator[Found]:
        here = set()
        rows = Move.objects.filter(season__league=league).order_by("pk")
        for season, player, next_season, *columns in rows.values_list(
            "season", "player", "next_season", *COLUMNS
        ):
            here.add((season, player))
            about = _("the move of player %(player)s after season %(season)s") % {
                "player": player,
                "season": season,
            }
            if (season, player) not in self.recorded:
                yield without_entry(about)
                continue
            seq, next_one, recorded = self.recorded[season, player]
            names = ("next_season", *COLUMNS)
            yield from differs(about, differing(names, (next_season, *columns), (next_one, *recorded)), seq)
        for season, player in sorted(self.recorded.keys() - here, key=str):
            about = _("the move of player %(player)s after season %(season)s")
            yield gone(about % {"player": player, "season": season}, self.recorded[season, player][0])
        yield from self._of_teams(league)
        yield from self._of_seasons(league)
        yield from self._of_origins()

    def _of_teams(self, league: League) -> Iterator[Found]:
        here = set()
        names = ("season", "next_season", *OF_TEAMS)
        rows = TeamMove.objects.filter(season__league=league).order_by("pk")
        for team, *columns in rows.values_list("team", *names):
            here.add(team)
            about = _("the move of team %(team)s") % {"team": team}
            if team not in self.teams:
                yield without_entry(about)
                continue
            seq, season, next_season, recorded = self.teams[team]
            yield from differs(about, differing(names, columns, (season, next_season, *recorded)), seq)
        for team in sorted(self.teams.keys() - here, key=str):
            yield gone(_("the move of team %(team)s") % {"team": team}, self.teams[team][0])

    def _of_seasons(self, league: League) -> Iterator[Found]:
        """Check that every season follows the one it was opened from. Missing seasons are found by `frame`."""
        for season, follows in (
            Season.objects.filter(league=league).order_by("pk").values_list("pk", "follows")
        ):
            seq, recorded = self.follows.get(season, (None, None))
            if follows != recorded:
                yield from differs(pgettext("record", "season %(id)s") % {"id": season}, ["follows"], seq)

    def _of_origins(self) -> Iterator[Found]:
        """Check that the ledgers a season was based on still have the named entries."""
        chains = dict(
            LedgerHead.objects.filter(
                chain__in=[head["ledger"] for _seq, head in self.made_from]
            ).values_list("chain", "tournament")
        )
        for seq, head in self.made_from:
            tournament = chains.get(head["ledger"])
            entries = LedgerEntry.objects.filter(tournament=tournament, seq=head["seq"], hash=head["hash"])
            if tournament is None or not entries.exists():
                message = _("the ledger %(ledger)s, on which this is based, no longer has entry %(seq)s.")
                yield seq, message % {"ledger": head["ledger"], "seq": head["seq"]}
