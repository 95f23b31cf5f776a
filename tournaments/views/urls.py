"""Addresses of the pages. Japanese ones have /ja in front."""

from django.urls import include, path

from tournaments.views.photos import showing
from tournaments.views.public import brand, live_pages, robots
from tournaments.views.public.teams import sheet
from tournaments.views.seat import phone_app

# Asked by scripts and by pages themselves, and the same in every language.
IN_NO_LANGUAGE = [
    path("t/<slug:slug>/news/", live_pages.news, name="news"),
    path("t/<slug:slug>/teams-<slug:digest>.css", sheet.sheet, name="team_sheet"),
    path("brand/<str:colours>.css", brand.sheet, name="brand_sheet"),
    path("brand/<str:name>", brand.picture, name="brand_picture"),
    path("robots.txt", robots.robots, name="robots"),
    path("worker.js", phone_app.worker, name="worker"),
    path("photos/<int:pk>/", showing.photo, name="photo"),
    path("photos/<int:pk>/small/", showing.small_photo, name="small_photo"),
]

urlpatterns = [
    path("", include("tournaments.views.public.urls")),
    path("", include("tournaments.views.hall.urls")),
    path("", include("tournaments.views.paper.urls")),
    path("", include("tournaments.views.seat.urls")),
    path("", include("tournaments.views.account.urls")),
    path("t/<slug:slug>/desk/", include("tournaments.views.desk.urls")),
]
