"""All actions, each in a scene where it has an effect. A new action without a scene fails the tests.

A scene sets up its hall and returns the action, ready to be called. Its row also has the locks that the action
takes, in order, and the kinds of ledger entries that it writes.
"""

import inspect
import io
import json
import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, time
from importlib import import_module
from pkgutil import walk_packages

from django.db import transaction
from django.db.models.functions import Now

from players.actions import add_player
from scoring.standing.season_ranking import SeasonRanking
from seating.errors import SeatingError
from seating.json_requests import read
from tests.pictures import a_picture, let_its_time_be_over
from tests.scoring.online.platform_logs import EIGHT_HANDS, game_of_log
from tests.tournaments.actions.transfer.files import written
from tests.tournaments.bad_day import CANARY, SHORT
from tests.tournaments.brands import BRAND, sent_picture
from tests.tournaments.hall import BALANCED, SEED, Hall, open_hall, order_draw, phones_of, play, seats_of
from tests.tournaments.long_ago import let_its_addresses_be_due
from tests.tournaments.odd_hall import THREES
from tests.tournaments.said import ABOUT, ITEMS, QUESTIONS, THANKS
from tests.tournaments.webhooks import WEBHOOK
from tournaments import actions
from tournaments.actions.about.about import describe_tournament, thank_players
from tournaments.actions.about.brands import set_brand
from tournaments.actions.about.questions import set_questions
from tournaments.actions.about.saying import set_said
from tournaments.actions.about.timetable import set_timetable
from tournaments.actions.actor import Actor
from tournaments.actions.credentials import player_cards, seat_tokens
from tournaments.actions.credentials.api_tokens import create_api_token, revoke_api_token
from tournaments.actions.credentials.kiosks import claim_kiosk, issue_kiosks, revoke_kiosk
from tournaments.actions.draws import draft_rounds, draws, exchanges, late_tables, seating_constraints
from tournaments.actions.draws.files import import_draw
from tournaments.actions.draws.free_play import draw_night
from tournaments.actions.draws.jobs import worker
from tournaments.actions.draws.jobs.orders import cancel_draw_job, draw_or_order, redraw_or_order
from tournaments.actions.draws.plans import Plan
from tournaments.actions.draws.repairs import ScheduleChange, repair_schedule
from tournaments.actions.draws.seating_constraints import Wish
from tournaments.actions.free_play.nights import (
    NightTerms,
    cancel_night,
    change_night,
    plan_nights,
    settle_night,
)
from tournaments.actions.free_play.sign_ups import sign_off_from_night, sign_up_for_night
from tournaments.actions.free_play.stage_kind import set_free_play
from tournaments.actions.free_play.tables import open_table, take_table_back
from tournaments.actions.hall import announcements, photo_deletion, photos, referee_calls, text_removal
from tournaments.actions.hands import hands, online_games
from tournaments.actions.hands.hands import CorrectedHand
from tournaments.actions.hands.text_removal import remove_texts_of_hand
from tournaments.actions.imports.players import import_players
from tournaments.actions.imports.results import ResultsOptions, import_results
from tournaments.actions.leagues.divisions import set_divisions
from tournaments.actions.leagues.founding import (
    create_league,
    create_season,
    edit_league,
    remove_league,
    remove_season,
    rename_season,
)
from tournaments.actions.leagues.hosts import set_league_host
from tournaments.actions.leagues.presets import open_season
from tournaments.actions.leagues.rating import set_rating
from tournaments.actions.leagues.season_ranking import set_season_ranking
from tournaments.actions.leagues.staff import appoint_organizer, dismiss_organizer
from tournaments.actions.leagues.text_removal import remove_league_texts
from tournaments.actions.people import address_erasure, entries, record_mails
from tournaments.actions.people.check_in import check_in, undo_check_in
from tournaments.actions.people.deleting import delete_player, remove_entry_and_player
from tournaments.actions.people.editing import HAS_A_SEAT, edit_entry, edit_player, remove_entry
from tournaments.actions.people.fees import note_fees_paid, undo_fees_paid
from tournaments.actions.people.line_up_quotas import (
    add_line_up_quota,
    edit_line_up_quota,
    remove_line_up_quota,
)
from tournaments.actions.people.merging import merge_players
from tournaments.actions.people.newcomers import Newcomer
from tournaments.actions.people.recognizing import recognize_entry
from tournaments.actions.people.record_proposals import (
    accept_proposal,
    propose_change,
    refuse_proposal,
)
from tournaments.actions.people.registration_terms import RegistrationTerms, set_self_registration
from tournaments.actions.people.registrations import (
    About,
    accept_registration,
    accept_registrations,
    cancel_registration,
    decline_registration,
    sign_up,
)
from tournaments.actions.people.teams import remove_team, rename_team
from tournaments.actions.play import (
    changed_places,
    clocks,
    ending,
    penalties,
    round_times,
    rounds,
    seat_draws,
    seats,
    turn_order,
)
from tournaments.actions.play.penalties import Ruling
from tournaments.actions.play.round_times import set_planned_rounds
from tournaments.actions.play.scoresheets import deciding, paper_sheets, reporting
from tournaments.actions.play.scoresheets.reporting import TableReport
from tournaments.actions.seasons.awards import award_season_titles, set_season_awards
from tournaments.actions.seasons.confirming import Change, SeasonPlan, confirm_next_season
from tournaments.actions.seasons.copying import copy_tournament
from tournaments.actions.seasons.proposal import propose_next_season
from tournaments.actions.seasons.rehearsals import end_rehearsal, rehearse
from tournaments.actions.seasons.repeating import PlannedEvent, repeat_tournament
from tournaments.actions.seasons.revoking import SEASON_REVOKED, revoke_next_season
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
from tournaments.actions.setup import tournaments
from tournaments.actions.setup.archiving import archive_tournament, bring_back_tournament
from tournaments.actions.setup.discarding import discard_tournament
from tournaments.actions.setup.editing import edit_tournament, remove_stage, rename_stage
from tournaments.actions.setup.house_rules import change_house_rules
from tournaments.actions.setup.ledger_baseline import record_baseline
from tournaments.actions.setup.odd_tables import name_odd_rulebook
from tournaments.actions.setup.ranking import set_ranking
from tournaments.actions.setup.settings import set_setting
from tournaments.actions.setup.tie_breaks import set_tie_breaks
from tournaments.actions.setup.time_limits import set_time_limit
from tournaments.actions.setup.webhooks import (
    add_webhook,
    ask_for_delivery,
    change_webhook,
    remove_webhook,
    resume_webhook,
    rotate_webhook_secret,
)
from tournaments.actions.staff.invitations import (
    accept_invitation,
    decline_invitation,
    invite,
    invite_organizer,
    withdraw_invitation,
)
from tournaments.actions.staff.roles import change_role
from tournaments.actions.stages.counting import set_counting
from tournaments.actions.stages.finals import make_final
from tournaments.actions.stages.presets import use_preset
from tournaments.actions.stages.qualification import Places, Terms, remove_qualification, set_qualification
from tournaments.actions.stages.qualifiers import confirm_qualifiers, take_back_qualifiers
from tournaments.actions.teams.captains import name_captain, remove_captain
from tournaments.actions.teams.counting import set_team_counting
from tournaments.actions.teams.line_ups import hand_in_line_up, set_line_up_rule, show_line_ups
from tournaments.actions.teams.looks import set_team_look
from tournaments.actions.teams.quotas import set_game_quota
from tournaments.actions.teams.rosters import change_team
from tournaments.actions.transfer.reading import checked_file
from tournaments.actions.transfer.taking_in import take_in_tournament
from tournaments.models import (
    Draw,
    DrawJob,
    Entry,
    League,
    LineUpQuota,
    Night,
    Qualification,
    RecordProposal,
    Registration,
    Round,
    Scoresheet,
    Season,
    SeatToken,
    Staff,
    Stage,
    Table,
    Team,
    Webhook,
)
from tournaments.models.about.events import AboutSet, QuestionsSet, ThanksSet, TimetableSet
from tournaments.models.play.hands import EMPTY_LOG
from tournaments.models.teams.award_rules import AwardTerms
from tournaments.models.teams.events import GameQuotaSet
from tournaments.standings import publish_tournament
from tournaments.standings.qualifying import proposed
from web.pictures import logo_of

Scene = Callable[[Hall], Callable[[], object]]

# Functions that open a transaction but are not actions: a call's key, and a preview that is rolled back.
NO_ACTIONS = {"idempotency.once", "idempotency.one_transaction", "preview.preview"}

PLAYERS = "name,team\nKei,Bears\nLena,Foxes\n"
RESULTS = "round,table,seat,player,points\n" + "".join(
    f"9,1,{seat},{name},{points}\n"
    for seat, name, points in zip(
        "ESWN", ["Bob", "Dora", "Kei", "Lena"], [40_000, 30_000, 20_000, 10_000], strict=True
    )
)
DRAW = "round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n"
# Including those that pass their own texts to the shared action of settings.
BEGINS = re.compile(r"transaction\.atomic|@one_transaction|^    found: .* = set_setting\(", re.MULTILINE)
LONG = Plan(method=Draw.Method.SCHEDULE, rounds=2, effort=4)


@dataclass(frozen=True)
class Row:
    """`locks` are the tables whose rows the action locks, in the order of their first lock; `kinds` the entries it
    records.

    `looks` is what it reads before its first lock, because it cannot change or is protected by a constraint.
    """

    scene: Scene
    locks: str
    kinds: str
    looks: str


ROWS: dict[str, Row] = {}


def row(name: str, *, locks: str, kinds: str, looks: str = "") -> Callable[[Scene], Scene]:
    def add_row(scene: Scene) -> Scene:
        ROWS[name] = Row(scene, locks, kinds, looks)
        return scene

    return add_row


def all_actions() -> set[str]:
    """Return the functions of tournaments/actions that open a transaction, as folder.module.function."""
    found = set()
    root = f"{actions.__name__}."
    for module in walk_packages(actions.__path__, root):
        here = import_module(module.name)
        for name, function in inspect.getmembers(here, inspect.isfunction):
            if function.__module__ == here.__name__ and BEGINS.search(inspect.getsource(function)):
                found.add(f"{module.name.removeprefix(root)}.{name}")
    return found - NO_ACTIONS


# Setting up


@row(
    "setup.tournaments.create_tournament",
    locks="ledgerhead tournament",
    kinds="created stage_added appointed",
    looks="tournament oldaddress nametrace",
)
def _(hall: Hall):
    return lambda: tournaments.create_tournament(
        frame=tournaments.Frame(slug="next", name="Next", rulebook_id="mleague"), by=hall.alice
    )


@row(
    "transfer.taking_in.take_in_tournament",
    locks="roundcount gamecount ledgerhead publication",
    kinds="created stage_added appointed taken_in",
    looks="ledgerhead oldaddress origin round tournament",
)
def _(hall: Hall):
    with transaction.atomic():
        file = written(
            tournaments.create_tournament(
                frame=tournaments.Frame(slug="there", name="There", rulebook_id="mleague"), by=hall.alice
            )
        )
        transaction.set_rollback(True)
    checked = checked_file(io.BytesIO(file))
    return lambda: take_in_tournament(checked=checked, by=hall.alice)


@row(
    "seasons.copying.copy_tournament",
    locks="ledgerhead tournament",
    kinds="created stage_added appointed appointed",
    looks="tournament oldaddress nametrace",
)
def _(hall: Hall):
    return lambda: copy_tournament(
        tournament=hall.tournament,
        name="Again",
        slug="again",
        starts_on=None,
        in_its_season=False,
        by=hall.alice,
    )


@row(
    "seasons.repeating.repeat_tournament",
    locks="ledgerhead tournament",
    kinds="created stage_added appointed appointed",
    looks="tournament oldaddress nametrace",
)
def _(hall: Hall):
    return lambda: repeat_tournament(
        tournament=hall.tournament,
        events=[PlannedEvent("Again", "again", date(2098, 4, 6))],
        season=None,
        by=hall.alice,
    )


@row(
    "seasons.rehearsals.rehearse",
    locks="tournament ledgerhead roundcount round tableformat table gamecount",
    kinds="created stage_added appointed appointed tournament_edited registered registered registered registered"
    " registered registered registered registered drawn published started rulebook_pinned corrected",
)
def _(hall: Hall):
    return lambda: rehearse(tournament=hall.tournament, by=hall.alice)


@row(
    "seasons.rehearsals.end_rehearsal",
    locks="tournament round ledgerhead oldaddress rehearsal",
    kinds="closed tournament_discarded",
)
def _(hall: Hall):
    rehearse(tournament=hall.tournament, by=hall.alice)
    return lambda: end_rehearsal(tournament=hall.tournament, by=hall.alice)


@row("setup.tournaments.add_stage", locks="tournament ledgerhead", kinds="stage_added")
def _(hall: Hall):
    return lambda: tournaments.add_stage(tournament=hall.tournament, name="Final", by=hall.alice)


@row("setup.tournaments.appoint", locks="tournament ledgerhead", kinds="appointed")
def _(hall: Hall):
    user = hall.charlie.user
    return lambda: tournaments.appoint(
        tournament=hall.tournament, user=user, role=Staff.Role.SCORER, by=hall.alice
    )


@row("setup.tournaments.dismiss", locks="tournament staff ledgerhead", kinds="dismissed")
def _(hall: Hall):
    staff = hall.tournament.staff.get(user=hall.rob.user)
    return lambda: tournaments.dismiss(staff=staff, by=hall.alice)


@row("staff.roles.change_role", locks="tournament staff ledgerhead", kinds="appointed")
def _(hall: Hall):
    user = hall.rob.user.pk
    return lambda: change_role(tournament=hall.tournament, user_id=user, role="scorer", by=hall.alice)


@row("people.check_in.check_in", locks="entry ledgerhead", kinds="checked_in")
def _(hall: Hall):
    return lambda: check_in(tournament=hall.tournament, entries=hall.tournament.entries.all(), by=hall.rob)


@row("people.check_in.undo_check_in", locks="entry ledgerhead", kinds="check_in_undone")
def _(hall: Hall):
    everybody = hall.tournament.entries.all()
    check_in(tournament=hall.tournament, entries=everybody, by=hall.rob)
    return lambda: undo_check_in(tournament=hall.tournament, entries=everybody, by=hall.rob)


@row("people.fees.note_fees_paid", locks="entry ledgerhead", kinds="fees_paid")
def _(hall: Hall):
    entries = hall.tournament.entries.all()
    return lambda: note_fees_paid(tournament=hall.tournament, entries=entries, by=hall.alice)


@row("people.fees.undo_fees_paid", locks="entry ledgerhead", kinds="fees_unpaid")
def _(hall: Hall):
    entries = hall.tournament.entries.all()
    note_fees_paid(tournament=hall.tournament, entries=entries, by=hall.alice)
    return lambda: undo_fees_paid(tournament=hall.tournament, entries=entries, by=hall.alice)


def _waiting_list(hall: Hall, *, needs_approval: bool = False) -> list[Registration]:
    """Two players want one free place. The first gets it, or waits for approval; the other waits."""
    set_self_registration(
        tournament=hall.tournament,
        terms=RegistrationTerms(is_open=True, capacity=9, needs_approval=needs_approval),
        by=hall.alice,
    )
    return [sign_up(tournament=hall.tournament, about=About(name), by=Actor()) for name in ("Ken", "Lars")]


@row(
    "people.registration_terms.set_self_registration",
    locks="tournament ledgerhead selfregistration registration",
    kinds="self_registration_set registration_moved_up",
)
def _(hall: Hall):
    _waiting_list(hall, needs_approval=True)
    return lambda: set_self_registration(
        tournament=hall.tournament,
        terms=RegistrationTerms(is_open=True, capacity=10, needs_approval=True),
        by=hall.alice,
    )


@row(
    "people.registrations.sign_up",
    locks="question ledgerhead",
    kinds="registered signed_up",
    looks="selfregistration",
)
def _(hall: Hall):
    set_self_registration(tournament=hall.tournament, terms=RegistrationTerms(is_open=True), by=hall.alice)
    return lambda: sign_up(tournament=hall.tournament, about=About("Ken"), by=Actor())


@row(
    "people.registrations.accept_registration",
    locks="tournament ledgerhead registration",
    kinds="registered registration_accepted",
)
def _(hall: Hall):
    first, _second = _waiting_list(hall, needs_approval=True)
    return lambda: accept_registration(registration=first, by=hall.alice)


@row(
    "people.registrations.accept_registrations",
    locks="tournament ledgerhead registration",
    kinds="registered registration_accepted",
)
def _(hall: Hall):
    _waiting_list(hall, needs_approval=True)
    return lambda: accept_registrations(tournament=hall.tournament, by=hall.alice)


@row(
    "people.registrations.decline_registration",
    locks="tournament answer registration ledgerhead",
    kinds="registration_declined registration_moved_up",
)
def _(hall: Hall):
    first, _second = _waiting_list(hall, needs_approval=True)
    return lambda: decline_registration(registration=first, by=hall.alice)


@row(
    "people.registrations.cancel_registration",
    locks="tournament entry answer registration seatingconstraint formerteam nightplayer recognition standing"
    " handstatistics ledgerhead",
    kinds="entry_removed registration_cancelled registered registration_accepted",
)
def _(hall: Hall):
    first, _second = _waiting_list(hall)
    return lambda: cancel_registration(registration=first, by=Actor())


@row("staff.invitations.invite", locks="tournament ledgerhead", kinds="invited")
def _(hall: Hall):
    return lambda: invite(tournament=hall.tournament, role="scorer", by=hall.alice)


@row(
    "staff.invitations.accept_invitation",
    locks="tournament invitation ledgerhead",
    kinds="appointed invitation_accepted",
)
def _(hall: Hall):
    invitation, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
    return lambda: accept_invitation(invitation=invitation, by=hall.charlie)


@row(
    "staff.invitations.decline_invitation",
    locks="tournament invitation ledgerhead",
    kinds="invitation_declined",
)
def _(hall: Hall):
    invitation, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
    return lambda: decline_invitation(invitation=invitation)


@row(
    "staff.invitations.withdraw_invitation",
    locks="tournament invitation ledgerhead",
    kinds="invitation_withdrawn",
)
def _(hall: Hall):
    invitation, _code = invite(tournament=hall.tournament, role="scorer", by=hall.alice)
    return lambda: withdraw_invitation(invitation=invitation, by=hall.alice)


@row("setup.tie_breaks.set_tie_breaks", locks="tournament ledgerhead", kinds="tie_breaks_set")
def _(hall: Hall):
    return lambda: set_tie_breaks(
        tournament=hall.tournament, tie_breaks=["total", "points", "lot"], by=hall.alice
    )


@row(
    "setup.editing.edit_tournament",
    locks="tournament oldaddress nametrace ledgerhead",
    kinds="tournament_edited",
)
def _(hall: Hall):
    return lambda: edit_tournament(
        tournament=hall.tournament,
        changes={"slug": "autumn-open", "name": "Autumn Open"},
        seen=tournament_tag(hall.tournament),
        by=hall.alice,
    )


@row("setup.editing.rename_stage", locks="tournament stage nametrace ledgerhead", kinds="stage_renamed")
def _(hall: Hall):
    stage = hall.stage
    return lambda: rename_stage(stage=stage, name="Final", seen=stage_tag(stage), by=hall.alice)


@row(
    "setup.discarding.discard_tournament",
    locks="tournament oldaddress rehearsal ledgerhead",
    kinds="tournament_discarded",
)
def _(hall: Hall):
    return lambda: discard_tournament(tournament=hall.tournament, by=hall.alice)


@row("setup.archiving.archive_tournament", locks="tournament ledgerhead", kinds="tournament_archived")
def _(hall: Hall):
    return lambda: archive_tournament(tournament=hall.tournament, by=hall.alice)


@row("setup.archiving.bring_back_tournament", locks="tournament ledgerhead", kinds="tournament_brought_back")
def _(hall: Hall):
    archive_tournament(tournament=hall.tournament, by=hall.alice)
    return lambda: bring_back_tournament(tournament=hall.tournament, by=hall.alice)


# Leagues, which have ledgers of their own


@row(
    "leagues.founding.create_league",
    locks="leagueledgerhead league",
    kinds="",
    looks="league nametrace oldleagueaddress",
)
def _(hall: Hall):
    return lambda: create_league(slug="league", name="League", by=hall.alice)


@row("leagues.founding.create_season", locks="league leagueledgerhead", kinds="")
def _(hall: Hall):
    league = _league(hall)
    return lambda: create_season(league=league, name="2026", by=hall.alice)


@row(
    "leagues.founding.edit_league",
    locks="league oldleagueaddress nametrace leagueledgerhead",
    kinds="",
)
def _(hall: Hall):
    league = _league(hall)
    changes, seen = {"slug": "river", "name": "River League"}, league_tag(league)
    return lambda: edit_league(league=league, changes=changes, seen=seen, by=hall.alice)


@row("leagues.founding.rename_season", locks="league season nametrace leagueledgerhead", kinds="")
def _(hall: Hall):
    season = _season(hall)
    return lambda: rename_season(season=season, name="2027", seen=season_tag(season), by=hall.alice)


@row(
    "leagues.founding.remove_season",
    locks="league division seasonrankingrule seasonawardrule award season leagueledgerhead",
    kinds="",
)
def _(hall: Hall):
    season = _season(hall)
    return lambda: remove_season(season=season, by=hall.alice)


@row("leagues.founding.remove_league", locks="league oldleagueaddress leagueledgerhead", kinds="")
def _(hall: Hall):
    league = _league(hall)
    return lambda: remove_league(league=league, by=hall.alice)


@row("leagues.divisions.set_divisions", locks="league division leagueledgerhead", kinds="")
def _(hall: Hall):
    season = _season(hall)
    stored = set_divisions(
        season=season, divisions=[{"name": "A"}, {"name": "B"}], seen=divisions_tag([]), by=hall.alice
    )
    return lambda: set_divisions(
        season=season, divisions=[{"name": "First"}], seen=divisions_tag(stored), by=hall.alice
    )


@row("leagues.presets.open_season", locks="league leagueledgerhead division", kinds="")
def _(hall: Hall):
    league = _league(hall)
    return lambda: open_season(league=league, name="2027", preset="two_divisions", by=hall.alice)


@row("leagues.hosts.set_league_host", locks="league leaguehost leagueledgerhead", kinds="")
def _(hall: Hall):
    league = _league(hall)
    return lambda: set_league_host(league=league, host="river.example.org", by=hall.alice)


@row("leagues.rating.set_rating", locks="league ratingrule leagueledgerhead", kinds="")
def _(hall: Hall):
    league = _league(hall)
    return lambda: set_rating(league=league, method="elo", minimum_games=3, by=hall.alice)


@row("leagues.season_ranking.set_season_ranking", locks="league seasonrankingrule leagueledgerhead", kinds="")
def _(hall: Hall):
    season = _season(hall)
    return lambda: set_season_ranking(season=season, rule=SeasonRanking(best=3), by=hall.alice)


@row("seasons.awards.set_season_awards", locks="league seasonawardrule leagueledgerhead", kinds="")
def _(hall: Hall):
    season = _season(hall)
    terms = AwardTerms(("total", "not_last"), 10)
    return lambda: set_season_awards(season=season, terms=terms, by=hall.alice)


@row("seasons.awards.award_season_titles", locks="league award leagueledgerhead", kinds="")
def _(hall: Hall):
    season = _played_season(hall)
    set_season_awards(season=season, terms=AwardTerms(("champion",)), by=hall.alice)
    award_season_titles(season=season, by=hall.alice)
    set_season_awards(season=season, terms=AwardTerms(("champion", "total")), by=hall.alice)
    return lambda: award_season_titles(season=season, by=hall.alice)


@row(
    "seasons.confirming.confirm_next_season",
    locks="league ledgerhead leagueledgerhead division tournament",
    kinds=" ".join(
        2 * ["created stage_added appointed registered registered registered registered appointed appointed"]
    ),
)
def _(hall: Hall):
    season = _played_season(hall)
    seen, changes = _proposed(season)
    return lambda: confirm_next_season(
        season=season, plan=SeasonPlan("2027", changes=changes), seen=seen, by=hall.alice
    )


@row(
    "seasons.revoking.revoke_next_season",
    locks="league tournament oldaddress rehearsal move teammove division seasonrankingrule seasonawardrule award"
    " season ledgerhead leagueledgerhead",
    kinds="tournament_discarded tournament_discarded",
)
def _(hall: Hall):
    season = _played_season(hall)
    seen, changes = _proposed(season)
    confirm_next_season(season=season, plan=SeasonPlan("2027", changes=changes), seen=seen, by=hall.alice)
    return lambda: revoke_next_season(season=season, confirm=[SEASON_REVOKED], by=hall.alice)


@row("leagues.staff.appoint_organizer", locks="league leagueledgerhead", kinds="")
def _(hall: Hall):
    league, user = _league(hall), hall.charlie.user
    return lambda: appoint_organizer(league=league, user=user, by=hall.alice)


@row("leagues.staff.dismiss_organizer", locks="league leaguestaff leagueledgerhead", kinds="")
def _(hall: Hall):
    league = _league(hall)
    staff = appoint_organizer(league=league, user=hall.charlie.user, by=hall.alice)
    return lambda: dismiss_organizer(staff=staff, by=hall.alice)


@row("staff.invitations.invite_organizer", locks="league leagueledgerhead", kinds="")
def _(hall: Hall):
    league = _league(hall)
    return lambda: invite_organizer(league=league, by=hall.alice)


def _league(hall: Hall) -> League:
    return create_league(slug="league", name="League", by=hall.alice)


def _played_season(hall: Hall) -> Season:
    season = _season(hall)
    for slug in ("upper", "lower"):
        played = open_hall(slug, season=season, level=1 if slug == "upper" else 2, players=4)
        play(played.started().tables.get(), played.alice)
        ending.finish_tournament(tournament=played.tournament, by=played.alice, confirm=["rounds_open"])
        publish_tournament(played.tournament.pk)
    return season


@row("leagues.text_removal.remove_league_texts", locks="league move ledgertext leagueledgerhead", kinds="")
def _(hall: Hall):
    season = _played_season(hall)
    seen, changes = _proposed(season)
    confirm_next_season(season=season, plan=SeasonPlan("2027", changes=changes), seen=seen, by=hall.alice)
    entry = season.league.ledger.get(kind="season_confirmed")
    return lambda: remove_league_texts(entry=entry, by=hall.alice)


def _proposed(season: Season) -> tuple[str, list[Change]]:
    """Return the tag of the proposal, and a change that places a player where they would go anyway."""
    proposal = propose_next_season(season)
    place = next(iter(proposal.places.values()))
    return proposal.tag, [Change(place.player, place.to_level, CANARY)]


def _season(hall: Hall) -> Season:
    return create_season(league=_league(hall), name="2026", by=hall.alice)


@row(
    "setup.editing.remove_stage",
    locks="tournament stage timelimit seatdrawrule countingrule lineuprule plannedrounds gamecount publication"
    " lastroundneeds standingsafterround standing teamstanding seathands handstatistics teamcountingrule gamequota"
    " ledgerhead",
    kinds="stage_removed",
)
def _(hall: Hall):
    stage = tournaments.add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    return lambda: remove_stage(stage=stage, by=hall.alice)


@row(
    "stages.presets.use_preset",
    locks="tournament stage nametrace ledgerhead qualification",
    kinds="stage_renamed stage_added qualification_set",
)
def _(hall: Hall):
    return lambda: use_preset(tournament=hall.tournament, preset="qualifying_final", by=hall.alice)


@row("setup.settings.set_setting", locks="tournament gamequota ledgerhead", kinds="game_quota_set")
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    return lambda: set_setting(GameQuotaSet, {"least": 10}, stage=stage, by=hall.alice)


@row("stages.counting.set_counting", locks="tournament countingrule ledgerhead", kinds="counting_set")
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    return lambda: set_counting(
        stage=stage, selection="best", number=5, by=hall.alice, confirm=["ranks_may_change"]
    )


@row(
    "stages.finals.make_final",
    locks="tournament ledgerhead qualification",
    kinds="stage_added qualification_set",
)
def _(hall: Hall):
    return lambda: make_final(tournament=hall.tournament, size=4, carries="ratio", by=hall.alice)


@row(
    "stages.qualification.set_qualification",
    locks="tournament qualification ledgerhead",
    kinds="qualification_set",
)
def _(hall: Hall):
    final = tournaments.add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    terms = Terms(rules=[Places(hall.tournament.stages.get(ordinal=1).pk, last=4)], carries="full")
    seen = qualification_tag(None)
    return lambda: set_qualification(stage=final, terms=terms, seen=seen, by=hall.alice)


def with_terms(hall: Hall) -> Stage:
    """Return a final with four qualifiers."""
    main = hall.tournament.stages.get(ordinal=1)
    final = tournaments.add_stage(tournament=hall.tournament, name="Final", by=hall.alice)
    terms = Terms(rules=[Places(main.pk, last=4)], carries="full")
    set_qualification(stage=final, terms=terms, seen=qualification_tag(None), by=hall.alice)
    return final


def confirm_four(hall: Hall, final: Stage) -> Callable[[], object]:
    seen = proposed(Qualification.objects.select_related("stage__tournament").get(stage=final))
    keys, tag = [one.key for one in seen.candidates], proposal_tag(seen)
    return lambda: confirm_qualifiers(
        stage=final, keys=keys, seen=tag, by=hall.alice, confirm=["results_missing", "lot_decides"]
    )


@row(
    "stages.qualification.remove_qualification",
    locks="tournament qualifyingrule qualifier qualification ledgerhead",
    kinds="qualification_removed",
)
def _(hall: Hall):
    final = with_terms(hall)
    return lambda: remove_qualification(stage=final, by=hall.alice)


@row(
    "stages.qualifiers.confirm_qualifiers",
    locks="tournament qualifier qualification ledgerhead",
    kinds="qualifiers_confirmed",
)
def _(hall: Hall):
    final = with_terms(hall)
    return confirm_four(hall, final)


@row(
    "stages.qualifiers.take_back_qualifiers",
    locks="tournament qualifier qualification ledgerhead",
    kinds="qualifiers_taken_back",
)
def _(hall: Hall):
    final = with_terms(hall)
    confirm_four(hall, final)()
    return lambda: take_back_qualifiers(stage=final, by=hall.alice)


@row("people.teams.rename_team", locks="tournament team nametrace ledgerhead", kinds="team_renamed")
def _(hall: Hall):
    team = entries.form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    return lambda: rename_team(team=team, name="Lions", seen=team_tag(team), by=hall.alice)


@row(
    "people.teams.remove_team",
    locks="tournament team lineup teamstanding teamlook ledgerhead",
    kinds="team_removed",
)
def _(hall: Hall):
    team = entries.form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    return lambda: remove_team(team=team, by=hall.alice)


@row("teams.looks.set_team_look", locks="tournament teamlook nametrace ledgerhead", kinds="team_look_set")
def _(hall: Hall):
    team = entries.form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    seen = team_look_tag(None)
    return lambda: set_team_look(team=team, colour="#224466", mark="熊", seen=seen, by=hall.alice)


def captain_to_be(hall: Hall) -> tuple[Team, Entry]:
    team = with_a_team(hall)
    return team, hall.tournament.entries.get(number=2)


@row("teams.captains.name_captain", locks="tournament captain ledgerhead", kinds="captain_named")
def _(hall: Hall):
    team, entry = captain_to_be(hall)
    return lambda: name_captain(team=team, entry=entry, by=hall.alice)


@row(
    "teams.counting.set_team_counting",
    locks="tournament teamcountingrule ledgerhead",
    kinds="team_counting_set",
)
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    return lambda: set_team_counting(
        stage=stage, match_points=[4, 2, 1, 0], by=hall.alice, confirm=["ranks_may_change"]
    )


@row("about.saying.set_said", locks="tournament about nametrace ledgerhead", kinds="about_set")
def _(hall: Hall):
    tag = said_tag(AboutSet, [])
    return lambda: set_said(AboutSet, [ABOUT], tournament=hall.tournament, seen=tag, by=hall.alice)


@row(
    "about.about.describe_tournament",
    locks="tournament about nametrace ledgerhead",
    kinds="about_set",
)
def _(hall: Hall):
    tag = said_tag(AboutSet, [])
    return lambda: describe_tournament(tournament=hall.tournament, seen=tag, by=hall.alice, **ABOUT)


@row("about.about.thank_players", locks="tournament thanks nametrace ledgerhead", kinds="thanks_set")
def _(hall: Hall):
    tag = said_tag(ThanksSet, [])
    return lambda: thank_players(tournament=hall.tournament, seen=tag, by=hall.alice, **THANKS)


@row(
    "about.brands.set_brand",
    locks="tournament brand sponsor brandpicture nametrace ledgerhead",
    kinds="brand_set sponsors_set brand_pictures_set",
)
def _(hall: Hall):
    seen, logo = brand_tag(hall.tournament), logo_of(sent_picture())
    sponsors = [{"name": "Green Tiles", "link": "", "logo": logo.file}]
    return lambda: set_brand(
        owner=hall.tournament, brand=BRAND, sponsors=sponsors, pictures=[logo], seen=seen, by=hall.alice
    )


@row(
    "setup.webhooks.add_webhook",
    locks="tournament ledgerhead",
    kinds="webhook_added",
)
def _(hall: Hall):
    return lambda: add_webhook(owner=hall.tournament, by=hall.alice, **WEBHOOK)


@row("setup.webhooks.change_webhook", locks="tournament webhook ledgerhead", kinds="webhook_changed")
def _(hall: Hall):
    webhook = add_webhook(owner=hall.tournament, by=hall.alice, **WEBHOOK)
    return lambda: change_webhook(webhook=webhook, events=["end"], language="ja", by=hall.alice)


@row("setup.webhooks.rotate_webhook_secret", locks="tournament webhook ledgerhead", kinds="webhook_changed")
def _(hall: Hall):
    webhook = add_webhook(owner=hall.tournament, by=hall.alice, **{**WEBHOOK, "shape": "json"})
    return lambda: rotate_webhook_secret(webhook=webhook, by=hall.alice)


@row(
    "setup.webhooks.resume_webhook",
    locks="tournament webhook webhookcursor ledgerhead",
    kinds="webhook_changed",
)
def _(hall: Hall):
    webhook = add_webhook(owner=hall.tournament, by=hall.alice, **WEBHOOK)
    Webhook.objects.filter(pk=webhook.pk).update(off_at=Now())
    return lambda: resume_webhook(webhook=webhook, by=hall.alice)


@row(
    "setup.webhooks.remove_webhook",
    locks="tournament webhook webhookdelivery webhookcursor ledgerhead",
    kinds="webhook_removed",
)
def _(hall: Hall):
    webhook = add_webhook(owner=hall.tournament, by=hall.alice, **WEBHOOK)
    return lambda: remove_webhook(webhook=webhook, by=hall.alice)


@row("setup.webhooks.ask_for_delivery", locks="tournament webhook", kinds="")
def _(hall: Hall):
    webhook = add_webhook(owner=hall.tournament, by=hall.alice, **WEBHOOK)
    return lambda: ask_for_delivery(webhook=webhook)


@row(
    "about.timetable.set_timetable",
    locks="tournament timetableitem nametrace ledgerhead",
    kinds="timetable_set",
)
def _(hall: Hall):
    tag = said_tag(TimetableSet, [])
    return lambda: set_timetable(tournament=hall.tournament, items=ITEMS, seen=tag, by=hall.alice)


@row(
    "about.questions.set_questions",
    locks="tournament question nametrace ledgerhead",
    kinds="questions_set",
)
def _(hall: Hall):
    tag = said_tag(QuestionsSet, [])
    return lambda: set_questions(tournament=hall.tournament, questions=QUESTIONS, seen=tag, by=hall.alice)


@row(
    "play.round_times.set_planned_rounds",
    locks="tournament plannedrounds ledgerhead",
    kinds="planned_rounds_set",
)
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    return lambda: set_planned_rounds(stage=stage, rounds=6, minutes=75, by=hall.alice)


@row("teams.quotas.set_game_quota", locks="tournament gamequota ledgerhead", kinds="game_quota_set")
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    return lambda: set_game_quota(stage=stage, least=10, most=45, by=hall.alice)


def with_line_ups(hall: Hall) -> tuple[Round, Team]:
    """Return a round where one team submits its four players, and another does not."""
    team = with_a_team(hall)
    foxes = entries.form_team(tournament=hall.tournament, name="Foxes", by=hall.alice)
    hall.tournament.entries.filter(number__gt=4).update(team=foxes)
    stage = hall.tournament.stages.get(ordinal=1)
    set_line_up_rule(stage=stage, late_penalty=1_000, by=hall.alice)
    round_ = draft_rounds.publish_round(round_=hall.draw(), by=hall.alice)
    return round_, team


def two_players(hall: Hall) -> list[Entry]:
    return list(hall.tournament.entries.order_by("number")[:2])


def with_quota(hall: Hall, entries: list[Entry]) -> LineUpQuota:
    args = {"tournament": hall.tournament, "name": "Juniors", "least": 1, "by": hall.alice}
    return add_line_up_quota(entries=entries[:1], **args)


@row(
    "people.line_up_quotas.add_line_up_quota",
    locks="tournament lineupquotamember ledgerhead",
    kinds="line_up_quotas_set",
)
def _(hall: Hall):
    entries = two_players(hall)
    return lambda: with_quota(hall, entries)


@row(
    "people.line_up_quotas.edit_line_up_quota",
    locks="tournament lineupquota lineupquotamember ledgerhead",
    kinds="line_up_quotas_set",
)
def _(hall: Hall):
    entries = two_players(hall)
    quota = with_quota(hall, entries)
    seen = line_up_quota_tag(quota)
    args = {"name": "Under 30", "least": 2, "entries": entries[1:], "seen": seen, "by": hall.alice}
    return lambda: edit_line_up_quota(quota=quota, **args)


@row(
    "people.line_up_quotas.remove_line_up_quota",
    locks="tournament lineupquota lineupquotamember ledgerhead",
    kinds="line_up_quotas_set",
)
def _(hall: Hall):
    quota = with_quota(hall, two_players(hall))
    return lambda: remove_line_up_quota(quota=quota, by=hall.alice)


@row("teams.line_ups.set_line_up_rule", locks="tournament lineuprule ledgerhead", kinds="line_up_rule_set")
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    set_line_up_rule(stage=stage, late_penalty=1_000, by=hall.alice)
    return lambda: set_line_up_rule(stage=stage, closes_before=60, by=hall.alice)


@row("teams.line_ups.hand_in_line_up", locks="tournament round lineup ledgerhead", kinds="line_up_handed_in")
def _(hall: Hall):
    round_, team = with_line_ups(hall)
    players = list(team.entries.order_by("number"))
    return lambda: hand_in_line_up(round_=round_, team=team, entries=players, by=hall.alice)


@row(
    "teams.line_ups.show_line_ups",
    locks="tournament round team seatdraw score seattoken refereecall seathands seat lineup ledgerhead",
    kinds="unpublished line_ups_shown published team_penalized",
)
def _(hall: Hall):
    round_, team = with_line_ups(hall)
    players = list(team.entries.order_by("number"))
    hand_in_line_up(round_=round_, team=team, entries=players, by=hall.alice)
    return lambda: show_line_ups(round_=round_, by=hall.alice, confirm=["line_ups_missing"])


def club_of_free_play(hall: Hall) -> tuple[Stage, list[Entry]]:
    stage = hall.tournament.stages.get(ordinal=1)
    set_free_play(stage=stage, is_on=True, by=hall.alice)
    return stage, list(hall.tournament.entries.order_by("number")[:4])


@row("free_play.stage_kind.set_free_play", locks="tournament stage ledgerhead", kinds="free_play_set")
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    return lambda: set_free_play(stage=stage, is_on=True, by=hall.alice)


@row(
    "free_play.tables.open_table",
    locks="tournament round roundcount ledgerhead tableformat",
    kinds="table_opened rulebook_pinned",
)
def _(hall: Hall):
    stage, players = club_of_free_play(hall)
    return lambda: open_table(stage=stage, players=players, by=hall.alice)


@row(
    "free_play.tables.take_table_back",
    locks="tournament round table tableclock seatdraw score seattoken refereecall seathands seat "
    "roundcount roundclock lineup lastroundneeds ledgerhead",
    kinds="table_taken_back",
)
def _(hall: Hall):
    stage, players = club_of_free_play(hall)
    table = open_table(stage=stage, players=players, by=hall.alice)
    return lambda: take_table_back(table=table, by=hall.alice)


def planned_night(hall: Hall, **terms: object) -> tuple[Night, list[Entry]]:
    stage, players = club_of_free_play(hall)
    found = NightTerms(datetime(2030, 1, 8, 10, tzinfo=UTC), **terms)  # type: ignore[arg-type]
    (night,) = plan_nights(stage=stage, terms=found, by=hall.alice)
    return night, players


@row("free_play.nights.plan_nights", locks="tournament ledgerhead", kinds="night_planned")
def _(hall: Hall):
    stage, _players = club_of_free_play(hall)
    terms = NightTerms(datetime(2030, 1, 8, 10, tzinfo=UTC))
    return lambda: plan_nights(stage=stage, terms=terms, by=hall.alice)


@row("free_play.nights.change_night", locks="night nightplayer ledgerhead", kinds="night_planned")
def _(hall: Hall):
    night, players = planned_night(hall, places=1)
    for entry in players[:2]:
        sign_up_for_night(night=night, entry=entry, by=hall.alice)
    return lambda: change_night(night=night, terms=NightTerms(night.starts_at, places=2), by=hall.alice)


@row("free_play.nights.cancel_night", locks="night ledgerhead", kinds="night_cancelled")
def _(hall: Hall):
    night, _players = planned_night(hall)
    return lambda: cancel_night(night=night, by=hall.alice)


@row(
    "free_play.nights.settle_night",
    locks="tournament night nightplayer ledgerhead",
    kinds="night_settled penalized",
)
def _(hall: Hall):
    night, players = planned_night(hall, absence_penalty=1_000)
    sign_up_for_night(night=night, entry=players[0], by=hall.alice)
    began = NightTerms(datetime(2020, 1, 8, 10, tzinfo=UTC), absence_penalty=1_000)
    night = change_night(night=night, terms=began, by=hall.alice)
    return lambda: settle_night(night=night, absent=players[:1], by=hall.alice)


@row("free_play.sign_ups.sign_up_for_night", locks="night nightplayer ledgerhead", kinds="night_signed_up")
def _(hall: Hall):
    night, players = planned_night(hall)
    return lambda: sign_up_for_night(night=night, entry=players[0], by=hall.alice)


@row("free_play.sign_ups.sign_off_from_night", locks="night nightplayer ledgerhead", kinds="night_signed_off")
def _(hall: Hall):
    night, players = planned_night(hall, places=1)
    for entry in players[:2]:
        sign_up_for_night(night=night, entry=entry, by=hall.alice)
    return lambda: sign_off_from_night(night=night, entry=players[0], by=hall.alice)


@row("teams.captains.remove_captain", locks="tournament captain ledgerhead", kinds="captain_removed")
def _(hall: Hall):
    team, entry = captain_to_be(hall)
    name_captain(team=team, entry=entry, by=hall.alice)
    return lambda: remove_captain(team=team, by=hall.alice)


@row("teams.rosters.change_team", locks="tournament entry formerteam ledgerhead", kinds="team_changed")
def _(hall: Hall):
    _team, entry = captain_to_be(hall)
    return lambda: change_team(
        entry=entry, team=None, since=None, seen=entry_tag(entry), by=hall.alice, confirm=[HAS_A_SEAT]
    )


@row("people.editing.edit_entry", locks="tournament entry ledgerhead", kinds="entry_edited")
def _(hall: Hall):
    entry = hall.tournament.entries.get(number=2)
    return lambda: edit_entry(entry=entry, changes={"number": 99}, seen=entry_tag(entry), by=hall.alice)


@row(
    "people.editing.remove_entry",
    locks="tournament entry registration seatingconstraint formerteam nightplayer recognition standing"
    " handstatistics ledgerhead",
    kinds="entry_removed",
)
def _(hall: Hall):
    entry = hall.tournament.entries.get(number=2)
    return lambda: remove_entry(entry=entry, by=hall.alice)


@row(
    "people.deleting.delete_player",
    locks="player licence firsttournament mergedplayer recordproposal rating nametrace",
    kinds="",
)
def _(hall: Hall):
    player = add_player(name="Kei")
    seen = player_tag(player)
    return lambda: delete_player(player=player, seen=seen, by=hall.alice)


@row(
    "people.deleting.remove_entry_and_player",
    locks="player tournament entry registration seatingconstraint formerteam nightplayer recognition"
    " standing handstatistics ledgerhead licence firsttournament mergedplayer recordproposal rating nametrace",
    kinds="entry_removed",
)
def _(hall: Hall):
    entry = hall.tournament.entries.get(number=2)
    return lambda: remove_entry_and_player(entry=entry, by=hall.alice)


@row(
    "people.merging.merge_players",
    locks="player tournament entry score night registration move licence mergedplayer firsttournament recordproposal"
    " rating nametrace ledgerhead",
    kinds="players_merged",
)
def _(hall: Hall):
    own, other = (one.player for one in hall.tournament.entries.select_related("player")[:2])
    seen = player_tag(own)
    return lambda: merge_players(
        player=own, other=other, seen=seen, by=hall.alice, confirm=["merged_for_good"]
    )


@row("people.recognizing.recognize_entry", locks="entry recognition", kinds="")
def _(hall: Hall):
    entry = hall.tournament.entries.get(number=2)
    return lambda: recognize_entry(entry=entry, is_theirs=False, by=hall.alice)


@row("people.record_proposals.propose_change", locks="user player", kinds="")
def _(hall: Hall):
    player, changes = add_player(name="Kei"), {"name": "Kay"}
    return lambda: propose_change(player=player, tournament=hall.tournament, changes=changes, by=hall.alice)


@row("people.record_proposals.refuse_proposal", locks="player recordproposal", kinds="")
def _(hall: Hall):
    proposal = _proposal(hall)
    return lambda: refuse_proposal(proposal=proposal, by=hall.alice)


@row(
    "people.record_proposals.accept_proposal",
    locks="player recordproposal nametrace ledgerhead",
    kinds="player_edited",
)
def _(hall: Hall):
    proposal = _proposal(hall)
    seen = player_tag(proposal.player)
    return lambda: accept_proposal(proposal=proposal, seen=seen, by=hall.alice)


def _proposal(hall: Hall) -> RecordProposal:
    player = hall.tournament.entries.select_related("player").get(number=2).player
    return propose_change(
        player=player, tournament=hall.tournament, changes={"name": "Dora Dee"}, by=hall.rob
    )


@row("people.editing.edit_player", locks="player nametrace ledgerhead", kinds="player_edited")
def _(hall: Hall):
    player = hall.tournament.entries.select_related("player").get(number=2).player
    seen = player_tag(player)
    return lambda: edit_player(player=player, changes={"name": "Dora Dee"}, seen=seen, by=hall.alice)


@row("setup.ranking.set_ranking", locks="tournament ledgerhead", kinds="ranking_set")
def _(hall: Hall):
    return lambda: set_ranking(
        tournament=hall.tournament, substitutes="for_absent", withdrawn="below", by=hall.alice
    )


@row("setup.ledger_baseline.record_baseline", locks="tournament ledgerhead", kinds="baseline")
def _(hall: Hall):
    return lambda: record_baseline(tournament=hall.tournament, by=hall.alice)


@row(
    "setup.house_rules.change_house_rules",
    locks="tournament tableformat ledgerhead",
    kinds="rules_changed",
)
def _(hall: Hall):
    rules, seen = {"chombo.amount": 30}, hall.tournament.rulebook.hash()
    return lambda: change_house_rules(tournament=hall.tournament, house_rules=rules, seen=seen, by=hall.alice)


@row("setup.odd_tables.name_odd_rulebook", locks="tournament ledgerhead", kinds="odd_rulebook_named")
def _(hall: Hall):
    return lambda: name_odd_rulebook(
        tournament=hall.tournament, players=3, rulebook_id="mleague", house_rules=THREES.rules, by=hall.alice
    )


@row("credentials.api_tokens.create_api_token", locks="user", kinds="")
def _(hall: Hall):
    return lambda: create_api_token(name="Board", scope="read", days=1, by=hall.alice)


@row("credentials.api_tokens.revoke_api_token", locks="apitoken", kinds="")
def _(hall: Hall):
    token, _secret = create_api_token(name="Board", scope="read", days=1, by=hall.alice)
    return lambda: revoke_api_token(token=token)


# People


@row("people.entries.register", locks="ledgerhead", kinds="registered")
def _(hall: Hall):
    player = add_player(name="Kei")
    return lambda: entries.register(tournament=hall.tournament, player=player, by=hall.alice)


@row("people.entries.form_team", locks="ledgerhead", kinds="team_formed", looks="nametrace team")
def _(hall: Hall):
    return lambda: entries.form_team(tournament=hall.tournament, name="Bears", by=hall.alice)


@row("people.entries.withdraw", locks="tournament entry ledgerhead", kinds="withdrew")
def _(hall: Hall):
    entry = Entry.objects.get(number=1)
    return lambda: entries.withdraw(entry=entry, by=hall.alice)


@row("people.entries.reinstate", locks="tournament entry ledgerhead", kinds="reinstated")
def _(hall: Hall):
    entry = entries.withdraw(entry=Entry.objects.get(number=1), by=hall.alice)
    return lambda: entries.reinstate(entry=entry, by=hall.alice)


@row(
    "imports.players.import_players",
    locks="tournament ledgerhead",
    kinds="players_imported",
    looks="ledgerhead",
)
def _(hall: Hall):
    return lambda: import_players(tournament=hall.tournament, text=PLAYERS, by=hall.alice)


@row(
    "imports.results.import_sheet",
    locks="tournament roundcount gamecount tableformat ledgerhead",
    kinds="rulebook_pinned players_imported results_imported imported",
    looks="ledgerhead tableformat",
)
def _(hall: Hall):
    return lambda: import_results(
        stage=hall.stage,
        text=RESULTS.replace("40000", "39000"),
        options=ResultsOptions(accept_unbalanced=CANARY),
        by=hall.alice,
    )


@row("play.penalties.penalize", locks="round ledgerhead", kinds="penalized")
def _(hall: Hall):
    entry, round_ = Entry.objects.get(number=1), hall.started()
    return lambda: penalties.penalize(
        stage=hall.stage, entry=entry, ruling=Ruling(1, CANARY, round=round_), by=hall.rob
    )


def with_a_team(hall: Hall) -> Team:
    team = entries.form_team(tournament=hall.tournament, name="Bears", by=hall.alice)
    hall.tournament.entries.filter(number__lte=4).update(team=team)
    return team


@row("play.penalties.penalize_team", locks="round team ledgerhead", kinds="team_penalized")
def _(hall: Hall):
    team, round_ = with_a_team(hall), hall.started()
    return lambda: penalties.penalize_team(
        stage=hall.stage, team=team, ruling=Ruling(1, CANARY, round=round_), by=hall.rob
    )


@row("play.penalties.lift_penalty", locks="penalty ledgerhead", kinds="penalty_lifted")
def _(hall: Hall):
    entry = Entry.objects.get(number=1)
    penalty = penalties.penalize(stage=hall.stage, entry=entry, ruling=Ruling(1, CANARY), by=hall.rob)
    return lambda: penalties.lift_penalty(penalty=penalty, reason=CANARY, by=hall.rob)


@row("draws.seating_constraints.add_seating_constraint", locks="tournament ledgerhead", kinds="wish_made")
def _(hall: Hall):
    entry = Entry.objects.get(number=1)
    return lambda: seating_constraints.add_seating_constraint(
        tournament=hall.tournament, wish=Wish("table", entry, table=1, reason=CANARY), by=hall.alice
    )


@row(
    "draws.seating_constraints.drop_seating_constraint",
    locks="tournament seatingconstraint ledgerhead ledgertext",
    kinds="wish_dropped text_removed",
)
def _(hall: Hall):
    entry = Entry.objects.get(number=1)
    constraint = seating_constraints.add_seating_constraint(
        tournament=hall.tournament, wish=Wish("table", entry, table=1, reason=CANARY), by=hall.alice
    )
    return lambda: seating_constraints.drop_seating_constraint(constraint=constraint, by=hall.alice)


# Draws


@row("draws.draws.commit_seed", locks="tournament ledgerhead", kinds="seed_committed")
def _(hall: Hall):
    return lambda: draws.commit_seed(stage=hall.stage, by=hall.alice)


@row("draws.draws.draw", locks="tournament roundcount ledgerhead", kinds="drawn")
def _(hall: Hall):
    return lambda: draws.draw(stage=hall.stage, plan=Plan(), reason=CANARY, by=hall.alice)


@row(
    "draws.draws.redraw",
    locks="tournament round seatdraw score seattoken refereecall seathands seat table roundcount "
    "lineup lastroundneeds ledgerhead",
    kinds="drawn discarded",
)
def _(hall: Hall):
    """Two rounds are redrawn as one: the other is deleted."""
    old = draws.draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice)
    return lambda: draws.redraw(old=old, plan=Plan(), reason=CANARY, by=hall.alice)


@row(
    "draws.draws.discard_draw",
    locks="tournament round seatdraw score seattoken refereecall seathands lineup roundcount "
    "lastroundneeds seat table ledgerhead",
    kinds="discarded",
)
def _(hall: Hall):
    old = hall.draw().draw
    return lambda: draws.discard_draw(old=old, by=hall.alice)


@row(
    "draws.exchanges.swap_players",
    locks="tournament round seatdraw score seattoken refereecall seathands seat ledgerhead",
    kinds="unpublished swapped published",
)
def _(hall: Hall):
    round_ = draft_rounds.publish_round(round_=hall.draw(), by=hall.alice)
    one, other = (round_.tables.get(number=number).seats.first().entry for number in (1, 2))
    return lambda: exchanges.swap_players(round_=round_, one=one, other=other, by=hall.alice)


@row("draws.files.import_draw", locks="tournament roundcount ledgerhead", kinds="drawn")
def _(hall: Hall):
    return lambda: import_draw(stage=hall.stage, text=DRAW, by=hall.alice)


@row("draws.jobs.orders.draw_or_order", locks="tournament ledgerhead", kinds="draw_ordered")
def _(hall: Hall):
    _sixteen(hall)
    return lambda: draw_or_order(stage=hall.stage, plan=LONG, reason=CANARY, by=hall.alice)


@row("draws.jobs.orders.redraw_or_order", locks="tournament round ledgerhead", kinds="draw_ordered")
def _(hall: Hall):
    _sixteen(hall)
    old = draws.draw(stage=hall.stage, plan=Plan(), by=hall.alice)
    return lambda: redraw_or_order(old=old, plan=LONG, reason=CANARY, by=hall.alice)


@row("draws.jobs.orders.cancel_draw_job", locks="tournament drawjob ledgerhead", kinds="draw_cancelled")
def _(hall: Hall):
    job = _ordered(hall)
    return lambda: cancel_draw_job(job=job, by=hall.alice)


@row("draws.jobs.worker._store", locks="tournament drawjob roundcount ledgerhead", kinds="drawn drawn")
def _(hall: Hall):
    _ordered(hall)
    job = worker._take()
    found = worker.run(*read({**json.loads(job.request), "seed": job.seed}))
    return lambda: worker._store(job, found)


@row("draws.jobs.worker._refuse", locks="tournament drawjob ledgerhead", kinds="draw_refused")
def _(hall: Hall):
    _ordered(hall)
    job = worker._take()
    return lambda: worker.finish(job, SeatingError("impossible", "No such draw."))


@row("draws.jobs.worker._give_up", locks="tournament drawjob ledgerhead", kinds="draw_lost", looks="drawjob")
def _(hall: Hall):
    _ordered(hall)
    DrawJob.objects.update(
        status="running",
        attempt=worker.MOST_ATTEMPTS,
        started_at="2026-01-01T00:00:00Z",
        heartbeat_at="2026-01-01T00:00:00Z",
    )
    return worker._give_up


@row(
    "draws.free_play.draw_night",
    locks="tournament ledgerhead roundcount round tableformat",
    kinds="registered drawn published started rulebook_pinned",
)
def _(hall: Hall):
    present = list(Entry.objects.order_by("number")[:7])
    return lambda: draw_night(
        stage=hall.stage, present=present, newcomers=[Newcomer("Kei")], start=True, by=hall.alice
    )


@row(
    "draws.repairs.repair_schedule",
    locks="tournament round entry seattoken ledgerhead lineup seat",
    kinds="registered repaired drawn drawn withdrew",
)
def _(hall: Hall):
    draws.draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice)
    leaver = Entry.objects.get(number=1)
    joiner = entries.register(tournament=hall.tournament, player=add_player(name="Kei"), by=hall.alice)
    return lambda: repair_schedule(
        stage=hall.stage,
        change=ScheduleChange(
            leavers=[leaver], joiners=[joiner], newcomers=[Newcomer("Mio")], remainder="byes"
        ),
        seed=SEED,
        reason=CANARY,
        by=hall.alice,
    )


# Rounds


@row("draws.draft_rounds.draw_round", locks="tournament roundcount ledgerhead", kinds="drawn")
def _(hall: Hall):
    return lambda: draft_rounds.draw_round(stage=hall.stage, by=hall.alice)


@row(
    "draws.draft_rounds.redraw_round",
    locks="tournament round seatdraw score seattoken refereecall seathands seat table roundcount "
    "lineup ledgerhead",
    kinds="drawn",
)
def _(hall: Hall):
    round_ = hall.draw()
    return lambda: draft_rounds.redraw_round(round_=round_, by=hall.alice)


@row(
    "draws.draft_rounds.discard_round",
    locks="tournament round seatdraw score seattoken refereecall seathands lineup roundcount "
    "lastroundneeds seat table ledgerhead",
    kinds="discarded",
)
def _(hall: Hall):
    round_ = hall.draw()
    return lambda: draft_rounds.discard_round(round_=round_, by=hall.alice)


@row("draws.draft_rounds.publish_round", locks="tournament round ledgerhead", kinds="published")
def _(hall: Hall):
    round_ = hall.draw()
    return lambda: draft_rounds.publish_round(round_=round_, by=hall.alice)


@row("draws.draft_rounds.unpublish_round", locks="tournament round ledgerhead", kinds="unpublished")
def _(hall: Hall):
    round_ = draft_rounds.publish_round(round_=hall.draw(), by=hall.alice)
    return lambda: draft_rounds.unpublish_round(round_=round_, by=hall.alice)


@row("draws.draft_rounds.publish_draw", locks="tournament round ledgerhead", kinds="published published")
def _(hall: Hall):
    stored = draws.draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice)
    return lambda: draft_rounds.publish_draw(draw=stored, by=hall.alice)


@row(
    "draws.draft_rounds.unpublish_rounds",
    locks="tournament round ledgerhead",
    kinds="unpublished unpublished",
)
def _(hall: Hall):
    stored = draws.draw(stage=hall.stage, plan=Plan(method="schedule", rounds=2), by=hall.alice)
    both = [one.pk for one in draft_rounds.publish_draw(draw=stored, by=hall.alice)]
    return lambda: draft_rounds.unpublish_rounds(draw=stored, rounds=both, by=hall.alice)


@row(
    "play.rounds.start_round",
    locks="tournament round ledgerhead tableformat",
    kinds="started rulebook_pinned",
)
def _(hall: Hall):
    round_ = draft_rounds.publish_round(round_=hall.draw(), by=hall.alice)
    return lambda: rounds.start_round(round_=round_, by=hall.alice)


@row("play.round_times.plan_times", locks="tournament round ledgerhead", kinds="round_planned")
def _(hall: Hall):
    times = {hall.draw().pk: datetime(2026, 12, 6, 10, tzinfo=UTC)}
    return lambda: round_times.plan_times(tournament=hall.tournament, times=times, by=hall.alice)


@row("play.round_times.plan_rhythm", locks="tournament round ledgerhead", kinds="round_planned")
def _(hall: Hall):
    hall.draw()
    rhythm = round_times.Rhythm(day=date(2026, 12, 6), start=time(19), minutes=90, pause=15)
    return lambda: round_times.plan_rhythm(tournament=hall.tournament, rhythm=rhythm, by=hall.alice)


@row("play.round_times.move_times", locks="tournament round ledgerhead", kinds="round_planned")
def _(hall: Hall):
    times = {hall.draw().pk: datetime(2026, 12, 6, 10, tzinfo=UTC)}
    round_times.plan_times(tournament=hall.tournament, times=times, by=hall.alice)
    return lambda: round_times.move_times(tournament=hall.tournament, days=14, by=hall.alice)


@row(
    "play.rounds.cancel_start",
    locks="tournament round tableclock roundclock ledgerhead",
    kinds="start_cancelled",
)
def _(hall: Hall):
    round_ = hall.started()
    return lambda: rounds.cancel_start(round_=round_, by=hall.alice)


@row(
    "play.rounds.close_round",
    locks="round entry penalty ledgerhead",
    kinds="closed penalty_lifted bonus_given",
)
def _(hall: Hall):
    """Nine players: the one who sat out when the round was first closed now plays, instead of another."""
    entries.register(tournament=hall.tournament, player=add_player(name="Ninth"), by=hall.alice)
    set_counting(stage=hall.stage, sitting_out_score=1, absence_score=1, by=hall.alice)
    round_ = draft_rounds.draw_round(stage=hall.stage, remainder="byes", seed=SEED, by=hall.alice)
    draft_rounds.publish_round(round_=round_, by=hall.alice)
    rounds.start_round(round_=round_, by=hall.alice)
    rounds.close_round(round_=round_, leave_open=True, by=hall.alice)
    rounds.reopen_round(round_=round_, by=hall.alice)
    waits = Entry.objects.exclude(seats__round=round_).get()
    seats.substitute(seat=round_.seats.order_by("entry__number")[0], entry=waits, by=hall.rob)
    return lambda: rounds.close_round(round_=round_, by=hall.alice, leave_open=True)


@row("play.rounds.reopen_round", locks="tournament round ledgerhead", kinds="reopened")
def _(hall: Hall):
    round_ = rounds.close_round(round_=hall.started(), by=hall.alice, leave_open=True)
    return lambda: rounds.reopen_round(round_=round_, by=hall.alice)


@row("play.ending.finish_tournament", locks="tournament ledgerhead", kinds="finished")
def _(hall: Hall):
    rounds.close_round(round_=hall.started(), by=hall.alice, leave_open=True)
    return lambda: ending.finish_tournament(
        tournament=hall.tournament, confirm=[rounds.RESULTS_MISSING], by=hall.alice
    )


@row("play.ending.reopen_tournament", locks="tournament ledgerhead", kinds="tournament_reopened")
def _(hall: Hall):
    rounds.close_round(round_=hall.started(), by=hall.alice, leave_open=True)
    ending.finish_tournament(tournament=hall.tournament, confirm=[rounds.RESULTS_MISSING], by=hall.alice)
    return lambda: ending.reopen_tournament(tournament=hall.tournament, by=hall.alice)


# Clocks


@row("setup.time_limits.set_time_limit", locks="tournament timelimit ledgerhead", kinds="time_limit_set")
def _(hall: Hall):
    return lambda: set_time_limit(tournament=hall.tournament, minutes=60, by=hall.alice)


@row("play.clocks.start_clock", locks="round ledgerhead", kinds="clock_started")
def _(hall: Hall):
    round_ = hall.started()
    return lambda: clocks.start_clock(round_=round_, minutes=60, by=hall.rob)


@row("play.clocks.pause_clock", locks="round roundclock ledgerhead", kinds="clock_paused")
def _(hall: Hall):
    round_ = _with_a_clock(hall)
    return lambda: clocks.pause_clock(round_=round_, by=hall.rob)


@row("play.clocks.resume_clock", locks="round roundclock ledgerhead", kinds="clock_resumed")
def _(hall: Hall):
    round_ = _with_a_clock(hall)
    clocks.pause_clock(round_=round_, by=hall.rob)
    return lambda: clocks.resume_clock(round_=round_, by=hall.rob)


@row(
    "play.clocks.extend_clock",
    locks="round roundclock tableclock ledgerhead",
    kinds="clock_extended",
)
def _(hall: Hall):
    round_ = _with_a_clock(hall)
    clocks.pause_clock(round_=round_, table=round_.tables.first(), by=hall.rob)
    return lambda: clocks.extend_clock(round_=round_, minutes=5, by=hall.rob)


@row("play.clocks.reset_clock", locks="round tableclock roundclock ledgerhead", kinds="clock_reset")
def _(hall: Hall):
    round_ = _with_a_clock(hall)
    return lambda: clocks.reset_clock(round_=round_, by=hall.rob)


@row("hall.announcements.announce", locks="ledgerhead", kinds="announced", looks="announcement")
def _(hall: Hall):
    return lambda: announcements.announce(tournament=hall.tournament, text=CANARY, by=hall.rob)


@row("hall.announcements.remove_announcement", locks="announcement ledgerhead", kinds="announcement_removed")
def _(hall: Hall):
    made = announcements.announce(tournament=hall.tournament, text=CANARY, by=hall.rob)
    return lambda: announcements.remove_announcement(announcement=made, by=hall.rob)


@row(
    "people.address_erasure.erase_addresses_of",
    locks="tournament answer registration ledgerhead",
    kinds="addresses_erased",
)
def _(hall: Hall):
    set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True, email="optional"), by=hall.alice
    )
    sign_up(tournament=hall.tournament, about=About("Ken"), email="ken@home.example", by=Actor())
    let_its_addresses_be_due(hall.tournament)
    return lambda: address_erasure.erase_addresses_of(tournament_id=hall.tournament.pk)


@row(
    "people.record_mails.mail_records",
    locks="tournament registration ledgerhead",
    kinds="records_mailed",
)
def _(hall: Hall):
    set_self_registration(
        tournament=hall.tournament, terms=RegistrationTerms(is_open=True, email="optional"), by=hall.alice
    )
    sign_up(
        tournament=hall.tournament,
        about=About("Ken"),
        email="ken@home.example",
        wants_record=True,
        by=Actor(),
    )
    # Ken has the place of the first.
    entries.withdraw(entry=hall.tournament.entries.get(number=1), by=hall.alice)
    for table in hall.started().tables.all():
        play(table, hall.alice)
    ending.finish_tournament(tournament=hall.tournament, by=hall.alice, confirm=["rounds_open"])
    return lambda: record_mails.mail_records(tournament=hall.tournament, by=hall.alice)


@row("hall.text_removal.remove_texts", locks="tournament penalty ledgertext ledgerhead", kinds="text_removed")
def _(hall: Hall):
    stage, entry = hall.stage, hall.tournament.entries.first()
    penalties.penalize(stage=stage, entry=entry, ruling=Ruling(0, CANARY), by=hall.rob)
    said = hall.tournament.ledger.get(kind="warned")
    return lambda: text_removal.remove_texts(entry=said, by=hall.alice)


@row("hall.referee_calls.call_referee", locks="round table ledgerhead", kinds="referee_called")
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    return lambda: referee_calls.call_referee(table=table, reason=CANARY, by=phones[0])


@row("hall.photos.take_photo", locks="round table ledgerhead", kinds="photo_taken")
def _(hall: Hall):
    table, phones = _photographed_table(hall)
    return lambda: photos.take_photo(table=table, picture=a_picture(), by=phones[0])


@row("hall.photos.remove_photo", locks="round table photo photocontent ledgerhead", kinds="photo_removed")
def _(hall: Hall):
    table, phones = _photographed_table(hall)
    taken = photos.take_photo(table=table, picture=a_picture(), by=phones[0])
    return lambda: photos.remove_photo(photo=taken, by=hall.rob, as_staff=True)


@row("hall.photo_deletion.delete_photos_of", locks="photo photocontent ledgerhead", kinds="photos_deleted")
def _(hall: Hall):
    table, phones = _photographed_table(hall)
    let_its_time_be_over(photos.take_photo(table=table, picture=a_picture(), by=phones[0]))
    return lambda: photo_deletion.delete_photos_of(tournament_id=hall.tournament.pk)


@row("hall.referee_calls.end_call", locks="round table refereecall ledgerhead", kinds="referee_call_ended")
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    call = referee_calls.call_referee(table=table, by=phones[0])
    return lambda: referee_calls.end_call(call=call, by=hall.rob)


# Seats


@row(
    "credentials.seat_tokens.issue_seat_tokens",
    locks="round seat seattoken ledgerhead",
    kinds="tokens_issued",
)
def _(hall: Hall):
    found = seats_of(hall.started().tables.first())
    return lambda: seat_tokens.issue_seat_tokens(seats=found, by=hall.alice)


@row("credentials.seat_tokens.claim_seat", locks="seattoken ledgerhead", kinds="seat_claimed")
def _(hall: Hall):
    seat = seats_of(hall.started().tables.first())[0]
    code = seat_tokens.issue_seat_tokens(seats=[seat], by=hall.alice)[seat.pk]
    return lambda: seat_tokens.claim_seat(code=code, key="phone")


@row("credentials.seat_tokens.revoke_seat_token", locks="seattoken ledgerhead", kinds="token_revoked")
def _(hall: Hall):
    phones_of(hall.started().tables.first(), hall.alice)
    token = SeatToken.objects.first()
    return lambda: seat_tokens.revoke_seat_token(token=token, by=hall.rob)


@row("play.seats.substitute", locks="round table seat entry seattoken ledgerhead", kinds="substituted")
def _(hall: Hall):
    seat = seats_of(hall.started().tables.first())[0]
    kei = entries.register(
        tournament=hall.tournament, player=add_player(name="Kei"), is_substitute=True, by=hall.alice
    )
    return lambda: seats.substitute(seat=seat, entry=kei, by=hall.rob)


@row(
    "play.seat_draws.set_seat_draw_rule",
    locks="tournament seatdrawrule ledgerhead",
    kinds="seat_draw_rule_set",
)
def _(hall: Hall):
    stage = hall.tournament.stages.get(ordinal=1)
    return lambda: seat_draws.set_seat_draw_rule(stage=stage, is_on=True, by=hall.alice)


@row("play.seat_draws.draw_seats", locks="round table seat seatdraw ledgerhead", kinds="seats_drawn")
def _(hall: Hall):
    seat_draws.set_seat_draw_rule(stage=hall.stage, is_on=True, by=hall.alice)
    table = hall.started().tables.first()
    fell = {"draws": [["A", "N"], ["B", "E"], ["C", "W"], ["D", "S"]], "east_chair": 2}
    return lambda: seat_draws.draw_seats(table=table, fell=fell, by=hall.rob)


@row("play.turn_order.reseat_table", locks="round table seat ledgerhead", kinds="reseated")
def _(hall: Hall):
    table = hall.started().tables.first()
    order = [seat.entry_id for seat in seats_of(table)][::-1]
    return lambda: turn_order.reseat_table(table=table, entries=order, by=hall.rob)


@row("draws.late_tables.add_late_table", locks="tournament round roundcount ledgerhead", kinds="table_added")
def _(hall: Hall):
    round_ = hall.started()
    late = [
        entries.register(tournament=hall.tournament, player=add_player(name=name), by=hall.alice)
        for name in ("Kei", "Lena", "Mia", "Nils")
    ]
    return lambda: late_tables.add_late_table(round_=round_, players=late, by=hall.alice)


@row("play.changed_places.change_places", locks="round table seat ledgerhead", kinds="changed_places")
def _(hall: Hall):
    round_ = hall.started()
    tables = round_.tables.order_by("number")
    one, other = (seats_of(table)[0].entry for table in tables)
    tag = changed_places.places_of(round_=round_, one=one, other=other).tag
    return lambda: changed_places.change_places(
        round_=round_, one=one, other=other, if_match=tag, by=hall.rob
    )


# Tablets


@row("credentials.kiosks.issue_kiosks", locks="tournament tablekiosk ledgerhead", kinds="kiosks_issued")
def _(hall: Hall):
    issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.alice)
    return lambda: issue_kiosks(tournament=hall.tournament, numbers=[1, 2], by=hall.rob)


@row("credentials.kiosks.claim_kiosk", locks="tablekiosk ledgerhead", kinds="kiosk_claimed")
def _(hall: Hall):
    [kiosk] = issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.alice)
    return lambda: claim_kiosk(code=kiosk.code, key="tablet")


@row("credentials.kiosks.revoke_kiosk", locks="tablekiosk ledgerhead", kinds="kiosk_revoked")
def _(hall: Hall):
    [kiosk] = issue_kiosks(tournament=hall.tournament, numbers=[1], by=hall.alice)
    return lambda: revoke_kiosk(kiosk=kiosk, by=hall.rob)


# Player cards


def _card(hall: Hall):
    return player_cards.issue_player_cards(tournament=hall.tournament, by=hall.alice)[0]


def _waiting_phone(card):
    player_cards.claim_card(code=card.code, key="one")
    return player_cards.claim_card(code=card.code, key="two")[0]


@row(
    "credentials.player_cards.issue_player_cards",
    locks="entry playercard cardphone ledgerhead",
    kinds="cards_issued",
)
def _(hall: Hall):
    entry = _card(hall).entry_id
    return lambda: player_cards.issue_player_cards(
        tournament=hall.tournament, entries=[entry], renew=True, by=hall.rob
    )


@row(
    "credentials.player_cards.revoke_player_card",
    locks="playercard cardphone ledgerhead",
    kinds="card_revoked",
)
def _(hall: Hall):
    card = _card(hall)
    return lambda: player_cards.revoke_player_card(card=card, by=hall.rob)


@row("credentials.player_cards.claim_card", locks="playercard ledgerhead", kinds="card_claimed")
def _(hall: Hall):
    code = _card(hall).code
    return lambda: player_cards.claim_card(code=code, key="phone")


@row("credentials.player_cards.enter_pin", locks="playercard cardphone ledgerhead", kinds="card_claimed")
def _(hall: Hall):
    card = _card(hall)
    phone = _waiting_phone(card)
    return lambda: player_cards.enter_pin(phone=phone, pin=card.pin)


@row(
    "credentials.player_cards.admit_phone",
    locks="playercard cardphone ledgerhead",
    kinds="card_phone_admitted",
)
def _(hall: Hall):
    phone = _waiting_phone(_card(hall))
    return lambda: player_cards.admit_phone(phone=phone, by=hall.rob)


@row(
    "credentials.player_cards.sign_phone_out", locks="playercard cardphone ledgerhead", kinds="card_phone_out"
)
def _(hall: Hall):
    phone = _waiting_phone(_card(hall))
    return lambda: player_cards.sign_phone_out(phone=phone, by=hall.rob)


# Hands

RON = {"kind": "win", "wins": [{"winner": 0, "han": 3, "fu": 40}], "loser": 1}
# All players are noten: the deal passes.
PASSES = {"kind": "draw", "tenpai": []}
SET_RIGHT = {"kind": "adjust", "delta": [1_000, -1_000, 0, 0], "reason": CANARY}


@row("hands.hands.enter_hand", locks="round table", kinds="")
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    return lambda: hands.enter_hand(table=table, outcome=RON, by=phones[0], if_match=EMPTY_LOG)


@row("hands.hands.take_hands_back", locks="round table", kinds="")
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    tag = hands.enter_hand(table=table, outcome=RON, by=phones[0], if_match=EMPTY_LOG).tag
    return lambda: hands.take_hands_back(table=table, first=1, by=phones[1], if_match=tag)


@row("hands.hands.change_hand", locks="round table", kinds="")
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    tag = hands.enter_hand(table=table, outcome=RON, by=phones[0], if_match=EMPTY_LOG).tag
    return lambda: hands.change_hand(
        table=table, correction=CorrectedHand(1, SET_RIGHT, CANARY), by=hall.rob, if_match=tag
    )


@row(
    "hands.text_removal.remove_texts_of_hand",
    locks="tournament handrecord ledgerhead",
    kinds="hand_text_removed",
)
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    tag = hands.enter_hand(table=table, outcome=RON, by=phones[0], if_match=EMPTY_LOG).tag
    hand = hands.change_hand(
        table=table, correction=CorrectedHand(1, SET_RIGHT, CANARY), by=hall.rob, if_match=tag
    )
    return lambda: remove_texts_of_hand(hand=hand, by=hall.alice)


@row("hands.hands.enter_log", locks="round table", kinds="")
def _(hall: Hall):
    table, _phones = _at_the_table(hall)
    game = {"format": 1, "rulebook": hall.tournament.rulebook_for(4).hash(), "outcomes": [RON]}
    return lambda: hands.enter_log(table=table, game=game, by=hall.rob, if_match=EMPTY_LOG)


@row("hands.hands.report_hands", locks="round table gamecount ledgerhead", kinds="reported")
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    tag = EMPTY_LOG
    for _deal in range(8):
        tag = hands.enter_hand(table=table, outcome=PASSES, by=phones[0], if_match=tag).tag
    return lambda: hands.report_hands(table=table, by=phones[0], if_match=tag)


@row(
    "hands.online_games.enter_online_game",
    locks="round table seat roundcount gamecount ledgerhead",
    kinds="reseated reported",
)
def _(hall: Hall):
    table = hall.started().tables.first()
    order = [seat.entry_id for seat in seats_of(table)][::-1]
    return lambda: online_games.enter_online_game(
        table=table, game=game_of_log(EIGHT_HANDS), players=order, by=hall.rob, if_match=EMPTY_LOG
    )


# Scoresheets


@row("play.scoresheets.reporting.report_sheet", locks="round table gamecount ledgerhead", kinds="reported")
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    return lambda: reporting.report_sheet(table=table, report=TableReport(SHORT), by=phones[0])


@row(
    "play.scoresheets.reporting.confirm_sheet",
    locks="round table scoresheet roundcount gamecount ledgerhead",
    kinds="confirmed",
)
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    sheet = reporting.report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    return lambda: reporting.confirm_sheet(sheet=sheet, if_match=sheet.tag, by=hall.rob, as_referee=True)


@row(
    "play.scoresheets.reporting.dispute_sheet",
    locks="round table scoresheet roundcount gamecount ledgerhead",
    kinds="disputed",
)
def _(hall: Hall):
    table, phones = _at_the_table(hall)
    sheet = reporting.report_sheet(table=table, report=TableReport(BALANCED), by=phones[0])
    return lambda: reporting.dispute_sheet(sheet=sheet, if_match=sheet.tag, reason=CANARY, by=phones[1])


@row(
    "play.scoresheets.deciding.correct_sheet",
    locks="round table scoresheet roundcount gamecount score ledgerhead",
    kinds="corrected",
)
def _(hall: Hall):
    sheet = play(hall.started().tables.first(), hall.alice)
    return lambda: deciding.correct_sheet(
        table=sheet.table, report=TableReport(SHORT, if_match=sheet.tag), reason=CANARY, by=hall.rob
    )


@row(
    "play.scoresheets.paper_sheets.enter_paper_sheet",
    locks="round table scoresheet roundcount gamecount score ledgerhead",
    kinds="corrected",
)
def _(hall: Hall):
    sheet = play(hall.started().tables.first(), hall.alice)
    other = replace(SHORT, points=[10_000, 20_000, 30_000, 39_000])
    return lambda: paper_sheets.enter_paper_sheet(
        table=sheet.table,
        report=TableReport(other, if_match=sheet.tag),
        decides=True,
        reason=CANARY,
        by=hall.rob,
    )


@row(
    "play.scoresheets.paper_sheets.confirm_as_second",
    locks="round table scoresheet roundcount gamecount ledgerhead",
    kinds="paper_confirmed",
)
def _(hall: Hall):
    sheet = _typed_by_rob(hall)
    return lambda: paper_sheets.confirm_as_second(sheet=sheet, if_match=sheet.tag, by=hall.alice)


@row(
    "play.scoresheets.paper_sheets.confirm_together",
    locks="round table scoresheet roundcount gamecount ledgerhead",
    # The sheet's table, which is read again under the table's lock.
    looks="scoresheet",
    kinds="paper_confirmed",
)
def _(hall: Hall):
    sheet = _typed_by_rob(hall)
    return lambda: paper_sheets.confirm_together(
        round_=sheet.table.round, sheets=[(sheet.pk, sheet.tag)], by=hall.alice, as_referee=False
    )


def _typed_by_rob(hall: Hall) -> Scoresheet:
    table = hall.started().tables.first()
    return reporting.report_sheet(table=table, report=TableReport(BALANCED), by=hall.rob)


@row(
    "play.scoresheets.deciding.void_sheet",
    locks="round table scoresheet roundcount gamecount score ledgerhead",
    kinds="voided",
)
def _(hall: Hall):
    sheet = play(hall.started().tables.first(), hall.alice)
    return lambda: deciding.void_sheet(sheet=sheet, if_match=sheet.tag, reason=CANARY, by=hall.rob)


@row(
    "play.scoresheets.deciding.undo_confirmation",
    locks="round table scoresheet roundcount gamecount score ledgerhead",
    kinds="confirmation_undone",
)
def _(hall: Hall):
    table = hall.started().tables.first()
    sheet = deciding.correct_sheet(table=table, report=TableReport(SHORT), by=hall.rob)
    return lambda: deciding.undo_confirmation(sheet=sheet, if_match=sheet.tag, by=hall.rob)


def _with_a_clock(hall: Hall) -> Round:
    round_ = hall.started()
    clocks.start_clock(round_=round_, minutes=60, by=hall.rob)
    return round_


def _at_the_table(hall: Hall) -> tuple[Table, list[Actor]]:
    table = hall.started().tables.first()
    assert table is not None
    return table, phones_of(table, hall.alice)


def _photographed_table(hall: Hall) -> tuple[Table, list[Actor]]:
    type(hall.tournament).objects.update(photo_days=30)
    return _at_the_table(hall)


def _sixteen(hall: Hall) -> None:
    for number in range(9, 17):
        entries.register(
            tournament=hall.tournament, player=add_player(name=f"Player {number:02}"), by=hall.alice
        )


def _ordered(hall: Hall) -> DrawJob:
    _sixteen(hall)
    return order_draw(stage=hall.stage, plan=LONG, by=hall.alice, seed=SEED)
