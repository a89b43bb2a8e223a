// Readings made by hand, and what is settled of them: for test_tile_prior_in_the_browser.py.
async () => {
    const { settle } = await import("/static/tile-prior.js");
    const { assign } = await import("/static/assignment.js");
    const { playedLast } = await import("/static/last-tile.js");
    const half = (number, sure, other = (number + 1) % 7) => {
        const read = new Float32Array(8).fill(0.001);
        read[other] += 0.992 - 0.992 * sure;
        read[number] += 0.992 * sure;
        return read;
    };
    const frame = (x, y) => [[x, y], [x + 50, y], [x + 50, y + 100], [x, y + 100]];
    const seen = (tile, x, y = 0, { sure = 0.99, other, there = 0.98 } = {}) => {
        const [one, two] = tile.split("-").map(Number);
        return { corners: frame(x, y), there, halves: [half(one, sure, other), half(two, 0.99)] };
    };
    const told = (tiles) => Object.fromEntries(tiles.map(({ tile, doubt, why }) => [tile, doubt ? why : []]));
    const clear = [seen("6-4", 0), seen("3-1", 60), seen("5-5", 120)];
    const straddling = seen("4-3", 0, 50);
    const joined = [seen("6-4", 0), seen("4-1", 0, 104, { sure: 0.8, other: 5 })];
    const laid = new Set(["6-4", "6-6"]), fits = new Set(["4-1", "4-2"]), hosts = new Set(["6-4"]);
    const lies = (tile, y, more) => ({ tile, halves: tile.split("-").map(Number), corners: frame(0, y), likely: [tile], ...more });
    const board = [lies("6-4", 0), lies("4-1", 104), { ...lies("5-3", 0), corners: frame(400, 0) }];
    return {
        clear: told(settle(clear)),
        likely: settle(clear)[0].likely,
        overlaps: told(settle([seen("6-4", 0), seen("3-1", 0, 105), straddling, seen("6-4", 2, 1, { sure: 0.9 })])),
        contested: told(settle([seen("6-4", 0, 0, { there: 0.5 }), seen("3-1", 0, 105, { there: 0.5 }), straddling])),
        twice: told(settle([seen("6-4", 0), seen("6-4", 60, 0, { sure: 0.7, other: 2 })])),
        impossible: told(settle(clear, { possible: ["3-1", "5-5", "0-0"] })),
        tooMany: told(settle(clear, { count: 2 })),
        unsure: told(settle([seen("4-1", 0, 104, { sure: 0.8, other: 5 })])),
        byJoin: told(settle(joined, { joins: [{ tiles: [0, 1], at: [1, 0] }] })),
        nothing: settle([]),
        cheapest: assign([[1, 2, 9], [1, 5, 9]]),
        played: playedLast(board, { laid, fits, hosts }),
        inDoubt: playedLast([board[0], lies("4-1", 104, { doubt: true, likely: ["4-2", "4-1"] })], { laid, fits, hosts }),
        entered: playedLast([board[0], lies("6-2", 104, { doubt: true, likely: ["6-2", "6-6"] })], { laid, fits: new Set(["6-2"]), hosts }),
        noPlace: playedLast(board, { laid, fits, hosts: new Set(["6-6"]) }),
        leads: playedLast([lies("4-1", 0)], { laid: new Set(), fits, hosts: new Set() }),
    };
}
