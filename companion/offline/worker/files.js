// The files of a release, in the browser's own store: fetched once, by page and worker alike, and known
// by their hash. If the rest breaks off, what was fetched stays, and so does what a later release needs.
// `RELEASE` is put before this by release.js.
"use strict";

class NeedsNetwork extends Error {}

const files = (() => {
  // A network that brings nothing for so long brings nothing any more.
  const SILENCE = 30_000;
  // What pages look like comes inside it: it is one file to fetch, and the app needs it there too.
  const APP = "engine/app.zip";
  const base = new URL("./", self.registration?.scope ?? document.baseURI);
  const STORE = `pocket ${base.pathname}`;
  const at = (path) => new URL(path, base).href;
  const keptAt = (sha) => at(`kept/${sha}`);
  const store = () => caches.open(STORE);

  const hex = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const isWhole = async (bytes, file) => bytes.byteLength === file.size && hex(await crypto.subtle.digest("SHA-256", bytes)) === file.sha;

  const through = (bytes, stream) => new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer();
  const unpacked = (bytes) => through(bytes, new DecompressionStream("gzip"));
  const packed = (bytes) => through(bytes, new CompressionStream("gzip"));

  // Hosts that compress by Brotli say so; elsewhere the files compressed by gzip beforehand are fetched.
  async function hostSpeaksBrotli(release) {
    const answer = await fetch(at(release.files["engine/empty.db"].at), { cache: "no-store", signal: AbortSignal.timeout(SILENCE) });
    return answer.headers.get("Content-Encoding") === "br";
  }

  async function fetched(file, isBrotli, tell) {
    const path = file.gzip && !isBrotli ? `${file.at}.gz` : file.at;
    const silence = new AbortController(), parts = [];
    let timer = 0;
    const heard = () => { clearTimeout(timer); timer = setTimeout(() => silence.abort(), SILENCE); };
    try {
      heard();
      const answer = await fetch(at(path), { cache: "no-cache", signal: silence.signal });
      if (!answer.ok) throw new Error(`${path}: ${answer.status}`);
      const reader = answer.body.getReader();
      for (let next = await reader.read(); !next.done; next = await reader.read()) {
        parts.push(next.value);
        tell(next.value.byteLength);
        heard();
      }
    } finally { clearTimeout(timer); }
    const bytes = await new Blob(parts).arrayBuffer();
    // Some hosts let the browser unpack whatever ends in .gz.
    if (await isWhole(bytes, file)) return bytes;
    const whole = file.gzip ? await unpacked(bytes) : bytes;
    if (!(await isWhole(whole, file))) throw new Error(`${path}: another file`);
    return whole;
  }

  const unique = (release) => [...new Map(Object.values(release.files).map((file) => [file.sha, file])).values()];

  // What is not here yet.
  async function missing(release) {
    const kept = new Set((await (await store()).keys()).map((request) => request.url));
    return unique(release).filter((file) => !kept.has(keptAt(file.sha)));
  }

  // Fetches what is missing; reports how much of how much has come, in bytes as sent.
  async function fetchAll(release, tell = () => {}) {
    const wanted = await missing(release);
    if (!wanted.length) return;
    const sent = wanted.filter((file) => !file.inside);
    const isBrotli = sent.length > 0 && await hostSpeaksBrotli(release);
    const cost = (file) => (file.inside ? 0 : (isBrotli ? file.brotli : file.gzip) ?? file.size);
    const total = unique(release).reduce((sum, file) => sum + cost(file), 0);
    let settled = total - wanted.reduce((sum, file) => sum + cost(file), 0);
    const kept = await store();
    for (const file of sent) {
      let came = 0;
      tell(settled, total);
      // A browser counts bytes as they are unpacked: never more of a file than it has.
      const bytes = await fetched(file, isBrotli, (more) => { came += more; tell(settled + Math.min(came, cost(file)), total); });
      await kept.put(keptAt(file.sha), await toKeep(file, bytes));
      settled += cost(file);
    }
    const carried = new Map(wanted.filter((file) => file.inside).map((file) => [file.inside, file]));
    if (carried.size) {
      for (const [name, bytes] of zipped(await bytesOf(release, APP))) {
        const file = carried.get(name);
        if (file) await kept.put(keptAt(file.sha), await toKeep(file, bytes));
      }
    }
    tell(total, total);
  }

  // The files of a zip, which are stored in it as they are.
  function* zipped(zip) {
    const view = new DataView(zip.buffer, zip.byteOffset, zip.byteLength), text = new TextDecoder();
    for (let place = 0; view.getUint32(place, true) === 0x04034b50;) {
      const size = view.getUint32(place + 18, true), name = view.getUint16(place + 26, true), extra = view.getUint16(place + 28, true);
      const from = place + 30 + name + extra;
      yield [text.decode(zip.subarray(place + 30, place + 30 + name)), zip.subarray(from, from + size)];
      place = from + size;
    }
  }

  // What the browser dropped to make room is fetched again, and waited for if Python can't start without.
  async function heal(release) {
    const lacking = await missing(release);
    if (!lacking.length) return;
    const coming = fetchAll(release).catch((error) => { throw new NeedsNetwork(error); });
    const hasCopy = await hasMemory(release);
    const isInCopy = (file) => hasCopy && ["engine/lib.zip", "engine/std.zip"].some((name) => release.files[name].sha === file.sha);
    if (lacking.some((file) => file.at.startsWith("engine/") && !isInCopy(file))) await coming;
    else coming.catch(console.warn);
  }

  // What is not what it was is dropped: whether there was any.
  async function dropDamaged(release) {
    const kept = await store();
    let found = false;
    for (const name of Object.keys(release.files)) {
      const file = release.files[name];
      if (await isWhole(await bytesOf(release, name).catch(() => new Uint8Array(0)), file)) continue;
      found = true;
      await kept.delete(keptAt(file.sha));
    }
    return found;
  }

  // Packed, it takes a third of the room.
  async function toKeep(file, bytes) {
    const headers = { "Content-Type": file.type };
    return file.isPacked ? new Response(await packed(bytes), { headers: { ...headers, "X-Packed": "gzip" } }) : new Response(bytes, { headers: { ...headers, "Content-Length": file.size } });
  }

  async function response(file) {
    return (await store()).match(keptAt(file.sha));
  }

  // What pages look like, from the app that holds it too, if the browser dropped its own file.
  async function fromApp(release, { inside, type }) {
    for (const [name, bytes] of inside ? zipped(await bytesOf(release, APP)) : []) {
      if (name === inside) return new Response(bytes, { headers: { "Content-Type": type } });
    }
  }

  async function bytesOf(release, name) {
    const found = await response(release.files[name]);
    if (!found) throw new Error(`${name} is not here`);
    const kept = await found.arrayBuffer();
    return new Uint8Array(found.headers.has("X-Packed") ? await unpacked(kept) : kept);
  }

  // ---- Whole releases: the present one, and the one before while one can go back to it ----

  const RELEASES = "releases/";

  async function remember(release) {
    await (await store()).put(at(RELEASES + release.version), new Response(JSON.stringify(release)));
  }

  async function release(version) {
    if (version === RELEASE.version) return RELEASE;
    const found = await (await store()).match(at(RELEASES + version));
    return found ? found.json() : null;
  }

  // Drops the files and memories that none of these releases needs.
  async function keepOnly(releases) {
    const kept = await store();
    const needed = new Set(releases.flatMap((each) => [
      at(RELEASES + each.version), ...memoryOf(each), ...Object.values(each.files).map((file) => keptAt(file.sha))]));
    for (const request of await kept.keys()) if (!needed.has(request.url)) await kept.delete(request);
  }

  // ---- The copy of Python's memory, beside the modules that were not loaded then ----

  // In words of four bytes.
  const GRAIN = 1024;
  const memoryOf = (each) => ["", "/head", "/rest"].map((part) => at(`memory/${each.version}${part}`));

  const hasMemory = async (each) => Boolean(await (await store()).match(memoryOf(each)[0]));

  // `writeTo` fills a memory of `heap` bytes as it is read: nothing of it is held twice.
  async function memory(each) {
    const kept = await store();
    const [whole, head, rest] = await Promise.all(memoryOf(each).map((url) => kept.match(url)));
    if (!whole || !head || !rest) return null;
    const bytes = async (response) => new Uint8Array(await response.arrayBuffer());
    return { heap: Number(whole.headers.get("X-Heap")), head: await bytes(head), rest: await bytes(rest), writeTo: (heap, dirty) => pour(whole, heap, dirty) };
  }

  // Beyond `dirty` a memory is all zeros.
  async function pour(response, heap, dirty) {
    const stretches = JSON.parse(response.headers.get("X-Stretches"));
    stretches.reduce((end, [from, to]) => { heap.fill(0, end, Math.min(from, dirty)); return to; }, 0);
    const reader = response.body.getReader();
    let [place, end] = stretches.shift();
    for (let next = await reader.read(); !next.done; next = await reader.read()) {
      for (let from = 0; from < next.value.length;) {
        const part = next.value.subarray(from, from + end - place);
        heap.set(part, place);
        from += part.length;
        place += part.length;
        if (place === end && stretches.length) [place, end] = stretches.shift();
      }
    }
    if (place !== end || stretches.length) throw new Error("The copy of the memory is not whole.");
  }

  // Where a memory holds anything: what is all zeros is not kept.
  function stretchesOf(memory) {
    const words = new Uint32Array(memory.buffer, memory.byteOffset, memory.length >> 2), found = [];
    for (let from = 0; from < words.length; from += GRAIN) {
      const to = Math.min(from + GRAIN, words.length);
      let place = from;
      while (place < to && !words[place]) place++;
      if (place === to) continue;
      if (found.at(-1)?.[1] === from * 4) found.at(-1)[1] = to * 4;
      else found.push([from * 4, to * 4]);
    }
    return found;
  }

  async function keepMemory(each, { head, memory: whole, rest }) {
    const kept = await store();
    const [first, ...others] = memoryOf(each);
    await Promise.all([head, rest].map((part, place) => kept.put(others[place], new Response(part))));
    const stretches = stretchesOf(whole), held = new Blob(stretches.map(([from, to]) => whole.subarray(from, to)));
    await kept.put(first, new Response(held, { headers: { "X-Heap": `${whole.length}`, "X-Stretches": JSON.stringify(stretches) } }));
  }

  async function dropMemory(each) {
    const kept = await store();
    await Promise.all(memoryOf(each).map((url) => kept.delete(url)));
  }

  return { APP, at, base, bytes: bytesOf, dropDamaged, dropMemory, fetchAll, fromApp, hasMemory, heal, keepMemory, keepOnly, memory, missing, release, remember, response, zipped };
})();
