from django import forms
from django.utils.translation import gettext_lazy as _
from django.utils.translation import pgettext_lazy

from players.names import LONGEST_NAME, validate_name
from tournaments.models import Staff


class RoleForm(forms.Form):
    role = forms.ChoiceField(
        label=pgettext_lazy("field", "Role"), choices=Staff.Role.choices, initial=Staff.Role.REFEREE
    )


class OrganizerInvitationForm(forms.Form):
    """An invitation to organize a league, which has no other roles."""

    for_whom = forms.CharField(
        label=_("For whom (optional)"),
        required=False,
        max_length=LONGEST_NAME,
        validators=[validate_name],
        help_text=_("A note for organizers, to tell open invitations apart."),
    )
    email = forms.EmailField(
        label=_("Send by e-mail to (optional)"),
        required=False,
        help_text=_("Used for this e-mail only and not stored. Otherwise, pass the link on yourself."),
    )


class InvitationForm(RoleForm, OrganizerInvitationForm):
    field_order = ("role", "for_whom", "email")
