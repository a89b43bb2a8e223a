// Requests of the pages, one after the other: asked of the app, kept on the disk, then answered.
"use strict";

const PLAIN = new Set(["GET", "HEAD"]);
const text = { encode: new TextEncoder(), decode: new TextDecoder() };

// The name of a file that needs no Python, below the folder; else undefined.
function fileAsked(url) {
  const name = url.pathname.slice(files.base.pathname.length);
  return Object.hasOwn(RELEASE.files, name) && !name.startsWith("engine/") && !name.endsWith(".html") ? name : null;
}

// As in the release that runs, or will: this waits for no Python.
async function file(name) {
  const release = await engine.release().catch(() => RELEASE);
  const wanted = release.files[name] ?? RELEASE.files[name];
  return await files.response(wanted) ?? files.fromApp(release, wanted);
}

addEventListener("fetch", (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== files.base.origin || !url.pathname.startsWith(files.base.pathname)) return;
  const name = request.method === "GET" && fileAsked(url);
  if (name) event.respondWith(file(name).then((found) => found ?? fetch(request)));
  else if (isStream(request, url)) event.respondWith(stream(event, url));
  else event.respondWith(answered(event, url));
});

// ---- One after the other ----

let line = Promise.resolve();

function answered(event, url) {
  const { request } = event;
  // If you opened a bookmark of the first visit, go to the app.
  if (url.pathname === `${files.base.pathname}index.html`) return Response.redirect(files.base.href);
  if (request.mode === "navigate" && !engine.isReady() && !didNotStart) return startingOr(event, url);
  return inLine(request, url);
}

function inLine(request, url) {
  const turn = line.then(() => answer(request, url));
  line = turn.catch(() => {});
  return turn.catch((error) => refused(request, error));
}

let didNotStart = false;

// While Python starts: the page as it was last, if it is still so. If there is no copy of the memory, a
// page says that it starts.
async function startingOr(event, url) {
  const { request } = event;
  if (request.method !== "GET") return inLine(request, url);
  const copy = await lastPages.found(url).catch(console.warn);
  if (copy) event.waitUntil(lastPages.follow());
  if (copy || engine.isStarted() || await files.hasMemory(RELEASE)) return copy ?? inLine(request, url);
  engine.start().catch(() => { didNotStart = true; });
  return page("starting", { Refresh: `0; url=${url.href}` });
}

// A page that was made with the folder, and needs no Python and no file. What it looks like is here, if anything is.
function page(name, headers = {}, status = 200) {
  const html = RELEASE.pages[name].replace("<head>", `<head>\n<base href="${files.base.href}">`);
  return new Response(html, { status, headers: { "Content-Type": "text/html; charset=utf-8", "Cache-Control": "no-store", ...headers } });
}

async function answer(request, url) {
  const headers = [...request.headers];
  // The forms' guard wants to know where they came from, as at a server.
  if (request.referrer.startsWith("http")) headers.push(["Referer", request.referrer]);
  const body = PLAIN.has(request.method) ? new Uint8Array(0) : new Uint8Array(await request.arrayBuffer());
  const asked = [request.method, url.href, headers, body];
  // Again if another worker, an older or a newer one, wrote meanwhile: a tap is known by its key.
  const told = await kept(asked).catch((error) => (error instanceof AnotherWrote ? kept(asked) : Promise.reject(error)));
  if (!PLAIN.has(request.method)) setTimeout(() => push(url));
  lastPages.note(request, url, told.status);
  return new Response(told.body, { status: told.status, headers: told.headers });
}

// The app's answer, once the disk has what it changed.
async function kept(asked) {
  const running = await engine.start();
  if (running.trouble === "newer-tables") return problem(running, running.trouble);
  let told;
  try {
    told = ask(running, ...asked);
    // What can't be read stays as it is until the person has chosen what takes its place.
    if (running.isDamaged()) return told;
    if (running.trouble) running.storage.changeAll();
    running.trouble = "";
    // Nobody can go back any more.
    if (await running.storage.keep(told.cookies)) tidy();
    return told;
  } catch (error) {
    // The memory is not on the disk, or Python failed: it is read again from there.
    engine.drop();
    if (!(error instanceof NoRoom)) throw error;
    // What a page makes to be quicker the next time, it can do without.
    return told && PLAIN.has(asked[0]) ? told : problem(running, "no-room");
  }
}

function ask({ python, answer: asked }, method, address, headers, body) {
  const given = python.toPy(body);
  const bytes = given.tobytes ? given.tobytes() : given;
  const answer = asked(JSON.stringify([method, address, headers]), bytes);
  const [json, content] = answer.toJs({ create_pyproxies: false });
  for (const proxy of new Set([answer, given, bytes])) proxy.destroy?.();
  const [status, pairs, cookies] = JSON.parse(json);
  return { status, headers: pairs, cookies: cookies && JSON.stringify(cookies), body: [204, 205, 304].includes(status) ? null : content };
}

const problem = (running, name) => ask(running, "GET", files.at(`phone/problem/${name}`), [], new Uint8Array(0));

// If a tap meets this, its page tries again.
function refused(request, error) {
  console.error(error);
  if (request.mode === "navigate") return page(error instanceof NeedsNetwork ? "needs-network" : "not-started", {}, 503);
  return new Response(String(error), { status: 503, headers: { "Content-Type": "text/plain" } });
}
