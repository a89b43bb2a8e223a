// On every page. Where the browser allows it (https, localhost), the app is kept on the phone: pages
// open without network as they were last seen, and say so. On a kitchen's plain http nothing of this happens.
"use strict";

// ---- What the other scripts ask for ----

// Nobody has answered, or someone who will have an answer later.
const COME_BACK_LATER = [0, 408, 429, 502, 503, 504];

function made(name, properties = {}, ...inside) {
  const element = Object.assign(document.createElement(name), properties);
  element.append(...inside);
  return element;
}
// What is kept for a tab or on the phone; a browser may keep nothing, and then it lasts as long as the page.
const keeper = (store, spare = {}) => ({
  read(name) { try { return JSON.parse(spare[name] ?? window[store].getItem(name)); } catch { return null; } },
  save(name, value) {
    try {
      if (value === null) window[store].removeItem(name);
      else window[store].setItem(name, JSON.stringify(value));
      delete spare[name];
      return true;
    } catch {
      spare[name] = JSON.stringify(value);
      return false;
    }
  },
});
const [inTab, onPhone] = ["sessionStorage", "localStorage"].map((store) => keeper(store));
const alertOf = (name, className, text) => made(name, { className, role: "alert" }, text);
const parsed = (html) => new DOMParser().parseFromString(html, "text/html");
const announce = (sentence) => document.getElementById("heard")?.replaceChildren(sentence ?? "");
// Before the first tap browsers refuse to shake, and complain.
function buzz(pattern) {
  if (document.documentElement.dataset.buzz !== "off" && navigator.userActivation?.hasBeenActive) navigator.vibrate?.(pattern);
}
// The worker that keeps pages of a server; none if the app itself is on the phone.
const { worker } = document.currentScript.dataset;
const tellWorker = (message) => { if (worker) navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, ...message }); };

// A browser that loses what has the focus lays the whole page out, at each tap. What comes in its place
// has the same id.
function letGo(part) {
  const { activeElement: held } = document;
  if (!part?.contains(held)) return;
  held.blur();
  if (held.id) document.addEventListener("htmx:afterSwap", () => document.getElementById(held.id)?.focus({ preventScroll: true }), { capture: true, once: true });
}

// A ring shows where the keys are. A tap leaves none, nor does a script that goes to the next tap.
const KEYS = "companion:keys";
const isByKeys = () => !("touched" in document.documentElement.dataset);

function goesByKeys(isSo) {
  document.documentElement.toggleAttribute("data-touched", !isSo);
  inTab.save(KEYS, isSo || null);
}

if (!inTab.read(KEYS)) goesByKeys(false);
addEventListener("pointerdown", () => { if (isByKeys()) goesByKeys(false); }, true);
addEventListener("keydown", ({ key, target }) => {
  // A text is typed on glass as well.
  if (!isByKeys() && (key === "Tab" || !target.matches?.("input, textarea, select"))) goesByKeys(true);
}, true);

function lookAt(target, html, eventInfo = {}) {
  letGo(target);
  htmx.swap(target, html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, { eventInfo });
}

// The server's answer, and the table in it. Without an answer the status is 0; so it is for a good
// answer without a table, which isn't ours: the sign-in page of someone's wifi.
async function fetchTable(path, options = {}) {
  try {
    const headers = { "HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers")) };
    const response = await fetch(path, { headers, signal: AbortSignal.timeout(8000), ...options });
    const html = await response.text();
    const page = parsed(html);
    const main = page.querySelector("main#table");
    const entered = decodeURIComponent(response.headers.get("Companion-Entered") ?? "");
    return { status: response.ok && !main ? 0 : response.status, html, page, main, entered };
  } catch { return { status: 0 }; }
}

// The request of a tap on a control, once at a time. An error shows below it; if the person changed
// their mind, nothing shows.
const underWay = new WeakSet();

async function attempt(control, work, wrong = words("app.went-wrong")) {
  if (underWay.has(control)) return;
  underWay.add(control);
  document.querySelector(".went-wrong")?.remove();
  try {
    await work(control);
  } catch (error) {
    if (error.name !== "AbortError") control.parentElement.after(alertOf("p", "problem went-wrong", wrong));
  } finally { underWay.delete(control); }
}

// ---- Files ----

async function fileOf(response, name) {
  const [, given] = /filename="?([^";]+)/.exec(response.headers.get("Content-Disposition")) ?? [];
  const content = await response.blob();
  return new File([content], given ?? name, { type: content.type.split(";")[0] });
}

// The file behind a link that keeps one. Raises what `fetch` raises, and an `Error` if there is none.
async function fetchFile({ href, pathname, download }) {
  const response = await fetch(href);
  if (!response.ok) throw new Error(`no file: ${response.status}`);
  return fileOf(response, download || pathname.split("/").pop());
}

function saveFile(file) {
  const href = URL.createObjectURL(file);
  made("a", { href, download: file.name }).click();
  setTimeout(() => URL.revokeObjectURL(href), 60_000);
}

// What a browser keeps by itself it fetches past the worker, which may be all the server there is. So
// if there is a worker, the page fetches the file, and has the browser keep it.
const hasWorker = () => Boolean(navigator.serviceWorker?.controller);

document.addEventListener("click", (event) => {
  const link = event.target.closest?.("a[download]");
  if (!link || event.defaultPrevented || !hasWorker()) return;
  event.preventDefault();
  attempt(link, async () => saveFile(await fetchFile(link)));
});

// A button of a form that answers with a file has the file's name.
let passed = null;

document.addEventListener("submit", (event) => {
  const { target: form, submitter: button } = event;
  if (!button?.matches("[data-download]") || button === passed || !hasWorker()) return;
  event.preventDefault();
  attempt(button, async () => {
    const response = await fetch(button.formAction, { method: "POST", body: new URLSearchParams(new FormData(form)) });
    if (response.ok) return saveFile(await fileOf(response, button.dataset.download));
    // A refusal has a page of its own, and the browser goes there.
    passed = button;
    form.requestSubmit(button);
    passed = null;
  });
}, true);

// ---- The camera: its files are fetched when it is opened ----

document.addEventListener("click", ({ target }) => {
  const opener = target.closest?.("[data-camera]");
  if (opener) attempt(opener, async () => (await import(opener.dataset.camera)).openDialog(opener), words("camera.error.other"));
});

// What needs a live view is only offered where there is one.
for (const part of document.querySelectorAll("[data-needs-camera]")) part.hidden = !navigator.mediaDevices?.getUserMedia;

// A photo of a layout fills the field of its form: only names of tiles are sent.
document.addEventListener("companion:tiles", ({ target, detail }) => {
  const { form } = target;
  if (!form?.dataset.layout) return;
  attempt(target, async () => {
    const { writeLayout } = await import(form.dataset.layout);
    form.elements.lies.value = writeLayout(detail.tiles.filter(({ isExtra }) => !isExtra));
    form.submit();
  }, words("camera.error.other"));
});

// Its page says so too if its files don't come.
addEventListener("error", ({ target }) => {
  if (target.type === "module") document.querySelector("[data-reader]:empty")?.append(alertOf("p", "problem", words("camera.error.other")));
}, true);

// ---- The app on the phone; a browser may be told to keep nothing ----

if (worker) navigator.serviceWorker?.register(worker).catch(() => {});
if (worker && navigator.serviceWorker?.controller === null) {
  navigator.serviceWorker.addEventListener("controllerchange", () => tellWorker({ isNew: true }), { once: true });
}

// ---- A form that was sent is not sent again while its answer is on its way ----

const ON_ITS_WAY = 5000;

let sent = null;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form === sent) return event.preventDefault();
  sent = form;
  // It stays on the page if the answer is a file, or comes back by the browser's way back.
  setTimeout(() => { sent = null; }, ON_ITS_WAY);
});
addEventListener("pageshow", () => { sent = null; });

// ---- What was last seen is what the table showed last, not how the page came ----

let keeping = 0;

document.addEventListener("htmx:afterSwap", () => {
  clearTimeout(keeping);
  if (!document.querySelector("#table :is(.chooser, [role=alert])")) keeping = setTimeout(tellNow, 200);
});

function tellNow() {
  if (document.documentElement.dataset.lastSeen) return;
  const page = document.documentElement.cloneNode(true);
  for (const name of ["data-link", "data-waiting", "data-ending"]) page.removeAttribute(name);
  page.querySelector("#heard")?.replaceChildren();
  tellWorker({ now: `<!doctype html>\n${page.outerHTML}` });
}

// ---- A page as last seen says so, until the present one is here ----

const { lastSeen } = document.documentElement.dataset;

if (lastSeen) {
  const seen = new Date(lastSeen);
  const isToday = seen.toDateString() === new Date().toDateString();
  const when = seen.toLocaleString([], { timeStyle: "short", ...(!isToday && { dateStyle: "short" }) });
  const strip = made("p", { className: "last-seen", role: "status" }, words("app.last-seen", { when }));
  document.body.prepend(strip);
  const again = setInterval(lookAgain, 5000);
  addEventListener("online", lookAgain);
  document.addEventListener("companion:link", lookAgain);

  async function lookAgain() {
    if (!document.documentElement.dataset.lastSeen) return;
    if (!document.getElementById("table")) {
      if (navigator.onLine && await isThere()) location.reload();
    } else if (await refresh()) {
      clearInterval(again);
      delete document.documentElement.dataset.lastSeen;
      strip.remove();
      tellNow();
    }
  }
}

const isThere = () => fetch(location.pathname, { method: "HEAD" }).then((response) => response.ok, () => false);

// ---- Taps that wait here for a table that is not open: home lists them, and so does the page that shows
// whose they are ----

const WAITING = "companion:waiting:";
const tapsAt = (path) => onPhone.read(WAITING + path)?.taps.filter((tap) => !tap.isDropped) ?? [];

function lineOf(path) {
  const card = [...document.querySelectorAll("a[data-of]")].find((other) => other.pathname === path);
  const count = tapsAt(path).length;
  const text = card ? words("taps-wait-for", { count, names: card.dataset.of }) : words("taps-wait", { count });
  return made("li", {}, made("a", { href: path }, text));
}

function tellElsewhere() {
  try {
    const paths = Object.keys(localStorage).filter((name) => name.startsWith(`${WAITING}/`)).map((name) => name.slice(WAITING.length));
    document.getElementById("waits")?.replaceChildren(...paths.filter((path) => tapsAt(path).length).map(lineOf));
    document.querySelector("#left-over b")?.replaceChildren(tapsAt(location.pathname).map((tap) => tap.words).join(" · "));
  } catch { /* a browser may keep nothing */ }
}
document.querySelector("#left-over button")?.addEventListener("click", () => {
  onPhone.save(WAITING + location.pathname, null);
  tellElsewhere();
});
addEventListener("pageshow", tellElsewhere);
addEventListener("storage", tellElsewhere);

// ---- What an address names is shown, also by browsers that leave closed what it is folded into ----

for (const event of ["load", "hashchange"]) addEventListener(event, () => {
  const named = document.getElementById(location.hash.slice(1));
  for (let closed; (closed = named?.closest("details:not([open])")); named.scrollIntoView()) closed.open = true;
});

// ---- Times as the reader's own clock shows them; without it they stand in UTC, and say so ----

const [day, clock] = [{}, { hour: "2-digit", minute: "2-digit" }].map((more) => new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", ...more }));
for (const time of document.querySelectorAll("time[datetime]")) {
  time.title = time.textContent;
  time.textContent = ("day" in time.dataset ? day : clock).format(new Date(time.dateTime));
}
