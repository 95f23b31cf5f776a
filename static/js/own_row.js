// A phone that sat at a table knows whose it is, and marks that row of public standings, which are the same for all:
// nothing of it is sent.
const KEY = "jantaku-own-rows";

function known() {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "{}");
  } catch {
    return {};
  }
}

function remember(tournament, entry) {
  try {
    localStorage.setItem(KEY, JSON.stringify({ ...known(), [tournament]: entry }));
  } catch {
    // Where nothing can be kept, no row is marked.
  }
}

function mark() {
  const link = document.querySelector("[data-own-link]");
  const row = link && document.getElementById(`e${known()[link.dataset.tournament]}`);
  row?.classList.add("me");
  if (!link) return;
  link.hidden = !row;
  if (row) link.setAttribute("href", `#${row.id}`);
}

const seat = document.querySelector("[data-own-entry]");
if (seat) remember(seat.dataset.tournament, seat.dataset.ownEntry);
mark();
document.addEventListener("shown", mark);
