// What another tab of this phone entered, as a server would send it: two tabs are one app.
"use strict";

const PING_EVERY = 5000;
const LASTS = 25000;
const watchers = new Set();

const isStream = (request, url) => url.pathname.startsWith(`${files.base.pathname}t/`) && url.pathname.endsWith("/live")
  && (request.headers.get("Accept") ?? "").includes("event-stream");

function stream(event, url) {
  let pings = 0, end = 0, watcher = null;
  const stop = () => {
    clearInterval(pings);
    clearTimeout(end);
    watchers.delete(watcher);
  };
  const body = new ReadableStream({
    start(control) {
      const say = (words) => {
        try { control.enqueue(text.encode.encode(words)); } catch { stop(); }
      };
      watcher = { say, url: new URL(url), seen: url.searchParams.get("seen") };
      watchers.add(watcher);
      say("event: ping\ndata: .\n\n");
      pings = setInterval(() => say("event: ping\ndata: .\n\n"), PING_EVERY);
      end = setTimeout(() => {
        say("event: again\ndata: .\n\n");
        stop();
        try { control.close(); } catch { /* the page is gone */ }
      }, LASTS);
      // What was entered since the page was made: nothing, if that page is a copy.
      setTimeout(() => show(watcher), engine.isReady() ? 0 : lastPages.START_AFTER);
    },
    cancel: stop,
  });
  return new Response(body, { headers: { "Content-Type": "text/event-stream", "Cache-Control": "no-store" } });
}

function push(url) {
  for (const watcher of watchers) {
    if (url.pathname.startsWith(watcher.url.pathname.replace(/live$/, ""))) show(watcher);
  }
}

// In line with the requests: the app does one thing at a time.
function show(watcher) {
  line = line.then(async () => {
    watcher.url.searchParams.set("seen", watcher.seen ?? "");
    const told = ask(await engine.start(), "GET", watcher.url.href, [["Accept", "text/html"]], new Uint8Array(0));
    const headers = new Headers(told.headers);
    if (headers.has("HX-Refresh")) watcher.say("event: reload\ndata: .\n\n");
    else if (told.status === 200) {
      watcher.seen = headers.get("Companion-Mark");
      const lines = text.decode.decode(told.body).split("\n").map((row) => `data: ${row}\n`).join("");
      watcher.say(`id: ${watcher.seen}\nevent: shown\n${lines}\n`);
    }
  }).catch((error) => {
    console.warn(error);
    engine.drop();
  });
}
