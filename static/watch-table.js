// The camera watches the table, and proposes the tile that was played. It enters nothing: a tap does, as on the tray.
// `made`, `words` and `table` are those of app.js, words.js and table.js.

import { canSee, openEye } from "./camera-eye.js";
import { playedLast } from "./last-tile.js";

const MOST = 3;

const view = made("aside", { id: "watch", className: "watch", ariaLabel: words("watch.title") });
const video = made("video", { muted: true, playsInline: true });
const proposed = made("div", { className: "watch-proposed", role: "status" });
const larger = made("button", { type: "button", ariaLabel: words("watch.larger") }, video);
const on = made("button", { type: "button", className: "option", hidden: true }, words("watch.on"));

let eye = null;
let seen = [];
// What is not to be proposed again, until the table changes.
let refused = new Set();
let version = "";

const namesOf = (selector, name = "value") => new Set([...table().querySelectorAll(selector)].map((part) => part.getAttribute(name)));

const record = () => ({
  laid: namesOf(".tray button.gone"),
  fits: namesOf(".tray button:enabled:not(.dim, .waits)"),
  hosts: namesOf("#felt .ring[data-on]", "data-on"),
});

// What lies there has been entered, or fits.
function knowledge() {
  const { laid, fits } = record();
  return { isLayout: true, possible: [...laid, ...fits] };
}

async function watch() {
  on.hidden = true;
  try {
    eye = await openEye({ video, knowledge, onSeen, onStop: stopped });
  } catch { stopped(); }
}

// It stops when nothing has happened for long, or with the page.
function stopped() {
  eye = null;
  on.hidden = false;
}

function onSeen(reading, { isFixed }) {
  if (!isFixed) return;
  seen = reading.tiles;
  propose();
  eye.waitForChange();
}

function propose() {
  if (table().dataset.version !== version) refused = new Set();
  version = table().dataset.version;
  const found = playedLast(seen, record()).filter(({ tile }) => !refused.has(tile)).slice(0, MOST);
  const no = made("button", { type: "button", className: "option cancel" }, words("watch.no"));
  no.addEventListener("click", () => {
    for (const { tile } of found) refused.add(tile);
    propose();
  });
  proposed.replaceChildren(...found.map(buttonFor), ...(found.length ? [no] : []));
  place();
}

function buttonFor({ tile, host }) {
  const button = made("button", { type: "button", className: "option" }, host ? words("watch.on-host", { tile, host }) : words("watch.leads", { tile }));
  button.addEventListener("click", () => enter(tile, host));
  return button;
}

function enter(tile, host) {
  const button = document.getElementById(`tile-${tile}`);
  button.form.querySelector("[name=on]")?.remove();
  if (host) button.form.prepend(made("input", { type: "hidden", name: "on", value: host }));
  button.click();
}

// Over the felt, which the table draws anew with each entry.
function place() {
  const felt = document.getElementById("layout")?.getBoundingClientRect();
  view.hidden = !felt;
  if (felt) Object.assign(view.style, { top: `${felt.top}px`, left: `${felt.left}px`, width: `${felt.width}px`, height: `${felt.height}px` });
}

if (canSee()) {
  view.append(larger, proposed, on);
  document.body.append(view);
  larger.addEventListener("click", () => view.classList.toggle("is-large"));
  on.addEventListener("click", watch);
  document.addEventListener("htmx:afterSwap", propose);
  addEventListener("resize", place);
  place();
  watch();
}
