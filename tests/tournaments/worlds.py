"""Two tournaments with a thing of each kind, and everybody who might ask about them."""

import uuid
from dataclasses import dataclass
from typing import Any

from players.actions import add_player
from players.models import User
from tests.tournaments.api.callers import Caller, phone_of, program, signed_in, stranger
from tests.tournaments.hall import BALANCED, Hall, open_hall, order_draw
from tournaments.actions.actor import Actor
from tournaments.actions.draw_plans import Plan
from tournaments.actions.draws import draw
from tournaments.actions.entries import form_team, register
from tournaments.actions.penalties import penalize
from tournaments.actions.rounds import close_round, draw_round, publish_round, start_round
from tournaments.actions.seats import issue_seat_tokens, substitute
from tournaments.actions.setup import add_stage, appoint, create_league, create_season, create_tournament
from tournaments.actions.sheets import report_sheet
from tournaments.actions.wishes import make_wish
from tournaments.models import ApiToken, Round, Seat, SeatToken, Staff, Table
from tournaments.standings import publish_tournament

ANONYMOUS = "anonymous"
STRANGER = "stranger"
PLAYER = "player at the table"
PHONE = "phone at the table"
REPLACED = "phone of a replaced player"
REVOKED = "revoked phone"
SCORER = "scorer"
REFEREE = "referee"
ORGANIZER = "organizer"
OTHER = "organizer of the other tournament"
SUPERUSER = "superuser"
READ_TOKEN = "organizer's token that reads"
REPORT_TOKEN = "organizer's token that reports"

ROLES = (
    ANONYMOUS,
    STRANGER,
    PLAYER,
    PHONE,
    REPLACED,
    REVOKED,
    SCORER,
    REFEREE,
    ORGANIZER,
    OTHER,
    SUPERUSER,
    READ_TOKEN,
    REPORT_TOKEN,
)
NOBODY = (ANONYMOUS, REPLACED, REVOKED)
# Where a role stands: at the table that has not reported, or at the one that has.
FRESH, REPORTED = "", "reported"


@dataclass(frozen=True)
class Worlds:
    """`own` is public and everybody's but OTHER's; `foreign` is private and OTHER's. `missing` has nothing."""

    own: dict[str, Any]
    foreign: dict[str, Any]
    missing: dict[str, Any]
    callers: dict[tuple[str, str], Caller]

    def of(self, target: str) -> dict[str, Any]:
        return {"own": self.own, "foreign": self.foreign, "missing": self.missing}[target]

    def caller(self, role: str, scene: str) -> Caller:
        return self.callers.get((role, scene)) or self.callers[role, FRESH]


def build() -> Worlds:
    create_season(league=create_league(slug="spring-league", name="Spring League"), name="2026")
    hall = open_hall("spring-open")
    olga = open_hall("secret-cup", visibility="private")
    own, fresh, reported = _things(hall)
    foreign, _table, _reported = _things(olga)
    missing = dict.fromkeys(own, 10**9) | {
        name: "no-such-thing" for name, value in own.items() if isinstance(value, str)
    }
    return Worlds(own, foreign, missing, _callers(hall, olga, fresh, reported))


def _things(hall: Hall) -> tuple[dict[str, Any], Table, Table]:
    alice, tournament = hall.alice, hall.tournament
    stage = hall.stage
    spare = [
        register(tournament=tournament, player=add_player(name=name), by=alice, is_substitute=True)
        for name in ("Spare One", "Spare Two", "Spare Three")
    ]
    rounds = {
        name: draw_round(
            stage=add_stage(tournament=tournament, name=name, by=alice), by=alice, seed="0123456789"
        )
        for name in ("fresh", "reported", "closed", "published", "drafted")
    }
    for name in ("fresh", "reported", "closed", "published"):
        publish_round(round_=rounds[name], by=alice)
    for name in ("fresh", "reported", "closed"):
        start_round(round_=rounds[name], by=alice)
    close_round(round_=rounds["closed"], by=alice, leave_open=True)
    table = _bobs_table(rounds["fresh"], hall)
    reported = _bobs_table(rounds["reported"], hall)
    sheet = report_sheet(
        table=reported, figures=BALANCED, by=Actor(seat_token=SeatToken(seat=_others(reported, hall)[0]))
    )
    seat = rounds["published"].seats.order_by("pk")[0]
    codes = issue_seat_tokens(seats=[seat], by=alice)
    dana = User.objects.create_user(f"dana@{tournament.slug}.example", name="Dana")
    entry = tournament.entries.get(number=1)
    planned = add_stage(tournament=tournament, name="planned", by=alice)
    # Afresh: to look for a schedule beside all the meetings above would take most of the setup.
    draw(stage=planned, plan=Plan(method="schedule", rounds=2, afresh=True), by=alice)
    ordered = add_stage(tournament=tournament, name="ordered", by=alice)
    job = order_draw(stage=ordered, plan=Plan(method="schedule", rounds=2, effort=4), by=alice)
    other = tournament.entries.get(number=2)
    to_come = create_tournament(
        slug=f"{tournament.slug}-next",
        name="The next one",
        rulebook_id="mleague",
        visibility=tournament.visibility,
        by=alice,
    )
    things = {
        "slug": tournament.slug,
        "planned_slug": to_come.slug,
        "rulebook_hash": to_come.rulebook.hash(),
        "league": "spring-league",
        "rulebook": "mleague",
        "season": tournament.season_id or 1,
        "staff": appoint(tournament=tournament, user=dana, role=Staff.Role.SCORER, by=alice).pk,
        "team": form_team(tournament=tournament, name="Bears", by=alice).pk,
        "stage": stage.pk,
        "entry": entry.pk,
        "other_entry": other.pk,
        "spare": spare[2].pk,
        "planned_stage": planned.pk,
        "draw": rounds["fresh"].draw_id,
        "drafted_draw": rounds["drafted"].draw_id,
        "draw_job": job.pk,
        "wish": make_wish(tournament=tournament, kind="rather_not", entry=entry, other=other, by=alice).pk,
        "player": entry.player_id,
        "penalty": penalize(stage=stage, entry=entry, amount=1_000, reason="late", by=alice).pk,
        "table": table.pk,
        "reported_table": reported.pk,
        "sheet": sheet.pk,
        "tag": sheet.tag,
        "seat": seat.pk,
        "seat_token": SeatToken.objects.get(seat=seat).pk,
        "code": codes[seat.pk],
        **{f"{name}_round": round_.pk for name, round_ in rounds.items()},
        "email": hall.bob.email,
    }
    _read_token = program(alice.user, "read")
    things["token"] = ApiToken.objects.get(user=alice.user).pk
    publish_tournament(tournament.pk)
    return things, table, reported


def _callers(hall: Hall, other: Hall, fresh: Table, reported: Table) -> dict[tuple[str, str], Caller]:
    second, third, fourth = _others(fresh, hall)
    spare = hall.tournament.entries.get(player__name="Spare One")
    replaced = phone_of(third, hall.alice)
    substitute(seat=third, entry=spare, by=hall.alice)
    revoked = phone_of(fourth, hall.alice)
    SeatToken.objects.filter(seat=fourth).update(revoked_at="2026-01-01T00:00:00Z")
    scorer = User.objects.create_user("sven@spring-open.example", name="Sven")
    appoint(tournament=hall.tournament, user=scorer, role=Staff.Role.SCORER, by=hall.alice)
    root = User.objects.create_superuser("root@example.org", name="Root")
    callers = {
        ANONYMOUS: stranger(),
        STRANGER: signed_in(hall.charlie.user),
        PLAYER: signed_in(hall.bob),
        PHONE: phone_of(second, hall.alice),
        REPLACED: replaced,
        REVOKED: revoked,
        SCORER: signed_in(scorer),
        REFEREE: signed_in(hall.rob.user),
        ORGANIZER: signed_in(hall.alice.user),
        OTHER: signed_in(other.alice.user),
        SUPERUSER: signed_in(root),
        READ_TOKEN: program(hall.alice.user, "read"),
        REPORT_TOKEN: program(hall.alice.user, "report"),
    }
    found = {(role, FRESH): caller for role, caller in callers.items()}
    found[PHONE, REPORTED] = phone_of(_others(reported, hall)[1], hall.alice)
    publish_tournament(hall.tournament.pk)
    return found


def _bobs_table(round_: Round, hall: Hall) -> Table:
    return round_.tables.get(seats__entry__player__user=hall.bob)


def _others(table: Table, hall: Hall) -> list[Seat]:
    """The three seats of a table that are not Bob's."""
    return list(
        table.seats.exclude(entry__player__user=hall.bob).select_related("entry__player").order_by("wind")
    )


def new_key() -> str:
    return uuid.uuid4().hex
