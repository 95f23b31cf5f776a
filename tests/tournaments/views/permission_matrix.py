"""Who may open which page, and what to type into its form: written from the roles, not from the code.

The pages are read from the URL configuration (`tests/routes.py`).
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from tests.pictures import PhotoFile
from tests.routes import address_of
from tests.tournaments.said import ABOUT, THANKS
from tests.tournaments.webhooks import WEBHOOK
from tests.tournaments.worlds import (
    ANONYMOUS,
    FOUNDER,
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
)

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
# Those who may see the private tournament: its own organizer, and the operator.
IN_THE_KNOW = {OTHER, SUPERUSER}

GET, POST = "GET", "POST"


@dataclass(frozen=True)
class Form:
    """What is typed: "@entry" is looked up in the current world. `things` fills the address if the page does not."""

    fields: Mapping[str, object]
    things: Mapping[str, str] | None = None

    def body(self, world: Mapping[str, Any]) -> dict[str, Any]:
        return {
            name.format(**world): world[value[1:]]
            if isinstance(value, str) and value.startswith("@")
            else value
            for name, value in self.fields.items()
        }


@dataclass(frozen=True)
class Page:
    """A page: who may open it in their own tournament, and what fills its address and its form."""

    may: set[str]
    methods: tuple[str, ...] = (GET,)
    things: Mapping[str, str] = field(default_factory=dict)
    is_of_tournament: bool = True
    form: Form | None = None


def desk(may: set[str], *methods: str, form: Form | None = None, **things: str) -> Page:
    return Page(may, methods or (GET,), things, form=form)


POINTS = {"points_0": "400", "points_1": "300", "points_2": "200", "points_3": "100"}
FILE = "round,table,east,south,west,north\n2,1,1,2,3,4\n2,2,5,6,7,8\n"  # one round is there


ANYWAY = {"confirm": ["earlier_round_open", "players_in_play", "players_not_here"]}


NO_SPONSORS = {"sponsors-TOTAL_FORMS": "0", "sponsors-INITIAL_FORMS": "0"}
T = "t/<slug:slug>/"
D = f"{T}desk/"
PAGES: dict[str, Page] = {
    "": Page(EVERYBODY, is_of_tournament=False),
    "tournaments/": Page(EVERYBODY, is_of_tournament=False),
    "robots.txt": Page(EVERYBODY, is_of_tournament=False),
    "sitemap.xml": Page(EVERYBODY, is_of_tournament=False),
    "sitemap-<slug:section>.xml": Page(
        EVERYBODY, things={"section": "sitemap_section"}, is_of_tournament=False
    ),
    "brand/<str:colours>.css": Page(EVERYBODY, things={"colours": "brand_colours"}, is_of_tournament=False),
    "brand/<str:name>": Page(EVERYBODY, things={"name": "brand_picture"}, is_of_tournament=False),
    "legal/<slug:kind>/": Page(EVERYBODY, things={"kind": "legal_kind"}, is_of_tournament=False),
    "l/<slug:slug>/legal/<slug:kind>/": Page(
        EVERYBODY, things={"slug": "league", "kind": "legal_kind"}, is_of_tournament=False
    ),
    f"{T}legal/<slug:kind>/": desk(EVERYBODY, kind="legal_kind"),
    "account/brand/": Page({SUPERUSER}, (GET, POST), is_of_tournament=False),
    "l/<slug:slug>/host/": Page({SUPERUSER}, (GET, POST), {"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/brand/": Page({SUPERUSER}, (GET, POST), {"slug": "league"}, is_of_tournament=False),
    f"{D}webhooks/": desk(ORGANIZERS, GET, POST, form=Form(WEBHOOK)),
    f"{D}webhooks/<int:pk>/": desk(
        ORGANIZERS, GET, POST, pk="webhook", form=Form({"events": ["end"], "language": "ja"})
    ),
    f"{D}webhooks/<int:pk>/test/": desk(ORGANIZERS, POST, pk="webhook", form=Form({})),
    f"{D}webhooks/<int:pk>/secret/": desk(ORGANIZERS, POST, pk="json_webhook", form=Form({})),
    f"{D}webhooks/<int:pk>/resume/": desk(ORGANIZERS, POST, pk="webhook", form=Form({})),
    f"{D}webhooks/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="webhook", form=Form({"confirm": ["sure"]})),
    f"{D}webhooks/<int:pk>/deliveries/<int:delivery>/again/": desk(
        ORGANIZERS, POST, pk="webhook", delivery="delivery", form=Form({})
    ),
    **{
        f"l/<slug:slug>/webhooks/{rest}": Page(
            {SUPERUSER}, methods, {"slug": "league", **things}, is_of_tournament=False
        )
        for rest, methods, things in (
            ("", (GET, POST), {}),
            ("<int:pk>/", (GET, POST), {"pk": "league_webhook"}),
            ("<int:pk>/test/", (POST,), {"pk": "league_webhook"}),
            ("<int:pk>/secret/", (POST,), {"pk": "league_webhook"}),
            ("<int:pk>/resume/", (POST,), {"pk": "league_webhook"}),
            ("<int:pk>/remove/", (POST,), {"pk": "league_webhook"}),
            (
                "<int:pk>/deliveries/<int:delivery>/again/",
                (POST,),
                {"pk": "league_webhook", "delivery": "league_delivery"},
            ),
        )
    },
    f"{D}brand/": desk(
        ORGANIZERS, GET, POST, form=Form({"name": "Club", "seen": "@brand_tag", **NO_SPONSORS})
    ),
    "l/<slug:slug>/": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/champions/": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "l/<slug:slug>/seasons/<int:ordinal>/": Page(
        EVERYBODY, things={"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/days/": Page(
        EVERYBODY, things={"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/days/<slug:day>/": Page(
        EVERYBODY,
        things={"slug": "league", "ordinal": "season_ordinal", "day": "match_day"},
        is_of_tournament=False,
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
    "search/": Page(EVERYBODY, is_of_tournament=False),
    "players/": Page(EVERYBODY, is_of_tournament=False),
    "players/<int:pk>/": Page(EVERYBODY, things={"pk": "player"}, is_of_tournament=False),
    "players/<int:pk>/games/": Page(EVERYBODY, things={"pk": "player"}, is_of_tournament=False),
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
    "components/": Page({SUPERUSER}, is_of_tournament=False),
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
    "seat/day/": Page(EVERYBODY, is_of_tournament=False),
    "seat/card/pin/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "seat/card/leave/": Page(EVERYBODY, (POST,), is_of_tournament=False),
    "seat/line-ups/<int:pk>/": Page(EVERYBODY, (GET,), {"pk": "captained_team"}, is_of_tournament=False),
    "seat/teams/<int:pk>/look/": Page(EVERYBODY, (POST,), {"pk": "captained_team"}, is_of_tournament=False),
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
    "accounts/sessions/": Page(SIGNED_IN, (GET, POST), is_of_tournament=False),
    "accounts/2fa/": Page(SIGNED_IN, is_of_tournament=False),
    "accounts/2fa/webauthn/": Page(SIGNED_IN, is_of_tournament=False),
    "accounts/reauthenticate/mail/": Page(SIGNED_IN, (GET, POST), is_of_tournament=False),
    "me/player/": Page({PLAYER}, (GET, POST), is_of_tournament=False),
    # A setting decides who may found leagues; by default, accounts with that right.
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
    "l/<slug:slug>/seasons/<int:ordinal>/edit-awards/": Page(
        {SUPERUSER}, (GET, POST), {"slug": "league", "ordinal": "season_ordinal"}, is_of_tournament=False
    ),
    "l/<slug:slug>/seasons/<int:ordinal>/award/": Page(
        {SUPERUSER}, (POST,), {"slug": "league", "ordinal": "played_season_ordinal"}, is_of_tournament=False
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
    "new/rules/": Page(SIGNED_IN, is_of_tournament=False),
    "new/from-a-file/": Page(SIGNED_IN, (GET, POST), is_of_tournament=False),
    "new/<slug:rulebook_id>/": Page(
        SIGNED_IN, (GET, POST), {"rulebook_id": "rulebook"}, is_of_tournament=False
    ),
    "new/<slug:rulebook_id>/preview/": Page(
        SIGNED_IN, (POST,), {"rulebook_id": "rulebook"}, is_of_tournament=False
    ),
    T: desk(EVERYBODY),
    f"{T}live/": desk(EVERYBODY),
    f"{T}statistics/": desk(EVERYBODY),
    f"{T}standings/": desk(EVERYBODY),
    f"{T}standings/<int:ordinal>/": desk(EVERYBODY, ordinal="one"),
    f"{T}standings/<int:ordinal>/race/": desk(EVERYBODY, ordinal="one"),
    f"{T}standings/<int:ordinal>/cross-table/": desk(EVERYBODY, ordinal="one"),
    f"{T}final-ranking/": desk(EVERYBODY),
    f"{T}prize-giving/": desk(EVERYBODY),
    f"{T}titles/": desk(EVERYBODY),
    f"{T}titles/<int:ordinal>/": desk(EVERYBODY, ordinal="one"),
    f"{T}rules/": desk(EVERYBODY),
    f"{T}calculator/": desk(EVERYBODY),
    f"{T}by-another-rulebook/": desk(EVERYBODY),
    f"{T}by-another-rulebook/<int:ordinal>/": desk(EVERYBODY, ordinal="two"),
    f"{T}players/": desk(EVERYBODY),
    f"{T}teams/<int:pk>/": desk(EVERYBODY, pk="captained_team"),
    f"{T}teams-<slug:digest>.css": desk(EVERYBODY, digest="any_digest"),
    f"{T}register/": desk(
        EVERYBODY | {PHONE_ELSEWHERE, PHONE_ABROAD},
        GET,
        POST,
        slug="planned_slug",
        form=Form({"name": "Newcomer"}),
    ),
    f"{T}rounds/": desk(EVERYBODY),
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
    f"{T}share/": desk(EVERYBODY),
    f"{T}calendar.ics": desk(EVERYBODY),
    "l/<slug:slug>/calendar.ics": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "players/<int:pk>/calendar.ics": Page(EVERYBODY, things={"pk": "player"}, is_of_tournament=False),
    f"{T}feed.atom": desk(EVERYBODY),
    "l/<slug:slug>/feed.atom": Page(EVERYBODY, things={"slug": "league"}, is_of_tournament=False),
    "oembed": Page(EVERYBODY, is_of_tournament=False),
    "embed/t/<slug:slug>/standings/": Page(EVERYBODY, things={"slug": "slug"}, is_of_tournament=False),
    "embed/t/<slug:slug>/now/": Page(EVERYBODY, things={"slug": "slug"}, is_of_tournament=False),
    f"{T}preview-<int:seq>.png": desk(EVERYBODY, seq="one"),
    f"{T}tables/<int:pk>/preview-<int:seq>.png": desk(EVERYBODY, pk="table", seq="one"),
    f"{T}downloads/": desk(EVERYBODY),
    f"{T}downloads/certificates.pdf": desk(STAFF),
    f"{D}print-kit/": desk(REFEREES),
    f"{D}print-kit.pdf": desk(REFEREES),
    f"{D}certificates/order/": desk(STAFF, POST, form=Form({"of": "players"})),
    f"{D}prints/<int:pk>/": desk(ORGANIZERS, pk="print_job"),
    f"{D}prints/<int:pk>.pdf": desk(ORGANIZERS, pk="print_job"),
    f"{D}print-kit/order/": desk(REFEREES, POST, form=Form({"what": "badges", "paper": "a4"})),
    f"{T}downloads/podium-<slug:shape>.png": desk(STAFF, shape="shape"),
    f"{T}downloads/tournament/": desk(ORGANIZERS, slug="planned_slug"),
    f"{T}downloads/<slug:name>.<slug:extension>": desk(EVERYBODY, name="export", extension="format"),
    D: desk(STAFF),
    f"{D}about/": desk(ORGANIZERS, GET, POST, form=Form({**ABOUT, "seen": "@about_tag"})),
    f"{D}results/thanks/": desk(ORGANIZERS, GET, POST, form=Form({**THANKS, "seen": "@thanks_tag"})),
    f"{D}timetable/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form(
            {
                "seen": "@timetable_tag",
                "items-TOTAL_FORMS": 1,
                "items-INITIAL_FORMS": 0,
                "items-0-at": "2026-01-02T09:30",
                "items-0-title": "Doors",
            }
        ),
    ),
    f"{D}questions/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form(
            {
                "seen": "@questions_tag",
                "questions-TOTAL_FORMS": 1,
                "questions-INITIAL_FORMS": 0,
                "questions-0-kind": "text",
                "questions-0-label_en": "Diet",
            }
        ),
    ),
    f"{D}results/": desk(STAFF),
    f"{D}results/mail/": desk(ORGANIZERS, POST, form=Form({"confirm": "sure"})),
    f"{D}stages/final/": desk(ORGANIZERS, POST, form=Form({"size": 4, "carries": "ratio"})),
    f"{D}draw/": desk(ORGANIZERS, GET, POST, form=Form({"stage": "@stage", "remainder": "byes"})),
    f"{D}night/": desk(
        ORGANIZERS, GET, POST, form=Form({"stage": "@stage", "here": "@everybody", "remainder": "byes"})
    ),
    f"{D}draw/plan/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form({"stage": "@stage", "method": "random", "rounds": 1, "remainder": "byes"}),
    ),
    f"{D}draw/seed/<int:ordinal>/": desk(ORGANIZERS, POST, ordinal="one", form=Form({})),
    f"{D}draw/wishes/": desk(ORGANIZERS, POST, form=Form({"kind": "table", "entry": "@entry", "table": 1})),
    f"{D}draw/wishes/<int:pk>/drop/": desk(ORGANIZERS, POST, pk="wish", form=Form({})),
    f"{D}draw/repair/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form({"stage": "@planned_stage", "leavers": "@entry", "remainder": "byes"}),
    ),
    f"{D}draw/import/": desk(
        ORGANIZERS, GET, POST, form=Form({"stage": "@stage", "text": FILE, "do": "import"})
    ),
    f"{D}draw/tables-of/<int:players>/": desk(
        ORGANIZERS, GET, POST, players="three", form=Form({"rulebook": "mahjongsoul_sanma"})
    ),
    f"{D}draw/jobs/<int:pk>/": desk(ORGANIZERS, pk="draw_job"),
    f"{D}draw/jobs/<int:pk>/cancel/": desk(ORGANIZERS, POST, pk="draw_job", form=Form({})),
    f"{D}draw/<int:pk>/": desk(ORGANIZERS, pk="drafted_draw"),
    f"{D}draw/<int:pk>/draw.csv": desk(ORGANIZERS, pk="drafted_draw"),
    f"{D}draw/<int:pk>/swap/": desk(
        ORGANIZERS,
        POST,
        pk="drafted_draw",
        form=Form({"round": "@drafted_round", "one": "@entry", "other": "@other_entry"}),
    ),
    f"{D}draw/<int:pk>/redraw/": desk(
        ORGANIZERS, POST, pk="drafted_draw", form=Form({"reason": "two more came"})
    ),
    f"{D}draw/<int:pk>/publish/": desk(ORGANIZERS, POST, pk="drafted_draw", form=Form({})),
    f"{D}draw/<int:pk>/unpublish/": desk(
        ORGANIZERS, POST, pk="published_draw", form=Form({"rounds": "@published_round"})
    ),
    f"{D}draw/<int:pk>/discard/": desk(ORGANIZERS, POST, pk="drafted_draw", form=Form({"confirm": "sure"})),
    f"{D}edit/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form(
            {
                "name": "Autumn Open",
                "slug": "@slug",
                "time_zone": "Asia/Tokyo",
                "visibility": "unlisted",
                "confirmation_rule": "all_others",
                "paper_counts": "always",
                "seen": "@tournament_tag",
            }
        ),
    ),
    f"{D}stages/<int:pk>/rename/": desk(
        ORGANIZERS, POST, pk="stage", form=Form({"name": "Preliminaries", "seen": "@stage_tag"})
    ),
    f"{D}times/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form({"day": "2027-05-01", "start": "10:00", "minutes": "75", "pause": "15"}),
    ),
    f"{D}times/move/": desk(ORGANIZERS, GET, POST, form=Form({"amount": "2", "unit": "7"})),
    f"{D}times/each/": desk(ORGANIZERS, GET, POST, form=Form({})),
    f"{D}copy/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form({"name": "The same again", "starts_on": "2027-05-01"}),
    ),
    f"{D}series/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form(
            {
                "rhythm": "first",
                "weekday": "6",
                "first": "2027-04-01",
                "last": "2027-04-30",
                "stem": "Sundays",
                "take_2027-04-04": "on",
                "name_2027-04-04": "Sundays in April",
            }
        ),
    ),
    f"{D}rehearsal/": desk(
        ORGANIZERS, GET, POST, slug="planned_slug", form=Form({}, things={"slug": "planned_slug"})
    ),
    f"{D}rehearsal/end/": desk(ORGANIZERS, POST, form=Form({"confirm": "sure"})),
    f"{D}discard/": desk(
        ORGANIZERS,
        GET,
        POST,
        slug="planned_slug",
        form=Form({"name": "The next one"}, things={"slug": "planned_slug"}),
    ),
    f"{D}preset/": desk(
        ORGANIZERS,
        GET,
        POST,
        slug="planned_slug",
        form=Form({"preset": "qualifying_final"}, things={"slug": "planned_slug"}),
    ),
    f"{D}stages/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="empty_stage", form=Form({})),
    f"{D}stages/<int:pk>/games/": desk(
        ORGANIZERS, GET, POST, pk="stage", form=Form({"least": "10", "most": "45"})
    ),
    f"{D}stages/<int:pk>/rounds/": desk(
        ORGANIZERS, GET, POST, pk="stage", form=Form({"rounds": "6", "starts_at": "10:00"})
    ),
    f"{D}stages/<int:pk>/teams/": desk(
        ORGANIZERS, GET, POST, pk="empty_stage", form=Form({"match_points": "4, 2, 1, 0"})
    ),
    f"{D}stages/<int:pk>/counting/": desk(
        ORGANIZERS, GET, POST, pk="empty_stage", form=Form({"selection": "best", "number": "5"})
    ),
    f"{D}stages/<int:pk>/who/": desk(
        ORGANIZERS,
        GET,
        POST,
        pk="qualified_stage",
        form=Form(
            {
                "carries": "full",
                "rules-TOTAL_FORMS": "1",
                "rules-INITIAL_FORMS": "0",
                "rules-0-source": "@stage",
                "rules-0-among": "ranking",
                "rules-0-last": "2",
                "seen": "@qualification_tag",
            }
        ),
    ),
    f"{D}stages/<int:pk>/who/remove/": desk(ORGANIZERS, POST, pk="qualified_stage", form=Form({})),
    f"{D}stages/<int:pk>/players/": desk(
        ORGANIZERS,
        GET,
        POST,
        pk="qualified_stage",
        form=Form({"seen": "@proposal_tag", "seed-{entry}": "1", "confirm": "results_missing"}),
    ),
    f"{D}stages/<int:pk>/players/take-back/": desk(ORGANIZERS, POST, pk="confirmed_stage", form=Form({})),
    f"{D}teams/": desk(ORGANIZERS),
    f"{D}teams/<int:pk>/rename/": desk(
        ORGANIZERS, POST, pk="team", form=Form({"name": "Lynxes", "seen": "@team_tag"})
    ),
    f"{T}open-table/": Page(
        {PLAYER, *ORGANIZERS},
        (GET, POST),
        {"slug": "club_slug"},
        form=Form({f"seat_{n}": f"@club_{n}" for n in range(1, 5)}),
    ),
    f"{T}tables/<int:pk>/take-back/": Page(
        {PLAYER, *ORGANIZERS}, (POST,), {"slug": "evening_slug", "pk": "evening_table"}, form=Form({})
    ),
    f"{T}nights/": desk(EVERYBODY),
    f"{D}nights/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form({"stage": "@stage", "starts_at": "2030-01-08T19:00", "weeks": "2", "games": "2"}),
    ),
    f"{D}nights/<int:pk>/": Page(
        ORGANIZERS,
        (GET, POST),
        {"slug": "club_slug", "pk": "club_night"},
        form=Form({"starts_at": "2030-01-08T20:00", "games": "2"}),
    ),
    f"{D}nights/<int:pk>/cancel/": Page(
        ORGANIZERS, (POST,), {"slug": "club_slug", "pk": "club_night"}, form=Form({})
    ),
    f"{D}nights/<int:pk>/sign-up/": Page(
        ORGANIZERS,
        (POST,),
        {"slug": "club_slug", "pk": "club_night"},
        form=Form({"entry": "@club_1", "games": "2"}),
    ),
    f"{D}nights/<int:pk>/sign-off/<int:entry>/": Page(
        ORGANIZERS,
        (POST,),
        {"slug": "evening_slug", "pk": "evening_night", "entry": "evening_1"},
        form=Form({}),
    ),
    f"{D}nights/<int:pk>/settle/": Page(
        ORGANIZERS,
        (POST,),
        {"slug": "evening_slug", "pk": "evening_night"},
        form=Form({"absent": "@evening_1"}),
    ),
    f"{D}stages/<int:pk>/seat-draw/": desk(ORGANIZERS, GET, POST, pk="stage", form=Form({})),
    f"{D}stages/<int:pk>/free-play/": desk(ORGANIZERS, GET, POST, pk="stage", form=Form({"is_on": "on"})),
    f"{D}line-up-quotas/": desk(ORGANIZERS),
    f"{D}line-up-quotas/add/": desk(
        ORGANIZERS, GET, POST, form=Form({"name": "Under 30", "least": "1", "entries": "@entry"})
    ),
    f"{D}line-up-quotas/<int:pk>/": desk(
        ORGANIZERS,
        GET,
        POST,
        pk="line_up_quota",
        form=Form({"name": "Juniors", "least": "2", "entries": "@entry", "seen": "@line_up_quota_tag"}),
    ),
    f"{D}line-up-quotas/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="line_up_quota", form=Form({})),
    f"{D}stages/<int:pk>/line-ups/": desk(
        ORGANIZERS, GET, POST, pk="stage", form=Form({"is_on": "on", "closes_before": "60"})
    ),
    f"{D}rounds/<int:pk>/line-ups/": desk(ORGANIZERS, GET, pk="published_round"),
    f"{D}rounds/<int:pk>/line-ups/show/": desk(
        ORGANIZERS, POST, pk="published_round", form=Form({"confirm": "line_ups_missing"})
    ),
    f"{D}rounds/<int:pk>/line-ups/<int:team>/": desk(
        ORGANIZERS, GET, POST, pk="published_round", team="captained_team", form=Form({"table_1": "@mate"})
    ),
    f"{D}teams/<int:pk>/look/": desk(
        ORGANIZERS,
        POST,
        pk="captained_team",
        form=Form({"has_colour": "on", "colour": "#224466", "mark": "犬", "look_seen": "@team_look_tag"}),
    ),
    f"{D}teams/<int:pk>/captain/": desk(
        ORGANIZERS, POST, pk="captained_team", form=Form({"captain": "@mate"})
    ),
    f"{D}teams/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="team", form=Form({})),
    f"{D}entries/<int:pk>/edit/": desk(
        ORGANIZERS,
        GET,
        POST,
        pk="entry",
        form=Form(
            {
                "name": "Dora Dee",
                "number": 900,
                "seen_player": "@opponent_tag",
                "seen_entry": "@other_entry_tag",
                "confirm": "plays_elsewhere",
            },
            things={"pk": "other_entry"},
        ),
    ),
    f"{D}entries/<int:pk>/propose/": desk(
        ORGANIZERS, GET, POST, pk="entry", form=Form({"name": "Bobby", "licence": "EMA 04090036"})
    ),
    f"{D}entries/<int:pk>/merge/": desk(
        ORGANIZERS,
        GET,
        POST,
        pk="spare",
        form=Form(
            {"other": "@withdrawn_player", "seen": "@spare_tag", "confirm": "merged_for_good"},
        ),
    ),
    f"{D}entries/<int:pk>/remove/": desk(ORGANIZERS, POST, pk="withdrawn", form=Form({"confirm": "sure"})),
    f"{D}stages/": desk(ORGANIZERS, POST, form=Form({"name": "Final"})),
    f"{D}rules/": desk(ORGANIZERS, GET, POST, form=Form({"seen": "@rulebook_hash"})),
    f"{D}rules/tie-breaks/": desk(
        ORGANIZERS,
        POST,
        form=Form({"tie_breaks_0": "total", "tie_breaks_1": "points"}, things={"slug": "planned_slug"}),
    ),
    f"{D}rules/ranking/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form({"substitutes": "for_absent", "withdrawn": "below"}, things={"slug": "planned_slug"}),
    ),
    f"{D}finish/": desk(
        ORGANIZERS, POST, form=Form({"confirm": ["rounds_open", "results_missing", "stages_empty"]})
    ),
    f"{D}reopen/": desk(ORGANIZERS, POST, form=Form({}, things={"slug": "finished_slug"})),
    f"{D}archive/": desk(ORGANIZERS, POST, form=Form({})),
    f"{D}bring-back/": desk(ORGANIZERS, POST, form=Form({})),
    f"{D}rounds/<int:pk>/cards/": desk(REFEREES, POST, pk="published_round", form=Form({"confirm": "sure"})),
    f"{D}rounds/<int:pk>/redraw/": desk(ORGANIZERS, POST, pk="drafted_round", form=Form({})),
    f"{D}rounds/<int:pk>/discard/": desk(
        ORGANIZERS, POST, pk="drafted_round", form=Form({"confirm": "sure"})
    ),
    f"{D}rounds/<int:pk>/publish/": desk(ORGANIZERS, POST, pk="drafted_round", form=Form({})),
    f"{D}rounds/<int:pk>/unpublish/": desk(ORGANIZERS, POST, pk="published_round", form=Form({})),
    f"{D}rounds/<int:pk>/start/": desk(ORGANIZERS, POST, pk="published_round", form=Form(ANYWAY)),
    f"{D}rounds/<int:pk>/cancel-start/": desk(ORGANIZERS, POST, pk="fresh_round", form=Form({})),
    f"{D}rounds/<int:pk>/time/": desk(
        ORGANIZERS, POST, pk="published_round", form=Form({"planned_at": "2026-12-06T10:00"})
    ),
    f"{D}rounds/<int:pk>/close/": desk(
        ORGANIZERS, POST, pk="fresh_round", form=Form({"confirm": "results_missing"})
    ),
    f"{D}rounds/<int:pk>/reopen/": desk(ORGANIZERS, POST, pk="closed_round", form=Form(ANYWAY)),
    f"{D}find/": desk(STAFF),
    f"{D}sheets/": desk(STAFF, GET, POST, form=Form({**POINTS, "round": "@fresh_round", "number": "1"})),
    f"{D}sheets/<int:pk>/confirm/": desk(
        STAFF, POST, pk="typed_sheet", form=Form({"if_match": "@typed_tag"})
    ),
    f"{D}rounds/<int:pk>/confirm-sheets/": desk(
        STAFF, POST, pk="typed_round", form=Form({"sheet": "@typed_seen"})
    ),
    f"{D}rounds/<int:pk>/": desk(STAFF, pk="fresh_round"),
    f"{D}rounds/<int:pk>/clock/": desk(
        REFEREES, GET, POST, pk="fresh_round", form=Form({"minutes": 60, "after_gong": "finish_hand"})
    ),
    f"{D}rounds/<int:pk>/clock/pause/": desk(REFEREES, POST, pk="reported_round", form=Form({"table": ""})),
    f"{D}rounds/<int:pk>/clock/resume/": desk(
        REFEREES, POST, pk="reported_round", form=Form({"table": "@reported_table"})
    ),
    f"{D}rounds/<int:pk>/clock/extend/": desk(
        REFEREES, POST, pk="reported_round", form=Form({"table": "@reported_table", "minutes": 5})
    ),
    f"{D}rounds/<int:pk>/clock/reset/": desk(
        REFEREES, POST, pk="reported_round", form=Form({"confirm": "sure"})
    ),
    f"{D}rounds/<int:pk>/clock/limit/": desk(
        ORGANIZERS,
        POST,
        pk="published_round",
        form=Form({"limit-minutes": 60, "limit-after_gong": "finish_hand", "limit-applies_to": "round"}),
    ),
    f"{D}tables/<int:pk>/": desk(STAFF, GET, POST, pk="table", form=Form({**POINTS, "do": "report"})),
    f"{D}tables/<int:pk>/confirm/": desk(
        REFEREES, POST, pk="reported_table", form=Form({"if_match": "@tag"})
    ),
    f"{D}sheets/<int:pk>/undo/": desk(
        REFEREES, POST, pk="decided_sheet", form=Form({"if_match": "@decided_tag"})
    ),
    f"{D}tables/<int:pk>/void/": desk(
        REFEREES, POST, pk="reported_table", form=Form({"if_match": "@tag", "reason": "wrong table"})
    ),
    f"{D}tables/<int:pk>/photo/": desk(STAFF, POST, pk="table", form=Form({"photo": PhotoFile()})),
    f"{D}photos/<int:pk>/remove/": desk(STAFF, POST, pk="photo", form=Form({})),
    f"{D}referee/": desk(REFEREES),
    f"{D}referee/app.webmanifest": desk(REFEREES),
    f"{D}referee/<int:number>/": desk(REFEREES, number="one"),
    f"{D}calls/<int:pk>/end/": desk(STAFF, POST, pk="referee_call", form=Form({})),
    f"{D}tables/<int:pk>/substitute/": desk(
        REFEREES, POST, pk="table", form=Form({"seat": "@table_seat", "entry": "@spare"})
    ),
    f"{D}tables/<int:pk>/hands/<int:number>/": desk(
        REFEREES,
        GET,
        POST,
        pk="hand_table",
        number="one",
        form=Form({"what": "draw", "tenpai": "0", "reason": "East was tenpai", "if_match": "@hand_tag"}),
    ),
    f"{D}rounds/<int:pk>/late-table/": desk(
        ORGANIZERS, GET, POST, pk="fresh_round", form=Form({"players": "@late", "confirm": "players_in_play"})
    ),
    f"{D}rounds/<int:pk>/exchange/": desk(
        REFEREES,
        GET,
        POST,
        pk="fresh_round",
        form=Form({"one": "@seated_1", "other": "@seated_2", "if_match": "@places_tag"}),
    ),
    f"{D}tables/<int:pk>/seat-order/": desk(
        STAFF, POST, pk="table", form=Form({f"seat_{wind}": f"@seated_{wind}" for wind in range(1, 5)})
    ),
    f"{D}tables/<int:pk>/online-game/": desk(
        STAFF,
        GET,
        POST,
        pk="table",
        form=Form({"text": "@online_game", "if_match": "@no_hands_tag", "do": "enter"}),
    ),
    f"{D}cards/": desk(REFEREES),
    f"{D}cards/make/": desk(REFEREES, POST, form=Form({})),
    f"{D}cards/<int:pk>/revoke/": desk(REFEREES, POST, pk="player_card", form=Form({"confirm": "sure"})),
    f"{D}cards/print/": desk(REFEREES),
    f"{D}cards/tables/": desk(REFEREES),
    f"{D}cards/phones/<int:pk>/admit/": desk(REFEREES, POST, pk="card_phone", form=Form({})),
    f"{D}cards/phones/<int:pk>/out/": desk(REFEREES, POST, pk="card_phone", form=Form({})),
    f"{D}tablets/": desk(REFEREES),
    f"{D}tablets/codes/": desk(REFEREES),
    f"{D}tablets/hand-out/": desk(REFEREES, POST, form=Form({"number": "7"})),
    f"{D}tablets/<int:pk>/end/": desk(REFEREES, POST, pk="kiosk", form=Form({})),
    f"{D}phones/": desk(REFEREES),
    f"{D}phones/<int:pk>/revoke/": desk(REFEREES, POST, pk="seat_token", form=Form({})),
    f"{D}entries/": desk(ORGANIZERS, GET, POST, form=Form({"name": "Newcomer"})),
    f"{D}results/import/": desk(
        ORGANIZERS,
        GET,
        POST,
        form=Form(
            {
                "stage": "@stage",
                "text": "round,player,points\n900,Ann,25000\n900,Ben,25000\n900,Cat,25000\n900,Dan,25000\n",
                "do": "import",
            }
        ),
    ),
    f"{D}entries/import/": desk(
        ORGANIZERS, GET, POST, form=Form({"text": "name\nNewcomer\n", "do": "import"})
    ),
    f"{D}entries/players.csv": desk(ORGANIZERS),
    f"{D}entries/<int:pk>/withdraw/": desk(
        ORGANIZERS, POST, pk="entry", form=Form({"confirm": "withdraw"}, things={"pk": "spare"})
    ),
    f"{D}entries/<int:pk>/reinstate/": desk(ORGANIZERS, POST, pk="withdrawn", form=Form({})),
    f"{D}penalties/": desk(
        REFEREES,
        GET,
        POST,
        form=Form({"stage": "@stage", "entry": "@entry", "amount": "10", "reason": "late"}),
    ),
    f"{D}penalties/<int:pk>/lift/": desk(REFEREES, POST, pk="penalty", form=Form({"reason": "was not late"})),
    f"{D}hall/": desk(REFEREES, GET, POST, form=Form({"text": "Lunch at one"})),
    f"{D}entries/mark/": desk(ORGANIZERS, POST, form=Form({"do": "paid", "entry": "@entry"})),
    f"{D}check-in/": desk(REFEREES),
    f"{D}check-in/all/": desk(REFEREES, POST, form=Form({"confirm": "sure"})),
    f"{D}check-in/typed/": desk(REFEREES, POST, form=Form({"typed": "1"})),
    f"{D}check-in/again/": desk(REFEREES, POST, form=Form({"confirm": "sure"})),
    f"{D}check-in/leavers/": desk(
        ORGANIZERS, GET, POST, form=Form({"leavers": "@next_entry"}, things={"slug": "planned_slug"})
    ),
    f"{D}check-in/<int:pk>/here/": desk(REFEREES, POST, pk="entry", form=Form({})),
    f"{D}check-in/<int:pk>/undo/": desk(REFEREES, POST, pk="other_entry", form=Form({})),
    f"{D}registrations/": desk(
        ORGANIZERS, GET, POST, form=Form({"is_open": "", "capacity": "12", "email": "not_asked"})
    ),
    f"{D}registrations/accept/": desk(ORGANIZERS, POST, form=Form({})),
    f"{D}registrations/<int:pk>/accept/": desk(ORGANIZERS, POST, pk="registration", form=Form({})),
    f"{D}registrations/<int:pk>/decline/": desk(ORGANIZERS, POST, pk="registration", form=Form({})),
    f"{D}texts/": desk(ORGANIZERS),
    f"{D}texts/tables/<int:pk>/hands/<int:number>/remove/": desk(
        ORGANIZERS, POST, pk="hand_table", number="hand_with_text", form=Form({})
    ),
    f"{D}texts/<int:seq>/remove/": desk(ORGANIZERS, POST, seq="seq_with_text", form=Form({})),
    f"{D}hall/<int:pk>/remove/": desk(REFEREES, POST, pk="announcement", form=Form({})),
    f"{D}staff/": desk(ORGANIZERS, GET, POST, form=Form({"email": "@email", "role": "scorer"})),
    f"{D}staff/<int:pk>/role/": desk(ORGANIZERS, POST, pk="staff", form=Form({"role": "referee"})),
    f"{D}staff/<int:pk>/dismiss/": desk(ORGANIZERS, POST, pk="staff", form=Form({"confirm": "sure"})),
    f"{D}invitations/<int:pk>/withdraw/": desk(ORGANIZERS, POST, pk="invitation", form=Form({})),
}
# A phone's actions at its own table have a separate test, as have a user's own tokens.
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

# Pages for typing a code: sending an invalid one has a separate test.
OF_A_CODE = {"seat/", "kiosk/", "invitation/", "registration/"}
# Pages of a table and the staff only have a separate test too.
OF_A_TABLE = {"photos/<int:pk>/", "photos/<int:pk>/small/"}


def address(route: str, page: Page, world: Mapping[str, Any], slug: str) -> str:
    things = {"slug": "slug", **page.things}
    return address_of(
        route, {name: slug if thing == "slug" else world[thing] for name, thing in things.items()}
    )
