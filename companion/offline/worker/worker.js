// The app of this phone: every page and every tap is answered here, by the same app as on a server, in
// Python that runs in the browser. Once it is installed, nothing is asked of a network.
"use strict";

importScripts("release.js");
{
  // Pyodide refuses a worker of the classic kind, which it knows by this; nothing else in it cares.
  const importScripts = self.importScripts.bind(self);
  self.importScripts = (...scripts) => {
    if (scripts[0].startsWith("data:")) throw new Error("not a module");
    importScripts(...scripts);
  };
}
importScripts("files.js", "storage.js", "engine.js", "requests.js", "last_pages.js", "streams.js");

const tellPages = async (what) => {
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage(what);
};

// ---- Coming and going: a new release waits until the app is opened next ----

addEventListener("install", (event) => event.waitUntil(install().catch(async (error) => {
  await tellPages({ failed: String(error.stack ?? error) });
  throw error;
})));

async function install() {
  await files.fetchAll(RELEASE, (come, total) => tellPages({ come, total }));
  await files.remember(RELEASE);
  await engine.start((step) => tellPages({ step }));
  // Replaced while it answers a stream, the one before would let requests fall through. So the
  // first one begins at once; another reads what is kept when its turn has come.
  if (registration.active) engine.drop();
  else skipWaiting();
}

addEventListener("activate", (event) => event.waitUntil(activate()));

async function activate() {
  await clients.claim();
  await tidy();
}

// The release that wrote last is kept until the present one has: until then one can go back.
async function tidy() {
  // One that waits already needs its files too, and tidies up when its turn has come.
  if (registration.installing || registration.waiting) return;
  const [told] = await Storage.read("now");
  const before = told.release && (await files.release(told.release));
  await files.keepOnly([RELEASE, ...(before ? [before] : [])]);
}

// ---- What pages ask of the worker itself ----

const answers = {
  // Which release runs, and which one could replace it.
  state: async () => {
    const { python, storage, release } = await engine.start();
    const before = storage.isAhead ? await files.release(storage.told.release) : null;
    return {
      version: release.version, newest: RELEASE.version, before: before?.version ?? null, canGoBack: before?.engine === RELEASE.engine,
      isWaiting: Boolean(registration.waiting), since: performance.timeOrigin, laps: engine.laps,
      heap: python._module.HEAP8.length, pages: storage.contents().length / PAGE,
    };
  },
  run: async ({ version }) => {
    const { storage } = await engine.start();
    await storage.choose(version);
    engine.drop();
  },
};

addEventListener("message", (event) => {
  const answer = answers[event.data?.ask];
  if (!answer) return;
  event.waitUntil(answer(event.data).then((value) => event.ports[0]?.postMessage(value ?? null), (error) => event.ports[0]?.postMessage({ error: String(error) })));
});
