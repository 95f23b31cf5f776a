"""Check an exported ledger without trusting Jantaku: all this needs is Python's standard library.

    python verify_ledger.py LEDGER.jsonl [--receipts RECEIPTS.json]

LEDGER.jsonl is what `manage.py export_ledger` writes: ledger, seq, kind, payload (text), actor, at, prev, hash.
RECEIPTS.json is a list of {"ledger", "seq", "hash"} as phones keep them. Exit status 0 when all is well.

An entry's hash is the SHA-256 of the UTF-8 JSON text of its other fields, keys sorted, no blanks; `prev` is the
hash of the entry before, at first 64 zeros. A ledger cut at its end or rewritten as a whole agrees with itself:
only receipts show it.
"""

import hashlib
import json
import sys
from pathlib import Path

SEALED = ("actor", "at", "kind", "ledger", "payload", "prev", "seq")


def problems(lines: list[str], receipts: list[dict[str, object]]) -> list[str]:
    """Say in words what is wrong, the first bad entry first; nothing when all is well."""
    found: list[str] = []
    hashes: dict[tuple[object, object], str] = {}
    ledgers: set[object] = set()
    last: dict[object, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            sealed = {name: entry[name] for name in SEALED}
            ledger, seq, prev, given = entry["ledger"], entry["seq"], entry["prev"], entry["hash"]
        except (ValueError, KeyError, TypeError):
            return [*found, f"line {number}: this is no ledger entry."]
        text = json.dumps(sealed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        before, tail = last.get(ledger, (0, "0" * 64))
        if not found:
            if seq != before + 1:
                found.append(
                    f"entry {min(seq, before + 1)}: after {before} comes {seq}: one is missing or out of order."
                )
            elif hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest() != given:
                found.append(
                    f"entry {seq}: it was changed after it was written; its content does not give its hash."
                )
            elif prev != tail:
                found.append(f"entry {seq}: it does not follow entry {before}; one of the two was replaced.")
        last[ledger] = (seq, given)
        ledgers.add(ledger)
        hashes[ledger, seq] = given
    for receipt in sorted(receipts, key=lambda receipt: int(str(receipt["seq"]))):
        there = hashes.get((receipt["ledger"], receipt["seq"]))
        if receipt["ledger"] not in ledgers:
            found.append(f"entry {receipt['seq']}: this receipt is for another ledger ({receipt['ledger']}).")
        elif there is None:
            found.append(f"entry {receipt['seq']}: a receipt shows that it was here; the ledger was cut.")
        elif there != receipt["hash"]:
            found.append(
                f"entry {receipt['seq']}: a receipt shows another entry here; the ledger was rewritten."
            )
    return found


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 3) or (len(arguments) == 3 and arguments[1] != "--receipts"):
        print(__doc__)
        return 2
    lines = Path(arguments[0]).read_text("utf-8").strip().split("\n")
    receipts = json.loads(Path(arguments[2]).read_text("utf-8")) if len(arguments) == 3 else []
    found = problems(lines, receipts)
    print("\n".join(found) or f"{len(lines)} entries, unbroken; {len(receipts)} receipts agree.")
    if lines and not found:
        print(
            "Compare the hash of the last entry with the one that was published:",
            json.loads(lines[-1])["hash"],
        )
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
