// Points as people type them: 412, 41200, 41,200 and ４１２. The server reads them by the same rule
// (rules/forms/points.py); a test types the same into both.
const FEWEST_WHOLE = 2000;

const MINUS = /[−‐‑–—ー▲△－]/g;
// The digits of every script, as those of ours: in each they follow each other from 0 to 9.
const ANY_DIGIT = /\p{Nd}/u;
function inOurDigits(text) {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0);
    let before = 0;
    while (ANY_DIGIT.test(String.fromCodePoint(code - before - 1))) before += 1;
    return before % 10;
  });
}

// What a text means: `points`, or `empty`, or in `bad` what is wrong with it. `short`: typed in hundreds.
export function read(text, hundreds) {
  // A raised minus is one of these only once it is normalized.
  const typedText = inOurDigits(text.replace(MINUS, "-").normalize("NFKC").replace(MINUS, "-"));
  // A point or comma that does not set thousands apart: 37.5 is not 375.
  if (/[.,](?!\d{3}(?!\d))/.test(typedText)) return { bad: "whole" };
  const plain = typedText.replace(/[\s,.'_]/g, "");
  if (plain === "" || plain === "-") return { empty: true };
  if (!/^[+-]?\d{1,7}$/.test(plain)) return { bad: "number" };
  const typed = Number(plain);
  const short = hundreds && Math.abs(typed) < FEWEST_WHOLE;
  const points = short ? typed * 100 : typed;
  return { points, short, bad: hundreds && points % 100 !== 0 && "step", text: plain.replace(/\D/g, "") };
}

// As a person would type them again.
export const typedAs = (points, hundreds) =>
  String(hundreds && points % 100 === 0 && Math.abs(points / 100) < FEWEST_WHOLE ? points / 100 : points);

const lacksOne = (long, short) => [...long].some((_digit, n) => long.slice(0, n) + long.slice(n + 1) === short);
const SLIPS = {
  more: (typed, meant) => lacksOne(typed, meant),
  less: (typed, meant) => lacksOne(meant, typed),
  swapped: (typed, meant) =>
    typed !== meant && [...typed].some((digit, n) => typed.slice(0, n) + (typed[n + 1] ?? "") + digit + typed.slice(n + 2) === meant),
};

// What was probably mistyped, if `figures` as `read` gives them lack so much, one that cannot be counting as nothing:
// whose figure, the slip, and the points that were meant; nothing where several slips would explain it.
export function slipOf(figures, missing, hundreds) {
  const bad = figures.filter((it) => it.bad);
  if (!missing || bad.length > 1 || figures.some((it) => it.empty || !it.text)) return null;
  const found = figures.flatMap((it, seat) => {
    if (bad.length && !it.bad) return [];
    const points = (it.bad ? 0 : it.points) + missing;
    if (hundreds && points % 100 !== 0) return [];
    if (points === -it.points) return [{ seat, slip: "negative", points }];
    if (points < 0 !== it.points < 0) return [];
    // As the others are typed, in hundreds or with all digits.
    const isShort = figures.some((one, n) => n !== seat && one.short && one.points);
    const meant = String(Math.abs(isShort ? points / 100 : points));
    const slip = Object.keys(SLIPS).find((name) => SLIPS[name](it.text, meant));
    return slip ? [{ seat, slip, points }] : [];
  });
  return found.length === 1 ? found[0] : null;
}
