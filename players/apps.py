from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class PlayersConfig(AppConfig):
    name = "players"
    verbose_name = pgettext_lazy("heading", "People")
    default_auto_field = "django.db.models.BigAutoField"
