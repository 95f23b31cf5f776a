// For pages of other sites: gives each embedded frame the height it tells, and only frames of this server.
(() => {
  const { origin } = new URL(document.currentScript.src);
  addEventListener("message", (event) => {
    if (event.origin !== origin || event.data?.jantaku !== "height") return;
    const height = Number(event.data.height);
    if (!(height > 0 && height < 20_000)) return;
    for (const frame of document.querySelectorAll("iframe")) {
      if (frame.contentWindow === event.source) frame.style.height = `${height}px`;
    }
  });
})();
