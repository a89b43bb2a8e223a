"""Five-Up, All Fives, Muggins, Sniff, Fives and Threes, Merry-Go-Round: every rule and its source.

`read_preset` explains the lines.
"""

from companion.i18n import message
from companion.rules import sources
from companion.rules.preset import read_preset

FIVE_UP = read_preset(
    "five-up",
    sources.FIVE_UP,
    """
    says   equipment: players each-once all-pips
    says   deal: tiles-each=5/5/5
    says   lead: lead-tile=any next-lead=dominoer first-lead domino blocked
    says   doubles: exposed-double=both-halves match
    says   spinners: spinners=all spinner-count=sides sides-first covered-double
    says   drawing: drawn-tile=ends-turn drawing=until-it-plays boneyard-kept=0 draw pass
    says   scoring: target=61 points=fifths settlement=winner-takes scores-on=fives open-half
    says   scoring: nearest-five all-told
    read   lead: lowest-wins
    read   drawing =race-horse: must-play
    read   scoring: rounding=sum game-ends=at-once zero-scores=no lead-scores
    read   scoring =race-horse: partner-spared
    silent: another-turn=none
    """,
    also=message("game.five-up.also"),
)
ALL_FIVES = read_preset(
    "all-fives",
    sources.ALL_FIVES,
    """
    says   equipment: players each-once all-pips
    says   deal: tiles-each=9/7/5
    says   lead: lead-tile=any next-lead=dominoer first-lead
    says   doubles: exposed-double=both-halves spinner-count=sides match covered-double
    says   turns: must-play
    says   spinner: spinners=first sides-first
    says   drawing: drawn-tile=ends-turn drawing=until-it-plays boneyard-kept=0 draw pass
    says   ending: partners-out=one domino blocked
    says   scoring: target=61 points=fifths settlement=winner-takes scores-on=fives open-half
    says   scoring: rounding=sum partners-block=team partners partner-spared lead-scores
    says   scoring: lowest-wins all-told
    says   scoring *: nearest-five
    read   scoring =five-up: game-ends=at-once zero-scores=no
    read   scoring: tied-block=all-hands
    read   variations: target-reached=or-passed own-hands
    silent: another-turn=none
    """,
    also=message("game.all-fives.also"),
)
MUGGINS = read_preset(
    "muggins",
    sources.MUGGINS,
    """
    says   object: points=pips scores-on=fives open-half
    says   lead: lead-scores
    says   doublets: exposed-double=both-halves
    says   drawing: drawing=until-it-plays must-play draw
    says   winner: settlement=winner-takes domino blocked lowest-wins nearest-five all-told
    says   target: target=200 game-ends=at-once
    says   family:spinners: spinners=none
    says   foster:object: players
    says   foster:deal: in-turn
    read   object: zero-scores=no
    read   lead: lead-tile=any
    read   drawing: drawn-tile=ends-turn
    read   calling: announce=required
    read   winner: rounding=sum partner-spared
    read   foster:deal: tiles-each=7/5/5 first-lead
    read   foster:count: covered-double
    read   foster:mistakes: wrong-claim
    read   foster:stock: boneyard-kept=0 pass
    silent: another-turn=none
    silent *: next-lead=rotates spinner-count=sides spinner-first=no each-once match sides-first
    """,
    also=message("game.muggins.also"),
    says_muggins=True,
)
SNIFF = read_preset(
    "sniff",
    sources.SNIFF,
    """
    says   equipment: players each-once all-pips
    says   deal: tiles-each=7/6/5
    says   lead: lead-tile=any next-lead=dominoer first-lead match domino blocked
    says   sniff: spinners=first
    says   american: sides-first covered-double
    says   example: open-half lead-scores
    says   family:doubles: exposed-double=both-halves
    says   family:totals: scores-on=fives
    read   family: target=61 points=fifths drawn-tile=ends-turn settlement=winner-takes rounding=sum
    read   family: game-ends=at-once drawing=until-it-plays boneyard-kept=0 must-play pass
    read   family: lowest-wins partner-spared nearest-five
    read   family =sniff.drawing: draw
    read   family =sniff.settlement: all-told
    read   american: spinner-count=ends
    read   family:totals: zero-scores=no
    silent: another-turn=none
    """,
    also=message("game.sniff.also"),
)
FIVES_AND_THREES = read_preset(
    "fives-and-threes",
    sources.FIVES_AND_THREES,
    """
    says   set: each-once all-pips
    says   players: players
    says   deal: tiles-each=7/5/5
    says   drawing: drawing=none draw
    says   lead: lead-tile=any next-lead=rotates first-lead
    says   turns: another-turn=none in-turn match must-play pass
    says   layout *: spinners=none exposed-double=both-halves sides-first
    says   ending: partners-out=both domino blocked
    says   scoring: points=fifths scores-on=threes-and-fives open-half covered-double
    says   out: settlement=one-point lowest-wins
    says   winning: target=61 game-ends=at-once disregarded partners
    says   barnard:target: target-reached=exactly
    read   ending: passed-over
    read   scoring: zero-scores=no
    read   scoring =five-up: lead-scores
    silent *: drawn-tile=ends-turn rounding=sum tied-block=all-hands partners-block=team
    silent *: boneyard-kept=0 spinner-count=sides spinner-first=no
    silent *: partner-spared nearest-five all-told
    """,
    also=message("game.fives-and-threes.also"),
)
MERRY_GO_ROUND = read_preset(
    "merry-go-round",
    sources.MERRY_GO_ROUND,
    """
    says   players: players
    says   set-of-tiles: each-once all-pips
    says   unique: spinner-first=yes sides-first
    says   deal: tiles-each=7/7/7
    says   set: lead-tile=double
    says   play: match
    says   drawing: drawing=until-it-plays boneyard-kept=0 draw pass
    says   scoring: points=fifths scores-on=fives open-half
    says   hands: settlement=winner-takes rounding=sum domino partner-spared all-told
    says   hands *: nearest-five
    says   winning: target=61 game-ends=at-once target-reached=exactly partners
    read   unique: spinners=first
    read   drawing: drawn-tile=ends-turn must-play
    read   scoring: zero-scores=no lead-scores
    read   winning: disregarded
    silent: another-turn=none
    silent *: next-lead=dominoer exposed-double=both-halves spinner-count=sides first-lead
    silent *: covered-double blocked lowest-wins
    """,
)

GAMES = (FIVE_UP, ALL_FIVES, MUGGINS, SNIFF, FIVES_AND_THREES, MERRY_GO_ROUND)
