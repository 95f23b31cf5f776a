// Points as people type them: 412, 41200, 41,200 and ４１２. The server reads them by the same rule
// (rules/forms/points.py); a test types the same into both.
const FEWEST_WHOLE = 2000;

// What a text means: `points`, or `empty`, or in `bad` what is wrong with it. `short`: typed in hundreds.
export function read(text, hundreds) {
  const typedText = text.replace(/[−‐‑–—ー▲△－]/g, "-").normalize("NFKC");
  // A point or comma that does not set thousands apart: 37.5 is not 375.
  if (/[.,](?!\d{3}(?!\d))/.test(typedText)) return { bad: "whole" };
  const plain = typedText.replace(/[\s,.'_]/g, "");
  if (plain === "" || plain === "-") return { empty: true };
  if (!/^[+-]?\d{1,7}$/.test(plain)) return { bad: "number" };
  const typed = Number(plain);
  const short = hundreds && Math.abs(typed) < FEWEST_WHOLE;
  const points = short ? typed * 100 : typed;
  return { points, short, bad: hundreds && points % 100 !== 0 && "step", digits: plain.replace(/\D/g, "").length };
}

// As a person would type them again.
export const typedAs = (points, hundreds) =>
  String(hundreds && points % 100 === 0 && Math.abs(points / 100) < FEWEST_WHOLE ? points / 100 : points);
