// What waits, shown: the strip above the table, the tiles that wait in the tray, and the table
// as you can play on it without an answer from the server.
"use strict";

// ---- The strip: what waits, or what was handed to the person ----

const part = (name) => document.querySelector(`#waiting [data-part=${name}]`);

function tellWaiting() {
  const { notice } = waiting.read();
  const [shown, held] = [waiting.shown(), waiting.held()];
  document.documentElement.dataset.waiting = shown.length + held.length;
  document.body.classList.toggle("is-handed", Boolean(notice || held.length));
  document.getElementById("waiting").hidden = !(notice || held.length || shown.length);
  part("waits").hidden = !shown.length;
  part("handed").hidden = !(notice || held.length);
  fill(part("waits").querySelector("ul"), shown);
  fill(part("handed").querySelector("ul"), held);
  if (part("notice").textContent !== notice) part("notice").textContent = notice;
  part("enter").hidden = !held.length;
  part("enter").textContent = words("enter", { count: held.length });
  part("drop").textContent = held.length ? words("drop-held", { count: held.length }) : words("all-right");
  markTable();
}

function fill(list, taps) {
  const keys = taps.map((tap) => tap.key).join();
  if (list.dataset.keys === keys) return;
  list.dataset.keys = keys;
  list.replaceChildren(...taps.map((tap) => {
    const button = made("button", { type: "button", ariaLabel: words("drop", { tap: tap.words }) }, made("bdi", {}, tap.words));
    button.dataset.key = tap.key;
    return made("li", {}, button);
  }));
  list.lastElementChild?.scrollIntoView({ block: "nearest", inline: "end" });
}

document.addEventListener("click", (event) => {
  const chip = event.target.closest?.("#waiting [data-key]");
  if (chip) drop(chip.dataset.key);
  if (event.target === part("enter")) enterHeld();
  if (event.target !== part("drop")) return;
  for (const tap of waiting.held()) drop(tap.key);
  waiting.change((list) => { list.notice = ""; });
});

// Against the table as it is now: the person has seen it, and says so.
function enterHeld() {
  waiting.change((list) => {
    const [first] = list.taps.filter((tap) => tap.isHeld);
    first.seen = versionOf(table());
    for (const tap of list.taps) Object.assign(tap, { isHeld: false, waits: true });
    list.notice = "";
  });
  send();
}

// ---- The table: its tiles that wait, and what undo would reverse ----

function markTable() {
  const main = table();
  if (flight?.isQuick) main.classList.add("is-sending");
  const tiles = new Set(waiting.shown().filter((tap) => tap.path.endsWith("/set")).map((tap) => tap.form.find(([name]) => name === "tile")[1]));
  for (const button of main.querySelectorAll(".tray button[name=tile]:not(.gone)")) {
    const waits = tiles.has(button.value);
    if (waits === button.classList.contains("waits")) continue;
    button.dataset.label ??= button.getAttribute("aria-label");
    button.classList.toggle("waits", waits);
    button.disabled = waits;
    button.setAttribute("aria-label", waits ? words("tile-waits", { tile: button.value }) : button.dataset.label);
  }
  markUndo(main.querySelector("button.undo"), waiting.shown().pop());
}

function markUndo(button, last) {
  if (!button) return;
  const what = button.querySelector(".what");
  what.dataset.label ??= what.textContent;
  button.dataset.disabled ??= button.disabled;
  what.textContent = last ? words("take-back", { tap: last.words }) : what.dataset.label;
  button.disabled = !last && button.dataset.disabled === "true";
}

// ---- Without an answer the page goes back to the tray, for the next tap ----

let plain = null;

const isPlain = (main) => !main.querySelector(".chooser, input[type=hidden][name=on]");

function keepPlain() {
  if (isPlain(table())) plain = { version: versionOf(table()), html: table().outerHTML };
}

function backToTray(eventInfo = {}) {
  const main = table();
  if (!isPlain(main) && plain?.version === versionOf(main)) return lookAt(table(), plain.html, eventInfo);
  for (const form of main.querySelectorAll("form")) form.reset();
  for (const open of main.querySelectorAll("details[open]")) open.open = false;
}

function setAside(tap) {
  if (tap.isDropped) return;
  announce(words("tap-waits", { tap: tap.words }));
  // It is felt when it is entered.
  backToTray({ isPushed: true });
  tellWaiting();
}

// What only asked the server for another view of the table is answered here, if it can be.
function viewHere(path) {
  const asked = new URL(path, location).searchParams;
  const on = asked.get("on");
  if (on || !asked.size) backToTray();
  if (!asked.size) return;
  const form = table().querySelector("form.play:has(.tray button)");
  if (!on || !form) return say(words("no-network"), "problem");
  form.insertAdjacentHTML("afterbegin", '<input type="hidden" name="on">');
  form.firstElementChild.value = on;
  for (const ring of document.querySelectorAll(".ring")) ring.classList.toggle("chosen", ring.dataset.on === on);
  say(words("what-goes-on", { host: on }), "settled");
}

function say(sentence, kind) {
  table().querySelector(".count").replaceChildren(alertOf("span", kind, sentence));
}

for (const lost of ["htmx:sendError", "htmx:timeout"]) {
  document.addEventListener(lost, (event) => viewHere(event.detail.requestConfig.path));
}

// Another view of the table may have covered the choice, or a newer table.
function askAgain() {
  const asking = waiting.asking();
  if (!asking || flight || asksAbout(table(), asking) || !isPlain(table()) || table().querySelector(".of-one")) return;
  waiting.change((list) => { waiting.find(list, asking.key).asks = false; });
  send();
}

document.addEventListener("htmx:afterSwap", () => {
  keepPlain();
  markTable();
  setTimeout(askAgain);
});
document.addEventListener("companion:waiting", tellWaiting);
keepPlain();
tellWaiting();
askAgain();
