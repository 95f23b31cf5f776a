// What becomes of an item of the outbox: no page, no disk, no network.
const FIGURES = /^(points_|imbalance_reason$)/;
const COUNTS = /^(chombo_|sticks$)/;
const PAUSES = [1_000, 2_000, 4_000, 8_000, 15_000];

// Milliseconds until the next attempt, after so many have failed. A little apart, so that a hall whose Wi-Fi is back
// does not ask in chorus.
export const pauseAfter = (failed, random = Math.random()) =>
  PAUSES[Math.min(failed, PAUSES.length) - 1] * (0.75 + random / 2);

// The items that are others once the one with this key was answered: itself, and those of its chain that still wait.
// The next one names in `if_match` what the answer says; when it was refused, nothing of what follows is sent.
export function settled(items, key, answer, now = Date.now()) {
  const done = items.find((item) => item.key === key);
  if (!done) return [];
  const { sentences, leads_to: leadsTo } = answer;
  const itself = { ...done, state: answer.done ? "done" : "refused", at: now, sentences, leadsTo, tag: answer.tag };
  const chain = following(items, key);
  if (!answer.done) return [itself, ...chain.map((item) => ({ ...item, state: "refused", follows: true }))];
  return [itself, ...chain.slice(0, 1).map((next) => ({ ...next, after: "", fields: naming(next.fields, answer.tag) }))];
}

function following(items, key) {
  const next = items.find((item) => item.after === key && item.state === "waiting");
  return next ? [next, ...following(items, next.key)] : [];
}

const naming = (fields, tag) => fields.map(([name, value]) => [name, name === "if_match" ? tag : value]);

// The table at the desk with the figures of a report that waits: what its form has filled in, and nothing else.
export function addressAtTheDesk(item) {
  const typed = item.fields.filter(
    ([name, value]) => (FIGURES.test(name) && value !== "") || (COUNTS.test(name) && value !== "0"),
  );
  return `${item.desk}?${new URLSearchParams(typed)}`;
}

// Is it of this account, or, without one, of this phone?
export const isOf = (item, owner) => (item.owner ?? "") === owner;

export const newKey = () =>
  [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
