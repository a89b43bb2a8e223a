// Which tiles of a picture lie joined, and the text that says so to the server. No picture goes there.

// In widths of a tile, each measured along the tile that is met: so a slanting view changes nothing.
const WIDEST_GAP = 0.45, DEEPEST_OVERLAP = -0.35, FARTHEST_OFF = 0.55, FARTHEST_ALONG = 0.9, MIDDLE = 0.3;
// The cosine of 28°.
const LEAST_FACING = 0.88;
// What can't be a matter of chance: two ends that face each other in one line.
const CLEAR = 0.3;

/** The joins of a layout.
 *
 *  Each is `{tiles: [i, j], at: [a, b], cost, differs}`: the tiles by their place in the list, and the
 *  half 0 or 1 of each that meets the other, or "side" for the middle of a long side. Where the
 *  tiles have `halves`, equal numbers decide between neighbours. `differs` is true where two halves
 *  clearly meet that are not equal; then one of them was misread, or it is no legal layout. */
export function joinsOf(tiles) {
  // A tile that someone added has no corners.
  const frames = tiles.map((tile) => tile.corners && frameOf(tile)), contacts = [];
  for (let i = 0; i < tiles.length; i++) {
    for (let j = 0; j < tiles.length; j++) {
      if (i !== j && frames[i] && frames[j]) for (const half of [0, 1]) contacts.push(...contactsOf(frames, i, half, j));
    }
  }
  const known = contacts.flatMap((contact) => numbered(contact, tiles)).sort((a, b) => a.cost - b.cost);
  return joined(known, tiles.length);
}

/** The text of the form field `lies`: `6-4`, in doubt `6-3_5-3_6-2`, joined `6-6~6-4`, with dots between. */
export function writeLayout(tiles, joins = joinsOf(tiles)) {
  const others = ({ tile, likely = [] }) => likely.filter((name) => name !== tile);
  const names = tiles.map((each) => (each.doubt ? [each.tile, ...others(each)].join("_") : each.tile));
  return [...names, ...joins.map(({ tiles: [i, j] }) => `${tiles[i].tile}~${tiles[j].tile}`)].join(".");
}

// ---- Geometry: the outer edge of a half against the outer edge, or a long side, of another tile ----

function frameOf({ corners }) {
  const between = (a, b) => [(corners[a][0] + corners[b][0]) / 2, (corners[a][1] + corners[b][1]) / 2];
  const [first, last, right, left] = [between(0, 1), between(2, 3), between(1, 2), between(3, 0)];
  return {
    edges: [first, last],
    centre: [(first[0] + last[0]) / 2, (first[1] + last[1]) / 2],
    along: [(last[0] - first[0]) / 2, (last[1] - first[1]) / 2],
    across: [(right[0] - left[0]) / 2, (right[1] - left[1]) / 2],
  };
}

// A vector in widths of that tile: its half length is one width, its half width half of one.
function inFrame({ along, across }, [x, y]) {
  const size = along[0] * across[1] - along[1] * across[0] || 1e-9;
  return [(x * across[1] - y * across[0]) / size, (along[0] * y - along[1] * x) / size / 2];
}

// A half's faces: its outer edge, and its two long sides for a tile that turns right at a double.
function facesOf({ edges, centre, along, across }, half) {
  const way = half ? 1 : -1, at = (side) => [0, 1].map((axis) => centre[axis] + way * along[axis] / 2 + side * across[axis]);
  const sides = [-1, 1].map((side) => ({ point: at(side), way: across.map((each) => side * each), isSide: true }));
  return [{ point: edges[half], way: along.map((each) => way * each), isSide: false }, ...sides];
}

function contactsOf(frames, i, half, j) {
  return facesOf(frames[i], half).flatMap((face) => meetings(face, frames[j]).map(({ kind, at, slot, cost }) => ({
    tiles: [i, j], at: [half, at], slots: [`${i}:${half}`, `${j}:${slot}`], kind, cost,
  })));
}

// Where a face meets another tile: its outer edge, the middle of a long side, or the side of one half.
function meetings({ point, way, isSide }, other) {
  const [u, v] = inFrame(other, [point[0] - other.centre[0], point[1] - other.centre[1]]);
  const [du, dv] = inFrame(other, way), length = Math.hypot(du, dv) || 1e-9, found = [];
  const meet = (kind, gap, facing, off, at, slot) => {
    if (gap < DEEPEST_OVERLAP || gap > WIDEST_GAP || facing < LEAST_FACING) return;
    found.push({ kind, at, slot, cost: Math.abs(gap) + off / 2 + 2 * (1 - facing) });
  };
  const nearer = u < 0 ? 0 : 1, gap = Math.abs(v) - 0.5, facing = -Math.sign(v) * dv / length;
  if (Math.abs(u) <= (isSide ? MIDDLE : FARTHEST_ALONG)) meet("side", gap, facing, Math.abs(u), "side", v < 0 ? "left" : "right");
  if (isSide) return found;
  if (Math.abs(v) <= FARTHEST_OFF) meet("end", Math.abs(u) - 1, -Math.sign(u) * du / length, Math.abs(v), nearer, nearer);
  // Round a corner: beside one half, whose own end is taken then. In the middle it may be either.
  const halves = Math.abs(u) > FARTHEST_ALONG ? [] : Math.abs(u) < MIDDLE ? [nearer, 1 - nearer] : [nearer];
  for (const at of halves) meet("corner", gap, facing, Math.abs(u - (at ? 0.5 : -0.5)), at, at);
  return found;
}

// ---- Numbers: only equal halves join, and only a double has sides ----

// A contact where the numbers are known: as it is, marked as differing, or none.
function numbered(contact, tiles) {
  const [i, j] = contact.tiles, [half, at] = contact.at, [mine, other] = [tiles[i].halves, tiles[j].halves];
  if (!mine || !other) return [{ ...contact, differs: false }];
  if (contact.kind === (other[0] === other[1] ? "corner" : "side")) return [];
  const differs = mine[half] !== other[at === "side" ? 0 : at];
  return differs && (contact.kind === "corner" || contact.cost > CLEAR) ? [] : [{ ...contact, differs }];
}

// The cheapest joins with equal halves first, each place once, in no circle; then those that differ,
// where nothing else holds the layout together.
function joined(contacts, count) {
  const group = Array.from({ length: count }, (_, place) => place), taken = new Set(), joins = [];
  for (const differs of [false, true]) {
    for (const contact of contacts) {
      const [i, j] = contact.tiles;
      if (contact.differs !== differs || group[i] === group[j] || contact.slots.some((slot) => taken.has(slot))) continue;
      const { tiles, at, cost } = contact, [kept, gone] = [group[i], group[j]];
      for (const slot of contact.slots) taken.add(slot);
      group.forEach((each, place) => { if (each === gone) group[place] = kept; });
      joins.push({ tiles, at, cost, differs });
    }
  }
  return joins;
}
