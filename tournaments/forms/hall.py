"""What is typed about the screens of a hall: what they show, and what the hall is told."""

from django import forms
from django.utils.translation import gettext_lazy as _

from tournaments.models.play.announcements import LONGEST_ANNOUNCEMENT

SCREENS = (
    ("names", _("Seats by name")),
    ("tables", _("Seats by table")),
    ("clock", _("Clock")),
    ("results", _("Results coming in")),
    ("teams", _("Standings of teams")),
    ("standings", _("Standings")),
    ("news", _("Announcements")),
)
TURNS = (("6", "6"), ("10", "10"), ("15", "15"), ("20", "20"), ("30", "30"))
EVERY = 10  # seconds a page stays, unless somebody chooses otherwise


class AnnouncementForm(forms.Form):
    """A sentence for everybody."""

    text = forms.CharField(label=_("Announcement"), max_length=LONGEST_ANNOUNCEMENT)


class ScreenForm(forms.Form):
    """What a screen shows, and how long each page stays. Without anything chosen it shows what matters now."""

    show = forms.MultipleChoiceField(
        label=_("Show"), choices=SCREENS, required=False, widget=forms.CheckboxSelectMultiple
    )
    turn = forms.ChoiceField(label=_("Seconds per page"), choices=TURNS, required=False, initial=str(EVERY))
