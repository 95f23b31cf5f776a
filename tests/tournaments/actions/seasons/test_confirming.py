"""The next season is proposed from the published standings, changed with reasons, and confirmed once."""

from dataclasses import replace
from html import unescape

import pytest
from django.conf import settings
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from players.actions import add_player
from players.models import Player
from tests.permissions import digest
from tests.tournaments.actions.refusals import refused
from tests.tournaments.api.callers import program
from tests.tournaments.hall import Figures, Hall, open_hall, play
from tests.tournaments.models.test_promises import refuses
from tests.tournaments.replay import replayed
from tests.tournaments.views.conftest import signed_in
from tests.tournaments.views.seat.test_seat_pages import text_of
from tournaments.actions.errors import RulesRefuse, StaleVersion, StateRefuses
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season, remove_season
from tournaments.actions.people.entries import register
from tournaments.actions.play.ending import finish_tournament, reopen_tournament
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.seasons.confirming import Change, SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import divisions_tag, qualification_tag
from tournaments.actions.setup.tournaments import add_stage
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.qualification import Places, Terms, set_qualification, terms_of
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.models import (
    CountingRule,
    Entry,
    GameQuota,
    Move,
    Qualification,
    Season,
    Table,
    Tournament,
)
from tournaments.standings import publish_tournament
from tournaments.verification import verify_league, verify_ledger

pytestmark = pytest.mark.django_db


@replayed
def played_season() -> tuple[Hall, Season]:
    """Two divisions of four, one game each; one goes up and one down."""
    hall = open_hall()
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    divisions = [{"name": "A", "boundary": {"up": 1, "down": 1, "play_off": 1}}, {"name": "B"}]
    set_divisions(season=season, divisions=divisions, seen=divisions_tag([]), by=hall.charlie)
    for slug, level in (("upper", 1), ("lower", 2)):
        one = open_hall(slug, season=season, level=level, players=4, tie_breaks=["total", "wins", "lot"])
        play(one.started().tables.get(), one.alice)
        finish_tournament(tournament=one.tournament, by=one.alice, confirm=["rounds_open"])
        publish_tournament(one.tournament.pk)
    return hall, season


@pytest.fixture
def scene(db: None) -> tuple[Hall, Season]:
    return played_season()


@pytest.fixture
def hall(scene: tuple[Hall, Season]) -> Hall:
    return scene[0]


@pytest.fixture
def season(scene: tuple[Hall, Season]) -> Season:
    return scene[1]


def confirm(season: Season, hall: Hall, *changes: Change, seen: str = "") -> Season:
    seen = seen or propose_next_season(season).tag
    return confirm_next_season(
        season=season, plan=SeasonPlan("2027", changes=changes), seen=seen, by=hall.charlie
    )


def ranked(slug: str) -> list[int]:
    rows = Entry.objects.filter(tournament__slug=slug).order_by("standings__position")
    return list(rows.values_list("player", flat=True))


def fields(season: Season) -> list[list[int]]:
    return [
        list(one.entries.order_by("number").values_list("player", flat=True))
        for one in season.tournaments.order_by("level")
    ]


def test_it_is_opened_with_the_rules_and_the_players_of_the_last(season: Season, hall: Hall) -> None:
    upper, lower = ranked("upper"), ranked("lower")

    following = confirm(season, hall)

    assert following.ordinal == 2
    assert fields(following) == [[*upper[:3], lower[0]], [upper[3], *lower[1:]]]
    assert [(one.name, one.boundary) for one in following.divisions.order_by("level")] == [
        (one.name, one.boundary) for one in season.divisions.order_by("level")
    ]
    assert [
        (one.division, one.status, one.rulebook.identity.id, one.tie_breaks)
        for one in following.tournaments.order_by("level")
    ] == [(name, "planned", "mleague", ["total", "wins", "lot"]) for name in ("A", "B")]
    assert {move.player_id: move.way for move in season.moves.exclude(way="stays")} == {
        upper[3]: "down",
        lower[0]: "up",
    }
    assert verify_league(season.league_id).problems == []


def test_its_tournaments_have_the_stages_of_the_last_ones_and_what_leads_through_them(
    season: Season, hall: Hall
) -> None:
    upper = Tournament.objects.get(slug="upper")
    reopen_tournament(tournament=upper, by=hall.charlie)
    final = add_stage(tournament=upper, name="Final", by=hall.charlie)
    terms = Terms(
        rules=[Places(upper.stages.get(ordinal=1).pk, last=3)],
        carries="ratio",
        numerator=1,
        denominator=2,
        carries_points=False,
    )
    set_qualification(stage=final, terms=terms, seen=qualification_tag(None), by=hall.charlie)
    set_counting(stage=final, selection="best", number=3, minimum_games=2, by=hall.charlie)
    set_game_quota(stage=upper.stages.get(ordinal=1), least=1, most=9, by=hall.charlie)
    finish_tournament(tournament=upper, by=hall.charlie, confirm=["rounds_open", "stages_empty"])
    publish_tournament(upper.pk)

    following = confirm(season, hall)

    again = following.tournaments.get(level=1)
    assert list(again.stages.order_by("ordinal").values_list("ordinal", "name")) == [
        (1, "Main stage"),
        (2, "Final"),
    ]
    later = Qualification.objects.get(stage__tournament=again)
    assert (later.stage.ordinal, later.confirmed_at) == (2, None)
    first = again.stages.get(ordinal=1).pk
    assert terms_of(later) == replace(terms, rules=[Places(first, last=3)])
    rule = CountingRule.objects.get(stage__tournament=again)
    assert (rule.stage.ordinal, rule.selection, rule.number, rule.minimum_games, rule.maximum_games) == (
        *(2, "best", 3, 2, 0),
    )
    quotas = GameQuota.objects.filter(stage__tournament=again)
    assert list(quotas.values_list("stage", "least", "most")) == [(first, 1, 9)]
    assert following.tournaments.get(level=2).stages.count() == 1
    assert verify_ledger(again.pk).problems == []


def test_the_organizer_changes_it_with_reasons(season: Season, hall: Hall) -> None:
    upper, lower = ranked("upper"), ranked("lower")
    newcomer = add_player(name="Newcomer")
    wild, leaves = lower[1], upper[0]

    following = confirm(
        season,
        hall,
        Change(leaves, None, "moves away"),
        Change(wild, 1, "won the play-off"),
        Change(newcomer.pk, 2, "wild card"),
    )

    assert fields(following) == [[upper[1], upper[2], lower[0], wild], [upper[3], *lower[2:], newcomer.pk]]
    moves = {move.player_id: (move.to_level, move.way, move.reason) for move in season.moves.all()}
    assert moves[leaves] == (None, "leaves", "moves away")
    assert moves[wild] == (1, "placed", "won the play-off")
    assert moves[newcomer.pk] == (2, "new", "wild card")


def test_who_plays_off_is_named(season: Season) -> None:
    upper, lower = ranked("upper"), ranked("lower")

    assert [list(players) for players in propose_next_season(season).play_offs] == [[upper[2], lower[1]]]


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (lambda one: Change(10**9, 1, "x"), "There is no player"),
        (lambda one: Change(one, 9, "x"), "no division at level 9"),
        (lambda one: Change(one, 1, " "), "give a reason"),
    ],
)
def test_a_change_that_cannot_be_is_refused(season: Season, hall: Hall, change, says: str) -> None:
    before = digest()

    with pytest.raises(RulesRefuse, match=says):
        confirm(season, hall, change(ranked("lower")[0]))

    assert digest() == before


def test_somebody_is_named_once_and_only_who_is_there_leaves(season: Season, hall: Hall) -> None:
    one, stranger = ranked("lower")[0], add_player(name="A stranger").pk
    before = digest()

    with pytest.raises(RulesRefuse, match="listed twice"):
        confirm(season, hall, Change(one, 1, "x"), Change(one, 2, "y"))
    with pytest.raises(RulesRefuse, match="cannot leave"):
        confirm(season, hall, Change(stranger, None, "x"))

    assert digest() == before


def test_a_standing_that_changed_since_is_not_built_on(season: Season, hall: Hall) -> None:
    seen = propose_next_season(season).tag
    table = Table.objects.get(round__stage__tournament__slug="upper")
    sheet = table.scoresheets.get(status="confirmed")
    correct_sheet(
        table=table,
        report=TableReport(Figures([10_000, 20_000, 30_000, 40_000]), if_match=sheet.tag),
        reason="A slip",
        by=hall.charlie,
    )
    with pytest.raises(StateRefuses, match="The standings are being computed"):
        propose_next_season(season)
    publish_tournament(table.round.stage.tournament_id)
    before = digest()

    with pytest.raises(StaleVersion):
        confirm(season, hall, seen=seen)

    assert digest() == before


def test_a_rule_that_changed_since_is_not_applied_unseen(season: Season, hall: Hall) -> None:
    seen = propose_next_season(season).tag
    set_divisions(
        season=season,
        divisions=[{"name": "A", "boundary": {"up": 2, "down": 2}}, {"name": "B"}],
        seen=divisions_tag(list(season.divisions.order_by("level"))),
        by=hall.charlie,
    )

    with pytest.raises(StaleVersion):
        confirm(season, hall, seen=seen)


def test_it_is_confirmed_once(season: Season, hall: Hall) -> None:
    seen = propose_next_season(season).tag
    confirm(season, hall)
    before = digest()

    with pytest.raises(StateRefuses, match="already been opened from this one"):
        confirm(season, hall, seen=seen)

    assert digest() == before


def test_all_tournaments_are_finished_first(season: Season, hall: Hall) -> None:
    season.tournaments.filter(slug="lower").update(status="running")

    with pytest.raises(StateRefuses) as refusal:
        propose_next_season(season)

    assert refusal.value.fields == {"tournaments": [season.tournaments.get(slug="lower").name]}


def test_each_division_has_one_tournament(season: Season, hall: Hall) -> None:
    open_hall("beside", season=season, level=2)

    with pytest.raises(StateRefuses, match="level 2"):
        propose_next_season(season)


def test_a_move_is_never_changed_and_stays_as_long_as_its_season(season: Season, hall: Hall) -> None:
    following = confirm(season, hall)
    moves = Move.objects.all()

    refuses(lambda: moves.update(to_level=1), "moves_are_never_changed")
    refuses(lambda: moves.update(rank=1), "moves_are_never_changed")
    refuses(lambda: moves.update(total=7), "moves_are_never_changed")
    refuses(
        lambda: Move.objects.create(
            season=season,
            next_season=following,
            player=add_player(name="Y"),
            level=1,
            position=1,
            rank=2,
            total=0,
            to_level=1,
            way="stays",
        ),
        "a_rank_of_a_move_has_a_total",
    )
    refuses(lambda: moves.delete(), "moves_into_a_season_in_use_are_never_deleted")
    refuses(
        lambda: Move.objects.create(
            season=following, next_season=season, player=add_player(name="X"), to_level=1, way="new"
        ),
        "a_move_leads_to_a_later_season_of_its_league",
    )
    with pytest.raises(StateRefuses, match="was opened from “2026”"):
        remove_season(season=following, by=hall.charlie)


def test_a_proposal_takes_the_same_statements_however_much_was_played(season: Season) -> None:
    with CaptureQueriesContext(connection) as asked:
        propose_next_season(season)

    assert len(asked) == 8


def test_a_page_shows_it_and_opens_the_season(season: Season, hall: Hall) -> None:
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/next/"
    upper, lower = ranked("upper"), ranked("lower")

    shown = charlie.get(page)

    assert shown.status_code == 200
    assert "Plays off" in shown.content.decode()
    form = shown.context["form"]
    typed = {"seen": form["seen"].value(), "name": "2027"}
    typed |= {f"to_{player}": str(form[f"to_{player}"].value()) for player in (*upper, *lower)}
    typed |= {f"to_{lower[1]}": "1", f"reason_{lower[1]}": "won the play-off"}
    wild = add_player(name="Wild Card")
    register(tournament=hall.tournament, player=wild, by=hall.alice)
    typed["joining"] = "wild card, b, invited by the club\n"
    answer = charlie.post(page, typed)
    assert answer["Location"] == "/l/river/seasons/2/"
    own_page = charlie.get("/l/river/edit/").content.decode()
    assert [f'/seasons/{ordinal}/next/"' in own_page for ordinal in (1, 2)] == [
        False,
        True,
    ]
    assert fields(Season.objects.get(ordinal=2)) == [
        [*upper[:3], lower[0], lower[1]],
        [upper[3], *lower[2:], wild.pk],
    ]
    assert Move.objects.get(player=wild).reason == "invited by the club"
    assert "already been opened from this one" in charlie.get(page).content.decode()


@pytest.mark.parametrize("how", ["page", "call"])
def test_nobody_is_brought_into_a_season_of_whom_its_organizer_may_not_know(
    season: Season, hall: Hall, how: str
) -> None:
    """Else their names could be read one number after the other, by bringing them in."""
    hidden = open_hall("hidden", players=1, visibility="private").tournament.entries.get().player
    page, seen = f"/l/river/seasons/{season.ordinal}/next/", propose_next_season(season).tag
    before = digest()

    if how == "page":
        joining = {"seen": seen, "name": "2027", "joining": f"{hidden.pk}, B, invited"}
        answer = signed_in(hall.charlie).post(page, joining)
    else:
        change = {"player": hidden.pk, "to_level": 2, "reason": "invited"}
        body = {"name": "2027", "changes": [change]}
        answer = program(hall.charlie.user).post(f"/v1/seasons/{season.pk}/next/", body, if_match=seen)

    assert (answer.status_code, f"There is no player {hidden.pk}." in answer.content.decode()) == (422, True)
    kept = {"tournaments_idempotencykey": "", "tournaments_apitoken": ""}
    assert {**digest(), **kept} == {**before, **kept}


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("Wild Card", "Please enter a player, a division and a reason, separated by commas: Wild Card"),
        (
            "Wild Card, A",
            "Please enter a player, a division and a reason, separated by commas: Wild Card, A",
        ),
        ("Wild Card,, won", "Please enter a player, a division and a reason, separated by commas"),
        ("Nobody, A, won", "No player on file is called Nobody."),
        ("Twin, A, won", "Several players are called Twin."),
        ("Wild Card, C, won", "There is no division C. Choose from: A, B."),
        ("999999999, A, won", "There is no player 999999999."),
    ],
)
def test_whoever_cannot_join_is_said_on_the_page_and_nothing_changes(
    season: Season, hall: Hall, line: str, says: str
) -> None:
    for name in ("Wild Card", "Twin", "Twin"):
        add_player(name=name)
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/next/"
    seen = charlie.get(page).context["form"]["seen"].value()
    before = digest()

    answer = charlie.post(page, {"seen": seen, "name": "2027", "joining": line})

    assert says in unescape(answer.content.decode())
    # What an action has refused is refused again under its key.
    assert {**digest(), "tournaments_idempotencykey": ""} == {**before, "tournaments_idempotencykey": ""}


def test_the_seasons_page_draws_the_lines_in_twelve_statements(season: Season) -> None:
    with CaptureQueriesContext(connection) as asked:
        page = Client().get("/l/river/seasons/1/").content.decode()

    # Four are of the match days, one is of the road to a final, one of the brand, one of the colours of teams.
    # Without workers one more looks whether standings are behind.
    assert len(asked) == 12 + settings.EMBEDDED
    assert page.count("before-a-line") == 2
    assert page.count(">Promoted<") == 1
    assert page.count(">Relegated<") == 1
    assert Client().get("/l/river/seasons/9/").status_code == 404


def test_a_player_finds_their_divisions_on_their_page(season: Season, hall: Hall) -> None:
    player = ranked("lower")[0]
    confirm(season, hall)

    # Without workers the first who reads publishes.
    Client().get(f"/players/{player}/")
    with CaptureQueriesContext(connection) as asked:
        page = Client().get(f"/players/{player}/").content.decode()

    # One is the site's brand, one is of titles. Without workers one looks whether standings are behind, one whether
    # ratings are.
    assert len(asked) == 15 + 2 * settings.EMBEDDED
    assert page.index("River League 2027") < page.index("River League 2026")
    assert "Promoted" in page


def test_a_division_too_small_for_its_rules_is_said(season: Season, hall: Hall) -> None:
    all_move = {"boundary": {"up": 4, "down": 4}}
    divisions = [{"name": "A", **all_move}, {"name": "B", **all_move}, {"name": "C"}]
    seen = divisions_tag(list(season.divisions.order_by("level")))
    set_divisions(season=season, divisions=divisions, seen=seen, by=hall.charlie)
    third = open_hall("third", season=season, level=3, players=4, tie_breaks=["total", "wins", "lot"])
    play(third.started().tables.get(), third.alice)
    finish_tournament(tournament=third.tournament, by=third.alice, confirm=["rounds_open"])
    publish_tournament(third.tournament.pk)

    says = refused(lambda: propose_next_season(season), RulesRefuse, "moves_overlap")

    assert says == (
        "A division has too few players for its rules: the same player would be both promoted and relegated."
    )


def test_somebody_in_two_divisions_is_said(season: Season) -> None:
    upper = Entry.objects.filter(tournament__slug="upper").earliest("number")
    lower = Entry.objects.filter(tournament__slug="lower")
    lower.filter(pk=lower.earliest("number").pk).update(player=upper.player)

    says = refused(lambda: propose_next_season(season), RulesRefuse, "in_two_divisions")

    assert says == "One player is in two divisions. Please withdraw them from one."


@replayed
def tied_season() -> tuple[Hall, Season]:
    """Two divisions of eight, two tables each with the same scores: everybody is level with one other."""
    hall = open_hall()
    league = create_league(slug="river", name="River League", by=hall.charlie)
    season = create_season(league=league, name="2026", by=hall.charlie)
    divisions = [{"name": "A", "boundary": {"up": 1, "down": 1}}, {"name": "B"}]
    set_divisions(season=season, divisions=divisions, seen=divisions_tag([]), by=hall.charlie)
    for slug, level in (("upper", 1), ("lower", 2)):
        one = open_hall(slug, season=season, level=level)
        for table in one.started().tables.all():
            play(table, one.alice)
        finish_tournament(tournament=one.tournament, by=one.alice, confirm=["rounds_open"])
        publish_tournament(one.tournament.pk)
    return hall, season


def test_a_tie_at_the_line_is_said_in_the_proposal_and_on_both_pages() -> None:
    hall, season = tied_season()
    upper, lower = ranked("upper"), ranked("lower")

    ties = propose_next_season(season).ties

    assert [(tie.level, tie.position, set(tie.players), tie.is_of_title) for tie in ties] == [
        (1, 1, set(upper[:2]), True),
        (1, 7, set(upper[6:]), False),
        (2, 1, set(lower[:2]), False),
    ]
    names = dict(Player.objects.values_list("pk", "name"))
    public = text_of(Client().get("/l/river/seasons/1/"))
    going_down = ", ".join(names[player] for player in upper[6:])
    assert f"Tied at the line: {going_down}. A play-off or the lot decides." in public
    assert f"Tied for first: {', '.join(names[player] for player in upper[:2])}." in public
    shown = text_of(signed_in(hall.charlie).get(f"/l/river/seasons/{season.ordinal}/next/"))
    assert f"A: only the lot decides between {going_down}." in shown
    assert "Rank 7" in shown


def test_what_only_the_lot_decides_is_asked_before_the_next_season_is_opened() -> None:
    hall, season = tied_season()
    upper, lower = ranked("upper"), ranked("lower")
    names = dict(Player.objects.values_list("pk", "name"))
    before = digest()

    with pytest.raises(StateRefuses) as refusal:
        confirm(season, hall)

    assert digest() == before
    assert (refusal.value.code, refusal.value.fields["confirm"]) == ("please_confirm", ["lot_decides"])
    assert refusal.value.fields["lot_decides"] == [
        f"A: only the lot decides between {names[upper[6]]}, {names[upper[7]]}. "
        f"B: only the lot decides between {names[lower[0]]}, {names[lower[1]]}."
    ]
    following = confirm_next_season(
        season=season,
        plan=SeasonPlan("2027"),
        seen=propose_next_season(season).tag,
        by=hall.charlie,
        confirm=["lot_decides"],
    )
    assert fields(following) == [[*upper[:7], lower[0]], [upper[7], *lower[1:]]]


def test_who_was_placed_after_a_play_off_is_not_asked_about() -> None:
    hall, season = tied_season()
    upper, lower = ranked("upper"), ranked("lower")

    following = confirm(
        season,
        hall,
        Change(lower[0], 2, "lost the play-off"),
        Change(lower[1], 1, "won the play-off"),
        Change(upper[7], None, "moves away"),
    )

    assert fields(following)[0] == [*upper[:7], lower[1]]


def test_a_page_asks_about_the_lot_and_opens_the_season_with_a_tick() -> None:
    hall, season = tied_season()
    charlie, page = signed_in(hall.charlie), f"/l/river/seasons/{season.ordinal}/next/"
    form = charlie.get(page).context["form"]
    typed = {"seen": form["seen"].value(), "name": "2027"}
    typed |= {name: str(form[name].value()) for name in form.fields if name.startswith("to_")}

    asked = charlie.post(page, typed)

    assert (asked.status_code, Season.objects.count()) == (409, 1)
    assert 'name="confirm" value="lot_decides"' in asked.content.decode()
    opened = charlie.post(page, {**typed, "confirm": "lot_decides"})
    assert opened["Location"] == "/l/river/seasons/2/"


def test_points_that_differ_within_a_tie_are_decided_by_the_lot_too() -> None:
    """Two are level for the last place but one and the one before; only their points for going down differ."""
    hall, season = tied_season()
    kept = {"by_rank": [1, 1, 1], "threshold": 9, "seasons": 2}
    seen = divisions_tag(list(season.divisions.order_by("level")))
    divisions = [{"name": "A", "boundary": {"points_down": kept}}, {"name": "B"}]
    set_divisions(season=season, divisions=divisions, seen=seen, by=hall.charlie)

    ties = propose_next_season(season).ties

    assert [(tie.level, tie.position) for tie in ties if not tie.is_of_title] == [(1, 5)]
