// Times as the reader's own clock shows them. Without it they stand in UTC, and say so.
"use strict";
(() => {
  const words = new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit" });
  for (const time of document.querySelectorAll("time[datetime]")) {
    time.title = time.textContent;
    time.textContent = words.format(new Date(time.dateTime));
  }
})();
