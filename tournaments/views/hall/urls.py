"""Addresses of the screens on a hall's wall."""

from django.urls import path

from tournaments.views.hall import chooser, screen

urlpatterns = [
    path("t/<slug:slug>/hall/", chooser.chooser, name="hall"),
    path("t/<slug:slug>/hall/screen/", screen.screen, name="hall_screen"),
]
