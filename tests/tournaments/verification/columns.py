"""All columns of all tables: edits are either found, or excluded with a reason."""

from dataclasses import dataclass

from scoring.statistics.counts import NAMES
from tests.tournaments.edited import recorded_texts


@dataclass(frozen=True)
class Edit:
    """`SET column = value` in the rows of `where`, and the report of verify_ledger; by default, it names
    the column.
    """

    value: str
    reports: str = ""
    where: str = "id = (SELECT MIN(id) FROM {table})"


@dataclass(frozen=True)
class Outside:
    """Not proven, for this reason."""

    reason: str


CONFIRMED = "status = 'confirmed'"
REPORTED_BY_SEAT = "reported_by_seat_id IS NOT NULL AND imbalance <> 0"
LIFTED = "lifted_at IS NOT NULL"
LONG_AGO = "'2020-01-01 00:00:00+00:00'"
A_PLAYERS = "id = (SELECT MIN(id) FROM {table} WHERE SUBSTR(subject, 1, 6) = 'player')"
OTHER_USER = "(SELECT MAX(id) FROM players_user)"
ONLY_ONE = "1 = 1"
FIRST_CONTENT = "photo_id = (SELECT MIN(photo_id) FROM {table})"
QUOTAS = "the list of line-up quotas"
OTHER_LEAGUE = "(SELECT MAX(id) FROM tournaments_league)"
SECOND = "(SELECT id FROM tournaments_stage WHERE ordinal = 2)"
BY_MACHINE = "of the machinery: no fact of a tournament"
SECRET = "a right to act and no fact; what was done with it is in the ledger with its actor"
REMOVED_WEBHOOK = "id = (SELECT MIN(id) FROM {table} WHERE removed_at IS NOT NULL)"
ITS_SECRETS = "where messages are sent is a secret, and what they say is in the ledger"
STANDING_TEXT = "id = (SELECT MIN(id) FROM {table} WHERE removed_at IS NULL)"
REMOVED_TEXT = "removed_at IS NOT NULL"
NOT_RECORDED = "differs from the one recorded"
ANNOUNCED = "an announcement; nothing follows from it"
PERSON = "about a person and not about a game; never in a ledger, so that a person can be forgotten"
ON_A_PAGE = "what a player's page shows; the tournament and its results stay as they are"
PROGRESS = "how far a worker has come; what it drew is in the draw"
TAKEN_IN = "nothing in this world came as a file; actions/transfer/test_edited_origins.py has the edits"
RATED = "does not match the games played"
RATED_AGAIN = "how far the ratings have come; what is behind is rated again from there"
KEPT = "follows from the facts and standings; no result follows from it, and what may have moved is dropped"
NEEDED = "follows from standings and open rounds; no result follows from it, and the next one replaces it"
SCORES = "The scores of sheet"
COUNTED = "is wrong"
TABLES_COUNTED = "differs from the actual number"
FIRST_ROUND = "round_id = (SELECT MIN(id) FROM tournaments_round)"
GIVES = "do not match its results for"
FIGURES = "has different figures from those recorded here"
TYPED_WITH_A_HAND = "The text entered with hand"
HAND = "differs from what was entered"
QUESTIONS = "the registration questions"
TEXT_QUESTION = "kind = 'text'"
TIMETABLE = "the timetable of the tournament"
ABOUT = "the event text"
THANKS = "the closing words"
BRAND, SPONSORS = "the brand of the tournament", "the sponsors of the tournament"
PICTURES = "the pictures of the tournament’s brand"
OF_TOURNAMENT = "tournament_id IS NOT NULL"
GREEN_TILES = f"{OF_TOURNAMENT} AND name = 'Green Tiles'"
NOT_BOTH = "a row of a tournament is of no league: the database refuses both"
HANDS_GIVE = "do not match its hands for"
SEATS = "The players at table"


def _score(column: str) -> Edit:
    return Edit(f"{column} + 1", SCORES)


def _standing(column: str) -> Edit:
    return Edit(f"{column} + 1", GIVES)


def _counted(column: str) -> Edit:
    return Edit(f"{column} + 1", HANDS_GIVE, "wins = 1")


def _points(wind: str, other: str) -> Edit:
    return Edit(f"{wind} + 1000, {other} = {other} - 1000", FIGURES, CONFIRMED)


OF_A_MOVE = (
    "season",
    "next_season",
    "player",
    "level",
    "position",
    "to_level",
    "way",
    "points_up",
    "points_down",
    "reason",
    "rank",
    "total",
)
OF_AN_AWARD = ("season", "level", "title", "entry", "team", "numerator", "denominator", "games")
OF_A_TEAM_MOVE = (
    "season",
    "next_season",
    "team",
    "level",
    "position",
    "to_level",
    "way",
    "reason",
    "rank",
    "total",
)


# One of the ended ones.
ENDED_TABLET = "id = (SELECT MIN(id) FROM tournaments_tablekiosk WHERE revoked_at IS NOT NULL)"
COLUMNS: dict[str, Edit | Outside] = {
    "players.User.password": Outside(SECRET),
    "players.User.last_login": Outside(PERSON),
    "players.User.is_superuser": Outside(SECRET),
    "players.User.is_staff": Outside(SECRET),
    "players.User.is_founder": Outside(SECRET),
    "players.User.is_active": Outside(SECRET),
    "players.User.date_joined": Outside(PERSON),
    "players.User.email": Outside(PERSON),
    "players.User.name": Outside(PERSON),
    "players.Club.name": Outside(PERSON),
    "players.Club.country": Outside(PERSON),
    "players.Player.name": Edit("'Somebody else'", "was changed without a trace"),
    "players.Player.reading": Outside(PERSON),
    "players.Player.country": Outside(PERSON),
    "players.Player.club": Outside(PERSON),
    "players.Player.aliases": Outside(PERSON),
    "players.Player.user": Outside(SECRET),
    "players.Player.skeleton": Outside("follows from the name, for searching"),
    "players.Player.created_at": Outside(PERSON),
    "players.NameTrace.subject": Edit("'player:0'", "without a trace", A_PLAYERS),
    "players.NameTrace.salt": Edit("'salt'", "without a trace", A_PLAYERS),
    "players.NameTrace.digest": Edit("'digest'", "without a trace", A_PLAYERS),
    "players.NameTrace.recorded_at": Outside(
        "the name itself is outside; the trace of a change is dated by it"
    ),
    "players.Licence.player": Outside(PERSON),
    "players.Licence.body": Outside(PERSON),
    "players.Licence.number": Outside(PERSON),
    "tournaments.Recognition.entry": Outside(ON_A_PAGE),
    "tournaments.Recognition.is_theirs": Outside(ON_A_PAGE),
    "tournaments.Recognition.said_by": Outside(ON_A_PAGE),
    "tournaments.Recognition.said_at": Outside(ON_A_PAGE),
    "tournaments.RecordProposal.player": Outside(PERSON),
    "tournaments.RecordProposal.tournament": Outside(PERSON),
    "tournaments.RecordProposal.changes": Outside(PERSON),
    "tournaments.RecordProposal.status": Outside(PERSON),
    "tournaments.RecordProposal.proposed_by": Outside(PERSON),
    "tournaments.RecordProposal.proposed_at": Outside(PERSON),
    "tournaments.RecordProposal.decided_by": Outside(PERSON),
    "tournaments.RecordProposal.decided_at": Outside(PERSON),
    "tournaments.League.slug": Edit("'another'"),
    "tournaments.League.name": Edit("'Another League'", "was changed without a trace"),
    "tournaments.League.about": Outside(ANNOUNCED),
    "tournaments.League.removed_at": Edit(LONG_AGO),
    "tournaments.Season.league": Edit(OTHER_LEAGUE, "season"),
    "tournaments.Season.name": Edit("'Another'", "was changed without a trace"),
    "tournaments.Season.ordinal": Edit("9"),
    "tournaments.Season.follows": Edit("(SELECT MAX(id) FROM tournaments_season)", "follows"),
    "tournaments.Division.season": Edit("(SELECT MAX(id) FROM tournaments_season), level = 9", "division 9"),
    "tournaments.Division.level": Edit("9", "division 9"),
    "tournaments.Division.name": Edit("'Another'"),
    "tournaments.Division.boundary": Edit("""'{"up": 2}'"""),
    "tournaments.RatingRule.league": Edit(
        "(SELECT MAX(id) FROM tournaments_league) + 100", "the rating of the league", ONLY_ONE
    ),
    "tournaments.RatingRule.method": Edit("'weng_lin'", "", ONLY_ONE),
    "tournaments.RatingRule.minimum_games": Edit("9", "", ONLY_ONE),
    "tournaments.RatedTournament.tournament": Outside(RATED_AGAIN),
    "tournaments.RatedTournament.turn": Outside(RATED_AGAIN),
    "tournaments.RatedTournament.as_of_seq": Outside(RATED_AGAIN),
    **{
        f"tournaments.Rating.{column}": Edit(value, RATED)
        for column, value in (
            ("league", "league_id + 100"),
            ("tournament", "tournament_id + 100"),
            ("player", "player_id + 100"),
            ("value", "value + 1"),
            ("mean", "mean + 1"),
            ("deviation", "deviation + 1"),
            ("change", "change + 1"),
            ("games", "games + 1"),
            ("is_latest", "NOT is_latest"),
        )
    },
    "tournaments.SeasonRankingRule.season": Edit(
        "(SELECT MAX(id) FROM tournaments_season) + 100", "the ranking of season", ONLY_ONE
    ),
    "tournaments.SeasonRankingRule.worth": Edit("'share_beaten', by_rank = '[]'", "", ONLY_ONE),
    "tournaments.SeasonRankingRule.by_rank": Edit("'[9]'", "", ONLY_ONE),
    "tournaments.SeasonRankingRule.best": Edit("9", "", ONLY_ONE),
    "tournaments.SeasonRankingRule.minimum": Edit("9", "", ONLY_ONE),
    "tournaments.SeasonAwardRule.season": Edit(
        "(SELECT MAX(id) FROM tournaments_season) + 100", "the rule of titles of season", ONLY_ONE
    ),
    "tournaments.SeasonAwardRule.titles": Edit("""'["wins"]'""", "", ONLY_ONE),
    "tournaments.SeasonAwardRule.minimum": Edit("9", "", ONLY_ONE),
    "tournaments.SeasonAwardRule.stages": Edit("'first'", "", ONLY_ONE),
    "tournaments.SeasonAwardRule.ties": Edit("'total'", "", ONLY_ONE),
    **dict.fromkeys(
        (f"tournaments.Award.{name}" for name in OF_AN_AWARD),
        Outside("no season of this world has finished; test_awards.py edits each of them"),
    ),
    **dict.fromkeys(
        (f"tournaments.Move.{name}" for name in OF_A_MOVE),
        Outside("no season of this world was followed by another; test_leagues.py edits each of them"),
    ),
    **dict.fromkeys(
        (f"tournaments.TeamMove.{name}" for name in OF_A_TEAM_MOVE),
        Outside("no season of teams was followed by another; test_leagues.py edits each of them"),
    ),
    "tournaments.LeagueStaff.league": Edit(OTHER_LEAGUE, "the role of account"),
    "tournaments.LeagueStaff.user": Edit(
        "(SELECT id FROM players_user WHERE name = 'Rob')", "the role of account"
    ),
    "tournaments.LeagueLedgerHead.league": Edit("0 - league_id", "no longer has a ledger", "seq > 3"),
    "tournaments.LeagueLedgerHead.chain": Edit("'another'", "changed after it was written", "seq > 3"),
    "tournaments.LeagueLedgerHead.seq": Edit("seq - 1", "head does not include it", "seq > 3"),
    "tournaments.LeagueLedgerHead.hash": Edit(
        "'another'", "not the one named by the ledger's head", "seq > 3"
    ),
    "tournaments.LeagueLedgerEntry.league": Edit(OTHER_LEAGUE, "it is missing", "seq = 4"),
    "tournaments.LeagueLedgerEntry.seq": Edit("90000", "it is missing", "seq = 4"),
    "tournaments.LeagueLedgerEntry.kind": Edit("'league_edited'", "changed after it was written", "seq = 2"),
    "tournaments.LeagueLedgerEntry.payload": Edit("'{}'", "changed after it was written", "seq = 4"),
    "tournaments.LeagueLedgerEntry.actor": Edit("'anybody'", "changed after it was written", "seq = 4"),
    "tournaments.LeagueLedgerEntry.recorded_at": Edit(LONG_AGO, "changed after it was written", "seq = 4"),
    "tournaments.LeagueLedgerEntry.prev": Edit("'another'", "changed after it was written", "seq = 4"),
    "tournaments.LeagueLedgerEntry.hash": Edit("'another'", "changed after it was written", "seq = 4"),
    "tournaments.Tournament.slug": Edit("'another'"),
    "tournaments.Tournament.name": Edit("'Another Open'", "was changed without a trace"),
    "tournaments.Tournament.season": Edit("NULL", "season_id"),
    "tournaments.Tournament.division": Edit("'B2'"),
    "tournaments.Tournament.level": Edit("7"),
    "tournaments.Tournament.venue": Outside(ANNOUNCED),
    "tournaments.Tournament.starts_on": Edit("'2026-02-02'"),
    "tournaments.Tournament.ends_on": Edit("'2026-02-02'"),
    "tournaments.Tournament.time_zone": Edit("'Europe/Berlin'"),
    "tournaments.Tournament.visibility": Edit("'private'"),
    "tournaments.Tournament.status": Edit("'finished'"),
    "tournaments.Tournament.confirmation_rule": Edit("'referee', confirmations_needed = NULL"),
    "tournaments.Tournament.confirmations_needed": Edit("1"),
    "tournaments.Tournament.paper_counts": Edit("'always'"),
    "tournaments.Tournament.live_delay": Edit("1"),
    "tournaments.Tournament.photo_days": Edit("1"),
    "tournaments.Tournament.tie_breaks": Edit("""'["total", "lot"]'"""),
    "tournaments.Tournament.substitutes": Edit("'ranked'"),
    "tournaments.Tournament.substitute_score": Edit("-10, substitutes = 'fixed_score'"),
    "tournaments.Tournament.withdrawn": Edit("'below'"),
    "tournaments.Tournament.is_archived": Edit("NOT is_archived"),
    "tournaments.Tournament.created_at": Edit(LONG_AGO),
    "tournaments.Tournament.written_elsewhere": Edit("3"),
    "tournaments.OldAddress.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "the old address"
    ),
    "tournaments.OldAddress.slug": Edit("'made-up'", "the old address"),
    "tournaments.OldLeagueAddress.league": Edit(OTHER_LEAGUE, "the old address"),
    "tournaments.OldLeagueAddress.slug": Edit("'made-up'", "the old address"),
    "tournaments.OldLeagueAddress.left_at": Outside("when it was left is the moment of the ledger's entry"),
    "tournaments.Rehearsal.tournament": Outside("what is tried out is no fact of a tournament"),
    "tournaments.Rehearsal.of": Outside("what is tried out is no fact of a tournament"),
    "tournaments.Discard.tournament": Outside(
        "nothing in this world was discarded; test_discarding.py edits it"
    ),
    "tournaments.Discard.discarded_at": Outside("when it was is the moment of the ledger's entry"),
    "tournaments.OldAddress.left_at": Outside("when an address was left is the moment of the ledger's entry"),
    "tournaments.TableFormat.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "the rulebook for tables of 3", "players = 3"
    ),
    "tournaments.TableFormat.usual_of": Edit("NULL", "the rulebook of the usual tables"),
    "tournaments.TableFormat.players": Edit("3", where="id = (SELECT MAX(id) FROM {table})"),
    "tournaments.TableFormat.rulebook_id": Edit("'ema'"),
    "tournaments.TableFormat.house_rules": Edit("'{}'"),
    "tournaments.TableFormat.rulebook_content": Edit(
        "REPLACE(rulebook_content, '20000', '10000')", "the rulebook for tables of 4 differs from the one"
    ),
    "tournaments.Stage.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament), ordinal = 9", "stage", f"id = {SECOND}"
    ),
    "tournaments.Stage.ordinal": Edit("9"),
    "tournaments.Stage.name": Edit("'Grand final'", "was changed without a trace"),
    "tournaments.Stage.kind": Edit("'free_play'"),
    "tournaments.Team.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", "team"),
    "tournaments.Team.name": Edit("'Bears'", "was changed without a trace"),
    "tournaments.Captain.team": Edit("team_id + 100", "the captain of team", ONLY_ONE),
    "tournaments.TeamLook.team": Edit("team_id + 100", "the colour and the mark of team", ONLY_ONE),
    "tournaments.TeamLook.colour": Edit("'#000000'", "colour", ONLY_ONE),
    "tournaments.TeamLook.mark": Edit("'X'", "mark", ONLY_ONE),
    "tournaments.Captain.entry": Edit("(SELECT MIN(id) FROM tournaments_entry)", "entry_id", ONLY_ONE),
    **dict.fromkeys(
        (f"tournaments.MergedPlayer.{name}" for name in ("number", "player", "merged_at")),
        Outside("where a link leads; the merge itself is in the ledger"),
    ),
    **dict.fromkeys(
        (f"tournaments.FirstTournament.{name}" for name in ("player", "tournament")),
        Outside("who may change a person's record"),
    ),
    "tournaments.FormerTeam.entry": Edit("entry_id + 1", "a former team", ONLY_ONE),
    "tournaments.FormerTeam.team": Edit("NULL", "a different former team", ONLY_ONE),
    "tournaments.FormerTeam.stage": Edit(SECOND, "a former team", ONLY_ONE),
    "tournaments.FormerTeam.before_round": Edit("before_round + 1", "a former team", ONLY_ONE),
    "tournaments.Entry.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "an entry that was registered here is gone"
    ),
    "tournaments.Entry.player": Edit("(SELECT MAX(id) FROM players_player)", "a different player or lot"),
    "tournaments.Entry.team": Edit("(SELECT MIN(id) FROM tournaments_team)", "team_id"),
    "tournaments.Entry.number": Edit("900"),
    "tournaments.Entry.status": Edit("'withdrawn'", "became Withdrawn without an action"),
    "tournaments.Entry.is_substitute": Edit("NOT is_substitute"),
    "tournaments.Entry.lot": Edit("1", "a different player or lot"),
    "tournaments.Entry.created_at": Edit(LONG_AGO),
    "tournaments.Entry.checked_in_at": Edit(LONG_AGO),
    "tournaments.Entry.paid_at": Edit(LONG_AGO),
    # Without another entry's player, no other edit passes the guards.
    "tournaments.Entry.merged_into": Edit(
        "NULL, player_id = (SELECT MAX(id) FROM players_player)",
        "merged_into_id",
        "merged_into_id IS NOT NULL",
    ),
    "tournaments.SeedCommitment.stage": Edit(SECOND, "stage_id", "revealed_at IS NOT NULL"),
    "tournaments.SeedCommitment.seed": Edit("'another'"),
    "tournaments.SeedCommitment.commitment": Edit("'another'", "committed seed"),
    "tournaments.SeedCommitment.committed_by": Edit(OTHER_USER, "committed_by_id"),
    "tournaments.SeedCommitment.committed_at": Edit(LONG_AGO),
    "tournaments.SeedCommitment.revealed_at": Edit("NULL", "revealed_at", "revealed_at IS NOT NULL"),
    "tournaments.Draw.stage": Edit(SECOND, "record"),
    "tournaments.Draw.method": Edit("'swiss'"),
    "tournaments.Draw.seed": Edit("'another'"),
    "tournaments.Draw.commitment": Edit("NULL"),
    "tournaments.Draw.record": Edit("'{}'"),
    "tournaments.Draw.quality": Outside("a report that follows from the record; verify_draw draws again"),
    "tournaments.Draw.reason": Edit("'No reason'"),
    "tournaments.Draw.drawn_by": Edit(OTHER_USER, "drawn_by_id"),
    "tournaments.Draw.drawn_at": Edit(LONG_AGO),
    "tournaments.Draw.origin": Outside(TAKEN_IN),
    "tournaments.Origin.tournament": Outside(TAKEN_IN),
    "tournaments.Origin.through_seq": Outside(TAKEN_IN),
    "tournaments.Origin.ids": Outside(TAKEN_IN),
    "tournaments.DrawJob.stage": Edit("(SELECT MIN(id) FROM tournaments_stage)", "stage_id"),
    "tournaments.DrawJob.old": Outside(PROGRESS),
    "tournaments.DrawJob.plan": Outside("the request, in which it is contained, is proven"),
    "tournaments.DrawJob.request": Edit("'{}'"),
    "tournaments.DrawJob.fingerprint": Outside("follows from the request; only while the draw is computed"),
    "tournaments.DrawJob.first": Edit("9"),
    "tournaments.DrawJob.about_ms": Outside(PROGRESS),
    "tournaments.DrawJob.seed": Edit("'another'"),
    "tournaments.DrawJob.commitment": Outside("the draw names it, too, and there it is proven"),
    "tournaments.DrawJob.reason": Outside(
        "until it is drawn or ended; the draw has it then, and there it is proven"
    ),
    "tournaments.DrawJob.language": Outside(BY_MACHINE),
    "tournaments.DrawJob.ordered_by": Edit(OTHER_USER, "ordered_by_id"),
    "tournaments.DrawJob.ordered_at": Edit(LONG_AGO),
    "tournaments.DrawJob.status": Edit("'lost'"),
    "tournaments.DrawJob.attempt": Outside(PROGRESS),
    "tournaments.DrawJob.started_at": Outside(PROGRESS),
    "tournaments.DrawJob.heartbeat_at": Outside(PROGRESS),
    "tournaments.DrawJob.ended_at": Edit(LONG_AGO),
    "tournaments.DrawJob.phase": Outside(PROGRESS),
    "tournaments.DrawJob.done": Outside(PROGRESS),
    "tournaments.DrawJob.total": Outside(PROGRESS),
    "tournaments.DrawJob.refusal": Outside("shown to whoever ordered; its code is proven"),
    "tournaments.DrawJob.draw": Outside("the constraint a_draw_job_has_a_draw_when_done_and_only_then"),
    "tournaments.SeatingConstraint.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "seating wish"
    ),
    "tournaments.SeatingConstraint.kind": Edit("'rather_not'", "seating wish", "kind = 'never'"),
    "tournaments.SeatingConstraint.entry": Edit(
        "(SELECT MAX(id) FROM tournaments_entry)", "seating wish", "kind = 'table'"
    ),
    "tournaments.SeatingConstraint.other": Edit(
        "(SELECT MAX(id) FROM tournaments_entry)", "seating wish", "kind = 'never'"
    ),
    "tournaments.SeatingConstraint.table": Edit("2", "seating wish", "kind = 'table'"),
    "tournaments.SeatingConstraint.wind": Edit("3", "seating wish", "kind = 'wind'"),
    "tournaments.SeatingConstraint.reason": Edit("'Strangers'", "seating wish"),
    "tournaments.SeatingConstraint.nonce": Edit("'another'", "seating wish"),
    "tournaments.Round.stage": Edit(f"{SECOND}, number = 80", "stage_id"),
    "tournaments.Round.number": Edit("80"),
    "tournaments.Round.name": Edit("'Grand final'"),
    "tournaments.Round.status": Edit("'started'"),
    "tournaments.Round.draw": Edit("NULL", "draw_id"),
    "tournaments.Round.method": Edit("'swiss/3'"),
    "tournaments.Round.seed": Edit("'another'"),
    "tournaments.Round.drawn_at": Edit(LONG_AGO),
    "tournaments.Round.started_at": Edit(LONG_AGO),
    "tournaments.Round.closed_at": Edit(LONG_AGO),
    "tournaments.Round.publications": Edit("7"),
    "tournaments.Round.planned_at": Edit(LONG_AGO, where="planned_at IS NOT NULL"),
    "tournaments.Round.played_on": Edit("'2026-02-02'", "played_on", "played_on IS NOT NULL"),
    "tournaments.Round.match_day": Edit("7, game = 1", "match_day"),
    "tournaments.Round.game": Edit("1, match_day = 7", "game"),
    "tournaments.Table.round": Edit(
        "(SELECT MAX(id) FROM tournaments_round), number = 80", "the players in round"
    ),
    "tournaments.Table.is_unranked": Edit("NOT is_unranked"),
    "tournaments.Table.number": Edit("80", "the players in round"),
    "tournaments.Seat.table": Edit(
        "(SELECT MAX(id) FROM tournaments_table), wind = 5", "the players in round"
    ),
    "tournaments.Seat.round": Edit(
        "(SELECT MIN(id) FROM tournaments_round WHERE played_on IS NOT NULL)", SEATS
    ),
    "tournaments.Seat.wind": Edit("5", SEATS),
    "tournaments.Seat.entry": Edit("(SELECT MAX(id) FROM tournaments_entry)", "the players in round"),
    "tournaments.Seat.replaces": Edit("(SELECT MAX(id) FROM tournaments_entry)", SEATS),
    "tournaments.PlayerCard.entry": Edit("(SELECT MAX(id) FROM tournaments_entry)", "entry_id"),
    "tournaments.PlayerCard.nonce": Outside(
        "gives the code with this house's secret; another prints no card"
    ),
    "tournaments.PlayerCard.code_hash": Edit("'another'", "the codes of the player cards"),
    "tournaments.PlayerCard.issued_by": Edit(OTHER_USER, "issued_by_id"),
    "tournaments.PlayerCard.issued_at": Edit(LONG_AGO),
    "tournaments.PlayerCard.revoked_at": Edit(LONG_AGO),
    "tournaments.CardPhone.card": Edit("(SELECT MAX(id) FROM tournaments_playercard)", "card_id"),
    "tournaments.CardPhone.device_hash": Edit("'another'"),
    "tournaments.CardPhone.device_name": Outside("what a phone says it is; nothing follows from it"),
    "tournaments.CardPhone.asked_at": Edit(LONG_AGO),
    "tournaments.CardPhone.admitted_at": Edit(LONG_AGO),
    "tournaments.CardPhone.admission": Edit("'pin'", where="admission = 'referee'"),
    "tournaments.CardPhone.ended_at": Edit(LONG_AGO),
    "tournaments.CardPhone.has_left": Edit("NOT has_left", where="has_left"),
    "tournaments.TableKiosk.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", "tablet"),
    "tournaments.TableKiosk.number": Edit("99"),
    "tournaments.TableKiosk.nonce": Outside("gives the code with this house's secret; another shows no code"),
    "tournaments.TableKiosk.code_hash": Edit("'another'", "the codes of the tablets"),
    "tournaments.TableKiosk.device_hash": Edit("'another'"),
    "tournaments.TableKiosk.device_name": Outside("what a device says it is; nothing follows from it"),
    "tournaments.TableKiosk.issued_by": Edit(OTHER_USER, "issued_by_id"),
    "tournaments.TableKiosk.issued_at": Edit(LONG_AGO),
    "tournaments.TableKiosk.claimed_at": Edit("'2098-01-01 00:00:00+00:00'"),
    "tournaments.TableKiosk.revoked_by": Edit(OTHER_USER, "revoked_by_id", ENDED_TABLET),
    "tournaments.TableKiosk.revoked_at": Edit("'2099-01-01 00:00:00+00:00'", where=ENDED_TABLET),
    "tournaments.SelfRegistration.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "the terms of registration"
    ),
    "tournaments.SelfRegistration.is_open": Edit("NOT is_open"),
    "tournaments.SelfRegistration.capacity": Edit("77"),
    "tournaments.SelfRegistration.opens_at": Edit("'2098-01-01 00:00:00+00:00'"),
    "tournaments.SelfRegistration.closes_at": Edit("'2099-01-01 00:00:00+00:00'"),
    "tournaments.SelfRegistration.needs_approval": Edit("NOT needs_approval"),
    "tournaments.SelfRegistration.email": Edit("'required'"),
    "tournaments.SelfRegistration.club_limit": Edit("3"),
    "tournaments.SelfRegistration.country_limit": Edit("3"),
    "tournaments.SelfRegistration.country_limits": Edit("""'{"JP": 3}'"""),
    "tournaments.SelfRegistration.own_club": Edit("'Another club'"),
    "tournaments.SelfRegistration.own_places": Edit("2"),
    "tournaments.Registration.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "registration"
    ),
    "tournaments.Registration.status": Edit("'pending'", where="status = 'waiting'"),
    "tournaments.Registration.name": Outside(PERSON),
    "tournaments.Registration.reading": Outside(PERSON),
    "tournaments.Registration.club": Outside(PERSON),
    "tournaments.Registration.country": Outside(PERSON),
    "tournaments.Registration.email": Outside(PERSON),
    "tournaments.Registration.language": Outside(PERSON),
    "tournaments.Registration.mail": Outside("what became of a mail; the move itself is in the ledger"),
    "tournaments.Registration.record_mail": Edit("'sent'"),
    "tournaments.Registration.player": Outside(PERSON),
    "tournaments.Registration.skeleton": Outside("follows from the name, for searching"),
    "tournaments.Registration.entry": Edit(
        "(SELECT MIN(id) FROM tournaments_entry)", "entry_id", "status = 'accepted'"
    ),
    "tournaments.Registration.nonce": Outside(SECRET),
    "tournaments.Registration.code_hash": Edit("'f'"),
    "tournaments.Registration.created_at": Edit(LONG_AGO),
    "tournaments.Registration.ended_at": Edit(LONG_AGO, where="ended_at IS NOT NULL"),
    "tournaments.LedgerText.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", "its text"),
    "tournaments.LedgerText.league": Outside("as of moves: test_leagues.py edits it"),
    "tournaments.LedgerText.seq": Edit("seq + 100000", "its text"),
    "tournaments.LedgerText.name": Edit("'another'", "its text"),
    "tournaments.LedgerText.salt": Edit("'salt'", NOT_RECORDED, STANDING_TEXT),
    "tournaments.LedgerText.text": Edit("'Something else'", NOT_RECORDED, STANDING_TEXT),
    "tournaments.LedgerText.removed_by": Edit(OTHER_USER, "removed_by_id", REMOVED_TEXT),
    "tournaments.LedgerText.removed_at": Edit(LONG_AGO, "removed_at", REMOVED_TEXT),
    "tournaments.Announcement.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "announcement"
    ),
    "tournaments.Announcement.text": Edit("'Go home'"),
    "tournaments.Announcement.made_by": Edit(OTHER_USER, "made_by_id"),
    "tournaments.Announcement.made_at": Edit(LONG_AGO),
    "tournaments.Announcement.until": Edit("'2098-01-01 00:00:00+00:00'"),
    "tournaments.Announcement.removed_by": Edit(OTHER_USER, "removed_by_id", "removed_at IS NOT NULL"),
    "tournaments.Announcement.removed_at": Edit(LONG_AGO, where="removed_at IS NOT NULL"),
    "tournaments.Webhook.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", "webhook"),
    "tournaments.Webhook.league": Edit(
        OTHER_LEAGUE, "webhook", "id = (SELECT MIN(id) FROM {table} WHERE league_id IS NOT NULL)"
    ),
    "tournaments.Webhook.shape": Edit("'slack'"),
    "tournaments.Webhook.events": Edit("'[]'"),
    "tournaments.Webhook.language": Edit("'de'"),
    "tournaments.Webhook.made_by": Edit(OTHER_USER, "made_by_id"),
    "tournaments.Webhook.made_at": Edit(LONG_AGO),
    "tournaments.Webhook.removed_by": Edit(OTHER_USER, "removed_by_id", REMOVED_WEBHOOK),
    "tournaments.Webhook.removed_at": Edit(LONG_AGO, where=REMOVED_WEBHOOK),
    **dict.fromkeys(
        (
            *(f"tournaments.Webhook.{name}" for name in ("template", "host", "address", "recipient")),
            *(f"tournaments.Webhook.{name}" for name in ("secret", "old_secret", "old_secret_until")),
        ),
        Outside(ITS_SECRETS),
    ),
    **dict.fromkeys(
        (
            *(f"tournaments.Webhook.{name}" for name in ("lease", "leased_until", "failures", "next_at")),
            *(f"tournaments.Webhook.{name}" for name in ("failing_since", "off_at", "is_mail_due")),
            *(f"tournaments.WebhookCursor.{name}" for name in ("webhook", "tournament", "seq")),
            *(f"tournaments.WebhookDelivery.{name}" for name in ("webhook", "tournament", "seq", "type")),
            *(f"tournaments.WebhookDelivery.{name}" for name in ("is_asked", "asked_at", "sent_at")),
            *(
                f"tournaments.WebhookDelivery.{name}"
                for name in ("milliseconds", "status", "failure", "answer")
            ),
        ),
        Outside(BY_MACHINE),
    ),
    "tournaments.TimeLimit.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "a time limit", "tournament_id IS NOT NULL"
    ),
    "tournaments.TimeLimit.stage": Edit(SECOND, "time limit", "stage_id IS NOT NULL"),
    "tournaments.TimeLimit.number": Edit("80", "time limit", "number IS NOT NULL"),
    "tournaments.TimeLimit.minutes": Edit("80"),
    "tournaments.TimeLimit.after_gong": Edit("'stop'"),
    "tournaments.RoundClock.round": Edit("(SELECT MAX(id) FROM tournaments_round)", "the clock of round"),
    "tournaments.RoundClock.minutes": Edit("80"),
    "tournaments.RoundClock.after_gong": Edit("'stop'"),
    "tournaments.RoundClock.ends_at": Edit(LONG_AGO),
    "tournaments.RoundClock.remaining": Edit("60, ends_at = NULL", "remaining"),
    "tournaments.TableClock.table": Edit("(SELECT MAX(id) FROM tournaments_table)", "the clock of table"),
    "tournaments.TableClock.is_held": Edit("TRUE, ends_at = NULL, remaining = 60", "is_held"),
    "tournaments.TableClock.ends_at": Edit(LONG_AGO),
    "tournaments.TableClock.remaining": Edit("60, ends_at = NULL", "remaining"),
    "tournaments.Photo.table": Edit("(SELECT MAX(id) FROM tournaments_table)", "table_id"),
    "tournaments.Photo.number": Edit("4"),
    "tournaments.Photo.sha256": Edit("'0'"),
    "tournaments.Photo.size": Edit("1"),
    "tournaments.Photo.width": Edit("1"),
    "tournaments.Photo.height": Edit("1"),
    "tournaments.Photo.taken_by_seat": Edit("(SELECT MAX(id) FROM tournaments_seat)", "taken_by_seat_id"),
    "tournaments.Photo.taken_by": Edit(OTHER_USER, "taken_by_id", "taken_by_id IS NOT NULL"),
    "tournaments.Photo.taken_at": Edit(LONG_AGO),
    "tournaments.Photo.delete_at": Edit(LONG_AGO),
    "tournaments.Photo.deleted_at": Edit(LONG_AGO, where="deleted_at IS NOT NULL"),
    "tournaments.Photo.removed_by_seat": Edit(
        "(SELECT MAX(id) FROM tournaments_seat)", "removed_by_seat_id", "removed_by_seat_id IS NOT NULL"
    ),
    "tournaments.Photo.removed_by": Edit(OTHER_USER, "removed_by_id", "removed_by_id IS NOT NULL"),
    "tournaments.PhotoContent.photo": Edit(
        "(SELECT id FROM tournaments_photo WHERE removed_by_id IS NOT NULL)", "content", FIRST_CONTENT
    ),
    "tournaments.PhotoContent.content": Edit(
        "(SELECT content FROM tournaments_photocontent ORDER BY photo_id DESC LIMIT 1)",
        "content",
        FIRST_CONTENT,
    ),
    "tournaments.RefereeCall.seat": Edit("(SELECT MAX(id) FROM tournaments_seat)", "seat_id"),
    "tournaments.RefereeCall.reason": Edit("'no reason'"),
    "tournaments.RefereeCall.called_at": Edit(LONG_AGO),
    "tournaments.RefereeCall.ended_by_seat": Edit(
        "(SELECT MAX(id) FROM tournaments_seat)", "ended_by_seat_id", "ended_by_seat_id IS NOT NULL"
    ),
    "tournaments.RefereeCall.ended_by": Edit(OTHER_USER, "ended_by_id", "ended_by_id IS NOT NULL"),
    "tournaments.RefereeCall.ended_at": Edit(LONG_AGO, where="ended_at IS NOT NULL"),
    "tournaments.HandRecord.table": Edit("(SELECT MAX(id) FROM tournaments_table)", HAND),
    "tournaments.HandRecord.number": Edit("300", HAND),
    "tournaments.HandRecord.kind": Edit("'change', of = 0, reason = 'why'", HAND),
    "tournaments.HandRecord.outcome": Edit('\'{"kind":"draw"}\'', HAND),
    "tournaments.HandRecord.of": Edit("2", HAND, "of IS NOT NULL AND number > 2"),
    "tournaments.HandRecord.reason": Edit("'no reason'", HAND),
    "tournaments.HandRecord.state": Edit("'{}'", "The points after hand"),
    "tournaments.HandRecord.seat": Edit("(SELECT MAX(id) FROM tournaments_seat)", HAND),
    "tournaments.HandRecord.user": Edit(OTHER_USER, "do not match this result", "user_id IS NOT NULL"),
    "tournaments.HandRecord.recorded_at": Edit(LONG_AGO, HAND),
    "tournaments.HandRecord.hash": Edit("'f'", HAND),
    "tournaments.HandRecord.salt": Edit("'f'", TYPED_WITH_A_HAND, "salt <> ''"),
    "tournaments.HandRecord.digests": Edit("'f'", HAND),
    "tournaments.SeatToken.seat": Edit("(SELECT MAX(id) FROM tournaments_seat)", "seat_id"),
    "tournaments.SeatToken.code_hash": Edit("'another'", "the codes of the seat cards"),
    "tournaments.SeatToken.device_hash": Edit("'another'"),
    "tournaments.SeatToken.device_name": Outside("what a phone says it is; nothing follows from it"),
    "tournaments.SeatToken.issued_by": Edit(OTHER_USER, "issued_by_id"),
    "tournaments.SeatToken.issued_at": Edit(LONG_AGO),
    "tournaments.SeatToken.claimed_at": Edit(LONG_AGO),
    "tournaments.SeatToken.revoked_at": Edit(LONG_AGO),
    "tournaments.SeatToken.second_claims": Edit("0", where="second_claims > 0"),
    "tournaments.Scoresheet.table": Edit("(SELECT MAX(id) FROM tournaments_table)", FIGURES),
    "tournaments.Scoresheet.version": Edit("80", FIGURES),
    "tournaments.Scoresheet.status": Edit(
        "'disputed'", "is “disputed”; according to the ledger it is “confirmed”", CONFIRMED
    ),
    "tournaments.Scoresheet.east": _points("east", "south"),
    "tournaments.Scoresheet.south": _points("south", "west"),
    "tournaments.Scoresheet.west": _points("west", "north"),
    "tournaments.Scoresheet.north": _points("north", "east"),
    "tournaments.Scoresheet.fifth": Edit("0", FIGURES),
    "tournaments.Scoresheet.east_chombo": Edit("east_chombo + 1", FIGURES),
    "tournaments.Scoresheet.south_chombo": Edit("1", FIGURES),
    "tournaments.Scoresheet.west_chombo": Edit("1", FIGURES),
    "tournaments.Scoresheet.north_chombo": Edit("1", FIGURES),
    "tournaments.Scoresheet.fifth_chombo": Edit("1, fifth = 0", FIGURES),
    "tournaments.Scoresheet.leftover": Edit("1000, east = east - 1000", FIGURES, CONFIRMED),
    "tournaments.Scoresheet.imbalance": Edit("0, north = north + 1000", FIGURES, "imbalance <> 0"),
    "tournaments.Scoresheet.imbalance_reason": Edit("'Stolen'", where=REPORTED_BY_SEAT),
    "tournaments.Scoresheet.start_total": Edit("start_total + 1000, east = east + 1000", FIGURES, CONFIRMED),
    "tournaments.Scoresheet.reason": Edit("'Because'", where="status = 'void'"),
    "tournaments.Scoresheet.dispute_reason": Edit("'Because'", where="status = 'superseded' AND version = 1"),
    "tournaments.Scoresheet.reported_by_seat": Edit("NULL", "reported_by_seat_id", REPORTED_BY_SEAT),
    "tournaments.Scoresheet.reported_by_user": Edit(OTHER_USER, "reported_by_user_id"),
    "tournaments.Scoresheet.reported_at": Edit(LONG_AGO),
    "tournaments.Scoresheet.claimed_at": Edit(LONG_AGO, where=REPORTED_BY_SEAT),
    "tournaments.Score.sheet": Edit("(SELECT MAX(id) FROM tournaments_scoresheet)", SCORES),
    "tournaments.Score.seat": Edit("(SELECT MAX(id) FROM tournaments_seat)", SCORES),
    "tournaments.Score.stage": Edit(SECOND, SCORES),
    "tournaments.Score.entry": Edit("(SELECT MAX(id) FROM tournaments_entry)", SCORES),
    "tournaments.Score.counts": Edit("NOT counts", SCORES),
    **{
        f"tournaments.Score.{column}": _score(column)
        for column in ("place", "points", "base", "uma", "oka", "leftover", "chombo", "total")
    },
    "tournaments.Confirmation.sheet": Edit(
        "(SELECT MAX(id) FROM tournaments_scoresheet)", "without a ledger entry"
    ),
    "tournaments.Confirmation.seat": Edit("(SELECT MAX(id) FROM tournaments_seat)", "is gone"),
    "tournaments.Confirmation.user": Edit(OTHER_USER, "without a ledger entry"),
    "tournaments.Confirmation.confirmed_at": Edit(LONG_AGO, "at a different time"),
    "tournaments.Penalty.round": Edit("NULL", "round_id", "round_id IS NOT NULL"),
    "tournaments.Penalty.stage": Edit(
        f"{SECOND}, round_id = NULL", "now applies to someone or something else"
    ),
    "tournaments.Penalty.entry": Edit(
        "(SELECT MAX(id) FROM tournaments_entry)",
        "now applies to someone or something else",
        "entry_id IS NOT NULL",
    ),
    "tournaments.Penalty.team": Edit(
        "NULL, entry_id = (SELECT MIN(id) FROM tournaments_entry)",
        "now applies to someone or something else",
        "team_id IS NOT NULL",
    ),
    # The database ties the kind to the sign of the amount.
    "tournaments.Penalty.kind": Edit("'bonus', amount = -amount", "now applies to someone or something else"),
    "tournaments.Penalty.amount": Edit("1", "now applies to someone or something else"),
    "tournaments.Penalty.reason": Edit("'Because'"),
    "tournaments.Penalty.given_for": Edit(
        "'absence'",
        "now applies to someone or something else",
        "round_id IS NOT NULL AND entry_id IS NOT NULL",
    ),
    "tournaments.Penalty.imposed_by": Edit("(SELECT MIN(id) FROM players_user)", "imposed_by_id"),
    "tournaments.Penalty.imposed_at": Edit(LONG_AGO),
    "tournaments.Penalty.lifted_by": Edit("(SELECT MIN(id) FROM players_user)", "lifted_by_id", LIFTED),
    "tournaments.Penalty.lifted_at": Edit(LONG_AGO, where=LIFTED),
    "tournaments.Penalty.lift_reason": Edit("'Because'", where=LIFTED),
    "tournaments.LedgerHead.tournament": Edit("0 - tournament_id", "no longer has a ledger", "seq > 5"),
    "tournaments.LedgerHead.chain": Edit("'another'", "changed after it was written", "seq > 5"),
    "tournaments.LedgerHead.seq": Edit("seq - 1", "head does not include it", "seq > 5"),
    "tournaments.LedgerHead.hash": Edit("'another'", "not the one named by the ledger's head", "seq > 5"),
    "tournaments.LedgerHead.standings_seq": Edit("0", "the ledger's head does not show it", "seq > 5"),
    "tournaments.LedgerEntry.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "it is missing", "seq = 7"
    ),
    "tournaments.LedgerEntry.seq": Edit("90000", "it is missing", "seq = 7"),
    "tournaments.LedgerEntry.kind": Edit("'finished'", "changed after it was written", "seq = 7"),
    "tournaments.LedgerEntry.payload": Edit("'{}'", "changed after it was written", "seq = 7"),
    "tournaments.LedgerEntry.actor": Edit("'console'", "changed after it was written", "seq = 7"),
    "tournaments.LedgerEntry.recorded_at": Edit(LONG_AGO, "changed after it was written", "seq = 7"),
    "tournaments.LedgerEntry.prev": Edit("'another'", "changed after it was written", "seq = 7"),
    "tournaments.LedgerEntry.hash": Edit("'another'", "changed after it was written", "seq = 7"),
    "tournaments.GameCount.stage": Edit("stage_id + 100", COUNTED, f"stage_id = {SECOND}"),
    "tournaments.GameCount.part": Edit("part + 100", COUNTED, f"stage_id = {SECOND}"),
    "tournaments.GameCount.reported": Edit("80", COUNTED, f"stage_id = {SECOND}"),
    "tournaments.RoundCount.round": Edit("round_id + 100000", TABLES_COUNTED, FIRST_ROUND),
    "tournaments.RoundCount.tables": Edit("80", TABLES_COUNTED, FIRST_ROUND),
    "tournaments.RoundCount.confirmed": Edit("80", TABLES_COUNTED, FIRST_ROUND),
    "tournaments.Publication.stage": Edit(
        "stage_id + 100", "no longer has a publication", f"stage_id = {SECOND}"
    ),
    "tournaments.Publication.as_of_seq": Edit("9999", "claim to be as of entry 9999", f"stage_id = {SECOND}"),
    "tournaments.Publication.games_counted": Edit("80", "number of games", f"stage_id = {SECOND}"),
    "tournaments.Publication.last_round": Edit("80", "do not name the last round", f"stage_id = {SECOND}"),
    "tournaments.Publication.published_at": Edit("NULL", "claim to be as of entry", f"stage_id = {SECOND}"),
    "tournaments.Publication.failures": Outside(BY_MACHINE),
    "tournaments.LastRoundNeeds.stage": Outside(NEEDED),
    "tournaments.LastRoundNeeds.as_of_seq": Outside(NEEDED),
    "tournaments.LastRoundNeeds.seating": Outside(NEEDED),
    "tournaments.LastRoundNeeds.seated_seq": Outside(NEEDED),
    "tournaments.LastRoundNeeds.round": Outside(NEEDED),
    "tournaments.LastRoundNeeds.needs": Outside(NEEDED),
    "tournaments.StandingsAfterRound.stage": Outside(KEPT),
    "tournaments.StandingsAfterRound.number": Outside(KEPT),
    "tournaments.StandingsAfterRound.next_started_at": Outside(KEPT),
    "tournaments.StandingsAfterRound.rows": Outside(KEPT),
    "tournaments.CountingRule.stage": Edit(f"{SECOND} + 100", "the games that count in stage", ONLY_ONE),
    "tournaments.CountingRule.selection": Edit("'best_run'", "", ONLY_ONE),
    "tournaments.CountingRule.number": Edit("2", "", ONLY_ONE),
    "tournaments.CountingRule.minimum_games": Edit("2", "", ONLY_ONE),
    "tournaments.CountingRule.maximum_games": Edit("8", "", ONLY_ONE),
    "tournaments.CountingRule.missing_game_penalty": Edit("8", "", ONLY_ONE),
    "tournaments.CountingRule.sitting_out_score": Edit("8", "", ONLY_ONE),
    "tournaments.CountingRule.absence_score": Edit("8", "", ONLY_ONE),
    "tournaments.TeamCountingRule.stage": Edit(f"{SECOND} + 100", "team scoring", ONLY_ONE),
    "tournaments.TeamCountingRule.best_of_a_round": Edit("2", "", ONLY_ONE),
    "tournaments.TeamCountingRule.games_of_a_player": Edit("2", "", ONLY_ONE),
    "tournaments.TeamCountingRule.best_games": Edit("2", "", ONLY_ONE),
    "tournaments.TeamCountingRule.match_points": Edit("'[3, 2, 1]'", "", ONLY_ONE),
    "tournaments.LeagueHost.league": Edit("(SELECT MAX(id) FROM tournaments_league)", "host name", ONLY_ONE),
    "tournaments.LeagueHost.host": Edit("'evil.example'", "host", ONLY_ONE),
    "tournaments.Brand.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", BRAND, OF_TOURNAMENT
    ),
    "tournaments.Brand.league": Outside(NOT_BOTH),
    "tournaments.Brand.name": Edit("'Evil Club'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.colour": Edit("'#000000'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.accent": Edit("'#000000'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.logo": Edit("''", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.footer": Edit("'Gone'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.imprint_link": Edit("'https://evil.example/'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.imprint": Edit("'Gone'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.privacy_link": Edit("'https://evil.example/'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.privacy": Edit("'Gone'", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.poster": Edit("''", BRAND, OF_TOURNAMENT),
    "tournaments.Brand.poster_small": Edit("''", BRAND, OF_TOURNAMENT),
    "tournaments.Sponsor.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", SPONSORS, OF_TOURNAMENT
    ),
    "tournaments.Sponsor.league": Outside(NOT_BOTH),
    "tournaments.Sponsor.ordinal": Edit("9", SPONSORS, GREEN_TILES),
    "tournaments.Sponsor.name": Edit("'Evil Club'", SPONSORS, OF_TOURNAMENT),
    "tournaments.Sponsor.link": Edit("'https://evil.example/'", SPONSORS, OF_TOURNAMENT),
    "tournaments.Sponsor.logo": Edit("''", SPONSORS, GREEN_TILES),
    "tournaments.BrandPicture.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", PICTURES, OF_TOURNAMENT
    ),
    "tournaments.BrandPicture.league": Outside(NOT_BOTH),
    "tournaments.BrandPicture.name": Edit("'x'", PICTURES, OF_TOURNAMENT),
    "tournaments.BrandPicture.content": Edit("'x'", PICTURES, OF_TOURNAMENT),
    "tournaments.About.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", ABOUT, ONLY_ONE),
    "tournaments.About.description_en": Edit("'Gone.'", ABOUT, ONLY_ONE),
    "tournaments.About.description_ja": Edit("'中止'", ABOUT, ONLY_ONE),
    "tournaments.About.fee": Edit("'free'", ABOUT, ONLY_ONE),
    "tournaments.About.address": Edit("'Osaka'", ABOUT, ONLY_ONE),
    "tournaments.About.map_link": Edit("'https://evil.example/'", ABOUT, ONLY_ONE),
    "tournaments.About.contact": Edit("'eve@evil.example'", ABOUT, ONLY_ONE),
    "tournaments.About.website": Edit("'https://evil.example/'", ABOUT, ONLY_ONE),
    "tournaments.Thanks.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", THANKS, ONLY_ONE),
    "tournaments.Thanks.text_en": Edit("'Gone.'", THANKS, ONLY_ONE),
    "tournaments.Thanks.text_ja": Edit("'中止'", THANKS, ONLY_ONE),
    "tournaments.TimetableItem.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", TIMETABLE, ONLY_ONE
    ),
    "tournaments.TimetableItem.at": Edit(LONG_AGO, TIMETABLE, ONLY_ONE),
    "tournaments.TimetableItem.title": Edit("'Dinner'", TIMETABLE, ONLY_ONE),
    "tournaments.TimetableItem.note": Edit("'No lunch'", TIMETABLE, ONLY_ONE),
    "tournaments.Question.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", QUESTIONS, TEXT_QUESTION
    ),
    "tournaments.Question.ordinal": Edit("9", QUESTIONS, TEXT_QUESTION),
    "tournaments.Question.kind": Edit("'number'", QUESTIONS, TEXT_QUESTION),
    "tournaments.Question.label_en": Edit("'Why?'", QUESTIONS, TEXT_QUESTION),
    "tournaments.Question.label_ja": Edit("'なぜ'", QUESTIONS, TEXT_QUESTION),
    "tournaments.Question.options": Edit("'A'", QUESTIONS, "kind = 'choice'"),
    "tournaments.Question.is_required": Edit("NOT is_required", QUESTIONS, TEXT_QUESTION),
    "tournaments.Question.is_closed": Edit("NOT is_closed", QUESTIONS, TEXT_QUESTION),
    "tournaments.Answer.registration": Outside(PERSON),
    "tournaments.Answer.question": Outside(PERSON),
    "tournaments.Answer.text": Outside(PERSON),
    "tournaments.GameQuota.stage": Edit(f"{SECOND} + 100", "the game quota of stage", ONLY_ONE),
    "tournaments.GameQuota.least": Edit("3", "", ONLY_ONE),
    "tournaments.GameQuota.most": Edit("9", "", ONLY_ONE),
    "tournaments.PlannedRounds.stage": Edit(f"{SECOND} + 100", "the planned rounds of stage", ONLY_ONE),
    "tournaments.PlannedRounds.rounds": Edit("7", "", ONLY_ONE),
    "tournaments.PlannedRounds.starts_at": Edit("660", "", ONLY_ONE),
    "tournaments.PlannedRounds.minutes": Edit("80", "", ONLY_ONE),
    "tournaments.PlannedRounds.pause": Edit("20", "", ONLY_ONE),
    "tournaments.PlannedRounds.lunch_after": Edit("3", "", ONLY_ONE),
    "tournaments.PlannedRounds.lunch": Edit("70", "", ONLY_ONE),
    "tournaments.PlannedRounds.a_day": Edit("4", "", ONLY_ONE),
    "tournaments.LineUpRule.stage": Edit(f"{SECOND} + 100", "the line-up rule of stage", ONLY_ONE),
    "tournaments.LineUpRule.closes_before": Edit("5", "", ONLY_ONE),
    "tournaments.LineUpRule.late_penalty": Edit("5", "", ONLY_ONE),
    "tournaments.LineUp.round": Edit("(SELECT MIN(id) FROM tournaments_round)", "the line-up of team"),
    "tournaments.LineUp.team": Edit("(SELECT MIN(id) FROM tournaments_team)", "the line-up of team"),
    "tournaments.LineUp.content": Edit("'{}'"),
    "tournaments.LineUp.is_late": Edit("NOT is_late"),
    "tournaments.LineUp.is_shown": Edit("NOT is_shown"),
    "tournaments.LineUpQuota.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", QUOTAS),
    "tournaments.LineUpQuota.name": Edit("'Seniors'", QUOTAS),
    "tournaments.LineUpQuota.least": Edit("2", QUOTAS),
    "tournaments.LineUpQuota.salt": Edit("'0'", QUOTAS),
    "tournaments.LineUpQuotaMember.quota": Edit("0", QUOTAS),
    "tournaments.LineUpQuotaMember.entry": Edit("(SELECT MIN(id) FROM tournaments_entry)", QUOTAS),
    "tournaments.SeatDrawRule.stage": Edit(SECOND, "the seat draw of stage", ONLY_ONE),
    "tournaments.SeatDraw.table": Edit(
        "(SELECT MAX(id) FROM tournaments_table)", "the seat draw of table", ONLY_ONE
    ),
    "tournaments.SeatDraw.procedure": Edit("'random'", "", ONLY_ONE),
    "tournaments.SeatDraw.content": Edit("'{}'", "", ONLY_ONE),
    "tournaments.SeatDraw.seed": Edit("'0'", "", ONLY_ONE),
    "tournaments.SeatDraw.seat": Edit("0, user_id = NULL", "", ONLY_ONE),
    "tournaments.SeatDraw.user": Edit("NULL", "", ONLY_ONE),
    "tournaments.SeatDraw.drawn_at": Edit(LONG_AGO, "", ONLY_ONE),
    "tournaments.Night.stage": Edit(SECOND, "night"),
    "tournaments.Night.status": Edit("'cancelled'"),
    "tournaments.Night.starts_at": Edit("'2031-01-08 10:00:00+00:00'"),
    "tournaments.Night.closes_at": Edit("'2029-01-08 10:00:00+00:00'"),
    "tournaments.Night.places": Edit("7"),
    "tournaments.Night.games": Edit("7"),
    "tournaments.Night.late_penalty": Edit("7"),
    "tournaments.Night.absence_penalty": Edit("7"),
    "tournaments.NightPlayer.night": Edit("(SELECT MAX(id) FROM tournaments_night)", "the place of entry"),
    "tournaments.NightPlayer.entry": Edit("(SELECT MAX(id) FROM tournaments_entry)", "the place of entry"),
    "tournaments.NightPlayer.status": Edit("'absent'"),
    "tournaments.NightPlayer.games": Edit("1"),
    "tournaments.NightPlayer.turn": Edit("70"),
    "tournaments.Qualification.stage": Edit(SECOND, "the qualification for stage", ONLY_ONE),
    "tournaments.Qualification.of_teams": Edit("NOT of_teams", "", ONLY_ONE),
    "tournaments.Qualification.carries": Edit("'full'", "", ONLY_ONE),
    "tournaments.Qualification.numerator": Edit("0", "", ONLY_ONE),
    "tournaments.Qualification.denominator": Edit("3", "", ONLY_ONE),
    "tournaments.Qualification.quantum": Edit("1000", "", ONLY_ONE),
    "tournaments.Qualification.rounding": Edit("'half_away'", "", ONLY_ONE),
    "tournaments.Qualification.by_rank": Edit("'[1]', carries = 'by_rank'", "", ONLY_ONE),
    "tournaments.Qualification.carries_head_to_head": Edit("NOT carries_head_to_head", "", ONLY_ONE),
    "tournaments.Qualification.carries_points": Edit("NOT carries_points, carries = 'full'", "", ONLY_ONE),
    "tournaments.Qualification.forgives_penalties": Edit("NOT forgives_penalties", "", ONLY_ONE),
    "tournaments.Qualification.confirmed_at": Edit("NULL", "", ONLY_ONE),
    "tournaments.QualifyingRule.qualification": Edit("qualification_id + 100", "rules"),
    "tournaments.QualifyingRule.ordinal": Edit("2", "rules"),
    "tournaments.QualifyingRule.source": Edit(SECOND, "rules"),
    "tournaments.QualifyingRule.among": Edit("'groups'", "rules"),
    "tournaments.QualifyingRule.first": Edit("2", "rules"),
    "tournaments.QualifyingRule.last": Edit("4", "rules"),
    "tournaments.Qualifier.qualification": Edit("qualification_id + 100", "qualifiers"),
    "tournaments.Qualifier.seed": Edit("9", "qualifiers"),
    "tournaments.Qualifier.entry": Edit("(SELECT MAX(id) FROM tournaments_entry)", "qualifiers"),
    "tournaments.Qualifier.team": Edit(
        "(SELECT MAX(id) FROM tournaments_team), entry_id = NULL", "qualifiers"
    ),
    "tournaments.Qualifier.source": Edit("NULL", "qualifiers"),
    "tournaments.Standing.stage": Edit("(SELECT MAX(id) FROM tournaments_stage)", GIVES),
    "tournaments.Standing.entry": Edit(
        "(SELECT MAX(id) FROM tournaments_entry WHERE status = 'withdrawn')", GIVES
    ),
    **{
        f"tournaments.Standing.{column}": _standing(column)
        for column in (
            "position",
            "rank",
            "total",
            "carried",
            "penalty",
            "games",
            "firsts",
            "seconds",
            "thirds",
            "fourths",
            "fifths",
            "lasts",
            "points",
            "carried_points",
            "chombo",
        )
    },
    "tournaments.Standing.rank_before": Edit("77", GIVES),
    "tournaments.Standing.best": Edit("77", GIVES),
    "tournaments.Standing.worst": Edit("77", GIVES),
    "tournaments.Standing.last": Edit("77", GIVES),
    "tournaments.TeamStanding.stage": Edit("stage_id + 100", GIVES),
    "tournaments.TeamStanding.team": Edit("team_id + 100", GIVES),
    **{
        f"tournaments.TeamStanding.{column}": _standing(column)
        for column in (
            "position",
            "rank",
            "total",
            "carried",
            "carried_points",
            "own_penalty",
            "left_out",
            "games",
            "firsts",
            "seconds",
            "thirds",
            "fourths",
            "fifths",
        )
    },
    "tournaments.TeamStanding.rank_before": Edit("77", GIVES),
    "tournaments.TeamStanding.match_points": Edit("COALESCE(match_points, 0) + 1", GIVES),
    "tournaments.SeatHands.seat": Edit("(SELECT MAX(id) FROM tournaments_seat)", HANDS_GIVE, "wins = 1"),
    "tournaments.SeatHands.stage": Edit(SECOND, HANDS_GIVE, "wins = 1"),
    "tournaments.SeatHands.won_yakuman": Edit("'kokushi'", HANDS_GIVE, "wins = 1"),
    **{
        f"tournaments.{model}.{column}": Edit(value, HANDS_GIVE, "yaku_wins = 1")
        for model in ("SeatHands", "HandStatistics")
        for column, value in (("won_yaku", "'tanyao:1'"), ("yaku_wins", "0, dora = 0, won_yaku = ''"))
    },
    "tournaments.HandStatistics.stage": Edit(SECOND, HANDS_GIVE, "wins = 1"),
    "tournaments.HandStatistics.entry": Edit(
        "(SELECT MAX(id) FROM tournaments_entry)", HANDS_GIVE, "wins = 1"
    ),
    **{
        f"tournaments.{model}.{column}": _counted(column)
        for model in ("SeatHands", "HandStatistics")
        for column in ("players", *NAMES)
        if column != "yaku_wins"
    },
    "tournaments.ApiToken.user": Outside(SECRET),
    "tournaments.ApiToken.name": Outside(SECRET),
    "tournaments.ApiToken.scope": Outside(SECRET),
    "tournaments.ApiToken.tournament": Outside(SECRET),
    "tournaments.ApiToken.start": Outside(SECRET),
    "tournaments.ApiToken.token_hash": Outside(SECRET),
    "tournaments.ApiToken.created_at": Outside(SECRET),
    "tournaments.ApiToken.expires_at": Outside(SECRET),
    "tournaments.ApiToken.last_used_at": Outside(SECRET),
    "tournaments.ApiToken.revoked_at": Outside(SECRET),
    "tournaments.Attempts.bucket": Outside(BY_MACHINE),
    "tournaments.Attempts.period": Outside(BY_MACHINE),
    "tournaments.Attempts.count": Outside(BY_MACHINE),
    "tournaments.Heartbeat.name": Outside(BY_MACHINE),
    "tournaments.Heartbeat.beat_at": Outside(BY_MACHINE),
    "tournaments.Invitation.tournament": Edit("(SELECT MAX(id) FROM tournaments_tournament)", "invitation"),
    "tournaments.Invitation.league": Edit(OTHER_LEAGUE, "invitation", "league_id IS NOT NULL"),
    "tournaments.Invitation.role": Edit("'organizer'"),
    "tournaments.Invitation.for_whom": Outside("a note of the staff to itself; nothing follows from it"),
    "tournaments.Invitation.code_hash": Edit("'f'"),
    "tournaments.Invitation.invited_by": Edit(OTHER_USER),
    "tournaments.Invitation.created_at": Edit(LONG_AGO),
    "tournaments.Invitation.expires_at": Edit("'2099-01-01 00:00:00+00:00'"),
    "tournaments.Invitation.accepted_at": Edit(LONG_AGO, where="accepted_at IS NOT NULL"),
    "tournaments.Invitation.accepted_by": Edit(OTHER_USER, where="accepted_at IS NOT NULL"),
    "tournaments.Invitation.declined_at": Edit(LONG_AGO, where="declined_at IS NOT NULL"),
    "tournaments.Invitation.withdrawn_at": Edit(LONG_AGO, where="withdrawn_at IS NOT NULL"),
    "tournaments.PrintJob.tournament": Outside(BY_MACHINE),
    "tournaments.PrintJob.ordered_by": Outside(BY_MACHINE),
    "tournaments.PrintJob.ordered_at": Outside(BY_MACHINE),
    "tournaments.PrintJob.kind": Outside(BY_MACHINE),
    "tournaments.PrintJob.choice": Outside(BY_MACHINE),
    "tournaments.PrintJob.language": Outside(BY_MACHINE),
    "tournaments.PrintJob.status": Outside(BY_MACHINE),
    "tournaments.PrintJob.attempt": Outside(BY_MACHINE),
    "tournaments.PrintJob.heartbeat_at": Outside(BY_MACHINE),
    "tournaments.PrintJob.done": Outside(BY_MACHINE),
    "tournaments.PrintJob.total": Outside(BY_MACHINE),
    "tournaments.PrintedFile.job": Outside(BY_MACHINE),
    "tournaments.PrintedFile.content": Outside(BY_MACHINE),
    "tournaments.IdempotencyKey.actor": Outside(BY_MACHINE),
    "tournaments.IdempotencyKey.key": Outside(BY_MACHINE),
    "tournaments.IdempotencyKey.fingerprint": Outside(BY_MACHINE),
    "tournaments.IdempotencyKey.status": Outside(BY_MACHINE),
    "tournaments.IdempotencyKey.answer": Outside(BY_MACHINE),
    "tournaments.IdempotencyKey.created_at": Outside(BY_MACHINE),
    "tournaments.Staff.tournament": Edit(
        "(SELECT MAX(id) FROM tournaments_tournament)", "the role of account"
    ),
    "tournaments.Staff.user": Edit(OTHER_USER, "the role of account"),
    "tournaments.Staff.role": Edit("'scorer'", "role", "role = 'referee'"),
}
COLUMNS |= {f"tournaments.Tournament.{name}": Edit("'another'") for name in recorded_texts()}

# Columns that silence others of their group, duplicate their report, or move totals by random amounts: edited alone.
# "*": the whole table.
ONE_BY_ONE = {
    "CountingRule": "*",
    "Entry": "*",
    "FormerTeam": "*",
    "HandRecord": "table number outcome user",
    "HandStatistics": "stage entry",
    "Invitation": "league",
    "LedgerText": "*",
    "LineUpQuota": "tournament",
    "LineUpQuotaMember": "*",
    "NameTrace": "*",
    "OldLeagueAddress": "slug",
    "Penalty": "entry team",
    "PhotoContent": "content",
    "Player": "name",
    "Publication": "*",
    "Qualification": "*",
    "Qualifier": "*",
    "QualifyingRule": "*",
    "RatingRule": "*",
    "Round": "*",
    "Score": "sheet seat stage entry counts place points chombo total",
    "Scoresheet": "table version status east south west north fifth east_chombo south_chombo west_chombo "
    "north_chombo fifth_chombo leftover imbalance start_total",
    "Season": "league",
    "Seat": "*",
    "SeatHands": "seat stage",
    "Staff": "tournament",
    "Stage": "tournament ordinal",
    "Standing": "stage entry",
    "Table": "round is_unranked",
    "TableFormat": "usual_of rulebook_content",
    "Team": "tournament",
    "TeamCountingRule": "*",
    "Tournament": "season visibility",
}
# The number of problems an edit makes, if not one.
PROBLEMS = {
    "About": {"tournament": 2},
    "Thanks": {"tournament": 2},
    "Brand": {"tournament": 2},
    "BrandPicture": {"tournament": 2},
    "LeagueHost": {"league": 2},
    "Sponsor": {"tournament": 2},
    "Announcement": {"tournament": 2},
    "Webhook": {"tournament": 2, "league": 2},
    "Confirmation": {"sheet": 2, "seat": 2, "user": 2},
    "Division": {"season": 2, "level": 2},
    "HandRecord": {"salt": 2},
    "Invitation": {"tournament": 2, "accepted_at": 2, "accepted_by": 2},
    "LeagueLedgerEntry": {"kind": 2, "league": 2},
    "LeagueStaff": {"league": 2, "user": 2},
    "LedgerEntry": {"tournament": 2},
    "LedgerHead": {"seq": 6},
    "LineUp": {"round": 2, "team": 2},
    "NightPlayer": {"night": 2, "entry": 2},
    "OldAddress": {"tournament": 2, "slug": 2},
    "OldLeagueAddress": {"league": 2},
    "Question": {"tournament": 2},
    "TimetableItem": {"tournament": 2},
    "Penalty": {"round": 2, "lifted_by": 2, "lifted_at": 2, "lift_reason": 2},
    "Photo": {"sha256": 2, "deleted_at": 2},
    "PhotoContent": {"photo": 2},
    "Rating": {"tournament": 2, "player": 2},
    "RefereeCall": {"ended_at": 2},
    "Registration": {"tournament": 2, "ended_at": 2},
    "RoundClock": {"round": 2},
    "SeatDraw": {"table": 2},
    "SeatDrawRule": {"stage": 2},
    "SeatingConstraint": {"tournament": 2},
    "SeedCommitment": {"commitment": 2},
    "SelfRegistration": {"tournament": 2},
    "Staff": {"user": 2},
    "TableClock": {"table": 2},
    "TableFormat": {"tournament": 2},
    "TableKiosk": {"tournament": 2},
    "TeamStanding": {"team": 2},
    "TimeLimit": {"tournament": 2, "stage": 2, "number": 2},
    "Tournament": {"confirmation_rule": 2, "substitute_score": 2},
}
