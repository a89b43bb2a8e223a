// Pages without a network: the files of the app, and the pages that this browser has seen, each as
// it was last seen. The network always comes first. The server puts `APP` before this.

const FILES = `companion-files-${APP.files.join()}`;
// What only some pages ask for, as the camera's modules: each as it was fetched last, whatever the app is by now.
const MORE = "companion-more";
const PAGES = "companion-pages";
// A copy at once is better than a page that never comes.
const PATIENCE = 3000;
const MOST_PAGES = 40;
const IS_AWAY = [502, 503, 504];

addEventListener("install", (event) => {
  event.waitUntil(caches.open(FILES).then((files) => files.addAll([...APP.files, APP.away])).then(() => skipWaiting()));
});

addEventListener("activate", (event) => {
  const dropOld = async () => {
    const old = (await caches.keys()).filter((name) => name.startsWith("companion-") && ![FILES, MORE, PAGES].includes(name));
    await Promise.all(old.map((name) => caches.delete(name)));
    await clients.claim();
  };
  event.waitUntil(dropOld());
});

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (request.method !== "GET" || url.origin !== location.origin) return;
  if (request.mode === "navigate") event.respondWith(page(event, url.pathname, !url.search));
  else if (url.searchParams.has("v") || APP.files.includes(url.pathname)) event.respondWith(file(request, true));
  else if (url.pathname.startsWith(APP.modules)) event.respondWith(file(request, false));
});

// Files whose address depends on their contents are kept for good. Modules ask for others by plain names:
// the network comes first there, so that all are of one version. Without network, what is kept will do.
async function file(request, isForGood) {
  const { pathname, search } = new URL(request.url);
  const files = await caches.open(APP.files.includes(pathname + search) ? FILES : MORE);
  const kept = await files.match(request, { ignoreVary: true });
  if (kept && isForGood) return kept;
  const spare = kept ?? await caches.match(request, { ignoreSearch: true, ignoreVary: true });
  const answer = fetch(request).then(async (fresh) => {
    // A full phone keeps no more, and shows it all the same.
    if (fresh.ok) await keepFile(files, request, fresh.clone()).catch(() => {});
    return fresh;
  }, () => null);
  return await inTime(answer, spare) ?? spare ?? Response.error();
}

// One version of each. The old one stays if the new one can't be kept.
async function keepFile(files, request, fresh) {
  await files.put(request, fresh);
  const versions = await files.keys(request, { ignoreSearch: true, ignoreVary: true });
  await Promise.all(versions.filter(({ url }) => url !== request.url).map((old) => files.delete(old, { ignoreVary: true })));
}

// The answer, or null if there is a copy and the answer is late or says that the server is away.
async function inTime(answer, copy) {
  const late = copy && new Promise((done) => { setTimeout(done, PATIENCE, null); });
  const soon = await (late ? Promise.race([answer, late]) : answer);
  return copy && IS_AWAY.includes(soon?.status) ? null : soon;
}

// ---- Pages ----

// Home, the camera, tables, rules, and what is run against the clock. An address that gives access is a secret, and not kept.
const isKept = (path) => path.startsWith(APP.home) && /^(|camera|t\/[\w-]+|rules(\/[\w-]+)?|storm|ladders(\/[\w-]+)?)$/.test(path.slice(APP.home.length));

async function page(event, path, isWhole) {
  const answer = fetch(event.request).catch(() => null);
  if (isWhole) event.waitUntil(answer.then((response) => response && keep(path, response.clone())));
  const copy = isKept(path) ? await (await caches.open(PAGES)).match(path, { ignoreVary: true }) : null;
  const soon = await inTime(answer, copy);
  if (copy && !soon) return asLastSeen(copy);
  return soon ?? await (await caches.open(FILES)).match(APP.away, { ignoreVary: true }) ?? Response.error();
}

async function keep(path, response) {
  if (!isKept(path)) return;
  const pages = await caches.open(PAGES);
  if ([403, 404].includes(response.status)) await pages.delete(path);
  const isPage = response.ok && !response.redirected && response.headers.get("Content-Type")?.startsWith("text/html");
  if (isPage) await put(pages, path, await response.text(), response.headers);
  if (isPage && path.includes("/t/")) await keepOnHome(pages, path);
}

// Home doesn't list this table, so nobody could find it there without network.
async function keepOnHome(pages, path) {
  const home = await pages.match(APP.home, { ignoreVary: true });
  if (!home || !(await home.text()).includes(path)) await keep(APP.home, await fetch(APP.home));
}

async function put(pages, path, html, from) {
  const headers = new Headers(from);
  for (const name of ["Content-Encoding", "Content-Length"]) headers.delete(name);
  headers.set("X-Last-Seen", new Date().toISOString());
  await pages.put(path, new Response(html, { headers }));
  const oldest = (await pages.keys()).slice(0, -MOST_PAGES);
  await Promise.all(oldest.map((request) => pages.delete(request)));
}

async function asLastSeen(copy) {
  const html = (await copy.text()).replace("<html ", `<html data-last-seen="${copy.headers.get("X-Last-Seen")}" `);
  return new Response(html, { headers: copy.headers });
}

// ---- What a page reports: how it looks by now, and that this phone was shown out ----

addEventListener("message", (event) => event.waitUntil(hear(event.data)));

async function hear({ path, now, forget, isNew }) {
  if (!isKept(path)) return;
  const pages = await caches.open(PAGES);
  if (forget) await pages.delete(path);
  if (isNew) await keep(path, await fetch(path));
  const copy = await pages.match(path, { ignoreVary: true });
  if (copy && now) await put(pages, path, now, copy.headers);
}
