"""Addresses that everybody may open."""

from django.urls import path

from tournaments.views.public import brand, draws, front, registration, search, tournament_list, tournaments
from tournaments.views.public.in_play import live_totals, table_conditions
from tournaments.views.public.leagues import days, league, ratings, records, season_ranking, seasons
from tournaments.views.public.leagues import ledger as league_ledger
from tournaments.views.public.people import hand_statistics, head_to_head, players
from tournaments.views.public.rules import rescored, tournament_rules
from tournaments.views.public.standings import final_ranking, prize_giving, titles
from tournaments.views.public.standings import page as standings_page
from tournaments.views.public.teams import team

urlpatterns = [
    path("", front.front, name="front"),
    path("search/", search.search, name="search"),
    path("players/", search.player_list, name="player_list"),
    path("legal/<slug:kind>/", brand.site_legal, name="site_legal"),
    path("l/<slug:slug>/legal/<slug:kind>/", brand.league_legal, name="league_legal"),
    path("t/<slug:slug>/legal/<slug:kind>/", brand.event_legal, name="event_legal"),
    path("tournaments/", tournament_list.tournament_list, name="tournament_list"),
    path("l/<slug:slug>/", league.league, name="league"),
    path("l/<slug:slug>/seasons/<int:ordinal>/", seasons.season, name="season"),
    path("l/<slug:slug>/seasons/<int:ordinal>/days/", days.season_days, name="season_days"),
    path(
        "l/<slug:slug>/seasons/<int:ordinal>/ranking/", season_ranking.season_ranking, name="season_ranking"
    ),
    path("l/<slug:slug>/ratings/", ratings.ratings, name="ratings"),
    path("l/<slug:slug>/records/", records.records, name="league_records"),
    path("l/<slug:slug>/ledger/", league_ledger.league_ledger, name="league_ledger"),
    path("players/<int:pk>/", players.player, name="player"),
    path("players/<int:pk>/games/", players.all_games, name="player_games"),
    path("players/<int:pk>/against/<int:other>/", head_to_head.players_head_to_head, name="head_to_head"),
    path("t/<slug:slug>/", tournaments.tournament, name="tournament"),
    path("t/<slug:slug>/live/", live_totals.live_totals, name="live_totals"),
    path("t/<slug:slug>/statistics/", hand_statistics.hand_statistics, name="hand_statistics"),
    path("t/<slug:slug>/standings/", standings_page.standings, name="standings"),
    path("t/<slug:slug>/standings/<int:ordinal>/", standings_page.standings, name="stage_standings"),
    path("t/<slug:slug>/standings/<int:ordinal>/race/", standings_page.race, name="stage_race"),
    path(
        "t/<slug:slug>/standings/<int:ordinal>/cross-table/",
        standings_page.cross_table,
        name="stage_cross_table",
    ),
    path("t/<slug:slug>/final-ranking/", final_ranking.final_ranking, name="final_ranking"),
    path("t/<slug:slug>/prize-giving/", prize_giving.prize_giving, name="prize_giving"),
    path("t/<slug:slug>/titles/", titles.titles, name="titles"),
    path("t/<slug:slug>/titles/<int:ordinal>/", titles.titles, name="stage_titles"),
    path("t/<slug:slug>/by-another-rulebook/", rescored.rescored_stage, name="rescored"),
    path("t/<slug:slug>/by-another-rulebook/<int:ordinal>/", rescored.rescored_stage, name="rescored_stage"),
    path("t/<slug:slug>/rules/", tournament_rules.tournament_rules, name="tournament_rules"),
    path("t/<slug:slug>/calculator/", tournament_rules.tournament_calculator, name="tournament_calculator"),
    path("t/<slug:slug>/players/", tournaments.entries, name="entries"),
    path("t/<slug:slug>/teams/<int:pk>/", team.team, name="team"),
    path("t/<slug:slug>/register/", registration.RegisterYourself.as_view(), name="register_yourself"),
    path("t/<slug:slug>/rounds/", tournaments.rounds, name="rounds"),
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
]
