"""Registration: a player asks for a place, the organizer decides, the player may cancel."""

import secrets
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from zoneinfo import ZoneInfo

from django.db import transaction
from django.db.models import OuterRef, Subquery
from django.db.models.functions import Now
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import get_language
from django.utils.translation import gettext as _
from msgspec import UNSET

from players.actions import add_player, club_named
from players.models import Player
from players.names import clean_name, skeleton
from tournaments.actions.about.questions import checked_answers, forget_answers, keep_answers, lock_asked
from tournaments.actions.actor import Actor
from tournaments.actions.doubts import ask_first
from tournaments.actions.errors import NameTaken, RulesRefuse, StateRefuses
from tournaments.actions.ledger import record
from tournaments.actions.locks import lock_tournament
from tournaments.actions.other_divisions import in_another_division, names_in_another_division
from tournaments.actions.people.editing import take_off, why_it_stays
from tournaments.actions.people.entering import MOST_ENTRIES, enter
from tournaments.actions.people.entries import withdraw
from tournaments.actions.people.waiting_list import Places, is_drawn, move_up, places_of, room_of
from tournaments.actions.people.waiting_list import confirm as confirm_registration
from tournaments.actions.player_records import known_to, namesakes_known_to
from tournaments.actions.states import refuse_finished
from tournaments.models import Entry, LedgerHead, Registration, SelfRegistration, Tournament
from tournaments.models.digests import text_hash
from tournaments.models.people.entries import divisions_beside
from tournaments.models.people.events import RegistrationCancelled, RegistrationDeclined, SignedUp

Status = Registration.Status
# Asked first; see `ask_first`.
NO_PLACE = "no_place"
# Including waiting, declined and cancelled ones; a real demand stays below.
MOST_REGISTRATIONS = 2 * MOST_ENTRIES


@dataclass(frozen=True)
class About:
    """What registrants say about themselves."""

    name: str
    reading: str = ""
    club: str = ""
    country: str = ""


@transaction.atomic
def sign_up(
    *,
    tournament: Tournament,
    about: About | Player,
    by: Actor,
    email: str = "",
    answers: Mapping[int, str] | None = None,
    wants_record: bool = False,
) -> Registration:
    """Register for a place, as a person described by `about` or as the player `by` is known to be.

    Confirmed at once if a place is free, also for the country and club, and no approval is needed; else the place is
    reserved until the organizer decides, or the registration waits. The organizer also decides about a name that is
    already registered or plays in another division of the season. Refuses if registration is closed, the player is
    already registered, a required email address or country is missing, or `answers` (by question id) are missing or
    invalid; see `checked_answers`.
    `wants_record` agrees to one mail with the player's own record after the tournament.
    """
    known = about if isinstance(about, Player) else None
    about = about if isinstance(about, About) else about_player(about)
    terms = SelfRegistration.objects.filter(tournament=tournament).first()
    accepts = terms is not None and not terms.needs_approval
    # Before the lock: another registration may be creating the same club.
    club = club_named(about.club) if accepts and known is None and about.club else None
    questions = lock_asked(tournament)
    LedgerHead.objects.select_for_update(no_key=True).get(tournament=tournament)
    places = places_of(tournament)
    if places is None:
        raise StateRefuses(_("This tournament has no online registration."), code="registration_closed")
    terms = places.terms
    if closed := why_closed(places):
        raise StateRefuses(closed, code="registration_closed")
    accepts = accepts and not terms.needs_approval
    registration = Registration(
        tournament=terms.tournament,
        name=clean_name(about.name),
        reading=clean_name(about.reading) if about.reading else "",
        club=clean_name(about.club) if about.club else "",
        country=about.country.upper(),
        email=_checked_address(terms, email),
        language=get_language() or "",
        nonce=secrets.token_hex(16),
        player=known,
    )
    if terms.asks_country and known is None and not registration.country:
        message = _("Please enter your country: places are limited by country.")
        raise RulesRefuse(message, code="country_missing", fields={"country": [message]})
    if wants_record and registration.email:
        registration.record_mail = Registration.RecordMail.WANTED
    checked = checked_answers(questions, answers or {})
    registration.skeleton = skeleton(registration.name)
    registration.code_hash = Registration.hash_of_code(registration.code)
    accepts = accepts and not _plays_in_another_division(registration)
    is_again = _is_registered(registration)
    if known is None and accepts and not is_again:
        registration.player = add_player(
            name=about.name, reading=about.reading, country=about.country, club=club
        )
    entry = None
    if not room_of(terms).has_place(country=registration.country, club=registration.club):
        registration.status = Status.WAITING
    elif accepts and registration.player is not None:
        registration.status = Status.ACCEPTED
        registration.entry = entry = enter(tournament=terms.tournament, player=registration.player, by=by)
    else:
        registration.status = Status.PENDING
    registration.save(force_insert=True)
    registration.refresh_from_db(fields=["created_at"])
    keep_answers(registration, checked)
    signed_up = SignedUp(
        registration=registration.pk,
        status=registration.status,
        hash=text_hash(registration.code_hash),
        entry=entry.pk if entry is not None else UNSET,
    )
    record(signed_up, tournament_id=tournament.pk, by=by)
    return registration


def _no_place(registration: Registration, terms: SelfRegistration) -> str:
    """Say that a waiting registration would get a place that is not free; "" if there is one."""
    room = room_of(terms)
    if room.free <= 0:
        question = _(
            "All %(count)s places are taken. %(name)s would get an extra one, ahead of others who are "
            "waiting."
        )
        return question % {"count": terms.capacity or MOST_ENTRIES, "name": registration.name}
    quota = room.missing_quota(country=registration.country, club=registration.club)
    if quota is None:
        return ""
    question = _("%(why)s %(name)s would get a place nevertheless.")
    return question % {"why": quota.why_waiting, "name": registration.name}


def about_player(player: Player) -> About:
    """Return what is on file about a player, in the form registrants use."""
    return About(
        name=player.name,
        reading=player.reading,
        club=player.club.name if player.club else "",
        country=player.country,
    )


def why_closed(places: Places) -> str:
    """Return why registration is closed, in words; "" if it is open."""
    terms = places.terms
    if terms.tournament.status == Tournament.Status.FINISHED:
        return _("This tournament is finished.")
    if not terms.is_open:
        return _("Registration is closed.")
    if terms.opens_at is not None and terms.opens_at > places.now:
        at = localtime(terms.opens_at, ZoneInfo(terms.tournament.time_zone))
        return _("Registration opens on %(day)s at %(hour)s.") % {
            "day": date_format(at, "DATE_FORMAT"),
            "hour": date_format(at, "H:i"),
        }
    if terms.is_over_at(places.now):
        return _("The registration deadline has passed. Please ask the organizer.")
    if places.is_drawn:
        return _("The first tables are drawn, so registration is closed. Please ask the organizer.")
    if places.registered >= MOST_REGISTRATIONS:
        return _("There are too many registrations. Please ask the organizer.")
    return ""


@transaction.atomic
def accept_registration(
    *,
    registration: Registration,
    by: Actor,
    player: Player | None = None,
    is_new: bool = False,
    confirm: Collection[str] = (),
) -> Registration:
    """Accept a registration, also from the waiting list. Idempotent.

    If the name is on file, `player` or `is_new` has to decide who it is; otherwise refused (`who_is_it`). Asks first
    beyond capacity (`NO_PLACE`) and about a player of another division of the season (`IN_ANOTHER_DIVISION`).
    """
    tournament = lock_tournament(registration.tournament_id)
    registration = _as_stored(registration)
    if registration.status == Status.ACCEPTED:
        return registration
    _refuse_ended(registration)
    refuse_finished(tournament)
    player = registration.player or player
    if player is None and not is_new and (same := namesakes_known_to(by, registration.name)):
        message = _("Players called %(name)s are already on file. Please say whether it is one of them.")
        raise RulesRefuse(
            message % {"name": registration.name},
            code="who_is_it",
            fields={"player": [one.pk for one in same]},
        )
    player = player or add_player(
        name=registration.name,
        reading=registration.reading,
        country=registration.country,
        club=club_named(registration.club) if registration.club else None,
    )
    LedgerHead.objects.select_for_update(no_key=True).get(tournament=tournament)
    terms = SelfRegistration.objects.select_related("tournament").get(tournament=tournament)
    # A player entered by the organizer meanwhile was asked about then.
    is_entered = tournament.entries.filter(player=player).exists()
    questions = {} if is_entered else in_another_division(tournament, [player])
    if registration.status == Status.WAITING and (question := _no_place(registration, terms)):
        questions[NO_PLACE] = question
    ask_first(questions, confirm)
    confirm_registration(registration=registration, player=player, by=by)
    return registration


@transaction.atomic
def accept_registrations(*, tournament: Tournament, by: Actor) -> tuple[int, int]:
    """Accept all registrations that await approval and have no namesake; return how many, and how many remain.

    The rest may be on file or registered already, or play in another division of the season, which only a person can
    decide.
    """
    tournament = lock_tournament(tournament.pk)
    pending = list(tournament.registrations.pending().select_related("player"))
    on_file = names_on_file(pending, by)
    known = [one.player for one in pending if one.player is not None]
    beside = divisions_beside(tournament, [player.pk for player in known])
    clear = [one for one in pending if one.player_id not in beside]
    clear = [one for one in clear if one.player is not None or not on_file.get(one.skeleton)]
    names: dict[str, int] = {}
    for one in clear:
        names[one.skeleton] = names.get(one.skeleton, 0) + 1
    clear = [one for one in clear if one.player is not None or names[one.skeleton] == 1]
    for registration in clear:
        accept_registration(registration=registration, by=by)
    return len(clear), len(pending) - len(clear)


def names_on_file(registrations: Collection[Registration], by: Actor) -> Mapping[str, list[Player]]:
    """Return players visible to `by` with the names of these registrations of one tournament, by skeleton. One query.

    Each has the `number` of its entry in that tournament, if any.
    """
    wanted = {one.skeleton: one.tournament_id for one in registrations if one.player_id is None}
    entered = Entry.objects.filter(player=OuterRef("pk"), tournament__in=set(wanted.values()))
    players = Player.objects.filter(known_to(by), skeleton__in=wanted).annotate(
        number=Subquery(entered.values("number"))
    )
    found: dict[str, list[Player]] = {}
    for player in players.select_related("club").order_by("pk"):
        found.setdefault(player.skeleton, []).append(player)
    return found


@transaction.atomic
def decline_registration(*, registration: Registration, by: Actor) -> Registration:
    """Decline a registration that awaits approval or a place; the next in line gets the place. Idempotent."""
    tournament = lock_tournament(registration.tournament_id)
    registration = _as_stored(registration)
    if registration.status == Status.DECLINED:
        return registration
    if registration.status == Status.ACCEPTED:
        message = _("%(name)s is already entered. Remove them from the list of players, or withdraw them.")
        raise StateRefuses(message % {"name": registration.name}, code="registration_accepted")
    _refuse_ended(registration)
    _end(registration, Status.DECLINED)
    record(RegistrationDeclined(registration=registration.pk), tournament_id=tournament.pk, by=by)
    move_up(tournament=tournament, by=by)
    return registration


@transaction.atomic
def cancel_registration(*, registration: Registration, by: Actor) -> Registration:
    """Cancel a registration through its private link; the next in line gets the place. Idempotent.

    The entry is removed, or withdrawn if something refers to it. Once tables are drawn, only the organizer can do
    this.
    """
    tournament = lock_tournament(registration.tournament_id)
    registration = _as_stored(registration)
    if registration.status == Status.CANCELLED:
        return registration
    _refuse_ended(registration)
    entry = registration.entry
    if entry is not None and is_drawn(tournament):
        message = _("The tables are already drawn. Please tell the organizer that you cannot come.")
        raise StateRefuses(message, code="tables_drawn")
    if entry is not None:
        entry = Entry.objects.select_for_update(of=("self",), no_key=True).get(pk=entry.pk)
    stays = entry is not None and bool(why_it_stays(entry))
    _end(registration, Status.CANCELLED)
    if entry is not None and not stays:
        take_off(entry=entry, by=by)
    record(RegistrationCancelled(registration=registration.pk), tournament_id=tournament.pk, by=by)
    if entry is not None and stays:
        withdraw(entry=entry, by=by)
    move_up(tournament=tournament, by=by)
    return registration


def _end(registration: Registration, status: Status) -> None:
    forget_answers([registration.pk])
    registration.status, registration.entry, registration.email = status, None, ""
    Registration.objects.filter(pk=registration.pk).update(
        status=status, entry=None, email="", ended_at=Now()
    )
    registration.refresh_from_db(fields=["ended_at"])


def _as_stored(registration: Registration) -> Registration:
    """Return the registration, reloaded. The caller holds the tournament's lock, so it cannot change."""
    return Registration.objects.select_related("player", "entry", "tournament").get(pk=registration.pk)


def _refuse_ended(registration: Registration) -> None:
    if not registration.is_live:
        message = _("This registration has ended: %(status)s.")
        raise StateRefuses(message % {"status": registration.get_status_display()}, code="registration_ended")


def _is_registered(new: Registration) -> bool:
    """Whether this name is registered already; refuses a player who is."""
    tournament = new.tournament
    live = tournament.registrations.live()
    if new.player is not None:
        if tournament.entries.filter(player=new.player).exists() or live.filter(player=new.player).exists():
            raise NameTaken(
                _("%(player)s is already registered.") % {"player": new.player}, code="already_entered"
            )
        return False
    return (
        tournament.entries.filter(player__skeleton=new.skeleton).exists()
        or live.filter(skeleton=new.skeleton).exists()
    )


def _plays_in_another_division(new: Registration) -> bool:
    """Whether the player, or someone with this name, plays in another division of the season."""
    if new.player is not None:
        return bool(in_another_division(new.tournament, [new.player]))
    return bool(names_in_another_division(new.tournament, [new.skeleton]))


def _checked_address(terms: SelfRegistration, email: str) -> str:
    if terms.email == SelfRegistration.Email.NOT_ASKED:
        return ""
    if terms.email == SelfRegistration.Email.REQUIRED and not email:
        message = _("Please enter an e-mail address for the organizer.")
        raise RulesRefuse(message, code="email_missing", fields={"email": [message]})
    return email
