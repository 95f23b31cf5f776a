"""Two tournaments with an object of each kind, and all roles that may ask about them."""

import uuid
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import Any

from players.actions import add_player
from players.models import Player, User
from scoring.standing.season_ranking import SeasonRanking
from tests.pictures import a_picture
from tests.tournaments.api.callers import Caller, phone_of, program, signed_in, stranger
from tests.tournaments.brands import brand
from tests.tournaments.hall import BALANCED, Hall, open_hall, order_draw, play
from tests.tournaments.replay import replayed
from tests.tournaments.told import GONG, KOKUSHI, WITH_YAKU, enter
from tests.tournaments.webhooks import webhooks_of
from tournaments.actions.actor import Actor
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks
from tournaments.actions.credentials.player_cards import claim_card, issue_player_cards
from tournaments.actions.credentials.seat_tokens import issue_seat_tokens
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.actions.draws.draws import draw
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.seating_constraints import Wish, add_seating_constraint
from tournaments.actions.free_play.nights import NightTerms, change_night, plan_nights
from tournaments.actions.free_play.sign_ups import sign_up_for_night
from tournaments.actions.free_play.tables import open_table
from tournaments.actions.hall.announcements import announce
from tournaments.actions.hall.photos import take_photo
from tournaments.actions.hall.referee_calls import call_referee
from tournaments.actions.hands.hands import CorrectedHand, change_hand, enter_hand
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import create_league, create_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.leagues.staff import appoint_organizer
from tournaments.actions.people.check_in import check_in
from tournaments.actions.people.entries import form_team, register, withdraw
from tournaments.actions.people.line_up_quotas import add_line_up_quota
from tournaments.actions.people.record_proposals import propose_change
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import About, sign_up
from tournaments.actions.play.clocks import pause_clock, start_clock
from tournaments.actions.play.ending import finish_tournament
from tournaments.actions.play.penalties import Ruling, penalize
from tournaments.actions.play.rounds import (
    EARLIER_ROUND_OPEN,
    PLAYERS_IN_PLAY,
    close_round,
    pin_rulebook,
    start_round,
)
from tournaments.actions.play.scoresheets.deciding import correct_sheet
from tournaments.actions.play.scoresheets.reporting import Figures, TableReport, report_sheet
from tournaments.actions.play.seat_draws import draw_seats, set_seat_draw_rule
from tournaments.actions.play.seats import substitute
from tournaments.actions.seasons.awards import set_season_awards
from tournaments.actions.seasons.confirming import Change, SeasonPlan, confirm_next_season
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seen_versions import (
    brand_tag,
    divisions_tag,
    entry_tag,
    league_tag,
    line_up_quota_tag,
    player_tag,
    proposal_tag,
    qualification_tag,
    said_tag,
    season_tag,
    stage_tag,
    team_look_tag,
    team_tag,
    tournament_tag,
)
from tournaments.actions.setup.editing import edit_tournament
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.tournaments import Frame, add_stage, appoint, create_tournament
from tournaments.actions.setup.webhooks import ask_for_delivery
from tournaments.actions.staff.invitations import invite, invite_organizer
from tournaments.actions.stages.qualification import Places, Terms, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers
from tournaments.actions.teams.captains import name_captain
from tournaments.actions.teams.line_ups import set_line_up_rule
from tournaments.credentials.devices import SEAT_COOKIE
from tournaments.models import (
    ApiToken,
    Brand,
    BrandPicture,
    League,
    LeagueLedgerEntry,
    LedgerText,
    PlayerCard,
    PrintedFile,
    PrintJob,
    Qualification,
    Round,
    Season,
    Seat,
    SeatToken,
    Staff,
    Stage,
    Table,
    Webhook,
)
from tournaments.models.about.events import AboutSet, QuestionsSet, ThanksSet, TimetableSet
from tournaments.models.credentials.kiosks import KIOSK_BEARER_PREFIX
from tournaments.models.credentials.player_cards import CARD_BEARER_PREFIX
from tournaments.models.credentials.seat_tokens import SEAT_BEARER_PREFIX
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.standings import publish_standings, publish_tournament
from tournaments.standings.qualifying import proposed

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
TAKER = "organizer who entered players of the own tournament in one of theirs"
FOUNDER = "account that may found, and is marked as staff"
LEAGUE_ELSEWHERE = "organizer of another league"
PHONE_ELSEWHERE = "phone at another table"
PHONE_ABROAD = "phone at a table of the other tournament"
BEARER = "phone at the table, by bearer"
DEAD_BEARER = "revoked phone, by bearer"
CARD_BEARER = "phone that follows the card of a player at the table, by bearer"
WAITING_BEARER = "phone that waits to follow that card, by bearer"
READ_TOKEN = "organizer's token that reads"
REPORT_TOKEN = "organizer's token that reports"
TABLET = "tablet of the table, by bearer"
MANAGE_TOKEN = "organizer's token that manages"
NARROWED_TOKEN = "organizer's token for this tournament alone"
TOKEN_ELSEWHERE = "organizer's token for another tournament of theirs"

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
    TAKER,
    FOUNDER,
    LEAGUE_ELSEWHERE,
    READ_TOKEN,
    REPORT_TOKEN,
    PHONE_ELSEWHERE,
    PHONE_ABROAD,
    BEARER,
    DEAD_BEARER,
    CARD_BEARER,
    WAITING_BEARER,
    TABLET,
    MANAGE_TOKEN,
    NARROWED_TOKEN,
    TOKEN_ELSEWHERE,
)
NOBODY = (ANONYMOUS, REPLACED, REVOKED, DEAD_BEARER)
PHONES = (PHONE, PHONE_ELSEWHERE, PHONE_ABROAD, BEARER, CARD_BEARER, WAITING_BEARER, TABLET)
CARD_PHONES = (CARD_BEARER, WAITING_BEARER)
# Each role's place: at the table that has not reported, or at the one that has.
FRESH, REPORTED = "", "reported"
# A hand where all are noten: the deal passes.
PASSES = {"kind": "draw", "tenpai": []}


@dataclass(frozen=True)
class Worlds:
    """`own` is public and everybody's but OTHER's; `foreign` is private and OTHER's. `missing` is empty."""

    own: dict[str, Any]
    foreign: dict[str, Any]
    missing: dict[str, Any]
    callers: dict[tuple[str, str], Caller]

    def of(self, target: str) -> dict[str, Any]:
        return {"own": self.own, "foreign": self.foreign, "missing": self.missing}[target]

    def caller(self, role: str, scene: str) -> Caller:
        return self.callers.get((role, scene)) or self.callers[role, FRESH]


@replayed
def build() -> Worlds:
    console = Actor(is_console=True)
    league = create_league(slug="spring-league", name="Spring League", by=console)
    season = create_season(league=league, name="2026", by=console)
    set_rating(league=league, method="elo", by=console)
    set_season_ranking(season=season, rule=SeasonRanking(), by=console)
    create_league(slug="empty-league", name="Empty League", by=console)
    played = _played_season(league, "spring")
    set_season_awards(season=played, terms=AwardTerms(("champion", "total")), by=console)
    followed_league("old")
    hall = open_hall("spring-open")
    olga = open_hall("secret-cup", visibility="private")
    own, fresh, reported = _things(hall)
    foreign, abroad, reported_abroad = _things(olga)
    missing = dict.fromkeys(own, 10**9) | {
        name: "no-such-thing" for name, value in own.items() if isinstance(value, str)
    }
    callers = _callers(hall, olga, fresh, reported)
    callers |= _phones_abroad(olga, abroad, reported_abroad)
    return Worlds(own, foreign, missing, callers)


def followed_league(slug: str, *, reason: str = "as agreed") -> League:
    """Return a league of two divisions of four, whose first season was followed by a second; one player was placed
    for this reason.
    """
    console = Actor(is_console=True)
    league = create_league(slug=f"{slug}-league", name="Old League", by=console)
    season = _played_season(league, slug)
    divisions = [{"name": "A", "boundary": {"up": 1, "down": 1}}, {"name": "B"}]
    set_divisions(
        season=season, divisions=divisions, seen=divisions_tag(season.divisions.order_by("level")), by=console
    )
    proposal = propose_next_season(season)
    # Where they would go by the rules, too.
    place = next(iter(proposal.places.values()))
    changes = [Change(place.player, place.to_level, reason)] if reason else []
    confirm_next_season(
        season=season, plan=SeasonPlan("2026", changes=changes), seen=proposal.tag, by=console
    )
    return league


def _played_season(league: League, slug: str) -> Season:
    """Return a season with two finished divisions, not shared with other tests."""
    season = create_season(league=league, name="2025", by=Actor(is_console=True))
    for level in (1, 2):
        hall = open_hall(
            f"{slug}-{level}",
            players=4,
            season=season,
            level=level,
            visibility="private",
            division=f"A{level}",
        )
        play(hall.started().tables.get(), hall.alice)
        finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])
        publish_tournament(hall.tournament.pk)
    return season


def _tell(table: Table, by: Actor) -> None:
    """Enter a game of this table hand by hand, and publish it."""
    enter(table, by, (WITH_YAKU, KOKUSHI, GONG))
    correct_sheet(table=table, report=TableReport(Figures([400, 17_300, 25_000, 57_300])), by=by)
    publish_standings(table.round.stage_id)


def _things(hall: Hall) -> tuple[dict[str, Any], Table, Table]:
    alice = hall.alice
    seen = tournament_tag(hall.tournament)
    hall.tournament = edit_tournament(
        tournament=hall.tournament, changes={"photo_days": 30}, seen=seen, by=alice
    )
    tournament, stage = hall.tournament, hall.stage
    # Before the first draw, which closes it.
    set_self_registration(
        tournament=tournament, terms=RegistrationTerms(is_open=True, needs_approval=True), by=alice
    )
    registration = sign_up(tournament=tournament, about=About("Somebody else"), by=Actor())
    spare = [
        register(tournament=tournament, player=add_player(name=name), by=alice, is_substitute=True)
        for name in ("Spare One", "Spare Two", "Spare Three")
    ]
    gone = register(tournament=tournament, player=add_player(name="Gone"), by=alice, is_substitute=True)
    withdraw(entry=gone, by=alice)
    rounds = {
        name: draw_round(
            stage=add_stage(tournament=tournament, name=name, by=alice), by=alice, seed="0123456789"
        )
        for name in ("fresh", "reported", "closed", "published", "drafted", "typed")
    }
    for name in ("fresh", "reported", "closed", "published", "typed"):
        publish_round(round_=rounds[name], by=alice)
    for name in ("fresh", "reported", "closed", "typed"):
        start_round(round_=rounds[name], by=alice, confirm=[EARLIER_ROUND_OPEN, PLAYERS_IN_PLAY])
    _tell(_bobs_table(rounds["closed"], hall), alice)
    close_round(round_=rounds["closed"], by=alice, leave_open=True)
    table = _bobs_table(rounds["fresh"], hall)
    reported = _bobs_table(rounds["reported"], hall)
    # In a round that is not restarted.
    beside = reported.round.tables.exclude(pk=reported.pk)[0]
    tag = enter_hand(table=beside, outcome=PASSES, by=alice, if_match=EMPTY_LOG).tag
    hand = change_hand(
        table=beside, correction=CorrectedHand(1, PASSES, "read again"), by=alice, if_match=tag
    )
    for stage_of in (table.round.stage, reported.round.stage):
        set_seat_draw_rule(stage=stage_of, is_on=True, by=alice)
    as_they_sit = [[player, wind] for player, wind in zip("ABCD", "ESWN", strict=True)]
    draw_seats(table=reported, fell={"draws": as_they_sit, "east_chair": 0}, by=alice)
    sheet = report_sheet(
        table=reported,
        report=TableReport(BALANCED),
        by=Actor(seat_token=SeatToken(seat=_others(reported, hall)[0])),
    )
    start_clock(round_=rounds["reported"], minutes=60, by=alice)
    pause_clock(round_=rounds["reported"], table=reported, by=alice)
    set_time_limit(tournament=tournament, minutes=75, by=alice)
    seat = rounds["published"].seats.order_by("pk")[0]
    codes = issue_seat_tokens(seats=[seat], by=alice)
    # Of a substitute, so that it opens none of the seats that the phones below hold.
    (card,) = issue_player_cards(tournament=tournament, entries=[spare[1].pk], by=alice)
    claim_card(code=card.code, key=f"one at {tournament.slug}")
    waiting, _secret = claim_card(code=card.code, key=f"two at {tournament.slug}")
    nobody = add_player(name="Nobody")
    dana = User.objects.create_user(f"dana@{tournament.slug}.example", name="Dana")
    entry = tournament.entries.get(number=1)
    planned = add_stage(tournament=tournament, name="planned", by=alice)
    # Afresh: avoiding all the meetings above would take most of the setup.
    draw(stage=planned, plan=Plan(method="schedule", rounds=2, afresh=True), by=alice)
    team = form_team(tournament=tournament, name="Bears", by=alice)
    cougars = form_team(tournament=tournament, name="Cougars", by=alice)
    mates = [
        register(
            tournament=tournament, player=add_player(name=name), team=cougars, is_substitute=True, by=alice
        )
        for name in ("Cora", "Curt")
    ]
    late = [
        register(tournament=tournament, player=add_player(name=name), by=alice, is_substitute=True)
        for name in ("Late One", "Late Two")
    ]
    name_captain(team=cougars, entry=mates[0], by=alice)
    brand(tournament, alice)
    set_line_up_rule(stage=rounds["published"].stage, by=alice)
    elsewhere = rounds["published"].seats.exclude(table=seat.table_id).exclude(entry__number__in=(1, 2))
    substitute(seat=elsewhere.exclude(entry__player__user=hall.bob).earliest("pk"), entry=mates[0], by=alice)
    ordered = add_stage(tournament=tournament, name="ordered", by=alice)
    job = order_draw(stage=ordered, plan=Plan(method="schedule", rounds=2, effort=4), by=alice)
    semifinal, final = (_final(hall, stage, name) for name in ("semifinal", "final"))
    seen = proposed(semifinal)
    confirm_qualifiers(
        stage=final.stage,
        keys=[one.key for one in seen.candidates],
        seen=proposal_tag(seen),
        by=alice,
        confirm=["results_missing", "lot_decides"],
    )
    other = tournament.entries.get(number=2)
    season = Season.objects.select_related("league").get(name="2026", league__slug="spring-league")
    played = Season.objects.get(name="2025", league=season.league)
    lea = User.objects.create_user(f"lea@{tournament.slug}.example", name="Lea")
    organizer = appoint_organizer(league=season.league, user=lea, by=Actor(is_console=True))
    to_come = create_tournament(
        frame=Frame(
            slug=f"{tournament.slug}-next",
            name="The next one",
            rulebook_id="mleague",
            visibility=tournament.visibility,
        ),
        by=alice,
    )
    set_self_registration(tournament=to_come, terms=RegistrationTerms(is_open=True), by=alice)
    next_entry = register(tournament=to_come, player=add_player(name="Next"), by=alice)
    check_in(tournament=tournament, entries=tournament.entries.filter(pk=other.pk), by=alice)
    over = create_tournament(
        frame=Frame(
            slug=f"{tournament.slug}-over",
            name="The last one",
            rulebook_id="mleague",
            visibility=tournament.visibility,
        ),
        by=alice,
    )
    pin_rulebook(over, by=alice)
    finish_tournament(tournament=over, by=alice, confirm=["stages_empty"])
    quota = add_line_up_quota(tournament=tournament, name="Juniors", least=1, entries=[mates[1]], by=alice)
    [kiosk] = issue_kiosks(tournament=tournament, numbers=[2], by=alice)
    typed_table = rounds["typed"].tables.earliest("number")
    typed = report_sheet(table=typed_table, report=TableReport(BALANCED), by=Actor(dana))
    decided = correct_sheet(
        table=rounds["typed"].tables.latest("number"), report=TableReport(BALANCED), by=alice
    )
    brand(season.league, Actor(lea))
    webhook, league_webhook = webhooks_of(tournament, alice), webhooks_of(season.league, Actor(lea))
    if not Brand.objects.filter(tournament=None, league=None).exists():
        brand(None, Actor(lea))
    things = {
        "slug": tournament.slug,
        "finished_slug": over.slug,
        "planned_slug": to_come.slug,
        "rulebook_hash": to_come.rulebook.hash(),
        "league": "spring-league",
        "format": "csv",
        "rulebook": "mleague",
        "guide": "player",
        "export": "players",
        "shape": "square",
        "league_tag": league_tag(season.league),
        "league_brand_tag": brand_tag(season.league),
        "brand_tag": brand_tag(tournament),
        "brand_colours": "7a1f5c.d81b60",
        "webhook": webhook.pk,
        "json_webhook": Webhook.objects.of(tournament).get(shape="json").pk,
        "league_webhook": league_webhook.pk,
        "delivery": ask_for_delivery(webhook=webhook).pk,
        "league_delivery": ask_for_delivery(webhook=league_webhook).pk,
        "brand_picture": BrandPicture.objects.filter(tournament=tournament).get().name,
        "legal_kind": "imprint",
        "sitemap_section": "tournaments",
        "empty_league": "empty-league",
        "league_organizer": organizer.pk,
        "league_invitation": invite_organizer(league=season.league, by=Actor(lea))[0].pk,
        "season": season.pk,
        "season_tag": season_tag(season),
        "season_ordinal": season.ordinal,
        "match_day": "2026-03-08",
        "divisions_tag": divisions_tag([]),
        "played_season": played.pk,
        "played_season_ordinal": played.ordinal,
        "next_season_tag": propose_next_season(played).tag,
        "followed_league": "old-league",
        "league_seq_with_text": LeagueLedgerEntry.objects.get(kind="season_confirmed").seq,
        "league_text": LedgerText.objects.get(league__slug="old-league").name,
        "followed_season": Season.objects.get(name="2025", league__slug="old-league").pk,
        "staff": appoint(tournament=tournament, user=dana, role=Staff.Role.SCORER, by=alice).pk,
        "staff_user": dana.pk,
        "invitation": invite(tournament=tournament, role=Staff.Role.REFEREE, by=alice)[0].pk,
        "team": team.pk,
        "team_tag": team_tag(team),
        "captained_team": cougars.pk,
        "team_look_tag": team_look_tag(None),
        "any_digest": "0" * 12,
        "mate": mates[1].pk,
        "stage": stage.pk,
        "entry": entry.pk,
        "other_entry": other.pk,
        "spare": spare[2].pk,
        "spare_player": spare[2].player_id,
        "spare_tag": player_tag(spare[2].player),
        "withdrawn": gone.pk,
        "withdrawn_player": gone.player_id,
        "planned_stage": planned.pk,
        "empty_stage": add_stage(tournament=tournament, name="empty", by=alice).pk,
        "qualified_stage": semifinal.pk,
        "confirmed_stage": final.pk,
        "qualification_tag": qualification_tag(semifinal),
        "no_qualification_tag": qualification_tag(None),
        "draw": rounds["fresh"].draw_id,
        "drafted_draw": rounds["drafted"].draw_id,
        "published_draw": rounds["published"].draw_id,
        "draw_job": job.pk,
        "print_job": _printed(hall).pk,
        "line_up_quota": quota.pk,
        "line_up_quota_tag": line_up_quota_tag(quota),
        "wish": add_seating_constraint(
            tournament=tournament, wish=Wish("rather_not", entry, other=other), by=alice
        ).pk,
        "player": entry.player_id,
        "opponent": other.player_id,
        "proposal": propose_change(
            player=other.player, tournament=tournament, changes={"reading": "ドラ"}, by=Actor(lea)
        ).pk,
        "opponent_tag": player_tag(other.player),
        "nobodys_player": nobody.pk,
        "nobodys_tag": player_tag(nobody),
        "tournament_tag": tournament_tag(tournament),
        "stage_tag": stage_tag(stage),
        "about_tag": said_tag(AboutSet, []),
        "questions_tag": said_tag(QuestionsSet, []),
        "thanks_tag": said_tag(ThanksSet, []),
        "timetable_tag": said_tag(TimetableSet, []),
        "entry_tag": entry_tag(entry),
        "other_entry_tag": entry_tag(other),
        "player_tag": player_tag(entry.player),
        "next_entry": next_entry.pk,
        "registration": registration.pk,
        "registration_code": registration.code,
        "referee_call": call_referee(
            table=table,
            reason="A tile is missing",
            by=Actor(seat_token=SeatToken(seat=table.seats.first())),
        ).pk,
        "photo": take_photo(table=table, picture=a_picture(), by=alice, as_staff=True).pk,
        "announcement": announce(tournament=tournament, text="Lunch at one", by=alice).pk,
        "penalty": penalize(stage=stage, entry=entry, ruling=Ruling(1_000, "late"), by=alice).pk,
        "seq_with_text": LedgerText.objects.get(tournament=tournament, text="late").seq,
        "table": table.pk,
        "reported_table": reported.pk,
        "hand_table": hand.table_id,
        "hand_tag": hand.tag,
        "hand_with_text": hand.number,
        "sheet": sheet.pk,
        "decided_sheet": decided.pk,
        "decided_tag": decided.tag,
        "typed_sheet": typed.pk,
        "typed_tag": typed.tag,
        "typed_seen": f"{typed.pk}/{typed.tag}",
        "typed_round": typed_table.round_id,
        "tag": sheet.tag,
        "seat": seat.pk,
        "seat_token": SeatToken.objects.get(seat=seat).pk,
        "code": codes[seat.pk],
        "card": card.pk,
        "card_code": card.code,
        "card_phone": waiting.pk,
        "player_card": card.pk,
        "kiosk": kiosk.pk,
        "kiosk_code": kiosk.code,
        **{f"{name}_round": round_.pk for name, round_ in rounds.items()},
        "email": hall.bob.email,
    }
    things["late"] = [entry.pk for entry in (*spare[1:], *late)]
    things["proposal_tag"] = proposal_tag(proposed(semifinal))
    things |= _clubs(hall)
    _read_token = program(alice.user, "read")
    things["token"] = ApiToken.objects.get(user=alice.user).pk
    publish_tournament(tournament.pk)
    return things, table, reported


def _printed(hall: Hall) -> PrintJob:
    """Return a PDF that Alice has ordered, and that is ready."""
    assert hall.alice.user is not None
    job = PrintJob.objects.create(
        tournament=hall.tournament,
        ordered_by=hall.alice.user,
        kind=PrintJob.Kind.KIT,
        choice={},
        language="en",
        status=PrintJob.Status.DONE,
        total=1,
    )
    PrintedFile.objects.create(job=job, content=b"%PDF-")
    return job


def _clubs(hall: Hall) -> dict[str, Any]:
    """Set up free play for Bob and three others: an upcoming tournament; one where they sit at a table; and one with
    a game entered hand by hand.
    """
    found: dict[str, Any] = {}
    for name in ("club", "evening", "played"):
        tournament = create_tournament(
            frame=Frame(
                slug=f"{hall.tournament.slug}-{name}",
                name="Free play",
                rulebook_id="mleague",
                visibility=hall.tournament.visibility,
                first_stage_kind="free_play",
            ),
            by=hall.alice,
        )
        players = Player.objects.filter(entries__tournament=hall.tournament, entries__number__lte=4)
        entries = [
            register(tournament=tournament, player=one, by=hall.alice) for one in players.order_by("pk")
        ]
        stage = tournament.stages.get()
        found |= {f"{name}_slug": tournament.slug, f"{name}_stage": stage.pk}
        found[f"{name}_entries"] = [entry.pk for entry in entries]
        found |= {f"{name}_{number}": entry.pk for number, entry in enumerate(entries, 1)}
        terms = NightTerms(datetime(2030, 1, 8, 10, tzinfo=UTC), places=8, absence_penalty=1_000)
        (night,) = plan_nights(stage=stage, terms=terms, by=hall.alice)
        found[f"{name}_night"] = night.pk
        if name == "evening":
            sign_up_for_night(night=night, entry=entries[0], by=hall.alice)
            began = replace(terms, starts_at=datetime(2020, 1, 8, 10, tzinfo=UTC))
            change_night(night=night, terms=began, by=hall.alice)
            found["evening_table"] = open_table(stage=stage, players=entries, by=hall.alice).pk
        if name == "played":
            table, tag = open_table(stage=stage, players=entries, by=hall.alice), EMPTY_LOG
            for _deal in range(8):
                tag = enter_hand(table=table, outcome=PASSES, by=hall.alice, if_match=tag).tag
            found |= {"played_table": table.pk, "played_tag": tag, "no_hands_tag": EMPTY_LOG}
            found["rulebook_hash"] = tournament.rulebook_for(4).hash()
    return found


def _final(hall: Hall, source: Stage, name: str) -> Qualification:
    """Add a stage for four qualifiers from another; they are not confirmed yet."""
    stage = add_stage(tournament=hall.tournament, name=name, by=hall.alice)
    terms = Terms(rules=[Places(source.pk, last=4)], carries="full")
    return set_qualification(stage=stage, terms=terms, seen=qualification_tag(None), by=hall.alice)


def _callers(hall: Hall, other: Hall, fresh: Table, reported: Table) -> dict[tuple[str, str], Caller]:
    second, third, fourth = _others(fresh, hall)
    spare = hall.tournament.entries.get(player__name="Spare One")
    replaced = phone_of(third, hall.alice)
    substitute(seat=third, entry=spare, by=hall.alice)
    revoked = phone_of(fourth, hall.alice)
    SeatToken.objects.filter(seat=fourth).update(revoked_at="2026-01-01T00:00:00Z")
    third.refresh_from_db()
    another = create_tournament(
        frame=Frame(slug="spring-open-another", name="Another one", rulebook_id="mleague"), by=hall.alice
    )
    elsewhere = fresh.round.tables.exclude(pk=fresh.pk)[0]
    elsewhere_reported = reported.round.tables.exclude(pk=reported.pk)[0]
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
        TAKER: signed_in(_taker(hall)),
        FOUNDER: signed_in(_founder()),
        LEAGUE_ELSEWHERE: signed_in(_organizer_of_another_league()),
        READ_TOKEN: program(hall.alice.user, "read"),
        REPORT_TOKEN: program(hall.alice.user, "report"),
        PHONE_ELSEWHERE: phone_of(_seat_of(elsewhere), hall.alice),
        BEARER: bearer_of(third, hall.alice),
        DEAD_BEARER: Caller(bearer=SEAT_BEARER_PREFIX + _cookie_of(revoked)),
        TABLET: tablet_of(fresh, hall.alice),
        MANAGE_TOKEN: program(hall.alice.user, "manage"),
        NARROWED_TOKEN: program(hall.alice.user, "manage", hall.tournament),
        TOKEN_ELSEWHERE: program(hall.alice.user, "manage", another),
    }
    found = {(role, FRESH): caller for role, caller in callers.items()}
    found[PHONE, REPORTED] = phone_of(_others(reported, hall)[1], hall.alice)
    found[BEARER, REPORTED] = bearer_of(_others(reported, hall)[2], hall.alice)
    # With a separate card for each scene: a substitute may sit at one of the two tables.
    for scene, seat in ((FRESH, second), (REPORTED, _others(reported, hall)[2])):
        found[CARD_BEARER, scene], found[WAITING_BEARER, scene] = card_bearers_of(seat, hall.alice)
    found[PHONE_ELSEWHERE, REPORTED] = phone_of(_seat_of(elsewhere_reported), hall.alice)
    publish_tournament(hall.tournament.pk)
    return found


def _taker(hall: Hall) -> User:
    """Terry has entered all but the withdrawn players in a private tournament, which any user may set up."""
    terry = User.objects.create_user("terry@example.org", name="Terry")
    taken = create_tournament(
        frame=Frame(slug="taken-players", name="Taken", rulebook_id="mleague", visibility="private"),
        by=Actor(terry),
    )
    for entry in hall.tournament.entries.filter(status="active").select_related("player").order_by("pk"):
        register(tournament=taken, player=entry.player, by=Actor(terry))
    return terry


def _founder() -> User:
    return User.objects.create_user("fiona@example.org", name="Fiona", is_founder=True, is_staff=True)


def _organizer_of_another_league() -> User:
    lou = User.objects.create_user("lou@example.org", name="Lou")
    create_league(slug="lous-league", name="Lou's League", by=Actor(lou))
    return lou


def _phones_abroad(hall: Hall, fresh: Table, reported: Table) -> dict[tuple[str, str], Caller]:
    return {
        (PHONE_ABROAD, FRESH): phone_of(_others(fresh, hall)[0], hall.alice),
        # Not the seat that reported: that one cannot confirm.
        (PHONE_ABROAD, REPORTED): phone_of(_others(reported, hall)[1], hall.alice),
    }


def bearer_of(seat: Seat, by: Actor) -> Caller:
    """Return a phone that has claimed this seat through the API and keeps no cookie."""
    return Caller(bearer=SEAT_BEARER_PREFIX + _cookie_of(phone_of(seat, by)))


def card_bearers_of(seat: Seat, by: Actor) -> tuple[Caller, Caller]:
    """Return a phone that follows the card of this seat's player, and one that waits to; each with a bearer only."""
    issue_player_cards(tournament=seat.entry.tournament, entries=[seat.entry_id], renew=True, by=by)
    card = PlayerCard.objects.get(entry=seat.entry_id, revoked_at=None)
    follows, waits = (
        Caller(bearer=CARD_BEARER_PREFIX + claim_card(code=card.code, key=new_key())[1])
        for _phone in range(2)
    )
    return follows, waits


def tablet_of(table: Table, by: Actor) -> Caller:
    """Return the tablet of tables with this one's number."""
    [kiosk] = issue_kiosks(tournament=table.round.stage.tournament, numbers=[table.number], by=by)
    return Caller(bearer=KIOSK_BEARER_PREFIX + claim_kiosk(code=kiosk.code, key=new_key())[1])


def _cookie_of(phone: Caller) -> str:
    secret: str = phone.client.cookies[SEAT_COOKIE].value
    return secret


def _seat_of(table: Table) -> Seat:
    return table.seats.select_related("entry__player").order_by("wind")[0]


def _bobs_table(round_: Round, hall: Hall) -> Table:
    return round_.tables.get(seats__entry__player__user=hall.bob)


def _others(table: Table, hall: Hall) -> list[Seat]:
    """Return the three seats of a table that are not Bob's."""
    return list(
        table.seats.exclude(entry__player__user=hall.bob).select_related("entry__player").order_by("wind")
    )


def new_key() -> str:
    return uuid.uuid4().hex
