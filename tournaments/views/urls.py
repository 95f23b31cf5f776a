"""Addresses of the pages. Japanese ones have /ja in front."""

from django.urls import include, path

from tournaments.views.account import (
    invitation,
    league_divisions,
    league_staff,
    league_texts,
    leagues,
    new_tournament,
    next_season,
    own_pages,
    own_player,
    player_record,
    rating,
    taking_in,
)
from tournaments.views.account import registration as own_registration
from tournaments.views.account import season_ranking as edit_season_ranking
from tournaments.views.desk import kiosks, overview, referee
from tournaments.views.desk.draws import (
    drafts,
    file_import,
    free_play,
    jobs,
    late_tables,
    next_round,
    plan,
    repair,
)
from tournaments.views.desk.people import (
    check_in,
    entries,
    merging,
    player_lists,
    proposing,
    registrations,
    result_lists,
    staff,
    teams,
)
from tournaments.views.desk.people import editing as people_editing
from tournaments.views.desk.play import (
    announcements,
    clocks,
    online_games,
    paper_sheets,
    penalties,
    phones,
    photos,
    places,
    player_cards,
    referee_calls,
    rounds,
    seat_order,
    tables,
)
from tournaments.views.desk.play import hands as desk_hands
from tournaments.views.desk.setup import editing, odd_tables, ranking, rules, texts, tie_breaks
from tournaments.views.desk.stages import counting, free_play_stage, presets, qualification
from tournaments.views.desk.stages import nights as desk_nights
from tournaments.views.desk.stages import seat_draw as seat_draw_rule
from tournaments.views.desk.teams import captains, line_up_quotas, line_ups, quotas
from tournaments.views.desk.teams import counting as team_counting
from tournaments.views.hall import chooser, screen
from tournaments.views.kiosk import acting as kiosk
from tournaments.views.paper import sheets
from tournaments.views.photos import showing
from tournaments.views.public import (
    draws,
    front,
    live_pages,
    registration,
    robots,
    tournament_list,
    tournaments,
)
from tournaments.views.public.in_play import live_totals, table_conditions
from tournaments.views.public.leagues import ledger as league_ledger
from tournaments.views.public.leagues import ratings, records, season_ranking, seasons
from tournaments.views.public.people import hand_statistics, head_to_head, players
from tournaments.views.public.rules import rescored, tournament_rules
from tournaments.views.public.standings import final_ranking, titles
from tournaments.views.public.standings import page as standings_page
from tournaments.views.public.teams import team
from tournaments.views.seat import (
    captain,
    card,
    hands,
    line_up,
    nights,
    open_table,
    phone_app,
    photo,
    referee_call,
    seat,
    seat_draw,
)

PUBLIC = [
    path("", front.front, name="front"),
    path("tournaments/", tournament_list.tournament_list, name="tournament_list"),
    path("l/<slug:slug>/", front.league, name="league"),
    path("l/<slug:slug>/seasons/<int:ordinal>/", seasons.season, name="season"),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/ranking/", season_ranking.season_ranking, name="season_ranking"
    ),
    path("l/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("l/<slug:slug>/records/", records.records, name="league_records"),
    path("l/<slug:slug>/ledger/", league_ledger.league_ledger, name="league_ledger"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/against/<int:other>/", head_to_head.players_head_to_head, name="head_to_head"),
    path("t/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("t/<slug:slug>/live/", live_totals.live_totals, name="live_totals"),
    path("t/<slug:slug>/statistics/", hand_statistics.hand_statistics, name="hand_statistics"),
    path("t/<slug:slug>/standings/", standings_page.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:ordinal>/", standings_page.standings, name="stage_standings"),
    path("t/<slug:slug>/nights/", nights.nights, name="nights"),
    path("t/<slug:slug>/final-ranking/", final_ranking.final_ranking, name="final_ranking"),
    path("t/<slug:slug>/titles/", titles.titles, name="titles"),
    path("t/<slug:slug>/titles/<int:ordinal>/", titles.titles, name="stage_titles"),
    path("t/<slug:slug>/by-another-rulebook/", rescored.rescored_stage, name="rescored"),
    path("t/<slug:slug>/by-another-rulebook/<int:ordinal>/", rescored.rescored_stage, name="rescored_stage"),
    path("t/<slug:slug>/rules/", tournament_rules.tournament_rules, name="tournament_rules"),
    path("t/<slug:slug>/calculator/", tournament_rules.tournament_calculator, name="tournament_calculator"),
    path("t/<slug:slug>/players/", tournaments.entries, name="entries"),
    path("t/<slug:slug>/teams/<int:pk>/", team.team, name="team"),
    path("t/<slug:slug>/register/", registration.RegisterYourself.as_view(), name="register_yourself"),
    path("t/<slug:slug>/rounds/<int:number>/", tournaments.round_page, {"ordinal": 1}, name="round"),
    path(
        "t/<slug:slug>/stages/<int:ordinal>/rounds/<int:number>/", tournaments.round_page, name="stage_round"
    ),
    path("t/<slug:slug>/tables/<int:pk>/", tournaments.table_page, name="table"),
    path("t/<slug:slug>/at/<int:number>/", tournaments.table_now, name="table_now"),
    path(
        "t/<slug:slug>/tables/<int:pk>/conditions/",
        table_conditions.table_conditions,
        name="table_conditions",
    ),
    path("t/<slug:slug>/draw/", draws.draws, name="draws"),
    path("t/<slug:slug>/draw/<int:pk>/", draws.draw, name="draw"),
    path("t/<slug:slug>/draw/<int:pk>/record.json", draws.record, name="draw_record"),
    path("t/<slug:slug>/ledger/", tournaments.ledger, name="ledger"),
    path("t/<slug:slug>/hall/", chooser.chooser, name="hall"),
    path("t/<slug:slug>/print/", sheets.menu, name="print"),
    path("t/<slug:slug>/print/stages/<int:ordinal>/<slug:what>/", sheets.stage_sheet, name="print_stage"),
    path(
        "t/<slug:slug>/print/stages/<int:ordinal>/rounds/<int:number>/<slug:what>/",
        sheets.round_sheet,
        name="print_round",
    ),
    path("t/<slug:slug>/hall/screen/", screen.screen, name="hall_screen"),
]

# Asked by scripts, and the same in every language.
IN_NO_LANGUAGE = [
    path("t/<slug:slug>/news/", live_pages.news, name="news"),
    path("robots.txt", robots.robots, name="robots"),
    path("worker.js", phone_app.worker, name="worker"),
    path("photos/<int:pk>/", showing.photo, name="photo"),
    path("photos/<int:pk>/small/", showing.small_photo, name="small_photo"),
]

SEAT = [
    path("seat/", seat.claim, name="seat"),
    path("seat/card/", card.my_card, name="my_card"),
    path("seat/card/pin/", card.type_pin, name="card_pin"),
    path("seat/card/leave/", card.leave, name="leave_card"),
    path("t/<slug:slug>/open-table/", open_table.OpenTable.as_view(), name="open_table"),
    path(
        "t/<slug:slug>/tables/<int:pk>/take-back/", open_table.TakeTableBack.as_view(), name="take_table_back"
    ),
    path("seat/night/<int:pk>/", nights.OwnNight.as_view(), name="night"),
    path("seat/night/<int:pk>/sign-off/", nights.SignOff.as_view(), name="night_sign_off"),
    path("seat/line-ups/<int:pk>/", captain.line_ups, name="line_ups"),
    path("seat/line-up/<int:pk>/", line_up.CaptainsLineUp.as_view(), name="line_up"),
    path("seat/app.webmanifest", phone_app.manifest, name="manifest"),
    path("seat/table/", seat.my_table, name="my_table"),
    path("seat/draw/", seat_draw.seat_draw, name="seat_draw"),
    path("seat/draw/typed/", seat_draw.Draw.as_view(), name="draw_seats"),
    path("seat/draw/lot/", seat_draw.DrawByLot.as_view(), name="draw_seats_by_lot"),
    path("seat/hands/", hands.game, name="hands"),
    path("seat/hands/enter/", hands.Enter.as_view(), name="enter_hand"),
    path("seat/hands/undo/", hands.TakeBack.as_view(), name="undo_hand"),
    path("seat/hands/report/", hands.ReportGame.as_view(), name="report_hands"),
    path("seat/table/report/", seat.Report.as_view(), name="report"),
    path("seat/table/confirm/", seat.Confirm.as_view(), name="confirm"),
    path("seat/table/call/", referee_call.CallReferee.as_view(), name="call_referee"),
    path("seat/table/call/end/", referee_call.EndCall.as_view(), name="end_call"),
    path("seat/table/photo/", photo.TakePhoto.as_view(), name="take_photo"),
    path("seat/table/photo/remove/", photo.RemovePhoto.as_view(), name="remove_photo"),
    path("seat/table/dispute/", seat.Dispute.as_view(), name="dispute"),
]

TABLET = [
    path("kiosk/", kiosk.kiosk, name="kiosk"),
    path("kiosk/hand/", kiosk.EnterHand.as_view(), name="kiosk_hand"),
    path("kiosk/hand/undo/", kiosk.TakeBack.as_view(), name="kiosk_undo"),
    path("kiosk/report/", kiosk.Report.as_view(), name="kiosk_report"),
    path("kiosk/report-game/", kiosk.ReportGame.as_view(), name="kiosk_report_game"),
    path("kiosk/confirm/", kiosk.Confirm.as_view(), name="kiosk_confirm"),
    path("kiosk/dispute/", kiosk.Dispute.as_view(), name="kiosk_dispute"),
    path("kiosk/call/", kiosk.CallReferee.as_view(), name="kiosk_call"),
    path("kiosk/call/end/", kiosk.EndCall.as_view(), name="kiosk_end_call"),
]

INVITED = [
    path("invitation/", invitation.invitation, name="invitation"),
    path("invitation/accept/", invitation.Accept.as_view(), name="accept_invitation"),
    path("invitation/decline/", invitation.decline, name="decline_invitation"),
]

REGISTERED = [
    path("registration/", own_registration.registration, name="registration"),
    path("registration/cancel/", own_registration.cancel, name="cancel_registration"),
]

PERSON = [
    path("me/", own_pages.me, name="me"),
    path("me/name/", own_pages.Rename.as_view(), name="rename"),
    path("me/player/", own_player.OwnPlayer.as_view(), name="own_player"),
    path("players/<int:pk>/record/", player_record.player_record, name="player_record"),
    path("proposals/<int:pk>/decide/", player_record.DecideProposal.as_view(), name="decide_proposal"),
    path("entries/<int:pk>/recognition/", player_record.RecognizeEntry.as_view(), name="recognize_entry"),
    path("me/tokens/", own_pages.Tokens.as_view(), name="tokens"),
    path("me/tokens/<int:pk>/revoke/", own_pages.RevokeToken.as_view(), name="revoke_token"),
    path("leagues/", front.all_leagues, name="leagues"),
    path("leagues/new/", leagues.FoundLeague.as_view(), name="found_league"),
    path("l/<slug:slug>/edit/", leagues.EditLeague.as_view(), name="edit_league"),
    path("l/<slug:slug>/remove/", leagues.RemoveLeague.as_view(), name="remove_league"),
    path("l/<slug:slug>/texts/", league_texts.LeagueTexts.as_view(), name="league_texts"),
    path(
        "l/<slug:slug>/texts/<int:seq>/<str:name>/remove/",
        league_texts.RemoveLeagueText.as_view(),
        name="league_remove_text",
    ),
    path("l/<slug:slug>/staff/", league_staff.LeagueStaffPage.as_view(), name="league_staff"),
    path(
        "l/<slug:slug>/staff/<int:pk>/dismiss/",
        league_staff.DismissOrganizer.as_view(),
        name="league_dismiss",
    ),
    path(
        "l/<slug:slug>/invitations/<int:pk>/withdraw/",
        league_staff.WithdrawOrganizerInvitation.as_view(),
        name="league_withdraw",
    ),
    path("l/<slug:slug>/edit-rating/", rating.RatingPage.as_view(), name="edit_rating"),
    path("l/<slug:slug>/seasons/", leagues.OpenSeason.as_view(), name="open_season"),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/divisions/",
        league_divisions.Divisions.as_view(),
        name="season_divisions",
    ),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/edit-ranking/",
        edit_season_ranking.SeasonRankingPage.as_view(),
        name="edit_season_ranking",
    ),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/next/",
        next_season.NextSeason.as_view(),
        name="next_season",
    ),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/next/revoke/",
        next_season.RevokeNextSeason.as_view(),
        name="revoke_next_season",
    ),
    path("l/<slug:slug>/seasons/<int:ordinal>/rename/", leagues.RenameSeason.as_view(), name="rename_season"),
    path("l/<slug:slug>/seasons/<int:ordinal>/remove/", leagues.RemoveSeason.as_view(), name="remove_season"),
    path("new/", new_tournament.choose_rulebook, name="create_tournament"),
    path("new/from-a-file/", taking_in.TakeInTournament.as_view(), name="take_in_tournament"),
    path("new/<slug:rulebook_id>/", new_tournament.CreateTournament.as_view(), name="create_under"),
]

DESK = [
    path("", overview.desk, name="desk"),
    path("draw/", next_round.DrawRound.as_view(), name="desk_draw"),
    path("night/", free_play.Night.as_view(), name="desk_night"),
    path("draw/plan/", plan.Plan.as_view(), name="desk_plan"),
    path("draw/seed/<int:ordinal>/", plan.FixSeed.as_view(), name="desk_commit"),
    path("draw/wishes/", plan.AddSeatingConstraint.as_view(), name="desk_add_constraint"),
    path("draw/wishes/<int:pk>/drop/", plan.DropSeatingConstraint.as_view(), name="desk_drop_constraint"),
    path("draw/repair/", repair.Repair.as_view(), name="desk_repair"),
    path("draw/import/", file_import.ImportDraw.as_view(), name="desk_take_over"),
    path("draw/tables-of/<int:players>/", odd_tables.OddRulebook.as_view(), name="desk_odd"),
    path("draw/jobs/<int:pk>/", jobs.job, name="desk_draw_job"),
    path("draw/jobs/<int:pk>/cancel/", jobs.Cancel.as_view(), name="desk_cancel_draw_job"),
    path("draw/<int:pk>/", drafts.draft, name="desk_draft"),
    path("draw/<int:pk>/draw.csv", drafts.export, name="desk_draw_export"),
    path("draw/<int:pk>/swap/", drafts.Swap.as_view(), name="desk_draft_swap"),
    path("draw/<int:pk>/redraw/", drafts.Redraw.as_view(), name="desk_draft_redraw"),
    path("draw/<int:pk>/publish/", drafts.Publish.as_view(), name="desk_draft_publish"),
    path("draw/<int:pk>/discard/", drafts.Discard.as_view(), name="desk_draft_discard"),
    path("edit/", editing.EditTournament.as_view(), name="desk_edit"),
    path("discard/", editing.DiscardTournament.as_view(), name="desk_discard_tournament"),
    path("stages/<int:pk>/rename/", editing.RenameStage.as_view(), name="desk_stage_rename"),
    path("stages/<int:pk>/remove/", editing.RemoveStage.as_view(), name="desk_stage_remove"),
    path("preset/", presets.UsePreset.as_view(), name="desk_preset"),
    path("stages/<int:pk>/counting/", counting.Counting.as_view(), name="desk_counting"),
    path("stages/<int:pk>/teams/", team_counting.TeamCountingPage.as_view(), name="desk_team_counting"),
    path("stages/<int:pk>/games/", quotas.GameQuotaPage.as_view(), name="desk_game_quota"),
    path("stages/<int:pk>/seat-draw/", seat_draw_rule.SeatDrawRulePage.as_view(), name="desk_seat_draw"),
    path("stages/<int:pk>/free-play/", free_play_stage.FreePlayStage.as_view(), name="desk_free_play"),
    path("nights/", desk_nights.Nights.as_view(), name="desk_nights"),
    path("nights/<int:pk>/", desk_nights.NightAtDesk.as_view(), name="desk_one_night"),
    path("nights/<int:pk>/cancel/", desk_nights.CancelNight.as_view(), name="desk_night_cancel"),
    path("nights/<int:pk>/sign-up/", desk_nights.SignUpAtDesk.as_view(), name="desk_night_sign_up"),
    path(
        "nights/<int:pk>/sign-off/<int:entry>/",
        desk_nights.SignOffAtDesk.as_view(),
        name="desk_night_sign_off",
    ),
    path("nights/<int:pk>/settle/", desk_nights.SettleNight.as_view(), name="desk_night_settle"),
    path("line-up-quotas/", line_up_quotas.line_up_quotas, name="desk_line_up_quotas"),
    path("line-up-quotas/add/", line_up_quotas.AddQuota.as_view(), name="desk_line_up_quota_add"),
    path("line-up-quotas/<int:pk>/", line_up_quotas.EditQuota.as_view(), name="desk_line_up_quota"),
    path(
        "line-up-quotas/<int:pk>/remove/",
        line_up_quotas.RemoveQuota.as_view(),
        name="desk_line_up_quota_remove",
    ),
    path("stages/<int:pk>/line-ups/", line_ups.LineUpRulePage.as_view(), name="desk_line_up_rule"),
    path("rounds/<int:pk>/line-ups/", line_ups.line_ups, name="desk_line_ups"),
    path("rounds/<int:pk>/line-ups/show/", line_ups.Show.as_view(), name="desk_show_line_ups"),
    path("rounds/<int:pk>/line-ups/<int:team>/", line_ups.HandIn.as_view(), name="desk_line_up"),
    path("stages/<int:pk>/who/", qualification.QualificationPage.as_view(), name="desk_qualification"),
    path(
        "stages/<int:pk>/who/remove/",
        qualification.RemoveQualification.as_view(),
        name="desk_qualification_remove",
    ),
    path("stages/<int:pk>/players/", qualification.QualifiersPage.as_view(), name="desk_qualifiers"),
    path(
        "stages/<int:pk>/players/take-back/",
        qualification.TakeBackQualifiers.as_view(),
        name="desk_qualifiers_take_back",
    ),
    path("stages/", overview.AddStage.as_view(), name="desk_stage"),
    path("texts/", texts.texts, name="desk_texts"),
    path(
        "texts/tables/<int:pk>/hands/<int:number>/remove/",
        texts.RemoveTextsOfHand.as_view(),
        name="desk_remove_hand_text",
    ),
    path("texts/<int:seq>/remove/", texts.RemoveText.as_view(), name="desk_remove_text"),
    path("rules/", rules.Rules.as_view(), name="desk_rules"),
    path("rules/ranking/", ranking.Ranking.as_view(), name="desk_ranking"),
    path("rules/tie-breaks/", tie_breaks.TieBreaks.as_view(), name="desk_tie_breaks"),
    path("finish/", overview.Finish.as_view(), name="desk_finish"),
    path("reopen/", overview.Reopen.as_view(), name="desk_reopen"),
    path("rounds/<int:pk>/", overview.desk_round, name="desk_round"),
    path("rounds/<int:pk>/cards/", phones.IssueCards.as_view(), name="desk_cards"),
    path("rounds/<int:pk>/redraw/", rounds.Redraw.as_view(), name="desk_round_redraw"),
    path("rounds/<int:pk>/discard/", rounds.Discard.as_view(), name="desk_round_discard"),
    path("rounds/<int:pk>/publish/", rounds.Publish.as_view(), name="desk_round_publish"),
    path("rounds/<int:pk>/unpublish/", rounds.Unpublish.as_view(), name="desk_round_unpublish"),
    path("rounds/<int:pk>/late-table/", late_tables.LateTable.as_view(), name="desk_late_table"),
    path("rounds/<int:pk>/exchange/", places.ChangePlaces.as_view(), name="desk_places"),
    path("rounds/<int:pk>/start/", rounds.Start.as_view(), name="desk_round_start"),
    path("rounds/<int:pk>/cancel-start/", rounds.CancelStart.as_view(), name="desk_round_cancel_start"),
    path("rounds/<int:pk>/time/", rounds.PlanTime.as_view(), name="desk_round_time"),
    path("rounds/<int:pk>/close/", rounds.Close.as_view(), name="desk_round_close"),
    path("rounds/<int:pk>/reopen/", rounds.Reopen.as_view(), name="desk_round_reopen"),
    path("sheets/", paper_sheets.PaperSheets.as_view(), name="desk_sheets"),
    path("sheets/<int:pk>/confirm/", paper_sheets.ConfirmSheet.as_view(), name="desk_confirm_sheet"),
    path(
        "rounds/<int:pk>/confirm-sheets/", paper_sheets.ConfirmTogether.as_view(), name="desk_confirm_sheets"
    ),
    path("rounds/<int:pk>/clock/", clocks.StartClock.as_view(), name="desk_clock"),
    path("rounds/<int:pk>/clock/pause/", clocks.PauseClock.as_view(), name="desk_clock_pause"),
    path("rounds/<int:pk>/clock/resume/", clocks.ResumeClock.as_view(), name="desk_clock_resume"),
    path("rounds/<int:pk>/clock/extend/", clocks.ExtendClock.as_view(), name="desk_clock_extend"),
    path("rounds/<int:pk>/clock/reset/", clocks.ResetClock.as_view(), name="desk_clock_reset"),
    path("rounds/<int:pk>/clock/limit/", clocks.SetTimeLimit.as_view(), name="desk_clock_limit"),
    path("tables/<int:pk>/", tables.TablePage.as_view(), name="desk_table"),
    path("tables/<int:pk>/confirm/", tables.Confirm.as_view(), name="desk_confirm"),
    path("tables/<int:pk>/void/", tables.Void.as_view(), name="desk_void"),
    path("tables/<int:pk>/hands/<int:number>/", desk_hands.CorrectHand.as_view(), name="desk_hand"),
    path("tables/<int:pk>/seat-order/", seat_order.ChangeSeatOrder.as_view(), name="desk_seat_order"),
    path("tables/<int:pk>/online-game/", online_games.EnterOnlineGame.as_view(), name="desk_online_game"),
    path("tables/<int:pk>/substitute/", tables.Exchange.as_view(), name="desk_substitute"),
    path("cards/", player_cards.player_cards, name="desk_player_cards"),
    path("cards/make/", player_cards.MakeCards.as_view(), name="desk_make_cards"),
    path("cards/<int:pk>/revoke/", player_cards.RevokeCard.as_view(), name="desk_revoke_card"),
    path("cards/print/", player_cards.print_player_cards, name="desk_print_cards"),
    path("cards/tables/", player_cards.print_posters, name="desk_print_posters"),
    path("cards/phones/<int:pk>/admit/", player_cards.AdmitPhone.as_view(), name="desk_admit_phone"),
    path("cards/phones/<int:pk>/out/", player_cards.SignPhoneOut.as_view(), name="desk_card_phone_out"),
    path("phones/", phones.phones, name="desk_phones"),
    path("tablets/", kiosks.kiosks, name="desk_kiosks"),
    path("tablets/codes/", kiosks.kiosk_codes, name="desk_kiosk_codes"),
    path("tablets/hand-out/", kiosks.HandOut.as_view(), name="desk_kiosk_hand_out"),
    path("tablets/<int:pk>/end/", kiosks.End.as_view(), name="desk_kiosk_end"),
    path("phones/<int:pk>/revoke/", phones.Revoke.as_view(), name="desk_revoke"),
    path("entries/", entries.Entries.as_view(), name="desk_entries"),
    path("check-in/", check_in.page, name="desk_check_in"),
    path("check-in/typed/", check_in.TypedHere.as_view(), name="desk_typed_here"),
    path("check-in/all/", check_in.AllHere.as_view(), name="desk_all_here"),
    path("check-in/again/", check_in.NobodyHere.as_view(), name="desk_nobody_here"),
    path("check-in/leavers/", check_in.Leavers.as_view(), name="desk_leavers"),
    path("check-in/<int:pk>/here/", check_in.Here.as_view(), name="desk_here"),
    path("check-in/<int:pk>/undo/", check_in.NotHere.as_view(), name="desk_not_here"),
    path("registrations/", registrations.Registrations.as_view(), name="desk_registrations"),
    path("registrations/accept/", registrations.AcceptAll.as_view(), name="desk_accept_all"),
    path("registrations/<int:pk>/accept/", registrations.Accept.as_view(), name="desk_accept"),
    path("registrations/<int:pk>/decline/", registrations.Decline.as_view(), name="desk_decline"),
    path("results/import/", result_lists.ImportResults.as_view(), name="desk_import_results"),
    path("entries/import/", player_lists.ImportList.as_view(), name="desk_import"),
    path("entries/players.csv", player_lists.export_list, name="desk_export"),
    path("entries/<int:pk>/edit/", people_editing.EditEntry.as_view(), name="desk_entry_edit"),
    path("entries/<int:pk>/propose/", proposing.ProposeChange.as_view(), name="desk_entry_propose"),
    path("entries/<int:pk>/merge/", merging.MergePlayer.as_view(), name="desk_entry_merge"),
    path("entries/<int:pk>/remove/", people_editing.RemoveEntry.as_view(), name="desk_entry_remove"),
    path("entries/<int:pk>/withdraw/", entries.Withdraw.as_view(), name="desk_entry_withdraw"),
    path("entries/<int:pk>/reinstate/", entries.Reinstate.as_view(), name="desk_entry_reinstate"),
    path("teams/", teams.teams, name="desk_teams"),
    path("teams/<int:pk>/rename/", teams.RenameTeam.as_view(), name="desk_team_rename"),
    path("teams/<int:pk>/remove/", teams.RemoveTeam.as_view(), name="desk_team_remove"),
    path("teams/<int:pk>/captain/", captains.SetCaptain.as_view(), name="desk_captain"),
    path("penalties/", penalties.Penalties.as_view(), name="desk_penalties"),
    path("penalties/<int:pk>/lift/", penalties.Lift.as_view(), name="desk_lift"),
    path("tables/<int:pk>/photo/", photos.TakeTablePhoto.as_view(), name="desk_take_photo"),
    path("photos/<int:pk>/remove/", photos.RemoveTablePhoto.as_view(), name="desk_remove_photo"),
    path("referee/", referee.referee, name="desk_referee"),
    path("referee/app.webmanifest", referee.manifest, name="desk_referee_app"),
    path("referee/<int:number>/", referee.referee_table, name="desk_referee_table"),
    path("calls/<int:pk>/end/", referee_calls.EndTableCall.as_view(), name="desk_end_call"),
    path("hall/", announcements.Announcements.as_view(), name="desk_hall"),
    path(
        "hall/<int:pk>/remove/", announcements.RemoveAnnouncement.as_view(), name="desk_remove_announcement"
    ),
    path("staff/", staff.StaffPage.as_view(), name="desk_staff"),
    path("staff/<int:pk>/role/", staff.ChangeRole.as_view(), name="desk_role"),
    path("staff/<int:pk>/dismiss/", staff.Dismiss.as_view(), name="desk_dismiss"),
    path("invitations/<int:pk>/withdraw/", staff.WithdrawInvitation.as_view(), name="desk_withdraw"),
]

urlpatterns = [
    *PUBLIC,
    *SEAT,
    *TABLET,
    *INVITED,
    *REGISTERED,
    *PERSON,
    path("t/<slug:slug>/desk/", include(DESK)),
]
