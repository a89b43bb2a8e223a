// The screen stays awake while a table or its big board is seen: nobody touches it during a long turn.
// A browser lets go of it with the page that is hidden, so it is asked again. A low battery may say no.
"use strict";

{
  let isAwake = false;

  async function stayAwake() {
    if (document.hidden || isAwake || !navigator.wakeLock) return;
    isAwake = true;
    try {
      const lock = await navigator.wakeLock.request("screen");
      lock.addEventListener("release", () => { isAwake = false; });
    } catch { isAwake = false; }
  }

  addEventListener("pageshow", stayAwake);
  document.addEventListener("visibilitychange", stayAwake);
  // Some browsers want to be touched first.
  document.addEventListener("click", stayAwake);
}
