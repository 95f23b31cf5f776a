"""A description of the event, with answers to common questions."""

from django.db import transaction

from tournaments.actions.about.saying import set_said
from tournaments.actions.actor import Actor
from tournaments.models import About, Thanks, Tournament
from tournaments.models.about.events import AboutSet, ThanksSet


@transaction.atomic
def describe_tournament(*, tournament: Tournament, seen: str, by: Actor, **about: str) -> About | None:
    """Set what the tournament says about itself; omitted fields become empty. Nothing to say deletes the row."""
    rows = [about] if any(text.strip() for text in about.values()) else []
    found = set_said(AboutSet, rows, tournament=tournament, seen=seen, by=by)
    return found[0] if found else None


@transaction.atomic
def thank_players(
    *, tournament: Tournament, seen: str, by: Actor, text_en: str = "", text_ja: str = ""
) -> Thanks | None:
    """Set what the organizers say at the end, on the final ranking and in mails. Nothing to say deletes the row."""
    texts = {"text_en": text_en, "text_ja": text_ja}
    rows = [texts] if any(text.strip() for text in texts.values()) else []
    found = set_said(ThanksSet, rows, tournament=tournament, seen=seen, by=by)
    return found[0] if found else None
