"""A player changes teams in the middle of a season: what was played for a team stays with it."""

from typing import Any

import pytest
from django.db import IntegrityError, transaction

from players.actions import add_player
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.actions.teams.league_of_teams import league_of_teams
from tests.tournaments.hall import Hall, open_hall
from tests.tournaments.replay import replayed
from tournaments.actions.draws.draft_rounds import publish_round
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.imports.players import import_players
from tournaments.actions.people.editing import HAS_A_SEAT, edit_entry
from tournaments.actions.people.entries import form_team, register
from tournaments.actions.people.merging import MERGED_FOR_GOOD, merge_players
from tournaments.actions.people.teams import remove_team
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize
from tournaments.actions.play.rounds import EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport
from tournaments.actions.play.seats import substitute
from tournaments.actions.seen_versions import entry_tag, player_tag
from tournaments.actions.setup.editing import remove_stage
from tournaments.actions.setup.ranking import set_ranking
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.teams.captains import name_captain
from tournaments.actions.teams.counting import set_team_counting
from tournaments.actions.teams.rosters import NOW, Since, change_team, next_round_of
from tournaments.models import Entry, FormerTeam, Round, Score, Standing, Team, TeamStanding
from tournaments.standings import add_up, publish_tournament
from tournaments.verification import verify_ledger

pytestmark = pytest.mark.django_db
TEAMS = ("Bears", "Foxes", "Lynxes", "Wolves")


@pytest.fixture
@replayed
def hall() -> Hall:
    """Four teams of two, and two rounds played at two tables."""
    hall = open_hall(players=0)
    rows = "".join(f"{team} {name},{team}\n" for team in TEAMS for name in "AB")
    import_players(tournament=hall.tournament, text=f"name,team\n{rows}", by=hall.alice)
    for _round in range(2):
        play_a_round(hall)
    return hall


def play_a_round(hall: Hall) -> None:
    report_all(hall, hall.started())


def report_all(hall: Hall, round_: Round) -> None:
    for table in round_.tables.order_by("number"):
        # No two tables are alike, so that whose game it is shows in every sum.
        more = 1_000 * (round_.number + table.number)
        figures = Figures([31_000 + more, 27_000, 23_000, 19_000 - more])
        correct_sheet(table=table, report=TableReport(figures), reason="Paper", by=hall.alice)


def entry(name: str) -> Entry:
    return Entry.objects.select_related("player", "team", "tournament").get(player__name=name)


def team(name: str) -> Team:
    return Team.objects.get(name=name)


def move(name: str, to: str | None, hall: Hall, since: Any = NOW, confirm: tuple[str, ...] = ()) -> Entry:
    found = entry(name)
    target = team(to) if to is not None else None
    return change_team(
        entry=found, team=target, since=since, seen=entry_tag(found), by=hall.alice, confirm=confirm
    )


def totals(hall: Hall) -> dict[str, int]:
    publish_tournament(hall.tournament.pk)
    rows = TeamStanding.objects.filter(stage=hall.stage)
    return dict(rows.values_list("team__name", "total"))


def made(name: str, *rounds: int) -> int:
    """What somebody's games in these rounds brought."""
    scores = Score.objects.filter(entry__player__name=name, counts=True, seat__round__number__in=rounds)
    return sum(scores.values_list("total", flat=True))


def sound(hall: Hall) -> None:
    assert [str(problem) for problem in verify_ledger(hall.tournament.pk).problems] == []


def test_from_now_on_earlier_games_stay_and_later_ones_are_the_new_teams(hall: Hall) -> None:
    before = totals(hall)

    moved = move("Bears A", "Foxes", hall)

    assert totals(hall) == before
    assert moved.team == team("Foxes")
    assert hall.last_payload() == {
        "entry": moved.pk,
        "team": team("Foxes").pk,
        "stage": hall.stage.pk,
        "number": 3,
    }
    play_a_round(hall)
    found = totals(hall)
    assert found["Bears"] == before["Bears"] + made("Bears B", 3)
    assert found["Foxes"] == before["Foxes"] + made("Foxes A", 3) + made("Foxes B", 3) + made("Bears A", 3)
    assert Standing.objects.get(entry=moved).total == made("Bears A", 1, 2, 3)
    games = dict(TeamStanding.objects.values_list("team__name", "games"))
    assert games == {"Bears": 5, "Foxes": 7, "Lynxes": 6, "Wolves": 6}
    teams = add_up(hall.stage).teams
    assert [one.lasts for one in teams] == [one.fourths for one in teams]
    assert sum(one.lasts for one in teams) == 6
    sound(hall)


def test_from_a_round_that_was_played_the_games_since_then_move(hall: Hall) -> None:
    before, since = totals(hall), Since(hall.stage, 2)

    with pytest.raises(StateRefuses) as refusal:
        move("Bears A", "Foxes", hall, since)

    assert refusal.value.fields["confirm"] == [HAS_A_SEAT]
    assert totals(hall) == before
    move("Bears A", "Foxes", hall, since, (HAS_A_SEAT,))
    found = totals(hall)
    assert found["Bears"] == before["Bears"] - made("Bears A", 2)
    assert found["Foxes"] == before["Foxes"] + made("Bears A", 2)
    sound(hall)


def test_from_the_beginning_all_games_move_and_nothing_is_left_of_changes_before(hall: Hall) -> None:
    before = totals(hall)
    move("Bears A", "Foxes", hall)

    move("Bears A", "Lynxes", hall, None, (HAS_A_SEAT,))

    found = totals(hall)
    assert found["Bears"] == before["Bears"] - made("Bears A", 1, 2)
    assert found["Lynxes"] == before["Lynxes"] + made("Bears A", 1, 2)
    assert not FormerTeam.objects.exists()
    sound(hall)


def test_another_team_in_the_entrys_form_is_from_the_beginning(hall: Hall) -> None:
    before = totals(hall)
    moved = move("Bears A", "Foxes", hall)

    changes = {"team": team("Lynxes")}
    seen = entry_tag(moved)
    edit_entry(entry=moved, changes=changes, seen=seen, by=hall.alice, confirm=[HAS_A_SEAT])

    assert totals(hall)["Lynxes"] == before["Lynxes"] + made("Bears A", 1, 2)
    assert not FormerTeam.objects.exists()
    sound(hall)


def test_who_goes_back_in_the_same_round_never_left(hall: Hall) -> None:
    move("Bears A", "Foxes", hall)
    move("Bears A", "Bears", hall)

    assert not FormerTeam.objects.exists()
    sound(hall)


def test_two_changes_after_each_other_and_one_to_no_team(hall: Hall) -> None:
    before = totals(hall)
    move("Bears A", "Foxes", hall)
    play_a_round(hall)
    move("Bears A", None, hall)
    play_a_round(hall)

    found = totals(hall)

    bears, foxes = made("Bears B", 3, 4), made("Foxes A", 3, 4) + made("Foxes B", 3, 4)
    assert found["Bears"] == before["Bears"] + bears
    assert found["Foxes"] == before["Foxes"] + foxes + made("Bears A", 3)
    rows = FormerTeam.objects.order_by("before_round").values_list("team__name", "before_round")
    assert list(rows) == [("Bears", 3), ("Foxes", 4)]
    sound(hall)


def test_a_correction_of_a_game_before_the_move_is_the_former_teams(hall: Hall) -> None:
    before = totals(hall)
    move("Bears A", "Foxes", hall)
    was = made("Bears A", 1), made("Bears A", 2)
    score = Score.objects.get(entry__player__name="Bears A", counts=True, seat__round__number=1)
    points, place = list(score.sheet.points), score.seat.wind - 1
    # What was 500 more than true was the neighbour's.
    points[place], points[place - 1] = points[place] + 500, points[place - 1] - 500
    neighbour = score.sheet.table.seats.get(wind=(place - 1) % 4 + 1).entry

    correct_sheet(
        table=score.sheet.table,
        report=TableReport(Figures(points), if_match=score.sheet.tag),
        reason="Slip",
        by=hall.rob,
    )

    found = totals(hall)
    assert (made("Bears A", 1), made("Bears A", 2)) == (was[0] + 500, was[1])
    assert neighbour.team is not None
    changes = {name: found[name] - before[name] for name in TEAMS if found[name] != before[name]}
    assert changes == {"Bears": 500, neighbour.team.name: -500}
    sound(hall)


def test_a_penalty_is_of_the_team_of_its_round(hall: Hall) -> None:
    bears_a = entry("Bears A")
    early = penalize(stage=hall.stage, entry=bears_a, ruling=Ruling(3_000, "Late"), by=hall.rob)
    before = totals(hall)
    move("Bears A", "Foxes", hall)
    play_a_round(hall)
    played = totals(hall)
    assert played["Bears"] == before["Bears"] + made("Bears B", 3)

    penalize(stage=hall.stage, entry=bears_a, ruling=Ruling(5_000, "Late again"), by=hall.rob)
    first = hall.stage.rounds.get(number=1)
    penalize(stage=hall.stage, entry=bears_a, ruling=Ruling(700, "Found later", round=first), by=hall.rob)

    found = totals(hall)
    assert found["Foxes"] == played["Foxes"] - 5_000
    assert found["Bears"] == played["Bears"] - 700
    sound(hall)
    lift_penalty(penalty=early, reason="Was not", by=hall.rob)
    assert totals(hall)["Bears"] == played["Bears"] - 700 + 3_000
    sound(hall)


def test_what_counts_for_teams_counts_for_the_team_of_then(hall: Hall) -> None:
    move("Bears A", "Foxes", hall)
    play_a_round(hall)

    set_team_counting(stage=hall.stage, best_of_a_round=1, match_points=[4, 2, 1, 0], by=hall.alice)

    found = totals(hall)
    best_bears = sum(max(made("Bears A", number), made("Bears B", number)) for number in (1, 2))
    assert found["Bears"] == best_bears + made("Bears B", 3)
    of_foxes = [(f"Foxes {name}", (1, 2, 3)) for name in "AB"] + [("Bears A", (3,))]
    assert found["Foxes"] == sum(
        max(made(name, number) for name, rounds in of_foxes if number in rounds) for number in (1, 2, 3)
    )
    sound(hall)


def test_of_games_that_do_not_count_no_team_has_any(hall: Hall) -> None:
    move("Bears A", "Foxes", hall)
    play_a_round(hall)
    set_counting(stage=hall.stage, selection="best", number=1, by=hall.alice)

    found = totals(hall)

    games = {number: made("Bears A", number) for number in (1, 2, 3)}
    best = max(games, key=lambda number: games[number])
    bears_b = max(made("Bears B", number) for number in (1, 2, 3))
    assert found["Bears"] == bears_b + (games[best] if best < 3 else 0)
    sound(hall)


def test_a_substitutes_game_is_the_team_of_whom_it_counts_for_had_then(hall: Hall) -> None:
    spare = register(
        tournament=hall.tournament, player=add_player(name="Spare"), is_substitute=True, by=hall.alice
    )
    set_ranking(
        tournament=hall.tournament,
        substitutes="for_absent",
        withdrawn="ranked",
        by=hall.alice,
        confirm=["ranks_may_change"],
    )
    before = totals(hall)
    move("Bears A", "Foxes", hall)
    round_ = hall.draw()
    publish_round(round_=round_, by=hall.alice)
    substitute(seat=round_.seats.get(entry__player__name="Bears A"), entry=spare, by=hall.alice)
    start_round(round_=round_, by=hall.alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
    report_all(hall, round_)

    found = totals(hall)

    assert found["Foxes"] == before["Foxes"] + made("Foxes A", 3) + made("Foxes B", 3) + made("Spare", 3)
    sound(hall)


def changes_of(name: str) -> list[tuple[str | None, int]]:
    rows = FormerTeam.objects.filter(entry__player__name=name).order_by("before_round")
    return list(rows.values_list("team__name", "before_round"))


def test_a_change_that_was_dated_too_late_moves_to_an_earlier_round(hall: Hall) -> None:
    play_a_round(hall)
    before = totals(hall)
    move("Bears A", "Foxes", hall, Since(hall.stage, 3), (HAS_A_SEAT,))

    move("Bears A", "Foxes", hall, Since(hall.stage, 2), (HAS_A_SEAT,))

    assert changes_of("Bears A") == [("Bears", 2)]
    found, moved = totals(hall), made("Bears A", 2, 3)
    assert (found["Bears"], found["Foxes"]) == (before["Bears"] - moved, before["Foxes"] + moved)
    sound(hall)


@pytest.mark.parametrize(
    ("first", "number", "expected"),
    [
        # To where the change before came, of which no round is left; to the team from before that; in between.
        ("Lynxes", 2, [("Bears", 2)]),
        ("Foxes", 2, []),
        ("Lynxes", 3, [("Bears", 2), ("Lynxes", 3)]),
    ],
)
def test_a_change_moves_up_to_the_one_before(
    hall: Hall, first: str, number: int, expected: list[tuple[str, int]]
) -> None:
    """Bears A changes in Round 2 and again, too late, in Round 4: where nothing is left between, the first counts."""
    play_a_round(hall)
    if first == "Foxes":
        move("Bears A", "Foxes", hall, None, (HAS_A_SEAT,))
    move("Bears A", "Lynxes", hall, Since(hall.stage, 2), (HAS_A_SEAT,))
    move("Bears A", "Foxes", hall)

    move("Bears A", "Foxes", hall, Since(hall.stage, number), (HAS_A_SEAT,))

    assert changes_of("Bears A") == expected
    sound(hall)
    last = digest()
    with pytest.raises(StateRefuses) as refusal:
        move("Bears A", "Wolves", hall, Since(hall.stage, 1_000), (HAS_A_SEAT,))
    assert (refusal.value.code, digest()) == ("round_to_come", last)


def test_a_change_does_not_move_behind_the_one_before(hall: Hall) -> None:
    for _round in range(2):
        play_a_round(hall)
    move("Bears A", "Lynxes", hall, Since(hall.stage, 3), (HAS_A_SEAT,))
    move("Bears A", "Foxes", hall)
    before = digest()

    with pytest.raises(StateRefuses, match="changed teams from Round 3") as refusal:
        move("Bears A", "Foxes", hall, Since(hall.stage, 2), (HAS_A_SEAT,))

    assert (refusal.value.code, digest()) == ("changed_later", before)


@pytest.mark.parametrize(("number", "code"), [(5, "round_to_come"), (2, "changed_later")])
def test_a_round_that_cannot_be_is_refused(hall: Hall, number: int, code: str) -> None:
    play_a_round(hall)
    move("Bears A", "Foxes", hall, Since(hall.stage, 3), (HAS_A_SEAT,))
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        move("Bears A", "Lynxes", hall, Since(hall.stage, number), (HAS_A_SEAT,))

    assert (refusal.value.code, digest()) == (code, before)


def test_a_captain_a_stale_page_and_another_tournaments_team_are_refused(hall: Hall) -> None:
    name_captain(team=team("Bears"), entry=entry("Bears A"), by=hall.alice)
    other = open_hall("other-open", players=0)
    foreign = form_team(tournament=other.tournament, name="Lions", by=other.alice)
    before, found = digest(), entry("Bears B")

    with pytest.raises(StateRefuses) as captain:
        move("Bears A", "Foxes", hall)
    with pytest.raises(StaleVersion):
        change_team(entry=found, team=team("Foxes"), since=NOW, seen="0", by=hall.alice)
    with pytest.raises(RulesRefuse) as elsewhere:
        change_team(entry=found, team=foreign, since=NOW, seen=entry_tag(found), by=hall.alice)

    assert (captain.value.code, elsewhere.value.code, digest()) == ("is_captain", "foreign_team", before)


def test_a_team_for_which_somebody_played_stays(hall: Hall) -> None:
    for name in ("Bears A", "Bears B"):
        move(name, "Foxes", hall)
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        remove_team(team=team("Bears"), by=hall.alice)

    assert (refusal.value.code, digest()) == ("team_in_use", before)
    assert totals(hall)["Bears"] == made("Bears A", 1, 2) + made("Bears B", 1, 2)
    sound(hall)


def test_the_database_keeps_former_teams_in_their_tournament_and_one_a_round(hall: Hall) -> None:
    move("Bears A", "Foxes", hall)
    other = open_hall("other-open", players=0)
    row = FormerTeam.objects.get()

    with pytest.raises(IntegrityError), transaction.atomic():
        FormerTeam.objects.filter(pk=row.pk).update(stage=other.stage)
    with pytest.raises(IntegrityError), transaction.atomic():
        FormerTeam.objects.create(entry=row.entry, stage=row.stage, before_round=row.before_round)
    with pytest.raises(IntegrityError), transaction.atomic():
        FormerTeam.objects.filter(pk=row.pk).update(before_round=0)


def test_a_row_that_was_written_behind_the_ledger_is_found(hall: Hall) -> None:
    move("Bears A", "Foxes", hall)

    FormerTeam.objects.update(before_round=2)

    found = [str(problem) for problem in verify_ledger(hall.tournament.pk).problems]
    assert any("former team" in problem for problem in found)


def test_the_next_round_is_after_the_last_that_has_started(hall: Hall) -> None:
    assert next_round_of(entry("Bears A")) == Since(hall.stage, 3)
    assert next_round_of(open_hall("other-open", players=4).tournament.entries.first()) is None


def test_a_stage_in_which_players_changed_teams_stays(hall: Hall) -> None:
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    FormerTeam.objects.create(entry=entry("Bears A"), team=team("Bears"), stage=final, before_round=1)

    says = refused(lambda: remove_stage(stage=final, by=hall.alice), StateRefuses, "stage_in_use")

    assert says == "Players changed teams in the stage “Final”, so it cannot be removed."


def test_a_number_that_was_merged_changes_no_team(hall: Hall) -> None:
    merged = register(tournament=hall.tournament, player=add_player(name="A. Bear"), by=hall.alice)
    stays = entry("Bears A").player
    merge_players(
        player=stays, other=merged.player, seen=player_tag(stays), confirm=[MERGED_FOR_GOOD], by=hall.alice
    )
    merged.refresh_from_db()

    says = refused(
        lambda: change_team(
            entry=merged, team=team("Foxes"), since=NOW, seen=entry_tag(merged), by=hall.alice
        ),
        StateRefuses,
        "merged",
    )

    assert says == "This number was merged into another number of the same player. Please use that one."


def test_who_sits_for_a_team_in_a_match_to_come_stays_in_it() -> None:
    league = league_of_teams()
    start_round(round_=league.rounds[0], by=league.hall.alice)
    seats = league.rounds[1].seats.select_related("entry__player", "round__stage")
    found = seats.get(entry__team__name="Bears")
    # Whom the draw sends is chance, and a captain is refused for being one.
    mates = found.entry.team.entries.exclude(pk=found.entry_id)
    name_captain(team=found.entry.team, entry=mates.first(), by=league.hall.alice)

    says = refused(
        lambda: move(found.entry.player.name, "Foxes", league.hall), StateRefuses, "seated_for_team"
    )

    assert says == (
        f"{found.entry.player} plays for “Bears” in {found.round}, a team round. "
        "Please give that seat to a teammate first."
    )
