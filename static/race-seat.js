// A seat in the race: one racer's question, judged here at once, and the answers that the server has
// not confirmed. `course` is the race as its page knows it: its questions, its clock, its pegs.
"use strict";

class RaceSeat {
  // A tap meant for the question before doesn't count for this one.
  static LOCKED = 300;
  static AGAIN = 600;
  static NOT_NOW = 409;

  constructor(element, course) {
    Object.assign(this, { element, course });
    this.number = Number(element.dataset.seat);
    this.kept = `companion-race ${course.address} ${this.number}`;
    this.waiting = inTab.read(this.kept) ?? [];
    this.confirmed = { answers: 0, pegs: 0, readyAt: Infinity, homeAt: null, isDone: false };
    this.shown = -1;
    this.shownAt = 0;
    this.readyAt = Infinity;
    this.isSending = false;
  }

  get next() { return this.confirmed.answers + this.waiting.length; }
  get pegs() { return this.confirmed.pegs + this.waiting.filter((answer) => answer.isRight).length; }
  get isHome() { return this.pegs >= this.course.holes; }
  get isDone() { return this.isHome || this.confirmed.isDone; }
  get card() { return this.course.card(this.shown); }
  part(name) { return this.element.querySelector(name); }

  // What a reload finds again.
  keep() { inTab.save(this.kept, this.waiting); }

  // The lane at the server: what it has counted waits no longer.
  see(lane) {
    this.confirmed = lane;
    this.waiting = this.waiting.filter((answer) => answer.question >= lane.answers);
    this.keep();
    const last = this.waiting.at(-1);
    this.readyAt = last ? last.at + (last.isRight ? 0 : this.course.missCosts) : lane.readyAt;
    this.course.peg(this.number, this.pegs);
    if (lane.isDone) this.end();
  }

  // ---- What to show now: the numbers before the start, a question, what was missed, the end ----

  frame() {
    if (this.isDone) return this.end();
    if (this.shown === this.next) return;
    const left = this.readyAt - this.course.clock();
    if (left <= 0 && this.course.card(this.next)) this.put();
    // What was missed stays in view meanwhile.
    else if (this.shown < 0) this.count(left);
  }

  count(left) {
    const seconds = Math.ceil(left / 1000), told = this.part(".count-down");
    told.hidden = !(left > 0 && Number.isFinite(left));
    const text = seconds > 3 ? words("holes.begins-in", { count: seconds }) : String(seconds);
    if (told.hidden || told.textContent === text) return;
    told.textContent = text;
    told.classList.toggle("is-large", seconds <= 3);
    if (seconds <= 3 && this.course.seats[0] === this) announce(text);
  }

  put() {
    this.shown = this.next;
    this.count(0);
    this.part(".prompt").innerHTML = this.card.prompt;
    this.part(".drill-felt").innerHTML = this.card.felt || this.card.shown;
    this.part(".reply").innerHTML = this.card.options;
    this.element.classList.toggle("of-words", !this.card.felt);
    this.element.classList.remove("is-missed");
    this.shownAt = performance.now();
    this.element.dataset.question = this.shown;
    if (this.course.seats.length === 1) announce(this.card.heard);
  }

  // The server knows who was first, a moment later.
  end() {
    const told = this.part(".count-down"), isFirst = this.confirmed.homeAt !== null && this.confirmed.place === 1;
    const text = !this.isHome ? words("holes.done") : isFirst ? words("holes.home-first") : words("holes.home");
    if (this.element.classList.contains("is-done") && told.textContent === text) return;
    this.element.classList.add("is-done");
    this.element.classList.toggle("is-home", this.isHome);
    this.element.classList.remove("is-missed", "of-words");
    for (const name of [".prompt", ".drill-felt", ".reply"]) this.part(name).replaceChildren();
    told.classList.remove("is-large");
    told.textContent = text;
    told.hidden = false;
    announce(text);
  }

  // ---- An answer ----

  tap(button) {
    const isLocked = this.shown !== this.next || performance.now() - this.shownAt < RaceSeat.LOCKED;
    if (isLocked || this.isDone) return;
    const said = button.dataset.option, isRight = this.card.right.includes(said);
    const at = Math.round(this.course.clock());
    this.waiting.push({ question: this.shown, said, at, isRight });
    this.keep();
    this.readyAt = at + (isRight ? 0 : this.course.missCosts);
    // The first tap lets the device sound.
    wood.wake();
    if (isRight) this.hit();
    else this.miss(button);
    this.send();
  }

  hit() {
    wood.tile();
    wood.pegs(this.course.peg(this.number, this.pegs));
    buzz(25);
    this.frame();
  }

  miss(button) {
    this.element.classList.add("is-missed");
    button.classList.add("was-wrong");
    const options = [...this.element.querySelectorAll("[data-option]")];
    for (const option of options) option.disabled = true;
    wood.dull();
    buzz(60);
    // The player opposite may still have the same question: then the result gives it away.
    if (this.course.seats.some((other) => other !== this && other.next <= this.shown)) return;
    const right = options.find((option) => this.card.right.includes(option.dataset.option));
    right.classList.add("was-right");
    announce(words("holes.missed", { answer: right.querySelector("svg")?.getAttribute("aria-label") ?? right.textContent }));
  }

  // ---- One after another, each until it has arrived: a lost one is sent again, and counts once ----

  async send() {
    if (this.isSending) return;
    this.isSending = true;
    while (this.waiting.length) await this.deliver(this.waiting[0]);
    this.isSending = false;
  }

  async deliver({ question, said, at }) {
    const { ask, show, pause } = this.course;
    try {
      const { status, told } = await ask("answer", { lane: this.number, question, said, at });
      if (status === 200) return show(told);
      if (status === RaceSeat.NOT_NOW && told.refused === "too-soon") return await pause(RaceSeat.AGAIN / 4);
      if (status >= 400 && status < 500 && status !== 429) return this.giveUp();
    } catch { /* Without network: it waits here. */ }
    await pause(RaceSeat.AGAIN);
  }

  // The race is over, or went on elsewhere: the page shows it.
  giveUp() {
    this.waiting = [];
    this.keep();
    location.reload();
    return this.course.pause(60_000);
  }
}
