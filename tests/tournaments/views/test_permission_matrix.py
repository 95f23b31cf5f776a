"""Every page × everybody × own, foreign and missing: written from what the roles are for, not from the code."""

from collections.abc import Mapping
from copy import copy
from dataclasses import dataclass
from functools import cache
from typing import Any

import pytest
from django.test import Client
from django.urls import get_resolver

from config.routes import OTHER_PACKAGES
from tests.permissions import (
    FOREIGN,
    MISSING,
    OWN,
    Digest,
    digest,
    has_changed,
    logged,
    undone,
    views_of,
    written,
)
from tests.tournaments.api.callers import CSRF
from tests.tournaments.api.walk import every_address, nameless, roles_for
from tests.tournaments.worlds import (
    ANONYMOUS,
    FOUNDER,
    FRESH,
    LEAGUE_ELSEWHERE,
    ORGANIZER,
    OTHER,
    PHONE,
    PHONE_ABROAD,
    PHONE_ELSEWHERE,
    PLAYER,
    REFEREE,
    REPLACED,
    REVOKED,
    SCORER,
    STRANGER,
    SUPERUSER,
    TAKER,
    Worlds,
    build,
)
from tournaments.actions.actor import Actor
from tournaments.actions.draws.draft_rounds import draw_round, publish_round
from tournaments.models import Stage

pytestmark = [pytest.mark.database("sqlite"), pytest.mark.most_trusted]

ROLES = (
    *(ANONYMOUS, STRANGER, PLAYER, PHONE, REPLACED, REVOKED, SCORER, REFEREE, ORGANIZER, OTHER, SUPERUSER),
    *(TAKER, FOUNDER, LEAGUE_ELSEWHERE),
)
WITHOUT_ACCOUNT = {ANONYMOUS, PHONE, REPLACED, REVOKED}

EVERYBODY = set(ROLES)
SIGNED_IN = EVERYBODY - WITHOUT_ACCOUNT
ORGANIZERS = {ORGANIZER, SUPERUSER}
REFEREES = ORGANIZERS | {REFEREE}
STAFF = REFEREES | {SCORER}
# Who knows of the private tournament: its own organizer, and the operator.
IN_THE_KNOW = {OTHER, SUPERUSER}

GET, POST = "GET", "POST"


@dataclass(frozen=True)
class Page:
    """A page: who may open it in their own tournament, and what fills its address."""

    may: set[str]
    methods: tuple[str, ...] = (GET,)
    things: Mapping[str, str] = None  # type: ignore[assignment]
    is_of_tournament: bool = True


def desk(may: set[str], *methods: str, **things: str) -> Page:
    return Page(may, methods or (GET,), things)


T = "t/<slug:slug>/"
D = f"{T}desk/"
PAGES: dict[str, Page] = {
    "": Page(EVERYBODY, is_of_tournament=False),
    "tournaments/": Page(EVERYBODY, is_of_tournament=False),
    "robots.txt": Page(EVERYBODY, is_of_tournament=False),
    "l/<slug:slug>/": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/seasons/<int:ordinal>/": Page(
        EVERYBODY, things={"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/standings.<slug:extension>": Page(
        EVERYBODY,
        things={"slug": "league", "ordinal": "season_ordinal", "extension": "format"},
        is_of_tournament=False,
    ),
    "l/<slug:slug>/records/": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/ratings/": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/seasons/<int:ordinal>/ranking/": Page(
        EVERYBODY, things={"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/ledger/": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "players/<int:pk>/": Page(EVERYBODY, things={"pk": "player"}, is_of_tournament=False),
    "players/<int:pk>/against/<int:other>/": Page(
        EVERYBODY, things={"pk": "player", "other": "opponent"}, is_of_tournament=False
    ),
    "players/<int:pk>/record/": Page({PLAYER, SUPERUSER}, things={"pk": "player"}, is_of_tournament=False),
    "entries/<int:pk>/recognition/": Page(
        {PLAYER, SUPERUSER}, (POST,), things={"pk": "entry"}, is_of_tournament=False
    ),
    "proposals/<int:pk>/decide/": Page(
        ORGANIZERS, (POST,), things={"pk": "proposal"}, is_of_tournament=False
    ),
    "is-it-well/": Page({SUPERUSER}, is_of_tournament=False),
    "guides/": Page(EVERYBODY, is_of_tournament=False),
    "guides/<slug:pk>/": Page(EVERYBODY, things={"pk": "guide"}, is_of_tournament=False),
    "rulebooks/": Page(EVERYBODY, is_of_tournament=False),
    "rulebooks/<slug:pk>/": Page(EVERYBODY, things={"pk": "rulebook"}, is_of_tournament=False),
    "rulebooks/<slug:pk>/calculator/": Page(EVERYBODY, things={"pk": "rulebook"}, is_of_tournament=False),
    "calculator/": Page(EVERYBODY, is_of_tournament=False),
    "rulebooks/<slug:pk>/conditions/": Page(EVERYBODY, things={"pk": "rulebook"}, is_of_tournament=False),
    "conditions/": Page(EVERYBODY, is_of_tournament=False),
    "kiosk/": Page(EVERYBODY, is_of_tournament=False),
    "kiosk/hand/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "kiosk/hand/undo/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "kiosk/report/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "kiosk/report-game/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "kiosk/confirm/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "kiosk/dispute/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "kiosk/call/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "kiosk/call/end/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "seat/": Page(EVERYBODY, is_of_tournament=False),
    "seat/app.webmanifest": Page(EVERYBODY, is_of_tournament=False),
    "worker.js": Page(EVERYBODY, is_of_tournament=False),
    "seat/card/": Page(EVERYBODY, is_of_tournament=False),
    "seat/card/pin/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "seat/card/leave/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "seat/line-ups/<int:pk>/": Page(EVERYBODY, (GET,), {"pk": "captained_team"}, is_of_tournament=False),
    "seat/line-up/<int:pk>/": Page(EVERYBODY, (GET, POST), {"pk": "published_round"}, is_of_tournament=False),
    "seat/night/<int:pk>/": Page(EVERYBODY, (GET, POST), {"pk": "club_night"}, is_of_tournament=False),
    "seat/night/<int:pk>/sign-off/": Page(
        EVERYBODY, (POST,), {"pk": "evening_night"}, is_of_tournament=False
    ),
    "invitation/": Page(EVERYBODY, is_of_tournament=False),
    "invitation/accept/": Page(SIGNED_IN, (POST,), is_of_tournament=False),
    "invitation/decline/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "registration/": Page(EVERYBODY, is_of_tournament=False),
    "registration/cancel/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "me/name/": Page(SIGNED_IN, (POST,), is_of_tournament=False),
    "me/": Page(SIGNED_IN, is_of_tournament=False),
    "me/tokens/": Page(SIGNED_IN, (GET, POST), is_of_tournament=False),
    "accounts/sessions/": Page(SIGNED_IN, is_of_tournament=False),
    "accounts/2fa/": Page(SIGNED_IN, is_of_tournament=False),
    "accounts/2fa/webauthn/": Page(SIGNED_IN, is_of_tournament=False),
    "accounts/reauthenticate/mail/": Page(SIGNED_IN, is_of_tournament=False),
    "me/player/": Page({PLAYER}, (GET, POST), is_of_tournament=False),
    # Who may found leagues is a setting; as it comes, accounts to which the operator gave the right.
    "leagues/": Page(EVERYBODY, is_of_tournament=False),
    "leagues/new/": Page({SUPERUSER, FOUNDER}, (GET, POST), is_of_tournament=False),
    "l/<slug:slug>/edit/": Page({SUPERUSER}, (GET, POST), {"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/remove/": Page({SUPERUSER}, (POST,), {"slug": "empty_league"}, is_of_tournament=False),
    "l/<slug:slug>/edit-rating/": Page({SUPERUSER}, (GET, POST), {"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/texts/": Page({SUPERUSER}, (GET,), {"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/texts/<int:seq>/<str:name>/remove/": Page(
        {SUPERUSER},
        (POST,),
        {"slug": "followed_league", "seq": "league_seq_with_text", "name": "league_text"},
        is_of_tournament=False,
    ),
    "l/<slug:slug>/staff/": Page({SUPERUSER}, (GET, POST), {"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/staff/<int:pk>/dismiss/": Page(
        {SUPERUSER}, (POST,), {"slug": "league", "pk": "league_organizer"}, is_of_tournament=False
    ),
    "l/<slug:slug>/invitations/<int:pk>/withdraw/": Page(
        {SUPERUSER}, (POST,), {"slug": "league", "pk": "league_invitation"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/": Page({SUPERUSER}, (POST,), {"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/seasons/<int:ordinal>/divisions/": Page(
        {SUPERUSER}, (GET, POST), {"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/edit-ranking/": Page(
        {SUPERUSER}, (GET, POST), {"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/next/": Page(
        {SUPERUSER},
        (GET, POST),
        {"slug": "league", "ordinal": "played_season_ordinal"},
        is_of_tournament=False,
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/next/revoke/": Page(
        {SUPERUSER},
        (GET, POST),
        {"slug": "league", "ordinal": "played_season_ordinal"},
        is_of_tournament=False,
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/rename/": Page(
        {SUPERUSER}, (POST,), {"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/remove/": Page(
        {SUPERUSER}, (POST,), {"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "accounts/first/": Page(EVERYBODY, (GET, POST), is_of_tournament=False),
    "new/": Page(SIGNED_IN, is_of_tournament=False),
    "new/from-a-file/": Page(SIGNED_IN, (GET, POST), is_of_tournament=False),
    "new/<slug:rulebook_id>/": Page(
        SIGNED_IN, (GET, POST), {"rulebook_id": "rulebook"}, is_of_tournament=False
    ),
    T: desk(EVERYBODY),
    f"{T}live/": desk(EVERYBODY),
    f"{T}statistics/": desk(EVERYBODY),
    f"{T}standings/": desk(EVERYBODY),
    f"{T}standings/<int:ordinal>/": desk(EVERYBODY, ordinal="one"),
    f"{T}final-ranking/": desk(EVERYBODY),
    f"{T}titles/": desk(EVERYBODY),
    f"{T}titles/<int:ordinal>/": desk(EVERYBODY, ordinal="one"),
    f"{T}rules/": desk(EVERYBODY),
    f"{T}calculator/": desk(EVERYBODY),
    f"{T}by-another-rulebook/": desk(EVERYBODY),
    f"{T}by-another-rulebook/<int:ordinal>/": desk(EVERYBODY, ordinal="two"),
    f"{T}players/": desk(EVERYBODY),
    f"{T}teams/<int:pk>/": desk(EVERYBODY, pk="captained_team"),
    f"{T}register/": desk(EVERYBODY | {PHONE_ELSEWHERE, PHONE_ABROAD}, GET, POST, slug="planned_slug"),
    f"{T}rounds/<int:number>/": desk(EVERYBODY, number="one"),
    f"{T}stages/<int:ordinal>/rounds/<int:number>/": desk(EVERYBODY, ordinal="two", number="one"),
    f"{T}tables/<int:pk>/": desk(EVERYBODY, pk="table"),
    f"{T}at/<int:number>/": desk(EVERYBODY, number="one"),
    f"{T}tables/<int:pk>/conditions/": desk(EVERYBODY, pk="table"),
    f"{T}draw/": desk(EVERYBODY),
    f"{T}draw/<int:pk>/": desk(EVERYBODY, pk="draw"),
    f"{T}draw/<int:pk>/record.json": desk(EVERYBODY, pk="draw"),
    f"{T}ledger/": desk(EVERYBODY),
    f"{T}print/": desk(EVERYBODY),
    f"{T}print/stages/<int:ordinal>/<slug:what>/": desk(EVERYBODY, ordinal="one", what="sheet"),
    f"{T}print/stages/<int:ordinal>/rounds/<int:number>/<slug:what>/": desk(
        EVERYBODY, ordinal="two", number="one", what="round_sheet"
    ),
    f"{T}hall/": desk(EVERYBODY),
    f"{T}hall/screen/": desk(EVERYBODY),
    f"{T}news/": desk(EVERYBODY),
    f"{T}downloads/": desk(EVERYBODY),
    f"{T}downloads/tournament/": desk(ORGANIZERS, slug="planned_slug"),
    f"{T}downloads/<slug:name>.<slug:extension>": desk(EVERYBODY, name="export", extension="format"),
    D: desk(STAFF),
    f"{D}draw/": desk(ORGANIZERS, GET, POST),
    f"{D}night/": desk(ORGANIZERS, GET, POST),
    f"{D}draw/plan/": desk(ORGANIZERS, GET, POST),
    f"{D}draw/seed/<int:ordinal>/": desk(ORGANIZERS, POST, ordinal="one"),
    f"{D}draw/wishes/": desk(ORGANIZERS, POST),
    f"{D}draw/wishes/<int:pk>/drop/": desk(ORGANIZERS, POST, pk="wish"),
    f"{D}draw/repair/": desk(ORGANIZERS, POST),
    f"{D}draw/import/": desk(ORGANIZERS, POST),
    f"{D}draw/tables-of/<int:players>/": desk(ORGANIZERS, GET, POST, players="three"),
    f"{D}draw/jobs/<int:pk>/": desk(ORGANIZERS, pk="draw_job"),
    f"{D}draw/jobs/<int:pk>/cancel/": desk(ORGANIZERS, POST, pk="draw_job"),
    f"{D}draw/<int:pk>/": desk(ORGANIZERS, pk="drafted_draw"),
    f"{D}draw/<int:pk>/draw.csv": desk(ORGANIZERS, pk="drafted_draw"),
    f"{D}draw/<int:pk>/swap/": desk(ORGANIZERS, POST, pk="drafted_draw"),
    f"{D}draw/<int:pk>/redraw/": desk(ORGANIZERS, POST, pk="drafted_draw"),
    f"{D}draw/<int:pk>/publish/": desk(ORGANIZERS, POST, pk="drafted_draw"),
    f"{D}draw/<int:pk>/discard/": desk(ORGANIZERS, POST, pk="drafted_draw"),
    f"{D}edit/": desk(ORGANIZERS, GET, POST),
    f"{D}stages/<int:pk>/rename/": desk(ORGANIZERS, POST, pk="stage"),
    f"{D}discard/": desk(ORGANIZERS, GET, POST, slug="planned_slug"),
    f"{D}preset/": desk(ORGANIZERS, GET, POST, slug="planned_slug"),
    f"{D}stages/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="empty_stage"),
    f"{D}stages/<int:pk>/games/": desk(ORGANIZERS, GET, POST, pk="stage"),
    f"{D}stages/<int:pk>/teams/": desk(ORGANIZERS, GET, POST, pk="empty_stage"),
    f"{D}stages/<int:pk>/counting/": desk(ORGANIZERS, GET, POST, pk="empty_stage"),
    f"{D}stages/<int:pk>/who/": desk(ORGANIZERS, GET, POST, pk="qualified_stage"),
    f"{D}stages/<int:pk>/who/remove/": desk(ORGANIZERS, POST, pk="qualified_stage"),
    f"{D}stages/<int:pk>/players/": desk(ORGANIZERS, GET, POST, pk="qualified_stage"),
    f"{D}stages/<int:pk>/players/take-back/": desk(ORGANIZERS, POST, pk="confirmed_stage"),
    f"{D}teams/": desk(ORGANIZERS),
    f"{D}teams/<int:pk>/rename/": desk(ORGANIZERS, POST, pk="team"),
    f"{T}open-table/": Page({PLAYER, *ORGANIZERS}, (GET, POST), {"slug": "club_slug"}),
    f"{T}tables/<int:pk>/take-back/": Page(
        {PLAYER, *ORGANIZERS}, (POST,), {"slug": "evening_slug", "pk": "evening_table"}
    ),
    f"{T}nights/": desk(EVERYBODY),
    f"{D}nights/": desk(ORGANIZERS, GET, POST),
    f"{D}nights/<int:pk>/": Page(ORGANIZERS, (GET, POST), {"slug": "club_slug", "pk": "club_night"}),
    f"{D}nights/<int:pk>/cancel/": Page(ORGANIZERS, (POST,), {"slug": "club_slug", "pk": "club_night"}),
    f"{D}nights/<int:pk>/sign-up/": Page(ORGANIZERS, (POST,), {"slug": "club_slug", "pk": "club_night"}),
    f"{D}nights/<int:pk>/sign-off/<int:entry>/": Page(
        ORGANIZERS, (POST,), {"slug": "evening_slug", "pk": "evening_night", "entry": "evening_1"}
    ),
    f"{D}nights/<int:pk>/settle/": Page(ORGANIZERS, (POST,), {"slug": "evening_slug", "pk": "evening_night"}),
    f"{D}stages/<int:pk>/seat-draw/": desk(ORGANIZERS, GET, POST, pk="stage"),
    f"{D}stages/<int:pk>/free-play/": desk(ORGANIZERS, GET, POST, pk="stage"),
    f"{D}line-up-quotas/": desk(ORGANIZERS),
    f"{D}line-up-quotas/add/": desk(ORGANIZERS, GET, POST),
    f"{D}line-up-quotas/<int:pk>/": desk(ORGANIZERS, GET, POST, pk="line_up_quota"),
    f"{D}line-up-quotas/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="line_up_quota"),
    f"{D}stages/<int:pk>/line-ups/": desk(ORGANIZERS, GET, POST, pk="stage"),
    f"{D}rounds/<int:pk>/line-ups/": desk(ORGANIZERS, GET, pk="published_round"),
    f"{D}rounds/<int:pk>/line-ups/show/": desk(ORGANIZERS, POST, pk="published_round"),
    f"{D}rounds/<int:pk>/line-ups/<int:team>/": desk(
        ORGANIZERS, GET, POST, pk="published_round", team="captained_team"
    ),
    f"{D}teams/<int:pk>/captain/": desk(ORGANIZERS, POST, pk="captained_team"),
    f"{D}teams/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="team"),
    f"{D}entries/<int:pk>/edit/": desk(ORGANIZERS, GET, POST, pk="entry"),
    f"{D}entries/<int:pk>/propose/": desk(ORGANIZERS, GET, POST, pk="entry"),
    f"{D}entries/<int:pk>/merge/": desk(ORGANIZERS, GET, POST, pk="spare"),
    f"{D}entries/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="withdrawn"),
    f"{D}stages/": desk(ORGANIZERS, POST),
    f"{D}rules/": desk(ORGANIZERS, GET, POST),
    f"{D}rules/tie-breaks/": desk(ORGANIZERS, POST),
    f"{D}rules/ranking/": desk(ORGANIZERS, GET, POST),
    f"{D}finish/": desk(ORGANIZERS, POST),
    f"{D}reopen/": desk(ORGANIZERS, POST),
    f"{D}rounds/<int:pk>/cards/": desk(REFEREES, POST, pk="published_round"),
    f"{D}rounds/<int:pk>/redraw/": desk(ORGANIZERS, POST, pk="drafted_round"),
    f"{D}rounds/<int:pk>/discard/": desk(ORGANIZERS, POST, pk="drafted_round"),
    f"{D}rounds/<int:pk>/publish/": desk(ORGANIZERS, POST, pk="drafted_round"),
    f"{D}rounds/<int:pk>/unpublish/": desk(ORGANIZERS, POST, pk="published_round"),
    f"{D}rounds/<int:pk>/start/": desk(ORGANIZERS, POST, pk="published_round"),
    f"{D}rounds/<int:pk>/cancel-start/": desk(ORGANIZERS, POST, pk="fresh_round"),
    f"{D}rounds/<int:pk>/time/": desk(ORGANIZERS, POST, pk="published_round"),
    f"{D}rounds/<int:pk>/close/": desk(ORGANIZERS, POST, pk="fresh_round"),
    f"{D}rounds/<int:pk>/reopen/": desk(ORGANIZERS, POST, pk="closed_round"),
    f"{D}sheets/": desk(STAFF, GET, POST),
    f"{D}sheets/<int:pk>/confirm/": desk(STAFF, POST, pk="typed_sheet"),
    f"{D}rounds/<int:pk>/confirm-sheets/": desk(STAFF, POST, pk="typed_round"),
    f"{D}rounds/<int:pk>/": desk(STAFF, pk="fresh_round"),
    f"{D}rounds/<int:pk>/clock/": desk(REFEREES, GET, POST, pk="fresh_round"),
    f"{D}rounds/<int:pk>/clock/pause/": desk(REFEREES, POST, pk="reported_round"),
    f"{D}rounds/<int:pk>/clock/resume/": desk(REFEREES, POST, pk="reported_round"),
    f"{D}rounds/<int:pk>/clock/extend/": desk(REFEREES, POST, pk="reported_round"),
    f"{D}rounds/<int:pk>/clock/reset/": desk(REFEREES, POST, pk="reported_round"),
    f"{D}rounds/<int:pk>/clock/limit/": desk(ORGANIZERS, POST, pk="published_round"),
    f"{D}tables/<int:pk>/": desk(STAFF, GET, POST, pk="table"),
    f"{D}tables/<int:pk>/confirm/": desk(REFEREES, POST, pk="reported_table"),
    f"{D}tables/<int:pk>/void/": desk(REFEREES, POST, pk="reported_table"),
    f"{D}tables/<int:pk>/photo/": desk(STAFF, POST, pk="table"),
    f"{D}photos/<int:pk>/remove/": desk(STAFF, POST, pk="photo"),
    f"{D}referee/": desk(REFEREES),
    f"{D}referee/app.webmanifest": desk(REFEREES),
    f"{D}referee/<int:number>/": desk(REFEREES, number="one"),
    f"{D}calls/<int:pk>/end/": desk(STAFF, POST, pk="referee_call"),
    f"{D}tables/<int:pk>/substitute/": desk(REFEREES, POST, pk="table"),
    f"{D}tables/<int:pk>/hands/<int:number>/": desk(REFEREES, GET, POST, pk="hand_table", number="one"),
    f"{D}rounds/<int:pk>/late-table/": desk(ORGANIZERS, GET, POST, pk="fresh_round"),
    f"{D}rounds/<int:pk>/exchange/": desk(REFEREES, GET, POST, pk="fresh_round"),
    f"{D}tables/<int:pk>/seat-order/": desk(STAFF, POST, pk="table"),
    f"{D}tables/<int:pk>/online-game/": desk(STAFF, GET, POST, pk="table"),
    f"{D}cards/": desk(REFEREES),
    f"{D}cards/make/": desk(REFEREES, POST),
    f"{D}cards/<int:pk>/revoke/": desk(REFEREES, POST, pk="player_card"),
    f"{D}cards/print/": desk(REFEREES),
    f"{D}cards/tables/": desk(REFEREES),
    f"{D}cards/phones/<int:pk>/admit/": desk(REFEREES, POST, pk="card_phone"),
    f"{D}cards/phones/<int:pk>/out/": desk(REFEREES, POST, pk="card_phone"),
    f"{D}tablets/": desk(REFEREES),
    f"{D}tablets/codes/": desk(REFEREES),
    f"{D}tablets/hand-out/": desk(REFEREES, POST),
    f"{D}tablets/<int:pk>/end/": desk(REFEREES, POST, pk="kiosk"),
    f"{D}phones/": desk(REFEREES),
    f"{D}phones/<int:pk>/revoke/": desk(REFEREES, POST, pk="seat_token"),
    f"{D}entries/": desk(ORGANIZERS, GET, POST),
    f"{D}results/import/": desk(ORGANIZERS, GET, POST),
    f"{D}entries/import/": desk(ORGANIZERS, GET, POST),
    f"{D}entries/players.csv": desk(ORGANIZERS),
    f"{D}entries/<int:pk>/withdraw/": desk(ORGANIZERS, POST, pk="entry"),
    f"{D}entries/<int:pk>/reinstate/": desk(ORGANIZERS, POST, pk="withdrawn"),
    f"{D}penalties/": desk(REFEREES, GET, POST),
    f"{D}penalties/<int:pk>/lift/": desk(REFEREES, POST, pk="penalty"),
    f"{D}hall/": desk(REFEREES, GET, POST),
    f"{D}check-in/": desk(REFEREES),
    f"{D}check-in/all/": desk(REFEREES, POST),
    f"{D}check-in/typed/": desk(REFEREES, POST),
    f"{D}check-in/again/": desk(REFEREES, POST),
    f"{D}check-in/leavers/": desk(ORGANIZERS, GET, POST),
    f"{D}check-in/<int:pk>/here/": desk(REFEREES, POST, pk="entry"),
    f"{D}check-in/<int:pk>/undo/": desk(REFEREES, POST, pk="other_entry"),
    f"{D}registrations/": desk(ORGANIZERS, GET, POST),
    f"{D}registrations/accept/": desk(ORGANIZERS, POST),
    f"{D}registrations/<int:pk>/accept/": desk(ORGANIZERS, POST, pk="registration"),
    f"{D}registrations/<int:pk>/decline/": desk(ORGANIZERS, POST, pk="registration"),
    f"{D}texts/": desk(ORGANIZERS),
    f"{D}texts/tables/<int:pk>/hands/<int:number>/remove/": desk(
        ORGANIZERS, POST, pk="hand_table", number="hand_with_text"
    ),
    f"{D}texts/<int:seq>/remove/": desk(ORGANIZERS, POST, seq="seq_with_text"),
    f"{D}hall/<int:pk>/remove/": desk(REFEREES, POST, pk="announcement"),
    f"{D}staff/": desk(ORGANIZERS, GET, POST),
    f"{D}staff/<int:pk>/role/": desk(ORGANIZERS, POST, pk="staff"),
    f"{D}staff/<int:pk>/dismiss/": desk(ORGANIZERS, POST, pk="staff"),
    f"{D}invitations/<int:pk>/withdraw/": desk(ORGANIZERS, POST, pk="invitation"),
}
# What a phone does at its own table has a test of its own below; a token of one's own likewise.
OWN_ONLY = {
    "seat/draw/",
    "seat/draw/lot/",
    "seat/draw/typed/",
    "seat/hands/",
    "seat/hands/enter/",
    "seat/hands/report/",
    "seat/hands/undo/",
    "seat/table/",
    "seat/table/report/",
    "seat/table/call/",
    "seat/table/call/end/",
    "seat/table/photo/",
    "seat/table/photo/remove/",
    "seat/table/confirm/",
    "seat/table/dispute/",
    "me/tokens/<int:pk>/revoke/",
}

# What is there for a table and the staff alone has a test of its own, too.
OF_A_TABLE = {"photos/<int:pk>/", "photos/<int:pk>/small/"}


@pytest.fixture
def worlds(db: None) -> Worlds:
    return furnished()


def furnished() -> Worlds:
    """Worlds with what fills the addresses of pages, and a published round in each tournament's first stage."""
    made = build()
    for world in (made.own, made.foreign, made.missing):
        world.update(one=1, two=2, three=3, csv="csv", publish="publish", withdraw="withdraw")
        world.update(sheet="schedules", round_sheet="names")
    for world in (made.own, made.foreign):
        stage = Stage.objects.get(pk=world["stage"])
        alice = Actor(stage.tournament.staff.get(role="organizer").user)
        publish_round(round_=draw_round(stage=stage, by=alice), by=alice)
    return made


@pytest.fixture
def untouched(worlds: Worlds) -> Digest:
    return digest()


def address(route: str, page: Page, world: Mapping[str, Any], slug: str) -> str:
    path = f"/{route}"
    for name, thing in {"slug": "slug", **(page.things or {})}.items():
        value = slug if thing == "slug" else world[thing]
        for converter in ("int", "slug", "str"):
            path = path.replace(f"<{converter}:{name}>", str(value))
    assert "<" not in path, path
    return path


@dataclass(frozen=True)
class Answer:
    """Status, where it leads, whether anything in the database is another, and all that is shown."""

    status: int
    leads_to: str
    changed: bool
    text: str


def answer_to(worlds: Worlds, untouched: Digest, role: str, method: str, path: str) -> Answer:
    client: Client = worlds.caller(role, FRESH).client
    cookies = copy(client.cookies)
    with undone(), written() as statements:
        answer = client.generic(
            method, path, b"", "application/x-www-form-urlencoded", headers={"X-CSRFToken": CSRF}
        )
        changed = has_changed(untouched, statements)
    client.cookies = cookies
    text = f"{answer.headers}\n{answer.cookies}\n{answer.getvalue().decode(errors='replace')}"
    return Answer(answer.status_code, answer.headers.get("Location", ""), changed, text)


def ask(worlds: Worlds, untouched: Digest, role: str, method: str, path: str) -> tuple[int, str, bool]:
    """Status, where it leads, and whether anything in the database is another."""
    answer = answer_to(worlds, untouched, role, method, path)
    return answer.status, answer.leads_to, answer.changed


@dataclass(frozen=True)
class Walk:
    """target, page, method, role → what came; with what was logged meanwhile, and what must not be shown."""

    answers: Mapping[tuple[str, str, str, str], Answer]
    addresses: frozenset[str]
    log: str


@cache
def walk() -> Walk:
    """Ask for every page once in a process; nothing of it stays in the database."""
    with undone(), logged() as log:
        worlds = nameless(furnished())
        untouched = digest()
        answers = {
            (target, route, method, role): answer_to(
                worlds,
                untouched,
                role,
                method,
                address(route, page, worlds.of(target), worlds.of(target)["slug"]),
            )
            for target in (OWN, FOREIGN)
            for route, page in PAGES.items()
            if target == OWN or page.is_of_tournament
            for method in page.methods
            for role in people(target, route)
        }
        return Walk(answers, frozenset(every_address()), log.getvalue())


def people(target: str, route: str) -> list[str]:
    """The roles that try it."""
    return roles_for(target, list(PAGES).index(route), PAGES[route].may, ROLES)


def is_let_in(status: int, leads_to: str) -> bool:
    return status < 500 and status not in (401, 403, 404, 405) and not leads_to.startswith("/accounts/login/")


def test_every_page_is_in_the_matrix() -> None:
    ours = {
        route
        for route, view in views_of(get_resolver().url_patterns)
        if not view.__module__.startswith(OTHER_PACKAGES) and not route.startswith("api/")
    }

    assert ours == PAGES.keys() | OWN_ONLY | OF_A_TABLE


@pytest.fixture
def walked(db: None) -> Walk:
    """Ask for it before `worlds`: it needs a database of its own."""
    return walk()


@pytest.mark.timeout(600)
def test_each_page_opens_for_those_it_is_for_and_nothing_changes_for_the_others(walked: Walk) -> None:
    for route, page in PAGES.items():
        for method in page.methods:
            for role in people(OWN, route):
                answer = walked.answers[OWN, route, method, role]
                status, leads_to, changed = answer.status, answer.leads_to, answer.changed
                cell = (method, route, role, status, leads_to)
                assert is_let_in(status, leads_to) == (role in page.may), cell
                if role not in page.may:
                    can_ask = method == GET or not page.is_of_tournament
                    is_asked_to_sign_in = role in WITHOUT_ACCOUNT and can_ask
                    assert status == (302 if is_asked_to_sign_in else 403), cell
                if role not in page.may or method == GET:
                    assert not changed, cell


@pytest.mark.timeout(600)
def test_a_foreign_tournament_reads_like_a_missing_one(
    walked: Walk, worlds: Worlds, untouched: Digest
) -> None:
    for route, page in PAGES.items():
        if not page.is_of_tournament:
            continue
        for method in page.methods:
            missing = address(
                route, page, worlds.missing | {"one": 1, "two": 2, "three": 3}, "no-such-tournament"
            )
            for role in people(FOREIGN, route):
                foreign = walked.answers[FOREIGN, route, method, role]
                assert ask(worlds, untouched, role, method, missing)[0] == 404, (method, missing, role)
                if role in IN_THE_KNOW:
                    assert is_let_in(foreign.status, foreign.leads_to), (method, route, role, foreign.status)
                else:
                    assert (foreign.status, foreign.changed) == (404, False), (method, route, role)


def test_another_tournaments_thing_is_not_reached_through_ones_own(worlds: Worlds, untouched: Digest) -> None:
    for route, page in PAGES.items():
        if page.is_of_tournament and "pk" in (page.things or {}):
            crossed = address(route, page, worlds.foreign, worlds.own["slug"])
            for method in page.methods:
                status, _leads_to, changed = ask(worlds, untouched, ORGANIZER, method, crossed)
                assert (status, changed) == (404, False), (method, crossed)


def test_only_a_phone_that_holds_a_seat_gets_to_its_table(worlds: Worlds, untouched: Digest) -> None:
    for route in sorted(OWN_ONLY - {"me/tokens/<int:pk>/revoke/"}):
        method = GET if route in ("seat/table/", "seat/hands/", "seat/draw/") else POST
        for role in (ANONYMOUS, STRANGER, REPLACED, REVOKED, ORGANIZER):
            status, leads_to, changed = ask(worlds, untouched, role, method, f"/{route}")
            assert (status, leads_to, changed) == (302, "/seat/", False), (route, role)
        status, leads_to, _changed = ask(worlds, untouched, PHONE, method, f"/{route}")
        assert leads_to != "/seat/", route
        assert status < 500, route


def test_a_photo_is_there_for_its_table_and_the_staff_alone(worlds: Worlds, untouched: Digest) -> None:
    for route in sorted(OF_A_TABLE):
        for target, may in (
            (OWN, STAFF | {PLAYER, PHONE}),
            (FOREIGN, IN_THE_KNOW | {PHONE_ABROAD}),
            (MISSING, set()),
        ):
            path = f"/{route}".replace("<int:pk>", str(worlds.of(target)["photo"]))
            for role in (*ROLES, PHONE_ELSEWHERE, PHONE_ABROAD):
                answer = answer_to(worlds, untouched, role, GET, path)
                cell = (route, target, role)
                assert (answer.status, answer.changed) == (200 if role in may else 404, False), cell


def test_a_code_that_opens_no_seat_is_refused_whoever_types_it(worlds: Worlds, untouched: Digest) -> None:
    answers = {ask(worlds, untouched, role, POST, "/seat/") for role in ROLES}

    assert answers == {(403, "", False)}


def test_only_ones_own_token_is_revoked(worlds: Worlds, untouched: Digest) -> None:
    path = f"/me/tokens/{worlds.own['token']}/revoke/"

    answers = {
        role: ask(worlds, untouched, role, POST, path) for role in (STRANGER, OTHER, ORGANIZER, ANONYMOUS)
    }

    assert {role: (status, changed) for role, (status, _to, changed) in answers.items()} == {
        STRANGER: (404, False),
        OTHER: (404, False),
        ORGANIZER: (302, True),
        ANONYMOUS: (302, False),
    }
