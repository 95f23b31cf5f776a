"""API addresses of the downloads, under /api/v1/."""

from django.urls import path

from publishing.api import Exports, OneExport
from publishing.games_api import PlayerGames, TournamentGames
from publishing.stream.api import TournamentStream
from publishing.whole import WholeTournament

urlpatterns = [
    path("tournaments/<slug:slug>/file/", WholeTournament.as_view(), name="tournament_file"),
    path("tournaments/<slug:slug>/exports/", Exports.as_view(), name="exports"),
    path("tournaments/<slug:slug>/exports/<slug:name>/", OneExport.as_view(), name="export"),
    path("tournaments/<slug:slug>/games/", TournamentGames.as_view()),
    path("tournaments/<slug:slug>/stream/", TournamentStream.as_view()),
    path("players/<id:pk>/games/", PlayerGames.as_view()),
]
