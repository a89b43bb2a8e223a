// The sheet that a tap on a tile opens: the likeliest four, any other, or no tile at all.

import { cutOut, face } from "./camera-frames.js";
import { TRAY } from "./camera-list.js";

const choice = (tile, kind, chosen) => {
  const button = made("button", { type: "button", value: tile, ariaLabel: tile }, face(tile, kind));
  if (tile === chosen) button.setAttribute("aria-current", "true");
  return button;
};

function tray(chosen) {
  const all = made("div", { className: "tray", role: "group", ariaLabel: words("camera.all-tiles") }, ...TRAY.map((tile) => choice(tile, "tray-", chosen)));
  for (const button of all.children) button.classList.toggle("chosen", button.value === chosen);
  return all;
}

function likeliest(seen) {
  const names = [...new Set([seen.tile, ...seen.likely])].slice(0, 4);
  return made("div", { className: "likely", role: "group", ariaLabel: words("camera.likeliest") }, ...names.map((tile) => {
    const button = choice(tile, "t", seen.tile);
    button.append(made("b", {}, tile));
    return button;
  }));
}

function other(seen) {
  const button = made("button", { type: "button", className: "button" }, words("camera.another"));
  button.addEventListener("click", () => {
    const all = tray(seen.tile);
    button.replaceWith(all);
    all.querySelector(".chosen").focus();
  });
  return button;
}

/** Which tile it is, and why it is asked: a name, "" for none, or null if nothing changes. Without `seen`, one that was missed. */
export function ask(seen, picture, why = "") {
  const title = seen ? words("camera.which") : words("camera.which-missed");
  const sheet = made("dialog", { className: "fix-sheet", ariaLabel: title });
  const close = made("button", { type: "button", className: "close", ariaLabel: words("camera.close") }, "×");
  sheet.append(made("p", { className: "fix-title" }, made("b", {}, title), close));
  if (seen?.corners) sheet.append(cutOut(picture, seen.corners));
  if (why) sheet.append(made("p", { className: "fix-why" }, why));
  if (seen) sheet.append(likeliest(seen), made("p", { className: "doors" }, other(seen), made("button", { type: "button", className: "button", value: "" }, words("camera.not-a-tile"))));
  else sheet.append(tray());
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
