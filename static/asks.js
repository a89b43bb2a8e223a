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
      strip.textContent = words("app.last-seen", { when: heard.toLocaleTimeString([], { timeStyle: "short" }) });
      document.body.prepend(strip);
    }
  });
}
