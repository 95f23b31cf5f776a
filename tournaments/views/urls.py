"""Addresses of the pages. Japanese ones have /ja in front."""

from django.urls import path

from tournaments.views import (
    calculator,
    conditions,
    desk,
    desk_draw_jobs,
    desk_draws,
    desk_night,
    desk_odd,
    desk_people,
    desk_phones,
    desk_rules,
    desk_staff,
    desk_tables,
    desk_tie_breaks,
    draws,
    event,
    front,
    invitation,
    rulebooks,
    seat,
    setup,
    standings,
)

PUBLIC = [
    path("", front.front, name="front"),
    path("l/<slug:slug>/", front.league, name="league"),
    path("players/<int:pk>/", front.player, name="player"),
    path("rulebooks/", rulebooks.rulebooks, name="rulebooks"),
    path("rulebooks/<slug:pk>/", rulebooks.rulebook, name="rulebook"),
    path("rulebooks/<slug:pk>/calculator/", calculator.calculator, name="rulebook_calculator"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("rulebooks/<slug:pk>/conditions/", conditions.conditions, name="rulebook_conditions"),
    path("conditions/", conditions.conditions, name="conditions"),
    path("t/<slug:slug>/", event.tournament, name="tournament"),
    path("t/<slug:slug>/standings/", standings.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:ordinal>/", standings.standings, name="stage_standings"),
    path("t/<slug:slug>/rules/", rulebooks.tournament_rules, name="tournament_rules"),
    path("t/<slug:slug>/calculator/", calculator.tournament_calculator, name="tournament_calculator"),
    path("t/<slug:slug>/players/", event.entries, name="entries"),
    path("t/<slug:slug>/rounds/<int:number>/", event.round_page, {"ordinal": 1}, name="round"),
    path("t/<slug:slug>/stages/<int:ordinal>/rounds/<int:number>/", event.round_page, name="stage_round"),
    path("t/<slug:slug>/tables/<int:pk>/", event.table_page, name="table"),
    path("t/<slug:slug>/tables/<int:pk>/conditions/", conditions.table_conditions, name="table_conditions"),
    path("t/<slug:slug>/draw/", draws.draws, name="draws"),
    path("t/<slug:slug>/draw/<int:pk>/", draws.draw, name="draw"),
    path("t/<slug:slug>/draw/<int:pk>/record.json", draws.record, name="draw_record"),
    path("t/<slug:slug>/ledger/", event.ledger, name="ledger"),
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
    path("me/", setup.me, name="me"),
    path("me/name/", setup.rename, name="rename"),
    path("me/tokens/", setup.tokens, name="tokens"),
    path("me/tokens/<int:pk>/revoke/", setup.revoke_token, name="revoke_token"),
    path("new/", setup.choose_rulebook, name="create_tournament"),
    path("new/<slug:rulebook_id>/", setup.create, name="create_under"),
]

DESK = [
    path("t/<slug:slug>/desk/", desk.desk, name="desk"),
    path("t/<slug:slug>/desk/draw/", desk.draw, name="desk_draw"),
    path("t/<slug:slug>/desk/night/", desk_night.night, name="desk_night"),
    path("t/<slug:slug>/desk/draw/plan/", desk_draws.plan, name="desk_plan"),
    path("t/<slug:slug>/desk/draw/seed/<int:ordinal>/", desk_draws.commit, name="desk_commit"),
    path("t/<slug:slug>/desk/draw/wishes/", desk_draws.wish, name="desk_wish"),
    path("t/<slug:slug>/desk/draw/wishes/<int:pk>/drop/", desk_draws.drop, name="desk_drop_wish"),
    path("t/<slug:slug>/desk/draw/repair/", desk_draws.repair, name="desk_repair"),
    path("t/<slug:slug>/desk/draw/import/", desk_draws.take_over, name="desk_take_over"),
    path("t/<slug:slug>/desk/draw/tables-of/<int:players>/", desk_odd.odd_rulebook, name="desk_odd"),
    path("t/<slug:slug>/desk/draw/jobs/<int:pk>/", desk_draw_jobs.job, name="desk_draw_job"),
    path("t/<slug:slug>/desk/draw/jobs/<int:pk>/cancel/", desk_draw_jobs.cancel, name="desk_cancel_draw_job"),
    path("t/<slug:slug>/desk/draw/<int:pk>/", desk_draws.draft, name="desk_draft"),
    path("t/<slug:slug>/desk/draw/<int:pk>/draw.csv", desk_draws.export, name="desk_draw_export"),
    path("t/<slug:slug>/desk/draw/<int:pk>/<slug:deed>/", desk_draws.draft_deed, name="desk_draft_deed"),
    path("t/<slug:slug>/desk/stages/", desk.stage, name="desk_stage"),
    path("t/<slug:slug>/desk/rules/", desk_rules.rules, name="desk_rules"),
    path("t/<slug:slug>/desk/rules/tie-breaks/", desk_tie_breaks.tie_breaks, name="desk_tie_breaks"),
    path("t/<slug:slug>/desk/finish/", desk.finish, name="desk_finish"),
    path("t/<slug:slug>/desk/rounds/<int:pk>/cards/", desk_phones.cards, name="desk_cards"),
    path("t/<slug:slug>/desk/rounds/<int:pk>/<slug:deed>/", desk.round_deed, name="desk_round"),
    path("t/<slug:slug>/desk/tables/<int:pk>/", desk_tables.table, name="desk_table"),
    path("t/<slug:slug>/desk/tables/<int:pk>/confirm/", desk_tables.confirm, name="desk_confirm"),
    path("t/<slug:slug>/desk/tables/<int:pk>/void/", desk_tables.void, name="desk_void"),
    path("t/<slug:slug>/desk/tables/<int:pk>/substitute/", desk_tables.exchange, name="desk_substitute"),
    path("t/<slug:slug>/desk/phones/", desk_phones.phones, name="desk_phones"),
    path("t/<slug:slug>/desk/phones/<int:pk>/revoke/", desk_phones.revoke, name="desk_revoke"),
    path("t/<slug:slug>/desk/entries/", desk_people.entries, name="desk_entries"),
    path("t/<slug:slug>/desk/entries/import/", desk_people.import_list, name="desk_import"),
    path("t/<slug:slug>/desk/entries/players.csv", desk_people.export_list, name="desk_export"),
    path("t/<slug:slug>/desk/entries/<int:pk>/<slug:deed>/", desk_people.entry_deed, name="desk_entry"),
    path("t/<slug:slug>/desk/penalties/", desk_people.penalties, name="desk_penalties"),
    path("t/<slug:slug>/desk/penalties/<int:pk>/lift/", desk_people.lift, name="desk_lift"),
    path("t/<slug:slug>/desk/staff/", desk_staff.staff, name="desk_staff"),
    path("t/<slug:slug>/desk/staff/<int:pk>/role/", desk_staff.role, name="desk_role"),
    path("t/<slug:slug>/desk/staff/<int:pk>/dismiss/", desk_staff.dismiss_staff, name="desk_dismiss"),
    path("t/<slug:slug>/desk/invitations/<int:pk>/withdraw/", desk_staff.withdraw, name="desk_withdraw"),
]

urlpatterns = [*PUBLIC, *SEAT, *INVITED, *PERSON, *DESK]
