// Every tap on the table is written down on this phone, sent, and forgotten only once the server
// has answered. What can't be delivered waits, and is sent in order when the network is back.
// What the table refuses, or what was made for an older table, is handed to the person.
"use strict";

// A tap without an answer for so long is shown as waiting, and others may join behind it.
const QUICK = 1200;
const RESTS = [1000, 2000, 4000, 8000, 15000];

let flight = null;
let failures = 0;
let timer = 0;

const versionOf = (main) => Number(main?.dataset.version);
// 16 random bytes: a kitchen's http has no randomUUID.
const newKey = () => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");

// ---- The list: one for each table, in order, shared by the tabs of a browser. It outlives the page;
// if a browser keeps nothing, it lives as long as the page ----

const waiting = (() => {
  const place = WAITING + location.pathname;
  // `taps`: those to be sent, then those that were handed to the person. `notice`: what that
  // person must know, until they have decided.
  const read = () => onPhone.read(place) ?? { taps: [], notice: "" };

  function change(how) {
    const list = read();
    how(list);
    onPhone.save(place, list.taps.length || list.notice ? list : null);
    document.dispatchEvent(new CustomEvent("companion:waiting"));
  }

  // Two tabs must not send the same list at once. The browser ends the turn of one that crashed; a tab
  // that it put to sleep is waited for no longer than an answer. Plain http has no such turns, and each
  // tap's key makes it harmless if both should try after all.
  const inTurn = (work) => navigator.locks?.request(place, { signal: AbortSignal.timeout(10_000) }, work).catch((error) => (error.name === "TimeoutError" ? work() : Promise.reject(error))) ?? work();

  return {
    read, change, inTurn, place,
    toSend: () => read().taps.filter((tap) => !tap.isHeld),
    shown: () => read().taps.filter((tap) => !tap.isHeld && !tap.isDropped && tap.waits),
    held: () => read().taps.filter((tap) => tap.isHeld),
    // The server must know more of it first: where it goes, or what it counts. Those behind it wait.
    asking: () => read().taps.find((tap) => !tap.isHeld && tap.asks),
    find: (list, key) => list.taps.find((tap) => tap.key === key),
    remove: (list, key) => { list.taps = list.taps.filter((tap) => tap.key !== key); },
    holdAll(list, notice) {
      // Nobody wants to be asked about what they undid.
      list.taps = list.taps.filter((tap) => !tap.isDropped);
      for (const tap of list.taps) tap.isHeld = true;
      list.notice = notice;
    },
  };
})();

// ---- A tap ----

// A tap in the table's words: `6-4`, `5-5 on 5-0`, `draw 2`, `Ana leads`. A button may say them.
function wordsOf(path, form, button) {
  const fields = new URLSearchParams(form);
  const name = document.querySelector(".ask b")?.textContent ?? "";
  const [host, pips, claim] = ["on", "pips", "said"].map((field) => fields.get(field));
  switch (path.split("/").pop()) {
    case "set": {
      const tile = host ? words("tap-tile-on", { tile: fields.get("tile"), host }) : fields.get("tile");
      if (claim === "silent") return words("tap-not-said", { tile });
      return (claim ?? "right") === "right" ? tile : words("tap-said", { tile, claim });
    }
    case "draw": return words("tap-draw", { count: Number(fields.get("tiles") ?? 1) });
    case "ruling": return [fields.get("typed"), button?.getAttribute("aria-label")].filter(Boolean).join(" · ");
    case "left": return pips ? words("tap-left-pips", { name, count: Number(pips) }) : words("tap-left", { name, tiles: fields.getAll("left").join(" ") });
    default: return button?.dataset.tap ?? (button?.getAttribute("aria-label") ?? button?.textContent ?? "").trim();
  }
}

const tileOf = ({ path, form }) => (path.endsWith("/set") ? form.find(([name]) => name === "tile")?.[1] : undefined);
const asksAbout = (main, tap) => main.querySelector(".chooser input[name=tile]")?.value === tileOf(tap);

document.addEventListener("htmx:configRequest", (event) => {
  const { verb, path, formData, triggeringEvent } = event.detail;
  const asking = waiting.asking();
  if (asking && event.target.matches(".chooser .cancel")) {
    event.preventDefault();
    return drop(asking.key);
  }
  if (verb !== "post" || !event.target.closest?.("#table") || event.target.closest(".alerts")) return;
  event.preventDefault();
  // A second tap while the first is on its way would be counted against an older table.
  if (flight?.isQuick || table().classList.contains("is-sending")) return;
  const form = [...formData].filter(([name]) => !["csrf_token", "seen", "key"].includes(name));
  // If taps wait, undo removes the last of them.
  const last = waiting.shown().pop();
  if (last && path.endsWith("/undo")) return drop(last.key);
  const tap = { key: newKey(), path, form, words: wordsOf(path, form, triggeringEvent?.submitter), seen: Number(formData.get("seen")) };
  if (asking && tileOf(tap) === tileOf(asking)) answers(asking, tap);
  else join(tap);
});

// What was chosen takes the place of the tap that asked for it.
function answers(asking, tap) {
  waiting.change((list) => Object.assign(waiting.find(list, asking.key), tap, { asks: false }));
  setAside(tap);
  send();
}

function join(tap) {
  const before = waiting.toSend();
  const isOnce = !/\/(draw|pass|ruling|undo|redo)$/.test(tap.path);
  const said = JSON.stringify([tap.path, tap.form]);
  if (isOnce && before.some((other) => !other.isDropped && JSON.stringify([other.path, other.form]) === said)) return;
  tap.waits = before.length > 0;
  waiting.change((list) => {
    const place = list.taps.findIndex((other) => other.isHeld);
    list.taps.splice(place < 0 ? list.taps.length : place, 0, tap);
  });
  if (tap.waits) setAside(tap);
  send();
}

// A tap that may have reached the server is asked about first, without being entered.
function drop(key) {
  const asking = waiting.asking(), isAsked = asking?.key === key;
  waiting.change((list) => {
    const tap = waiting.find(list, key);
    if (tap?.wasTried || flight?.key === key) Object.assign(tap, { isDropped: true, isHeld: false });
    else waiting.remove(list, key);
    if (!list.taps.some((other) => other.isHeld)) list.notice = "";
    // Those behind it were tapped for a table with that tile.
    if (isAsked && list.taps.length) waiting.holdAll(list, notEntered([asking]));
  });
  if (isAsked) backToTray();
  if (isAsked && !isPlain(table())) refresh();
  send();
}

// ---- Sending ----

async function send() {
  clearTimeout(timer);
  const [tap] = waiting.toSend();
  if (flight || !tap || tap.asks) return;
  flight = { key: tap.key, isQuick: !tap.waits };
  table()?.classList.toggle("is-sending", flight.isQuick);
  const slow = setTimeout(() => showsAsWaiting(tap.key), QUICK);
  await waiting.inTurn(async () => {
    // Another tab may have sent it meanwhile, or handed it to the person.
    const [next] = waiting.toSend();
    const isOurs = next?.key === tap.key;
    // No table has this version: a counted tap is known by its key, any other is refused.
    const seen = next?.isDropped ? -1 : next?.seen;
    const answer = isOurs && await fetchTable(next.path, { method: "POST", body: new URLSearchParams([...next.form, ["seen", seen], ["key", next.key]]) });
    clearTimeout(slow);
    flight = null;
    table()?.classList.remove("is-sending");
    if (isOurs) settle(next, { ...answer, seen });
    else send();
  });
}

function showsAsWaiting(key) {
  if (flight) flight.isQuick = false;
  table()?.classList.remove("is-sending");
  const tap = waiting.find(waiting.read(), key);
  if (!tap || tap.waits) return;
  waiting.change((list) => { waiting.find(list, key).waits = true; });
  setAside(tap);
}

// ---- What an answer means for the tap, and for those behind it ----

async function settle(tap, answer) {
  if (COME_BACK_LATER.includes(answer.status)) return waits(tap);
  failures = 0;
  const isTable = Boolean(answer.main);
  const verdict = !isTable ? refusedAtTheDoor : answer.status === 409 ? tooLate : answer.status === 422 ? refused : entered;
  waiting.change((list) => verdict(list, waiting.find(list, tap.key) ?? tap, answer));
  if (answer.status === 403 || answer.status === 404) tellWorker({ forget: true });
  // If you may only watch by now, you see what watchers see.
  if (answer.status === 403) location.reload();
  // What the person must know is above the table then, so nothing should cover it.
  const isTold = waiting.read().notice && isTable && !answer.main.querySelector(".chooser");
  if (isTable && !(isTold && await refresh())) show(answer);
  window.askAgain?.();
  send();
}

function waits(tap) {
  showsAsWaiting(tap.key);
  waiting.change((list) => Object.assign(waiting.find(list, tap.key) ?? {}, { wasTried: true }));
  const rest = RESTS[Math.min(failures++, RESTS.length - 1)];
  timer = setTimeout(send, rest * (0.75 + Math.random() / 2));
}

function entered(list, tap, answer) {
  const version = versionOf(answer.main);
  waiting.remove(list, tap.key);
  // Nobody needs to be asked any more about a tile that is on the table by now.
  list.taps = list.taps.filter((other) => !other.isHeld || !tileOf(other) || tileOf(other) !== tileOf(tap));
  if (!list.taps.some((other) => other.isHeld)) list.notice = "";
  if (tap.isDropped) waiting.holdAll(list, words("too-late", { tap: tap.words }));
  else goOn(list, answer, version === answer.seen + 1);
}

// The next tap is sent with what is on the table now: what its person saw, or what this very
// list of taps made of it. Anything in between came from someone else.
function goOn(list, answer, isOursAlone) {
  const [next, version] = [list.taps.find((tap) => !tap.isHeld), versionOf(answer.main)];
  if (!next) return;
  if (isOursAlone || next.seen === version) next.seen = version;
  else movedOn(list, answer);
}

const notEntered = ([tap, ...others]) => (others.length ? words("were-not-entered", { count: others.length + 1 }) : words("was-not-entered", { tap: tap.words }));

// The person learns what came first, and what of this phone's is still to be decided.
function movedOn(list, { main, entered }) {
  const own = list.taps.filter((tap) => !tap.isHeld && !tap.isDropped);
  const came = words("moved-on", { entered: entered || main.dataset.entered || main.dataset.heard });
  waiting.holdAll(list, own.length ? `${came} ${notEntered(own)}` : came);
}

function tooLate(list, tap, answer) {
  if (tap.isDropped) {
    waiting.remove(list, tap.key);
    goOn(list, answer, false);
  } else if (tap.waits) {
    tap.wasTried = false;
    movedOn(list, answer);
  } else waiting.remove(list, tap.key);
}

function refused(list, tap, answer) {
  if (tap.waits && !tap.isDropped && asksAbout(answer.main, tap)) return Object.assign(tap, { asks: true, wasTried: false });
  waiting.remove(list, tap.key);
  if (!tap.waits || tap.isDropped) return;
  waiting.holdAll(list, words("not-entered", { tap: tap.words, reason: answer.main.dataset.heard }));
}

function refusedAtTheDoor(list, tap, answer) {
  if (tap.isDropped) return waiting.remove(list, tap.key);
  const said = [...answer.page.querySelectorAll("main > :is(h1, p:not(:has(a)))")].map((part) => part.textContent.trim().replace(/\.?$/, "."));
  waiting.holdAll(list, said.join(" ") || words("server-refused"));
}

function show(answer, { isPushed = false } = {}) {
  // What the stream brought may be newer than a late answer.
  if (versionOf(answer.main) < versionOf(table())) return;
  // What nobody tapped for never takes the focus.
  lookAt(table(), answer.html, isPushed ? { isPushed, hadFocus: table().contains(document.activeElement) } : {});
}

// ---- When to try again ----

// The script that asks may not be here yet: it does so itself once it is.
function wake() {
  failures = 0;
  window.askAgain?.();
  send();
}

// Whatever was on its way when the page was closed may have arrived, or not.
if (waiting.toSend().length) {
  waiting.change((list) => {
    for (const tap of list.taps) if (!tap.isHeld) Object.assign(tap, { waits: true, wasTried: true, asks: false });
  });
}

addEventListener("online", wake);
addEventListener("pageshow", wake);
document.addEventListener("visibilitychange", () => { if (document.visibilityState === "visible") wake(); });
document.addEventListener("companion:link", () => { if (document.documentElement.dataset.link === "live") wake(); });

// Another tab of this browser added to the list, or sent from it.
addEventListener("storage", (event) => {
  if (event.key !== waiting.place) return;
  const count = (kept) => (kept ? JSON.parse(kept).taps.filter((tap) => tap.waits).length : 0);
  document.dispatchEvent(new CustomEvent("companion:waiting"));
  if (count(event.newValue) < count(event.oldValue)) refresh();
  // The other tab is about to send it; this one only takes what is left over.
  clearTimeout(timer);
  timer = setTimeout(send, 1500);
});

async function refresh() {
  const answer = await fetchTable(location.pathname);
  const isThere = answer.status === 200;
  if (isThere && !flight) show(answer, { isPushed: true });
  return isThere;
}
