"""A tournament where every action has happened: rows in all tables that a ledger proves."""

from dataclasses import dataclass
from datetime import UTC, date, datetime

from players.actions import add_player
from players.models import Player
from scoring.standing.season_ranking import SeasonRanking
from tests.pictures import a_picture
from tests.tournaments.brands import brand
from tests.tournaments.hall import (
    BALANCED,
    Hall,
    confirm_all,
    open_hall,
    order_draw,
    phones_of,
    seats_of,
)
from tests.tournaments.odd_hall import FIVES, THREES
from tests.tournaments.replay import replayed
from tests.tournaments.said import ABOUT, ITEMS, QUESTIONS, THANKS
from tests.tournaments.webhooks import webhooks_of
from tournaments.actions.about.about import describe_tournament, thank_players
from tournaments.actions.about.questions import set_questions
from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks, revoke_kiosk
from tournaments.actions.credentials.player_cards import (
    admit_phone,
    claim_card,
    enter_pin,
    issue_player_cards,
    revoke_player_card,
    sign_phone_out,
)
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens, revoke_seat_token
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.draws import commit_seed, draw
from tournaments.actions.draws.jobs.orders import cancel_draw_job
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.errors import StateRefuses
from tournaments.actions.free_play.nights import NightTerms, plan_nights
from tournaments.actions.free_play.sign_ups import sign_off_from_night, sign_up_for_night
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import open_table, take_table_back
from tournaments.actions.hall.announcements import announce, remove_announcement
from tournaments.actions.hall.photos import remove_photo, take_photo
from tournaments.actions.hall.referee_calls import call_referee, end_call
from tournaments.actions.hall.text_removal import remove_texts
from tournaments.actions.hands.hands import (
    CorrectedHand,
    change_hand,
    enter_hand,
    report_hands,
    take_hands_back,
)
from tournaments.actions.imports.results import import_results
from tournaments.actions.leagues.founding import create_league, create_season, edit_league
from tournaments.actions.leagues.hosts import set_league_host
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.leagues.staff import appoint_organizer
from tournaments.actions.people.check_in import check_in, undo_check_in
from tournaments.actions.people.editing import edit_entry
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.people.fees import note_fees_paid, undo_fees_paid
from tournaments.actions.people.line_up_quotas import add_line_up_quota
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, cancel_registration, decline_registration, sign_up
from tournaments.actions.play.changed_places import change_places, places_of
from tournaments.actions.play.clocks import extend_clock, start_clock
from tournaments.actions.play.penalties import Ruling, lift_penalty, penalize, penalize_team
from tournaments.actions.play.round_times import plan_times, set_planned_rounds
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet, undo_confirmation, void_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, dispute_sheet, report_sheet
from tournaments.actions.play.seat_draws import draw_seats, set_seat_draw_rule
from tournaments.actions.play.seats import substitute
from tournaments.actions.play.turn_order import reseat_table
from tournaments.actions.seasons.awards import set_season_awards
from tournaments.actions.seen_versions import (
    entry_tag,
    league_tag,
    player_tag,
    proposal_tag,
    qualification_tag,
    said_tag,
    team_look_tag,
    tournament_tag,
)
from tournaments.actions.setup.archiving import archive_tournament, bring_back_tournament
from tournaments.actions.setup.editing import edit_tournament
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import Frame, add_stage, create_tournament
from tournaments.actions.staff.invitations import (
    accept_invitation,
    decline_invitation,
    invite,
    invite_organizer,
    withdraw_invitation,
)
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.actions.teams.captains import name_captain, remove_captain
from tournaments.actions.teams.counting import set_team_counting
from tournaments.actions.teams.line_ups import hand_in_line_up, set_line_up_rule
from tournaments.actions.teams.looks import set_team_look
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.actions.teams.rosters import NOW, change_team
from tournaments.models import Entry, League, SeatToken, Stage, Table, Tournament
from tournaments.models.about.events import AboutSet, QuestionsSet, ThanksSet, TimetableSet
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.standings import publish_tournament
from tournaments.standings.qualifying import proposed
from tournaments.standings.ratings.publish import publish_ratings_with

GAMES = """game,round,table,date,player,team,points
a,1,1,2026-01-05,Ann,Dragons,40000
a,1,1,2026-01-05,Ben,Dragons,30000
a,1,1,2026-01-05,Cem,Tigers,20000
a,1,1,2026-01-05,Dan,Tigers,10000
"""


@dataclass
class World:
    hall: Hall
    tournament: Tournament
    main: Stage
    second: Stage


@replayed
def full_world() -> World:
    """Build it by actions alone, and publish its standings."""
    console = Actor(is_console=True)
    league = create_league(slug="river", name="River League", by=console)
    season = create_season(league=league, name="2026", by=console)
    hall = open_hall(
        "spring-open",
        players=8,
        season=season,
        division="A1",
        venue="River Hall",
        starts_on=date(2026, 1, 1),
        ends_on=date(2026, 1, 2),
        tie_breaks=["total", "wins", "lot"],
        confirmation_rule="k_of_n",
        confirmations_needed=2,
        house_rules={"result.oka": 20_000},
    )
    for address in ("river-open", "spring-open"):
        edit_tournament(
            tournament=hall.tournament,
            changes={"slug": address},
            seen=tournament_tag(Tournament.objects.get(pk=hall.tournament.pk)),
            by=hall.alice,
        )
    about = ABOUT | {"contact": "Alice, at the bar"}
    describe_tournament(tournament=hall.tournament, seen=said_tag(AboutSet, []), by=hall.alice, **about)
    thank_players(tournament=hall.tournament, seen=said_tag(ThanksSet, []), by=hall.alice, **THANKS)
    brand(hall.tournament, hall.alice, has_poster=True)
    webhooks_of(hall.tournament, hall.alice)
    set_timetable(tournament=hall.tournament, items=ITEMS, seen=said_tag(TimetableSet, []), by=hall.alice)
    THREES.named(hall)
    FIVES.named(hall)
    tournament, main, by = hall.tournament, hall.stage, hall.alice
    _register_themselves(hall)
    set_questions(
        tournament=hall.tournament, questions=QUESTIONS, seen=said_tag(QuestionsSet, []), by=hall.alice
    )
    team = form_team(tournament=tournament, name="Dragons", by=by)
    spare = register(tournament=tournament, player=add_player(name="Spare"), by=by, is_substitute=True)
    for name in ("Dana", "Eve"):
        register(tournament=tournament, player=add_player(name=name), by=by, team=team)
    name_captain(team=team, entry=Entry.objects.get(player__name="Dana"), by=by)
    remove_captain(team=team, by=by)
    name_captain(team=team, entry=Entry.objects.get(player__name="Eve"), by=by)
    set_team_look(team=team, colour="#224466", mark="龍", seen=team_look_tag(None), by=by)
    withdraw(entry=Entry.objects.get(player__name="Dana"), by=by)
    withdraw(entry=Entry.objects.get(player__name="Eve"), by=by)
    check_in(tournament=tournament, entries=tournament.entries.active(), by=hall.rob)
    undo_check_in(tournament=tournament, entries=tournament.entries.filter(number=2), by=hall.rob)
    archive_tournament(tournament=tournament, by=by)
    bring_back_tournament(tournament=tournament, by=by)
    archive_tournament(tournament=tournament, by=by)
    note_fees_paid(tournament=tournament, entries=tournament.entries.active(), by=by)
    undo_fees_paid(tournament=tournament, entries=tournament.entries.filter(number=2), by=by)
    commit_seed(stage=main, by=by)
    round_ = draw_round(stage=main, by=by)
    publish_round(round_=round_, by=by)
    plan_times(tournament=tournament, times={round_.pk: datetime(2026, 12, 6, 10, tzinfo=UTC)}, by=by)
    first, other = round_.tables.order_by("number")
    substitute(seat=other.seats.get(wind=4), entry=spare, by=by)
    start_round(round_=round_, by=by, confirm=["players_not_here"])
    _deal_in_another_order(hall, other)
    _sit_at_the_wrong_table(hall, first, other)
    set_time_limit(tournament=tournament, minutes=75, by=by)
    set_time_limit(tournament=tournament, stage=main, number=1, minutes=60, by=by)
    start_clock(round_=round_, by=by)
    extend_clock(round_=round_, table=other, minutes=5, by=by)
    announce(tournament=tournament, text="Lunch at one", until=datetime(2099, 1, 1, tzinfo=UTC), by=by)
    told = announce(tournament=tournament, text="Lunch at two", by=by)
    remove_announcement(announcement=told, by=hall.rob)
    _play_by_hands(hall, first)
    _quarrel(hall, other)
    close_round(round_=round_, by=by, leave_open=True)
    late = penalize(stage=main, entry=Entry.objects.first(), ruling=Ruling(1_000, "Late"), by=hall.rob)
    lift_penalty(penalty=late, reason="The train was", by=hall.rob)
    penalize(
        stage=main,
        entry=Entry.objects.first(),
        ruling=Ruling(2_000, "Phone rang", round=round_),
        by=hall.rob,
    )
    penalize(stage=main, entry=Entry.objects.first(), ruling=Ruling(0, "Wrong discard"), by=hall.rob)
    fined = penalize_team(
        stage=main, team=team, ruling=Ruling(3_000, "No line-up", round=round_), by=hall.rob
    )
    lift_penalty(penalty=fined, reason="It came", by=hall.rob)
    penalize_team(stage=main, team=team, ruling=Ruling(4_000, "No shirts"), by=hall.rob)
    penalize_team(stage=main, team=team, ruling=Ruling(0, "Loud"), by=hall.rob)
    remove_texts(entry=tournament.ledger.get(kind="team_warned"), by=by)
    one, two = Entry.objects.filter(number__in=[1, 2]).order_by("pk")
    add_seating_constraint(
        tournament=tournament, wish=Wish("never", one, other=two, reason="Brothers"), by=by
    )
    add_seating_constraint(tournament=tournament, wish=Wish("table", one, table=1), by=by)
    add_seating_constraint(tournament=tournament, wish=Wish("wind", two, wind=2), by=by)
    # An hour's search, cancelled.
    second = add_stage(tournament=tournament, name="Second stage", by=by)
    long = Plan(method=Method.SCHEDULE, rounds=2, effort=4)
    commit_seed(stage=second, by=by)
    cancel_draw_job(job=order_draw(stage=second, plan=long, by=by), by=by)
    import_results(stage=second, text=GAMES, by=by)
    _merge(hall)
    draw(stage=main, plan=Plan(), by=by, reason="Next")
    _go_on(hall, main)
    _send(hall)
    _meet(hall)
    create_tournament(frame=Frame(slug="elsewhere", name="Elsewhere", rulebook_id="mleague"), by=hall.charlie)
    _invite(hall)
    _run_leagues(hall, league)
    _give_cards(hall)
    _hand_out_tablets(hall)
    add_player(name="A stranger")
    for other in Tournament.objects.all():
        publish_tournament(other.pk)
        publish_ratings_with(other.pk)
    tournament.refresh_from_db()
    return World(hall, tournament, main, second)


def _merge(hall: Hall) -> None:
    """Ann, who has played, is listed twice."""
    annie, ann = add_player(name="Annie"), Player.objects.get(name="Ann")
    register(tournament=hall.tournament, player=annie, by=hall.alice)
    merge_players(player=annie, other=ann, seen=player_tag(annie), by=hall.alice, confirm=["merged_for_good"])


def _go_on(hall: Hall, main: Stage) -> None:
    """Two players qualify for a final with half of their totals."""
    final = add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    set_counting(stage=final, selection="best", number=3, minimum_games=1, maximum_games=5, by=hall.alice)
    set_team_counting(stage=final, best_games=9, match_points=[4, 2, 1, 0], by=hall.alice)
    set_game_quota(stage=final, least=2, most=8, by=hall.alice)
    set_planned_rounds(
        stage=final,
        rounds=6,
        starts_at=630,
        minutes=75,
        pause=15,
        lunch_after=2,
        lunch=60,
        a_day=3,
        by=hall.alice,
    )
    half = Terms(rules=[Places(main.pk, last=2)], carries="ratio", numerator=1, denominator=2, quantum=100)
    qualification = set_qualification(stage=final, terms=half, seen=qualification_tag(None), by=hall.alice)
    seen = proposed(qualification)
    confirm_qualifiers(
        stage=final,
        keys=[one.key for one in seen.candidates],
        seen=proposal_tag(seen),
        by=hall.alice,
        confirm=["results_missing", "lot_decides"],
    )


def _send(hall: Hall) -> None:
    """A team of one names its line-up, on a night that has not started."""
    night, by = add_stage(tournament=hall.tournament, name="Team night", by=hall.alice), hall.alice
    wolf = Entry.objects.get(tournament=hall.tournament, number=3)
    wolves = form_team(tournament=hall.tournament, name="Wolves", by=by)
    edit_entry(entry=wolf, changes={"team": wolves}, seen=entry_tag(wolf), by=by, confirm=["has_a_seat"])
    cub = Entry.objects.get(tournament=hall.tournament, number=4)
    edit_entry(entry=cub, changes={"team": wolves}, seen=entry_tag(cub), by=by, confirm=["has_a_seat"])
    cub = Entry.objects.get(pk=cub.pk)
    change_team(entry=cub, team=None, since=NOW, seen=entry_tag(cub), by=by, confirm=["has_a_seat"])
    set_line_up_rule(stage=night, closes_before=60, late_penalty=1_000, by=by)
    round_ = publish_round(round_=draw_round(stage=night, by=by), by=by)
    hand_in_line_up(round_=round_, team=wolves, entries=[wolf], by=by)
    add_line_up_quota(tournament=hall.tournament, name="Juniors", least=1, entries=[wolf], by=by)


def _meet(hall: Hall) -> None:
    """A stage of free play with an open table and a withdrawn one, and two nights with one place."""
    stage, by = add_stage(tournament=hall.tournament, name="Free play", by=hall.alice), hall.alice
    set_free_play(stage=stage, is_on=True, by=by)
    everybody = list(Entry.objects.filter(tournament=hall.tournament, status="active").order_by("number"))
    free = everybody[-4:]
    take_table_back(table=open_table(stage=stage, players=free, by=by), by=by)
    open_table(stage=stage, players=free, is_unranked=True, by=by)
    terms = NightTerms(datetime(2030, 1, 8, 10, tzinfo=UTC), places=1, late_penalty=1_000)
    night, _next = plan_nights(stage=stage, terms=terms, weeks=2, by=by)
    for entry in free[:3]:
        sign_up_for_night(night=night, entry=entry, by=by)
    sign_off_from_night(night=night, entry=free[0], by=by)


def _register_themselves(hall: Hall) -> None:
    """Of four players, one has a place and cancels, the next moves up and withdraws, one is declined, one waits."""
    tournament, by = hall.tournament, hall.alice
    players = tournament.entries.count()
    set_self_registration(
        tournament=tournament,
        terms=RegistrationTerms(is_open=True, capacity=players + 1, email="optional"),
        by=by,
    )
    first, second, third, _last = (
        sign_up(tournament=tournament, about=About(name, club="Bears"), by=Actor(), email="a@home.example")
        for name in ("Ken", "Lars", "Mia", "Nora")
    )
    cancel_registration(registration=first, by=Actor())
    decline_registration(registration=third, by=by)
    set_self_registration(
        tournament=tournament,
        terms=RegistrationTerms(
            is_open=False,
            capacity=players,
            email="optional",
            club_limit=4,
            country_limit=5,
            country_limits={"JP": 6},
            own_club="Bears",
            own_places=1,
        ),
        by=by,
    )
    withdraw(entry=Entry.objects.get(registration=second), by=by)


def _run_leagues(hall: Hall, league: League) -> None:
    """Organizers, another address, and a second league."""
    appoint_organizer(league=league, user=hall.alice.user, by=Actor(is_console=True))
    edit_league(league=league, changes={"slug": "stream"}, seen=league_tag(league), by=hall.alice)
    set_rating(league=league, method="elo", by=hall.alice)
    set_league_host(league=league, host="river.example.org", by=hall.alice)
    brand(league, hall.alice)
    webhooks_of(league, hall.alice)
    set_season_ranking(season=league.seasons.get(), rule=SeasonRanking("rank", (3, 1), best=2), by=hall.alice)
    set_season_awards(season=league.seasons.get(), terms=AwardTerms(("total", "not_last")), by=hall.alice)
    for accepts in (True, False):
        invitation, _code = invite_organizer(league=league, by=hall.alice)
        if accepts:
            accept_invitation(invitation=invitation, by=hall.charlie)
    create_league(slug="lake", name="Lake League", by=hall.charlie)


def _invite(hall: Hall) -> None:
    """Three people are invited: one accepts, one declines, and one invitation is withdrawn."""
    invited = [invite(tournament=hall.tournament, role="scorer", by=hall.alice)[0] for _ in range(3)]
    accept_invitation(invitation=invited[0], by=hall.charlie)
    decline_invitation(invitation=invited[1])
    withdraw_invitation(invitation=invited[2], by=hall.alice)


def _give_cards(hall: Hall) -> None:
    """Players with cards: one phone is admitted by PIN, one by the referee, one is released, and one card is lost."""
    first, second, third, fourth, *_rest = issue_player_cards(tournament=hall.tournament, by=hall.alice)
    for card in (first, second):
        claim_card(code=card.code, key="one")
        waiting, _secret = claim_card(code=card.code, key="two")
        if card is first:
            enter_pin(phone=waiting, pin=card.pin)
        else:
            admit_phone(phone=waiting, by=hall.rob)
    phone, _secret = claim_card(code=third.code, key="one")
    sign_phone_out(phone=phone, by=Actor(card=third))
    issue_player_cards(tournament=hall.tournament, entries=[first.entry_id], renew=True, by=hall.alice)
    claim_card(code=fourth.code, key="one")
    revoke_player_card(card=fourth, by=hall.rob)


def _hand_out_tablets(hall: Hall) -> None:
    """Tablets at three tables: one in use, one replaced, and one revoked."""
    first, second, third = issue_kiosks(tournament=hall.tournament, numbers=[1, 2, 3], by=hall.alice)
    for kiosk in (first, second, third):
        claim_kiosk(code=kiosk.code, key="tablet")
    issue_kiosks(tournament=hall.tournament, numbers=[2], by=hall.alice)
    revoke_kiosk(kiosk=third, by=hall.rob)


def _deal_in_another_order(hall: Hall, table: Table) -> None:
    """A table's players, including a substitute, draw their seats, then sit in the order of their game."""
    set_seat_draw_rule(stage=table.round.stage, is_on=True, by=hall.alice)
    draw_seats(table=table, by=hall.rob)
    for _again in range(2):
        order = [seat.entry_id for seat in seats_of(table)]
        reseat_table(table=table, entries=[*order[1:], order[0]], by=hall.rob)


def _sit_at_the_wrong_table(hall: Hall, first: Table, other: Table) -> None:
    """Two players swap places between two tables, and two within one."""
    drawn = [seat for seat in seats_of(other) if seat.replaces_id is None]
    for one, two in ((seats_of(first)[0], drawn[0]), (drawn[1], drawn[2])):
        both = {"round_": first.round, "one": one.entry, "other": two.entry}
        change_places(**both, if_match=places_of(**both).tag, by=hall.rob)


def _enter_hands(hall: Hall, table: object, phones: list[Actor]) -> None:
    """Two hands by a phone and a referee, the first corrected, and one taken back."""
    ron = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1}
    drawn = {"kind": "draw", "tenpai": [2]}
    tag = enter_hand(table=table, outcome=ron, by=phones[0], if_match=EMPTY_LOG).tag
    tag = enter_hand(table=table, outcome=drawn, by=hall.rob, if_match=tag).tag
    tag = enter_hand(table=table, outcome=drawn, by=phones[1], if_match=tag).tag
    tag = take_hands_back(table=table, first=3, by=phones[2], if_match=tag).tag
    west = {**ron, "loser": 2}
    change_hand(table=table, correction=CorrectedHand(1, west, "West dealt in"), by=hall.rob, if_match=tag)


def _play_by_hands(hall: Hall, table: Table) -> None:
    """A game of two complete hands, reported from them."""
    phones = phones_of(table, hall.alice)
    yaku = {"yaku": ["sanshoku"]}
    ron = {"kind": "win", "wins": [{"winner": 0, "fu": 40, "details": yaku}], "loser": 1, "riichi": [0]}
    paid = {"kind": "adjust", "delta": [7_300, 12_700, -5_000, -15_000], "reason": "From the table before"}
    tag = EMPTY_LOG
    for outcome in (ron, {"kind": "draw", "tenpai": [0, 1, 2, 3]}, paid, {"kind": "gong", "hands_left": 0}):
        tag = enter_hand(table=table, outcome=outcome, by=hall.rob, if_match=tag).tag
    confirm_all(report_hands(table=table, by=phones[0], if_match=tag), phones)


def _photograph(hall: Hall, table: Table, phones: list[Actor]) -> None:
    """Two kept photos, of a seat and of the staff, and two deleted ones."""
    seen = tournament_tag(hall.tournament)
    edit_tournament(tournament=hall.tournament, changes={"photo_days": 30}, seen=seen, by=hall.alice)
    take_photo(table=table, picture=a_picture(60), by=phones[0])
    take_photo(table=table, picture=a_picture(61), by=hall.rob, as_staff=True)
    remove_photo(photo=take_photo(table=table, picture=a_picture(62), by=phones[1]), by=phones[1])
    taken = take_photo(table=table, picture=a_picture(63), by=phones[2])
    remove_photo(photo=taken, by=hall.rob, as_staff=True)


def _quarrel(hall: Hall, table: object) -> None:
    """A table disputes, is corrected, voided, and reports again with points missing."""
    phones = phones_of(table, hall.alice)  # type: ignore[arg-type]
    _enter_hands(hall, table, phones)  # type: ignore[arg-type]
    for ends in (hall.rob, phones[1]):
        end_call(call=call_referee(table=table, reason="A tile is missing", by=phones[0]), by=ends)  # type: ignore[arg-type]
    call_referee(table=table, by=phones[2])  # type: ignore[arg-type]
    _photograph(hall, table, phones)  # type: ignore[arg-type]
    sheet = report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])  # type: ignore[arg-type]
    sheet = dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="I had more", by=phones[1])
    sheet = correct_sheet(
        table=table,  # type: ignore[arg-type]
        report=TableReport(Figures([25_000] * 4, chombo=[1, 0, 0, 0]), if_match=sheet.tag),
        reason="Counted again",
        by=hall.rob,
    )
    sheet = undo_confirmation(sheet=sheet, if_match=sheet.tag, by=hall.rob)
    void_sheet(sheet=sheet, if_match=sheet.tag, reason="Wrong table", by=hall.rob)
    lost = Figures([40_000, 30_000, 20_000, 9_000], imbalance=1_000, imbalance_reason="A stick fell down")
    at = datetime(2026, 1, 1, 12, tzinfo=UTC)
    sheet = report_sheet(table=table, report=TableReport(lost), claimed_at=at, by=phones[2])  # type: ignore[arg-type]
    confirm_all(sheet, [phones[2], phones[0]])
    seat = table.seats.get(wind=1)  # type: ignore[attr-defined]
    revoke_seat_token(token=SeatToken.objects.get(seat=seat, revoked_at=None), by=hall.alice)
    code = issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    claim_seat(code=code, key="one")
    try:
        claim_seat(code=code, key="two")
    except StateRefuses:
        return
    raise AssertionError("a second phone took the seat")
