// A page that asks again by itself says when nobody answers, and since when it stands as it does.
"use strict";

{
  const GONE = [403, 404, 410];

  let heard = new Date();
  const strip = made("p", { className: "last-seen", role: "status" });

  document.addEventListener("htmx:afterRequest", ({ detail: { elt, xhr } }) => {
    if (!elt.matches("[hx-trigger^=every]")) return;
    // Whoever was let out meanwhile is told so by the page itself.
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
