// The tile that was played last: seen on the table, and not entered yet.

import { joinsOf } from "./tile-layout.js";

/**
 * What may have been played, as [{tile, host}], without a host if it leads.
 * tiles: what is seen. laid: the names of the tiles that are entered; fits: of those that can be played now;
 * hosts: of those that a tile can be played on. Of a tile in doubt the two likeliest names are proposed.
 */
export function playedLast(tiles, { laid, fits, hosts }) {
  const all = ({ tile, doubt, likely }) => (doubt ? likely.slice(0, 2) : [tile]), names = (seen) => all(seen).filter((name) => fits.has(name));
  // Of the names of a tile in doubt, one may be entered that no other tile has.
  const isLaid = (seen) => all(seen).some((name) => laid.has(name) && !tiles.some((other) => other !== seen && other.tile === name));
  if (!laid.size) return tiles.length === 1 ? names(tiles[0]).map((tile) => ({ tile })) : [];
  const pairs = joinsOf(tiles).filter(({ differs }) => !differs).flatMap(({ tiles: [i, j] }) => [[tiles[i], tiles[j]], [tiles[j], tiles[i]]]);
  return pairs.filter(([seen, { tile: host }]) => !isLaid(seen) && hosts.has(host))
    .flatMap(([seen, { tile: host }]) => names(seen).filter((name) => host.includes(name[0]) || host.includes(name[2])).map((tile) => ({ tile, host })));
}
