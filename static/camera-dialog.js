// The camera's piece in a dialog, for the button that opens it: see `[data-camera]` in app.js.
// `made` and `words` are those of app.js and words.js.

import { dressed, openReader } from "./camera.js";

// The page may have changed meanwhile, and the button with it: another player may be asked for as many tiles.
function present(opener) {
  const now = document.getElementById(opener.id);
  return ["knowledge", "title"].every((part) => now?.dataset[part] === opener.dataset[part]) ? now : null;
}

/** Opens it. What is taken is an event on the button. */
export async function openDialog(opener) {
  await dressed;
  const { knowledge, take, title } = opener.dataset;
  const dialog = made("dialog", { className: "reader-dialog", ariaLabel: title });
  const close = made("button", { type: "button", className: "close", ariaLabel: words("camera.close") }, "×");
  close.addEventListener("click", () => dialog.close());
  dialog.append(made("p", { className: "reader-title" }, made("b", {}, title), close));
  const onTake = (detail) => {
    const now = present(opener);
    if (now) dialog.close(), now.dispatchEvent(new CustomEvent("companion:tiles", { bubbles: true, detail }));
    else reader.said.replaceChildren(words("camera.moved-on"));
  };
  const reader = openReader({ into: dialog, knowledge: JSON.parse(knowledge ?? "{}"), take, onTake });
  dialog.addEventListener("close", () => {
    reader.stop();
    dialog.remove();
    if (document.activeElement === document.body) document.getElementById(opener.id)?.focus({ preventScroll: true });
  });
  document.dispatchEvent(new Event("companion:camera"));
  document.body.append(dialog);
  dialog.showModal();
  reader.look();
}
