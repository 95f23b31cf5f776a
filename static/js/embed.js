// For pages of other sites: gives each embedded frame the height it tells, and only frames of this server.
(() => {
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) return;
  const { origin } = new URL(script.src);
  addEventListener("message", (event) => {
    if (event.origin !== origin || event.data?.jantaku !== "height") return;
    const height = Number(event.data.height);
    if (!(height > 0 && height < 20_000)) return;
    for (const frame of document.querySelectorAll("iframe")) {
      const isOurs = frame instanceof HTMLIFrameElement && frame.contentWindow === event.source;
      if (isOurs) frame.style.height = `${height}px`;
    }
  });
})();
