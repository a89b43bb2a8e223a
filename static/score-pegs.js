// The score of a run as pegs: the back one hops ahead, and past the last hole it begins again.
"use strict";

class ScorePegs {
  constructor(board) {
    this.holes = pegHops.holesOf(board.querySelector(".holes"));
    this.pegs = [board.querySelector(".back"), board.querySelector(".front")];
    this.score = 0;
    this.put(this.pegs[0], 0);
    this.put(this.pegs[1], 1);
  }

  put(peg, hole) {
    const [x, y] = this.holes[hole].split(" ");
    peg.setAttribute("cx", x);
    peg.setAttribute("cy", y);
  }

  // The two start holes come first.
  hole(score) { return score ? ((score - 1) % (this.holes.length - 2)) + 2 : 1; }

  // Says in how many hops; the pegs stand there at once, and hop beside the next tap.
  runTo(score) {
    if (score === this.score) return 0;
    const [back, front] = this.pegs, [from, to] = [this.hole(this.score), this.hole(score)];
    this.put(back, to);
    this.pegs = [front, back];
    this.score = score;
    for (const [peg, look] of [[back, "front"], [front, "back"]]) peg.setAttribute("class", `peg ${look}`);
    return pegHops.hop(back, this.holes, to > from ? from : 1, to);
  }
}
