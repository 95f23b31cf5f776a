"""Who may do a thing on a page may do it through the API, and nobody else.

Both matrices are tried cell by cell in their own tests; here they are laid side by side.
"""

import pytest

from tests.permissions import OWN
from tests.tournaments.api.permission_matrix import MATRIX
from tests.tournaments.views.permission_matrix import PAGES, D
from tests.tournaments.worlds import (
    ANONYMOUS,
    ORGANIZER,
    PHONE,
    PLAYER,
    REFEREE,
    REPLACED,
    REVOKED,
    SCORER,
    STRANGER,
    SUPERUSER,
)

pytestmark = pytest.mark.once("two tables of the tests, laid side by side")

ROLES = {ANONYMOUS, STRANGER, PLAYER, PHONE, REPLACED, REVOKED, SCORER, REFEREE, ORGANIZER, SUPERUSER}
T = "api/v1/tournaments/<slug:slug>/"
PUBLIC = "t/<slug:slug>/"
ROUND, DRAW = f"{D}rounds/<int:pk>/", f"{D}draw/<int:pk>/"
# What a page does, by the call that does the same.
PAGE_OF = {
    ("POST", "api/v1/tournament-files/"): "new/from-a-file/",
    ("PATCH", T): f"{D}edit/",
    ("DELETE", T): f"{D}discard/",
    ("POST", f"{T}preset/"): f"{D}preset/",
    ("POST", f"{T}about/"): f"{D}about/",
    ("POST", f"{T}brand/"): f"{D}brand/",
    ("POST", f"{T}webhooks/"): f"{D}webhooks/",
    ("PATCH", "api/v1/webhooks/<id:pk>/"): f"{D}webhooks/<int:pk>/",
    ("DELETE", "api/v1/webhooks/<id:pk>/"): f"{D}webhooks/<int:pk>/remove/",
    ("POST", "api/v1/webhooks/<id:pk>/secret/"): f"{D}webhooks/<int:pk>/secret/",
    ("POST", "api/v1/webhooks/<id:pk>/resume/"): f"{D}webhooks/<int:pk>/resume/",
    ("POST", "api/v1/webhooks/<id:pk>/test/"): f"{D}webhooks/<int:pk>/test/",
    ("POST", f"{T}timetable/"): f"{D}timetable/",
    ("POST", f"{T}questions/"): f"{D}questions/",
    ("PATCH", "api/v1/stages/<id:pk>/"): f"{D}stages/<int:pk>/rename/",
    ("DELETE", "api/v1/stages/<id:pk>/"): f"{D}stages/<int:pk>/remove/",
    ("POST", "api/v1/stages/<id:pk>/qualification/"): f"{D}stages/<int:pk>/who/",
    ("DELETE", "api/v1/stages/<id:pk>/qualification/"): f"{D}stages/<int:pk>/who/remove/",
    ("POST", "api/v1/stages/<id:pk>/qualifiers/"): f"{D}stages/<int:pk>/players/",
    ("DELETE", "api/v1/stages/<id:pk>/qualifiers/"): f"{D}stages/<int:pk>/players/take-back/",
    ("POST", "api/v1/stages/<id:pk>/counting/"): f"{D}stages/<int:pk>/counting/",
    ("PATCH", "api/v1/teams/<id:pk>/"): f"{D}teams/<int:pk>/rename/",
    ("DELETE", "api/v1/teams/<id:pk>/"): f"{D}teams/<int:pk>/remove/",
    ("POST", "api/v1/stages/<id:pk>/team-counting/"): f"{D}stages/<int:pk>/teams/",
    ("POST", "api/v1/stages/<id:pk>/game-quota/"): f"{D}stages/<int:pk>/games/",
    ("POST", "api/v1/stages/<id:pk>/planned-rounds/"): f"{D}stages/<int:pk>/rounds/",
    ("POST", "api/v1/stages/<id:pk>/free-play/"): f"{D}stages/<int:pk>/free-play/",
    ("POST", "api/v1/stages/<id:pk>/tables/"): f"{PUBLIC}open-table/",
    ("POST", f"{T}nights/"): f"{D}nights/",
    ("POST", "api/v1/nights/<id:pk>/"): f"{D}nights/<int:pk>/",
    ("POST", "api/v1/nights/<id:pk>/cancel/"): f"{D}nights/<int:pk>/cancel/",
    ("POST", "api/v1/nights/<id:pk>/settle/"): f"{D}nights/<int:pk>/settle/",
    ("POST", "api/v1/tables/<id:pk>/take-back/"): f"{PUBLIC}tables/<int:pk>/take-back/",
    ("POST", f"{T}line-up-quotas/"): f"{D}line-up-quotas/add/",
    ("PATCH", "api/v1/line-up-quotas/<id:pk>/"): f"{D}line-up-quotas/<int:pk>/",
    ("DELETE", "api/v1/line-up-quotas/<id:pk>/"): f"{D}line-up-quotas/<int:pk>/remove/",
    ("POST", "api/v1/stages/<id:pk>/seat-draw/"): f"{D}stages/<int:pk>/seat-draw/",
    ("POST", "api/v1/stages/<id:pk>/line-up-rule/"): f"{D}stages/<int:pk>/line-ups/",
    ("POST", "api/v1/rounds/<id:pk>/line-ups/"): f"{D}rounds/<int:pk>/line-ups/<int:team>/",
    ("POST", "api/v1/rounds/<id:pk>/line-ups/show/"): f"{D}rounds/<int:pk>/line-ups/show/",
    ("POST", "api/v1/teams/<id:pk>/captain/"): f"{D}teams/<int:pk>/captain/",
    ("DELETE", "api/v1/teams/<id:pk>/captain/"): f"{D}teams/<int:pk>/captain/",
    ("DELETE", "api/v1/entries/<id:pk>/"): f"{D}entries/<int:pk>/remove/",
    ("PATCH", "api/v1/entries/<id:pk>/"): f"{D}entries/<int:pk>/edit/",
    ("POST", "api/v1/entries/<id:pk>/team/"): f"{D}entries/<int:pk>/edit/",
    ("POST", f"{T}house-rules/"): f"{D}rules/",
    ("POST", f"{T}tie-breaks/"): f"{D}rules/tie-breaks/",
    ("POST", f"{T}ranking/"): f"{D}rules/ranking/",
    ("POST", f"{T}finish/"): f"{D}finish/",
    ("POST", f"{T}reopen/"): f"{D}reopen/",
    ("POST", f"{T}archive/"): f"{D}archive/",
    ("POST", f"{T}bring-back/"): f"{D}bring-back/",
    ("POST", f"{T}series/"): f"{D}series/",
    ("POST", f"{T}thanks/"): f"{D}results/thanks/",
    ("POST", f"{T}times/"): f"{D}times/",
    ("POST", f"{T}odd-rulebooks/"): f"{D}draw/tables-of/<int:players>/",
    ("POST", f"{T}stages/"): f"{D}stages/",
    ("POST", f"{T}staff/"): f"{D}staff/<int:pk>/role/",
    ("DELETE", f"{T}staff/<id:pk>/"): f"{D}staff/<int:pk>/dismiss/",
    ("POST", f"{T}invitations/"): f"{D}staff/",
    ("DELETE", f"{T}invitations/<id:pk>/"): f"{D}invitations/<int:pk>/withdraw/",
    ("POST", f"{T}teams/"): f"{D}entries/",
    ("POST", f"{T}entries/"): f"{D}entries/",
    ("POST", f"{T}import/"): f"{D}entries/import/",
    ("POST", "api/v1/stages/<id:pk>/results/import/"): f"{D}results/import/",
    ("POST", "api/v1/entries/<id:pk>/withdraw/"): f"{D}entries/<int:pk>/withdraw/",
    ("POST", "api/v1/entries/<id:pk>/reinstate/"): f"{D}entries/<int:pk>/reinstate/",
    ("POST", "api/v1/stages/<id:pk>/rounds/"): f"{D}draw/",
    ("DELETE", "api/v1/rounds/<id:pk>/"): f"{ROUND}discard/",
    ("POST", "api/v1/rounds/<id:pk>/redraw/"): f"{ROUND}redraw/",
    ("POST", "api/v1/rounds/<id:pk>/publish/"): f"{ROUND}publish/",
    ("POST", "api/v1/rounds/<id:pk>/unpublish/"): f"{ROUND}unpublish/",
    ("POST", "api/v1/rounds/<id:pk>/start/"): f"{ROUND}start/",
    ("POST", "api/v1/rounds/<id:pk>/cancel-start/"): f"{ROUND}cancel-start/",
    ("POST", "api/v1/rounds/<id:pk>/plan/"): f"{ROUND}time/",
    ("POST", "api/v1/rounds/<id:pk>/close/"): f"{ROUND}close/",
    ("POST", "api/v1/rounds/<id:pk>/reopen/"): f"{ROUND}reopen/",
    ("POST", f"{T}check-in/"): f"{D}check-in/all/",
    ("POST", f"{T}check-in/reset/"): f"{D}check-in/again/",
    ("POST", "api/v1/entries/<id:pk>/check-in/"): f"{D}check-in/<int:pk>/here/",
    ("POST", "api/v1/entries/<id:pk>/check-in/undo/"): f"{D}check-in/<int:pk>/undo/",
    ("POST", f"{T}registration/"): f"{D}registrations/",
    ("POST", f"{T}registrations/accept/"): f"{D}registrations/accept/",
    ("POST", "api/v1/registrations/<id:pk>/accept/"): f"{D}registrations/<int:pk>/accept/",
    ("POST", "api/v1/registrations/<id:pk>/decline/"): f"{D}registrations/<int:pk>/decline/",
    ("POST", f"{T}announcements/"): f"{D}hall/",
    ("DELETE", f"{T}ledger/<id:seq>/texts/"): f"{D}texts/<int:seq>/remove/",
    ("DELETE", "api/v1/tables/<id:pk>/hands/<id:number>/texts/"): (
        f"{D}texts/tables/<int:pk>/hands/<int:number>/remove/"
    ),
    ("DELETE", "api/v1/announcements/<id:pk>/"): f"{D}hall/<int:pk>/remove/",
    ("POST", "api/v1/rounds/<id:pk>/clock/start/"): f"{ROUND}clock/",
    ("POST", "api/v1/rounds/<id:pk>/clock/pause/"): f"{ROUND}clock/pause/",
    ("POST", "api/v1/rounds/<id:pk>/clock/resume/"): f"{ROUND}clock/resume/",
    ("POST", "api/v1/rounds/<id:pk>/clock/extend/"): f"{ROUND}clock/extend/",
    ("POST", "api/v1/rounds/<id:pk>/clock/reset/"): f"{ROUND}clock/reset/",
    ("POST", f"{T}time-limits/"): f"{ROUND}clock/limit/",
    ("POST", "api/v1/rounds/<id:pk>/seat-tokens/"): f"{D}rounds/<int:pk>/cards/",
    ("POST", f"{T}player-cards/"): f"{D}cards/make/",
    ("POST", f"{T}kiosks/"): f"{D}tablets/hand-out/",
    ("DELETE", "api/v1/kiosks/<id:pk>/"): f"{D}tablets/<int:pk>/end/",
    ("DELETE", "api/v1/player-cards/<id:pk>/"): f"{D}cards/<int:pk>/revoke/",
    ("POST", "api/v1/card-phones/<id:pk>/admit/"): f"{D}cards/phones/<int:pk>/admit/",
    ("DELETE", "api/v1/card-phones/<id:pk>/"): f"{D}cards/phones/<int:pk>/out/",
    ("DELETE", "api/v1/seat-tokens/<id:pk>/"): f"{D}phones/<int:pk>/revoke/",
    ("POST", "api/v1/seats/<id:pk>/substitute/"): f"{D}tables/<int:pk>/substitute/",
    ("POST", "api/v1/scoresheets/<id:pk>/undo-confirmation/"): f"{D}sheets/<int:pk>/undo/",
    ("POST", "api/v1/scoresheets/<id:pk>/void/"): f"{D}tables/<int:pk>/void/",
    ("POST", "api/v1/stages/<id:pk>/penalties/"): f"{D}penalties/",
    ("POST", "api/v1/penalties/<id:pk>/lift/"): f"{D}penalties/<int:pk>/lift/",
    ("POST", "api/v1/stages/<id:pk>/draws/"): f"{D}draw/plan/",
    ("POST", "api/v1/stages/<id:pk>/draws/import/"): f"{D}draw/import/",
    ("POST", "api/v1/stages/<id:pk>/seed/"): f"{D}draw/seed/<int:ordinal>/",
    ("POST", "api/v1/stages/<id:pk>/repair/"): f"{D}draw/repair/",
    ("POST", "api/v1/draw-jobs/<id:pk>/cancel/"): f"{D}draw/jobs/<int:pk>/cancel/",
    ("DELETE", "api/v1/draws/<id:pk>/"): f"{DRAW}discard/",
    ("POST", "api/v1/draws/<id:pk>/redraw/"): f"{DRAW}redraw/",
    ("POST", "api/v1/draws/<id:pk>/publish/"): f"{DRAW}publish/",
    ("POST", "api/v1/rounds/<id:pk>/swap/"): f"{DRAW}swap/",
    ("POST", "api/v1/rounds/<id:pk>/tables/"): f"{D}rounds/<int:pk>/late-table/",
    ("POST", f"{T}wishes/"): f"{D}draw/wishes/",
    ("DELETE", "api/v1/wishes/<id:pk>/"): f"{D}draw/wishes/<int:pk>/drop/",
}
# Calls whose page is for others as well, or that have none: players report on the pages of their seat, a referee
# decides on a page on which scorers report.
WITHOUT = {
    # On the page of paper sheets, for whoever may type them.
    "api/v1/rounds/<id:pk>/confirm-paper/",
    "api/v1/leagues/",
    # On the page of an entry; by a program also for the person themselves.
    "api/v1/players/<id:pk>/",
    "api/v1/players/<id:pk>/merge/",
    "api/v1/leagues/<slug:slug>/",
    "api/v1/leagues/<slug:slug>/brand/",
    "api/v1/leagues/<slug:slug>/webhooks/",
    "api/v1/leagues/<slug:slug>/ledger/<id:seq>/texts/<str:name>/",
    "api/v1/leagues/<slug:slug>/rating/",
    "api/v1/leagues/<slug:slug>/seasons/",
    "api/v1/leagues/<slug:slug>/staff/",
    "api/v1/leagues/<slug:slug>/staff/<id:pk>/",
    "api/v1/leagues/<slug:slug>/invitations/",
    "api/v1/leagues/<slug:slug>/invitations/<id:pk>/",
    "api/v1/seasons/<id:pk>/",
    "api/v1/seasons/<id:pk>/divisions/",
    "api/v1/seasons/<id:pk>/next/",
    "api/v1/seasons/<id:pk>/next/revoke/",
    "api/v1/seasons/<id:pk>/ranking/",
    "api/v1/seasons/<id:pk>/awards/",
    "api/v1/seasons/<id:pk>/awards/award/",
    # On the page of a player's record; there one page decides both ways, and lists what is open.
    "api/v1/entries/<id:pk>/proposals/",
    "api/v1/entries/<id:pk>/recognition/",
    "api/v1/proposals/<id:pk>/accept/",
    "api/v1/proposals/<id:pk>/refuse/",
    "api/v1/tokens/",
    "api/v1/tokens/<id:pk>/",
    "api/v1/tournaments/",
    "api/v1/seats/claim/",
    "api/v1/player-cards/claim/",
    "api/v1/kiosks/claim/",
    "api/v1/kiosks/own/",
    "api/v1/player-card/pin/",
    "api/v1/player-card/leave/",
    # Captains on a page of theirs, organizers at the desk.
    "api/v1/teams/<id:pk>/look/",
    # For everybody, there and here.
    f"{T}register/",
    "api/v1/registration/",
    "api/v1/registration/cancel/",
    # Players on a page of theirs, staff at the desk.
    "api/v1/nights/<id:pk>/sign-up/",
    "api/v1/nights/<id:pk>/sign-off/",
    "api/v1/tables/<id:pk>/scoresheets/",
    "api/v1/tables/<id:pk>/correct/",
    "api/v1/tables/<id:pk>/hands/",
    "api/v1/tables/<id:pk>/hands/correct/",
    "api/v1/tables/<id:pk>/hands/log/",
    "api/v1/tables/<id:pk>/hands/scoresheet/",
    "api/v1/tables/<id:pk>/hands/undo/",
    "api/v1/tables/<id:pk>/hands/online/",
    "api/v1/tables/<id:pk>/seat-draw/",
    "api/v1/tables/<id:pk>/seat-order/",
    "api/v1/tables/<id:pk>/photos/",
    "api/v1/photos/<id:pk>/",
    "api/v1/tables/<id:pk>/referee-calls/",
    "api/v1/referee-calls/<id:pk>/",
    "api/v1/scoresheets/<id:pk>/confirm/",
    "api/v1/scoresheets/<id:pk>/dispute/",
}
CALLS = {(row.method, row.route): row for row in MATRIX}
SAME = list(PAGE_OF.items())


def test_every_call_that_changes_something_has_its_page_here_or_is_left_out_on_purpose() -> None:
    changing = {
        (method, route)
        for method, route in CALLS
        if method != "GET" and not route.startswith("api/v1/rulebooks/")
    }

    assert {(method, route) for method, route in changing if route not in WITHOUT} == {
        call for call, _page in SAME
    }


@pytest.mark.parametrize(
    ("call", "page"), SAME, ids=lambda one: " ".join(one) if isinstance(one, tuple) else ""
)
def test_page_and_api_let_the_same_people_in(call: tuple[str, str], page: str) -> None:
    statuses = CALLS[call].expected[OWN]

    by_api = {role for role in ROLES if 200 <= statuses[role] < 300}

    assert by_api == PAGES[page].may & ROLES
