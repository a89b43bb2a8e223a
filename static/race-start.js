// Before a race and after it: this page shows what another phone does, and all follow the race.
"use strict";

(() => {
  const { race, version } = document.body.dataset;
  const BETWEEN = 1200;
  let seen = version;

  // A choice is enough.
  function chooseAtOnce() {
    for (const form of document.querySelectorAll(".head-start")) {
      form.querySelector("button").hidden = true;
      form.querySelector("select").addEventListener("change", () => form.requestSubmit());
    }
  }

  // What is being chosen or typed stays as it is.
  async function showAnew() {
    const held = document.activeElement?.id;
    const response = await fetch(location.pathname);
    // Someone started it.
    if (response.redirected) return location.reload();
    const page = parsed(await response.text());
    const now = page.getElementById("racers");
    if (!now) return location.reload();
    document.getElementById("racers").replaceWith(now);
    chooseAtOnce();
    if (held) document.getElementById(held)?.focus({ preventScroll: true });
  }

  async function look() {
    try {
      const response = await fetch(`${race}/state?seen=${seen}`, { signal: AbortSignal.timeout(8000) });
      if (response.status === 200) {
        const state = await response.json();
        if (state.again) return location.assign(state.again);
        seen = state.version;
        await showAnew();
      }
    } catch { /* The next look will show. */ }
    setTimeout(look, document.hidden ? 4 * BETWEEN : BETWEEN);
  }

  chooseAtOnce();
  // Two who share one phone see everything.
  if (!("alone" in document.documentElement.dataset)) setTimeout(look, BETWEEN);
})();
