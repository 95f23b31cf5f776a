// An independent re-draw of a whole schedule of a prime number of tables, in another language and sharing nothing.
// Reads {"seed", "tables", "rounds"} and prints the rounds as JSON: see docs/draws.md, "Draw it again yourself".
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const sha = (...parts) => {
  const h = createHash("sha256");
  for (const p of parts) h.update(p);
  return h.digest();
};

class Drbg {
  constructor(seed, purpose) {
    this.key = sha(`${purpose.length}:${purpose}${seed}`);
    this.counter = 0n;
    this.rest = Buffer.alloc(0);
  }
  take(size) {
    while (this.rest.length < size) {
      const c = Buffer.alloc(8);
      c.writeBigUInt64BE(this.counter++);
      this.rest = Buffer.concat([this.rest, sha(this.key, c)]);
    }
    const out = this.rest.subarray(0, size);
    this.rest = this.rest.subarray(size);
    return out;
  }
  below(limit) {
    const bits = limit === 1 ? 0 : 32 - Math.clz32(limit - 1);
    for (;;) {
      let n = 0;
      for (const byte of this.take(Math.ceil(bits / 8))) n = n * 256 + byte;
      n &= 2 ** bits - 1;
      if (n < limit) return n;
    }
  }
  shuffled(items) {
    const out = [...items];
    for (let i = out.length - 1; i > 0; i--) {
      const j = this.below(i + 1);
      [out[i], out[j]] = [out[j], out[i]];
    }
    return out;
  }
}

function halve(edges, owner, rng) {
  const partner = edges.map(() => -1), waiting = new Map();
  edges.forEach((edge, i) => {
    const o = owner[edge];
    if (waiting.has(o)) {
      const j = waiting.get(o);
      waiting.delete(o);
      partner[i] = j;
      partner[j] = i;
    } else waiting.set(o, i);
  });
  const side = edges.map(() => -1);
  const starts = [...[...waiting.values()].sort((a, b) => a - b), ...edges.keys()];
  for (const start of starts) {
    if (side[start] >= 0) continue;
    const colour = rng.take(1)[0] & 1;
    for (let i = start; i >= 0 && side[i] < 0; i = partner[i ^ 1]) {
      side[i] = colour;
      side[i ^ 1] = 1 - colour;
    }
  }
  return [edges.filter((_, i) => side[i] === 0), edges.filter((_, i) => side[i] === 1)];
}

const { seed, tables: g, rounds } = JSON.parse(readFileSync(0, "utf8"));
const rng = new Drbg(seed, "schedule");
const labels = rng.shuffled(Array(4 * g).keys());
const design = [];
for (let c = 0; c < rounds; c++) {
  const row = [];
  for (let t = 0; t < g; t++) row[(t + 4 * c) % g] = [0, 1, 2, 3].map((i) => i * g + ((t + i * c) % g));
  design.push(row);
}
let seated = rng.shuffled(design).map((row) => row.map((table) => table.map((x) => labels[x])));
const numbers = rng.shuffled(Array(g).keys());
seated = seated.map((row) => numbers.map((i) => row[i]));
const seats = seated.flat(2), games = new Map(), names = new Map();
const owner = seats.map((p) => {
  const n = games.get(p) ?? 0;
  games.set(p, n + 1);
  const block = `${p}/${n >> 2}`;
  if (!names.has(block)) names.set(block, names.size);
  return names.get(block);
});
const [first, second] = halve([...seats.keys()], owner, rng);
const [east, west] = halve(first, owner, rng);
const [south, north] = halve(second, owner, rng);
const out = [];
for (let r = 0; r < rounds; r++) {
  out.push([]);
  for (let t = 0; t < g; t++) out[r].push([east, south, west, north].map((w) => seats[w[r * g + t]]));
}
console.log(JSON.stringify(out));
