"""Report a sheet, confirm it, read the standings: real gunicorn, real requests, as ratios to bare servers beside it.

    python -m benchmarks.serving [requests a round] [rounds]

Measured is the CPU time of the server's processes, which on SQLite includes the database; with DATABASE_URL of a
PostgreSQL server, what that server spends is not seen, so elapsed time is printed as well. Both servers are one
gunicorn worker with two threads on one database; they take turns, round by round. Every answer is checked, and one
wrong answer ends the run. See benchmarks/floor.py and benchmarks/floor_api.py for what the floors do: reports and
confirmations stand beside a game that Django REST framework takes down, everything else beside bare Django. On
SQLite a confirmation also publishes the standings of its 64 players.
"""

import json
import sys

import django

from benchmarks.measure import in_turns, own_database, ratio


def main() -> None:
    requests = int(sys.argv[1]) if len(sys.argv) > 1 else 100
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 5
    with own_database() as environment:
        django.setup()
        from benchmarks import serving_work as work  # noqa: PLC0415 - needs Django set up

        hall = work.open_hall(reports=2 * requests * (rounds + 1))
        with (
            work.serve("config.wsgi", environment) as ours,
            work.serve("benchmarks.floor", environment) as floor,
        ):
            page, api = hall.page, hall.api
            sizes = {path: len(ours.get(path)[1]) for path in (page, api)}
            measured = {
                "report, bare insert": (
                    lambda: hall.report(ours, requests),
                    lambda: work.insert(floor, "/insert/", requests),
                ),
                "report": (
                    lambda: hall.report(ours, requests),
                    lambda: work.insert(floor, "/games/", requests),
                ),
                "confirm": (
                    lambda: hall.confirm(ours, requests),
                    lambda: work.insert(floor, "/games/", requests),
                ),
                "standings page, 200": (
                    lambda: ours.read(page, requests, hall.says),
                    lambda: floor.read(f"/static/{sizes[page]}/", requests, "x"),
                ),
                "standings page, 304": (
                    lambda: ours.poll(page, requests),
                    lambda: floor.poll("/static/1/", requests),
                ),
                "standings API, 200": (
                    lambda: ours.read(api, requests, hall.says),
                    lambda: floor.read(f"/static/{sizes[api]}/", requests, "x"),
                ),
                "standings API, 304": (
                    lambda: ours.poll(api, requests),
                    lambda: floor.poll("/static/1/", requests),
                ),
            }
            print(f"{hall.about}; {rounds} rounds of {requests} requests; the floor = 1")
            print(f"{'':<22}{'floor':>10}  {'ours, CPU':<26}{'ours, elapsed':<26}")
            for name, (mine, theirs) in measured.items():
                for warm in (mine, theirs):
                    warm()
                taken = in_turns(rounds, ours=mine, floor=theirs)
                spent = [{key: [one[n] for one in values] for key, values in taken.items()} for n in (0, 1)]
                floor_ms = sorted(spent[0]["floor"])[rounds // 2] / requests * 1000
                print(
                    f"{name:<22}{floor_ms:>7.2f} ms  {ratio(spent[0]['ours'], spent[0]['floor']):<26}"
                    f"{ratio(spent[1]['ours'], spent[1]['floor']):<26}",
                    flush=True,
                )
        hall.check()
    print(json.dumps({"reports accepted and found": hall.reported, "confirmations": hall.confirmed}))


if __name__ == "__main__":
    main()
