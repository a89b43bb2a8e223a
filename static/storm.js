// The page of a storm or a ladder: it fetches the questions, starts the run, shows its
// result at once, and sends that. Without network a result waits here, and is sent when it is back.
"use strict";

const page = document.getElementById("sprint");
const { course } = page.dataset;
const RESULTS = "companion:sprints";
const SPARE = `companion:deal:${course}`;
// The server counts up to a week later; this leaves a day for a phone without network.
const FRESH = 6 * 24 * 3600 * 1000;
const [start, again] = [page.querySelector("[data-start]"), () => page.querySelector("[data-again]")];
let dealt = null;
let run = null;

// The answer, or status 0 if there is none.
async function post(path, fields) {
  try {
    const headers = { "X-CSRFToken": page.dataset.token };
    return await fetch(path, { method: "POST", headers, body: new URLSearchParams(fields), signal: AbortSignal.timeout(20_000) });
  } catch { return { ok: false, status: 0 }; }
}

// ---- The first ten questions come at once, then twenty more; those of the next
// ---- run while this one runs ----

async function deal() {
  dealt = null;
  allowStart();
  const response = await post(page.dataset.deal, { course });
  dealt = response.ok ? await response.json() : null;
  onPhone.save(SPARE, dealt);
  page.querySelector("[data-problem]").textContent = dealt ? "" : words("sprint.no-deal");
  allowStart();
  fill();
}

const fill = () => { if (dealt?.cards.length <= RUNS_LOW) dealMore(dealt); };

const growing = new Set();

// More questions of a deal, whether it waits or runs; a ladder has all of its own.
async function dealMore(deal) {
  if (growing.has(deal) || deal.pace.questions) return;
  growing.add(deal);
  const response = await post(page.dataset.more, { deal: deal.deal, first: deal.cards.length });
  if (response.ok) deal.cards.push(...(await response.json()).cards);
  growing.delete(deal);
  if (deal === dealt) onPhone.save(SPARE, deal);
}

// An unused deal is as good, but not for another game.
function takeSpare() {
  const spare = onPhone.read(SPARE);
  const isGood = spare?.game === page.dataset.game && Date.now() - spare.at < FRESH;
  if (isGood) dealt = spare;
  return isGood;
}

// Without questions, you can press to ask for them again.
function allowStart() {
  const isComing = !dealt && !page.querySelector("[data-problem]").textContent;
  for (const button of [start, again()].filter(Boolean)) {
    button.disabled = isComing;
    button.setAttribute("aria-busy", String(isComing));
  }
}

// ---- The run ----

const shows = (part) => { page.dataset.shows = part; };

function begin() {
  if (!dealt) {
    page.querySelector("[data-problem]").textContent = "";
    return deal();
  }
  const running = dealt;
  // Its questions are known from now on: if you leave, you get others.
  onPhone.save(SPARE, null);
  page.querySelector("[data-end]").replaceChildren();
  keepEnd("");
  shows("run");
  run = new Sprint(page.querySelector("[data-stage]"), running, {
    onAnswer: sound,
    onLow: () => dealMore(running),
    onEnd: (summary) => ends(running.deal, summary),
  });
  run.start();
  page.querySelector("[data-part=prompt]").focus({ preventScroll: true });
  announce(run.card?.heard);
  deal();
}

function sound({ isRight, hops }) {
  if (isRight) wood.tile();
  else wood.dull();
  wood.pegs(hops);
}

document.addEventListener("click", (event) => {
  if (event.target.closest?.("[data-start], [data-again]")) begin();
});

// ---- The end: from the phone at once, then as the server reports it ----

const filled = (name, values) => {
  const part = page.querySelector(`template[data-of=${name}]`).content.cloneNode(true);
  for (const [slot, html] of Object.entries(values)) for (const place of part.querySelectorAll(`[data-slot=${slot}]`)) place.innerHTML = html;
  return part;
};
const plain = (text) => made("i", {}, String(text)).innerHTML;

// If you try a miss again, you come back to the list: it is kept as long as the tab is there.
const END = `companion:end:${course}`;
const AT_MISSES = "#misses";

function keepEnd(html) {
  inTab.save(END, html ? { note: shown?.note, html } : null);
  history.replaceState(history.state, "", html ? AT_MISSES : location.pathname);
}

function bringBackEnd() {
  const end = location.hash === AT_MISSES && inTab.read(END);
  if (!end) return;
  page.querySelector("[data-end]").innerHTML = end.html;
  shown = (onPhone.read(RESULTS) ?? []).find(({ note }) => note === end.note) ?? { note: end.note };
  shows("end");
}

function markTried() {
  let last = null;
  for (const link of page.querySelectorAll("[data-tries]")) {
    const came = inTab.read(`companion:tried:${link.dataset.tries}`);
    link.parentElement.querySelector(".tried")?.remove();
    if (!came) continue;
    link.before(made("p", { className: `tried is-${came}` }, words(`sprint.tried-${came}`)));
    last = link;
  }
  return last;
}

function ends(note, { answers, misses, score, right, bestCombo, milliseconds }) {
  const end = page.querySelector("[data-end]");
  const seconds = (milliseconds / 1000).toFixed(run.pace.each ? 1 : 0);
  end.replaceChildren(filled("end", { score, right, misses: misses.length, combo: bestCombo, seconds }));
  end.querySelector("[data-misses]").append(...misses.map(({ card, said, answer }) => filled("miss", {
    prompt: card.prompt, felt: card.felt || card.shown, because: card.because,
    verdict: plain(said ? words("sprint.you-said", { said, answer }) : words("sprint.too-slow", { answer })),
  })));
  end.querySelector("[data-has-misses]").hidden = !misses.length;
  shows("end");
  end.querySelector("h1").focus({ preventScroll: true });
  onPhone.save(RESULTS, [...(onPhone.read(RESULTS) ?? []), { note, answers }]);
  allowStart();
  shown = { note, answers };
  keepEnd(end.innerHTML);
  sendAll();
}

// ---- A run is sent as soon as it can be ----

const isLater = ({ status }) => COME_BACK_LATER.includes(status);
const drop = (note) => {
  const left = (onPhone.read(RESULTS) ?? []).filter((other) => other.note !== note);
  onPhone.save(RESULTS, left.length ? left : null);
};
let sending = false;
// The run that the page shows.
let shown = null;

async function sendAll() {
  if (sending) return;
  sending = true;
  let counted = 0;
  for (let result = next(); result; result = next()) {
    const response = await post(page.dataset.result, { deal: result.note, answers: JSON.stringify(result.answers) });
    if (isLater(response)) {
      if (shown) tellNote(words("sprint.kept"));
      break;
    }
    drop(result.note);
    if (result.note === shown?.note) await tellEnd(response);
    else if (response.ok) counted += 1;
  }
  if (counted) tellNote(words("sprint.counted", { count: counted }));
  sending = false;
}

const next = () => (onPhone.read(RESULTS) ?? [])[0];

const tellNote = (sentence) => {
  for (const place of page.querySelectorAll("[data-note]")) place.textContent = sentence;
  announce(sentence);
};

async function tellEnd(response) {
  const end = page.querySelector("[data-end]");
  const html = await response.text();
  if (page.dataset.shows !== "end") return;
  if (!response.ok) return tellNote(parsed(html).querySelector(".problem, main p")?.textContent ?? words("sprint.not-counted"));
  const hadFocus = end.contains(document.activeElement);
  end.innerHTML = html;
  keepEnd(html);
  if (hadFocus) end.querySelector("h1").focus({ preventScroll: true });
  announce(end.querySelector("[data-heard]")?.dataset.heard);
  allowStart();
}

addEventListener("online", () => sendAll());
page.classList.add("has-script");
bringBackEnd();
// However the browser leads back here, the question was tried meanwhile.
addEventListener("pageshow", () => { if (page.dataset.shows === "end") markTried()?.scrollIntoView({ block: "center" }); });
if (takeSpare()) {
  allowStart();
  fill();
} else deal();
sendAll();
