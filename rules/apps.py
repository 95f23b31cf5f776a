from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class RulesConfig(AppConfig):
    """Has no models: rulebooks are content of `scoring`."""

    name = "rules"
    verbose_name = pgettext_lazy("heading", "Rulebooks")
