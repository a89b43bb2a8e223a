// What others enter, as it happens. The part of a page that says `data-live` is kept up to
// date; the page says at all times whether it is live (`data-link` of the root, and the event
// `companion:link`). If a stream can't be had, the page asks every other second.
"use strict";

{
  const GRACE = 1500;         // A gap that nobody notices is not mentioned.
  const FIRST_WORD = 4000;    // A proxy that collects events is no stream.
  const SILENCE = 12000;      // Two pings were missed.
  const ASK_EVERY = 2000;
  const STREAM_AGAIN = 20000;
  const RESTS = [300, 1000, 2000];

  const root = document.documentElement;
  const part = () => document.querySelector("[data-live]");

  // ---- Revisions: the version of a table, and how often rights there changed ----

  const newer = ([version, access], than) => version > than[0] || (version === than[0] && access > than[1]);
  const parseRevision = (text) => text.split(".").map(Number);
  const onPage = () => [Number(part().dataset.version), Number(part().dataset.access ?? 0)];
  let received = [-1, 0];
  const seen = () => (newer(received, onPage()) ? received : onPage());

  const watches = () => (/standing=keeps/.test(part().dataset.live) ? 0 : 1);

  function address() {
    const url = new URL(part().dataset.live, location.href);
    url.searchParams.set("seen", seen().join("."));
    url.searchParams.set("changes", "");
    return url;
  }

  // ---- The stream ----

  let source = null, opened = 0, unheard = 0, refused = 0, failed = 0, next = 0;
  // How many other phones only watch the table, as this stream says.
  const MOST_TOLD = 99;
  let others = 0;
  // What the stream brought last, line by line.
  let lines = [];

  function open() {
    close();
    if (document.hidden) return;
    opened = Date.now();
    source = new EventSource(address());
    source.addEventListener("shown", (event) => { lines = event.data.split("\n"); shows(event); });
    source.addEventListener("changed", (event) => {
      // From the last change to the first, so that each finds its lines where they were.
      for (const [start, end, ...others] of JSON.parse(event.data).reverse()) lines.splice(start, end - start, ...others);
      shows(event);
    });
    source.addEventListener("ping", hears);
    // The first of all, if there is anyone else: what was shown stays until the next one arrives.
    source.addEventListener("watching", ({ data }) => { others = data - watches(); showOthers(); });
    // The line works, but not what it leads to: this is certain, so it is said at once.
    source.addEventListener("away", () => { holds(); showLinkLater(0); });
    source.addEventListener("again", again);
    source.addEventListener("reload", () => location.reload());
    source.addEventListener("error", loses);
    unheard = setTimeout(loses, FIRST_WORD);
  }

  function close() {
    clearTimeout(next);
    clearTimeout(unheard);
    source?.close();
    source = null;
    others = 0;
  }

  function shows({ lastEventId }) {
    hears();
    receive(lines.join("\n"), parseRevision(lastEventId));
  }

  // If all phones are sent away at once, they learn in how many milliseconds to come back.
  function again({ data }) {
    close();
    const spread = Math.random() * (Number(data) || 0);
    if (spread > GRACE) showLinkLater();
    next = setTimeout(open, Math.max(spread, Date.now() - opened < 1000 ? 1000 : 0));
  }

  function hears() {
    refused = failed = 0;
    holds();
    showLink("live");
    showOthers();
  }

  function holds() {
    clearTimeout(unheard);
    unheard = setTimeout(loses, SILENCE);
  }

  async function loses() {
    close();
    showLinkLater();
    const asked = Date.now();
    const answered = await ask();
    if (document.hidden || source) return;
    // Not all phones at once.
    if (!answered) next = setTimeout(loses, RESTS[Math.min(failed++, RESTS.length - 1)] * (0.5 + Math.random() / 2));
    else if (failed || Date.now() - refused > STREAM_AGAIN) { failed = 0; refused = Date.now(); open(); }
    else {
      showOthers();
      // A slow server has enough to do.
      next = setTimeout(loses, Math.max(ASK_EVERY, 4 * (Date.now() - asked)));
    }
  }

  async function ask() {
    try {
      const answer = await fetch(address(), { headers: { Accept: "text/html" }, signal: AbortSignal.timeout(SILENCE) });
      if (answer.headers.has("HX-Refresh")) location.reload();
      const revision = answer.headers.get("Companion-Mark");
      if (revision) receive(await answer.text(), parseRevision(revision));
      else if (answer.status !== 204) return false;
      showLink("live");
      return true;
    } catch { return false; }
  }

  // ---- What it says, and where it goes ----

  let held = null, pressed = 0;

  function receive(html, revision) {
    if (!newer(revision, seen())) return;
    received = revision;
    held = { html, revision };
    put();
  }

  // Never under a finger, nor under a tap on its way: its answer may be newer still.
  const isBusy = () => document.querySelector(".is-sending, .htmx-request") || Date.now() < pressed;

  async function put() {
    if (!held) return;
    if (isBusy()) return setTimeout(put, 60);
    const { html, revision } = held;
    held = null;
    if (!newer(revision, onPage())) return;
    const chosen = typeof choice === "object" && choice.ofPage(part());
    const kept = chosen && (await choice.kept(chosen, html));
    if (held) return put();
    if (isBusy() || !newer(revision, onPage())) { held = { html, revision }; setTimeout(put, 60); return; }
    swap(kept || html);
    if (chosen) choice.restore(chosen, part());
  }

  function swap(html) {
    if (window.htmx) lookAt(part(), html, { isPushed: true, hadFocus: part().contains(document.activeElement) });
    else part().outerHTML = html;
    const { entered, heard } = part().dataset;
    announce(entered ? words("live.entered", { entered, heard }) : heard);
  }

  for (const [event, rest] of [["pointerdown", 1000], ["pointerup", 40], ["pointercancel", 40]]) {
    document.addEventListener(event, () => { pressed = Date.now() + rest; }, true);
  }

  // ---- Live, reconnecting, waiting ----

  let grace = 0, silence = 0, wasAnnounced = false;

  function showLink(link) {
    clearTimeout(grace);
    clearTimeout(silence);
    grace = silence = 0;
    if (link === "live" && wasAnnounced) { wasAnnounced = false; announce(words("live.connected-again")); }
    if (root.dataset.link === link) return;
    root.dataset.link = link;
    document.dispatchEvent(new CustomEvent("companion:link", { detail: link }));
    showWord();
  }

  function showLinkLater(rest = GRACE) {
    if (!rest && grace > 0) { clearTimeout(grace); grace = 0; }
    grace ||= setTimeout(() => {
      showLink("reconnecting");
      grace = -1;
      silence = setTimeout(() => { wasAnnounced = true; announce(words("live.no-connection")); }, 4000);
    }, rest);
  }

  function showWord() {
    const count = Number(root.dataset.waiting ?? 0);
    const link = { live: words("live.live"), reconnecting: words("live.reconnecting") }[root.dataset.link];
    document.querySelector(".line-word")?.replaceChildren(count ? words("live.waiting", { count }) : link ?? "");
  }

  function showOthers() {
    const place = document.querySelector(".line-watching"), isMany = others > MOST_TOLD;
    place?.classList.toggle("has-many", isMany);
    if (!others) place?.replaceChildren();
    else place?.replaceChildren(isMany ? words("live.many-watching", { most: MOST_TOLD }) : words("live.watching", { count: others }));
  }

  // The list of what waits gives its number in the same event.
  document.addEventListener("companion:waiting", () => setTimeout(showWord));

  // ---- When to listen ----

  function wake() {
    refused = failed = 0;
    showLinkLater();
    open();
  }

  addEventListener("online", wake);
  addEventListener("offline", () => { close(); showLink("reconnecting"); loses(); });
  addEventListener("pagehide", close);
  addEventListener("pageshow", (event) => { if (event.persisted) wake(); });
  document.addEventListener("visibilitychange", () => { if (document.hidden) close(); else wake(); });
  wake();
}
