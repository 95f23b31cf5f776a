"""Rating a league's players from what was played, tournament by tournament, and replacing what is stored.

What a tournament did to a rating follows from all before it: after a correction it is worked out again from that
tournament on, and no earlier one is read.
"""

import logging
from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.conf import settings
from django.db import transaction

from tournaments.models import RatedTournament, Rating, RatingRule
from tournaments.standings.ratings.games import Game, games_of, tournaments_of
from tournaments.standings.ratings.methods import METHODS, Skill
from web.outages import passing_outage

logger = logging.getLogger(__name__)
# A tournament and a player.
Key = tuple[int, int]
KEY = ("tournament", "player")
ROW = ("value", "mean", "deviation", "change", "games")


class Row(NamedTuple):
    """The columns of a `Rating` that say what it is."""

    value: int
    mean: int
    deviation: int
    change: int
    games: int


@transaction.atomic
def publish_ratings(league_id: int) -> bool:
    """Bring a league's ratings up to its ledgers; return whether any were behind. Never, where it keeps none."""
    rule = RatingRule.objects.select_for_update(no_key=True).filter(pk=league_id).first()
    if rule is None:
        return False
    # What comes in after this look is found by the next one.
    order, first = tournaments_of(league_id)
    if first is None:
        return False
    earlier, later = order[: first - 1], order[first - 1 :]
    _replace(rule, [pk for pk, _seq in earlier], [pk for pk, _seq in later])
    rated = RatedTournament.objects.filter(tournament__season__league=league_id)
    rated.exclude(tournament__in=[pk for pk, _seq in earlier]).delete()
    RatedTournament.objects.bulk_create(
        RatedTournament(tournament_id=pk, turn=turn, as_of_seq=seq)
        for turn, (pk, seq) in enumerate(later, first)
    )
    return True


def publish_ratings_with(tournament_id: int) -> bool:
    """Bring the ratings of the league of a tournament up to its ledgers, where it keeps any."""
    league = RatingRule.objects.filter(league__seasons__tournaments=tournament_id)
    return any(publish_ratings(pk) for pk in league.values_list("pk", flat=True))


def publish_stale_ratings() -> int:
    """Rate all leagues that are behind; return how many. One that cannot be rated does not stop the others."""
    rated = 0
    for league_id in RatingRule.objects.values_list("pk", flat=True):
        try:
            rated += publish_ratings(league_id)
        except Exception:
            logger.exception("ratings of league %s could not be published", league_id)
    return rated


def publish_ratings_for_reader(league_id: int) -> bool:
    """Rate what is behind because it is being read. Embedded, there is no worker."""
    if settings.EMBEDDED and tournaments_of(league_id).first_behind is not None:
        with passing_outage("ratings stay behind"):
            return publish_ratings(league_id)
    return False


def rows_of(
    rule: RatingRule, tournaments: Sequence[int], begin: Mapping[int, tuple[Skill, int]]
) -> dict[Key, Row]:
    """What these tournaments, in this order, make of the ratings. `begin`: each player's skill and games before."""
    method = METHODS[rule.method]
    skills = defaultdict(lambda: (method.start, 0), begin)
    played: defaultdict[int, list[Game]] = defaultdict(list)
    for game in games_of(tournaments):
        played[game.tournament].append(game)
    rows: dict[Key, Row] = {}
    for tournament in tournaments:
        before: dict[int, Skill] = {}
        for game in played[tournament]:
            here = [skills[player] for player in game.players]
            after = method.after([skill for skill, _games in here], game.places)
            for player, (skill, games), now in zip(game.players, here, after, strict=True):
                before.setdefault(player, skill)
                skills[player] = now, games + 1
        for player, was in before.items():
            skill, games = skills[player]
            rows[tournament, player] = Row(
                skill.value, skill.mean, skill.deviation, skill.value - was.value, games
            )
    return rows


class _Before(NamedTuple):
    """Where a player stands before the tournaments that are rated again: with which row, by which turn."""

    turn: int
    row: int
    skill: Skill
    games: int


def _before(rule: RatingRule, earlier: Sequence[int]) -> dict[int, _Before]:
    turns = {pk: turn for turn, pk in enumerate(earlier)}
    rows = Rating.objects.filter(league=rule.pk, tournament__in=earlier).values_list(
        "player", "tournament", "pk", "mean", "deviation", "games"
    )
    found: dict[int, _Before] = {}
    for player, tournament, pk, mean, deviation, games in rows:
        if player not in found or found[player].turn < turns[tournament]:
            found[player] = _Before(turns[tournament], pk, Skill(mean, deviation), games)
    return found


def _replace(rule: RatingRule, earlier: Sequence[int], later: Sequence[int]) -> None:
    """Write what the `later` tournaments make of the ratings of `earlier` ones, in place of all that is not of those.

    A row that stays as it was is left alone.
    """
    before = _before(rule, earlier)
    should = rows_of(rule, later, {player: (one.skill, one.games) for player, one in before.items()})
    mine = Rating.objects.filter(league=rule.pk)
    of_later = mine.exclude(tournament__in=earlier)
    has = {(row[1], row[2]): (row[0], Row(*row[3:])) for row in of_later.values_list("pk", *KEY, *ROW)}
    last_of = {player: tournament for tournament, player in should}
    # First those no longer the latest: no player has two, not even briefly.
    overtaken = [one.row for player, one in before.items() if player in last_of]
    mine.filter(is_latest=True).exclude(tournament__in=earlier).update(is_latest=False)
    mine.filter(pk__in=overtaken, is_latest=True).update(is_latest=False)
    mine.filter(pk__in=[pk for key, (pk, _row) in has.items() if key not in should]).delete()
    Rating.objects.bulk_create(
        [
            Rating(
                league_id=rule.pk, tournament_id=key[0], player_id=key[1], is_latest=False, **row._asdict()
            )
            for key, row in should.items()
            if key not in has or has[key][1] != row
        ],
        update_conflicts=True,
        unique_fields=KEY,
        update_fields=ROW,
    )
    for tournament in set(last_of.values()):
        players = [player for player, last in last_of.items() if last == tournament]
        mine.filter(tournament=tournament, player__in=players).update(is_latest=True)
    latest_again = [one.row for player, one in before.items() if player not in last_of]
    mine.filter(pk__in=latest_again, is_latest=False).update(is_latest=True)
