// The tile that was played last: seen on the table, and not entered yet.

import { joinsOf } from "./tile-layout.js";

const halvesOf = (tile) => tile.split("-");

/**
 * What may have been played, as [{tile, host}], without a host if it leads.
 * tiles: what is seen. laid: the names of the tiles that are entered; fits: of those that can be played now;
 * hosts: of those that a tile can be played on. Of a tile in doubt the two likeliest names are proposed.
 */
export function playedLast(tiles, { laid, fits, hosts }) {
  const names = ({ tile, doubt, likely }) => (doubt ? likely.slice(0, 2) : [tile]).filter((name) => fits.has(name));
  if (!laid.size) return tiles.length === 1 ? names(tiles[0]).map((tile) => ({ tile })) : [];
  const found = joinsOf(tiles).filter(({ differs }) => !differs).flatMap(({ tiles: [i, j] }) => [[i, j], [j, i]].flatMap(([one, other]) => {
    const host = tiles[other].tile;
    const isNew = !laid.has(tiles[one].tile) && hosts.has(host);
    return isNew ? names(tiles[one]).filter((name) => halvesOf(name).some((half) => halvesOf(host).includes(half))).map((tile) => ({ tile, host })) : [];
  }));
  return found;
}
