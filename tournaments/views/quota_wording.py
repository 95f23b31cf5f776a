"""How many games everybody is to play, in words."""

from django.utils.translation import gettext as _
from django.utils.translation import pgettext


def say_quota(least: int, most: int) -> str:
    """Such as "at least 10, at most 45"."""
    if least and most:
        return _("at least %(least)s, at most %(most)s") % {"least": least, "most": most}
    if least:
        return _("at least %(least)s") % {"least": least}
    return _("at most %(most)s") % {"most": most} if most else pgettext("figure", "any number")
