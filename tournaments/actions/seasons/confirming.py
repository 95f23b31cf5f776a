"""Confirming the next season: its divisions, tournaments and players, and how everyone got there."""

import re
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from players.models import Player
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import LOT_DECIDES, ask_first
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_season
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.locks import lock_league
from tournaments.actions.seasons.awards import award_when_confirmed, set_season_awards
from tournaments.actions.seasons.carried import Again, Entrant, WhoPlays
from tournaments.actions.seasons.final_rankings import FinalRanking
from tournaments.actions.seasons.proposal import Proposal, Unranked, propose_next_season
from tournaments.actions.seasons.tournaments import set_up_again
from tournaments.actions.seen_versions import divisions_tag, refuse_stale
from tournaments.models import (
    LedgerHead,
    Move,
    Season,
    SeasonAwardRule,
    SeasonRankingRule,
    TeamMove,
    Tournament,
)
from tournaments.models.bounds import EARLIEST, LATEST
from tournaments.models.leagues.events import RankingSeen, SeasonConfirmed
from tournaments.models.leagues.league import LONGEST_TITLE
from tournaments.standings.seasons.who_moves import Place

LONGEST_REASON = 200
# Players have no rank and no decision where they go; see `ask_first`.
UNRANKED_STAY = "unranked_stay"
# At most this many are named in a question.
MOST_NAMES = 20
SHORTEST_TO_FIND = 3
Way = Move.Way
# Moves of players without a rank, by the number of levels down.
OF_UNRANKED = {0: Way.STAYS, 1: Way.DOWN}


@dataclass(frozen=True)
class Change:
    """The organizer's decision to place a player at another level, or at none, and why. Unranked players need no
    reason: the rules do not place them.
    """

    player: int
    to_level: int | None
    reason: str = ""


@dataclass(frozen=True)
class TeamChange:
    """The same for a team with all its players."""

    team: int
    to_level: int | None
    reason: str


@dataclass(frozen=True)
class SeasonPlan:
    """The organizer's decisions for the next season: its name, and changes to the proposal.

    Club nights are planned again from `nights_from` on.
    """

    name: str
    changes: Sequence[Change] = ()
    team_changes: Sequence[TeamChange] = ()
    nights_from: date | None = None


class Goes(NamedTuple):
    """Where someone finally goes, and why if not by the rules."""

    to_level: int | None
    way: str
    reason: str = ""


@transaction.atomic
def confirm_next_season(
    *,
    season: Season,
    plan: SeasonPlan,
    seen: str,
    by: Actor,
    confirm: Collection[str] = (),
) -> Season:
    """Open the next season from the proposal shown (`seen`, its tag) with the changes of `plan`; return it.

    Each division gets a tournament with the settings of its last one (`carried`), and its players in the proposal's
    order: demoted, staying, promoted, unranked, then those placed by the organizer. A series gets as many tournaments
    as it had, without players. The league's ledger names the ends of the ledgers the proposal is based on.

    Asks first, unless the code is in `confirm`, if only a lot decides who moves (`lot_decides`) or unranked players
    have no decision (`unranked_stay`). Refuses an outdated proposal, a change without a reason or to an unknown
    level, an unknown player, and two teams of one name in a division.
    """
    lock_league(season.league_id)
    season = Season.objects.select_related("league").get(pk=season.pk)
    # Anything that moves a standing writes to its ledger, which is blocked from here on.
    divisions = Tournament.objects.filter(season=season)
    list(LedgerHead.objects.select_for_update(no_key=True).filter(tournament__in=divisions).order_by("pk"))
    proposal = propose_next_season(season)
    refuse_stale(seen, proposal.tag)
    changes, team_changes = plan.changes, plan.team_changes
    _refuse_bad(proposal, changes, team_changes)
    _refuse_day(plan.nights_from)
    ask_first(
        ties_left_to_the_lot(proposal, changes, team_changes) | _without_a_word(proposal, changes), confirm
    )
    decided = where_everybody_goes(proposal, changes, team_changes)
    fields = fields_of(proposal, decided)
    _refuse_same_names(proposal, fields)
    next_season = create_season(league=season.league, name=plan.name, follows=season, by=by)
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
    awards = SeasonAwardRule.objects.filter(season=season).first()
    if awards is not None:
        set_season_awards(season=next_season, terms=awards.terms, by=by)
    moves = _moves(proposal, decided, next_season)
    Move.objects.bulk_create(moves)
    team_moves = _team_moves(proposal, decided, next_season)
    TeamMove.objects.bulk_create(team_moves)
    for ranking, field in zip(proposal.rankings, fields, strict=True):
        for last in ranking.tournaments:
            named = _name_again(last, ranking, season, next_season)
            set_up_again(Again(last, next_season, named, field, by, plan.nights_from))
    award_when_confirmed(season=season, by=by)
    record_league(
        SeasonConfirmed(
            season=season.pk,
            next=next_season.pk,
            ordinal=next_season.ordinal,
            **_up_and_down(proposal, decided),
            rankings=[
                RankingSeen(ledger=head.ledger, seq=head.seq, hash=head.hash)
                for one in proposal.rankings
                for head in one.heads
            ],
            moves=[move_line(move) for move in sorted(moves, key=lambda move: move.player_id)],
            teams=[team_move_line(move) for move in sorted(team_moves, key=lambda move: move.team_id)],
        ),
        league_id=season.league_id,
        by=by,
    )
    return next_season


def ties_left_to_the_lot(
    proposal: Proposal, changes: Sequence[Change], team_changes: Sequence[TeamChange] = ()
) -> dict[str, str]:
    """Return what confirming would leave to the lot, as a question by its code: level players or teams of whom only
    some would move, and whom the organizer has not placed.
    """
    of_teams = bool(proposal.teams)
    placed = {one.team for one in team_changes} if of_teams else {one.player for one in changes}
    places = proposal.teams if of_teams else proposal.places
    left = []
    for tie in proposal.ties:
        by_the_rules = [places[one] for one in tie.players if one not in placed]
        if not tie.is_of_title and len({_consequence(place) for place in by_the_rules}) > 1:
            left.append((tie.level, [place.player for place in by_the_rules]))
    if not left:
        return {}
    named = [one for _level, ones in left for one in ones]
    names = proposal.team_names if of_teams else _names(named)
    divisions = {one.division.level: str(one.division) for one in proposal.rankings}
    sentences = [
        _("%(division)s: only the lot decides between %(names)s.")
        % {
            "division": divisions[level],
            "names": pgettext("between names", ", ").join(names[one] for one in ones),
        }
        for level, ones in left
    ]
    return {LOT_DECIDES: " ".join(sentences)}


@dataclass(frozen=True)
class Decided:
    """Where all players go, newcomers last, and all teams if teams move."""

    players: Mapping[int, Goes]
    teams: Mapping[int, Goes]


def where_everybody_goes(
    proposal: Proposal, changes: Sequence[Change], team_changes: Sequence[TeamChange] = ()
) -> Decided:
    """Return where everyone goes: by the rules, with their team if that is placed elsewhere, or as the organizer
    decided.
    """
    teams = {team: Goes(place.to_level, place.way) for team, place in proposal.teams.items()}
    for one in team_changes:
        teams[one.team] = Goes(one.to_level, _placed(one.to_level), one.reason[:LONGEST_REASON])
    goes: dict[int, Goes] = {}
    everybody: dict[int, Place | Unranked] = {**proposal.places, **proposal.unranked}
    for player, place in everybody.items():
        team = proposal.team_of(player)
        goes[player] = teams[team] if team is not None else Goes(place.to_level, place.way)
    for change in changes:
        way = _placed(change.to_level)
        unranked = proposal.unranked.get(change.player)
        if change.player not in goes:
            way = Way.NEW
        elif unranked is not None and change.to_level is not None:
            way = OF_UNRANKED.get(change.to_level - unranked.level, Way.PLACED)
        goes[change.player] = Goes(change.to_level, way, change.reason[:LONGEST_REASON])
    return Decided(goes, teams)


def fields_of(proposal: Proposal, decided: Decided) -> list[WhoPlays]:
    """Return who plays in each division of the next season, in order. A series has no players: everyone enters each
    tournament again.
    """
    fields = []
    for one, players in zip(proposal.rankings, proposal.next_season, strict=True):
        level = one.division.level
        kept = [player for player in players if decided.players[player].to_level == level]
        placed = [
            player
            for player, goes in decided.players.items()
            if goes.to_level == level and player not in set(kept)
        ]
        teams = [proposal.team_names[team] for team, goes in decided.teams.items() if goes.to_level == level]
        entrants = [_entrant(proposal, decided, player, level) for player in (*kept, *placed)]
        fields.append(WhoPlays(entrants, teams))
    return fields


def _entrant(proposal: Proposal, decided: Decided, player: int, level: int) -> Entrant:
    member = proposal.members.get(player)
    if member is None:
        return Entrant(player)
    was_at = (proposal.places.get(player) or proposal.unranked[player]).level
    team = proposal.team_of(player)
    has_team = team is None or decided.teams[team].to_level == level
    return Entrant(
        player,
        member.entry,
        member.team_name if has_team else "",
        member.is_substitute and level == was_at,
        member.is_captain and has_team,
    )


def _placed(to_level: int | None) -> str:
    return Way.LEAVES if to_level is None else Way.PLACED


def _consequence(place: Place) -> tuple[object, ...]:
    return place.way, place.points_up, place.points_down, place.plays_off


def _without_a_word(proposal: Proposal, changes: Sequence[Change]) -> dict[str, str]:
    """Return the question whether unranked players without a decision should stay."""
    placed = {change.player for change in changes}
    left = [
        one.player
        for one in proposal.unranked.values()
        if not one.has_team and not one.is_substitute and one.player not in placed
    ]
    if not left:
        return {}
    names = _names(left)
    said = [names[player] for player in left[:MOST_NAMES]] + ["…"] * (len(left) > MOST_NAMES)
    words = ngettext(
        "%(names)s has no rank and stays in the division.",
        "%(count)s players have no rank and stay in their divisions: %(names)s.",
        len(left),
    )
    return {UNRANKED_STAY: words % {"count": len(left), "names": pgettext("between names", ", ").join(said)}}


def _names(players: Iterable[int]) -> dict[int, str]:
    return dict(Player.objects.filter(pk__in=list(players)).values_list("pk", "name"))


def move_line(move: Move) -> list[object]:
    return [
        move.player_id,
        move.level,
        move.position,
        move.to_level,
        move.way,
        move.points_up,
        move.points_down,
        move.reason,
        move.rank,
        move.total,
    ]


def team_move_line(move: TeamMove) -> list[object]:
    return [
        move.team_id,
        move.level,
        move.position,
        move.to_level,
        move.way,
        move.reason,
        move.rank,
        move.total,
    ]


def _refuse_bad(proposal: Proposal, changes: Sequence[Change], team_changes: Sequence[TeamChange]) -> None:
    rankings = {one.division.level: one for one in proposal.rankings}
    named = [change.player for change in changes]
    known = set(Player.objects.filter(pk__in=named).values_list("pk", flat=True))
    for change in changes:
        if change.player not in known:
            raise no_such_player(change.player)
        is_here = change.player in proposal.places or change.player in proposal.unranked
        message = ""
        if named.count(change.player) > 1:
            message = _("Player %(id)s is listed twice.") % {"id": change.player}
        elif change.to_level is None and not is_here:
            message = _("Player %(id)s is not in any division and cannot leave one.") % {"id": change.player}
        elif not change.reason.strip() and change.player not in proposal.unranked:
            message = _("Please give a reason for each change.")
        _refuse(message or _no_level(rankings, change.to_level), "changes")
    teams = [one.team for one in team_changes]
    for one in team_changes:
        message = ""
        if one.team not in proposal.teams:
            message = _("There is no team %(id)s.") % {"id": one.team}
        elif teams.count(one.team) > 1:
            message = _("Team %(id)s is listed twice.") % {"id": one.team}
        elif not one.reason.strip():
            message = _("Please give a reason for each change.")
        _refuse(message or _no_level(rankings, one.to_level), "teams")


def _refuse_day(nights_from: date | None) -> None:
    if nights_from is not None and not EARLIEST.date() <= nights_from < LATEST.date():
        message = _("Enter a date between 2000 and 2099.")
        raise RulesRefuse(message, code="night_terms", fields={"nights_from": [message]})


def _no_level(rankings: Mapping[int, FinalRanking], level: int | None) -> str:
    """Return why no one can be placed at this level; "" if they can."""
    if level is None:
        return ""
    if level not in rankings:
        return _("There is no division at level %(level)s.") % {"level": level}
    if rankings[level].is_series:
        message = _("%(division)s is a series: players register for each of its tournaments.")
        return message % {"division": rankings[level].division}
    return ""


def _refuse(message: str, field_name: str) -> None:
    if message:
        raise RulesRefuse(message, code="bad_change", fields={field_name: [message]})


def no_such_player(player: int) -> RulesRefuse:
    """Return the refusal for an unknown player id, or one the organizer may not see."""
    message = _("There is no player %(id)s.") % {"id": player}
    return RulesRefuse(message, code="bad_change", fields={"changes": [message]})


def _refuse_same_names(proposal: Proposal, fields: Sequence[WhoPlays]) -> None:
    for one, field in zip(proposal.rankings, fields, strict=True):
        twice = next((name for name in field.teams if list(field.teams).count(name) > 1), None)
        if twice is not None:
            message = _(
                "Two teams called “%(name)s” would play in %(division)s. Please rename one of them first."
            )
            about = {"name": twice, "division": one.division}
            raise RulesRefuse(message % about, code="same_team_name", fields={"teams": [message % about]})


def _moves(proposal: Proposal, decided: Decided, next_season: Season) -> list[Move]:
    moves = []
    for player, goes in decided.players.items():
        move = Move(
            season=proposal.season,
            next_season=next_season,
            player_id=player,
            to_level=goes.to_level,
            way=goes.way,
            reason=goes.reason,
        )
        if place := proposal.places.get(player):
            move.level, move.position = place.level, place.position
            move.rank, move.total = place.stood.rank, place.stood.total
            move.points_up, move.points_down = place.points_up, place.points_down
        elif unranked := proposal.unranked.get(player):
            move.level = unranked.level
        moves.append(move)
    return moves


def _team_moves(proposal: Proposal, decided: Decided, next_season: Season) -> list[TeamMove]:
    return [
        TeamMove(
            season=proposal.season,
            next_season=next_season,
            team_id=team,
            level=place.level,
            position=place.position,
            rank=place.stood.rank,
            total=place.stood.total,
            to_level=decided.teams[team].to_level,
            way=decided.teams[team].way,
            reason=decided.teams[team].reason,
        )
        for team, place in proposal.teams.items()
    ]


def _up_and_down(proposal: Proposal, decided: Decided) -> dict[str, int]:
    """Count the players or teams that are promoted and demoted."""
    ways = [goes.way for goes in (decided.teams if proposal.teams else decided.players).values()]
    return {
        "up": sum(way in (Way.UP, Way.POINTS_UP) for way in ways),
        "down": sum(way in (Way.DOWN, Way.POINTS_DOWN) for way in ways),
    }


def _name_again(last: Tournament, ranking: FinalRanking, season: Season, next_season: Season) -> str:
    """Build a name from league, season and division; tournaments of a series keep their names, with the new
    season.
    """
    if not ranking.is_series:
        place = last.division or f"{last.level}"
        return f"{season.league.name} {next_season.name} {place}"[:LONGEST_TITLE]
    # “2026” must not match within “12026”; a name as short as “1” could mean anything.
    of_season = re.compile(rf"(?<!\d){re.escape(season.name)}(?!\d)")
    if len(season.name) >= SHORTEST_TO_FIND and of_season.search(last.name):
        return of_season.sub(lambda _found: next_season.name, last.name)[:LONGEST_TITLE]
    return f"{last.name} {next_season.name}"[:LONGEST_TITLE]
