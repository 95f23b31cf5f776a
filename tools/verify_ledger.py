"""Check an exported ledger without trusting Jantaku; needs only Python's standard library.

    python verify_ledger.py LEDGER.jsonl [--receipts FILE]

LEDGER.jsonl is written by `manage.py export_ledger`: ledger, seq, kind, payload (text), actor, at, prev, hash, and
for typed texts `texts`: by name the text and its salt, or null if it was removed. The payload holds the SHA-256 of
salt, a line feed and text. A null payload is withheld: such an entry is only linked by its hash. FILE holds
{"ledger", "seq", "hash"}: receipts of phones (a JSON list), or one per line, as in `manage.py witness` and older
exports. Exit status 0: all is well, 1: it is not, 2: a file cannot be read. An entry's hash is the SHA-256 of the
UTF-8 JSON text of its other fields, keys sorted, no blanks; `prev` is the hash of the previous entry, at first 64
zeros. A ledger cut at its end or rewritten as a whole is consistent: only receipts reveal it.
"""

import hashlib
import json
import sys
from pathlib import Path

SEALED = ("actor", "at", "kind", "ledger", "payload", "prev", "seq")


def problems(lines: list[str], receipts: list[tuple[str, int, str]]) -> list[str]:
    """Return problems in words, the first bad entry first."""
    found: list[str] = []
    hashes: dict[tuple[object, object], str] = {}
    last: dict[object, tuple[int, str]] = {}
    for number, line in enumerate(lines, 1):
        try:
            entry = json.loads(line)
            sealed = {name: entry[name] for name in SEALED}
            ledger, seq, prev, given = entry["ledger"], entry["seq"], entry["prev"], entry["hash"]
            texts = entry.get("texts") or {}
            digests = json.loads(entry["payload"])["texts"] if texts else {}
            other = [name for name, one in texts.items() if one and _of(one) != digests[name]]
        except (ValueError, KeyError, TypeError, AttributeError):
            return [*found, f"line {number}: this is no ledger entry."]
        text = json.dumps(sealed, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
        before, tail = last.get(ledger, (0, "0" * 64))
        digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
        if not found and seq != before + 1:
            bad = min(seq, before + 1)
            found.append(f"entry {bad}: after {before} comes {seq}: one is missing or out of order.")
        elif not found and digest != given and entry["payload"] is not None:
            found.append(f"entry {seq}: it was changed after it was written; its hash is another.")
        elif not found and prev != tail:
            found.append(f"entry {seq}: it does not follow entry {before}; one of the two was replaced.")
        elif not found and other:
            found.append(f"entry {seq}: its text is not the one that was recorded ({', '.join(other)}).")
        last[ledger] = (seq, given)
        hashes[ledger, seq] = given
    for ledger, seq, digest in sorted(receipts, key=lambda receipt: receipt[1]):
        if ledger not in last:
            found.append(f"entry {seq}: this receipt is for another ledger ({ledger}).")
        elif (ledger, seq) not in hashes and seq:
            found.append(f"entry {seq}: a receipt shows that it was here; the ledger was cut off.")
        elif seq and hashes[ledger, seq] != digest:
            found.append(f"entry {seq}: a receipt shows another entry here; the ledger was rewritten.")
    return found


def _of(text: dict[str, str]) -> str:
    return hashlib.sha256(f"{text['salt']}\n{text['text']}".encode()).hexdigest()


def receipts_in(path: str) -> list[tuple[str, int, str]]:
    text = Path(path).read_text("utf-8").strip()
    rows = json.loads(text if text.startswith("[") else f"[{','.join(text.split(chr(10)))}]")
    return [(str(row["ledger"]), int(row["seq"]), str(row["hash"])) for row in rows]


def main(arguments: list[str]) -> int:
    if len(arguments) not in (1, 3) or arguments[1:2] not in ([], ["--receipts"]):
        print(__doc__)
        return 2
    try:
        lines = Path(arguments[0]).read_text("utf-8").strip().split("\n")
        receipts = receipts_in(arguments[2]) if arguments[2:] else []
    except (OSError, ValueError, KeyError, TypeError) as error:
        wanted = 'Please give receipts as a JSON list of {"ledger", "seq", "hash"}, or one of them a line.'
        print(f"{error.filename}: {error.strerror}." if isinstance(error, OSError) else wanted)
        return 2
    found = problems(lines, receipts)
    agree = f"{len(receipts)} {'receipt agrees' if len(receipts) == 1 else 'receipts agree'}"
    print("\n".join(found) or f"{len(lines)} {'entry' if len(lines) == 1 else 'entries'}, unbroken; {agree}.")
    if not found:
        withheld = sum(json.loads(line)["payload"] is None for line in lines)
        if withheld:
            print(
                f"The content of {withheld} is withheld; only that each follows the one before was checked."
            )
        print("Compare the last entry's hash with the one that was published:", json.loads(lines[-1])["hash"])
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
