"""The sources for the laws of the related games, Five-Up to Merry-Go-Round."""

from collections.abc import Mapping

#: The lines of each game (see `laws`).
LAWS_OF: Mapping[str, str] = {
    "five-up": """
    players         says    equipment
    each-once       says    equipment
    first-lead      says    lead
    match           says    doubles
    sides-first     says    spinners
    open-half       says    scoring
    covered-double  says    spinners
    lead-scores     read    scoring
    must-play       read    drawing =race-horse
    draw            says    drawing
    pass            says    drawing
    domino          says    lead
    blocked         says    lead
    lowest-wins     read    lead
    partner-spared  read    scoring =race-horse
    nearest-five    says    scoring =race-horse
    all-told        says    scoring
    all-pips        says    equipment =race-horse
    """,
    "all-fives": """
    players         says    equipment
    each-once       says    equipment
    first-lead      says    lead
    match           says    doubles
    sides-first     says    spinner
    open-half       says    scoring
    covered-double  says    doubles
    lead-scores     read    scoring =five-up
    must-play       says    turns
    draw            says    drawing
    pass            says    drawing
    domino          says    lead
    blocked         says    lead
    lowest-wins     says    scoring
    partner-spared  read    scoring =race-horse
    nearest-five    says    scoring =race-horse
    all-told        says    scoring
    all-pips        says    equipment =race-horse
    """,
    "muggins": """
    players         says    foster:object
    in-turn         says    foster:deal
    each-once       silent  *
    first-lead      read    foster:deal
    match           silent  *
    sides-first     silent  *
    open-half       says    object
    covered-double  read    foster:count
    lead-scores     says    lead
    wrong-claim     read    foster:mistakes
    must-play       says    drawing
    draw            says    drawing
    pass            read    foster:stock
    domino          says    winner
    blocked         says    winner
    lowest-wins     says    winner
    partner-spared  read    winner =five-up
    nearest-five    says    winner =race-horse
    all-told        says    winner
    all-pips        silent  *
    """,
    "sniff": """
    players         says    equipment
    each-once       says    equipment
    first-lead      says    lead
    match           says    lead
    sides-first     says    american
    open-half       says    example
    covered-double  says    american
    lead-scores     says    example
    must-play       read    family
    draw            read    family =sniff.drawing
    pass            read    family
    domino          says    lead
    blocked         says    lead
    lowest-wins     read    family
    partner-spared  read    family =sniff.settlement
    nearest-five    read    family =sniff.settlement
    all-told        read    family =sniff.settlement
    all-pips        says    equipment =race-horse
    """,
    "fives-and-threes": """
    players         says    players
    in-turn         says    turns
    each-once       says    set
    first-lead      says    lead
    match           says    turns
    sides-first     silent  *
    open-half       says    scoring
    covered-double  says    scoring
    lead-scores     read    scoring =five-up
    must-play       says    turns
    draw            silent  *
    pass            says    turns
    domino          says    ending
    blocked         says    ending
    lowest-wins     silent  *
    partner-spared  silent  *
    nearest-five    silent  *
    all-told        silent  *
    all-pips        says    set =race-horse
    passed-over     read    ending
    disregarded     says    winning
    """,
    "merry-go-round": """
    players         says    players
    each-once       says    set-of-tiles
    first-lead      silent  *
    match           says    play
    sides-first     says    unique
    open-half       says    scoring
    covered-double  silent  *
    lead-scores     read    scoring
    must-play       read    drawing
    draw            says    drawing
    pass            says    drawing
    domino          says    hands
    blocked         silent  *
    lowest-wins     silent  *
    partner-spared  says    hands
    nearest-five    says    hands *
    all-told        says    hands
    all-pips        says    set-of-tiles =race-horse
    disregarded     read    winning
    """,
}
