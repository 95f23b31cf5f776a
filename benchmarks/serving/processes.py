"""What processes of this machine have used, read from /proc."""

import os
from collections.abc import Iterable
from pathlib import Path

PROC = Path("/proc")
TICKS = os.sysconf("SC_CLK_TCK")


def cpu_seconds(roots: Iterable[int], proc: Path = PROC) -> float:
    """Seconds on a core that these processes and all their descendants have used, also those that have ended.

    Living threads are read to the nanosecond. What ended is known to its parent alone, in ticks of a hundredth.
    """
    total = 0.0
    for pid in descendants(roots, proc):
        try:
            total += _threads(proc / str(pid)) + _ended_children(proc / str(pid))
        except (FileNotFoundError, ProcessLookupError):
            continue  # it has ended between two looks
    return total


def memory(pid: int, proc: Path = PROC) -> float:
    """The MB of one process, in which a page that it shares with others counts in part (PSS)."""
    for line in (proc / str(pid) / "smaps_rollup").read_text().splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) / 1024
    raise ValueError(f"process {pid} has no PSS")


def descendants(roots: Iterable[int], proc: Path = PROC) -> list[int]:
    """These processes and whatever they started, each once."""
    found: list[int] = []
    waiting = list(roots)
    while waiting:
        pid = waiting.pop()
        if pid not in found:
            found.append(pid)
            waiting += children(pid, proc)
    return found


def children(pid: int, proc: Path = PROC) -> list[int]:
    started: list[int] = []
    try:
        for task in (proc / str(pid) / "task").iterdir():
            started += [int(child) for child in (task / "children").read_text().split()]
    except (FileNotFoundError, ProcessLookupError):
        return started
    return started


def _threads(place: Path) -> float:
    return sum(int((task / "schedstat").read_text().split()[0]) for task in (place / "task").iterdir()) / 1e9


def _ended_children(place: Path) -> float:
    # The name, in brackets, may hold spaces and brackets: count from its end. See proc(5), cutime and cstime.
    fields = (place / "stat").read_text().rpartition(")")[2].split()
    return (int(fields[13]) + int(fields[14])) / TICKS
