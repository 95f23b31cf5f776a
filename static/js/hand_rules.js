// A game hand by hand where nobody answers: the next state from the one before and what happened, looked up in a table
// that the server has made by playing hands of every kind (scoring/lookup/hand_table.py). A test lets both play the same
// games. What the table does not say, and what cannot be, has no next state.
import { STICK, Unsaid, afterChombo, afterNagashi, afterNoten, awardsOf, must, said, sum } from "./hand_payments.js";

// The state before the first hand.
export function start(table) {
  const none = Array.from({ length: table.players }, () => 0);
  const counts = { round: 0, dealer: 0, honba: 0, deposits: 0, hands: 0, chombo: none, imbalance: 0 };
  return { points: none.map(() => table.start), ...counts, hands_left: null, chombo_ends: false, over: "" };
}

// What an outcome leads to: the state after it, and who pays whom how much for a win. Null where there is none.
export function next(table, state, outcome) {
  const nobody = { wins: [], loser: null, riichi: [], marked: null, tenpai: [], nagashi: [], offenders: [], dead_hands: [] };
  try {
    return played(table, state, { ...nobody, stop: false, hands_left: 0, chombo_ends: false, ...outcome });
  } catch (error) {
    if (error instanceof Unsaid) return null;
    throw error;
  }
}

function played(table, before, told) {
  must(!before.over && !told.open_hands?.length);
  checkSeats(table, told);
  if (told.kind === "gong") return { state: afterGong(before, told), paid: [] };
  const state = withSticks(table, before, told);
  if (told.kind === "win") return won(table, state, told);
  if (told.kind === "draw") return { state: drawn(table, state, told), paid: [] };
  if (told.kind === "abort") return { state: aborted(table, state, told), paid: [] };
  must(told.kind === "chombo");
  return { state: fouled(table, state, told), paid: [] };
}

function checkSeats(table, told) {
  const single = [told.loser, told.marked].filter((seat) => seat !== null).map((seat) => [seat]);
  const winners = told.wins.map((win) => win.winner);
  const dead = deadOf(told);
  for (const seats of [winners, told.riichi, told.tenpai, told.nagashi, told.offenders, dead, ...single]) {
    must(new Set(seats).size === seats.length && seats.every((seat) => seat >= 0 && seat < table.players));
  }
  must(![...winners, ...told.tenpai, ...told.nagashi].some((seat) => dead.includes(seat)));
  must(!told.dead_hands.some(({ seat, why }) => why === "kuikae" && told.riichi.includes(seat)));
}

const deadOf = ({ dead_hands: dead }) => dead.map(({ seat }) => seat);

function afterGong(state, told) {
  return { ...state, hands_left: told.hands_left, chombo_ends: told.chombo_ends, over: told.hands_left ? "" : "time" };
}

function withSticks(table, state, { riichi }) {
  must(table.riichi || !riichi.length);
  const points = state.points.map((own, seat) => {
    if (!riichi.includes(seat)) return own;
    must(own >= STICK || said(table.short));
    return own - STICK;
  });
  return { ...state, points, deposits: state.deposits + riichi.length };
}

function won(table, state, told) {
  const awards = awardsOf(table, state, told);
  if (!awards.length) return { state: finished(table, state, told, "abort", said(table.stays.abort)), paid: [] };
  const paid = awards.flatMap(({ winner, paid: all }) => all.map(([payer, points]) => ({ payer, winner, points })));
  const all = (of, seat) => sum(paid.filter((one) => one[of] === seat).map((one) => one.points));
  const sticks = (seat) => sum(awards.filter((award) => award.winner === seat).map((award) => award.sticks));
  const points = state.points.map((own, seat) => own + all("winner", seat) - all("payer", seat) + STICK * sticks(seat));
  const after = { ...state, points, deposits: state.deposits - sum(awards.map((award) => award.sticks)) };
  const isDealers = awards.some((award) => award.winner === state.dealer);
  return { state: finished(table, after, told, "win", isDealers && table.stays.win), paid };
}

function drawn(table, state, told) {
  const noNoten = new Set([...told.tenpai, ...deadOf(told)]);
  must(table.noten_riichi || told.riichi.every((seat) => noNoten.has(seat)));
  const stays = said(table.stays.draw[Number(told.tenpai.includes(state.dealer))]);
  const points = (told.nagashi.length ? afterNagashi : afterNoten)(table, state, told);
  return finished(table, { ...state, points }, told, "draw", stays);
}

function aborted(table, state, told) {
  must(table.aborts.includes(told.abort));
  must(told.abort !== "suuriichi" || told.riichi.length === table.players);
  return finished(table, state, told, "abort", said(table.stays.abort));
}

// The hand is dealt again, or goes on: the deal stays where it is.
function fouled(table, state, told) {
  const { after, returns, honba } = said(table.chombo);
  must(told.offenders.length);
  const back = told.riichi.length && said(returns) ? told.riichi : [];
  const paid = afterChombo(table, state, told);
  const dealtAgain = {
    ...state,
    points: paid.map((own, seat) => own + (back.includes(seat) ? STICK : 0)),
    deposits: state.deposits - back.length,
    honba: state.honba + honba,
    chombo: state.chombo.map((count, seat) => count + (told.offenders.includes(seat) ? after : 0)),
  };
  if (state.hands_left === null || !state.chombo_ends) return dealtAgain;
  return { ...dealtAgain, hands_left: state.hands_left - 1, over: state.hands_left > 1 ? "" : "time" };
}

// Closes a hand: counters, the next dealer, and whether the game is over.
function finished(table, state, told, by, stays) {
  const { players } = table;
  const position = state.round * players + state.dealer;
  const left = state.hands_left === null ? null : state.hands_left - 1;
  const over = ending(table, state, told, by, stays, position) || (left === 0 ? "time" : "");
  const after = { ...state, hands: state.hands + 1, hands_left: left, over };
  if (over) return after;
  const at = position + Number(!stays);
  const honba = table.counters && (stays || by !== "win") ? state.honba + 1 : 0;
  return { ...after, round: Math.floor(at / players), dealer: at % players, honba };
}

// Why the game is over, or an empty string.
function ending({ end, players }, { points, dealer }, { stop }, by, stays, position) {
  if (isBankrupt(end, points)) return "bankruptcy";
  const isLast = end.last !== false && position >= end.last;
  must(!stop || (isLast && stays));
  if (!isLast) return "";
  if (stays) return dealerStops(end, points, dealer, stop, by === "abort" ? "none" : said(end.stop[by])) ? "dealer_stops" : "";
  if (end.always || !said(end.extra) || position >= end.last + players) return "last_hand";
  if (Math.max(...points) < goalOf(end)) return "";
  return position <= end.last ? "last_hand" : "goal_reached";
}

function isBankrupt({ bust }, points) {
  const lowest = Math.min(...points);
  must(bust !== null || lowest > 0);
  return typeof bust === "number" && lowest < bust;
}

// A leading dealer ends the game: by the rulebook, or where it is allowed and asked for.
function dealerStops(end, points, dealer, stop, rule) {
  const leads = rule !== "none" && isFirst(end, points, dealer) && points[dealer] >= goalOf(end);
  must(!stop || (rule === "optional" && leads));
  return stop || (rule === "automatic" && leads);
}

function isFirst(end, points, dealer) {
  const first = points.map((_own, seat) => seat).filter((seat) => points[seat] === Math.max(...points));
  if (first.length === 1 || !first.includes(dealer)) return first[0] === dealer;
  return said(end.shared) || first[0] === dealer;
}

const goalOf = (end) => said(end.goal) || -Infinity;
