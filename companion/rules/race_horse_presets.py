"""Race Horse, RaceHorse (1990), Seven-Toed Pete and Seven Rocks: every rule and its source.

`read_preset` explains the lines. What is left out is as `Rules` has it, and the game's work says
nothing about it. The words are in the catalogue (`because.*`, `place.*`).
"""

from companion.i18n import message
from companion.rules import sources
from companion.rules.preset import Partners, read_preset

RACE_HORSE = read_preset(
    "race-horse",
    sources.HORSE_RACE,
    """
    says   equipment: players each-once all-pips
    says   deal: tiles-each=7/6/5
    says   lead: lead-tile=any next-lead=dominoer first-lead match
    says   doubles: spinners=all
    says   again: another-turn=score-or-double in-turn
    says   drawing: drawn-tile=ends-turn drawing=until-it-plays boneyard-kept=0 draw pass
    says   ending: partners-out=one blocked
    says   count: exposed-double=both-halves scores-on=fives spinner-count=sides sides-first
    says   count: open-half covered-double
    says   winner: settlement=winner-takes rounding=sum domino lowest-wins nearest-five all-told
    says   scoring: points=fifths
    says   target: target=61
    says   variations: own-hands
    read   drawing: must-play
    read   count: zero-scores=no lead-scores
    read   winner: tied-block=all-hands partners-block=team partner-spared
    silent *: last-tile=goes-out game-ends=at-once
    """,
    also=message("game.race-horse.also"),
)
RACE_HORSE_CELKO = read_preset(
    "race-horse-celko",
    sources.HORSE_RACE,
    """
    says   variations: points=pips drawn-tile=ends-turn settlement=own-hand rounding=each-hand
    says   variations: nearest-five all-told
    read   variations: target=200
    silent *: game-ends=after-hand
    """,
    base=RACE_HORSE,
)
RACEHORSE_1990 = read_preset(
    "racehorse-1990",
    sources.RACEHORSE_1990,
    """
    says   players: players
    says   set: each-once all-pips
    says   object: target=250 game-ends=at-once
    says   first: in-turn first-lead
    says   deal: tiles-each=7/6/5
    says   lead: lead-tile=any
    says   match: match
    says   points: points=pips scores-on=fives
    says   announce: announce=required
    says   left: settlement=winner-takes rounding=sum partner-spared nearest-five all-told
    says   again: another-turn=score-or-double
    says   doubles: spinners=all
    says   drawing: drawn-tile=plays-on drawing=until-it-plays draw
    says   pass: boneyard-kept=0 pass
    says   first-horse: lead-scores
    says   ends: open-half
    read   points: zero-scores=no
    read   announce: wrong-claim
    read   doubles: exposed-double=both-halves spinner-count=sides sides-first covered-double
    read   drawing: must-play
    read   last-horse: last-tile=draws domino
    silent *: next-lead=dominoer tied-block=all-hands partners-block=team blocked lowest-wins
    """,
    partners=Partners.NEVER,
    first_lead=message("first-lead.highest-tile"),
)
SEVEN_TOED_PETE = read_preset(
    "seven-toed-pete",
    sources.SEVEN_TOED_PETE,
    """
    says   set: each-once all-pips
    says   deal: tiles-each=7/7/7
    says   lead: next-lead=rotates first-lead lead-scores
    says   lead-fewer: lead-tile=double-or-score
    says   match: spinners=first match sides-first
    says   count: exposed-double=both-halves scores-on=fives spinner-count=sides open-half
    says   count: covered-double
    says   pass: pass
    says   again: another-turn=score-or-double
    says   again-fewer: last-tile=washes-up
    says   ending: partners-out=one domino blocked
    says   scores: points=fifths settlement=winner-takes rounding=sum lowest-wins partner-spared
    says   scores: nearest-five all-told
    says   fewer: drawing=until-it-plays boneyard-kept=0 players draw
    read   lead: zero-scores=no
    read   again: drawn-tile=plays-on
    read   scores: partners-block=team washed-up-in-block=out
    read   fewer: must-play
    silent *: target=61 tied-block=all-hands game-ends=at-once all-washed-up in-turn
    """,
    also=message("game.seven-toed-pete.also"),
)
SEVEN_TOED_PETE_CHIPS = read_preset(
    "seven-toed-pete-chips",
    sources.SEVEN_TOED_PETE,
    """
    says   chips: points=none tied-block=all-hands lowest-wins
    read   chips: settlement=chips partners-block=team washed-up-in-block=out game-ends=after-hand
    silent *: target=10 rounding=sum nearest-five all-told
    """,
    base=SEVEN_TOED_PETE,
)
SEVEN_ROCKS = read_preset(
    "seven-rocks",
    sources.SEVEN_ROCKS,
    """
    says   pairs: players partners
    says   set: each-once all-pips
    says   deal: tiles-each=7/7/7
    says   lead: another-turn=none lead-tile=any in-turn first-lead match
    says   count: points=pips scores-on=fives open-half
    says   ending: last-tile=goes-out partners-block=hand partners-out=one domino blocked
    says   ending: lowest-wins
    says   left: settlement=own-hand rounding=each-hand own-hands all-told
    says   left *: nearest-five
    says   next: next-lead=dominoer
    says   target: target=250
    read   spinner: spinners=first exposed-double=both-halves
    read   count: zero-scores=no lead-scores
    read   target: game-ends=after-hand
    silent *: drawn-tile=ends-turn tied-block=all-hands drawing=until-it-plays boneyard-kept=0
    silent *: spinner-count=sides sides-first covered-double must-play draw pass partner-spared
    """,
    seats=(4,),
    partners=Partners.ALWAYS,
    also=message("game.seven-rocks.also"),
)

GAMES = (
    RACE_HORSE,
    RACE_HORSE_CELKO,
    RACEHORSE_1990,
    SEVEN_TOED_PETE,
    SEVEN_TOED_PETE_CHIPS,
    SEVEN_ROCKS,
)
