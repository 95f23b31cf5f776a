"""The stored facts of an event, and the constraints the database enforces on them."""

from tournaments.models.about import events as about_events
from tournaments.models.about.about import About, Thanks
from tournaments.models.about.brands import Brand, BrandPicture, Sponsor
from tournaments.models.about.questions import Answer, Question
from tournaments.models.about.timetable import TimetableItem
from tournaments.models.attempts import Attempts
from tournaments.models.ceremony import events as ceremony_events
from tournaments.models.ceremony.seat_draws import SeatDraw, SeatDrawRule
from tournaments.models.credentials import events as credentials_events
from tournaments.models.credentials.api_tokens import ApiToken
from tournaments.models.credentials.kiosks import TableKiosk
from tournaments.models.credentials.player_cards import CardPhone, PlayerCard
from tournaments.models.credentials.seat_tokens import SeatToken
from tournaments.models.draws import events as draws_events
from tournaments.models.draws.draws import Draw, SeatingConstraint, SeedCommitment
from tournaments.models.draws.jobs import DrawJob
from tournaments.models.free_play import events as free_play_events
from tournaments.models.free_play.nights import Night, NightPlayer
from tournaments.models.heartbeats import Heartbeat
from tournaments.models.idempotency import IdempotencyKey
from tournaments.models.leagues import events as leagues_events
from tournaments.models.leagues.divisions import Division
from tournaments.models.leagues.hosts import LeagueHost
from tournaments.models.leagues.league import League, Season
from tournaments.models.leagues.ledger import LeagueLedgerEntry, LeagueLedgerHead
from tournaments.models.leagues.moves import Move
from tournaments.models.leagues.rating_rules import RatingRule
from tournaments.models.leagues.season_rankings import SeasonRankingRule
from tournaments.models.leagues.staff import LeagueStaff
from tournaments.models.ledger import LedgerEntry, LedgerHead
from tournaments.models.origins import events as origins_events
from tournaments.models.origins.origins import Origin
from tournaments.models.people import events as people_events
from tournaments.models.people.entries import Entry, Team
from tournaments.models.people.first_tournaments import FirstTournament
from tournaments.models.people.invitations import Invitation
from tournaments.models.people.merged_players import MergedPlayer
from tournaments.models.people.qualifying import Qualification, Qualifier, QualifyingRule
from tournaments.models.people.recognitions import Recognition
from tournaments.models.people.record_proposals import RecordProposal
from tournaments.models.people.registrations import Registration, SelfRegistration
from tournaments.models.people.staff import Staff
from tournaments.models.photos import events as photos_events
from tournaments.models.photos.photos import Photo, PhotoContent
from tournaments.models.play import events as play_events
from tournaments.models.play.announcements import Announcement
from tournaments.models.play.clocks import AfterGong, RoundClock, TableClock, TimeLimit
from tournaments.models.play.game_counts import GameCount, RoundCount
from tournaments.models.play.hands import HandRecord
from tournaments.models.play.line_ups import LineUp, LineUpRule
from tournaments.models.play.planned_rounds import PlannedRounds
from tournaments.models.play.referee_calls import RefereeCall
from tournaments.models.play.results import Confirmation, Penalty, Score, Scoresheet
from tournaments.models.play.rounds import Round, Seat, Table
from tournaments.models.printing import PrintedFile, PrintJob
from tournaments.models.published import (
    LastRoundNeeds,
    Publication,
    Standing,
    StandingsAfterRound,
    TeamStanding,
)
from tournaments.models.ratings import RatedTournament, Rating
from tournaments.models.setup import events as setup_events
from tournaments.models.setup.counting import CountingRule
from tournaments.models.setup.discarded_tournaments import Discard
from tournaments.models.setup.old_addresses import OldAddress, OldLeagueAddress
from tournaments.models.setup.rehearsals import Rehearsal
from tournaments.models.setup.structure import Stage, TableFormat, Tournament
from tournaments.models.statistics.hands import HandStatistics, SeatHands
from tournaments.models.teams import events as teams_events
from tournaments.models.teams.award_rules import SeasonAwardRule
from tournaments.models.teams.awards import Award
from tournaments.models.teams.captains import Captain
from tournaments.models.teams.counting import TeamCountingRule
from tournaments.models.teams.former_teams import FormerTeam
from tournaments.models.teams.line_up_quotas import LineUpQuota, LineUpQuotaMember
from tournaments.models.teams.looks import TeamLook
from tournaments.models.teams.quotas import GameQuota
from tournaments.models.teams.team_moves import TeamMove
from tournaments.models.texts import events as texts_events
from tournaments.models.texts.ledger_texts import LedgerText
from tournaments.models.webhooks import events as webhooks_events
from tournaments.models.webhooks.webhooks import Webhook, WebhookCursor, WebhookDelivery
from tournaments.models.winds import Wind

# Importing an event registers its kind.
EVENTS = (
    about_events,
    ceremony_events,
    draws_events,
    free_play_events,
    credentials_events,
    leagues_events,
    origins_events,
    people_events,
    photos_events,
    play_events,
    setup_events,
    teams_events,
    texts_events,
    webhooks_events,
)

__all__ = [
    "About",
    "AfterGong",
    "Announcement",
    "Answer",
    "ApiToken",
    "Attempts",
    "Award",
    "Brand",
    "BrandPicture",
    "Captain",
    "CardPhone",
    "Confirmation",
    "CountingRule",
    "Discard",
    "Division",
    "Draw",
    "DrawJob",
    "Entry",
    "FirstTournament",
    "FormerTeam",
    "GameCount",
    "GameQuota",
    "HandRecord",
    "HandStatistics",
    "Heartbeat",
    "IdempotencyKey",
    "Invitation",
    "LastRoundNeeds",
    "League",
    "LeagueHost",
    "LeagueLedgerEntry",
    "LeagueLedgerHead",
    "LeagueStaff",
    "LedgerEntry",
    "LedgerHead",
    "LedgerText",
    "LineUp",
    "LineUpQuota",
    "LineUpQuotaMember",
    "LineUpRule",
    "MergedPlayer",
    "Move",
    "Night",
    "NightPlayer",
    "OldAddress",
    "OldLeagueAddress",
    "Origin",
    "Penalty",
    "Photo",
    "PhotoContent",
    "PlannedRounds",
    "PlayerCard",
    "PrintJob",
    "PrintedFile",
    "Publication",
    "Qualification",
    "Qualifier",
    "QualifyingRule",
    "Question",
    "RatedTournament",
    "Rating",
    "RatingRule",
    "Recognition",
    "RecordProposal",
    "RefereeCall",
    "Registration",
    "Rehearsal",
    "Round",
    "RoundClock",
    "RoundCount",
    "Score",
    "Scoresheet",
    "Season",
    "SeasonAwardRule",
    "SeasonRankingRule",
    "Seat",
    "SeatDraw",
    "SeatDrawRule",
    "SeatHands",
    "SeatToken",
    "SeatingConstraint",
    "SeedCommitment",
    "SelfRegistration",
    "Sponsor",
    "Staff",
    "Stage",
    "Standing",
    "StandingsAfterRound",
    "Table",
    "TableClock",
    "TableFormat",
    "TableKiosk",
    "Team",
    "TeamCountingRule",
    "TeamLook",
    "TeamMove",
    "TeamStanding",
    "Thanks",
    "TimeLimit",
    "TimetableItem",
    "Tournament",
    "Webhook",
    "WebhookCursor",
    "WebhookDelivery",
    "Wind",
]
