"""Who may. Roles are read from the database at every request; pages and API ask here and nowhere else."""

from collections.abc import Collection

from django.conf import settings
from django.contrib.auth.models import AnonymousUser
from django.db.models import Case, Exists, Model, OuterRef, Q, QuerySet, Subquery, Value, When

from players.models import Player, User
from tournaments.actions.actor import Actor
from tournaments.actions.player_records import entered_first_by, may_change_record
from tournaments.models import (
    ApiToken,
    Captain,
    Draw,
    DrawJob,
    Entry,
    League,
    LeagueStaff,
    Photo,
    RecordProposal,
    Round,
    Season,
    Seat,
    Staff,
    Team,
    Tournament,
    Webhook,
)
from tournaments.models.draws.draws import DrawQuerySet
from tournaments.models.draws.jobs import DrawJobQuerySet
from tournaments.models.people.staff import roles_of
from tournaments.models.photos.photos import PhotoQuerySet
from tournaments.models.play.rounds import RoundQuerySet
from tournaments.models.setup.structure import helps_to_run

Role = Staff.Role
Scope = ApiToken.Scope

RUN = (Role.ORGANIZER,)
REFEREE = (Role.ORGANIZER, Role.REFEREE)
SCORE = (Role.ORGANIZER, Role.REFEREE, Role.SCORER)


def may(actor: Actor, scope: Scope, tournament: Tournament | None = None) -> bool:
    """Does the API token, if the call came with one, reach this far?"""
    token = actor.api_token
    if token is None:
        return True
    reach = {Scope.READ: 0, Scope.REPORT: 1, Scope.MANAGE: 2}
    if reach[Scope(token.scope)] < reach[scope]:
        return False
    return token.tournament_id is None or (tournament is not None and token.tournament_id == tournament.pk)


def visible_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those the actor may know of. A phone knows the tournament of its seat or card, and a tablet its own; a narrowed
    token no other.
    """
    visible = Tournament.objects.visible_to(actor.user or AnonymousUser())
    if actor.seat_token is not None:
        visible |= Tournament.objects.not_discarded().filter(
            pk=actor.seat_token.seat.round.stage.tournament_id
        )
    if actor.card is not None:
        visible |= Tournament.objects.not_discarded().filter(pk=actor.card.entry.tournament_id)
    if actor.kiosk is not None:
        visible |= Tournament.objects.not_discarded().filter(pk=actor.kiosk.tournament_id)
    if actor.api_token is not None and actor.api_token.tournament_id is not None:
        visible = visible.filter(pk=actor.api_token.tournament_id)
    return visible


def among(visible: QuerySet[Model], path: str) -> Exists:
    """Keep the rows that lead by `path` to one of these.

    It is asked of each row, so that reading one table needs no list of all that may be seen.
    """
    return Exists(visible.filter(pk=OuterRef(path)))


def listed_tournaments(actor: Actor) -> QuerySet[Tournament]:
    """Those the actor finds without knowing the address: the public ones, and those of their own;
    no rehearsals.
    """
    public = Q(visibility=Tournament.Visibility.PUBLIC)
    if actor.user is None:
        return visible_tournaments(actor).filter(public)
    if actor.user.is_superuser:
        return visible_tournaments(actor).filter(rehearsal=None)
    plays = Q(pk__in=Tournament.objects.filter(entries__player__user=actor.user).values("pk"))
    theirs = public | helps_to_run(actor.user) | plays
    return visible_tournaments(actor).filter(theirs, rehearsal=None)


def visible_rounds(actor: Actor) -> RoundQuerySet:
    """The rounds of visible tournaments; drafts for the staff alone."""
    rounds = Round.objects.filter(among(visible_tournaments(actor), "stage__tournament"))
    if actor.user is None:
        return rounds.published()
    if actor.user.is_superuser:
        return rounds
    theirs = Q(stage__tournament__in=Tournament.objects.helped_by(actor.user).values("pk"))
    return rounds.filter(theirs | ~Q(status=Round.Status.DRAFTED))


def visible_draws(actor: Actor) -> DrawQuerySet:
    """The draws of which the actor may see a round."""
    return Draw.objects.filter(Exists(visible_rounds(actor).filter(draw=OuterRef("pk"))))


def visible_draw_jobs(actor: Actor) -> DrawJobQuerySet:
    """The ordered draws of tournaments that the actor helps to run; nobody else knows of drafts to come."""
    jobs = DrawJob.objects.filter(among(visible_tournaments(actor), "stage__tournament"))
    if actor.user is None:
        return jobs.none()
    if actor.user.is_superuser:
        return jobs
    return jobs.filter(stage__tournament__in=Tournament.objects.helped_by(actor.user).values("pk"))


def visible_photos(actor: Actor) -> PhotoQuerySet:
    """The photos of tables at which the actor sits or sat, and of tournaments that they help to run; for nobody else
    are there any. Those that are deleted, too.
    """
    theirs = Q(pk=None)
    seats = Seat.objects.filter(table=OuterRef("table")).exclude(round__status=Round.Status.DRAFTED)
    if actor.seat_token is not None:
        theirs |= Q(table=actor.seat_token.seat.table_id)
    if actor.card is not None:
        entry = actor.card.entry_id
        theirs |= Q(Exists(seats.filter(Q(entry=entry) | Q(replaces=entry))))
    if actor.user is not None:
        sat = Q(entry__player__user=actor.user) | Q(replaces__player__user=actor.user)
        helped = Tournament.objects.filter(helps_to_run(actor.user)).values("pk")
        theirs |= Q(Exists(seats.filter(sat))) | Q(table__round__stage__tournament__in=helped)
    everybodys = actor.user is not None and actor.user.is_superuser
    photos = Photo.objects.all() if everybodys else Photo.objects.filter(theirs)
    if actor.api_token is not None and actor.api_token.tournament_id is not None:
        photos = photos.filter(table__round__stage__tournament=actor.api_token.tournament_id)
    return photos


def visible_players(actor: Actor) -> QuerySet[Player]:
    """The players of visible tournaments, and oneself."""
    if actor.user is not None and actor.user.is_superuser and actor.api_token is None:
        return Player.objects.all()
    entries = Entry.objects.filter(among(visible_tournaments(actor), "tournament"), player=OuterRef("pk"))
    mine = Q(user=actor.user) if actor.user is not None else Q()
    return Player.objects.filter(Exists(entries) | mine)


def listed_players(actor: Actor) -> QuerySet[Player]:
    """The players of the tournaments that the actor finds without knowing the address."""
    entries = Entry.objects.filter(among(listed_tournaments(actor), "tournament"), player=OuterRef("pk"))
    return Player.objects.filter(Exists(entries))


def unseen_players(actor: Actor, numbers: Collection[int]) -> set[int]:
    """Those of these ids that are nobody's of whom the actor may know."""
    return set(numbers) - set(visible_players(actor).filter(pk__in=numbers).values_list("pk", flat=True))


def role_of(actor: Actor, tournament: Tournament) -> str | None:
    """The person's role here. A league's organizers are organizers of its tournaments; the operator's superuser
    counts as an organizer everywhere.
    """
    if actor.user is None:
        return None
    if actor.user.is_superuser:
        return Role.ORGANIZER
    if tournament.pk not in actor.roles:
        roles = set(roles_of(actor.user, tournament))
        actor.roles[tournament.pk] = Role.ORGANIZER if Role.ORGANIZER in roles else next(iter(roles), None)
    return actor.roles[tournament.pk]


def roles_everywhere(user: User) -> dict[int, str]:
    """What this person is in every tournament that they help to run, by its id, the first ones first. One query."""
    runs_its_league = LeagueStaff.objects.filter(user=user, league__seasons=OuterRef("season"))
    own = Staff.objects.filter(user=user, tournament=OuterRef("pk")).values("role")
    role = Case(When(Exists(runs_its_league), then=Value(Role.ORGANIZER.value)), default=Subquery(own))
    helped = Tournament.objects.helped_by(user).order_by("pk")
    return dict(helped.annotate(role=role).values_list("pk", "role"))


def can_create_tournaments(actor: Actor) -> bool:
    """Who may organize is a setting of the house (TOURNAMENT_FOUNDERS). Organizers of a league may, unless everyone
    makes themselves one by founding a league.
    """
    if actor.user is None or not may(actor, Scope.MANAGE):
        return False
    if settings.TOURNAMENT_FOUNDERS == "everybody" or _is_founder(actor.user):
        return True
    leagues_are_given = settings.LEAGUE_FOUNDERS != "everybody"
    return leagues_are_given and actor.user.leagues_run.filter(league__removed_at=None).exists()


def can_copy(actor: Actor, tournament: Tournament) -> bool:
    """Set up another tournament like this one: its organizer, who may set up tournaments."""
    return can_run(actor, tournament) and can_create_tournaments(actor)


def runs_the_house(actor: Actor) -> bool:
    """The operator of the server: a superuser, not a program of theirs."""
    return actor.user is not None and actor.user.is_superuser and actor.api_token is None


def can_create_leagues(actor: Actor) -> bool:
    """A league's name stands for all its seasons: who founds one is a setting of the house (LEAGUE_FOUNDERS)."""
    if actor.user is None or not may(actor, Scope.MANAGE):
        return False
    return settings.LEAGUE_FOUNDERS == "everybody" or (
        settings.LEAGUE_FOUNDERS == "founders" and _is_founder(actor.user)
    )


def _is_founder(user: User) -> bool:
    return user.is_founder or user.is_superuser


def can_run_league(actor: Actor, league: League) -> bool:
    """Open its seasons, set up tournaments in them, invite others to: its organizers, and the operator."""
    if actor.user is None or not may(actor, Scope.MANAGE):
        return False
    return actor.user.is_superuser or league.staff.filter(user=actor.user).exists()


def runnable_leagues(actor: Actor) -> QuerySet[League]:
    """The leagues for which `can_run_league`, by name."""
    leagues = League.objects.not_removed().order_by("name", "pk")
    if actor.user is None or not may(actor, Scope.MANAGE):
        return leagues.none()
    return leagues if actor.user.is_superuser else leagues.filter(staff__user=actor.user)


def usable_seasons(actor: Actor) -> QuerySet[Season]:
    """The seasons in which the actor may set up tournaments."""
    seasons = Season.objects.select_related("league")
    if actor.user is None or not may(actor, Scope.MANAGE):
        return seasons.none()
    return seasons if actor.user.is_superuser else seasons.filter(league__staff__user=actor.user)


def can_run(actor: Actor, tournament: Tournament) -> bool:
    """Register, draw, publish, start, close: the organizer."""
    return may(actor, Scope.MANAGE, tournament) and _has_role(actor, tournament, RUN)


def can_edit_webhook(actor: Actor, webhook: Webhook) -> bool:
    """Change and remove it, and read its log: the organizers of its tournament or its league."""
    if webhook.tournament is not None:
        return can_run(actor, webhook.tournament)
    return webhook.league is not None and can_run_league(actor, webhook.league)


def editable_players(actor: Actor) -> QuerySet[Player]:
    """The players whose name, reading, country, club, licences and other names the actor may change."""
    if actor.user is None or not _manages(actor):
        return Player.objects.none()
    return Player.objects.filter(may_change_record(actor))


def can_edit_player(actor: Actor, player: Player) -> bool:
    """Change a person's record: they themselves; without an account, those who entered them first; the operator."""
    return editable_players(actor).filter(pk=player.pk).exists()


def proposals_to_decide(actor: Actor) -> QuerySet[RecordProposal]:
    """The open proposals about players whose record the actor may change, the oldest first."""
    return RecordProposal.objects.open().filter(player__in=editable_players(actor).values("pk"))


def is_a_player(actor: Actor) -> bool:
    """Is this account a player's? Then its person changes their own record."""
    return actor.user is not None and Player.objects.filter(user=actor.user).exists()


def can_merge_into(actor: Actor, player: Player) -> bool:
    """Give a person the entries of another record: those who may change theirs, and those who entered them first.

    The person keeps their name and account, and only who entered both can say that two are one.
    """
    if actor.user is None or not _manages(actor):
        return False
    return Player.objects.filter(may_change_record(actor) | entered_first_by(actor), pk=player.pk).exists()


def can_merge_players(actor: Actor, player: Player, other: Player) -> bool:
    """Merge two records of one person: those who `can_merge_into` the one that stays, and may change the other one.

    Whether strangers entered one of them is no matter: where both take part in a tournament of others, its results
    and names stay as they are (`actions.people.merging`).
    """
    return can_merge_into(actor, player) and can_edit_player(actor, other)


def _manages(actor: Actor) -> bool:
    """Is it not a call by an API token of a smaller scope?"""
    return actor.api_token is None or actor.api_token.scope == Scope.MANAGE


def can_referee(actor: Actor, tournament: Tournament) -> bool:
    """Correct, void, penalize, exchange players: the organizer and the referees."""
    return may(actor, Scope.MANAGE, tournament) and _has_role(actor, tournament, REFEREE)


def can_score(actor: Actor, tournament: Tournament) -> bool:
    """Enter results for any table: all staff."""
    return may(actor, Scope.REPORT, tournament) and _has_role(actor, tournament, SCORE)


def can_report(actor: Actor, seats: Collection[Seat], tournament: Tournament) -> bool:
    """Report this table's result: those who sit there, and the staff."""
    return _sits_there(actor, seats, tournament) or can_score(actor, tournament)


def can_enter_hands(actor: Actor, seats: Collection[Seat], tournament: Tournament) -> bool:
    """Enter this table's hands and call the referee to it: those who may report, and the table's tablet. Expects the
    seats to have their `table`, with its round and stage.
    """
    at_its_kiosk = actor.kiosk is not None and any(actor.kiosk.serves(seat.table) for seat in seats)
    return at_its_kiosk or can_report(actor, seats, tournament)


def can_confirm(actor: Actor, seats: Collection[Seat], tournament: Tournament) -> bool:
    """Confirm or dispute it: those who sit there, and the referees."""
    return _sits_there(actor, seats, tournament) or can_referee(actor, tournament)


def can_open_tables(actor: Actor, tournament: Tournament) -> bool:
    """Seat players at a table of free play: all players, signed in or by their phone, and the staff."""
    if can_score(actor, tournament):
        return True
    mine = Q(player__user=actor.user) if actor.user is not None else Q(pk=None)
    if actor.card is not None:
        mine |= Q(pk=actor.card.entry_id)
    if actor.seat_token is not None:
        mine |= Q(pk=actor.seat_token.seat.entry_id)
    return may(actor, Scope.REPORT, tournament) and tournament.entries.active().filter(mine).exists()


def can_seat(actor: Actor, players: Collection[Entry], tournament: Tournament) -> bool:
    """Open a table for these players: one of them, and the staff."""
    plays = may(actor, Scope.REPORT, tournament) and any(actor.plays_as(entry) for entry in players)
    return plays or can_score(actor, tournament)


def can_take_table_back(actor: Actor, seats: Collection[Seat], tournament: Tournament) -> bool:
    """Take back a table that players opened: those who sit there, and the staff."""
    return can_report(actor, seats, tournament)


def is_staff(actor: Actor, tournament: Tournament) -> bool:
    """See what is not published yet: all staff."""
    return may(actor, Scope.READ, tournament) and _has_role(actor, tournament, SCORE)


def is_captain(actor: Actor, captain: Captain | None) -> bool:
    """Is this the captain, signed in or by the card that their phone follows? Expects their player to be loaded."""
    if captain is None:
        return False
    by_card = actor.card is not None and actor.card.entry_id == captain.entry_id
    return by_card or (actor.user is not None and captain.entry.player.user_id == actor.user.pk)


def can_hand_in_line_ups(actor: Actor, team: Team) -> bool:
    """Name whom a team sends: its captain, and the organizer."""
    tournament = team.tournament
    if can_run(actor, tournament):
        return True
    captain = Captain.objects.filter(team=team).select_related("entry__player").first()
    return may(actor, Scope.REPORT, tournament) and is_captain(actor, captain)


def can_set_team_looks(actor: Actor, team: Team) -> bool:
    """Choose a team's colour and mark: its captain, and the organizer."""
    return can_hand_in_line_ups(actor, team)


def can_sign_up(actor: Actor, tournament: Tournament) -> bool:
    """Register to play: everybody who may know of the tournament; no account is needed."""
    return may(actor, Scope.REPORT, tournament)


def can_use_tokens_of(actor: Actor, owner: User) -> bool:
    """A person's API tokens are their own; a token cannot make tokens."""
    return actor.user == owner and actor.api_token is None


def _has_role(actor: Actor, tournament: Tournament, roles: Collection[str]) -> bool:
    return role_of(actor, tournament) in roles


def _sits_there(actor: Actor, seats: Collection[Seat], tournament: Tournament) -> bool:
    """Whether one of these seats is the actor's own. At a tablet that takes the PIN: anyone can tap a name."""
    if actor.kiosk_seat is not None and not actor.knows_pin:
        return False
    return may(actor, Scope.REPORT, tournament) and any(actor.sits_on(seat) for seat in seats)
