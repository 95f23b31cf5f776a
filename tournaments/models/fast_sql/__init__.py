"""SQL statements compiled once per process: for these the ORM takes up to ten times as long to build the SQL as the
database to run it.

Only for statements in every report or page, and only where they save tenths of a millisecond; everything else uses
the ORM. `python -m benchmarks.fast_sql` measures both alternately, in milliseconds, with 64 players:

                                    SQLite           PostgreSQL
                                 by hand    ORM    by hand    ORM
    a table under its lock          0.43   3.42       1.50   6.26    JoinedRows
    a call's token                  0.06   0.45       0.21   0.70    JoinedRows
    a phone's seat                  0.37   1.15       0.53   1.49    PreparedQuery
    what a phone has seen           0.25   5.43       0.49   5.85    PreparedQuery
    publications of a page          0.42   3.36       0.71   3.80    PreparedQuery
    rows of a page                  0.35   1.32       0.57   1.58    PreparedQuery
    entries to add up               0.10   0.73       0.24   0.87    PreparedQuery.read_raw
    a sheet and its scores          0.36   0.64       1.14   1.63    InsertedRows
    standings, half of them moved   0.14   1.68       0.65   2.63    ReplacedRows

Not worth it: single rows, such as a confirmation (0.10 and 0.18) or a ledger entry (0.10 and 0.14).
"""
