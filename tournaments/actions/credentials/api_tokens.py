"""API tokens: programs act in a person's name."""

import secrets
from base64 import urlsafe_b64encode
from datetime import timedelta

from django.db import transaction
from django.db.models.functions import Now
from django.utils import timezone
from django.utils.translation import gettext as _

from players.models import User
from tournaments.actions.actor import Actor
from tournaments.actions.errors import NotAllowed, RulesRefuse
from tournaments.models import ApiToken, Tournament
from tournaments.models.codes import hash_of, made_by_call
from tournaments.models.credentials.api_tokens import API_TOKEN_PREFIX

LONGEST_LIFE = 366
MOST_TOKENS = 50


@transaction.atomic
def create_api_token(
    *, name: str, scope: str, days: int, by: Actor, tournament: Tournament | None = None, key: str = ""
) -> tuple[ApiToken, str]:
    """Create a token and return it with its secret; only a hash is stored.

    With the `key` of a call the secret comes from `secret_for`, so a repeat can show it again; without one it is
    shown only once.
    """
    if by.user is None:
        raise NotAllowed(_("Please sign in to make an API token."))
    if not 1 <= days <= LONGEST_LIFE:
        raise RulesRefuse(
            _("A token is valid for 1 to %(most)s days.") % {"most": LONGEST_LIFE},
            code="token_life",
            fields={"days": [_("Enter a number from 1 to %(most)s.") % {"most": LONGEST_LIFE}]},
        )
    # Two tokens created at the same time must count each other.
    User.objects.select_for_update(no_key=True).get(pk=by.user.pk)
    if ApiToken.objects.alive().filter(user=by.user).count() >= MOST_TOKENS:
        raise RulesRefuse(
            _("You already have %(most)s tokens. Please revoke one first.") % {"most": MOST_TOKENS}
        )
    secret = API_TOKEN_PREFIX + secrets.token_urlsafe(32)
    token = ApiToken.objects.create(
        user=by.user,
        name=name,
        scope=scope,
        tournament=tournament,
        start=secret[:10],
        token_hash=hash_of(secret),
        expires_at=timezone.now() + timedelta(days=days),
    )
    if key:
        # The secret contains the token's id, known only now.
        secret = secret_for(token.pk, by=by, key=key)
        token.start, token.token_hash = secret[:10], hash_of(secret)
        token.save(update_fields=["start", "token_hash"])
    return token, secret


def secret_for(token_id: int, *, by: Actor, key: str) -> str:
    """Return the secret that this actor's call under `key` gives a token; a repeated call gets the same one."""
    digest = made_by_call("API token", token_id, caller=by.caller, key=key)
    return API_TOKEN_PREFIX + urlsafe_b64encode(digest).decode().rstrip("=")


@transaction.atomic
def revoke_api_token(*, token: ApiToken) -> None:
    """Revoke a token immediately. Idempotent."""
    ApiToken.objects.filter(pk=token.pk, revoked_at=None).update(revoked_at=Now())
