// What this phone keeps, as the browser tells it: whether for good, how much, and how much room is left;
// which version runs; and everything saved to a file.
"use strict";

{
  const shown = (id) => document.getElementById(id);
  const megabytes = (bytes) => words("pocket.megabytes", { number: (bytes / 1e6).toLocaleString(document.documentElement.lang, { maximumFractionDigits: bytes < 1e7 ? 1 : 0 }) });

  const askWorker = (what) => new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    navigator.serviceWorker.controller.postMessage(what, [port2]);
  });

  async function tellRoom() {
    const isKept = await navigator.storage?.persisted?.();
    shown("kept").textContent = isKept ? words("pocket.for-good") : words("pocket.as-long-as");
    shown("kept-note").textContent = isKept ? "" : words("pocket.not-for-good");
    shown("persist").hidden = isKept || !navigator.storage?.persist;
    const { usage, quota } = (await navigator.storage?.estimate?.()) ?? {};
    if (usage === undefined) return;
    shown("used").textContent = megabytes(usage);
    shown("left").textContent = megabytes(quota - usage);
  }

  async function tellVersion() {
    const state = await askWorker({ ask: "state" });
    const isNewest = state.version === state.newest;
    shown("version").textContent = state.isWaiting ? words("pocket.version-waits", { version: state.version }) : state.version;
    shown("go-on").hidden = isNewest;
    shown("go-back").hidden = !isNewest || !state.before || !state.canGoBack;
    shown("go-on").onclick = () => run(null);
    shown("go-back").onclick = () => run(state.before);
  }

  async function run(version) {
    await askWorker({ ask: "run", version });
    location.reload();
  }

  shown("persist").addEventListener("click", async () => {
    await navigator.storage.persist();
    tellRoom();
  });
  tellRoom();
  if (navigator.serviceWorker?.controller) tellVersion();

  // The answer is a file: a form's own answer would go past the worker in some browsers.
  document.querySelector("[data-saves]").addEventListener("submit", async (event) => {
    event.preventDefault();
    const answer = await fetch(event.target.action, { method: "POST", body: new FormData(event.target) });
    const name = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition") ?? "")?.[1];
    if (!answer.ok || !name) return announce(words("pocket.was-not-saved"));
    const file = new File([await answer.blob()], name, { type: "application/octet-stream" });
    if (!(await sent(file))) return;
    await fetch(event.target.dataset.saves, { method: "POST", body: new FormData(event.target) });
    location.reload();
  });

  // Whether it went somewhere: on a phone to an app that takes files, else among the downloads.
  async function sent(file) {
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
      try {
        await navigator.share({ files: [file] });
        return true;
      } catch (error) {
        // Who closes the list has not saved it; a browser may take no file of this kind.
        if (error.name === "AbortError") return false;
      }
    }
    const link = made("a", { href: URL.createObjectURL(file), download: file.name });
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
    return true;
  }
}
