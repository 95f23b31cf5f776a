"""Addresses of the pages. Japanese ones have /ja in front."""

from django.urls import path

from tournaments.views.account import invitation, own_pages
from tournaments.views.desk import (
    draw_jobs,
    draws,
    free_play,
    odd_tables,
    overview,
    people,
    phones,
    rules,
    staff,
    tables,
    tie_breaks,
)
from tournaments.views.public import draws as public_draws
from tournaments.views.public import front, standings, table_conditions, tournament_rules, tournaments
from tournaments.views.seat import seat

PUBLIC = [
    path("", front.front, name="front"),
    path("l/<slug:slug>/", front.league, name="league"),
    path("players/<int:pk>/", front.player, name="player"),
    path("t/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:ordinal>/", standings.standings, name="stage_standings"),
    path("t/<slug:slug>/rules/", tournament_rules.tournament_rules, name="tournament_rules"),
    path("t/<slug:slug>/calculator/", tournament_rules.tournament_calculator, name="tournament_calculator"),
    path("t/<slug:slug>/players/", tournaments.entries, name="entries"),
    path("t/<slug:slug>/rounds/<int:number>/", tournaments.round_page, {"ordinal": 1}, name="round"),
    path(
        "t/<slug:slug>/stages/<int:ordinal>/rounds/<int:number>/", tournaments.round_page, name="stage_round"
    ),
    path("t/<slug:slug>/tables/<int:pk>/", tournaments.table_page, name="table"),
    path(
        "t/<slug:slug>/tables/<int:pk>/conditions/",
        table_conditions.table_conditions,
        name="table_conditions",
    ),
    path("t/<slug:slug>/draw/", public_draws.draws, name="draws"),
    path("t/<slug:slug>/draw/<int:pk>/", public_draws.draw, name="draw"),
    path("t/<slug:slug>/draw/<int:pk>/record.json", public_draws.record, name="draw_record"),
    path("t/<slug:slug>/ledger/", tournaments.ledger, name="ledger"),
]

SEAT = [
    path("seat/", seat.claim, name="seat"),
    path("seat/table/", seat.my_table, name="my_table"),
    path("seat/table/report/", seat.report, name="report"),
    path("seat/table/confirm/", seat.confirm, name="confirm"),
    path("seat/table/dispute/", seat.dispute, name="dispute"),
]

INVITED = [
    path("invitation/", invitation.invitation, name="invitation"),
    path("invitation/accept/", invitation.accept, name="accept_invitation"),
    path("invitation/decline/", invitation.decline, name="decline_invitation"),
]

PERSON = [
    path("me/", own_pages.me, name="me"),
    path("me/name/", own_pages.rename, name="rename"),
    path("me/tokens/", own_pages.tokens, name="tokens"),
    path("me/tokens/<int:pk>/revoke/", own_pages.revoke_token, name="revoke_token"),
    path("new/", own_pages.choose_rulebook, name="create_tournament"),
    path("new/<slug:rulebook_id>/", own_pages.create, name="create_under"),
]

DESK = [
    path("t/<slug:slug>/desk/", overview.desk, name="desk"),
    path("t/<slug:slug>/desk/draw/", overview.draw, name="desk_draw"),
    path("t/<slug:slug>/desk/night/", free_play.night, name="desk_night"),
    path("t/<slug:slug>/desk/draw/plan/", draws.plan, name="desk_plan"),
    path("t/<slug:slug>/desk/draw/seed/<int:ordinal>/", draws.commit, name="desk_commit"),
    path("t/<slug:slug>/desk/draw/wishes/", draws.wish, name="desk_wish"),
    path("t/<slug:slug>/desk/draw/wishes/<int:pk>/drop/", draws.drop, name="desk_drop_wish"),
    path("t/<slug:slug>/desk/draw/repair/", draws.repair, name="desk_repair"),
    path("t/<slug:slug>/desk/draw/import/", draws.take_over, name="desk_take_over"),
    path("t/<slug:slug>/desk/draw/tables-of/<int:players>/", odd_tables.odd_rulebook, name="desk_odd"),
    path("t/<slug:slug>/desk/draw/jobs/<int:pk>/", draw_jobs.job, name="desk_draw_job"),
    path("t/<slug:slug>/desk/draw/jobs/<int:pk>/cancel/", draw_jobs.cancel, name="desk_cancel_draw_job"),
    path("t/<slug:slug>/desk/draw/<int:pk>/", draws.draft, name="desk_draft"),
    path("t/<slug:slug>/desk/draw/<int:pk>/draw.csv", draws.export, name="desk_draw_export"),
    path("t/<slug:slug>/desk/draw/<int:pk>/<slug:action>/", draws.draft_action, name="desk_draft_action"),
    path("t/<slug:slug>/desk/stages/", overview.stage, name="desk_stage"),
    path("t/<slug:slug>/desk/rules/", rules.rules, name="desk_rules"),
    path("t/<slug:slug>/desk/rules/tie-breaks/", tie_breaks.tie_breaks, name="desk_tie_breaks"),
    path("t/<slug:slug>/desk/finish/", overview.finish, name="desk_finish"),
    path("t/<slug:slug>/desk/rounds/<int:pk>/cards/", phones.cards, name="desk_cards"),
    path("t/<slug:slug>/desk/rounds/<int:pk>/<slug:action>/", overview.round_action, name="desk_round"),
    path("t/<slug:slug>/desk/tables/<int:pk>/", tables.table, name="desk_table"),
    path("t/<slug:slug>/desk/tables/<int:pk>/confirm/", tables.confirm, name="desk_confirm"),
    path("t/<slug:slug>/desk/tables/<int:pk>/void/", tables.void, name="desk_void"),
    path("t/<slug:slug>/desk/tables/<int:pk>/substitute/", tables.exchange, name="desk_substitute"),
    path("t/<slug:slug>/desk/phones/", phones.phones, name="desk_phones"),
    path("t/<slug:slug>/desk/phones/<int:pk>/revoke/", phones.revoke, name="desk_revoke"),
    path("t/<slug:slug>/desk/entries/", people.entries, name="desk_entries"),
    path("t/<slug:slug>/desk/entries/import/", people.import_list, name="desk_import"),
    path("t/<slug:slug>/desk/entries/players.csv", people.export_list, name="desk_export"),
    path("t/<slug:slug>/desk/entries/<int:pk>/<slug:action>/", people.entry_action, name="desk_entry"),
    path("t/<slug:slug>/desk/penalties/", people.penalties, name="desk_penalties"),
    path("t/<slug:slug>/desk/penalties/<int:pk>/lift/", people.lift, name="desk_lift"),
    path("t/<slug:slug>/desk/staff/", staff.staff, name="desk_staff"),
    path("t/<slug:slug>/desk/staff/<int:pk>/role/", staff.role, name="desk_role"),
    path("t/<slug:slug>/desk/staff/<int:pk>/dismiss/", staff.dismiss_staff, name="desk_dismiss"),
    path("t/<slug:slug>/desk/invitations/<int:pk>/withdraw/", staff.withdraw, name="desk_withdraw"),
]

urlpatterns = [*PUBLIC, *SEAT, *INVITED, *PERSON, *DESK]
