// Tells a page when to look again: while somebody sees it, it asks its tournament's tiny address (data-news), and only
// when that says something new is there anything to fetch. Where streams are served (data-news-stream) it hears of news
// there at once, and asks seldom; when a stream ends, or turns out to be deaf, it asks as before. A page that shows a few
// tables alone (data-news-tables) looks only at news that concern them.
const IN_PLAY = 2_000; // milliseconds between two questions while a round is played or about to be
export const SELDOM = 15_000;
const EARLIER = 0.1; // by up to this share, so that a hall does not ask in chorus
const AFTERWARDS = 5 * 60_000; // for so long after news there may well be more
const LISTEN_AGAIN = 20_000; // after a stream that ended
const TOGETHER = 300; // whoever hears of the same news looks within so long, and not all at once
const KEPT = 1_200; // for a second a page may be given as it was before the news: then it is looked at once more

const place = () => document.querySelector("[data-news]");

// `look` fetches what the page shows and gives the answer's status; `otherwise` says how many milliseconds lie between
// two questions while nothing is in play, or between two looks where there is nobody to ask for news.
export function follow(look, otherwise = () => SELDOM) {
  let timer;
  let again;
  let heard;
  let stream = null;
  let isListening = false;
  let listenAgain;
  let known = null;
  let seen = null; // the number of the last entry of which we know
  let isInPlay = false;
  let heardAt = -Infinity;

  function wait(milliseconds) {
    clearTimeout(timer);
    timer = setTimeout(ask, milliseconds * (1 - Math.random() * EARLIER));
  }

  async function ask() {
    clearTimeout(timer);
    if (document.hidden) return leave();
    listen();
    const pause = await next().catch(() => 2 * pace()); // the Wi-Fi is away; it comes back
    if (!document.hidden) wait(pause);
  }

  function pace() {
    if (navigator.onLine === false || isListening) return SELDOM;
    return isInPlay || Date.now() - heardAt < AFTERWARDS ? IN_PLAY : otherwise();
  }

  async function next() {
    const here = place();
    // Whoever may see the page without being anybody asks as nobody, and is answered from memory.
    const credentials = here && "newsPrivate" in here.dataset ? "same-origin" : "omit";
    const answer = here && (await fetch(here.dataset.news, { cache: "no-store", credentials }));
    if (!answer || answer.status === 404) return (isTooMuch(await look()) ? 4 : 1) * otherwise();
    if (!answer.ok) return 4 * pace();
    const { news, in_play, seq, concerned } = await answer.json();
    isInPlay = in_play;
    if (news !== known) {
      const isFirst = known === null;
      // It should have been heard.
      if (!isFirst && isListening) leave();
      // The first answer belongs to a page that was made just now.
      const isNew = seen !== null && isOurs(latest(concerned, seq - seen));
      if (isNew && isTooMuch(await look())) return 4 * pace();
      if (!isFirst) heardAt = Date.now();
      if (isFirst || isNew) lookOnceMore(seen === null);
      known = news;
      seen = seq;
    }
    return pace();
  }

  function lookOnceMore(isFirst) {
    clearTimeout(again);
    // What shows a few tables alone is a visitor's own page, which is never given from memory.
    if (!isFirst && place()?.dataset.newsTables !== undefined) return;
    again = setTimeout(() => document.hidden || look().catch(() => {}), KEPT);
  }

  function listen() {
    const here = place();
    if (stream || listenAgain || !here || !("newsStream" in here.dataset)) return;
    stream = new EventSource(`${here.dataset.news}stream/`);
    stream.addEventListener("open", () => {
      isListening = true;
      ask(); // for what was done before
    });
    stream.addEventListener("message", hear);
    stream.addEventListener("error", () => {
      leave();
      ask();
    });
  }

  function hear(event) {
    heardAt = Date.now();
    known = null; // whatever is asked for next was heard of
    if (!isOurs(event.data.split(" ").slice(1))) return;
    seen = null; // and is shown by the look that follows
    heard ??= setTimeout(async () => {
      heard = undefined;
      await look().catch(() => {});
      lookOnceMore(false);
    }, Math.random() * TOGETHER);
  }

  function leave() {
    if (!stream) return;
    stream.close();
    stream = null;
    isListening = false;
    listenAgain = setTimeout(() => {
      listenAgain = undefined;
      if (!document.hidden) listen();
    }, LISTEN_AGAIN * (1 + Math.random()));
  }

  document.addEventListener("visibilitychange", ask);
  addEventListener("online", ask);
  ask();
}

// What the last so many entries concern; of more than the answer has, all.
const latest = (concerned, count) => (count > concerned.length ? ["*"] : concerned.slice(concerned.length - count));

// Do news that concern these tables change what this page shows? What concerns all of the hall is "*".
function isOurs(concerned) {
  const tables = place()?.dataset.newsTables?.split(" ");
  return !tables || concerned.some((one) => one === "*" || tables.includes(one));
}

const isTooMuch = (status) => status === 429 || status >= 500;
