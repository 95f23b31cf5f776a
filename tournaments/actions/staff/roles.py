"""Changing the role of a current staff member."""

from django.db import transaction
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.locks import lock_tournament
from tournaments.actions.setup.tournaments import appoint
from tournaments.models import Staff, Tournament


@transaction.atomic
def change_role(*, tournament: Tournament, user_id: int, role: str, by: Actor) -> Staff:
    """Change a staff member's role. Idempotent.

    Anyone else is refused identically, whether the account exists or not: people join by invitation.
    """
    lock_tournament(tournament.pk)
    staff = Staff.objects.filter(tournament=tournament, user=user_id).select_related("user").first()
    if staff is None:
        message = _("No staff member has this number. Please send an invitation instead.")
        raise RulesRefuse(message, code="not_on_the_staff", fields={"user": [message]})
    return appoint(tournament=tournament, user=staff.user, role=role, by=by)
