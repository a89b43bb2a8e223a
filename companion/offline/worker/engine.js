// Python on this phone: started from a copy of its memory if there is one, and slowly if there is
// none. `RELEASE` is put before this by release.js, Pyodide by its own scripts.
"use strict";

const engine = (() => {
  const NATIVE = `/site/${RELEASE.python.native}`;
  const LIBRARY = `/lib/python${RELEASE.python.info.python.split(".", 2).join("")}.zip`;
  const FILE = "/data/tables.db";
  // Where Python puts it if it can't be read.
  const DAMAGED = "/data/damaged.db";
  const LONGEST = 60_000;
  // Pyodide compares it with its own version.
  const lockFile = { info: RELEASE.python.info, packages: {} };
  const root = files.base.pathname.replace(/\/$/, "");

  let started = null;
  let chosen = null;
  let isReady = false;
  const laps = [];

  // The app, opened on what the phone has kept. `tell` gets the steps of a slow start.
  function start(tell = () => {}) {
    started ??= begin(tell).catch((error) => { drop(); throw error; });
    return started;
  }

  // What was kept is read again at the next request.
  function drop() {
    started = chosen = null;
    isReady = false;
  }

  async function begin(tell) {
    laps.length = 0;
    let last = performance.now();
    const lap = (step) => { laps.push([step, Math.round(performance.now() - last)]); last = performance.now(); };
    const storage = await inTime(Storage.open());
    const release = await releaseToRun();
    storage.running = release.version;
    lap("read");
    const python = (await fromMemory(release, lap)) ?? (await fromTheBeginning(release, lap, tell).catch(async (error) => {
      if (!(await files.dropDamaged(release))) throw error;
      return fromTheBeginning(release, lap, tell);
    }));
    const empty = await files.bytes(release, "engine/empty.db");
    const open = (file) => {
      python.FS.writeFile(FILE, file);
      storage.watch(python.FS, FILE);
      return python.globals.get("start").open_kept(storage.told.secret, storage.told.cookies);
    };
    const trouble = open(storage.file ?? empty);
    storage.file = null;
    // What was there lies beside it now.
    if (trouble === "damaged") open(empty);
    if (!storage.told.size) storage.changeAll();
    storage.rest();
    lap("opened");
    const answer = python.runPython("start.bridge.answer");
    isReady = true;
    return { python, storage, release, answer, trouble, isDamaged: () => python.FS.analyzePath(DAMAGED).exists };
  }

  // The release that was chosen, which may be the one before.
  const release = () => (chosen ??= Storage.read("now").then(async ([{ run }]) => {
    const before = run && (await files.release(run));
    return before?.engine === RELEASE.engine ? before : RELEASE;
  }));

  // The same, if all that it needs is here or comes.
  async function releaseToRun() {
    const wanted = await release();
    await files.heal(wanted).catch((error) => {
      if (wanted === RELEASE) throw error;
      chosen = Promise.resolve(RELEASE);
      return files.heal(RELEASE);
    });
    return release();
  }

  // What never ends is an error, after longer than any phone needs.
  const inTime = (work) => Promise.race([work, new Promise((_, reject) => { setTimeout(reject, LONGEST, new Error("It took too long.")); })]);

  // ---- The two ways to start ----

  async function fromMemory(release, lap) {
    try {
      const memory = await files.memory(release);
      if (!memory) return null;
      lap("memory read");
      const python = await pyodide(release, memory.rest, memory);
      lap("memory restored");
      // What is left of both libraries is one file.
      python.FS.symlink(LIBRARY, "/lib.zip");
      await addApp(python, release);
      lap("files laid open");
      return python;
    } catch (error) {
      console.warn("The copy of the memory is of no use.", error);
      await files.dropMemory(release);
      return null;
    }
  }

  async function fromTheBeginning(release, lap, tell) {
    await files.fetchAll(release);
    tell("python");
    const python = await pyodide(release, await files.bytes(release, "engine/std.zip"));
    lap("python");
    tell("app");
    python.FS.writeFile("/lib.zip", await files.bytes(release, "engine/lib.zip"), { canOwn: true });
    await addApp(python, release);
    python.runPython("import sys; sys.path[:0] = ['/site', '/lib.zip']; from companion.offline.phone import start_app as start");
    lap("imported");
    tell("warm");
    python.FS.writeFile(FILE, await files.bytes(release, "engine/empty.db"));
    python.globals.get("start").prepare(root);
    lap("warmed up");
    tell("memory");
    await copyMemory(python, release).catch((error) => console.warn("No copy of the memory was kept.", error));
    lap("memory kept");
    return python;
  }

  async function pyodide(release, library, memory = null) {
    const kept = (name) => async () => {
      const found = await files.response(release.files[name]);
      return found?.headers.has("X-Packed") ? new Response(await files.bytes(release, name), { headers: { "Content-Type": release.files[name].type } }) : found;
    };
    const given = { "pyodide.asm.wasm": kept("engine/pyodide.asm.wasm"), "pydantic_core.so": kept("engine/pydantic_core.so"), "library.zip": () => new Response(library) };
    const outside = self.fetch;
    // Only now: a page whose copy is shown at once needn't wait until these are compiled.
    if (!self.loadPyodide) importScripts(...RELEASE.scripts);
    // Pyodide fetches its parts by name; they are here.
    self.fetch = async (asked, options) => (await given[new URL(asked.url ?? asked, files.base).pathname.split("/").pop()]?.()) ?? outside(asked, options);
    try {
      const python = await inTime(loadPyodide({
        indexURL: files.at("engine/"), packageBaseUrl: files.at("engine/"), stdLibURL: files.at("engine/library.zip"),
        lockFileContents: lockFile, env: { HOME: "/home/phone", PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1", COMPANION_DATA: "/data" },
        createPyodideModule: (settings) => created(settings, memory),
        ...(memory ? { _loadSnapshot: memory.head } : { _makeSnapshot: true }),
      }));
      if (!python.FS.analyzePath("/data").exists) python.FS.mkdirTree("/data");
      return python;
    } finally { self.fetch = outside; }
  }

  async function created(settings, memory) {
    // Before Python runs, so that it is at the same place of the memory each time.
    settings.dynamicLibraries = ["pydantic_core.so"];
    const module = await _createPyodideModule(settings);
    const dirty = module.HEAP8.length;
    if (memory && memory.heap > dirty) module.growMemory(memory.heap);
    if (memory) await memory.writeTo(new Uint8Array(module.HEAP8.buffer), dirty);
    const { loadedLibsByName } = module.LDSO;
    loadedLibsByName[NATIVE] = loadedLibsByName["pydantic_core.so"];
    return module;
  }

  async function addApp({ FS }, release) {
    FS.mkdirTree(NATIVE.slice(0, NATIVE.lastIndexOf("/")));
    // Only a file of that name has to be there: its code is loaded already.
    FS.writeFile(NATIVE, new Uint8Array(8));
    unzip(FS, "/site/", await files.bytes(release, files.APP));
  }

  // What Pyodide writes before the memory, the memory, and the modules that it has not loaded.
  async function copyMemory(python, release) {
    const start = python.globals.get("start");
    start.leave("/rest.zip");
    const rest = python.FS.readFile("/rest.zip");
    python.FS.unlink("/rest.zip");
    start.settle();
    start.destroy();
    // Closing such a file later would close another one that has its number by then: the database.
    const open = python.FS.streams.filter((stream) => stream?.fd > 2).map((stream) => stream.path);
    if (open.length) throw new Error(`still open: ${open}`);
    wipe(python._module);
    const copy = python.makeMemorySnapshot(), begins = copy.length - python._module.HEAP8.length;
    await files.keepMemory(release, { head: copy.subarray(0, begins), memory: copy.subarray(begins), rest });
  }

  // What is free becomes zeros, of which a copy keeps nothing.
  function wipe(module) {
    const held = [];
    for (let size = 1 << 20; size >= 1 << 12; size >>= 1) {
      const top = module._sbrk(0);
      do {
        held.push(module._malloc(size));
        module.HEAPU8.fill(0, held.at(-1), held.at(-1) + size);
      } while (module._sbrk(0) === top);
    }
    for (const place of held) module._free(place);
  }

  function unzip(FS, folder, zip) {
    const made = new Set();
    for (const [name, bytes] of files.zipped(zip)) {
      const parent = folder + name.slice(0, name.lastIndexOf("/"));
      if (!made.has(parent)) { FS.mkdirTree(parent); made.add(parent); }
      FS.writeFile(folder + name, bytes, { canOwn: true });
    }
  }

  return { drop, isReady: () => isReady, isStarted: () => started !== null, laps, release, root, start };
})();
