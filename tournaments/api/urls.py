"""The API's addresses, all under /api/."""

from django.urls import include, path, re_path

from tournaments.api.resources.about.about import TournamentAbout, TournamentThanks
from tournaments.api.resources.about.brands import TournamentBrand
from tournaments.api.resources.about.questions import TournamentQuestions
from tournaments.api.resources.about.timetable import TournamentTimetable
from tournaments.api.resources.about.webhooks import (
    OneWebhook,
    TournamentWebhooks,
    WebhookDeliveries,
    WebhookResumed,
    WebhookSecret,
    WebhookTest,
)
from tournaments.api.resources.draws.draws import (
    CheckDraw,
    CommitSeed,
    ImportDraw,
    LateTables,
    OneDraw,
    PublishDraw,
    RedrawDraw,
    StageDraws,
    Swap,
)
from tournaments.api.resources.draws.jobs import CancelDrawJob, OneDrawJob
from tournaments.api.resources.draws.repairs import Repair
from tournaments.api.resources.draws.seating_constraints import (
    OneSeatingConstraint,
    TournamentSeatingConstraints,
)
from tournaments.api.resources.free_play.nights import (
    CancelNight,
    OneNight,
    SettleNight,
    SignOff,
    SignUp,
    TournamentNights,
)
from tournaments.api.resources.free_play.tables import StageFreePlay, StageTables, TakeTableBack
from tournaments.api.resources.imports import ImportPlayers, ImportResults
from tournaments.api.resources.kiosks.kiosks import ClaimKiosk, OneKiosk, OwnKiosk, TournamentKiosks
from tournaments.api.resources.leagues.brands import OneLeagueBrand
from tournaments.api.resources.leagues.divisions import SeasonDivisions, SeasonStandings
from tournaments.api.resources.leagues.leagues import Leagues, OneLeague, OneSeason, Seasons
from tournaments.api.resources.leagues.next_season import (
    NextSeasonProposal,
    NextSeasonRevocation,
    SeasonMoves,
)
from tournaments.api.resources.leagues.rating import LeagueRating, LeagueRatings
from tournaments.api.resources.leagues.records import OneLeaguesRecords
from tournaments.api.resources.leagues.season_awards import AwardedTitles, SeasonAwards
from tournaments.api.resources.leagues.season_ranking import OneSeasonRanking
from tournaments.api.resources.leagues.staff import (
    LeagueInvitations,
    LeagueOrganizers,
    OneLeagueInvitation,
    OneOrganizer,
)
from tournaments.api.resources.leagues.webhooks import LeagueWebhooks
from tournaments.api.resources.ledger import LeagueLedger, LeagueLedgerText, Ledger, LedgerTexts
from tournaments.api.resources.people.check_in import CheckIn, ResetCheckIn, TournamentCheckIn, UndoCheckIn
from tournaments.api.resources.people.entries import Entries, OneEntry, Reinstate, Withdraw
from tournaments.api.resources.people.hand_statistics import PlayerHandStatistics, TournamentHandStatistics
from tournaments.api.resources.people.head_to_head import PlayersHeadToHead
from tournaments.api.resources.people.invitations import OneInvitation, TournamentInvitations
from tournaments.api.resources.people.merging import PlayerMerging
from tournaments.api.resources.people.players import Me, OnePlayer, Players
from tournaments.api.resources.people.recognition import EntryRecognition
from tournaments.api.resources.people.record_proposals import (
    AcceptProposal,
    EntryProposals,
    OwnProposals,
    PlayerProposals,
    RefuseProposal,
)
from tournaments.api.resources.people.registrations import (
    AcceptRegistration,
    AcceptRegistrations,
    CancelRegistration,
    DeclineRegistration,
    OwnRegistration,
    RegisterYourself,
    TournamentRegistrations,
    TournamentSelfRegistration,
)
from tournaments.api.resources.people.staff import OneStaff, TournamentStaff
from tournaments.api.resources.people.teams import OneTeam, Teams
from tournaments.api.resources.people.tokens import OneToken, Tokens
from tournaments.api.resources.play.announcements import OneAnnouncement, TournamentAnnouncements
from tournaments.api.resources.play.clocks import (
    Clock,
    ExtendClock,
    PauseClock,
    ResetClock,
    ResumeClock,
    StartClock,
    TimeLimits,
)
from tournaments.api.resources.play.hands import (
    GameTakenIn,
    HandChanged,
    HandsReported,
    HandsTakenBack,
    HandTexts,
    TableHands,
)
from tournaments.api.resources.play.live_totals import LiveTotals
from tournaments.api.resources.play.online_games import OnlineGameEntered
from tournaments.api.resources.play.own_card import ClaimPlayerCard, EnterCardPin, LeaveCard, OwnCard
from tournaments.api.resources.play.penalties import Lift, StagePenalties, TournamentPenalties
from tournaments.api.resources.play.photos import OnePhoto, TablePhotos
from tournaments.api.resources.play.planned_rounds import StagePlannedRounds
from tournaments.api.resources.play.player_cards import (
    AdmitCardPhone,
    OneCardPhone,
    OnePlayerCard,
    TournamentPlayerCards,
)
from tournaments.api.resources.play.referee_calls import (
    Attention,
    OneRefereeCall,
    TableRefereeCalls,
    TournamentRefereeCalls,
)
from tournaments.api.resources.play.round_times import TournamentTimes
from tournaments.api.resources.play.rounds import (
    CancelStart,
    Close,
    OneRound,
    OneTable,
    PlanTime,
    Publish,
    Redraw,
    Reopen,
    StageRounds,
    Start,
    TournamentRounds,
    Unpublish,
)
from tournaments.api.resources.play.scoresheets import (
    Confirm,
    ConfirmPaper,
    Correct,
    Dispute,
    OneSheet,
    TableSheets,
    UndoConfirmation,
    Void,
)
from tournaments.api.resources.play.seat_draws import StageSeatDraw, TableSeatDraw
from tournaments.api.resources.play.seats import (
    ClaimSeat,
    OneSeatToken,
    RoundSeatTokens,
    Substitute,
    TableSeatOrder,
)
from tournaments.api.resources.rescoring import RescoredStage
from tournaments.api.resources.setup.frames import OneStage, OneTournament
from tournaments.api.resources.setup.ranking import Ranking
from tournaments.api.resources.setup.series import Series
from tournaments.api.resources.setup.tournaments import (
    Archive,
    BringBack,
    Finish,
    HouseRules,
    OddRulebooks,
    ReopenTournament,
    Stages,
    TieBreaks,
    Tournaments,
)
from tournaments.api.resources.stages.counting import StageCounting
from tournaments.api.resources.stages.presets import TournamentPreset
from tournaments.api.resources.stages.qualifying import (
    ProposedQualifiers,
    StageQualification,
    StageQualifiers,
)
from tournaments.api.resources.stages.titles import StageTitles
from tournaments.api.resources.standings import StageStandings
from tournaments.api.resources.teams.captains import TeamCaptain, TeamResults
from tournaments.api.resources.teams.counting import StageTeamCounting
from tournaments.api.resources.teams.line_up_quotas import OneLineUpQuota, TournamentLineUpQuotas
from tournaments.api.resources.teams.line_ups import RoundLineUps, ShowLineUps, StageLineUpRule
from tournaments.api.resources.teams.looks import OneTeamLook
from tournaments.api.resources.teams.quotas import StageGameQuota
from tournaments.api.resources.teams.rosters import EntryTeam
from tournaments.api.resources.tournament_files import TournamentFiles
from web.api.base_view import NotFoundView
from web.api.docs import Docs, Index, Schema

app_name = "api"
urlpatterns = [
    # Patterns are tried in order: those that a hall calls most come first.
    path("v1/tables/<id:pk>/scoresheets/", TableSheets.as_view(), name="table-sheets"),
    path("v1/scoresheets/<id:pk>/confirm/", Confirm.as_view()),
    path("v1/tables/<id:pk>/", OneTable.as_view()),
    path("v1/tables/<id:pk>/hands/", TableHands.as_view()),
    path("v1/tables/<id:pk>/hands/undo/", HandsTakenBack.as_view()),
    path("v1/scoresheets/<id:pk>/", OneSheet.as_view()),
    path("v1/scoresheets/<id:pk>/dispute/", Dispute.as_view()),
    path("v1/stages/<id:pk>/standings/", StageStandings.as_view()),
    path("", Docs.as_view(), name="docs"),
    path("v1/", Index.as_view(), name="index"),
    path("v1/schema/", Schema.as_view(), name="schema"),
    path("v1/me/", Me.as_view()),
    path("v1/me/proposals/", OwnProposals.as_view()),
    path("v1/leagues/", Leagues.as_view()),
    path("v1/leagues/<slug:slug>/", OneLeague.as_view()),
    path("v1/leagues/<slug:slug>/seasons/", Seasons.as_view()),
    path("v1/leagues/<slug:slug>/records/", OneLeaguesRecords.as_view()),
    path("v1/leagues/<slug:slug>/ledger/", LeagueLedger.as_view()),
    path("v1/leagues/<slug:slug>/ledger/<id:seq>/texts/<str:name>/", LeagueLedgerText.as_view()),
    path("v1/leagues/<slug:slug>/rating/", LeagueRating.as_view()),
    path("v1/leagues/<slug:slug>/ratings/", LeagueRatings.as_view()),
    path("v1/leagues/<slug:slug>/staff/", LeagueOrganizers.as_view()),
    path("v1/leagues/<slug:slug>/staff/<id:pk>/", OneOrganizer.as_view()),
    path("v1/leagues/<slug:slug>/invitations/", LeagueInvitations.as_view()),
    path("v1/leagues/<slug:slug>/invitations/<id:pk>/", OneLeagueInvitation.as_view()),
    path("v1/seasons/<id:pk>/", OneSeason.as_view()),
    path("v1/seasons/<id:pk>/divisions/", SeasonDivisions.as_view()),
    path("v1/seasons/<id:pk>/standings/", SeasonStandings.as_view()),
    path("v1/seasons/<id:pk>/ranking/", OneSeasonRanking.as_view()),
    path("v1/seasons/<id:pk>/awards/", SeasonAwards.as_view()),
    path("v1/seasons/<id:pk>/awards/award/", AwardedTitles.as_view()),
    path("v1/seasons/<id:pk>/next/", NextSeasonProposal.as_view()),
    path("v1/seasons/<id:pk>/next/revoke/", NextSeasonRevocation.as_view()),
    path("v1/seasons/<id:pk>/moves/", SeasonMoves.as_view()),
    path("v1/tournaments/", Tournaments.as_view()),
    path("v1/tournament-files/", TournamentFiles.as_view()),
    path("v1/tournaments/<slug:slug>/", OneTournament.as_view(), name="tournament"),
    path("v1/tournaments/<slug:slug>/about/", TournamentAbout.as_view()),
    path("v1/tournaments/<slug:slug>/thanks/", TournamentThanks.as_view()),
    path("v1/tournaments/<slug:slug>/brand/", TournamentBrand.as_view()),
    path("v1/leagues/<slug:slug>/brand/", OneLeagueBrand.as_view()),
    path("v1/tournaments/<slug:slug>/webhooks/", TournamentWebhooks.as_view()),
    path("v1/leagues/<slug:slug>/webhooks/", LeagueWebhooks.as_view()),
    path("v1/webhooks/<id:pk>/", OneWebhook.as_view()),
    path("v1/webhooks/<id:pk>/secret/", WebhookSecret.as_view()),
    path("v1/webhooks/<id:pk>/resume/", WebhookResumed.as_view()),
    path("v1/webhooks/<id:pk>/test/", WebhookTest.as_view()),
    path("v1/webhooks/<id:pk>/deliveries/", WebhookDeliveries.as_view()),
    path("v1/tournaments/<slug:slug>/timetable/", TournamentTimetable.as_view()),
    path("v1/tournaments/<slug:slug>/questions/", TournamentQuestions.as_view()),
    path("v1/tournaments/<slug:slug>/house-rules/", HouseRules.as_view()),
    path("v1/tournaments/<slug:slug>/tie-breaks/", TieBreaks.as_view()),
    path("v1/tournaments/<slug:slug>/ranking/", Ranking.as_view()),
    path("v1/tournaments/<slug:slug>/series/", Series.as_view()),
    path("v1/tournaments/<slug:slug>/finish/", Finish.as_view()),
    path("v1/tournaments/<slug:slug>/reopen/", ReopenTournament.as_view()),
    path("v1/tournaments/<slug:slug>/archive/", Archive.as_view()),
    path("v1/tournaments/<slug:slug>/bring-back/", BringBack.as_view()),
    path("v1/tournaments/<slug:slug>/odd-rulebooks/", OddRulebooks.as_view()),
    path("v1/tournaments/<slug:slug>/stages/", Stages.as_view()),
    path("v1/tournaments/<slug:slug>/preset/", TournamentPreset.as_view()),
    path("v1/tournaments/<slug:slug>/staff/", TournamentStaff.as_view()),
    path("v1/tournaments/<slug:slug>/staff/<id:pk>/", OneStaff.as_view()),
    path("v1/tournaments/<slug:slug>/invitations/", TournamentInvitations.as_view()),
    path("v1/tournaments/<slug:slug>/invitations/<id:pk>/", OneInvitation.as_view()),
    path("v1/tournaments/<slug:slug>/teams/", Teams.as_view()),
    path("v1/tournaments/<slug:slug>/entries/", Entries.as_view()),
    path("v1/tournaments/<slug:slug>/registration/", TournamentSelfRegistration.as_view()),
    path("v1/tournaments/<slug:slug>/register/", RegisterYourself.as_view()),
    path("v1/tournaments/<slug:slug>/registrations/", TournamentRegistrations.as_view()),
    path("v1/tournaments/<slug:slug>/registrations/accept/", AcceptRegistrations.as_view()),
    path("v1/registrations/<id:pk>/accept/", AcceptRegistration.as_view()),
    path("v1/registrations/<id:pk>/decline/", DeclineRegistration.as_view()),
    path("v1/registration/", OwnRegistration.as_view()),
    path("v1/registration/cancel/", CancelRegistration.as_view()),
    path("v1/tournaments/<slug:slug>/import/", ImportPlayers.as_view()),
    path("v1/tournaments/<slug:slug>/rounds/", TournamentRounds.as_view()),
    path("v1/tournaments/<slug:slug>/times/", TournamentTimes.as_view()),
    path("v1/tournaments/<slug:slug>/time-limits/", TimeLimits.as_view()),
    path("v1/tournaments/<slug:slug>/announcements/", TournamentAnnouncements.as_view()),
    path("v1/announcements/<id:pk>/", OneAnnouncement.as_view()),
    path("v1/tournaments/<slug:slug>/attention/", Attention.as_view()),
    path("v1/tournaments/<slug:slug>/kiosks/", TournamentKiosks.as_view()),
    path("v1/kiosks/claim/", ClaimKiosk.as_view()),
    path("v1/kiosks/own/", OwnKiosk.as_view()),
    path("v1/kiosks/<id:pk>/", OneKiosk.as_view()),
    path("v1/tournaments/<slug:slug>/referee-calls/", TournamentRefereeCalls.as_view()),
    path("v1/tables/<id:pk>/referee-calls/", TableRefereeCalls.as_view()),
    path("v1/referee-calls/<id:pk>/", OneRefereeCall.as_view()),
    path("v1/tables/<id:pk>/photos/", TablePhotos.as_view()),
    path("v1/photos/<id:pk>/", OnePhoto.as_view()),
    path("v1/tournaments/<slug:slug>/penalties/", TournamentPenalties.as_view()),
    path("v1/tournaments/<slug:slug>/ledger/", Ledger.as_view()),
    path("v1/tournaments/<slug:slug>/ledger/<id:seq>/texts/", LedgerTexts.as_view()),
    path("v1/tournaments/<slug:slug>/line-up-quotas/", TournamentLineUpQuotas.as_view()),
    path("v1/line-up-quotas/<id:pk>/", OneLineUpQuota.as_view()),
    path("v1/teams/<id:pk>/", OneTeam.as_view()),
    path("v1/teams/<id:pk>/captain/", TeamCaptain.as_view()),
    path("v1/teams/<id:pk>/look/", OneTeamLook.as_view()),
    path("v1/teams/<id:pk>/results/", TeamResults.as_view()),
    path("v1/entries/<id:pk>/", OneEntry.as_view()),
    path("v1/tournaments/<slug:slug>/check-in/", TournamentCheckIn.as_view()),
    path("v1/tournaments/<slug:slug>/check-in/reset/", ResetCheckIn.as_view()),
    path("v1/entries/<id:pk>/team/", EntryTeam.as_view()),
    path("v1/entries/<id:pk>/check-in/", CheckIn.as_view()),
    path("v1/entries/<id:pk>/check-in/undo/", UndoCheckIn.as_view()),
    path("v1/entries/<id:pk>/recognition/", EntryRecognition.as_view()),
    path("v1/entries/<id:pk>/proposals/", EntryProposals.as_view()),
    path("v1/proposals/<id:pk>/accept/", AcceptProposal.as_view()),
    path("v1/proposals/<id:pk>/refuse/", RefuseProposal.as_view()),
    path("v1/entries/<id:pk>/withdraw/", Withdraw.as_view()),
    path("v1/entries/<id:pk>/reinstate/", Reinstate.as_view()),
    path("v1/stages/<id:pk>/", OneStage.as_view()),
    path("v1/tournaments/<slug:slug>/live/", LiveTotals.as_view()),
    path("v1/tournaments/<slug:slug>/hand-statistics/", TournamentHandStatistics.as_view()),
    path("v1/players/<id:pk>/hand-statistics/", PlayerHandStatistics.as_view()),
    path("v1/stages/<id:pk>/rescored/<slug:rulebook>/", RescoredStage.as_view()),
    path("v1/stages/<id:pk>/titles/", StageTitles.as_view()),
    path("v1/stages/<id:pk>/game-quota/", StageGameQuota.as_view()),
    path("v1/stages/<id:pk>/planned-rounds/", StagePlannedRounds.as_view()),
    path("v1/stages/<id:pk>/line-up-rule/", StageLineUpRule.as_view()),
    path("v1/rounds/<id:pk>/line-ups/", RoundLineUps.as_view()),
    path("v1/rounds/<id:pk>/line-ups/show/", ShowLineUps.as_view()),
    path("v1/stages/<id:pk>/counting/", StageCounting.as_view()),
    path("v1/stages/<id:pk>/team-counting/", StageTeamCounting.as_view()),
    path("v1/stages/<id:pk>/qualification/", StageQualification.as_view()),
    path("v1/stages/<id:pk>/proposed-qualifiers/", ProposedQualifiers.as_view()),
    path("v1/stages/<id:pk>/qualifiers/", StageQualifiers.as_view()),
    path("v1/stages/<id:pk>/rounds/", StageRounds.as_view()),
    path("v1/stages/<id:pk>/results/import/", ImportResults.as_view()),
    path("v1/stages/<id:pk>/penalties/", StagePenalties.as_view()),
    path("v1/stages/<id:pk>/draws/", StageDraws.as_view()),
    path("v1/stages/<id:pk>/draws/import/", ImportDraw.as_view()),
    path("v1/stages/<id:pk>/seed/", CommitSeed.as_view()),
    path("v1/stages/<id:pk>/repair/", Repair.as_view()),
    path("v1/draw-jobs/<id:pk>/", OneDrawJob.as_view()),
    path("v1/draw-jobs/<id:pk>/cancel/", CancelDrawJob.as_view()),
    path("v1/draws/<id:pk>/", OneDraw.as_view()),
    path("v1/draws/<id:pk>/check/", CheckDraw.as_view()),
    path("v1/draws/<id:pk>/redraw/", RedrawDraw.as_view()),
    path("v1/draws/<id:pk>/publish/", PublishDraw.as_view()),
    path("v1/tournaments/<slug:slug>/wishes/", TournamentSeatingConstraints.as_view()),
    path("v1/wishes/<id:pk>/", OneSeatingConstraint.as_view()),
    path("v1/rounds/<id:pk>/swap/", Swap.as_view()),
    path("v1/rounds/<id:pk>/tables/", LateTables.as_view()),
    path("v1/penalties/<id:pk>/lift/", Lift.as_view()),
    path("v1/rounds/<id:pk>/", OneRound.as_view()),
    path("v1/rounds/<id:pk>/redraw/", Redraw.as_view()),
    path("v1/rounds/<id:pk>/publish/", Publish.as_view()),
    path("v1/rounds/<id:pk>/unpublish/", Unpublish.as_view()),
    path("v1/rounds/<id:pk>/start/", Start.as_view()),
    path("v1/rounds/<id:pk>/cancel-start/", CancelStart.as_view()),
    path("v1/rounds/<id:pk>/plan/", PlanTime.as_view()),
    path("v1/rounds/<id:pk>/close/", Close.as_view()),
    path("v1/rounds/<id:pk>/reopen/", Reopen.as_view()),
    path("v1/rounds/<id:pk>/clock/", Clock.as_view()),
    path("v1/rounds/<id:pk>/clock/start/", StartClock.as_view()),
    path("v1/rounds/<id:pk>/clock/pause/", PauseClock.as_view()),
    path("v1/rounds/<id:pk>/clock/resume/", ResumeClock.as_view()),
    path("v1/rounds/<id:pk>/clock/extend/", ExtendClock.as_view()),
    path("v1/rounds/<id:pk>/clock/reset/", ResetClock.as_view()),
    path("v1/rounds/<id:pk>/seat-tokens/", RoundSeatTokens.as_view()),
    path("v1/seat-tokens/<id:pk>/", OneSeatToken.as_view()),
    path("v1/tournaments/<slug:slug>/player-cards/", TournamentPlayerCards.as_view()),
    path("v1/player-cards/claim/", ClaimPlayerCard.as_view()),
    path("v1/player-cards/<id:pk>/", OnePlayerCard.as_view()),
    path("v1/player-card/", OwnCard.as_view()),
    path("v1/player-card/pin/", EnterCardPin.as_view()),
    path("v1/player-card/leave/", LeaveCard.as_view()),
    path("v1/card-phones/<id:pk>/", OneCardPhone.as_view()),
    path("v1/card-phones/<id:pk>/admit/", AdmitCardPhone.as_view()),
    path("v1/seats/claim/", ClaimSeat.as_view()),
    path("v1/seats/<id:pk>/substitute/", Substitute.as_view()),
    path("v1/tables/<id:pk>/seat-order/", TableSeatOrder.as_view()),
    path("v1/stages/<id:pk>/seat-draw/", StageSeatDraw.as_view()),
    path("v1/tables/<id:pk>/seat-draw/", TableSeatDraw.as_view()),
    path("v1/tables/<id:pk>/hands/correct/", HandChanged.as_view()),
    path("v1/tables/<id:pk>/hands/log/", GameTakenIn.as_view()),
    path("v1/tables/<id:pk>/hands/online/", OnlineGameEntered.as_view()),
    path("v1/tables/<id:pk>/hands/<id:number>/texts/", HandTexts.as_view()),
    path("v1/tables/<id:pk>/hands/scoresheet/", HandsReported.as_view()),
    path("v1/rounds/<id:pk>/confirm-paper/", ConfirmPaper.as_view()),
    path("v1/tables/<id:pk>/correct/", Correct.as_view()),
    path("v1/tables/<id:pk>/take-back/", TakeTableBack.as_view()),
    path("v1/stages/<id:pk>/tables/", StageTables.as_view()),
    path("v1/stages/<id:pk>/free-play/", StageFreePlay.as_view()),
    path("v1/tournaments/<slug:slug>/nights/", TournamentNights.as_view()),
    path("v1/nights/<id:pk>/", OneNight.as_view()),
    path("v1/nights/<id:pk>/cancel/", CancelNight.as_view()),
    path("v1/nights/<id:pk>/sign-up/", SignUp.as_view()),
    path("v1/nights/<id:pk>/sign-off/", SignOff.as_view()),
    path("v1/nights/<id:pk>/settle/", SettleNight.as_view()),
    path("v1/scoresheets/<id:pk>/void/", Void.as_view()),
    path("v1/scoresheets/<id:pk>/undo-confirmation/", UndoConfirmation.as_view()),
    path("v1/players/", Players.as_view()),
    path("v1/players/<id:pk>/", OnePlayer.as_view()),
    path("v1/players/<id:pk>/proposals/", PlayerProposals.as_view()),
    path("v1/players/<id:pk>/merge/", PlayerMerging.as_view()),
    path("v1/players/<id:pk>/against/<id:other>/", PlayersHeadToHead.as_view()),
    path("v1/rulebooks/", include("rules.api.urls")),
    path("v1/tokens/", Tokens.as_view()),
    path("v1/tokens/<id:pk>/", OneToken.as_view()),
    # Any other address: 404 in JSON, as for a missing object.
    re_path("", NotFoundView.as_view()),
]
