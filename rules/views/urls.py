"""Addresses of rulebook pages. Japanese ones have the prefix /ja."""

from django.urls import path

from rules.views import calculator, conditions, rulebooks

urlpatterns = [
    path("rulebooks/", rulebooks.rulebooks, name="rulebooks"),
    path("rulebooks/<slug:pk>/", rulebooks.rulebook, name="rulebook"),
    path("rulebooks/<slug:pk>/calculator/", calculator.calculator, name="rulebook_calculator"),
    path("calculator/", calculator.calculator, name="calculator"),
    path("rulebooks/<slug:pk>/conditions/", conditions.conditions, name="rulebook_conditions"),
    path("conditions/", conditions.conditions, name="conditions"),
]
