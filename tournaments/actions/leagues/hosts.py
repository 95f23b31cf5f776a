"""The host name of a league."""

from django.conf import settings
from django.core.exceptions import ValidationError
from django.db import transaction
from django.http.request import validate_host
from django.utils.translation import gettext as _

from tournaments.actions.actor import Actor
from tournaments.actions.errors import RulesRefuse
from tournaments.actions.leagues.ledger import record_league
from tournaments.actions.locks import lock_league
from tournaments.models import League, LeagueHost
from tournaments.models.leagues.events import LeagueHostSet
from tournaments.models.leagues.hosts import validate_host_name


@transaction.atomic
def set_league_host(*, league: League, host: str, by: Actor) -> LeagueHost | None:
    """Show a league's pages under this host name, too; empty: no longer. From the next request on, without a restart.

    Refused: what is no host name, one of the site's own, and another league's. The same again changes nothing.
    """
    lock_league(league.pk)
    host = host.strip().lower()
    before = LeagueHost.objects.filter(league=league).first()
    if host == (before.host if before else ""):
        return before
    found = None
    if host:
        _refuse_bad(host)
        found, _is_new = LeagueHost.objects.update_or_create(league=league, defaults={"host": host})
    else:
        LeagueHost.objects.filter(league=league).delete()
    record_league(LeagueHostSet(host=host), league_id=league.pk, by=by)
    return found


def _refuse_bad(host: str) -> None:
    try:
        validate_host_name(host)
    except ValidationError as error:
        message = str(error.messages[0])
        raise RulesRefuse(message, code="host_name", fields={"host": [message]}) from error
    if validate_host(host, settings.ALLOWED_HOSTS):
        message = _("This is a host name of the site itself.")
        raise RulesRefuse(message, code="host_name_of_the_site", fields={"host": [message]})
    if LeagueHost.objects.filter(host=host).exists():
        message = _("Another league has this host name.")
        raise RulesRefuse(message, code="host_name_taken", fields={"host": [message]})
