// The taps that wait on this phone: one list for each table, in order, shared by the tabs of a
// browser. It outlives the page; where a browser keeps nothing, it lives as long as the page.
"use strict";

const waiting = (() => {
  const place = `companion:waiting:${location.pathname}`;
  const sender = `${place}:sender`;
  const me = newKey();
  const spare = new Map();

  function load(name) {
    try { return spare.get(name) ?? localStorage.getItem(name); } catch { return null; }
  }

  function save(name, text) {
    try {
      if (text) localStorage.setItem(name, text);
      else localStorage.removeItem(name);
      spare.delete(name);
    } catch { spare.set(name, text); }
  }

  // `taps`: those to be sent, then those that were handed to the person. `notice`: what that
  // person has to hear, until they have decided.
  const read = () => JSON.parse(load(place) || '{"taps": [], "notice": ""}');

  function change(how) {
    const list = read();
    how(list);
    save(place, list.taps.length || list.notice ? JSON.stringify(list) : "");
    document.dispatchEvent(new CustomEvent("companion:waiting"));
  }

  // The same list must not be sent by two tabs at once; each tap's key makes it harmless where
  // both should try after all.
  const lease = {
    take(length) {
      const [tab, until] = (load(sender) || " 0").split(" ");
      if (tab !== me && Number(until) > Date.now()) return false;
      save(sender, `${me} ${Date.now() + length}`);
      return true;
    },
    giveBack() { if (load(sender)?.startsWith(me)) save(sender, ""); },
  };

  return {
    read, change, lease, place,
    toSend: () => read().taps.filter((tap) => !tap.isHeld),
    shown: () => read().taps.filter((tap) => !tap.isHeld && !tap.isDropped && tap.waits),
    held: () => read().taps.filter((tap) => tap.isHeld),
    find: (list, key) => list.taps.find((tap) => tap.key === key),
    remove: (list, key) => { list.taps = list.taps.filter((tap) => tap.key !== key); },
    holdAll(list, notice) {
      // Nobody wants to be asked about what they took back.
      list.taps = list.taps.filter((tap) => !tap.isDropped);
      for (const tap of list.taps) tap.isHeld = true;
      list.notice = notice;
    },
  };
})();

// 16 bytes by chance: a kitchen's http has no randomUUID.
function newKey() {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

// A tap in the table's words: `6-4`, `5-5 on 5-0`, `draw 2`, `Ana leads`. A button may say them.
function wordsOf(path, form, button) {
  const fields = new URLSearchParams(form);
  const name = document.querySelector(".ask b")?.textContent ?? "";
  const [host, pips, claim] = ["on", "pips", "said"].map((field) => fields.get(field));
  switch (path.split("/").pop()) {
    case "set": {
      const tile = host ? words("tap-tile-on", { tile: fields.get("tile"), host }) : fields.get("tile");
      if (claim === "silent") return words("tap-not-said", { tile });
      return (claim ?? "right") === "right" ? tile : words("tap-said", { tile, claim });
    }
    case "draw": return words("tap-draw", { count: Number(fields.get("tiles") ?? 1) });
    case "pass": return words("tap-pass");
    case "passes": return words("tap-all-pass");
    case "left": return pips ? words("tap-left-pips", { name, count: Number(pips) }) : words("tap-left", { name, tiles: fields.getAll("left").join(" ") });
    default: return button?.dataset.tap ?? (button?.getAttribute("aria-label") ?? button?.textContent ?? "").trim();
  }
}
