// The screen while a table or its big board is seen: it stays awake, and the page fills it where the browser
// can, unless only the app is there.
"use strict";

{
  const USED_FOR = 5000;

  // ---- Nobody touches it during a long turn. A browser drops the lock with a hidden page, so it
  // is asked again. A low battery may say no ----

  let isAwake = false;

  async function stayAwake() {
    if (document.hidden || isAwake || !navigator.wakeLock || document.documentElement.dataset.awake === "off") return;
    isAwake = true;
    try {
      const lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { isAwake = false; });
    } catch { isAwake = false; }
  }

  addEventListener("pageshow", stayAwake);
  document.addEventListener("visibilitychange", stayAwake);
  // Some browsers need a touch first.
  document.addEventListener("click", stayAwake);

  // ---- The whole screen ----

  const alone = matchMedia("(display-mode: standalone), (display-mode: fullscreen)");
  const isWhole = () => Boolean(document.fullscreenElement);
  const buttons = () => document.querySelectorAll("[data-full-screen]");

  function offer() {
    for (const button of buttons()) {
      button.hidden = !document.fullscreenEnabled || (alone.matches && !isWhole());
      button.textContent = isWhole() ? words("full-screen.leave") : words("full-screen.enter");
    }
  }

  function toggle() {
    const change = isWhole() ? document.exitFullscreen() : document.documentElement.requestFullscreen({ navigationUI: "hide" });
    change.catch(() => { /* a browser may say no */ });
  }

  document.addEventListener("click", (event) => {
    if (event.target.closest?.("[data-full-screen]")) toggle();
  });
  document.addEventListener("fullscreenchange", offer);
  alone.addEventListener("change", offer);

  // ---- On the board it shows while someone is near; across the room it would be in the way ----

  let unused = 0;

  function isUsed() {
    clearTimeout(unused);
    document.body.dataset.atHand = "yes";
    unused = setTimeout(() => { document.body.dataset.atHand = "no"; }, USED_FOR);
  }

  for (const event of ["pointermove", "pointerdown", "keydown"]) document.addEventListener(event, isUsed, true);
  offer();
  isUsed();
}
