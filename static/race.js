// The race on a phone: all see the questions come at the same moment, an answer is judged here at
// once and sent along, and the server judges it again. One phone has one seat, or two halves.
"use strict";

(() => {
  const page = document.getElementById("race");
  const { race, token } = page.dataset;
  const QUESTIONS = Number(page.dataset.questions);
  const BETWEEN = 700, FRAME = 50, AGAIN = 600;

  const pause = (milliseconds) => new Promise((done) => { setTimeout(done, milliseconds); });

  // ---- The time in the race, by the answer that travelled least ----

  let offset = null, shortest = Infinity;
  const clock = () => (offset === null ? -Infinity : Date.now() + offset);

  // The words for a question, or for an answer that is sent.
  async function ask(path, form = null) {
    const sent = Date.now();
    const post = form && { method: "POST", body: new URLSearchParams(form), headers: { "X-CSRFToken": token } };
    const response = await fetch(`${race}/${path}`, { signal: AbortSignal.timeout(8000), ...post });
    const isJson = response.headers.get("Content-Type")?.startsWith("application/json");
    const told = isJson ? await response.json() : null;
    const travelled = Date.now() - sent;
    if (told && typeof told.now === "number" && travelled < shortest) {
      shortest = travelled;
      offset = told.now + travelled / 2 - Date.now();
    }
    return { status: response.status, told };
  }

  // ---- The board ----

  const laneOf = (number) => page.querySelector(`[data-lane="${number}"]`);
  const nameOf = (lane) => lane.querySelector(".runner-name").textContent;

  // Lets a lane's peg hop to its hole, and says in how many hops.
  function peg(number, hole) {
    const lane = laneOf(number), before = Number(lane.dataset.pegs);
    if (hole <= before) return 0;
    // From the second of the two start holes.
    const holes = pegHops.holesOf(lane.querySelector(".holes")).slice(1);
    const [front, back] = [".front", ".back"].map((name) => lane.querySelector(name));
    front.setAttribute("cx", holes[hole].split(" ")[0]);
    // The back peg goes in front of the other, which stays where it was.
    back.setAttribute("cx", holes[before].split(" ")[0]);
    lane.dataset.pegs = hole;
    lane.querySelector("svg").setAttribute("aria-label", words("holes.at-hole", { name: nameOf(lane), hole }));
    return pegHops.hop(front, holes, before, hole);
  }

  // ---- The race now ----

  let seen = -1, endsAt = Infinity, isOver = false, isLeaving = false;

  function show(state) {
    if (state.version < seen) return;
    ({ version: seen, endsAt, isOver } = state);
    state.lanes.forEach((lane, number) => {
      peg(number, lane.pegs);
      laneOf(number).classList.toggle("is-home", lane.homeAt !== null);
    });
    for (const seat of seats) seat.see(state.lanes[seat.number]);
    // If you are still on the way, you have something else to tap.
    page.querySelector(".to-result").hidden = !(state.lanes.some((lane) => lane.homeAt !== null) && seats.every((seat) => seat.isDone));
    leaveAtTheEnd();
  }

  // Time ends a race too, without telling any phone. What is on its way to the server counts.
  function leaveAtTheEnd() {
    const isPast = clock() - shortest / 2 >= endsAt;
    if (isLeaving || !(isOver || isPast) || seats.some((seat) => seat.waiting.length)) return;
    isLeaving = true;
    location.replace(`${race}/result`);
  }

  // ---- The questions, some at a time: they come while others are answered ----

  const cards = [];

  async function fetchCards() {
    while (cards.length < QUESTIONS) {
      try {
        const { status, told } = await ask(`questions?first=${cards.length}`);
        if (status === 200) {
          cards.push(...told);
          continue;
        }
      } catch { /* The next one will come. */ }
      await pause(AGAIN);
    }
  }

  const course = { address: race, holes: Number(page.dataset.holes), missCosts: Number(page.dataset.missCosts), clock, ask, show, peg, pause };
  // After the last question, they begin again.
  course.card = (number) => cards[number % QUESTIONS];
  const seats = course.seats = [...page.querySelectorAll("[data-seat]")].map((element) => new RaceSeat(element, course));

  // ---- Thumbs and keys ----

  // The moment a finger comes down: of two that tap at once a browser makes no click.
  for (const kind of ["pointerdown", "click"]) {
    page.addEventListener(kind, (event) => {
      const option = event.target.closest?.("[data-option]");
      const seat = option && seats.find((each) => each.element.contains(option));
      if (seat) seat.tap(option);
    });
  }

  document.addEventListener("keydown", (event) => {
    const [seat] = seats;
    if (!seat || seats.length > 1 || event.repeat || event.ctrlKey || event.metaKey || event.altKey) return;
    const at = /^[a-f]$/.test(event.key) ? event.key.charCodeAt(0) - 97 : -1;
    const option = seat.element.querySelectorAll("[data-option]")[at];
    if (option) seat.tap(option);
  });

  // ---- The race ----

  // A phone with all lanes knows everything, once it has begun.
  const knowsAll = seats.length === page.querySelectorAll("[data-lane]").length;

  async function look() {
    try {
      const { status, told } = await ask(`state?seen=${seen}`);
      if (status === 200) show(told);
      else if (status === 404) return location.reload();
    } catch { /* The next look will show. */ }
    if (offset === null || !knowsAll) setTimeout(look, document.hidden ? 5 * BETWEEN : BETWEEN);
  }

  function run() {
    for (const seat of seats) seat.frame();
    leaveAtTheEnd();
    setTimeout(run, FRAME);
  }

  look();
  run();
  if (seats.length) fetchCards();
  for (const seat of seats) seat.send();
})();
