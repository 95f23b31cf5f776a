"""The next part of a stream: as much as one answer holds."""

from collections.abc import Iterator
from dataclasses import dataclass, field

from publishing.stream.positions import Position
from publishing.stream.telling import Told, told_after
from tournaments.models import Tournament
from web.snapshots import snapshot

# An answer ends with the event that reaches this many bytes. The largest, a round of 1,000 players, has 300,000.
MOST_BYTES = 1_000_000
MOST_EVENTS = 500


@dataclass
class Part:
    """Events, each with the position behind it. `seen` changes when readers may have to be someone else."""

    position: Position
    seen: tuple[object, ...]
    events: list[tuple[Told, str]] = field(default_factory=list)
    has_more: bool = False

    def as_events(self) -> bytes:
        return b"".join(as_event(told, at) for told, at in self.events)

    def as_lines(self) -> Iterator[bytes]:
        """Yield the events as JSON, each on its line without the end."""
        for told, at in self.events:
            yield b'{"id":"%s","event":"%s","data":%s}' % (at.encode(), told.event.encode(), told.data)


def as_event(told: Told, position: str) -> bytes:
    """Return a server-sent event. JSON has no line breaks."""
    return b"id: %s\nevent: %s\ndata: %s\n\n" % (position.encode(), told.event.encode(), told.data)


def next_part(tournament: Tournament, position: Position, *, most: int = MOST_EVENTS) -> Part:
    """Read what happened behind a position, as of one moment."""
    part = Part(position.copy(), (tournament.visibility, tournament.slug))
    size = 0
    with snapshot():
        for told in told_after(tournament, part.position):
            part.events.append((told, str(part.position)))
            size += len(told.data)
            if len(part.events) >= most or size >= MOST_BYTES:
                part.has_more = True
                break
    return part
