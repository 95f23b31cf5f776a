"""A season as M-League plays it: 10 teams, 150 rounds published at once, nobody plays more than 45 games."""

import pytest

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.hall import open_hall
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.stages.presets import use_preset
from tournaments.actions.teams.line_ups import hand_in_line_up, set_line_up_rule
from tournaments.models import Entry, GameQuota, LineUp, Round, Score, Scoresheet, Seat, Team

pytestmark = [pytest.mark.django_db, pytest.mark.slow]


def test_a_captain_plays_the_best_player_45_times_and_is_refused_the_46th() -> None:
    hall = open_hall(players=0)
    for team_number in range(1, 11):
        team = form_team(tournament=hall.tournament, name=f"Team {team_number}", by=hall.alice)
        for number in range(1, 5):
            player = add_player(name=f"T{team_number} P{number}")
            register(tournament=hall.tournament, player=player, team=team, by=hall.alice)
    stage = use_preset(tournament=hall.tournament, preset="m_league", by=hall.alice)[0]
    plan = Plan(method=Method.TEAM_SEASON, rounds=150, games=2, matches=2, line_up=1)
    rounds = publish_draw(draw=draw(stage=stage, plan=plan, by=hall.alice), by=hall.alice)
    set_line_up_rule(stage=stage, by=hall.alice)
    assert GameQuota.objects.values_list("most", flat=True).get(stage=stage) == 45
    team = Team.objects.get(name="Team 1")
    best = Entry.objects.get(player__name="T1 P1")
    of_team = set(Seat.objects.filter(entry__team=team).values_list("round", flat=True))
    theirs = [round_ for round_ in rounds if round_.pk in of_team]
    assert len(theirs) == 120
    played, decided, tried = theirs[:20], theirs[20:44], theirs[44:46]

    # As after 20 of these nights: the line-ups shown, the games over. In bulk: the actions have tests of their own.
    for round_ in played:
        Seat.objects.filter(round=round_, entry__team=team).update(entry=best)
    LineUp.objects.bulk_create(_line_up(round_, team, best, is_shown=True) for round_ in played)
    for round_ in played:
        _confirm(round_, best)
    LineUp.objects.bulk_create(_line_up(round_, team, best) for round_ in decided[:-1])

    for round_ in (decided[-1], tried[0]):
        hand_in_line_up(round_=round_, team=team, entries=[best], by=hall.alice)
    before = digest()
    with pytest.raises(RulesRefuse) as refusal:
        hand_in_line_up(round_=tried[1], team=team, entries=[best], by=hall.alice)

    assert (refusal.value.code, refusal.value.message, digest()) == (
        "too_many_games",
        "T1 P1 has no games left in this stage: 20 played, 25 scheduled, at most 45 allowed.",
        before,
    )


def _line_up(round_: Round, team: Team, best: Entry, *, is_shown: bool = False) -> LineUp:
    line_up = LineUp.of(round_, team, [best.pk], is_late=False)
    line_up.is_shown = is_shown
    return line_up


def _confirm(round_: Round, best: Entry) -> None:
    """Give the best player's seat a confirmed result."""
    seat = Seat.objects.get(round=round_, entry=best)
    points = dict.fromkeys(("east", "south", "west", "north"), 25_000)
    sheet = Scoresheet.objects.create(
        table_id=seat.table_id, version=1, status="confirmed", start_total=100_000, **points
    )
    figures = dict.fromkeys(("base", "uma", "oka", "total"), 0)
    Score.objects.create(
        sheet=sheet, seat=seat, stage=round_.stage, entry=best, counts=True, place=1, points=25_000, **figures
    )
    Round.objects.filter(pk=round_.pk).update(status=Round.Status.CLOSED)
