"""What a player has won: the seasons of leagues, alone or with a team, and tournaments."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from django.urls import reverse
from django.utils.translation import pgettext

from tournaments.models import Season, Tournament
from tournaments.standings.seasons.champions import Champion, champions_of


class Finished(NamedTuple):
    """How a player came in at a tournament that is finished: alone, and with `team`, its id and name."""

    tournament: Tournament
    rank: int | None
    team_rank: int | None
    is_of_teams: bool
    team: tuple[int, str] | None

    @property
    def is_won(self) -> bool:
        return 1 in (self.rank, self.team_rank)


class Title(NamedTuple):
    """What was won, where, and with which team, if it was a team's title."""

    name: str
    event: str
    url: str
    team: str = ""


def titles_of(player: int, finished: Sequence[Finished], seasons: Mapping[int, Season]) -> list[Title]:
    """Return a player's titles in tournaments, latest first; `seasons` by id are those of leagues that everybody may
    find, with their league. Six queries where a top division was won, none otherwise.
    """
    won = [one for one in finished if one.is_won]
    top = [
        one.tournament.season_id
        for one in won
        if one.tournament.season_id in seasons and one.tournament.level == 1
    ]
    champions = champions_of(list(dict.fromkeys(filter(None, top)))) if top else {}
    return [title for one in won for title in _titles(player, one, seasons, champions)]


def _titles(
    player: int,
    one: Finished,
    seasons: Mapping[int, Season],
    champions: Mapping[int, Collection[Champion]],
) -> list[Title]:
    tournament, found = one.tournament, []
    season = seasons.get(tournament.season_id or 0)
    keys = {champion.key for champion in champions.get(tournament.season_id or 0, ())}
    event, url = tournament.name, reverse("tournament", args=[tournament.slug])
    who, team = one.team if one.is_of_teams and one.team is not None else (player, "")
    rank = one.team_rank if one.is_of_teams else one.rank
    if season is not None and who in keys:
        page = reverse("season", args=[season.league.slug, season.ordinal])
        found.append(Title(pgettext("title of a player", "Champion"), str(season), page, team))
    elif rank == 1:
        found.append(Title(pgettext("title of a player", "Winner"), event, url, team))
    if one.is_of_teams and one.rank == 1:
        found.append(Title(pgettext("title of a player", "Best individual"), event, url))
    return found
