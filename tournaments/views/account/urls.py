"""Addresses of people with an account, and of those who were invited or registered."""

from django.urls import path

from tournaments.views.account import (
    brands,
    components,
    invitation,
    league_divisions,
    league_host,
    league_staff,
    league_texts,
    leagues,
    new_tournament,
    next_season,
    own_pages,
    own_player,
    player_record,
    rating,
    season_awards,
    taking_in,
    webhooks,
)
from tournaments.views.account import registration as own_registration
from tournaments.views.account import season_ranking as edit_season_ranking
from tournaments.views.public import front

urlpatterns = [
    path("components/", components.components, name="components"),
    path("invitation/", invitation.invitation, name="invitation"),
    path("invitation/accept/", invitation.Accept.as_view(), name="accept_invitation"),
    path("invitation/decline/", invitation.decline, name="decline_invitation"),
    path("registration/", own_registration.registration, name="registration"),
    path("registration/cancel/", own_registration.cancel, name="cancel_registration"),
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
    path("l/<slug:slug>/host/", league_host.LeagueHostPage.as_view(), name="league_host"),
    path("l/<slug:slug>/brand/", brands.LeagueBrand.as_view(), name="league_brand"),
    path("l/<slug:slug>/webhooks/", webhooks.Webhooks.as_view(), name="league_webhooks"),
    path("l/<slug:slug>/webhooks/<int:pk>/", webhooks.OneWebhook.as_view(), name="league_webhook"),
    path("l/<slug:slug>/webhooks/<int:pk>/test/", webhooks.TestWebhook.as_view(), name="league_webhook_test"),
    path(
        "l/<slug:slug>/webhooks/<int:pk>/secret/",
        webhooks.RotateSecret.as_view(),
        name="league_webhook_secret",
    ),
    path(
        "l/<slug:slug>/webhooks/<int:pk>/resume/",
        webhooks.ResumeWebhook.as_view(),
        name="league_webhook_resume",
    ),
    path(
        "l/<slug:slug>/webhooks/<int:pk>/remove/",
        webhooks.RemoveWebhook.as_view(),
        name="league_webhook_remove",
    ),
    path(
        "l/<slug:slug>/webhooks/<int:pk>/deliveries/<int:delivery>/again/",
        webhooks.SendAgain.as_view(),
        name="league_webhook_again",
    ),
    path("account/brand/", brands.SiteBrand.as_view(), name="site_brand"),
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
        "l/<slug:slug>/seasons/<int:ordinal>/edit-awards/",
        season_awards.SeasonAwardsPage.as_view(),
        name="edit_season_awards",
    ),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/award/",
        season_awards.AwardSeasonTitles.as_view(),
        name="award_season_titles",
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
    path("new/", new_tournament.choose_shape, name="create_tournament"),
    path("new/rules/", new_tournament.choose_rulebook, name="create_rules"),
    path("new/from-a-file/", taking_in.TakeInTournament.as_view(), name="take_in_tournament"),
    path("new/<slug:rulebook_id>/", new_tournament.CreateTournament.as_view(), name="create_under"),
    path("new/<slug:rulebook_id>/preview/", new_tournament.preview_tournament, name="preview_tournament"),
]
