// Who pays whom for a hand, looked up in the table of scoring/lookup/hand_table.py. What the table does not say, and what
// cannot be, is Unsaid.
export const STICK = 1_000;

export class Unsaid extends Error {}

export const sum = (numbers) => numbers.reduce((all, one) => all + one, 0);

// What the table says.
export function said(value) {
  if (value === null || value === undefined) throw new Unsaid();
  return value;
}

export function must(isSo) {
  if (!isSo) throw new Unsaid();
}

// What each winner of a hand is paid: `paid` has the payers and their points, `sticks` is how many are taken. Nobody is,
// where so many win that the hand is aborted.
export function awardsOf(table, state, told) {
  const { wins, loser } = told;
  must(wins.length && wins.length < table.players && (loser !== null || wins.length === 1));
  must(wins.every((win) => win.winner !== loser));
  const winners = paidOf(table, told);
  return winners.map((win, turn) => {
    const [counters, sticks] = winners.length === 1 ? [state.honba, state.deposits] : taken(table, state, told, win, turn);
    const owed = transfers(table, state, told, win, counters);
    return { winner: win.winner, sticks, paid: doubled(table, state, told, win.winner, owed) };
  });
}

// The wins that are paid, in turn after the discarder; none where so many abort the hand.
function paidOf(table, { wins, loser }) {
  if (wins.length === 1) return wins;
  const turn = (win) => (win.winner - loser + table.players) % table.players;
  const inTurn = wins.toSorted((one, other) => turn(one) - turn(other));
  return { all: inTurn, head_bump: inTurn.slice(0, 1), abort: [] }[said(table.rons[wins.length - 2])];
}

// The counters that one of several winners is paid for, and the sticks they take.
function taken(table, state, told, win, turn) {
  if (!state.honba && !state.deposits) return [0, 0];
  if (said(table.sticks) === "first_takes_all") return turn ? [0, 0] : [state.honba, state.deposits];
  const isOwn = (one) => Number(told.riichi.includes(one.winner));
  return [state.honba, isOwn(win) + (turn ? 0 : state.deposits - sum(told.wins.map(isOwn)))];
}

// What a win brings: who pays, how much for the hand, and how much for counters.
function transfers(table, state, told, win, counters) {
  const { winner, pao } = win;
  const others = state.points.map((_own, seat) => seat).filter((seat) => seat !== winner);
  if (!table.riichi) return patterns(table, told, win, others);
  const isDealer = winner === state.dealer;
  const isTsumo = told.loser === null;
  const [ron, each] = counters ? said(table.honba).map((one) => one * counters) : [0, 0];
  const [row, ways] = said(worth(table, win));
  must((ways >> (4 * Number(isTsumo) + 2 * Number(isDealer) + Number(told.riichi.includes(winner)))) & 1);
  const liable = pao ? liability(table, told, win, isDealer) : null;
  const [ronOfChild, ronOfDealer, child, dealer] = table.rows[row];
  if (isTsumo) {
    if (liable) return [[pao.seat, liable, each * others.length]];
    return others.map((payer) => [payer, isDealer || payer === state.dealer ? dealer : child, each]);
  }
  if (!liable) return [[told.loser, isDealer ? ronOfDealer : ronOfChild, ron]];
  const isOnLiable = !ron || said(table.pao_honba) === "liable";
  if (pao.seat === told.loser) return [[told.loser, sum(liable), ron]];
  return [[pao.seat, liable[0], isOnLiable ? ron : 0], [told.loser, liable[1], isOnLiable ? 0 : ron]];
}

function worth(table, { han, fu, yakuman, units, points, open_kan_from: kan }) {
  must((units ?? points ?? kan ?? null) === null);
  if (yakuman?.length) return yakuman.length === 1 ? table.worth[yakuman[0]] : null;
  must(han <= table.most_han);
  return table.worth[`${Math.min(han, 13)}/`] ?? table.worth[`${han}/${fu}`];
}

// What is paid by whoever is liable for a yakuman, and by the discarder; null where nobody is.
function liability(table, told, win, isDealer) {
  must(win.yakuman?.[0] === win.pao.yaku && win.pao.seat !== win.winner && win.pao.seat < table.players);
  must(!told.riichi.includes(win.winner));
  const found = said(table.pao[win.pao.yaku]);
  return found && said(told.loser === null ? found.tsumo : found.ron)[Number(isDealer)];
}

function patterns(table, told, win, others) {
  must(Object.keys(win).every((key) => key === "winner" || key === "points") && win.points <= table.most_points);
  const [from, loser, loserStep, other, otherStep, each, eachStep] = said(table.runs.findLast((run) => run[0] <= win.points));
  const more = win.points - from;
  const pays = (payer) => (payer === told.loser ? loser + more * loserStep : other + more * otherStep);
  return others.map((payer) => [payer, told.loser === null ? each + more * eachStep : pays(payer), 0]);
}

// Payments of a win, counters included; twice or more from and to the seat whose wall was broken.
function doubled(table, state, told, winner, owed) {
  const { wareme } = table;
  must(!wareme?.deposits || !state.deposits);
  return owed.map(([payer, points, counters]) => {
    const times = wareme ? timesOf(table, told, true)(payer, winner) : 1;
    return [payer, points * times + counters * (wareme?.honba ? times : 1)];
  });
}

// By how much a payment between two players is multiplied, where such payments are.
function timesOf(table, { marked }, isMultiplied) {
  if (!table.wareme || !isMultiplied) return () => 1;
  said(marked);
  return (one, other) => ([one, other].includes(marked) ? table.wareme.times : 1);
}

// The points once each of `payers` has paid each of `winners` (but nobody themselves) what `amount` says.
function paidAround(state, payers, winners, amount) {
  const points = [...state.points];
  for (const payer of payers) {
    for (const winner of winners.filter((one) => one !== payer)) {
      points[payer] -= amount(payer, winner);
      points[winner] += amount(payer, winner);
    }
  }
  return points;
}

const everybody = (state) => state.points.map((_own, seat) => seat);
const byDealer = (state, [child, dealer]) => (one, other) => ([one, other].includes(state.dealer) ? dealer : child);

// What everybody has once each player with a nagashi mangan is paid for it.
export const afterNagashi = (table, state, { nagashi }) =>
  paidAround(state, everybody(state), nagashi, byDealer(state, said(table.nagashi)));

// What everybody has once those who are noten have paid.
export function afterNoten(table, state, told) {
  const share = said(table.noten[told.tenpai.length]);
  const times = timesOf(table, told, share && table.wareme?.noten);
  const noten = everybody(state).filter((seat) => !told.tenpai.includes(seat));
  return paidAround(state, noten, told.tenpai, (one, other) => share * times(one, other));
}

// What everybody has once the offenders have paid for a chombo.
export function afterChombo(table, state, told) {
  const { pays, after } = said(table.chombo);
  const amount = byDealer(state, pays);
  const times = timesOf(table, told, !after && table.wareme?.chombo);
  return told.offenders.reduce(
    (points, one) =>
      paidAround({ points }, [one], everybody(state), (payer, other) => amount(payer, other) * times(payer, other)),
    state.points,
  );
}
