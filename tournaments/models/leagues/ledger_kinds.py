"""The kinds of actions in a league's ledger, each with its sentence for people.

Actions, the ledger's page and verification read it here and nowhere else. A kind is never renamed: hashes were made
with it.
"""

from django.db import models
from django.utils.translation import gettext_lazy as _


class LeagueKind(models.TextChoices):
    """Every kind there is; an entry of another one cannot be recorded. The sentence's fields are the payload's."""

    FOUNDED = "founded", _("The league was founded")
    BASELINE = "league_baseline", _("Recorded as it stands, what earlier versions did not record")
    EDITED = "league_edited", _("The league was edited: %(changed)s")
    REMOVED = "league_removed", _("The league was removed; it had no seasons")

    # The seasons
    SEASON_OPENED = "season_opened", _("Season %(ordinal)s was opened")
    SEASON_RENAMED = "season_renamed", _("Season %(ordinal)s was renamed")
    SEASON_REMOVED = "season_removed", _("Season %(ordinal)s was removed; it had no tournaments")
    DIVISION_OPENED = "division_opened", _("Season %(ordinal)s has a division at level %(level)s")
    DIVISIONS_SET = "divisions_set", _("The divisions of season %(ordinal)s were set: %(count)s")
    SEASON_RANKING_SET = (
        "season_ranking_set",
        _("What the tournaments of season %(ordinal)s bring to its ranking was set"),
    )
    RATING_SET = "rating_set", _("How the league rates its players was set")
    SEASON_CONFIRMED = (
        "season_confirmed",
        _("Season %(ordinal)s was opened from the one before: %(up)s up, %(down)s down"),
    )
    SEASON_REVOKED = (
        "season_revoked",
        _("Season %(ordinal)s was revoked, with its moves and its tournaments; nothing was played there"),
    )
    TEXT_REMOVED = "league_text_removed", _("A text of entry %(of)s was removed")
    PLAYERS_MERGED = "league_players_merged", _("Two records of one player are one now")

    # The staff
    INVITED = "organizer_invited", _("Somebody was invited as an organizer")
    INVITATION_ACCEPTED = "organizer_invitation_accepted", _("An invitation was accepted")
    INVITATION_DECLINED = "organizer_invitation_declined", _("An invitation was declined")
    INVITATION_WITHDRAWN = "organizer_invitation_withdrawn", _("An invitation was withdrawn")
    APPOINTED = "organizer_appointed", _("%(person)s is an organizer now")
    DISMISSED = "organizer_dismissed", _("%(person)s is no longer an organizer")
