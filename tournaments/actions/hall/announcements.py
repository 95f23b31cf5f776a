from datetime import UTC, datetime

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models.functions import Now
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.models import Announcement, Tournament
from tournaments.models.bounds import validate_moment
from tournaments.models.ledger import instant
from tournaments.models.play.announcements import LONGEST_ANNOUNCEMENT
from tournaments.models.play.events import Announced, AnnouncementRemoved
from web.text.hidden_characters import first_hidden

MOST_STANDING = 20


@transaction.atomic
def announce(*, tournament: Tournament, text: str, until: datetime | None = None, by: Actor) -> Announcement:
    """Show an announcement on the hall's screens until a time, or until it is removed."""
    if by.user is None:
        raise NotAllowed(_("Only staff can make announcements."))
    text = _readable(text)
    if until is not None:
        _refuse_time(tournament, until)
    if Announcement.objects.filter(tournament=tournament).standing().count() >= MOST_STANDING:
        raise StateRefuses(
            _("There are already %(most)s announcements on the screens. Please take one down first.")
            % {"most": MOST_STANDING},
            code="too_many_announcements",
        )
    made = Announcement.objects.create(tournament=tournament, text=text, until=until, made_by=by.user)
    made.refresh_from_db(fields=["made_at"])
    record(
        Announced(announcement=made.pk, text=text, until=instant(until.astimezone(UTC)) if until else None),
        tournament_id=tournament.pk,
        by=by,
    )
    return made


@transaction.atomic
def remove_announcement(*, announcement: Announcement, by: Actor) -> Announcement:
    """Remove an announcement from the screens; the record is kept. Idempotent."""
    if by.user is None:
        raise NotAllowed(_("Only staff can take down announcements."))
    rows = Announcement.objects.select_for_update(of=("self",), no_key=True)
    announcement = rows.get(pk=announcement.pk)
    if announcement.removed_at is not None:
        return announcement
    announcement.removed_by, announcement.removed_at = by.user, Now()
    announcement.save(update_fields=["removed_by", "removed_at"])
    record(AnnouncementRemoved(announcement=announcement.pk), tournament_id=announcement.tournament_id, by=by)
    return announcement


def _refuse_time(tournament: Tournament, until: datetime) -> None:
    now: datetime = Tournament.objects.annotate(now=Now()).values_list("now", flat=True).get(pk=tournament.pk)
    if until <= now:
        message = _("This time has passed. Please choose a later one, or leave it empty.")
        raise RulesRefuse(message, code="until_in_the_past", fields={"until": [message]})
    try:
        validate_moment(until)
    except ValidationError as refused:
        raise RulesRefuse(
            refused.messages[0], code="time_out_of_range", fields={"until": refused.messages}
        ) from refused


def _readable(text: str) -> str:
    """Return one line without invisible characters."""
    text = " ".join(text.split())
    if hidden := first_hidden(text):
        message = _(
            "One character cannot be displayed (U+%(code)s). Please enter the text again without it."
        ) % {"code": f"{ord(hidden):04X}"}
    elif not text or len(text) > LONGEST_ANNOUNCEMENT:
        message = _("An announcement has 1 to %(most)s characters.") % {"most": LONGEST_ANNOUNCEMENT}
    else:
        return text
    raise RulesRefuse(message, code="announcement_unreadable", fields={"text": [message]})
