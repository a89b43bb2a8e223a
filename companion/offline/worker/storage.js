// What is kept on this phone: the pages of the database's file, the cookies, and the secret that signs
// them. What a request changed is one strict transaction, and the request is answered when it is on the
// disk. A counter of turns refuses a writer that has not seen the last turn.
"use strict";

const PAGE = 4096;

class NoRoom extends Error {}
class AnotherWrote extends Error {}

const settled = (request) => new Promise((resolve, reject) => {
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});

const newSecret = () => [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

class Storage {
  // `told`: turn, size of the file in bytes, secret, cookies (JSON), release that wrote, release to run.
  constructor(database, told, file) {
    this.database = database;
    this.told = told;
    this.file = file;
    this.changed = new Set();
  }

  static async connect() {
    const opening = indexedDB.open(`pocket ${files.base.pathname}`, 1);
    opening.onupgradeneeded = () => {
      opening.result.createObjectStore("pages");
      opening.result.createObjectStore("told");
    };
    const database = await settled(opening);
    database.onversionchange = () => database.close();
    return database;
  }

  // What is kept beside the pages, by name; it is empty on a phone that has kept nothing.
  static async read(...names) {
    const database = await Storage.connect();
    const kept = database.transaction("told", "readonly").objectStore("told");
    const found = await Promise.all(names.map((name) => settled(kept.get(name))));
    database.close();
    return found.map((each) => each ?? {});
  }

  static async open() {
    const database = await Storage.connect();
    const reading = database.transaction(["pages", "told"], "readonly");
    const [told, numbers, pages] = await Promise.all([
      settled(reading.objectStore("told").get("now")),
      settled(reading.objectStore("pages").getAllKeys()),
      settled(reading.objectStore("pages").getAll()),
    ]);
    const known = told ?? { turn: 0, size: numbers.length * PAGE, secret: newSecret(), cookies: "{}", release: null, run: null };
    const file = new Uint8Array(known.size);
    numbers.forEach((number, place) => { if (number * PAGE < known.size) file.set(pages[place], number * PAGE); });
    return new Storage(database, known, known.size ? file : null);
  }

  // Notes from now on which pages of the file are written.
  watch(FS, path) {
    const { node } = FS.lookupPath(path);
    const { write } = node.stream_ops;
    const { changed } = this;
    this.contents = () => node.contents.subarray(0, node.usedBytes);
    node.stream_ops = {
      ...node.stream_ops,
      write(stream, buffer, offset, length, position, canOwn) {
        const from = position ?? stream.position;
        for (let page = Math.floor(from / PAGE); page * PAGE < from + length; page++) changed.add(page);
        return write(stream, buffer, offset, length, position, canOwn);
      },
    };
  }

  // All of the file is another one.
  changeAll() {
    for (let page = 0; page * PAGE < this.contents().length; page++) this.changed.add(page);
  }

  // What a migration wrote is kept with a person's first change: until then one can go back.
  rest() {
    this.ahead = new Set(this.changed);
    this.changed.clear();
  }

  get isAhead() { return this.told.release !== null && this.told.release !== this.running; }

  // Resolves once the disk has it: whether that was the first change that this release kept.
  async keep(cookies = null) {
    if (!this.changed.size && cookies === null) return false;
    const wasAhead = this.isAhead;
    const told = { ...this.told, turn: this.told.turn + 1, cookies: cookies ?? this.told.cookies };
    const pages = new Set(this.changed);
    if (pages.size) {
      for (const page of this.ahead) pages.add(page);
      const file = this.contents();
      Object.assign(told, { size: file.length, release: this.running });
      await this.write(told, [...pages].filter((page) => page * PAGE < file.length).map((page) => [page, file.slice(page * PAGE, (page + 1) * PAGE)]));
      this.ahead.clear();
      this.changed.clear();
    } else await this.write(told);
    this.told = told;
    return wasAhead && !this.isAhead;
  }

  async write(told, pages = []) {
    const writing = this.begin();
    const done = new Promise((resolve, reject) => {
      writing.oncomplete = resolve;
      writing.onabort = () => reject(writing.error?.name === "QuotaExceededError" ? new NoRoom() : writing.error ?? new AnotherWrote());
    });
    const now = await settled(writing.objectStore("told").get("now"));
    if ((now?.turn ?? 0) !== this.told.turn) {
      writing.abort();
      await done.catch(() => {});
      throw new AnotherWrote();
    }
    for (const [page, part] of pages) writing.objectStore("pages").put(part, page);
    writing.objectStore("told").put(told, "now");
    writing.commit?.();
    await done;
  }

  // Copies of pages as they are at this turn.
  async keepCopies(copies) {
    const writing = this.database.transaction("told", "readwrite");
    for (const [name, copy] of copies) writing.objectStore("told").put({ ...copy, turn: this.told.turn }, name);
  }

  begin() {
    try {
      return this.database.transaction(["pages", "told"], "readwrite", { durability: "strict" });
    } catch {
      // The browser closed it, as some do in the background: what is kept is read again.
      throw new AnotherWrote();
    }
  }

  // The release to run: null for the newest.
  async choose(run) {
    const told = { ...this.told, turn: this.told.turn + 1, run };
    await this.write(told);
    this.told = told;
  }
}
