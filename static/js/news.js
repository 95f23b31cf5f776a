// Tells a page when to look again: while somebody sees it, it asks its tournament's tiny address (data-news), and only
// when that says something new is there anything to fetch. Where streams are served (data-news-stream) it hears of news
// there at once, and asks seldom; when a stream ends, or turns out to be deaf, it asks as before.
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
    const { news, in_play } = await answer.json();
    isInPlay = in_play;
    if (news !== known) {
      const isFirst = known === null;
      // It should have been heard.
      if (!isFirst && isListening) leave();
      // The first answer belongs to a page that was made just now.
      if (!isFirst && isTooMuch(await look())) return 4 * pace();
      if (!isFirst) heardAt = Date.now();
      known = news;
      lookOnceMore();
    }
    return pace();
  }

  function lookOnceMore() {
    clearTimeout(again);
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

  function hear() {
    heardAt = Date.now();
    known = null; // whatever is asked for next is no longer news
    heard ??= setTimeout(async () => {
      heard = undefined;
      await look().catch(() => {});
      lookOnceMore();
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

const isTooMuch = (status) => status === 429 || status >= 500;
