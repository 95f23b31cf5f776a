// Places and totals of what is typed, looked up in a table that the server has made by settling games of every kind
// (scoring/lookup/result_table.py). A test lets both settle the same games. What the table does not say is null.
const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// Seats from first to last; of those who are tied the earlier seat first.
const orderOf = (points) => points.map((_own, seat) => seat).toSorted((a, b) => points[b] - points[a] || a - b);

// The row of a game: how many are tied on each place, and of how many players the points are enough to be floating.
function rowOf(table, ordered) {
  const groups = [];
  ordered.forEach((own, n) => {
    if (own === ordered[n - 1]) groups[groups.length - 1] += 1;
    else groups.push(1);
  });
  const name = groups.join("");
  return table.rows[table.floating === null ? name : `${name}/${ordered.filter((own) => own >= table.floating).length}`];
}

// A share for each of so many; what is over goes to the earlier, a step each, or to nobody.
function shares(pot, among, step) {
  if (among === 1) return [pot];
  const steps = Math.floor(pot / (step ?? 1));
  const over = step === null ? 0 : steps - Math.floor(steps / among) * among;
  return Array.from({ length: among }, (_it, n) => (Math.floor(steps / among) + (n < over ? 1 : 0)) * (step ?? 1));
}

// Whoever is not first is cut to whole points; the first get what makes the game sum to nothing.
function round(table, seats) {
  const first = seats.filter((seat) => seat.place === 1);
  const others = seats.filter((seat) => seat.place !== 1);
  for (const seat of others) seat.base = Math.floor((seat.base + table.lift) / table.units) * table.units;
  const rest = -sum(others.map((seat) => seat.base + seat.uma + seat.oka + seat.leftover));
  shares(rest, first.length, table.share).forEach((share, n) => {
    first[n].base = share - first[n].uma - first[n].oka - first[n].leftover;
  });
}

const isCount = (n) => Number.isInteger(n) && n >= 0;

// Are these numbers of a game, and of a whole one?
function isComplete(table, points, leftover, chombo) {
  const isPossible = (own) => Number.isInteger(own) && Math.abs(own) <= table.most && own % table.step === 0;
  return (
    points.every(isPossible) &&
    isCount(leftover) &&
    chombo.every((n) => isCount(n) && n <= table.most_chombo) &&
    (table.start === null || sum(points) + leftover === table.start)
  );
}

// Place and total of each seat, and what the total is made of, in units; null where the table does not say.
export function settle(table, points, leftover, chombo) {
  if (!table || !isComplete(table, points, leftover, chombo)) return null;
  const isFouled = chombo.some(Boolean);
  if (isFouled && !table.chombo) return null;
  const [less, cost] = isFouled ? table.chombo : [0, 0];
  const own = points.map((all, seat) => all - less * chombo[seat]);
  const order = orderOf(own);
  const row = rowOf(table, order.map((seat) => own[seat]));
  if (!row) return null;
  const takers = leftover ? table.sticks[row[0].filter((place) => place === 1).length - 1] : 0;
  if (takers === null) return null;
  const [rate, home] = table.base;
  const sticks = takers ? shares(leftover * rate, takers, table.share) : [];
  const seats = order.map((seat, n) => {
    const [place, uma, oka] = row.map((column) => column[n]);
    return { seat, place, base: (own[seat] - home) * rate, uma, oka, leftover: sticks[n] ?? 0, chombo: -cost * chombo[seat] };
  });
  if (table.lift !== null) round(table, seats);
  for (const it of seats) it.total = it.base + it.uma + it.oka + it.leftover + it.chombo;
  return seats.toSorted((a, b) => a.seat - b.seat);
}

const divisor = (a, b) => (b ? divisor(b, a % b) : a);

// Units as people read them, without a sign: tenths or what the rulebook shows at least, more where they are exact, and
// a fraction where no decimals are.
export function shown(table, units) {
  const rest = Math.abs(units) % table.units;
  const whole = (Math.abs(units) - rest) / table.units;
  const grouped = whole.toLocaleString("en");
  for (let n = table.decimals; n <= 4; n += 1) {
    const part = (rest * 10 ** n) / table.units;
    if (Number.isInteger(part)) return n ? `${grouped}.${String(part).padStart(n, "0")}` : grouped;
  }
  const shared = divisor(rest, table.units);
  return `${whole ? `${grouped} ` : ""}${rest / shared}/${table.units / shared}`;
}
