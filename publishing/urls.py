"""Addresses of what can be taken home. Japanese ones have /ja in front."""

from django.urls import path

from publishing import views

urlpatterns = [
    path("t/<slug:slug>/downloads/", views.downloads, name="downloads"),
    path("t/<slug:slug>/downloads/<slug:name>.<slug:extension>", views.download, name="download"),
]
