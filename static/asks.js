// A page that asks again by itself says if nobody answers, and since when it has not changed.
"use strict";

{
  const GONE = [403, 404, 410];

  let heard = new Date();
  const strip = made("p", { className: "last-seen", role: "status" });

  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!elt.matches("[hx-trigger^=every]")) return;
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
