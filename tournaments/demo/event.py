"""The demo's one-day tournament of five rounds, drawn as a whole in the morning, stopped in the middle of the fourth.

Everything is done by the actions people do, from fixed seeds: the same hall every time.
"""

from collections.abc import Sequence
from datetime import datetime, time
from pathlib import Path
from zoneinfo import ZoneInfo

from django.utils import timezone

from players.models import Player, User
from seating.drbg import Drbg
from tournaments.actions.about.about import describe_tournament
from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.seat_tokens import claim_seat, issue_seat_tokens
from tournaments.actions.draws.draft_rounds import publish_draw
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Method, Plan
from tournaments.actions.imports.players import import_players
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import close_round, start_round
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import (
    Figures,
    TableReport,
    confirm_sheet,
    dispute_sheet,
    report_sheet,
)
from tournaments.actions.seen_versions import said_tag
from tournaments.actions.setup.tournaments import Frame, appoint, create_tournament
from tournaments.models import Round, Scoresheet, Seat, Staff, Table, Tournament
from tournaments.models.about.events import AboutSet, TimetableSet

SLUG = "demo-spring-open"
NAME = "Demo: Spring Open 春季大会"
SEED = "jantaku demo"
PLAYERS = 32
CLUBS = ("East Club 東", "South Club 南", "West Club 西", "North Club 北")
ROUNDS, ROUNDS_PLAYED = 5, 3
START = 30_000
RONS = (1_000, 1_500, 2_000, 2_600, 3_900, 5_200, 7_700, 8_000, 12_000)

HERE = Path(__file__).parent
SAID = {
    "fee": "3,000円 (students 学生 2,000円)",
    "address": "1-1-1 Demo, Chiyoda, Tokyo",
    "contact": "organizer@demo.example",
    "website": "https://demo.example/spring-open",
}
TIMETABLE = (
    ((9, 0), "Doors 開場", "Please pick up your card at the desk."),
    ((12, 30), "Lunch 昼食", ""),
    ((18, 0), "Prize-giving 表彰式", ""),
)


def load_event(organizer: User, referee: User, player: User) -> Tournament:
    """Set the tournament up and play it as far as the fourth round; expects that it is not here yet."""
    by, rob = Actor(user=organizer), Actor(user=referee)
    tournament = create_tournament(
        frame=Frame(
            slug=SLUG,
            name=NAME,
            rulebook_id="ema_2025",
            venue="Demo Hall デモ会場",
            starts_on=timezone.localdate(timezone=ZoneInfo("Asia/Tokyo")),
            first_stage="Main stage 本戦",
        ),
        by=by,
    )
    appoint(tournament=tournament, user=referee, role=Staff.Role.REFEREE, by=by)
    _say_what_it_is(tournament, by)
    import_players(tournament=tournament, text=player_list(), by=by)
    Player.objects.filter(entries__tournament=tournament, name=player.name).update(user=player)
    plan = Plan(method=Method.SCHEDULE, rounds=ROUNDS, apart=["club"])
    rounds = publish_draw(draw=draw(stage=tournament.stages.get(), plan=plan, by=by, seed=SEED), by=by)
    for round_ in rounds[:ROUNDS_PLAYED]:
        start_round(round_=round_, by=by)
        for table in round_.tables.order_by("number"):
            sheet = report_sheet(table=table, report=TableReport(_game(round_.number, table.number)), by=by)
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=rob, as_referee=True)
        close_round(round_=round_, by=by)
    _decide(tournament, rob)
    _play_in_part(start_round(round_=rounds[ROUNDS_PLAYED], by=by), player, by)
    return tournament


def _say_what_it_is(tournament: Tournament, by: Actor) -> None:
    """What players ask before they come: everything here is made up."""
    described = {
        f"description_{language}": (HERE / f"spring_open.{language}.md").read_text(encoding="utf-8")
        for language in ("en", "ja")
    }
    describe_tournament(tournament=tournament, seen=said_tag(AboutSet, []), by=by, **described, **SAID)
    zone = ZoneInfo(tournament.time_zone)
    assert tournament.starts_on is not None
    items = [
        {"at": datetime.combine(tournament.starts_on, time(*at), zone), "title": title, "note": note}
        for at, title, note in TIMETABLE
    ]
    set_timetable(tournament=tournament, items=items, seen=said_tag(TimetableSet, []), by=by)


def open_table(tournament: Tournament) -> Table | None:
    """A table of the round in play that has reported nothing: the player's own if it has not, else the first."""
    tables = Table.objects.filter(
        round__stage__tournament=tournament, round__status=Round.Status.STARTED
    ).exclude(scoresheets__status__in=Scoresheet.LIVE)
    own = tables.filter(seats__entry__player__user__isnull=False)
    return own.first() or tables.order_by("number").first()


def seat_codes(table: Table, organizer: User) -> dict[Seat, str]:
    """Fresh codes for the seats of a table that no phone has claimed."""
    seats = table.seats.select_related("entry__player").order_by("wind")
    free = [seat for seat in seats if not seat.tokens.alive().exclude(device_hash=None).exists()]
    codes = issue_seat_tokens(seats=free, by=Actor(user=organizer)) if free else {}
    return {seat: codes[seat.pk] for seat in free}


def player_list() -> str:
    """The players as the CSV list an organizer would import: plainly nobody in particular."""
    lines = ["name,club,team,country"]
    for number in range(1, PLAYERS + 1):
        name = f"Player {number:02}" if number <= PLAYERS // 2 else f"選手 {number:02}"
        club = CLUBS[(number - 1) % len(CLUBS)]
        lines.append(f"{name},{club},{club},JP")
    return "\n".join(lines)


def _game(round_number: int, table_number: int) -> Figures:
    """A game that could have been: fourteen wins, the same ones every time."""
    chance = Drbg(f"{SEED} {round_number}", f"table {table_number}")
    points = [START] * 4
    for _hand in range(14):
        winner, loser = chance.shuffled(range(4))[:2]
        price = RONS[chance.below(len(RONS))]
        points[winner] += price
        points[loser] -= price
    leftover = 1_000 * (chance.below(6) == 0)
    points[points.index(max(points))] -= leftover
    return Figures(points=points, leftover=leftover)


def _decide(tournament: Tournament, referee: Actor) -> None:
    """What a referee does in a day: one result put right, one player late."""
    stage = tournament.stages.get()
    sheet = Scoresheet.objects.confirmed().get(
        table__round__stage=stage, table__round__number=2, table__number=3
    )
    east, south, *others = sheet.points
    correct_sheet(
        table=sheet.table,
        report=TableReport(
            Figures(points=[south, east, *others], leftover=sheet.leftover), if_match=sheet.tag
        ),
        reason="East and South were exchanged on paper",
        by=referee,
    )
    late = tournament.entries.get(number=PLAYERS)
    amount = 10 * tournament.rulebook.units_per_point
    penalize(stage=stage, entry=late, ruling=Ruling(amount, "Late for round 3"), by=referee)


def _play_in_part(round_: Round, player: User, by: Actor) -> None:
    """Three tables are done, one waits for confirmation, one disagrees, the others still play."""
    tables = round_.tables.exclude(seats__entry__player__user=player).order_by("number")
    for order, table in enumerate(tables[:5], 1):
        phones = _phones(table, by)
        sheet = report_sheet(
            table=table, report=TableReport(_game(round_.number, table.number)), by=phones[0]
        )
        if order <= 3:
            for phone in phones[1:]:
                sheet = confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phone)
        elif order == 4:
            confirm_sheet(sheet=sheet, if_match=sheet.tag, by=phones[1])
        else:
            dispute_sheet(sheet=sheet, if_match=sheet.tag, reason="I had 1,000 more", by=phones[2])


def _phones(table: Table, by: Actor) -> Sequence[Actor]:
    seats = list(table.seats.order_by("wind"))
    codes = issue_seat_tokens(seats=seats, by=by)
    return [
        Actor(seat_token=claim_seat(code=codes[seat.pk], key=f"demo-{seat.pk}", device_name="Demo phone")[0])
        for seat in seats
    ]
