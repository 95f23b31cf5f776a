"""Actions on players and accounts. Tournaments have their own."""

from collections.abc import Iterable

from django.db import transaction

from players.models import Club, Licence, Player, User
from players.names import MOST_ALIASES, clean_name, skeleton
from players.traces import end_trace, retrace, trace_names


@transaction.atomic
def add_player(*, name: str, reading: str = "", country: str = "", club: Club | None = None) -> Player:
    """Create a player. Two people may share a name; check `namesakes` first."""
    player = new_player(name=name, reading=reading, country=country, club=club)
    player.save(force_insert=True)
    trace_names("player", {player.pk: player.name})
    return player


def new_player(*, name: str, reading: str = "", country: str = "", club: Club | None = None) -> Player:
    """Return an unsaved player like `add_player`, for bulk creation."""
    name = clean_name(name)
    return Player(
        name=name,
        reading=clean_name(reading) if reading else "",
        country=country.upper(),
        club=club,
        skeleton=skeleton(name),
    )


@transaction.atomic
def update_player(*, player: Player) -> str:
    """Save an edited player; search keys follow, and a new name leaves a trace.

    Return the digest of the current name.
    """
    player.name = clean_name(player.name)
    player.skeleton = skeleton(player.name)
    player.save()
    return retrace("player", player.pk, player.name)


@transaction.atomic
def erase_player(*, player: Player) -> None:
    """Delete a player with their licences; the trace of the name ends now.

    Raises ProtectedError while a tournament refers to them; callers check first.
    """
    pk = player.pk
    player.delete()
    end_trace("player", pk)


def licences_of(player: Player) -> list[tuple[str, str]]:
    """Return the player's licences as (federation, number), ordered by federation."""
    return sorted(player.licences.values_list("body", "number"))


def aliases_of(player: Player) -> list[str]:
    """Return the player's aliases, tolerating malformed stored data."""
    aliases = player.aliases if isinstance(player.aliases, list) else []
    return [alias for alias in aliases if isinstance(alias, str)]


@transaction.atomic
def set_licences(*, player: Player, licences: Iterable[tuple[str, str]]) -> list[Licence]:
    """Replace the player's licences by these (federation, number).

    Return those that belong to other players; then nothing is changed. Idempotent.
    """
    wanted = set(licences)
    now = {(row.body, row.number): row for row in player.licences.all()}
    of_number = Licence.objects.filter(number__in={number for _body, number in wanted}).exclude(player=player)
    held = of_number.select_related("player").order_by("body", "number")
    taken = [one for one in held if (one.body, one.number) in wanted]
    if taken:
        return taken
    Licence.objects.filter(pk__in=[row.pk for key, row in now.items() if key not in wanted]).delete()
    Licence.objects.bulk_create(
        Licence(player=player, body=body, number=number) for body, number in sorted(wanted - now.keys())
    )
    return []


@transaction.atomic
def hand_over(*, player: Player, other: Player) -> None:
    """Move licences, aliases and account from one record of a person to another. Only one may have an account."""
    Licence.objects.filter(player=other).update(player=player)
    aliases = list(dict.fromkeys([*aliases_of(player), *aliases_of(other)]))[:MOST_ALIASES]
    if aliases != aliases_of(player):
        player.aliases = aliases
        player.save(update_fields=["aliases"])
    if other.user_id is not None:
        user, other.user = other.user, None
        other.save(update_fields=["user"])
        player.user = user
        player.save(update_fields=["user"])


@transaction.atomic
def clubs_named(names: Iterable[str]) -> dict[str, Club]:
    """Return the clubs with these (clean) names by name, creating missing ones. Idempotent."""
    names = set(names)
    known = Club.objects.in_bulk(names, field_name="name")
    missing = sorted(names - known.keys())
    if missing:
        # Another request may create the same club at this moment.
        Club.objects.bulk_create([Club(name=name) for name in missing], ignore_conflicts=True)
        known |= Club.objects.in_bulk(missing, field_name="name")
    return known


@transaction.atomic
def club_named(name: str) -> Club:
    """Return the club of this name, creating it if needed. Idempotent."""
    club, _ = Club.objects.get_or_create(name=clean_name(name))
    return club


def namesakes(name: str) -> list[Player]:
    """Return players with the same name, ignoring width, case and blanks."""
    return list(Player.objects.filter(skeleton=skeleton(clean_name(name))).order_by("pk"))


@transaction.atomic
def rename_account(*, user: User, name: str) -> User:
    """Set an account's display name. Idempotent."""
    user.name = clean_name(name)
    user.save(update_fields=["name"])
    return user


@transaction.atomic
def forget_sign_up(user: User) -> None:
    """Delete a new account that could not be confirmed. Accounts that were ever used are kept."""
    User.objects.filter(pk=user.pk, last_login=None).delete()


def has_operator() -> bool:
    """Whether there is an operator account."""
    return User.objects.filter(is_superuser=True, is_active=True).exists()


@transaction.atomic
def set_up_operator(*, name: str, email: str, password: str) -> User | None:
    """Create the first operator account, or promote an existing account, with this password.

    None if there is an operator.
    """
    if has_operator():
        return None
    user = User.objects.filter(email=email.strip().lower()).first()
    if user is None:
        return User.objects.create_superuser(email, password, name=clean_name(name))
    user.name, user.is_staff, user.is_superuser, user.is_active = clean_name(name), True, True, True
    user.set_password(password)
    user.save(update_fields=["name", "is_staff", "is_superuser", "is_active", "password"])
    return user
