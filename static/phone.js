// What this phone keeps, as the browser reports it: whether for good, how much, and how much room is left;
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

  // A page of damaged tables has only the last of these.
  shown("persist")?.addEventListener("click", async () => {
    const isGranted = await navigator.storage.persist();
    await tellRoom();
    if (!isGranted) shown("kept-note").textContent = words("pocket.not-granted");
  });
  if (shown("kept")) tellRoom();
  if (shown("version") && navigator.serviceWorker?.controller) tellVersion();

  // The answer is a file: a form's own answer would go past the worker in some browsers.
  document.querySelector("[data-saves]").addEventListener("submit", (event) => {
    event.preventDefault();
    const { target: form, submitter } = event;
    attempt(submitter, async () => {
      const answer = await fetch(form.action, { method: "POST", body: new FormData(form) });
      if (!answer.ok) throw new Error(`no file: ${answer.status}`);
      await send(await fileOf(answer));
      if (!form.dataset.saves) return;
      await fetch(form.dataset.saves, { method: "POST", body: new FormData(form) });
      location.reload();
    });
  });

  // On a phone to an app that takes files, else to the downloads. Raises an `AbortError` if the list
  // of apps is closed: then nothing is saved.
  async function send(file) {
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files: [file] })) {
      try {
        return await navigator.share({ files: [file] });
      } catch (error) {
        // A browser may take no file of this kind.
        if (error.name === "AbortError") throw error;
      }
    }
    saveFile(file);
  }
}
