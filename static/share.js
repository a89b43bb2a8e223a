// A link that is sent: shared where the browser can do so, or copied. `data-ways` says which of the two
// a button is for, in that order; without any of them it stays hidden, and the address is all there is.
"use strict";

{
  const WAYS = {
    share: navigator.share && (({ dataset: { share: url, title } }) => navigator.share({ title, url })),
    copy: navigator.clipboard && (async (button) => {
      await navigator.clipboard.writeText(button.dataset.share);
      button.textContent = words("link-copied");
    }),
  };
  const wayOf = (button) => (button.dataset.ways ?? "share copy").split(" ").map((name) => WAYS[name]).find(Boolean);

  function offer() {
    for (const button of document.querySelectorAll("[data-share]")) button.hidden = !wayOf(button);
  }

  document.addEventListener("htmx:afterSwap", offer);
  document.addEventListener("click", (event) => {
    const button = event.target.closest?.("[data-share]");
    // Whoever thinks better of it has sent nothing.
    if (button) Promise.resolve(wayOf(button)(button)).catch(() => {});
  }, true);
  document.addEventListener("focusin", ({ target }) => { if (target.matches("[data-whole]")) target.select(); });
  offer();
}
