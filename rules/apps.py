from django.apps import AppConfig
from django.utils.translation import gettext_lazy as _


class RulesConfig(AppConfig):
    """Has no models: rulebooks are content of `scoring`."""

    name = "rules"
    verbose_name = _("Rulebooks")
