// What others enter, as it happens. The part of a page that says `data-live` is kept as the table
// stands; the page says at all times whether it is live (`data-link` of the root, and the event
// `companion:link`). Where a stream cannot be had, the page asks every other second.
"use strict";

{
  const GRACE = 1500;         // Nobody has to hear of a gap that nobody notices.
  const FIRST_WORD = 4000;    // A proxy that collects events is no stream.
  const SILENCE = 12000;      // Two pings were missed.
  const ASK_EVERY = 2000;
  const STREAM_AGAIN = 20000;
  const RESTS = [300, 1000, 2000];

  const root = document.documentElement;
  const part = () => document.querySelector("[data-live]");

  // ---- Marks: the version of a table, and how often it changed who may do what ----

  const newer = ([version, access], than) => version > than[0] || (version === than[0] && access > than[1]);
  const marked = (text) => text.split(".").map(Number);
  const onPage = () => [Number(part().dataset.version), Number(part().dataset.access ?? 0)];
  let told = [-1, 0];
  const seen = () => (newer(told, onPage()) ? told : onPage());

  function address() {
    const url = new URL(part().dataset.live, location.href);
    url.searchParams.set("seen", seen().join("."));
    return url;
  }

  // ---- The stream ----

  let source = null, opened = 0, unheard = 0, refused = 0, failed = 0, next = 0;

  function open() {
    close();
    if (document.hidden) return;
    opened = Date.now();
    source = new EventSource(address());
    source.addEventListener("shown", (event) => { hears(); receive(event.data, marked(event.lastEventId)); });
    source.addEventListener("ping", hears);
    // The line holds, but what it leads to doesn't: this is known, so it is told at once.
    source.addEventListener("away", () => { holds(); tellLater(0); });
    source.addEventListener("again", () => { close(); next = setTimeout(open, Date.now() - opened < 1000 ? 1000 : 0); });
    source.addEventListener("reload", () => location.reload());
    source.addEventListener("error", loses);
    unheard = setTimeout(loses, FIRST_WORD);
  }

  function close() {
    clearTimeout(next);
    clearTimeout(unheard);
    source?.close();
    source = null;
  }

  function hears() {
    refused = failed = 0;
    holds();
    tell("live");
  }

  function holds() {
    clearTimeout(unheard);
    unheard = setTimeout(loses, SILENCE);
  }

  async function loses() {
    close();
    tellLater();
    const answered = await ask();
    if (document.hidden || source) return;
    // Not all phones at once.
    if (!answered) next = setTimeout(loses, RESTS[Math.min(failed++, RESTS.length - 1)] * (0.5 + Math.random() / 2));
    else if (failed || !refused) { failed = 0; refused = Date.now(); open(); }
    else if (Date.now() - refused > STREAM_AGAIN) { refused = Date.now(); open(); }
    else next = setTimeout(loses, ASK_EVERY);
  }

  async function ask() {
    const patience = new AbortController();
    const end = setTimeout(() => patience.abort(), SILENCE);
    try {
      const answer = await fetch(address(), { headers: { Accept: "text/html" }, signal: patience.signal });
      if (answer.headers.has("HX-Refresh")) location.reload();
      const mark = answer.headers.get("Companion-Mark");
      if (mark) receive(await answer.text(), marked(mark));
      else if (answer.status !== 204) return false;
      tell("live");
      return true;
    } catch { return false; } finally { clearTimeout(end); }
  }

  // ---- What it says, and where it goes ----

  let held = null, pressed = 0;

  function receive(html, mark) {
    if (!newer(mark, seen())) return;
    told = mark;
    held = { html, mark };
    put();
  }

  // Never under a finger, nor under a tap that is on its way: what it answers may be newer still.
  const isBusy = () => document.querySelector(".is-sending, .htmx-request") || Date.now() < pressed;

  async function put() {
    if (!held) return;
    if (isBusy()) { setTimeout(put, 60); return; }
    const { html, mark } = held;
    held = null;
    if (!newer(mark, onPage())) return;
    const choice = window.choice?.made(part());
    const kept = choice && (await window.choice.kept(choice, html));
    if (held) { put(); return; }
    if (isBusy() || !newer(mark, onPage())) { held = { html, mark }; setTimeout(put, 60); return; }
    swap(kept || html);
    if (choice) window.choice.restore(choice, part());
  }

  function swap(html) {
    const eventInfo = { isPushed: true, hadFocus: part().contains(document.activeElement) };
    if (window.htmx) htmx.swap(part(), html, { swapStyle: "outerHTML", swapDelay: 0, settleDelay: 0 }, { eventInfo });
    else part().outerHTML = html;
    const { entered, heard } = part().dataset;
    say(entered ? `${entered}. ${heard}` : heard);
  }

  document.addEventListener("pointerdown", () => { pressed = Date.now() + 1000; }, true);
  for (const lifted of ["pointerup", "pointercancel"]) {
    document.addEventListener(lifted, () => { pressed = Date.now() + 40; }, true);
  }

  // ---- Live, reconnecting, waiting ----

  let grace = 0, silence = 0, wasSaid = false;

  function tell(link) {
    clearTimeout(grace);
    clearTimeout(silence);
    grace = silence = 0;
    if (link === "live" && wasSaid) { wasSaid = false; say("Connected again."); }
    if (root.dataset.link === link) return;
    root.dataset.link = link;
    document.dispatchEvent(new CustomEvent("companion:link", { detail: link }));
    word();
  }

  function tellLater(rest = GRACE) {
    if (!rest && grace > 0) { clearTimeout(grace); grace = 0; }
    grace ||= setTimeout(() => {
      tell("reconnecting");
      grace = -1;
      silence = setTimeout(() => { wasSaid = true; say("No connection to the table. Trying again."); }, 4000);
    }, rest);
  }

  function word() {
    const line = document.querySelector("#line .line-word");
    const waiting = Number(root.dataset.waiting ?? 0);
    if (line) line.textContent = waiting ? `${waiting} waiting` : root.dataset.link ?? "";
  }

  function say(words) {
    const heard = document.getElementById("heard");
    if (heard) heard.textContent = words;
  }

  // The list of what waits tells its number in the same event.
  document.addEventListener("companion:waiting", () => setTimeout(word));

  // ---- When to listen ----

  function wake() {
    refused = failed = 0;
    tellLater();
    open();
  }

  addEventListener("online", wake);
  addEventListener("offline", () => { close(); tell("reconnecting"); loses(); });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else wake(); });
  wake();
}
