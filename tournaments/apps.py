from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class TournamentsConfig(AppConfig):
    name = "tournaments"
    verbose_name = pgettext_lazy("heading", "Tournaments")
    default_auto_field = "django.db.models.BigAutoField"
