"""Addresses of the same for programs, under /api/v1/."""

from django.urls import path

from publishing.api import Exports, OneExport

urlpatterns = [
    path("tournaments/<slug:slug>/exports/", Exports.as_view(), name="exports"),
    path("tournaments/<slug:slug>/exports/<slug:name>/", OneExport.as_view(), name="export"),
]
