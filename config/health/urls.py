from django.urls import path

from config.health.pages import wellbeing

urlpatterns = [path("is-it-well/", wellbeing, name="wellbeing")]
