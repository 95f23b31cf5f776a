"""Addresses of the guides. Japanese ones have /ja in front."""

from django.urls import path

from guides import views

urlpatterns = [
    path("guides/", views.guide_list, name="guides"),
    path("guides/<slug:pk>/", views.guide_page, name="guide"),
]
