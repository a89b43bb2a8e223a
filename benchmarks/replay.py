"""How fast a record is replayed, told and searched for reneges: `python benchmarks/replay.py`."""

import gc
import resource
import subprocess
import sys
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from statistics import mean
from time import perf_counter, process_time

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "tests")]

from random_play import Played, hands_of, honest_game, sets_of  # noqa: E402

from companion.record.replay import Transcript, replay  # noqa: E402
from companion.record.statements import HandLed  # noqa: E402
from companion.referee.proof.evidence import Evidence  # noqa: E402
from companion.referee.verdict_json import verdict_of_record  # noqa: E402
from companion.rules.tile import Tile  # noqa: E402

HEADER = """\
game: race-horse
players: Ana, Ben, Cyd, Dee
target: 99999999
rule: points = pips
rule: game-ends = after-hand"""
# The last is nearly as long as a record may be.
HANDS = (20, 60, 160)
ROUNDS = 5

Sets = list[tuple[Tile, Tile | None]]


def main() -> None:
    games = [honest_game(2026, header=HEADER, hands=hands) for hands in HANDS]
    _speeds(games)
    _searches(replay(games[1].text))
    _start()


def _speeds(games: list[Played]) -> None:
    texts = [game.text for game in games]
    transcripts = [replay(text) for text in texts]
    entries = [len(told.entries) for told in transcripts]
    sets = [[sets_of(hand) for hand in hands_of(game)] for game in games]
    tiles = [sum(map(len, hands)) for hands in sets]
    for told, hands in zip(transcripts, sets, strict=True):
        assert _plain(hands) == _sum_of_counts(told)
    gc.collect()
    gc.freeze()  # What was prepared is none of the replay's own garbage.
    print(f"{'entries':<34}{_figures(entries)}")
    _row("replay", entries, [partial(replay, text) for text in texts])
    _row("replay and verdicts", entries, [partial(_replay_and_tell, text) for text in texts])
    _row("the same, no garbage collector", entries, [partial(_uncollected, text) for text in texts])
    _row("verdicts alone", entries, [partial(verdict_of_record, t, []) for t in transcripts])
    _row("the count alone, written plainly", tiles, [partial(_plain, hands) for hands in sets])


def _replay_and_tell(text: str) -> object:
    return verdict_of_record(replay(text), [])


def _uncollected(text: str) -> object:
    gc.disable()
    try:
        return _replay_and_tell(text)
    finally:
        gc.enable()


def _sum_of_counts(transcript: Transcript) -> int:
    verdict = verdict_of_record(transcript, [])
    return sum(entry["total"] for entry in verdict["entries"] if entry["do"] == "set")


def _row(name: str, numbers: list[int], runs: list[Callable[[], object]]) -> None:
    speeds = [number / _best(run) for number, run in zip(numbers, runs, strict=True)]
    print(f"{name:<34}{_figures(speeds)}   a second")


def _figures(numbers: Iterable[float]) -> str:
    return "".join(f"{number:>11,.0f}" for number in numbers)


def _best(run: Callable[[], object]) -> float:
    """The shortest of several runs, in seconds of this process."""
    times = []
    for _ in range(ROUNDS):
        begun = process_time()
        run()
        times.append(process_time() - begun)
    return min(times)


def _searches(transcript: Transcript) -> None:
    """By how much each entry takes longer with the search for reneges."""
    # The same entries again and again: the least of each is its own time, not the machine's.
    times = [
        min(round_of)
        for round_of in zip(*(_search(transcript) for _ in range(ROUNDS)), strict=True)
    ]
    print(f"\nreneges, ms an entry: mean {mean(times):.3f}, worst {max(times):.3f}")


def _search(transcript: Transcript) -> list[float]:
    times = []
    evidence = None
    for entry in transcript.entries:
        begun = perf_counter()
        if isinstance(entry.statement, HandLed):
            evidence = Evidence([entry])
        elif evidence is not None:
            evidence.add(entry)
            assert evidence.can_be_explained
        times.append((perf_counter() - begun) * 1000)
    return times


def _start() -> None:
    command = [sys.executable, "-c", "from companion.cli import main; main(['--help'])"]
    bare = [sys.executable, "-c", "pass"]
    print(f"companion --help, ms of CPU: {_cpu(command):.0f} (bare Python {_cpu(bare):.0f})")


def _cpu(command: list[str]) -> float:
    times = []
    for _ in range(ROUNDS):
        begun = _children()
        subprocess.run(command, cwd=ROOT, stdout=subprocess.DEVNULL, check=True)
        times.append(_children() - begun)
    return min(times) * 1000


def _children() -> float:
    """The seconds of CPU that all programs started from here have taken."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _plain(hands: list[Sets]) -> int:
    """The counts of each hand where all doubles spin, with nothing checked or kept."""
    all_counts = 0
    for sets in hands:
        count = 0
        covered: dict[Tile, int] = {}
        for tile, host in sets:
            high, low = tile
            if host is None:
                count = high + low
                covered[tile] = 0
            else:
                one, other = host
                pips = one if one in tile else other
                if one != other:
                    count -= pips
                else:
                    covered[host] += 1
                    if covered[host] == 2:
                        count -= 2 * pips
                covered[tile] = 1
                count += 2 * high if high == low else high + low - pips
            all_counts += count
    return all_counts


if __name__ == "__main__":
    main()
