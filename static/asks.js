// A page that asks again by itself says if nobody answers, and since when it has not changed.
"use strict";

{
  const GONE = [403, 404, 410];

  let heard = new Date();
  const strip = made("p", { className: "last-seen", role: "status" });

  const isAsking = (element) => element.matches("[hx-trigger^=every]");

  // Nobody sees what it would show.
  document.addEventListener("htmx:beforeRequest", (event) => {
    if (document.hidden && isAsking(event.target)) event.preventDefault();
  });

  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!isAsking(elt)) return;
    // If you were removed meanwhile, the page itself says so.
    if (GONE.includes(xhr.status)) return location.reload();
    if (xhr.status === 200 || xhr.status === 204) {
      heard = new Date();
      strip.remove();
    } else if (!strip.isConnected) {
      const when = heard.toLocaleTimeString([], { timeStyle: "short" });
      // A refusal comes over a network.
      strip.textContent = xhr.status ? words("app.not-now", { when }) : words("app.last-seen", { when });
      document.body.prepend(strip);
    }
  });
}
