"""Confirming the next season: its divisions, its tournaments, its players, and how everybody came there."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass

from django.db import transaction
from django.utils.translation import gettext as _

from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import LOT_DECIDES, ask_first
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_season
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.locks import lock_league
from tournaments.actions.seasons.proposal import Proposal, propose_next_season
from tournaments.actions.seasons.tournaments import set_up_again
from tournaments.actions.seen_versions import divisions_tag, refuse_stale
from tournaments.models import LedgerHead, Move, Season, SeasonRankingRule, Tournament
from tournaments.models.leagues.ledger_kinds import LeagueKind
from tournaments.standings.seasons.who_moves import Place

LONGEST_REASON = 200
Way = Move.Way


@dataclass(frozen=True)
class Change:
    """What the organizer decides otherwise: a player's level in the next season, or none, and why."""

    player: int
    to_level: int | None
    reason: str


@transaction.atomic
def confirm_next_season(
    *,
    season: Season,
    name: str,
    changes: Sequence[Change],
    seen: str,
    by: Actor,
    confirm: Collection[str] = (),
) -> Season:
    """Open the next season from the proposal as it was shown (`seen`, its tag) and changed; return it.

    Each division gets a tournament with the rules of its last one, and its players in the proposal's order: whoever
    comes down, who stays, who comes up, then whom the organizer placed there. The league's ledger names the ends of
    the ledgers it was worked out from. Asked first, unless `lot_decides` is in `confirm`, where only the lot decides
    who moves and no change does. Refused: a standing, a rule or a point that is another one by now, a change
    without a reason or to a level that there is not, and a player nobody knows.
    """
    lock_league(season.league_id)
    season = Season.objects.select_related("league").get(pk=season.pk)
    # Whatever moves a standing writes into its ledger: from here on nobody does.
    divisions = Tournament.objects.filter(season=season)
    list(LedgerHead.objects.select_for_update(no_key=True).filter(tournament__in=divisions).order_by("pk"))
    proposal = propose_next_season(season)
    refuse_stale(seen, proposal.tag)
    _refuse_bad(proposal, changes)
    ask_first(ties_left_to_the_lot(proposal, changes), confirm)
    next_season = create_season(league=season.league, name=name, by=by)
    set_divisions(
        season=next_season,
        divisions=[
            {"name": one.division.name, "boundary": one.division.boundary} for one in proposal.rankings
        ],
        seen=divisions_tag([]),
        by=by,
    )
    stored = SeasonRankingRule.objects.filter(season=season).first()
    if stored is not None:
        set_season_ranking(season=next_season, rule=stored.rule, by=by)
    moves = _moves(proposal, changes, next_season)
    Move.objects.bulk_create(moves)
    fields = _fields(proposal, moves)
    for ranking, players in zip(proposal.rankings, fields, strict=True):
        set_up_again(ranking.tournament, next_season, players, by)
    record_league(
        league_id=season.league_id,
        kind=LeagueKind.SEASON_CONFIRMED,
        payload={
            "season": season.pk,
            "next": next_season.pk,
            "ordinal": next_season.ordinal,
            "up": sum(move.way in (Way.UP, Way.POINTS_UP) for move in moves),
            "down": sum(move.way in (Way.DOWN, Way.POINTS_DOWN) for move in moves),
            "from": [
                {"ledger": one.head.ledger, "seq": one.head.seq, "hash": one.head.hash}
                for one in proposal.rankings
            ],
            "moves": [move_line(move) for move in sorted(moves, key=lambda move: move.player_id)],
        },
        by=by,
    )
    return next_season


def ties_left_to_the_lot(proposal: Proposal, changes: Sequence[Change]) -> dict[str, str]:
    """What confirming would leave to the lot, as a question by its code: of players who are level some would move
    otherwise than others, and the organizer has not placed them.
    """
    placed = {change.player for change in changes}
    left = []
    for tie in proposal.ties:
        by_the_rules = [proposal.places[player] for player in tie.players if player not in placed]
        if not tie.is_of_title and len({_consequence(place) for place in by_the_rules}) > 1:
            left.append((tie.level, [place.player for place in by_the_rules]))
    if not left:
        return {}
    names = dict(
        Player.objects.filter(pk__in=[player for _level, players in left for player in players]).values_list(
            "pk", "name"
        )
    )
    divisions = {one.division.level: str(one.division) for one in proposal.rankings}
    sentences = [
        _("%(division)s: only the lot decides between %(names)s.")
        % {"division": divisions[level], "names": _(", ").join(names[player] for player in players)}
        for level, players in left
    ]
    return {LOT_DECIDES: " ".join(sentences)}


def _consequence(place: Place) -> tuple[object, ...]:
    return place.way, place.points_up, place.points_down, place.plays_off


def move_line(move: Move) -> list[object]:
    """A move as the ledger has it."""
    return [
        move.player_id,
        move.level,
        move.position,
        move.to_level,
        move.way,
        move.points_up,
        move.points_down,
        move.reason,
    ]


def _refuse_bad(proposal: Proposal, changes: Sequence[Change]) -> None:
    levels = {one.division.level for one in proposal.rankings}
    named = [change.player for change in changes]
    known = set(Player.objects.filter(pk__in=named).values_list("pk", flat=True))
    for change in changes:
        if change.player not in known:
            raise no_such_player(change.player)
        message = ""
        if named.count(change.player) > 1:
            message = _("Player %(id)s is named twice.") % {"id": change.player}
        elif change.to_level is not None and change.to_level not in levels:
            message = _("There is no division at level %(level)s.") % {"level": change.to_level}
        elif change.to_level is None and change.player not in proposal.places:
            message = _("Player %(id)s is in no division and cannot leave one.") % {"id": change.player}
        elif not change.reason.strip():
            message = _("Please give a reason for each change.")
        if message:
            raise _bad_change(message)


def no_such_player(player: int) -> RulesRefuse:
    """For a number that is nobody's, and for somebody of whom the organizer may not know."""
    return _bad_change(_("There is no player %(id)s.") % {"id": player})


def _bad_change(message: str) -> RulesRefuse:
    return RulesRefuse(message, code="bad_change", fields={"changes": [message]})


def _moves(proposal: Proposal, changes: Sequence[Change], next_season: Season) -> list[Move]:
    by_player = {change.player: change for change in changes}
    moves = []
    for place in proposal.places.values():
        change = by_player.pop(place.player, None)
        moves.append(_move(proposal.season, next_season, place, change))
    moves += [
        Move(
            season=proposal.season,
            next_season=next_season,
            player_id=change.player,
            to_level=change.to_level,
            way=Way.NEW,
            reason=change.reason[:LONGEST_REASON],
        )
        for change in by_player.values()
    ]
    return moves


def _move(season: Season, next_season: Season, place: Place, change: Change | None) -> Move:
    move = Move(
        season=season,
        next_season=next_season,
        player_id=place.player,
        level=place.level,
        position=place.position,
        to_level=place.to_level,
        way=place.way,
        points_up=place.points_up,
        points_down=place.points_down,
    )
    if change is not None:
        move.to_level, move.reason = change.to_level, change.reason[:LONGEST_REASON]
        move.way = Way.LEAVES if change.to_level is None else Way.PLACED
    return move


def _fields(proposal: Proposal, moves: Sequence[Move]) -> list[list[int]]:
    """The players of each division of the next season, in order."""
    to = {move.player_id: move.to_level for move in moves}
    fields = []
    for one, players in zip(proposal.rankings, proposal.next_season, strict=True):
        level = one.division.level
        kept = [player for player in players if to[player] == level]
        placed = [player for player, to_level in to.items() if to_level == level and player not in kept]
        fields.append([*kept, *placed])
    return fields
