// The sheet that a tap on a tile opens: the likeliest four, any other, or no tile at all.

import { cutOut, face } from "./camera-frames.js";
import { TRAY } from "./camera-list.js";

function choice(tile, chosen, ...inside) {
  const isChosen = tile === chosen;
  return made("button", { type: "button", value: tile, ariaLabel: tile, ariaCurrent: isChosen ? "true" : null, className: isChosen ? "chosen" : "" }, ...inside);
}

function tray(chosen, there = []) {
  const choices = TRAY.map((tile) => Object.assign(choice(tile, chosen, face(tile, "tray-")), { disabled: there.includes(tile) }));
  return made("div", { className: "tray", role: "group", ariaLabel: words("camera.all-tiles") }, ...choices);
}

function likeliest({ tile, likely }) {
  const names = [...new Set([tile, ...likely])].slice(0, 4);
  return made("div", { className: "likely", role: "group", ariaLabel: words("camera.likeliest") }, ...names.map((name) => choice(name, tile, face(name), made("b", {}, name))));
}

function others({ tile }) {
  const another = made("button", { type: "button", className: "button" }, words("camera.another"));
  another.addEventListener("click", () => {
    const all = tray(tile);
    another.replaceWith(all);
    all.querySelector(".chosen").focus();
  });
  return made("p", { className: "doors" }, another, made("button", { type: "button", className: "button", value: "" }, words("camera.not-a-tile")));
}

/** Which tile it is, and why it is asked: a name, "" for none, or null if nothing changes. Without `seen`, one that was missed,
 *  and isn't among those that are there. */
export function ask(seen, picture, why = "", there = []) {
  const title = seen ? words("camera.which") : words("camera.which-missed");
  const sheet = made("dialog", { className: "fix-sheet", ariaLabel: title });
  const close = made("button", { type: "button", className: "close", ariaLabel: words("camera.close") }, "×");
  sheet.append(made("p", { className: "fix-title" }, made("b", {}, title), close));
  if (seen?.corners) sheet.append(cutOut(picture, seen.corners));
  if (why) sheet.append(made("p", { className: "fix-why" }, why));
  sheet.append(...(seen ? [likeliest(seen), others(seen)] : [tray(null, there)]));
  document.body.append(sheet);
  sheet.showModal();
  return new Promise((done) => {
    sheet.addEventListener("click", ({ target }) => {
      const button = target.closest("button");
      if (target === sheet || button === close) sheet.close();
      else if (button?.hasAttribute("value")) sheet.close(`=${button.value}`);
    });
    sheet.addEventListener("close", () => {
      sheet.remove();
      done(sheet.returnValue ? sheet.returnValue.slice(1) : null);
    });
  });
}
