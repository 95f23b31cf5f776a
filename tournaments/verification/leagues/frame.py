"""A league's address, name, organizers and seasons."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _
from django.utils.translation import pgettext

from players.models import NameTrace
from players.traces import name_digest, subject_of
from tournaments.models import (
    Award,
    Brand,
    Division,
    League,
    LeagueHost,
    LeagueStaff,
    OldLeagueAddress,
    RatingRule,
    Season,
    SeasonAwardRule,
    SeasonRankingRule,
)
from tournaments.models.about.events import brand_content
from tournaments.models.chain import canonical
from tournaments.models.leagues.events import (
    DivisionOpened,
    DivisionsSet,
    LeagueBaselineRecorded,
    LeagueBrandSet,
    LeagueEdited,
    LeagueFounded,
    LeagueHostSet,
    LeagueRemoved,
    OrganizerAppointed,
    OrganizerDismissed,
    RatingSet,
    SeasonAwardsSet,
    SeasonOpened,
    SeasonRankingSet,
    SeasonRemoved,
    SeasonRenamed,
    SeasonRevoked,
    SeasonTitlesAwarded,
)
from tournaments.verification.entry import Entry
from tournaments.verification.findings import Found, differing, differs, gone, is_about, without_entry
from tournaments.verification.reading import as_far_as_readable, each


class Frame:
    """Follows a league's names, organizers and numbered seasons."""

    def __init__(self) -> None:
        self.slug: tuple[int, Any] | None = None
        self.left: dict[Any, int] = {}
        self.removed: Entry | None = None
        self.staff: dict[Any, int] = {}
        self.seasons: dict[Any, tuple[int, Any]] = {}
        # By season and level: name and rule.
        self.divisions: dict[tuple[Any, Any], tuple[int, tuple[Any, Any]]] = {}
        # By season, what its tournaments are worth; None once it has no ranking.
        self.rankings: dict[Any, tuple[int, Any]] = {}
        # The same of its titles, and by season and holder the titles that were awarded.
        self.award_rules: dict[Any, tuple[int, Any]] = {}
        self.awards: dict[tuple[Any, ...], tuple[int, tuple[Any, ...]]] = {}
        # The rating rule; None once there is none.
        self.rating: tuple[int, Any] = (0, None)
        self.brand: tuple[int, Any] | None = None
        self.host: tuple[int, Any] = (0, "")
        # By kind and id, the last recorded digest.
        self.names: dict[tuple[str, Any], tuple[int, Any]] = {}

    @property
    def kinds(self) -> Mapping[str, Callable[[Entry], None]]:
        return {
            LeagueFounded.kind: self._addressed,
            LeagueBaselineRecorded.kind: self._baseline,
            LeagueEdited.kind: self._addressed,
            LeagueRemoved.kind: self._removed,
            SeasonOpened.kind: self._season,
            SeasonRenamed.kind: self._season,
            SeasonRemoved.kind: self._season_removed,
            SeasonRevoked.kind: self._season_revoked,
            DivisionOpened.kind: self._division,
            DivisionsSet.kind: self._divisions,
            SeasonRankingSet.kind: self._ranking,
            SeasonAwardsSet.kind: self._award_rule,
            SeasonTitlesAwarded.kind: self._awarded,
            RatingSet.kind: self._rated,
            LeagueBrandSet.kind: self._branded,
            LeagueHostSet.kind: self._hosted,
            OrganizerAppointed.kind: self._appointed,
            OrganizerDismissed.kind: self._dismissed,
        }

    def _addressed(self, entry: Entry) -> None:
        if "slug" in entry.payload:
            if self.slug is not None:
                self.left[self.slug[1]] = entry.seq
            self.left.pop(entry.payload["slug"], None)
            self.slug = entry.seq, entry.payload["slug"]
        if "name" in entry.payload:
            self.names["league", 0] = entry.seq, entry.payload["name"]

    def _baseline(self, entry: Entry) -> None:
        """The state before it is as of that time."""
        self.slug = entry.seq, entry.payload["slug"]
        self.left = dict.fromkeys(entry.payload["left"], entry.seq)
        self.staff = dict.fromkeys(entry.payload["staff"], entry.seq)
        self.seasons = {int(pk): (entry.seq, at) for pk, at in entry.payload["seasons"].items()}

    def _removed(self, entry: Entry) -> None:
        """Its addresses are free again."""
        self.removed, self.left = entry, {}
        self.slug = entry.seq, entry.payload["slug"]

    def _season(self, entry: Entry) -> None:
        self.seasons[entry.payload["season"]] = entry.seq, entry.payload["ordinal"]
        self.names["season", entry.payload["season"]] = entry.seq, entry.payload["name"]

    def _division(self, entry: Entry) -> None:
        key = entry.payload["season"], entry.payload["level"]
        self.divisions[key] = entry.seq, (entry.payload["name"], {})

    def _divisions(self, entry: Entry) -> None:
        season = entry.payload["season"]
        self.divisions = {key: row for key, row in self.divisions.items() if key[0] != season}
        for level, name, boundary in entry.payload["divisions"]:
            self.divisions[season, level] = entry.seq, (name, boundary)

    def _ranking(self, entry: Entry) -> None:
        self.rankings[entry.payload["season"]] = entry.seq, entry.payload["rule"]

    def _award_rule(self, entry: Entry) -> None:
        season = entry.payload["season"]
        self.award_rules[season] = entry.seq, entry.payload["rule"]
        if entry.payload["rule"] is None:
            self.awards = {key: row for key, row in self.awards.items() if key[0] != season}

    def _awarded(self, entry: Entry) -> None:
        season = entry.payload["season"]
        self.awards = {key: row for key, row in self.awards.items() if key[0] != season}
        for *holder, numerator, denominator, games in entry.payload["awards"]:
            self.awards[season, *holder] = entry.seq, (numerator, denominator, games)

    def _rated(self, entry: Entry) -> None:
        self.rating = entry.seq, entry.payload["rule"]

    def _hosted(self, entry: Entry) -> None:
        self.host = entry.seq, entry.payload["host"]

    def _branded(self, entry: Entry) -> None:
        self.brand = entry.seq, entry.payload["digest"]

    def _season_removed(self, entry: Entry) -> None:
        self._gone(entry.payload["season"])

    def _season_revoked(self, entry: Entry) -> None:
        self._gone(entry.payload["next"])

    def _gone(self, season: object) -> None:
        del self.seasons[season]
        self.divisions = {key: row for key, row in self.divisions.items() if key[0] != season}
        self.rankings.pop(season, None)
        self.award_rules.pop(season, None)
        self.awards = {key: row for key, row in self.awards.items() if key[0] != season}
        self.names.pop(("season", season), None)

    def _appointed(self, entry: Entry) -> None:
        self.staff[entry.payload["user"]] = entry.seq

    def _dismissed(self, entry: Entry) -> None:
        self.staff.pop(entry.payload["user"], None)

    def findings(self, league: League) -> Iterator[Found]:
        for what, findings in (
            (League, self._of_itself(league)),
            (OldLeagueAddress, self._of_addresses(league)),
            (LeagueStaff, self._of_staff(league)),
            (Season, self._of_seasons(league)),
            (Division, self._of_divisions(league)),
            (SeasonRankingRule, self._of_rankings(league)),
            (SeasonAwardRule, self._of_award_rules(league)),
            (Award, self._of_awards(league)),
            (RatingRule, self._of_rating(league)),
            (Brand, self._of_brand(league)),
            (LeagueHost, self._of_host(league)),
        ):
            yield from as_far_as_readable(what, findings)

    def _of_itself(self, league: League) -> Iterator[Found]:
        if self.slug is not None and league.slug != self.slug[1]:
            yield from differs(pgettext("record", "the league"), ["slug"], self.slug[0])
        if not is_about(league.removed_at, self.removed.at if self.removed else None):
            yield from differs(
                pgettext("record", "the league"), ["removed_at"], self.removed.seq if self.removed else None
            )

    def _of_addresses(self, league: League) -> Iterator[Found]:
        here = set(league.old_addresses.values_list("slug", flat=True))
        for slug in sorted(here ^ self.left.keys(), key=str):
            about = _("the old address “%(slug)s”") % {"slug": slug}
            yield without_entry(about) if slug in here else gone(about, self.left[slug])

    def _of_staff(self, league: League) -> Iterator[Found]:
        here = set(league.staff.values_list("user_id", flat=True))
        for user in sorted(here - self.staff.keys()):
            yield without_entry(_("the role of account %(id)s") % {"id": user})
        for user in sorted(self.staff.keys() - here, key=str):
            yield gone(_("the role of account %(id)s") % {"id": user}, self.staff[user])

    def _of_seasons(self, league: League) -> Iterator[Found]:
        names = {("league", 0): league.name}
        here: set[Any] = set()
        yield from each(league.seasons.all(), lambda season: self._of_season(season, names), here)
        for pk in sorted(self.seasons.keys() - here, key=str):
            yield gone(pgettext("record", "season %(id)s") % {"id": pk}, self.seasons[pk][0])
        yield from as_far_as_readable(NameTrace, self._of_names(league, names))

    def _of_season(self, season: Season, names: dict[tuple[str, int], str]) -> Iterator[Found]:
        about = pgettext("record", "season %(id)s") % {"id": season.pk}
        if season.pk not in self.seasons:
            yield without_entry(about)
            return
        seq, ordinal = self.seasons[season.pk]
        yield from differs(about, [] if season.ordinal == ordinal else ["ordinal"], seq)
        names["season", season.pk] = season.name

    def _of_divisions(self, league: League) -> Iterator[Found]:
        here: set[Any] = set()
        rows = Division.objects.filter(season__league=league)
        yield from each(rows, lambda row: self._of_division(row, here))
        for season, level in sorted(self.divisions.keys() - here, key=str):
            about = _("division %(level)s of season %(id)s") % {"level": level, "id": season}
            yield gone(about, self.divisions[season, level][0])

    def _of_division(self, row: Division, here: set[Any]) -> Iterator[Found]:
        here.add((row.season_id, row.level))
        about = _("division %(level)s of season %(id)s") % {"level": row.level, "id": row.season_id}
        if (row.season_id, row.level) not in self.divisions:
            yield without_entry(about)
            return
        seq, recorded = self.divisions[row.season_id, row.level]
        yield from differs(about, differing(("name", "boundary"), (row.name, row.boundary), recorded), seq)

    def _of_rankings(self, league: League) -> Iterator[Found]:
        here: dict[int, Mapping[str, object]] = {}
        rules = SeasonRankingRule.objects.filter(season__league=league)
        yield from each(rules, lambda row: here.update({row.season_id: row.stored()}))
        yield from _of_rules(here, self.rankings, _("the ranking of season %(id)s"))

    def _of_award_rules(self, league: League) -> Iterator[Found]:
        here: dict[int, Mapping[str, object]] = {}
        rules = SeasonAwardRule.objects.filter(season__league=league)
        yield from each(rules, lambda row: here.update({row.season_id: row.stored()}))
        yield from _of_rules(here, self.award_rules, _("the rule of titles of season %(id)s"))

    def _of_awards(self, league: League) -> Iterator[Found]:
        here: set[Any] = set()
        rows = Award.objects.filter(season__league=league)
        yield from each(rows, lambda row: self._of_award(row, here))
        for season, level, title, *_holder in sorted(self.awards.keys() - here, key=str):
            about = {"title": title, "level": level, "id": season}
            seq = self.awards[season, level, title, *_holder][0]
            yield gone(_("the title “%(title)s” of division %(level)s of season %(id)s") % about, seq)

    def _of_award(self, row: Award, here: set[Any]) -> Iterator[Found]:
        key = row.season_id, row.level, row.title, row.entry_id, row.team_id
        here.add(key)
        about = _("the title “%(title)s” of division %(level)s of season %(id)s") % {
            "title": row.title,
            "level": row.level,
            "id": row.season_id,
        }
        if key not in self.awards:
            yield without_entry(about)
            return
        seq, recorded = self.awards[key]
        names = ("numerator", "denominator", "games")
        yield from differs(
            about, differing(names, (row.numerator, row.denominator, row.games), recorded), seq
        )

    def _of_rating(self, league: League) -> Iterator[Found]:
        stored, (seq, recorded) = RatingRule.objects.filter(league=league).first(), self.rating
        about = _("the rating of the league")
        if stored is None or recorded is None:
            if stored is not None:
                yield without_entry(about)
            elif recorded is not None:
                yield gone(about, seq)
            return
        here = stored.stored()
        yield from differs(about, [name for name in here if here[name] != recorded[name]], seq)

    def _of_host(self, league: League) -> Iterator[Found]:
        seq, recorded = self.host
        here = LeagueHost.objects.filter(league=league).values_list("host", flat=True).first() or ""
        about = _("the host name of the league")
        if here != recorded:
            yield from differs(about, ["host"], seq) if seq else [without_entry(about)]

    def _of_brand(self, league: League) -> Iterator[Found]:
        """What its brand, its sponsors and their pictures are, by the digest of the last entry."""
        content, about = brand_content(league), _("the brand of the league")
        if self.brand is None:
            if content != canonical([[], [], []]):
                yield without_entry(about)
            return
        seq, recorded = self.brand
        rows = NameTrace.objects.filter(subject=subject_of("league_brand", league.pk), digest=recorded)
        salt = rows.exclude(salt="").values_list("salt", flat=True).first()
        if salt is None or name_digest(salt, content) != recorded:
            yield seq, _("%(what)s: differs from what was saved here.") % {"what": about}

    def _of_names(self, league: League, names: Mapping[tuple[str, int], str]) -> Iterator[Found]:
        """Check every name against its last recorded digest."""
        subjects = {subject_of(kind, pk or league.pk): (kind, pk) for kind, pk in names}
        standing = NameTrace.objects.filter(subject__in=subjects).exclude(salt="")
        traces = {
            subjects[subject]: (salt, digest)
            for subject, salt, digest in standing.values_list("subject", "salt", "digest")
        }
        for key, name in names.items():
            if key not in self.names:
                continue
            seq, recorded = self.names[key]
            salt, digest = traces.get(key, ("", ""))
            if digest != recorded or name_digest(salt, name) != digest:
                kind, pk = key
                what = (
                    pgettext("record", "the league")
                    if kind == "league"
                    else pgettext("record", "season %(id)s") % {"id": pk}
                )
                yield seq, _("The name of %(what)s was changed without a trace.") % {"what": what}


def _of_rules(
    here: Mapping[int, Mapping[str, object]], recorded_rules: Mapping[Any, tuple[int, Any]], words: str
) -> Iterator[Found]:
    """What differs of one rule for each season; a recorded None is a rule that was removed."""
    for season in sorted(here.keys() | recorded_rules.keys(), key=str):
        about = words % {"id": season}
        seq, recorded = recorded_rules.get(season, (0, None))
        if season in here and recorded is None:
            yield without_entry(about)
        elif season not in here and recorded is not None:
            yield gone(about, seq)
        elif season in here:
            stored = here[season]
            yield from differs(about, [name for name in stored if stored[name] != recorded[name]], seq)
