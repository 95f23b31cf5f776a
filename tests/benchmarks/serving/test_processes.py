"""What processes have used is read as the kernel tells it."""

import os
import subprocess
import sys

import pytest

from benchmarks.serving.processes import cpu_seconds, descendants, memory

pytestmark = pytest.mark.slow

BURN = "import time\nwhile time.process_time() < {seconds}: pass\nprint('done', flush=True)\n"


def started(source):
    return subprocess.Popen([sys.executable, "-c", source], stdin=subprocess.PIPE, stdout=subprocess.PIPE)


def ended(process):
    process.stdin.close()
    process.wait()
    process.stdout.close()


def test_work_of_a_process_and_of_its_thread_counts():
    in_a_thread = (
        "import threading, time\n"
        "def burn():\n"
        "    while time.thread_time() < 0.2: pass\n"
        "    print('done', flush=True)\n"
        "    input()\n"
        "threading.Thread(target=burn).start()\n"
    )
    process = started(in_a_thread)
    process.stdout.readline()

    used = cpu_seconds([process.pid])

    assert 0.2 <= used < 1
    ended(process)


def test_work_of_a_child_counts_while_it_lives_and_when_it_has_ended():
    parent = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', {BURN.format(seconds=0.3) + 'input()'!r}],"
        " stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
        "child.stdout.readline()\n"
        "print('done', flush=True)\n"
        "input()\n"
        "child.communicate(b'\\n')\n"
        "print('done', flush=True)\n"
        "input()\n"
    )
    process = started(parent)
    process.stdout.readline()
    alive, number = cpu_seconds([process.pid]), len(descendants([process.pid]))
    process.stdin.write(b"\n")
    process.stdin.flush()
    process.stdout.readline()

    after, number_after = cpu_seconds([process.pid]), len(descendants([process.pid]))

    assert (number, number_after) == (2, 1)
    assert alive >= 0.3
    # What has ended is counted in ticks, user and system apart.
    assert after >= alive - 2 / os.sysconf("SC_CLK_TCK")
    process.kill()
    ended(process)


def test_a_process_that_has_gone_costs_nothing():
    process = started("")
    ended(process)

    assert cpu_seconds([process.pid]) == 0


@pytest.fixture
def proc(tmp_path):
    """A process of two threads, whose name looks like fields of its own, as the kernel would show it."""
    place = tmp_path / "7"
    for thread, nanoseconds in (("7", 2_000_000_000), ("8", 500_000_000)):
        (place / "task" / thread).mkdir(parents=True)
        (place / "task" / thread / "schedstat").write_text(f"{nanoseconds} 12 34\n")
        (place / "task" / thread / "children").write_text("")
    numbers = " ".join(str(number) for number in range(4, 53))
    (place / "stat").write_text(f"7 (a) b (c) S {numbers}\n")
    (place / "smaps_rollup").write_text("7f0-7f1 ---p 0 00:00 0 [rollup]\nRss: 9000 kB\nPss:  2048 kB\n")
    return tmp_path


def test_fields_are_counted_from_the_end_of_the_name(proc):
    cutime, cstime = 16, 17  # their numbers in proc(5), and here their values

    assert cpu_seconds([7], proc) == 2.5 + (cutime + cstime) / os.sysconf("SC_CLK_TCK")


def test_a_process_that_is_named_twice_counts_once(proc):
    assert cpu_seconds([7, 7], proc) == cpu_seconds([7], proc) > 0


def test_memory_is_what_is_its_own_and_its_part_of_what_is_shared(proc):
    assert memory(7, proc) == 2.0
