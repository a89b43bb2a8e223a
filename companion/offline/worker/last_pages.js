// The first page and the last table, as they are now: shown at once when the app is opened next, while
// Python starts. A copy is of one turn: if anything was kept since, it is of no use.
"use strict";

const lastPages = (() => {
  // Nobody asked for anything for so long.
  const REST = 1000;
  // Pages have their files by then; Python would hold them up.
  const START_AFTER = 300;
  const today = () => new Date().toDateString();
  const kindOf = (path) => (path === "" ? "first page" : /^t\/[\w-]+$/.test(path) ? "last table" : null);
  const pathIn = (url) => url.pathname.slice(files.base.pathname.length);
  let table = null, timer = 0;

  async function found(url) {
    const kind = !url.search && kindOf(pathIn(url));
    if (!kind) return null;
    see(kind, url);
    const [told, copy] = await Storage.read("now", kind);
    const isNow = copy?.path === url.pathname && copy.turn === told.turn && copy.day === today() && copy.release === (await engine.release()).version;
    return isNow ? new Response(copy.html, { headers: copy.headers }) : null;
  }

  function see(kind, url) {
    if (kind === "last table") table = `${url.origin}${url.pathname}`;
  }

  // Resolves when Python has started; a page that it can't go on with is replaced by one that says so.
  async function follow() {
    await new Promise((resolve) => { setTimeout(resolve, START_AFTER); });
    const { trouble } = await engine.start().catch(() => ({ trouble: didNotStart = true }));
    if (trouble) for (const page of await clients.matchAll()) page.navigate(page.url);
  }

  // Called after each answer.
  function note({ mode }, url, status) {
    if (mode === "navigate" && status === 200) see(kindOf(pathIn(url)), url);
    clearTimeout(timer);
    timer = setTimeout(() => { line = line.then(keep).catch(console.warn); }, REST);
  }

  async function keep() {
    const running = await engine.start();
    if (running.trouble) return;
    const copies = [];
    for (const address of [files.base.href, table].filter(Boolean)) {
      const told = ask(running, "GET", address, [["Accept", "text/html"]], new Uint8Array(0));
      await running.storage.keep(told.cookies);
      if (told.status === 200) copies.push([kindOf(pathIn(new URL(address))), { path: new URL(address).pathname, html: told.body, headers: told.headers, day: today(), release: running.release.version }]);
    }
    await running.storage.keepCopies(copies);
  }

  return { START_AFTER, follow, found, note };
})();
