// Points as people type them: 412, 41200, 41,200 and ４１２. The server reads them by the same rules
// (web/text/typed_figures.py, rules/forms/points.py); a test types the same into both.
const FEWEST_WHOLE = 2000;
const MOST = 9_999_999;
const LONGEST = 60;

const MINUS = /[−‐‑–—ー▲△▼▽∆Δ－]/g;
const MARKS = { "、": ",", "٬": ",", "٫": "." };
// A point or comma that does not set thousands apart: 37.5 is not 375.
const FRACTION = /[.,](?!\d{3}(?!\d))/;
const OUTER_BLANKS = /^[ \t\r\n]+|[ \t\r\n]+$/g;
const UNIT = /(?:点|points?|pts?\.?|p|ポイント)$/i;
const IN_BRACKETS = /^\(([^-+]+)\)$/;
const APART = /[ '’‘`_]/g;
const WITH_BLANKS = /^[+-]?\d{1,3}(?:[ '’‘`_]\d{3})+(?:[.,]\d+)?$/;
// Thousands are tried first: all of them are set apart by the same mark.
const PARTS = /^([+-]?)(\d{1,3}(?:(?:,\d{3}){1,5}|(?:\.\d{3}){1,5})|\d{1,18})(?:([.,])(\d{1,40}))?$/;

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

function inOneScript(text) {
  // A raised minus is one of these only once it is normalized.
  const plain = text.replace(MINUS, "-").normalize("NFKC").replace(MINUS, "-");
  return inOurDigits(plain.replace(/[、٬٫]/g, (mark) => MARKS[mark]));
}

// The whole number that a text means, as text, and whether its thousands are set apart; null if it means none.
function readWhole(plain) {
  let typed = plain.replace(UNIT, "").replace(OUTER_BLANKS, "");
  const bracketed = IN_BRACKETS.exec(typed);
  if (bracketed) typed = `-${bracketed[1].replace(OUTER_BLANKS, "")}`;
  typed = typed.replace(/^([-+±]) +/, "$1");
  const isApart = WITH_BLANKS.test(typed);
  const found = PARTS.exec(typed.replace(isApart ? APART : "", "").replace(/^±/, ""));
  if (!found) return null;
  const [, sign, , mark = ""] = found;
  let [, , digits, , decimals = ""] = found;
  let apart = /[.,]/.exec(digits)?.[0] ?? "";
  if (apart && mark === apart) return null;
  // Nothing but a fraction begins with 0.
  if (apart && !mark && /^0[.,]\d{3}$/.test(digits)) {
    decimals = digits.slice(2);
    digits = "0";
    apart = "";
  }
  digits = digits.replace(/[.,]/g, "");
  const number = Number(digits);
  if (/[1-9]/.test(decimals) || (typed.startsWith("±") && number)) return null;
  return { digits, number: sign === "-" && number ? -number : number, isGrouped: isApart || Boolean(apart) };
}

// What a text means: `points`, or `empty`, or in `bad` what is wrong with it. `short`: typed in hundreds.
export function read(text, hundreds) {
  const plain = inOneScript(text).replace(OUTER_BLANKS, "");
  if (plain === "" || plain === "-") return { empty: true };
  const found = [...text].length > LONGEST ? null : readWhole(plain);
  if (!found || Math.abs(found.number) > MOST) return { bad: FRACTION.test(plain) ? "whole" : "number" };
  // Thousands that are set apart are written in full.
  const short = hundreds && Math.abs(found.number) < FEWEST_WHOLE && !found.isGrouped;
  const points = short ? found.number * 100 : found.number;
  return { points, short, bad: hundreds && points % 100 !== 0 && "step", text: found.digits };
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
