// The first visit: fetches the app in view, continues where it broke off, and says
// plainly what a browser lacks. `RELEASE` comes from release.js, `files` from files.js.
"use strict";

const shown = (id) => document.getElementById(id);
const MEGABYTE = 1_000_000;
// The files, the copy of the memory, and tables for years.
const ROOM = 150 * MEGABYTE;
// No phone needs so long for one of these.
const SILENCE = 120_000;
// How much of a first start each of its steps takes.
const STEPS = { python: 0.14, app: 0.31, warm: 0.45, memory: 0.1 };
// Fetching is half of the way.
const FETCHED = 0.5;
// How long a start takes, until its first step has told, in ms.
const START = 6000;

let began = 0, creeping = 0;

const megabytes = (bytes) => (bytes / MEGABYTE).toLocaleString(document.documentElement.lang, { minimumFractionDigits: 1, maximumFractionDigits: 1 });

function tellStep(part, sentence) {
  shown("bar").value = part;
  if (shown("step").textContent !== sentence) shown("step").textContent = sentence;
}

function tellTrouble(sentence, { canTryAgain }) {
  clearInterval(creeping);
  shown("trouble").textContent = sentence;
  shown("trouble").hidden = !sentence;
  shown("again").hidden = !canTryAgain;
}

// ---- What a browser lacks ----

async function lacks() {
  if (!isSecureContext) return "no-https";
  if (!navigator.serviceWorker) return "private-or-old";
  if (typeof WebAssembly === "undefined" || typeof DecompressionStream === "undefined") return "too-old";
  try {
    await files.missing(RELEASE);
    await new Promise((resolve, reject) => {
      const trying = indexedDB.open("pocket?");
      trying.onsuccess = () => { trying.result.close(); indexedDB.deleteDatabase("pocket?"); resolve(); };
      trying.onerror = () => reject(trying.error);
    });
  } catch { return "private-or-old"; }
  const { quota = Infinity, usage = 0 } = (await navigator.storage?.estimate?.()) ?? {};
  return quota - usage < ROOM ? "no-room" : null;
}

// ---- Fetch, then let the worker start ----

function tellCome(come, total) {
  tellStep(FETCHED * (come / total), words("pocket.come", { come: megabytes(come), total: megabytes(total) }));
}

// The bar goes on within a step, as fast as the steps before it went.
function tellPython(step) {
  const now = performance.now();
  began ||= now;
  const names = Object.keys(STEPS);
  const before = names.slice(0, names.indexOf(step)).reduce((sum, name) => sum + STEPS[name], 0);
  const whole = before ? (now - began) / before : START;
  const creep = () => {
    const done = Math.min((performance.now() - now) / whole, 0.95 * STEPS[step]);
    tellStep(FETCHED + (1 - FETCHED) * (before + done), words(`pocket.step.${step}`));
  };
  clearInterval(creeping);
  creeping = setInterval(creep, 100);
  creep();
}

async function install() {
  tellTrouble("", { canTryAgain: false });
  const lacking = await lacks();
  if (lacking) {
    shown("coming").hidden = true;
    shown("heading").textContent = words("pocket.cannot");
    return tellTrouble(words(`pocket.${lacking}`), { canTryAgain: lacking === "no-room" });
  }
  try {
    await files.fetchAll(RELEASE, tellCome);
  } catch (error) {
    console.warn(error);
    if (error.name === "QuotaExceededError") return tellTrouble(words("pocket.no-room"), { canTryAgain: true });
    addEventListener("online", () => location.reload(), { once: true });
    return tellTrouble(words("pocket.broken-off"), { canTryAgain: true });
  }
  try {
    await startWorker();
  } catch (error) {
    console.warn(error);
    return tellTrouble(words("pocket.not-started"), { canTryAgain: true });
  }
  showReady();
}

async function startWorker() {
  tellPython("python");
  const registration = await navigator.serviceWorker.register("worker.js", { updateViaCache: "none" });
  // On a club's server its own worker may have this page already.
  if (navigator.serviceWorker.controller?.scriptURL === files.at("worker.js")) return;
  await new Promise((resolve, reject) => {
    let timer = 0;
    const heard = () => { clearTimeout(timer); timer = setTimeout(reject, SILENCE, new Error("silence")); };
    heard();
    navigator.serviceWorker.addEventListener("message", ({ data }) => {
      heard();
      if (data.step) tellPython(data.step);
      if (data.failed) console.warn(data.failed);
    });
    navigator.serviceWorker.addEventListener("controllerchange", resolve, { once: true });
    const worker = registration.installing ?? registration.waiting ?? registration.active;
    worker.addEventListener("statechange", () => { if (worker.state === "redundant") reject(new Error("redundant")); });
    // A page that was fetched past the worker is not its client until it claims it.
    if (registration.active && !registration.installing) resolve();
  });
}

// ---- Then it can be put on the home screen, each browser in its own way ----

let offered = null;
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  offered = event;
  shown("install").hidden = false;
});

function way() {
  const agent = navigator.userAgent;
  const isApple = /iPhone|iPad|iPod/.test(agent) || (/Macintosh/.test(agent) && navigator.maxTouchPoints > 1);
  if (matchMedia("(display-mode: standalone)").matches || navigator.standalone) return "is-there";
  if (isApple) return "iphone";
  if (/Android/.test(agent)) return /Firefox/.test(agent) ? "android-firefox" : "android";
  if (/Firefox/.test(agent)) return "firefox";
  return /Macintosh/.test(agent) && !/Chrome/.test(agent) ? "mac" : "computer";
}

function showReady() {
  clearInterval(creeping);
  tellStep(1, words("pocket.ready"));
  shown("heading").textContent = words("pocket.is-here");
  shown("how").textContent = words(`pocket.way.${way()}`);
  // A table that was handed over comes along.
  shown("open").href = `./${location.hash}`;
  shown("ready").hidden = false;
  shown("open").focus();
}

// The list of files may have changed by now.
shown("again").addEventListener("click", () => location.reload());
shown("open").addEventListener("click", (event) => {
  navigator.storage?.persist?.();
  if (!location.hash) return;
  // Only the part after the # differs: nothing would be requested.
  event.preventDefault();
  location.reload();
});
shown("install").addEventListener("click", () => offered?.prompt());
install();
