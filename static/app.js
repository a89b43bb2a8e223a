// Where the browser allows it (https, localhost), the app is kept on the phone: pages open without
// network as they were last seen, and say so. On a kitchen's plain http nothing of this happens.
"use strict";

const tellWorker = (message) => navigator.serviceWorker?.controller?.postMessage({ path: location.pathname, ...message });

async function keepApp(address) {
  if (!navigator.serviceWorker) return;
  const wasKept = Boolean(navigator.serviceWorker.controller);
  try {
    await navigator.serviceWorker.register(address);
  } catch { return; /* a browser may be told to keep nothing */ }
  if (!wasKept) navigator.serviceWorker.addEventListener("controllerchange", () => tellWorker({ isNew: true }), { once: true });
}
keepApp(document.currentScript.dataset.worker);

// ---- A form that was sent is not sent again while its answer is on its way ----

const ON_ITS_WAY = 5000;

document.addEventListener("submit", (event) => {
  const form = event.target;
  if (event.defaultPrevented || form.method !== "post") return;
  if (form.hasAttribute("data-sent")) return event.preventDefault();
  form.setAttribute("data-sent", "");
  // It stays on the page where the answer is a file, or comes back by the browser's way back.
  setTimeout(() => form.removeAttribute("data-sent"), ON_ITS_WAY);
});
addEventListener("pageshow", () => {
  for (const form of document.querySelectorAll("form[data-sent]")) form.removeAttribute("data-sent");
});

// ---- What was last seen is what the table showed last, not how the page came ----

let keeping = 0;

document.addEventListener("htmx:afterSwap", () => {
  clearTimeout(keeping);
  if (!document.querySelector("#table :is(.chooser, [role=alert])")) keeping = setTimeout(tellNow, 200);
});

function tellNow() {
  if (document.documentElement.dataset.lastSeen) return;
  const page = document.documentElement.cloneNode(true);
  for (const name of ["data-link", "data-waiting"]) page.removeAttribute(name);
  page.querySelector("#heard")?.replaceChildren();
  tellWorker({ now: `<!doctype html>\n${page.outerHTML}` });
}

// ---- A page as last seen says so, until the present one is here ----

const { lastSeen } = document.documentElement.dataset;

if (lastSeen) {
  const strip = document.createElement("p");
  const [day, time] = [new Date(lastSeen).toDateString(), new Date(lastSeen).toLocaleTimeString([], { timeStyle: "short" })];
  const when = day === new Date().toDateString() ? time : `${time}, ${new Date(lastSeen).toLocaleDateString()}`;
  strip.className = "last-seen";
  strip.setAttribute("role", "status");
  strip.textContent = words("app.last-seen", { when });
  document.body.prepend(strip);
  const again = setInterval(lookAgain, 5000);
  addEventListener("online", lookAgain);
  document.addEventListener("companion:link", lookAgain);

  async function lookAgain() {
    if (!document.documentElement.dataset.lastSeen) return;
    if (!document.getElementById("table")) {
      if (navigator.onLine && await isThere()) location.reload();
    } else if (await refresh()) {
      clearInterval(again);
      delete document.documentElement.dataset.lastSeen;
      strip.remove();
      tellNow();
    }
  }
}

async function isThere() {
  try {
    return (await fetch(location.pathname, { method: "HEAD" })).ok;
  } catch { return false; }
}
