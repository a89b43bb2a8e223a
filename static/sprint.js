// A run against the clock: one question after the other, judged here by the answers that came with
// them. Its pace says how long it lasts and what a streak brings, the same data by which the
// server judges it all again. Times are in milliseconds on the run's own clock.
"use strict";

// A ladder rests so long on what was wrong, its clock stopped; a storm never does.
const LOOK_AT_MISS = 1400;
// When so many questions are left, more are asked for.
const RUNS_LOW = 10;

class Sprint {
  // `stage` has the parts by `data-part`; `cards` may grow while it runs. `onAnswer({ isRight, hops })`,
  // `onLow()` and `onEnd(summary)` are called.
  constructor(stage, { pace, cards, boards }, { onAnswer, onLow, onEnd } = {}) {
    Object.assign(this, { stage, pace, cards, onAnswer, onLow, onEnd });
    this.parts = Object.fromEntries([...stage.querySelectorAll("[data-part]")].map((part) => [part.dataset.part, part]));
    this.pegs = new ScorePegs(stage.querySelector(".pegs-run .board"));
    for (const [name, html] of Object.entries(boards)) this.parts[name].innerHTML = html;
    this.answers = [];
    this.misses = [];
    Object.assign(this, { score: 0, right: 0, combo: 0, bestCombo: 0, added: 0, ends: pace.pool, isOn: false });
    this.onClick = (event) => {
      const button = event.target.closest?.("button[name=said]");
      if (button && stage.contains(button)) this.say(button.value, button);
    };
    this.onKey = (event) => this.key(event);
  }

  start() {
    this.stage.addEventListener("click", this.onClick);
    document.addEventListener("keydown", this.onKey);
    this.isOn = true;
    // The run's clock at the last answer, and the browser's clock when the next one came.
    this.before = 0;
    this.show();
    this.tell();
    this.tick();
  }

  stop() {
    if (!this.isOn) return;
    this.isOn = false;
    cancelAnimationFrame(this.frame);
    clearTimeout(this.resting);
    this.stage.removeEventListener("click", this.onClick);
    document.removeEventListener("keydown", this.onKey);
  }

  get card() { return this.cards[this.answers.length]; }

  // ---- The clock ----

  clock() {
    const took = performance.now() - this.shownAt;
    return Math.round(this.before + (this.pace.each ? Math.min(took, this.pace.each) : took));
  }

  left() {
    if (this.pace.each) return this.resting ? 0 : this.before + this.pace.each - this.clock();
    return this.ends - this.clock();
  }

  tick() {
    if (!this.isOn) return;
    this.frame = requestAnimationFrame(() => this.tick());
    if (!this.pace.pool && !this.pace.each) return;
    const left = Math.max(0, this.left());
    this.parts.bar.style.transform = `scaleX(${Math.min(1, left / (this.pace.each || this.pace.pool))})`;
    const seconds = String(Math.ceil(left / 1000));
    if (this.parts.seconds.textContent !== seconds) this.parts.seconds.textContent = seconds;
    this.stage.toggleAttribute("data-hurry", left < Math.min(10_000, (this.pace.each || this.pace.pool) / 3));
    if (left > 0 || this.resting) return;
    if (this.pace.each) this.judge("");
    else this.end();
  }

  // ---- A question ----

  show() {
    const { card, parts } = this;
    if (!card) return this.end();
    this.typed = "";
    parts.prompt.innerHTML = card.prompt;
    this.stage.classList.toggle("of-words", !card.felt);
    if (card.felt) {
      if (parts.prompt.parentElement === parts.felt) parts.felt.before(parts.prompt);
      parts.felt.innerHTML = card.felt;
    } else {
      parts.felt.replaceChildren(parts.prompt);
      parts.prompt.insertAdjacentHTML("afterend", card.shown);
    }
    this.stage.dataset.asks = card.asks;
    for (const name of ["counts", "few"]) parts[name].hidden = card.numbers !== name;
    parts.options.hidden = !card.options;
    parts.options.innerHTML = card.options;
    this.shownAt = performance.now();
    if (this.cards.length - this.answers.length <= RUNS_LOW && !this.pace.questions) this.onLow?.();
  }

  // What a button is called, visible or not.
  named(value) {
    const shown = this.stage.querySelector(`[data-part]:not([hidden]) > * [name=said][value="${value}"]`);
    return shown?.querySelector("[aria-label]")?.getAttribute("aria-label") ?? shown?.textContent.trim() ?? value;
  }

  say(value, button) {
    const isTooSoon = !this.isOn || this.resting || this.clock() - this.before < this.pace.least;
    if (isTooSoon || (!this.pace.each && this.pace.pool && this.left() <= 0)) return;
    this.judge(value, button);
  }

  judge(said, button) {
    const { card, pace } = this;
    const isRight = card.right.includes(said);
    const [named, answer] = [said && this.named(said), this.named(card.right[0])];
    const at = said ? this.clock() : this.before + pace.each;
    this.answers.push([card.key, said, at]);
    this.before = at;
    const bonus = isRight ? this.hit() : this.miss({ card, said: named, answer });
    this.flash(isRight, button);
    const hops = this.tell();
    const told = isRight ? words("sprint.right") : said ? words("sprint.was-right", { answer }) : words("sprint.too-slow", { answer });
    this.parts.told.textContent = bonus ? words("sprint.bonus", { combo: this.combo, count: bonus / 1000 }) : isRight ? "" : told;
    this.onAnswer?.({ isRight, hops });
    if (pace.questions && this.answers.length >= pace.questions) return this.later(() => this.end(), isRight);
    this.later(() => { this.show(); announce(`${told} ${this.card?.heard ?? ""}`); }, isRight);
  }

  // At once, except for a ladder that shows what went wrong.
  later(next, isRight) {
    if (isRight || !this.pace.each) return next();
    announce(this.parts.told.textContent);
    this.resting = setTimeout(() => { this.resting = 0; if (this.isOn) next(); }, LOOK_AT_MISS);
  }

  hit() {
    const { pace } = this;
    const streaks = pace.streak ? Math.floor(this.combo / pace.streak) : 0;
    this.score += Math.min(1 + streaks, pace.most_pegs);
    this.right += 1;
    this.combo += 1;
    this.bestCombo = Math.max(this.bestCombo, this.combo);
    if (!pace.streak || this.combo % pace.streak) return 0;
    const wins = pace.bonuses[Math.min(this.combo / pace.streak, pace.bonuses.length) - 1];
    const bonus = Math.min(wins, pace.most_added - this.added);
    this.added += bonus;
    this.ends += bonus;
    return bonus;
  }

  miss(missed) {
    this.misses.push(missed);
    this.combo = 0;
    this.ends -= this.pace.miss;
    return 0;
  }

  // The same animation twice in a row must start again.
  flash(isRight, button) {
    const { stage } = this;
    stage.dataset.verdict = isRight ? "right" : "wrong";
    stage.toggleAttribute("data-odd", this.answers.length % 2 === 1);
    stage.querySelectorAll(".was-said").forEach((other) => other.classList.remove("was-said"));
    button?.classList.add("was-said");
    if (!isRight) buzz(40);
  }

  tell() {
    const { parts, pace } = this;
    parts.score.textContent = this.score;
    parts.combo.textContent = this.combo > 1 ? words("sprint.in-a-row", { count: this.combo }) : "";
    this.stage.dataset.pegs = Math.min(1 + (pace.streak ? Math.floor(this.combo / pace.streak) : 0), pace.most_pegs);
    return this.pegs.runTo(this.score);
  }

  end() {
    this.stop();
    const lasted = this.pace.each ? this.before : this.ends;
    const { answers, misses, score, right, bestCombo } = this;
    this.onEnd?.({ answers, misses, score, right, bestCombo, milliseconds: Math.max(0, lasted) });
  }

  // ---- Digits and letters ----

  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat || !this.card) return;
    if (event.key === "Enter" && this.typed) return this.sayTyped(event);
    if (this.card.numbers && /^[0-9]$/.test(event.key)) return this.type(event);
    const options = [...this.parts.options.querySelectorAll("[name=said]")];
    const exact = options.find((option) => option.value === event.key);
    const option = /^[a-z]$/.test(event.key) ? options[event.key.charCodeAt(0) - 97] : exact;
    if (!option || this.card.numbers) return;
    event.preventDefault();
    this.say(option.value, option);
  }

  // No count begins with a four: it is whole. A smaller digit waits for another one, or for Enter.
  type(event) {
    event.preventDefault();
    this.typed += event.key;
    const isWhole = this.card.numbers === "few" || this.typed.length > 1 || this.typed > "3";
    if (isWhole) this.sayTyped(event);
    else this.parts.told.textContent = `${this.typed}…`;
  }

  sayTyped(event) {
    event.preventDefault();
    const value = String(Number(this.typed));
    this.typed = "";
    this.parts.told.textContent = "";
    this.say(value, this.parts[this.card.numbers].querySelector(`[value="${value}"]`));
  }
}
