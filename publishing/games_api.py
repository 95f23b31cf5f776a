"""The games of a tournament and of a player, for programs: in pages, or all of them as lines of JSON."""

import hashlib
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import islice
from typing import Any

import msgspec
from django.db.models import QuerySet
from django.http.response import HttpResponseBase
from rest_framework import serializers
from rest_framework.request import Request
from rest_framework.response import Response

from players.models import Player
from publishing.file_limits import count_file
from publishing.games import (
    PlayedGameShape,
    decisions_about,
    decisions_of,
    games_decided,
    played_sheets,
    with_player,
)
from publishing.tables.strides import TABLES_AT_ONCE, by_strides
from tournaments.api.api_view import ApiView
from tournaments.api.operations import by_itself, everybody
from tournaments.api.resources.people.players import find_player
from tournaments.models import LedgerHead, Scoresheet, Tournament
from tournaments.models.ledger import canonical
from tournaments.permissions import listed_tournaments
from tournaments.standings.people.recognized import ids_on_page_of
from web.api.fields import MOST_ID
from web.api.negotiation import LINES, asks_for_lines
from web.api.pagination import MOST, USUAL, page_behind, page_of_list
from web.api.policies import Everybody
from web.etags import is_known
from web.snapshots import snapshot
from web.streamed_files import StreamedFile

# Part of every ETag: raise it when the same ledger yields different games.
EDITION = "1"


class GamesPaging(serializers.Serializer[Any]):
    limit = serializers.IntegerField(
        min_value=1,
        max_value=MOST,
        required=False,
        help_text="At most this many; 50 unless given, as NDJSON all.",
    )


class TournamentGamesQuery(GamesPaging):
    """Which games, and after which ledger entry this part of them begins."""

    after = serializers.IntegerField(
        min_value=0, max_value=MOST_ID, default=0, help_text="Begin behind the game with this `seq`."
    )
    updated_since = serializers.IntegerField(
        min_value=0,
        max_value=MOST_ID,
        required=False,
        help_text="What changed after the ledger entry with this number: new, corrected and void games.",
    )
    player = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, required=False, help_text="Games of the player with this id."
    )
    round = serializers.IntegerField(
        min_value=1, max_value=MOST_ID, required=False, help_text="Games of the round with this id."
    )


class PlayerGamesQuery(GamesPaging):
    offset = serializers.IntegerField(
        min_value=0, max_value=1_000_000, default=0, help_text="Skip this many."
    )


class TournamentGames(ApiView):
    permission_classes = [Everybody]
    gives_lines = True

    @by_itself(
        "listTournamentGames",
        "The confirmed games of a tournament, in the order of its ledger",
        permission=everybody,
        gives=PlayedGameShape,
        page=True,
        query=TournamentGamesQuery,
        etag=True,
        lines=True,
    )
    def get(self, request: Request, slug: str) -> HttpResponseBase:
        tournament = self.find_tournament(slug)
        query = self.query(TournamentGamesQuery)
        seq = LedgerHead.objects.values_list("seq", flat=True).get(tournament=tournament)

        def page() -> Response:
            most = query.get("limit", USUAL)
            # One more tells whether there is a next page.
            found = list(islice(_games_of(tournament, query, most=most + 1), most + 1))
            shown = found[:most]
            return page_behind(
                request,
                shown,
                count=_sheets_of(tournament, query).count(),
                after=shown[-1]["seq"] if len(found) > most else None,
            )

        def lines() -> Iterator[PlayedGameShape]:
            return islice(_games_of(tournament, query, most=TABLES_AT_ONCE), query.get("limit"))

        return _answer(request, f"g{tournament.pk}-{EDITION}-{seq}", page, lines)


class PlayerGames(ApiView):
    permission_classes = [Everybody]
    gives_lines = True

    @by_itself(
        "listPlayerGames",
        "The confirmed games of a player in the tournaments you can find, oldest first",
        permission=everybody,
        gives=PlayedGameShape,
        page=True,
        query=PlayerGamesQuery,
        etag=True,
        lines=True,
    )
    def get(self, request: Request, pk: int) -> HttpResponseBase:
        player = find_player(self, pk)
        query = self.query(PlayerGamesQuery)
        tournaments = ids_on_page_of(player, tournaments=listed_tournaments(self.actor))
        heads = LedgerHead.objects.filter(tournament__in=tournaments).order_by("tournament_id")
        seen = canonical([list(head) for head in heads.values_list("tournament_id", "seq")])

        def page() -> Response:
            part = {"limit": query.get("limit", USUAL), "offset": query["offset"]}
            count, found = _games_about(player, tournaments, **part)
            return page_of_list(request, list(found), part, count=count)

        def lines() -> Iterator[PlayedGameShape]:
            _count, found = _games_about(player, tournaments, query["offset"], query.get("limit"))
            return found

        tag = hashlib.sha256(seen.encode()).hexdigest()[:20]
        return _answer(request, f"p{player.pk}-{EDITION}-{tag}", page, lines)


def _answer(
    request: Request,
    version: str,
    page: Callable[[], Response],
    lines: Callable[[], Iterator[PlayedGameShape]],
) -> HttpResponseBase:
    """Answer a page, or the lines if the request accepts them; 304 if the caller has this version.

    The version is read before the games: what comes in between is asked for once more, and never missed.
    """
    as_lines = asks_for_lines(request)
    tag = f'"{version}-lines"' if as_lines else f'"{version}"'
    response: HttpResponseBase
    if is_known(request, tag):
        response = Response(status=304)
    elif as_lines:
        count_file(request, is_long=True)
        response = StreamedFile(lambda: _written(lines()), content_type=LINES)
    else:
        with snapshot():
            response = page()
    response["ETag"] = tag
    return response


def _written(games: Iterator[PlayedGameShape]) -> Iterator[bytes]:
    for stride in by_strides(games, TABLES_AT_ONCE):
        yield b"".join(msgspec.json.encode(game) + b"\n" for game in stride)


def _sheets_of(
    tournament: Tournament, query: Mapping[str, Any], *, with_void: bool = False
) -> QuerySet[Scoresheet]:
    """Return the sheets of the games asked for, wherever the part of them begins."""
    sheets = played_sheets(with_void=with_void).filter(table__round__stage__tournament=tournament).order_by()
    if "player" in query:
        sheets = sheets.filter(with_player(query["player"]))
    if "round" in query:
        sheets = sheets.filter(table__round=query["round"])
    return sheets


def _games_of(tournament: Tournament, query: Mapping[str, Any], *, most: int) -> Iterator[PlayedGameShape]:
    """Yield the games asked for, read `most` at a time."""
    with_void = "updated_since" in query
    decisions = decisions_of(tournament, max(query["after"], query.get("updated_since", 0)))
    if "player" in query or "round" in query:
        wanted = set(_sheets_of(tournament, query, with_void=with_void).values_list("pk", flat=True))
        decisions = (one for one in decisions if one.sheet in wanted)
    return games_decided(decisions, {tournament.pk: tournament}, with_void=with_void, most=most)


def _games_about(
    player: Player, tournaments: Collection[int], offset: int, limit: int | None
) -> tuple[int, Iterator[PlayedGameShape]]:
    """Return how many games the player has in these tournaments, and this part of them."""
    sheets = played_sheets().filter(with_player(player.pk), table__round__stage__tournament__in=tournaments)
    decisions = decisions_about(player, tournaments, sheets.order_by().values_list("pk", flat=True))
    part = decisions[offset : None if limit is None else offset + limit]
    found = Tournament.objects.select_related("usual_format").in_bulk({one.tournament for one in part})
    return len(decisions), games_decided(part, found, most=TABLES_AT_ONCE)
