"""Addresses of what is printed."""

from django.urls import path

from tournaments.views.paper import sheets

urlpatterns = [
    path("t/<slug:slug>/print/", sheets.menu, name="print"),
    path("t/<slug:slug>/print/stages/<int:ordinal>/<slug:what>/", sheets.stage_sheet, name="print_stage"),
    path(
        "t/<slug:slug>/print/stages/<int:ordinal>/rounds/<int:number>/<slug:what>/",
        sheets.round_sheet,
        name="print_round",
    ),
]
