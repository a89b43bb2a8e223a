// The screen stays awake while the page is open, where the browser lets it.
"use strict";

async function stayAwake() {
  if (document.visibilityState !== "visible" || !navigator.wakeLock) return;
  try { await navigator.wakeLock.request("screen"); } catch { /* a low battery may say no */ }
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();
