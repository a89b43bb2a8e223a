// The menu of the table closes as anything above a page does: by Escape, and by the browser's way back, which
// needs a step of its own for it. (A tap elsewhere closes it without a script.)
"use strict";

{
  const menu = document.querySelector(".menu");
  const isStep = () => Boolean(history.state?.menu);
  const follow = () => { menu.open = isStep(); };

  menu.addEventListener("toggle", () => {
    if (menu.open === isStep()) return;
    if (menu.open) history.pushState({ menu: true }, "");
    else history.back();
  });
  addEventListener("popstate", follow);

  function close() {
    menu.open = false;
    menu.querySelector("summary").focus();
  }

  // The page that it leads to takes the place of that step: from there, one step back is the table.
  menu.addEventListener("click", (event) => {
    if (event.target.closest("button")) return close();
    const link = event.target.closest("a");
    if (!link || !isStep() || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    location.replace(link.href);
  });

  document.addEventListener("keydown", ({ key }) => { if (key === "Escape" && menu.open) close(); });
  follow();
}
