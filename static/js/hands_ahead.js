// The page of hands where nobody answers: who pays for a hand as soon as all of it is tapped, and the game as it will
// stand with the hands that wait on this phone. Looked up in the rulebook's table; the server has the last word.
import { mayStop, outcomeOf } from "./hand_outcome.js";
import { next } from "./hand_rules.js";
import { all } from "./outbox_store.js";

const { table, words } = read("hands-rules") ?? {};
// The game as the form that is shown asks for its next hand; null where the server has to say it first.
let state = null;

function read(id) {
  return JSON.parse(document.getElementById(id)?.textContent ?? "null");
}

const formOfHand = () => document.querySelector("form#hand[data-hand]");
const head = () => document.querySelector(".whereami strong");
const fieldsOf = (form) => [...new FormData(form)].filter(([name]) => name !== "key" && name !== "csrfmiddlewaretoken");
const numberOf = (tag) => Number(tag?.match(/^h(\d+)-/)?.[1] ?? Number.NaN);

// What waits at this table, and what was taken down since this page was made: the state before the first that the table
// does not say, and whether that is all.
function played(form, items) {
  const game = read("hands-game");
  let number = numberOf(game.tag);
  const isNew = ({ state: its, tag }) => its === "waiting" || (its === "done" && numberOf(tag) > numberOf(game.tag));
  const since = items.filter((item) => item.about === form.dataset.outbox && isNew(item));
  let after = game.state;
  for (const item of since) {
    number += 1;
    const outcome = outcomeOf(table, after, item.fields);
    const isNext = item.state === "waiting" || numberOf(item.tag) === number;
    const found = outcome && isNext && next(table, after, outcome);
    if (!found) return { after, isAhead: true, isKnown: false };
    after = found.state;
  }
  return { after, isAhead: since.length > 0, isKnown: true };
}

function show(items) {
  const form = formOfHand();
  // While a hand is being saved, the page is about to be another one.
  if (document.querySelector("form[data-busy]")) return;
  // Others may have entered a hand since the head of the page was made.
  const live = document.querySelector("[data-live][data-name]");
  if (live) head().textContent = live.dataset.name;
  if (!table || !form) return;
  const { after, isAhead, isKnown } = played(form, items);
  state = isKnown ? after : null;
  if (!isAhead && !("ahead" in form.dataset)) return;
  form.toggleAttribute("data-ahead", isAhead);
  paint(form, after);
  const note = document.querySelector("[data-ahead-note]");
  note.hidden = !isAhead;
  note.querySelector("[data-ahead-name]").textContent = nameOf(after);
  note.querySelector("[data-ahead-known]").hidden = !isKnown;
  note.querySelector("[data-ahead-pending]").hidden = isKnown;
}

// All that follows from the state, in the form and above it.
function paint(form, game) {
  const rows = [...form.querySelectorAll(".hand-row")];
  const mine = rows.findIndex((row) => row.classList.contains("mine"));
  rows.forEach((row, seat) => {
    row.querySelector(".now strong").replaceChildren(figure(game.points[seat]));
    row.querySelector(".now small")?.remove();
    const difference = mine < 0 ? 0 : game.points[mine] - game.points[seat];
    if (!difference) return;
    const [before, after] = (difference > 0 ? words.lead : words.trail).split("{}");
    row.querySelector(".now strong").after(made("small", "", before, figure(Math.abs(difference)), after));
  });
  rows[game.dealer].querySelector(".who").append(form.querySelector(".who .chip"));
  passOn(rows, game.dealer);
  document.querySelector("[data-my-wind]").replaceChildren(rows[mine].querySelector(".wind").cloneNode(true));
  head().textContent = nameOf(game);
  document.querySelector("[data-at-gong]")?.toggleAttribute("data-past", game.hands_left !== null);
  form.hidden = Boolean(game.over);
  const gong = form.querySelector("[name=what][value=gong]")?.closest("label");
  if (gong) gong.hidden = game.hands_left !== null;
  const stop = form.querySelector("[data-stop]");
  if (stop) stop.hidden = !mayStop(table, game);
}

// The winds pass on with the deal: the tiles are there already, some seats before.
function passOn(rows, dealer) {
  const by = rows.findIndex((row) => row.matches(".dealer")) - dealer;
  const tiles = rows.map((row) => row.querySelector(".wind"));
  rows.forEach((row, seat) => {
    row.firstElementChild.prepend(tiles.at((seat + by) % rows.length));
    row.classList.toggle("dealer", seat === dealer);
  });
}

const counted = (some, count) => (count ? [some[Number(count !== 1)].replace("{}", count)] : []);
const endOf = (game) => words.ends.replace("{}", words.over[game.over]);

// As the server names it: "East 2 · 1 counter"; or why the game ends.
function nameOf(game) {
  if (game.over) return endOf(game);
  const wind = words.winds[game.round % words.winds.length];
  const name = words.name.replace("{wind}", wind).replace("{number}", game.dealer + 1);
  return [name, ...counted(words.counters, game.honba), ...counted(words.sticks, game.deposits)].join(" · ");
}

function made(tag, className, ...content) {
  const it = document.createElement(tag);
  if (className) it.className = className;
  it.append(...content);
  return it;
}

const change = (points) => (points > 0 ? `+${points.toLocaleString("en")}` : figure(points));

// As the server writes points. ▲ is read as a triangle.
function figure(points) {
  if (points >= 0) return points.toLocaleString("en");
  const text = (-points).toLocaleString("en");
  if (words.minus === "−") return made("span", "total neg", words.minus, text);
  const mark = made("span", "", words.minus);
  mark.ariaHidden = "true";
  return made("span", "total neg", mark, made("span", "vh", "−"), text);
}

document.addEventListener("preview", (event) => {
  const form = event.target;
  const outcome = form === formOfHand() && table && state && outcomeOf(table, state, fieldsOf(form));
  const found = outcome && next(table, state, outcome);
  if (!found) return;
  const rows = [...form.querySelectorAll(".hand-row")];
  rows.forEach((row, seat) => {
    const moved = found.state.points[seat] - state.points[seat];
    row.querySelector("[data-previewed]").replaceChildren(...(moved ? [change(moved)] : []));
  });
  const name = (seat) => made("bdi", "", rows[seat].querySelector("bdi").textContent);
  const lines = found.paid.map(({ payer, winner, points }) => {
    const arrow = made("span", "", "→");
    arrow.ariaHidden = "true";
    const pays = made("span", "vh", words.pays);
    return made("li", "", name(payer), " ", arrow, " ", pays, " ", name(winner), " ", made("strong", "", figure(points)));
  });
  if (found.state.over) lines.push(made("li", "", endOf(found.state)));
  if (lines.length) form.querySelector("[data-dock] [data-previewed]").replaceChildren(made("ul", "paid", ...lines));
});

const look = async () => show(await all().catch(() => []));

document.addEventListener("outbox", (event) => show(event.detail));
// What was sent and not answered leaves its form empty.
document.addEventListener("reset", () => setTimeout(look));
look();
