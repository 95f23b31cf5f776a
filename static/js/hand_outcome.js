// What is tapped in the form of a hand, as the outcome that the server makes of it (tournaments/forms/play/hands.py).
// Null where something is missing still, or where a field is none of these. A test lets both read the same forms.
const OF_HAND = /^(if_match|seat|what|riichi|loser|also|tenpai|nagashi|offenders|abort|marked|dice|stop|hands_left)$/;
const OF_SEAT = /^(han|fu|yakuman|pao|points|dead)\d$/;
const LIMIT = 5; // From so many han on fu do not matter.
const ascending = (one, other) => one - other;

export function outcomeOf(table, state, fields) {
  if (fields.some(([name, value]) => value !== "" && !OF_HAND.test(name) && !OF_SEAT.test(name))) return null;
  const several = (name) => fields.filter(([own, value]) => own === name && value !== "").map(([, value]) => value);
  const one = (name) => several(name).at(-1) ?? "";
  const seats = (name) => [...new Set(several(name).map(Number))].toSorted(ascending);
  const [, kind, winner] = one("what").match(/^(\D+)(\d?)$/) ?? [];
  const riichi = table.riichi ? { riichi: seats("riichi") } : {};
  const dead = deadHands(table, one);
  const common = { ...riichi, ...dead, ...markedBy(table, state, one) };
  if (kind === "gong") return { kind, hands_left: Number(one("hands_left") || 1) };
  if (kind === "abort") return one("abort") ? { kind, ...riichi, ...dead, abort: one("abort") } : null;
  if (kind === "chombo") return several("offenders").length ? { kind, ...common, offenders: seats("offenders") } : null;
  const stop = one("stop") && mayStop(table, state) ? { stop: true } : {};
  if (kind === "draw") {
    const alive = seats("riichi").filter((seat) => !one(`dead${seat}`));
    const tenpai = [...new Set([...seats("tenpai"), ...alive])].toSorted(ascending);
    return { kind, ...common, ...stop, tenpai, nagashi: seats("nagashi") };
  }
  if ((kind !== "ron" && kind !== "tsumo") || !winner) return null;
  const also = kind === "ron" ? seats("also") : [];
  const winners = [...new Set([Number(winner), ...also])].toSorted(ascending);
  const wins = winners.map((seat) => worthOf(table, seat, one, several));
  if (wins.includes(null) || (kind === "ron" && !one("loser"))) return null;
  return { kind: "win", ...common, ...stop, wins, ...(kind === "ron" ? { loser: Number(one("loser")) } : {}) };
}

// Whether this may be the hand with which a leading dealer ends the game.
export const mayStop = ({ end, players }, { round, dealer }) =>
  Object.values(end.stop).includes("optional") && end.last !== false && round * players + dealer >= end.last;

function deadHands({ players }, one) {
  const seats = [...Array(players).keys()].filter((seat) => one(`dead${seat}`));
  return seats.length ? { dead_hands: seats.map((seat) => ({ seat, why: one(`dead${seat}`) })) } : {};
}

function markedBy(table, { dealer }, one) {
  if (table.wareme && one("marked")) return { marked: Number(one("marked")) };
  if (!table.rolls || !one("dice")) return {};
  return { marked: (dealer + table.rolls[Number(one("dice")) - 2]) % table.players };
}

function worthOf(table, winner, one, several) {
  const [points, han, fu, liable] = ["points", "han", "fu", "pao"].map((name) => one(`${name}${winner}`));
  if (!table.riichi) return /^\d+$/.test(points) ? { winner, points: Number(points) } : null;
  if (!han) return null;
  if (han !== "yakuman") return { winner, han: Number(han), ...(fu && Number(han) < LIMIT ? { fu: Number(fu) } : {}) };
  const yakuman = several(`yakuman${winner}`);
  if (!yakuman.length) return null;
  const yaku = yakuman.find((name) => table.pao[name]) ?? yakuman[0];
  return { winner, yakuman, ...(liable ? { pao: { seat: Number(liable), yaku } } : {}) };
}
