// Who is what: each row takes one of the columns, and no two take the same.

/**
 * The cheapest assignment, and what every other choice would cost.
 * costs: a row for each thing, a number for each column. There are at least as many columns as rows.
 * Gives for each row the column `chosen`, and in `extra` for each column how much more all costs if the row has it.
 */
export function assign(costs) {
  const size = costs[0]?.length ?? 0;
  const owners = new Array(size).fill(-1);
  for (const row of costs.keys()) add(row, costs, owners);
  const { cheapest } = chainsOf(costs, owners);
  const chosen = [...costs.keys()].map((row) => owners.indexOf(row));
  // The row takes the column, its owner another one, and so on to the column that the row gave up.
  const extra = costs.map((row, i) => row.map((cost, column) => cost - row[chosen[i]] + cheapest[column][chosen[i]]));
  return { chosen, extra };
}

// By the chain of moves that costs least and ends in a column that nobody has.
function add(row, costs, owners) {
  const { cheapest, next } = chainsOf(costs, owners);
  let best = { cost: Infinity };
  for (const [free, owner] of owners.entries()) {
    if (owner >= 0) continue;
    for (const [column, own] of costs[row].entries()) {
      const cost = own + cheapest[column][free];
      if (cost < best.cost) best = { cost, column, free };
    }
  }
  for (let [mover, column] = [row, best.column]; mover >= 0; column = next[column][best.free]) {
    [mover, owners[column]] = [owners[column], mover];
  }
}

// Floyd and Warshall: what it costs if the owner of a column moves to another one, and so on to the last,
// and which column comes next on the way there. A column that nobody has can be left for nothing.
function chainsOf(costs, owners) {
  const move = (from, to) => (owners[from] < 0 || from === to ? 0 : costs[owners[from]][to] - costs[owners[from]][from]);
  const cheapest = owners.map((_, from) => owners.map((__, to) => move(from, to)));
  const next = owners.map(() => [...owners.keys()]);
  for (const by of owners.keys()) {
    for (const from of owners.keys()) {
      for (const to of owners.keys()) {
        const cost = cheapest[from][by] + cheapest[by][to];
        if (cost > cheapest[from][to] - 1e-9) continue;
        cheapest[from][to] = cost;
        next[from][to] = next[from][by];
      }
    }
  }
  return { cheapest, next };
}
