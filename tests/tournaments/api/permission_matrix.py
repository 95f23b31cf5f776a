"""Who may do what through the API: written from the specification, not from the code.

- Everybody reads what is public. What is private is, for whoever is not concerned, not there: 404 like what does
  not exist, whatever one wants to do with it.
- Changing needs to be somebody: 401 for nobody, and a dead phone is nobody. A phone acts for its seat: anything
  else is refused (403) before it is even looked for, and it knows of its own tournament, private or not.
- The tablet of a table enters hands and calls the referee for a seat that it names, and reports and confirms with
  that player's PIN besides (its own tests do); without a seat it may nothing, wherever the table is.
- A phone that waits to follow a player's card reads what everybody reads and changes nothing.
- Organizers run their tournament; referees decide; scorers enter results; players and phones report and confirm
  at their own table. A token never does more than its scope.
"""

from collections.abc import Callable, Mapping
from typing import Any

from django.test.client import BOUNDARY, MULTIPART_CONTENT, encode_multipart

from tests.permissions import FOREIGN, MISSING, OWN, Row
from tests.pictures import PhotoFile
from tests.scoring.online.platform_logs import ALL_ENDS, mjlog
from tests.tournaments.actions.transfer.files import event_file
from tests.tournaments.brands import BRAND
from tests.tournaments.said import ABOUT, THANKS
from tests.tournaments.webhooks import WEBHOOK
from tests.tournaments.worlds import (
    BEARER,
    CARD_BEARER,
    CARD_PHONES,
    DEAD_BEARER,
    FOUNDER,
    LEAGUE_ELSEWHERE,
    MANAGE_TOKEN,
    NARROWED_TOKEN,
    NOBODY,
    ORGANIZER,
    OTHER,
    PHONE,
    PHONE_ABROAD,
    PHONE_ELSEWHERE,
    PHONES,
    PLAYER,
    READ_TOKEN,
    REFEREE,
    REPORT_TOKEN,
    REPORTED,
    ROLES,
    SCORER,
    STRANGER,
    SUPERUSER,
    TABLET,
    TAKER,
    TOKEN_ELSEWHERE,
    WAITING_BEARER,
)
from tournaments.models import Seat

Expected = Mapping[str, Mapping[str, int]]
Body = Callable[[Mapping[str, Any]], object]

TOKENS = (READ_TOKEN, REPORT_TOKEN)
ALL_TOKENS = (*TOKENS, MANAGE_TOKEN, NARROWED_TOKEN, TOKEN_ELSEWHERE)
RUNS = (ORGANIZER, SUPERUSER, MANAGE_TOKEN, NARROWED_TOKEN)
DECIDES = (REFEREE, *RUNS)
IS_STAFF = (SCORER, *DECIDES, *TOKENS)
# What the caller made or was given concerns no other tournament, league or player.
OF_THEIR_OWN = (TAKER, FOUNDER, LEAGUE_ELSEWHERE)


# Hands by their tiles and by their yaku.
TILES = {"tiles": "234m234p23499s567m", "win_tile": "9s"}
OF_TILES = {"kind": "win", "wins": [{"winner": 0, "details": {"hand": TILES}}], "loser": 1, "riichi": [0]}
YAKU = {"yaku": ["riichi", "sanshoku"], "dora": {"ura_dora": 1}}
OF_YAKU = {"kind": "win", "wins": [{"winner": 0, "fu": 40, "details": YAKU}], "loser": 1, "riichi": [0]}


def at_table(world: Mapping[str, Any], field: str) -> list[Any]:
    """Return a field of the table's seats, East first."""
    return list(Seat.objects.filter(table=world["table"]).order_by("wind").values_list(field, flat=True))


def public() -> Expected:
    """Reading public data; private data only for those concerned, and for the operator.

    A token for another tournament does not see this one, although it is public.
    """
    return {
        OWN: dict.fromkeys(ROLES, 200) | {TOKEN_ELSEWHERE: 404},
        FOREIGN: dict.fromkeys(ROLES, 404) | dict.fromkeys((OTHER, SUPERUSER, PHONE_ABROAD), 200),
        MISSING: dict.fromkeys(ROLES, 404),
    }


def nobodys() -> Expected:
    """Reading data of no tournament."""
    return {OWN: dict.fromkeys(ROLES, 200), MISSING: dict.fromkeys(ROLES, 404)}


NOT_PEOPLE = dict.fromkeys(NOBODY, 401) | dict.fromkeys(PHONES, 403)


def staff_reads() -> Expected:
    """Reading what only the staff see."""
    return {
        OWN: dict.fromkeys(ROLES, 403) | NOT_PEOPLE | dict.fromkeys(IS_STAFF, 200) | {TOKEN_ELSEWHERE: 404},
        FOREIGN: dict.fromkeys(ROLES, 404) | NOT_PEOPLE | dict.fromkeys((OTHER, SUPERUSER), 200),
        MISSING: dict.fromkeys(ROLES, 404) | NOT_PEOPLE,
    }


def organizers_read() -> Expected:
    """Reading what only organizers see."""
    return action(200, RUNS)


def drafts() -> Expected:
    """Reading a draft: the staff; 404 for others."""
    return {
        OWN: dict.fromkeys(ROLES, 404) | dict.fromkeys(IS_STAFF, 200),
        FOREIGN: dict.fromkeys(ROLES, 404) | dict.fromkeys((OTHER, SUPERUSER), 200),
    }


def ordered() -> Expected:
    """Reading an ordered draw: the staff; 404 for others."""
    return drafts() | {MISSING: dict.fromkeys(ROLES, 404)}


def action(done: int, who: tuple[str, ...], *, hidden: bool = False) -> Expected:
    """Changing something: `who` may. `hidden`: others do not even see it."""
    refused = 404 if hidden else 403
    own = dict.fromkeys(ROLES, refused) | NOT_PEOPLE | {TOKEN_ELSEWHERE: 404}
    if hidden:
        own |= dict.fromkeys((SCORER, REFEREE, *TOKENS), 403)
    return {
        OWN: own | dict.fromkeys(who, done),
        FOREIGN: dict.fromkeys(ROLES, 404) | NOT_PEOPLE | dict.fromkeys((OTHER, SUPERUSER), done),
        MISSING: dict.fromkeys(ROLES, 404) | NOT_PEOPLE,
    }


def bobs(done: int) -> Expected:
    """Changing a record with an account: in either world it is Bob's own."""
    found = action(done, (PLAYER, SUPERUSER))
    return {**found, FOREIGN: {**found[FOREIGN], OTHER: 403}}


def who_decides() -> Expected:
    """Deciding a proposed change of a record: those who may edit it; 404 for others."""
    refused = dict.fromkeys(ROLES, 404) | NOT_PEOPLE
    return {
        OWN: refused | dict.fromkeys(RUNS, 200),
        FOREIGN: refused | dict.fromkeys((OTHER, SUPERUSER), 200),
        MISSING: refused,
    }


def to_come(done: int) -> Expected:
    """Running the upcoming tournament, which the narrowed token does not cover."""
    found = action(done, RUNS)
    return {**found, OWN: {**found[OWN], NARROWED_TOKEN: 404}}


def at_the_table(done: int, who: tuple[str, ...]) -> Expected:
    """Reporting and confirming: phones may as well, so they are not refused before the table is looked up."""
    nobody = dict.fromkeys(NOBODY, 401) | {WAITING_BEARER: 403}
    return {
        OWN: dict.fromkeys(ROLES, 403) | nobody | dict.fromkeys(who, done) | {TOKEN_ELSEWHERE: 404},
        FOREIGN: dict.fromkeys(ROLES, 404) | nobody | dict.fromkeys((OTHER, SUPERUSER, PHONE_ABROAD), done),
        MISSING: dict.fromkeys(ROLES, 404) | nobody,
    }


def for_a_seat(expected: Expected) -> Expected:
    """A call in which a tablet names the acting seat: without one, its table is not looked up."""
    return {target: {**statuses, TABLET: 403} for target, statuses in expected.items()}


def from_a_seat(done: int, who: tuple[str, ...]) -> Expected:
    """Calling the referee: not even the staff does it for a table."""
    found = at_the_table(done, who)
    return {**found, FOREIGN: {**found[FOREIGN], OTHER: 403, SUPERUSER: 403}}


def of_the_table() -> Expected:
    """Viewing a photo: the players at its table, and the staff; 404 for others."""
    at_it = (PLAYER, PHONE, BEARER, CARD_BEARER, *IS_STAFF)
    return {
        OWN: dict.fromkeys(ROLES, 404) | dict.fromkeys(at_it, 200),
        FOREIGN: dict.fromkeys(ROLES, 404) | dict.fromkeys((OTHER, SUPERUSER, PHONE_ABROAD), 200),
        MISSING: dict.fromkeys(ROLES, 404),
    }


def by_the_staff_at_the_table() -> Expected:
    """Deleting a photo taken by the staff: the players at the table see it, but may not."""
    nobody = dict.fromkeys(NOBODY, 401) | {WAITING_BEARER: 403}
    sees = dict.fromkeys((PLAYER, PHONE, BEARER, CARD_BEARER, READ_TOKEN), 403)
    return {
        OWN: dict.fromkeys(ROLES, 404) | nobody | sees | dict.fromkeys((SCORER, *DECIDES, REPORT_TOKEN), 204),
        FOREIGN: dict.fromkeys(ROLES, 404)
        | nobody
        | {PHONE_ABROAD: 403}
        | dict.fromkeys((OTHER, SUPERUSER), 204),
        MISSING: dict.fromkeys(ROLES, 404) | nobody,
    }


def to_the_club() -> Expected:
    """Reading a club's data: private only to the narrowed token, and in the foreign world to phones."""
    found = public()
    return {
        OWN: {**found[OWN], NARROWED_TOKEN: 404},
        FOREIGN: {**found[FOREIGN], PHONE_ABROAD: 404},
        MISSING: found[MISSING],
    }


def in_the_club(done: int) -> Expected:
    """Opening tables in a club's tournament: its players and organizers, and its phones."""
    nobody = dict.fromkeys(NOBODY, 401) | {WAITING_BEARER: 403}
    elsewhere = dict.fromkeys((NARROWED_TOKEN, TOKEN_ELSEWHERE), 404)
    who = (PLAYER, ORGANIZER, SUPERUSER, MANAGE_TOKEN, REPORT_TOKEN)
    return {
        OWN: dict.fromkeys(ROLES, 403) | nobody | dict.fromkeys(who, done) | elsewhere,
        FOREIGN: dict.fromkeys(ROLES, 404) | nobody | dict.fromkeys((OTHER, SUPERUSER), done),
        MISSING: dict.fromkeys(ROLES, 404) | nobody,
    }


def with_a_card(done: int, *who: str) -> Expected:
    """A phone's calls about its own card, or a tablet's about itself."""
    return {OWN: dict.fromkeys(ROLES, 403) | dict.fromkeys(NOBODY, 401) | dict.fromkeys(who, done)}


def anybody_with_an_account(done: int, *more: str) -> Expected:
    people = (*(STRANGER, PLAYER, SCORER, REFEREE, ORGANIZER, OTHER, SUPERUSER), *OF_THEIR_OWN, *more)
    return {OWN: dict.fromkeys(ROLES, 403) | dict.fromkeys(NOBODY, 401) | dict.fromkeys(people, done)}


def operators(done: int, *targets: str, more: tuple[str, ...] = ()) -> Expected:
    refused = dict.fromkeys(ROLES, 403) | dict.fromkeys(NOBODY, 401)
    found = {OWN: refused | dict.fromkeys((SUPERUSER, *more), done)}
    if MISSING in targets:
        found[MISSING] = dict.fromkeys(ROLES, 404) | NOT_PEOPLE
    return found


def everybody(status: int = 200) -> Expected:
    return {OWN: dict.fromkeys(ROLES, status)}


def computes(verb: str, body: Body, status: int = 200) -> Row:
    """A computation by a rulebook: for everybody, without changes. The world's rulebook has no patterns."""
    expected = {OWN: dict.fromkeys(ROLES, status), MISSING: dict.fromkeys(ROLES, 404)}
    return api("POST", f"v1/rulebooks/<slug:slug>/{verb}/", expected, body, slug="rulebook")


def api(
    method: str,
    route: str,
    expected: Expected,
    body: Body | None = None,
    *,
    scene: str = "",
    tag: str | None = None,
    content_type: str = "",
    accept: str = "",
    **things: str,
) -> Row:
    if route:
        # A dead token is always refused, so that programs learn about it.
        expected = {target: {**statuses, DEAD_BEARER: 401} for target, statuses in expected.items()}
    return Row(
        method=method,
        route=f"api/{route}",
        expected=expected,
        things=things,
        body=body or (None if method == "GET" else lambda world: {}),
        headers=(lambda world: {"If_Match": f'"{world[tag]}"'})
        if tag
        else (lambda world: {"Content_Type": content_type})
        if content_type
        else (lambda world: {"Accept": accept})
        if accept
        else None,
        scene=scene,
    )


def body_with(**fields: object) -> Body:
    """Return a body; a value like "@entry" is looked up in the current world."""

    def body(world: Mapping[str, Any]) -> object:
        return {
            name: world[value[1:]] if isinstance(value, str) and value.startswith("@") else value
            for name, value in fields.items()
        }

    return body


SCORES = [40_000, 30_000, 20_000, 10_000]
T = "v1/tournaments/<slug:slug>/"
NEW_CUP = body_with(slug="new-cup", name="New Cup", rulebook="mleague")
SANMA = body_with(players=3, rulebook="mahjongsoul_sanma")
DRAWN_ELSEWHERE = "round,table,east,south,west,north\n1,1,1,2,3,4\n1,2,5,6,7,8\n"
PLAYED_ELSEWHERE = (
    "round,table,player,points\n901,1,Newcomer A,40000\n901,1,Newcomer B,30000\n"
    "901,1,Newcomer C,20000\n901,1,Newcomer D,10000\n"
)
HIDDEN_DRAFT = action(200, RUNS, hidden=True)
ANYWAY = body_with(confirm=["earlier_round_open", "players_in_play", "players_not_here"])

MATRIX = [
    # Of no particular tournament
    api("GET", "", everybody()),
    api("GET", "v1/", everybody()),
    api("GET", "v1/schema/", everybody()),
    api("GET", "v1/me/", everybody()),
    api("GET", "v1/me/proposals/", {OWN: dict.fromkeys(ROLES, 200) | NOT_PEOPLE}),
    api("GET", "v1/rulebooks/", everybody()),
    api("GET", "v1/rulebooks/<slug:slug>/", nobodys(), slug="rulebook"),
    computes(
        "hand", body_with(tiles="123m406p11s78s9s", melds=["(777z)"], win_tile="9s", win="ron", seat_wind="S")
    ),
    computes("payment", body_with(dealer=0, win="tsumo", wins=[{"winner": 1, "han": 4, "fu": 30}])),
    computes("result", body_with(points=SCORES)),
    computes("draw", body_with(dealer=0, tenpai=[0])),
    computes("chombo", body_with(offenders=[0])),
    computes("next", body_with(outcome={"kind": "draw"})),
    computes("conditions", body_with(state={"points": SCORES}, goal={"seat": 1, "place": 1})),
    computes("ceremony", body_with(procedure="five_tiles", seed="a seed that was published")),
    computes("wall", body_with(dealer=0, total=7)),
    computes("wsom", body_with(tiles="111m", win_tile="1m", win="ron"), 422),
    api("GET", "v1/leagues/", everybody()),
    api("POST", "v1/leagues/", operators(201, more=(FOUNDER,)), body_with(slug="new-league", name="New")),
    api("GET", "v1/leagues/<slug:slug>/", nobodys(), slug="league"),
    api(
        "POST",
        "v1/leagues/<slug:slug>/seasons/",
        operators(201, MISSING),
        body_with(name="2027"),
        slug="league",
    ),
    api(
        "PATCH",
        "v1/leagues/<slug:slug>/",
        operators(200, MISSING),
        body_with(name="River League"),
        tag="league_tag",
        slug="league",
    ),
    api("DELETE", "v1/leagues/<slug:slug>/", operators(204, MISSING), slug="empty_league"),
    api("GET", "v1/leagues/<slug:slug>/ledger/", nobodys(), slug="league"),
    api(
        "DELETE",
        "v1/leagues/<slug:slug>/ledger/<id:seq>/texts/<str:name>/",
        operators(204, MISSING),
        slug="followed_league",
        seq="league_seq_with_text",
        name="league_text",
    ),
    api("GET", "v1/leagues/<slug:slug>/brand/", nobodys(), slug="league"),
    api(
        "POST",
        "v1/leagues/<slug:slug>/brand/",
        operators(200, MISSING),
        body_with(**BRAND),
        tag="league_brand_tag",
        slug="league",
    ),
    api(
        "GET",
        "v1/leagues/<slug:slug>/webhooks/",
        {
            OWN: dict.fromkeys(ROLES, 403) | NOT_PEOPLE | {SUPERUSER: 200},
            MISSING: dict.fromkeys(ROLES, 404) | NOT_PEOPLE,
        },
        slug="league",
    ),
    api(
        "POST",
        "v1/leagues/<slug:slug>/webhooks/",
        operators(201, MISSING),
        body_with(**WEBHOOK),
        slug="league",
    ),
    api("GET", "v1/leagues/<slug:slug>/rating/", nobodys(), slug="league"),
    api(
        "POST",
        "v1/leagues/<slug:slug>/rating/",
        operators(200, MISSING),
        body_with(method="weng_lin", minimum_games=3),
        slug="league",
    ),
    api("GET", "v1/leagues/<slug:slug>/ratings/", nobodys(), slug="league"),
    api("GET", "v1/leagues/<slug:slug>/records/", nobodys(), slug="league"),
    api("GET", "v1/leagues/<slug:slug>/staff/", operators(200, MISSING), slug="league"),
    api(
        "DELETE",
        "v1/leagues/<slug:slug>/staff/<id:pk>/",
        operators(204, MISSING),
        slug="league",
        pk="league_organizer",
    ),
    api("GET", "v1/leagues/<slug:slug>/invitations/", operators(200, MISSING), slug="league"),
    api(
        "POST",
        "v1/leagues/<slug:slug>/invitations/",
        operators(201, MISSING),
        body_with(for_whom="Dan"),
        slug="league",
    ),
    api(
        "DELETE",
        "v1/leagues/<slug:slug>/invitations/<id:pk>/",
        operators(204, MISSING),
        slug="league",
        pk="league_invitation",
    ),
    api("GET", "v1/seasons/<id:pk>/", nobodys(), pk="season"),
    api(
        "PATCH",
        "v1/seasons/<id:pk>/",
        operators(200, MISSING),
        body_with(name="2027"),
        tag="season_tag",
        pk="season",
    ),
    api("DELETE", "v1/seasons/<id:pk>/", operators(204, MISSING), pk="season"),
    api("GET", "v1/seasons/<id:pk>/divisions/", nobodys(), pk="season"),
    api(
        "POST",
        "v1/seasons/<id:pk>/divisions/",
        operators(200, MISSING),
        body_with(divisions=[{"name": "A", "boundary": {"up": 1, "down": "1/4"}}, {"name": "B"}]),
        tag="divisions_tag",
        pk="season",
    ),
    api("GET", "v1/seasons/<id:pk>/standings/", nobodys(), pk="season"),
    api("GET", "v1/seasons/<id:pk>/ranking/", nobodys(), pk="season"),
    api(
        "POST",
        "v1/seasons/<id:pk>/ranking/",
        operators(200, MISSING),
        body_with(worth="rank", by_rank=[25, 18, 15], best=3),
        pk="season",
    ),
    api("GET", "v1/seasons/<id:pk>/awards/", nobodys(), pk="season"),
    api(
        "POST",
        "v1/seasons/<id:pk>/awards/",
        operators(200, MISSING),
        body_with(titles=["total", "not_last"], minimum=10, stages="first", ties="total"),
        pk="season",
    ),
    api("POST", "v1/seasons/<id:pk>/awards/award/", operators(200, MISSING), pk="played_season"),
    api("GET", "v1/seasons/<id:pk>/next/", operators(200, MISSING), pk="played_season"),
    api(
        "POST",
        "v1/seasons/<id:pk>/next/",
        operators(201, MISSING),
        body_with(name="2027"),
        tag="next_season_tag",
        pk="played_season",
    ),
    api(
        "POST",
        "v1/seasons/<id:pk>/next/revoke/",
        operators(204, MISSING),
        body_with(confirm=["season_revoked"]),
        pk="followed_season",
    ),
    api("GET", "v1/seasons/<id:pk>/moves/", nobodys(), pk="followed_season"),
    api("GET", "v1/players/", everybody()),
    api("GET", "v1/players/<id:pk>/", public(), pk="player"),
    api("GET", "v1/players/<id:pk>/hand-statistics/", public(), pk="player"),
    api("GET", "v1/players/<id:pk>/games/", public(), pk="player"),
    api("GET", "v1/players/<id:pk>/against/<id:other>/", public(), pk="player", other="opponent"),
    # Bob has an account, so only he decides.
    api(
        "PATCH",
        "v1/players/<id:pk>/",
        bobs(200),
        body_with(
            reading="ボブ",
            licences=[{"body": "EMA", "number": "04090035"}],
            aliases=["bob_the_sparrow"],
            confirm=["plays_elsewhere"],
        ),
        tag="player_tag",
        pk="player",
    ),
    api(
        "PATCH",
        "v1/players/<id:pk>/",
        action(200, RUNS),
        body_with(name="Dora Dee", club="Hill Club", confirm=["plays_elsewhere"]),
        scene="without an account",
        tag="opponent_tag",
        pk="opponent",
    ),
    api(
        "POST",
        "v1/players/<id:pk>/merge/",
        action(200, RUNS),
        lambda world: {"other": world["withdrawn_player"], "confirm": ["merged_for_good"]},
        tag="spare_tag",
        pk="spare_player",
    ),
    # Only the operator finds players without a tournament.
    api(
        "DELETE",
        "v1/players/<id:pk>/",
        {target: dict.fromkeys(ROLES, 404) | NOT_PEOPLE | {SUPERUSER: 204} for target in (OWN, FOREIGN)}
        | {MISSING: dict.fromkeys(ROLES, 404) | NOT_PEOPLE},
        tag="nobodys_tag",
        pk="nobodys_player",
    ),
    api(
        "GET",
        "v1/tokens/",
        {OWN: dict.fromkeys(ROLES, 200) | NOT_PEOPLE | dict.fromkeys(ALL_TOKENS, 403)},
    ),
    api("POST", "v1/tokens/", anybody_with_an_account(201), body_with(name="a program")),
    api(
        "DELETE",
        "v1/tokens/<id:pk>/",
        {
            # A token belongs to its owner, even for the operator; and no token ends another.
            OWN: dict.fromkeys(ROLES, 404) | NOT_PEOPLE | {ORGANIZER: 204} | dict.fromkeys(ALL_TOKENS, 403),
            FOREIGN: dict.fromkeys(ROLES, 404) | NOT_PEOPLE | {OTHER: 204},
            MISSING: dict.fromkeys(ROLES, 404) | NOT_PEOPLE,
        },
        pk="token",
    ),
    # Setting up
    api("GET", "v1/tournaments/", everybody()),
    api("POST", "v1/tournaments/", anybody_with_an_account(201, MANAGE_TOKEN), NEW_CUP),
    api(
        "POST",
        "v1/tournament-files/",
        anybody_with_an_account(201, MANAGE_TOKEN),
        lambda _world: {"file": event_file().decode()},
    ),
    api("GET", T, public(), slug="slug"),
    api("GET", f"{T}about/", public(), slug="slug"),
    api("GET", f"{T}webhooks/", organizers_read(), slug="slug"),
    api("POST", f"{T}webhooks/", action(201, RUNS), body_with(**WEBHOOK), slug="slug"),
    api("PATCH", "v1/webhooks/<id:pk>/", action(200, RUNS), body_with(events=["end"]), pk="webhook"),
    api("DELETE", "v1/webhooks/<id:pk>/", action(204, RUNS), pk="webhook"),
    api("POST", "v1/webhooks/<id:pk>/secret/", action(201, RUNS), pk="json_webhook"),
    api("POST", "v1/webhooks/<id:pk>/resume/", action(200, RUNS), pk="webhook"),
    api("POST", "v1/webhooks/<id:pk>/test/", action(201, RUNS), pk="webhook"),
    api("GET", "v1/webhooks/<id:pk>/deliveries/", organizers_read(), pk="webhook"),
    api("GET", f"{T}brand/", public(), slug="slug"),
    api("POST", f"{T}brand/", action(200, RUNS), body_with(**BRAND), tag="brand_tag", slug="slug"),
    api("POST", f"{T}about/", action(200, RUNS), body_with(**ABOUT), tag="about_tag", slug="slug"),
    api("GET", f"{T}thanks/", public(), slug="slug"),
    api("POST", f"{T}thanks/", action(200, RUNS), body_with(**THANKS), tag="thanks_tag", slug="slug"),
    api("GET", f"{T}timetable/", public(), slug="slug"),
    api(
        "POST",
        f"{T}timetable/",
        action(200, RUNS),
        body_with(items=[{"at": "2026-01-02T09:30:00+09:00", "title": "Doors"}]),
        tag="timetable_tag",
        slug="slug",
    ),
    api("GET", f"{T}questions/", public(), slug="slug"),
    api(
        "POST",
        f"{T}questions/",
        action(200, RUNS),
        body_with(
            questions=[{"kind": "choice", "label_en": "Shirt", "options": ["S", "L"], "is_required": True}]
        ),
        tag="questions_tag",
        slug="slug",
    ),
    api("PATCH", T, action(200, RUNS), body_with(venue="Hill Hall"), tag="tournament_tag", slug="slug"),
    api("DELETE", T, to_come(204), slug="planned_slug"),
    api(
        "POST",
        f"{T}house-rules/",
        to_come(200),
        body_with(house_rules={"result.tie": "seat_order"}, rulebook_hash="@rulebook_hash"),
        slug="planned_slug",
    ),
    api(
        "POST",
        f"{T}tie-breaks/",
        to_come(200),
        body_with(tie_breaks=["total", "points", "lot"]),
        slug="planned_slug",
    ),
    api(
        "POST",
        f"{T}preset/",
        to_come(200),
        body_with(preset="qualifying_final"),
        slug="planned_slug",
    ),
    api(
        "POST",
        f"{T}ranking/",
        to_come(200),
        body_with(substitutes="for_absent", withdrawn="below"),
        slug="planned_slug",
    ),
    api(
        "POST",
        f"{T}series/",
        action(201, (ORGANIZER, SUPERUSER, MANAGE_TOKEN)),
        body_with(
            events=[
                {"name": "Sunday Cup May", "slug": "sunday-cup-may", "starts_on": "2098-05-04"},
                {"name": "Sunday Cup June", "slug": "sunday-cup-june", "starts_on": "2098-06-01"},
            ],
            registration={"opens_before": 28, "closes_before": 2, "at": 1200},
        ),
        slug="slug",
    ),
    api(
        "POST",
        f"{T}finish/",
        action(200, RUNS),
        body_with(confirm=["rounds_open", "results_missing", "stages_empty"]),
        slug="slug",
    ),
    api("POST", f"{T}reopen/", to_come(200), slug="finished_slug"),
    api("POST", f"{T}archive/", action(200, RUNS), slug="slug"),
    api("POST", f"{T}bring-back/", action(200, RUNS), slug="slug"),
    api("POST", f"{T}odd-rulebooks/", action(200, RUNS), SANMA, slug="slug"),
    api("GET", f"{T}stages/", public(), slug="slug"),
    api("POST", f"{T}stages/", action(201, RUNS), body_with(name="Final"), slug="slug"),
    api("GET", "v1/stages/<id:pk>/", public(), pk="stage"),
    api(
        "PATCH",
        "v1/stages/<id:pk>/",
        action(200, RUNS),
        body_with(name="Preliminaries"),
        tag="stage_tag",
        pk="stage",
    ),
    api("DELETE", "v1/stages/<id:pk>/", action(204, RUNS), pk="empty_stage"),
    api("GET", f"{T}staff/", staff_reads(), slug="slug"),
    api("POST", f"{T}staff/", action(201, RUNS), body_with(user="@staff_user", role="referee"), slug="slug"),
    api("DELETE", f"{T}staff/<id:pk>/", action(204, RUNS), slug="slug", pk="staff"),
    api("GET", f"{T}invitations/", organizers_read(), slug="slug"),
    api(
        "POST",
        f"{T}invitations/",
        action(201, RUNS),
        body_with(role="scorer", email="x@example.org"),
        slug="slug",
    ),
    api("DELETE", f"{T}invitations/<id:pk>/", action(204, RUNS), slug="slug", pk="invitation"),
    api("GET", f"{T}check-in/", action(200, DECIDES), slug="slug"),
    api("POST", f"{T}check-in/", action(200, DECIDES), slug="slug"),
    api("POST", f"{T}check-in/reset/", action(200, DECIDES), slug="slug"),
    api("POST", "v1/entries/<id:pk>/check-in/", action(200, DECIDES), pk="entry"),
    api("POST", "v1/entries/<id:pk>/check-in/undo/", action(200, DECIDES), pk="entry"),
    # Self-registration closes with the first draw; the upcoming tournament is open.
    api("GET", f"{T}registration/", public(), slug="slug"),
    api("POST", f"{T}registration/", action(200, RUNS), body_with(is_open=False), slug="slug"),
    api(
        "POST",
        f"{T}register/",
        {
            OWN: dict.fromkeys(ROLES, 201) | {READ_TOKEN: 403, NARROWED_TOKEN: 404, TOKEN_ELSEWHERE: 404},
            FOREIGN: dict.fromkeys(ROLES, 404) | dict.fromkeys((OTHER, SUPERUSER), 201),
            MISSING: dict.fromkeys(ROLES, 404),
        },
        body_with(name="Newcomer"),
        slug="planned_slug",
    ),
    api("GET", f"{T}registrations/", organizers_read(), slug="slug"),
    api("POST", f"{T}registrations/accept/", action(200, RUNS), slug="slug"),
    api("POST", "v1/registrations/<id:pk>/accept/", action(200, RUNS), pk="registration"),
    api("POST", "v1/registrations/<id:pk>/decline/", action(200, RUNS), pk="registration"),
    # For any holder of the private code.
    *(
        api(
            "POST",
            route,
            {
                OWN: dict.fromkeys(ROLES, 200),
                FOREIGN: dict.fromkeys(ROLES, 200),
                MISSING: dict.fromkeys(ROLES, 403),
            },
            body_with(code="@registration_code"),
        )
        for route in ("v1/registration/", "v1/registration/cancel/")
    ),
    # Who takes part
    api("GET", f"{T}teams/", public(), slug="slug"),
    api("POST", f"{T}teams/", action(200, RUNS), body_with(name="Lions"), slug="slug"),
    api("GET", "v1/teams/<id:pk>/", public(), pk="team"),
    api("PATCH", "v1/teams/<id:pk>/", action(200, RUNS), body_with(name="Lynxes"), tag="team_tag", pk="team"),
    api("DELETE", "v1/teams/<id:pk>/", action(204, RUNS), pk="team"),
    api("GET", "v1/teams/<id:pk>/results/", public(), pk="captained_team"),
    api("GET", "v1/teams/<id:pk>/look/", public(), pk="captained_team"),
    api(
        "POST",
        "v1/teams/<id:pk>/look/",
        action(200, RUNS),
        body_with(colour="#224466", mark="犬"),
        tag="team_look_tag",
        pk="captained_team",
    ),
    api(
        "POST",
        "v1/teams/<id:pk>/captain/",
        action(200, RUNS),
        body_with(entry="@mate"),
        pk="captained_team",
    ),
    api("DELETE", "v1/teams/<id:pk>/captain/", action(204, RUNS), pk="captained_team"),
    api("GET", f"{T}entries/", public(), slug="slug"),
    api("POST", f"{T}entries/", action(201, RUNS), body_with(name="Newcomer"), slug="slug"),
    api("POST", f"{T}import/", action(200, RUNS), body_with(csv="name\nNewcomer\n"), slug="slug"),
    api("GET", "v1/entries/<id:pk>/", public(), pk="entry"),
    api(
        "PATCH",
        "v1/entries/<id:pk>/",
        action(200, RUNS),
        body_with(number=900),
        tag="entry_tag",
        pk="entry",
    ),
    api(
        "POST",
        "v1/entries/<id:pk>/team/",
        action(200, RUNS),
        body_with(team="@captained_team", confirm=["has_a_seat"]),
        tag="entry_tag",
        pk="entry",
    ),
    api("DELETE", "v1/entries/<id:pk>/", action(204, RUNS), pk="withdrawn"),
    api(
        "POST",
        "v1/entries/<id:pk>/recognition/",
        bobs(200),
        body_with(is_theirs=False),
        pk="entry",
    ),
    # Changes of a player that organizers propose to those who decide.
    api(
        "POST",
        "v1/entries/<id:pk>/proposals/",
        action(201, RUNS),
        body_with(reading="ボビー", licence={"body": "EMA", "number": "04090036"}),
        pk="entry",
    ),
    api("GET", "v1/players/<id:pk>/proposals/", who_decides(), pk="opponent"),
    api(
        "POST",
        "v1/proposals/<id:pk>/accept/",
        who_decides(),
        body_with(confirm=["plays_elsewhere"]),
        tag="opponent_tag",
        pk="proposal",
    ),
    api("POST", "v1/proposals/<id:pk>/refuse/", who_decides(), pk="proposal"),
    api("POST", "v1/entries/<id:pk>/withdraw/", action(200, RUNS), pk="spare"),
    api("POST", "v1/entries/<id:pk>/reinstate/", action(200, RUNS), pk="spare"),
    # Rounds
    api("GET", f"{T}rounds/", public(), slug="slug"),
    api("POST", "v1/stages/<id:pk>/rounds/", action(201, RUNS), pk="stage"),
    api("GET", "v1/rounds/<id:pk>/", public(), pk="fresh_round"),
    api("GET", "v1/rounds/<id:pk>/", drafts(), scene="draft", pk="drafted_round"),
    api("DELETE", "v1/rounds/<id:pk>/", action(204, RUNS, hidden=True), pk="drafted_round"),
    api("POST", "v1/rounds/<id:pk>/redraw/", HIDDEN_DRAFT, pk="drafted_round"),
    api("POST", "v1/rounds/<id:pk>/publish/", HIDDEN_DRAFT, pk="drafted_round"),
    api("POST", "v1/rounds/<id:pk>/unpublish/", action(200, RUNS), pk="published_round"),
    api("POST", "v1/rounds/<id:pk>/start/", action(200, RUNS), ANYWAY, pk="published_round"),
    api("POST", "v1/rounds/<id:pk>/cancel-start/", action(200, RUNS), pk="fresh_round"),
    api(
        "POST",
        "v1/rounds/<id:pk>/plan/",
        action(200, RUNS),
        body_with(planned_at="2026-12-06T10:00:00Z"),
        pk="published_round",
    ),
    api(
        "POST",
        f"{T}times/",
        action(200, RUNS),
        body_with(
            rule={"day": "2027-01-04", "starts_at": 1140, "minutes": 90, "a_day": 2, "weekdays": [1, 2, 4, 5]}
        ),
        slug="slug",
    ),
    api("POST", "v1/rounds/<id:pk>/close/", action(200, RUNS), body_with(leave_open=True), pk="fresh_round"),
    api("POST", "v1/rounds/<id:pk>/reopen/", action(200, RUNS), ANYWAY, pk="closed_round"),
    # Clocks
    api("GET", "v1/rounds/<id:pk>/clock/", public(), pk="reported_round"),
    api(
        "POST",
        "v1/rounds/<id:pk>/clock/start/",
        action(200, DECIDES),
        body_with(minutes=60),
        pk="fresh_round",
    ),
    api("POST", "v1/rounds/<id:pk>/clock/pause/", action(200, DECIDES), pk="reported_round"),
    api(
        "POST",
        "v1/rounds/<id:pk>/clock/resume/",
        action(200, DECIDES),
        body_with(table="@reported_table"),
        pk="reported_round",
    ),
    api(
        "POST",
        "v1/rounds/<id:pk>/clock/extend/",
        action(200, DECIDES),
        body_with(minutes=5),
        pk="reported_round",
    ),
    api("POST", "v1/rounds/<id:pk>/clock/reset/", action(200, DECIDES), pk="reported_round"),
    api("GET", f"{T}time-limits/", public(), slug="slug"),
    api("POST", f"{T}time-limits/", action(200, RUNS), body_with(minutes=60), slug="slug"),
    api("GET", f"{T}announcements/", public(), slug="slug"),
    api("POST", f"{T}announcements/", action(201, DECIDES), body_with(text="Lunch at one"), slug="slug"),
    api("DELETE", "v1/announcements/<id:pk>/", action(204, DECIDES), pk="announcement"),
    # Seats
    api("GET", "v1/rounds/<id:pk>/seat-tokens/", staff_reads(), pk="published_round"),
    api("POST", "v1/rounds/<id:pk>/seat-tokens/", action(201, DECIDES), pk="published_round"),
    api("GET", f"{T}player-cards/", action(200, DECIDES), slug="slug"),
    api("POST", f"{T}player-cards/", action(201, DECIDES), slug="slug"),
    api("DELETE", "v1/player-cards/<id:pk>/", action(204, DECIDES), pk="player_card"),
    api("GET", f"{T}kiosks/", action(200, DECIDES), slug="slug"),
    api("POST", f"{T}kiosks/", action(201, DECIDES), body_with(numbers=[7]), slug="slug"),
    api("DELETE", "v1/kiosks/<id:pk>/", action(204, DECIDES), pk="kiosk"),
    api("GET", "v1/kiosks/own/", with_a_card(200, TABLET)),
    api(
        "POST",
        "v1/kiosks/claim/",
        {
            OWN: dict.fromkeys(ROLES, 200),
            FOREIGN: dict.fromkeys(ROLES, 200),
            MISSING: dict.fromkeys(ROLES, 403),
        },
        body_with(code="@kiosk_code"),
    ),
    api("POST", "v1/card-phones/<id:pk>/admit/", action(200, DECIDES), pk="card_phone"),
    api("DELETE", "v1/card-phones/<id:pk>/", action(204, DECIDES), pk="card_phone"),
    api("DELETE", "v1/seat-tokens/<id:pk>/", action(204, DECIDES), pk="seat_token"),
    api("POST", "v1/seats/<id:pk>/substitute/", action(200, DECIDES), body_with(entry="@spare"), pk="seat"),
    # For any holder of the code. But players and followers of players at another seat of the table have one vote.
    api(
        "POST",
        "v1/seats/claim/",
        {
            OWN: dict.fromkeys(ROLES, 200) | {PLAYER: 409, CARD_BEARER: 409},
            FOREIGN: dict.fromkeys(ROLES, 200),
            MISSING: dict.fromkeys(ROLES, 403),
        },
        body_with(code="@code"),
    ),
    # Likewise with a player card: players, and phones acting for other players, have one vote.
    api(
        "POST",
        "v1/player-cards/claim/",
        {
            OWN: dict.fromkeys(ROLES, 200)
            | dict.fromkeys((PLAYER, PHONE, PHONE_ELSEWHERE, BEARER, CARD_BEARER), 409),
            FOREIGN: dict.fromkeys(ROLES, 200) | {PHONE_ABROAD: 409},
            MISSING: dict.fromkeys(ROLES, 403),
        },
        body_with(code="@card_code"),
    ),
    api("GET", "v1/player-card/", with_a_card(200, *CARD_PHONES)),
    api("POST", "v1/player-card/pin/", with_a_card(200, CARD_BEARER), body_with(pin="0000")),
    api("POST", "v1/player-card/leave/", with_a_card(204, *CARD_PHONES)),
    # Tables and their sheets
    api("GET", "v1/tables/<id:pk>/", public(), pk="table"),
    api("GET", "v1/tables/<id:pk>/scoresheets/", public(), pk="reported_table"),
    api("GET", "v1/scoresheets/<id:pk>/", public(), pk="sheet"),
    api(
        "POST",
        "v1/tables/<id:pk>/scoresheets/",
        for_a_seat(at_the_table(201, (PLAYER, PHONE, BEARER, CARD_BEARER, SCORER, *DECIDES, REPORT_TOKEN))),
        body_with(points=SCORES),
        pk="table",
    ),
    # Calls for the referee
    api("GET", f"{T}attention/", action(200, (SCORER, *DECIDES, REPORT_TOKEN)), slug="slug"),
    api("GET", f"{T}referee-calls/", action(200, (SCORER, *DECIDES, REPORT_TOKEN)), slug="slug"),
    api(
        "POST",
        "v1/tables/<id:pk>/referee-calls/",
        for_a_seat(from_a_seat(201, (PLAYER, PHONE, BEARER, CARD_BEARER))),
        body_with(reason="A tile is missing"),
        pk="table",
    ),
    api(
        "DELETE",
        "v1/referee-calls/<id:pk>/",
        at_the_table(204, (PLAYER, PHONE, BEARER, CARD_BEARER, SCORER, *DECIDES, REPORT_TOKEN)),
        pk="referee_call",
    ),
    # Photos
    api("GET", "v1/tables/<id:pk>/photos/", public(), pk="table"),
    api(
        "POST",
        "v1/tables/<id:pk>/photos/",
        at_the_table(201, (PLAYER, PHONE, BEARER, CARD_BEARER, SCORER, *DECIDES, REPORT_TOKEN)),
        lambda _world: encode_multipart(BOUNDARY, {"photo": PhotoFile()}),
        content_type=MULTIPART_CONTENT,
        pk="table",
    ),
    api("GET", "v1/photos/<id:pk>/", of_the_table(), pk="photo"),
    api("DELETE", "v1/photos/<id:pk>/", by_the_staff_at_the_table(), pk="photo"),
    api(
        "POST",
        "v1/tables/<id:pk>/seat-order/",
        action(200, (SCORER, *DECIDES, REPORT_TOKEN)),
        lambda world: {"players": sorted(at_table(world, "entry"), reverse=True)},
        pk="table",
    ),
    api("GET", "v1/tables/<id:pk>/seat-draw/", public(), pk="reported_table"),
    api(
        "POST",
        "v1/tables/<id:pk>/seat-draw/",
        at_the_table(201, (PLAYER, PHONE, BEARER, CARD_BEARER, SCORER, *DECIDES, REPORT_TOKEN)),
        body_with(fell={"draws": [["A", "N"], ["B", "E"], ["C", "W"], ["D", "S"]], "east_chair": 2}),
        pk="table",
    ),
    # Hands
    api("GET", "v1/tables/<id:pk>/hands/", public(), pk="table"),
    api(
        "POST",
        "v1/tables/<id:pk>/hands/",
        for_a_seat(at_the_table(201, (PLAYER, PHONE, BEARER, CARD_BEARER, SCORER, *DECIDES, REPORT_TOKEN))),
        body_with(outcome=OF_TILES),
        tag="no_hands_tag",
        pk="table",
    ),
    api(
        "POST",
        "v1/tables/<id:pk>/hands/log/",
        at_the_table(201, (PLAYER, PHONE, BEARER, CARD_BEARER, SCORER, *DECIDES, REPORT_TOKEN)),
        body_with(format=1, rulebook="@rulebook_hash", outcomes=[OF_YAKU]),
        tag="no_hands_tag",
        pk="table",
    ),
    api(
        "POST",
        "v1/tables/<id:pk>/hands/online/",
        at_the_table(201, (PLAYER, PHONE, BEARER, CARD_BEARER, SCORER, *DECIDES, REPORT_TOKEN)),
        lambda world: {"log": mjlog(ALL_ENDS[:1], at_table(world, "entry__player__name"))},
        tag="no_hands_tag",
        pk="table",
    ),
    api(
        "POST",
        "v1/tables/<id:pk>/hands/undo/",
        for_a_seat(in_the_club(201)),
        body_with(first=8),
        tag="played_tag",
        pk="played_table",
    ),
    api(
        "POST",
        "v1/tables/<id:pk>/hands/correct/",
        to_come(201),
        body_with(number=8, outcome={"kind": "draw", "tenpai": [0]}, reason="East was tenpai"),
        tag="played_tag",
        pk="played_table",
    ),
    api(
        "DELETE",
        "v1/tables/<id:pk>/hands/<id:number>/texts/",
        action(204, RUNS),
        pk="hand_table",
        number="hand_with_text",
    ),
    api(
        "POST",
        "v1/tables/<id:pk>/hands/scoresheet/",
        for_a_seat(in_the_club(201)),
        tag="played_tag",
        pk="played_table",
    ),
    api(
        "POST",
        "v1/scoresheets/<id:pk>/confirm/",
        for_a_seat(at_the_table(200, (PLAYER, PHONE, BEARER, CARD_BEARER, *DECIDES))),
        scene=REPORTED,
        tag="tag",
        pk="sheet",
    ),
    api(
        "POST",
        "v1/rounds/<id:pk>/confirm-paper/",
        action(200, (SCORER, *DECIDES, REPORT_TOKEN)),
        lambda world: {"sheets": [{"scoresheet": world["typed_sheet"], "tag": world["typed_tag"]}]},
        pk="typed_round",
    ),
    api(
        "POST",
        "v1/scoresheets/<id:pk>/dispute/",
        for_a_seat(at_the_table(200, (PLAYER, PHONE, BEARER, CARD_BEARER, *DECIDES))),
        body_with(reason="not so"),
        scene=REPORTED,
        tag="tag",
        pk="sheet",
    ),
    api(
        "POST",
        "v1/scoresheets/<id:pk>/undo-confirmation/",
        action(201, DECIDES),
        tag="decided_tag",
        pk="decided_sheet",
    ),
    api(
        "POST",
        "v1/scoresheets/<id:pk>/void/",
        action(200, DECIDES),
        body_with(reason="x"),
        tag="tag",
        pk="sheet",
    ),
    api(
        "POST",
        "v1/tables/<id:pk>/correct/",
        action(201, DECIDES),
        body_with(points=SCORES, reason="paper sheet"),
        pk="table",
    ),
    # What follows
    api("GET", f"{T}live/", public(), slug="slug"),
    api("GET", f"{T}hand-statistics/", public(), slug="slug"),
    api("GET", "v1/stages/<id:pk>/standings/", public(), pk="stage"),
    api("GET", "v1/stages/<id:pk>/rescored/<slug:rulebook>/", public(), pk="stage", rulebook="rulebook"),
    api("GET", "v1/stages/<id:pk>/team-counting/", public(), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/team-counting/",
        action(200, RUNS),
        body_with(games_of_a_player=20, match_points=[4, 2, 1, 0]),
        pk="empty_stage",
    ),
    api("GET", "v1/stages/<id:pk>/game-quota/", public(), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/game-quota/",
        action(200, RUNS),
        body_with(least=10, most=45),
        pk="stage",
    ),
    api("GET", "v1/stages/<id:pk>/planned-rounds/", public(), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/planned-rounds/",
        action(200, RUNS),
        body_with(rounds=6, starts_at=600, minutes=75, pause=15, lunch_after=2, lunch=60),
        pk="stage",
    ),
    api("GET", "v1/stages/<id:pk>/line-up-rule/", public(), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/line-up-rule/",
        action(200, RUNS),
        body_with(closes_before=60, late_penalty=20_000),
        pk="stage",
    ),
    api("GET", "v1/rounds/<id:pk>/line-ups/", public(), pk="published_round"),
    api(
        "POST",
        "v1/rounds/<id:pk>/line-ups/",
        action(200, RUNS),
        lambda world: {"team": world["captained_team"], "entries": [world["mate"]]},
        pk="published_round",
    ),
    api(
        "POST",
        "v1/rounds/<id:pk>/line-ups/show/",
        action(200, RUNS),
        body_with(confirm=["line_ups_missing"]),
        pk="published_round",
    ),
    api("GET", "v1/stages/<id:pk>/seat-draw/", public(), pk="stage"),
    api("POST", "v1/stages/<id:pk>/seat-draw/", action(200, RUNS), body_with(is_on=False), pk="stage"),
    api("POST", "v1/stages/<id:pk>/free-play/", action(200, RUNS), body_with(is_on=True), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/tables/",
        in_the_club(201),
        lambda world: {"players": world["club_entries"]},
        pk="club_stage",
    ),
    api("GET", f"{T}nights/", public(), slug="slug"),
    api(
        "POST",
        f"{T}nights/",
        action(201, RUNS),
        lambda world: {"stage": world["stage"], "starts_at": "2030-01-08T19:00:00+09:00", "weeks": 2},
        slug="slug",
    ),
    api("GET", "v1/nights/<id:pk>/", to_the_club(), pk="club_night"),
    api(
        "POST",
        "v1/nights/<id:pk>/",
        to_come(200),
        body_with(starts_at="2030-01-08T20:00:00+09:00", places=12),
        pk="club_night",
    ),
    api("POST", "v1/nights/<id:pk>/cancel/", to_come(200), pk="club_night"),
    api(
        "POST",
        "v1/nights/<id:pk>/settle/",
        to_come(200),
        lambda world: {"absent": [world["evening_1"]]},
        pk="evening_night",
    ),
    api("POST", "v1/nights/<id:pk>/sign-up/", in_the_club(200), body_with(entry="@club_1"), pk="club_night"),
    api(
        "POST",
        "v1/nights/<id:pk>/sign-off/",
        in_the_club(200),
        body_with(entry="@evening_1"),
        pk="evening_night",
    ),
    api("POST", "v1/tables/<id:pk>/take-back/", in_the_club(204), pk="evening_table"),
    api("GET", "v1/stages/<id:pk>/titles/", public(), pk="stage"),
    api("GET", "v1/stages/<id:pk>/counting/", public(), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/counting/",
        action(200, RUNS),
        body_with(selection="best", number=5, minimum_games=2),
        pk="empty_stage",
    ),
    api("GET", "v1/stages/<id:pk>/qualification/", public(), pk="qualified_stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/qualification/",
        action(200, RUNS),
        lambda world: {
            "rules": [{"from_stage": world["stage"], "last": 4}],
            "carries": "ratio",
            "denominator": 2,
            "quantum": 100,
        },
        tag="no_qualification_tag",
        pk="empty_stage",
    ),
    api("DELETE", "v1/stages/<id:pk>/qualification/", action(204, RUNS), pk="qualified_stage"),
    api("GET", "v1/stages/<id:pk>/proposed-qualifiers/", staff_reads(), pk="qualified_stage"),
    api("GET", "v1/stages/<id:pk>/qualifiers/", public(), pk="confirmed_stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/qualifiers/",
        action(200, RUNS),
        lambda world: {
            "qualifiers": [world["entry"], world["other_entry"]],
            "confirm": ["results_missing", "lot_decides"],
        },
        tag="proposal_tag",
        pk="qualified_stage",
    ),
    api("DELETE", "v1/stages/<id:pk>/qualifiers/", action(204, RUNS), pk="confirmed_stage"),
    api("GET", f"{T}penalties/", public(), slug="slug"),
    api(
        "POST",
        "v1/stages/<id:pk>/penalties/",
        action(201, DECIDES),
        body_with(entry="@entry", amount=1_000, reason="late"),
        pk="stage",
    ),
    api(
        "POST",
        "v1/penalties/<id:pk>/lift/",
        action(200, DECIDES),
        body_with(reason="was not late"),
        pk="penalty",
    ),
    api("GET", f"{T}ledger/", public(), slug="slug"),
    api("DELETE", f"{T}ledger/<id:seq>/texts/", action(204, RUNS), slug="slug", seq="seq_with_text"),
    # In the foreign world a draw is being computed.
    api("GET", f"{T}file/", to_come(200), slug="planned_slug"),
    api("GET", f"{T}games/", public(), slug="slug"),
    api("GET", f"{T}stream/", public(), accept="application/json", slug="slug"),
    api("GET", f"{T}exports/", public(), slug="slug"),
    api("GET", f"{T}exports/<slug:name>/", public(), slug="slug", name="export"),
    # Draws
    api("GET", "v1/stages/<id:pk>/draws/", public(), pk="stage"),
    api("POST", "v1/stages/<id:pk>/draws/", action(201, RUNS), body_with(method="random"), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/draws/import/",
        action(200, RUNS),
        body_with(csv=DRAWN_ELSEWHERE),
        pk="stage",
    ),
    api(
        "POST",
        "v1/stages/<id:pk>/results/import/",
        action(200, RUNS),
        body_with(csv=PLAYED_ELSEWHERE),
        pk="stage",
    ),
    api("POST", "v1/stages/<id:pk>/seed/", action(200, RUNS), pk="stage"),
    api(
        "POST",
        "v1/stages/<id:pk>/repair/",
        action(200, RUNS),
        lambda world: {"leavers": [world["entry"]], "remainder": "byes"},
        pk="planned_stage",
    ),
    api("GET", "v1/draw-jobs/<id:pk>/", ordered(), pk="draw_job"),
    api("POST", "v1/draw-jobs/<id:pk>/cancel/", HIDDEN_DRAFT, pk="draw_job"),
    api("GET", "v1/draws/<id:pk>/", public(), pk="draw"),
    api("GET", "v1/draws/<id:pk>/", drafts(), scene="draft", pk="drafted_draw"),
    api("GET", "v1/draws/<id:pk>/check/", public(), pk="draw"),
    api("DELETE", "v1/draws/<id:pk>/", action(204, RUNS, hidden=True), pk="drafted_draw"),
    api("POST", "v1/draws/<id:pk>/redraw/", HIDDEN_DRAFT, body_with(reason="too late"), pk="drafted_draw"),
    api("POST", "v1/draws/<id:pk>/publish/", HIDDEN_DRAFT, pk="drafted_draw"),
    api(
        "POST",
        "v1/rounds/<id:pk>/swap/",
        HIDDEN_DRAFT,
        body_with(one="@entry", other="@other_entry"),
        pk="drafted_round",
    ),
    api(
        "POST",
        "v1/rounds/<id:pk>/tables/",
        action(201, RUNS),
        body_with(players="@late", confirm=["players_in_play"]),
        pk="fresh_round",
    ),
    api("GET", f"{T}wishes/", staff_reads(), slug="slug"),
    api(
        "POST",
        f"{T}wishes/",
        action(201, RUNS),
        body_with(kind="table", entry="@entry", table=1),
        slug="slug",
    ),
    api("DELETE", "v1/wishes/<id:pk>/", action(204, RUNS), pk="wish"),
    api("GET", f"{T}line-up-quotas/", organizers_read(), slug="slug"),
    api(
        "POST",
        f"{T}line-up-quotas/",
        action(201, RUNS),
        lambda world: {"name": "Under 30", "least": 1, "entries": [world["entry"]]},
        slug="slug",
    ),
    api(
        "PATCH",
        "v1/line-up-quotas/<id:pk>/",
        action(200, RUNS),
        lambda world: {"name": "Juniors", "least": 1, "entries": [world["entry"]]},
        tag="line_up_quota_tag",
        pk="line_up_quota",
    ),
    api("DELETE", "v1/line-up-quotas/<id:pk>/", action(204, RUNS), pk="line_up_quota"),
]


def one_who_may(row: Row) -> str | None:
    """Return a role that succeeds with this call, preferably the organizer; None if there is none."""
    roles = (ORGANIZER, SUPERUSER, PHONE, CARD_BEARER, TABLET)
    return next((role for role in roles if row.expected[OWN][role] < 300), None)
