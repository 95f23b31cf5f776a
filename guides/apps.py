from django.apps import AppConfig
from django.utils.translation import pgettext_lazy


class GuidesConfig(AppConfig):
    """Has no models: guides are Markdown files in docs/guides, a folder for each language."""

    name = "guides"
    verbose_name = pgettext_lazy("heading", "Guides")
