"""What a program can see of how Companion speaks: the `faults` of a text."""

import re

#: Words that nobody would say, or that mean something else here, and what to say instead.
NOT_OURS = {
    r"somebody|everybody|anybody": "someone, everyone, anyone",
    r"noughts?": "zero",
    r"anew": "again",
    r"lots|draws? lots|(?:by|drawn by) lot": "at random",
    r"mend(?:s|ed|ing)?": "fix",
    r"ow(?:e|es|ed|ing)": "must",
    r"reckon(?:s|ed|ing)?": "count",
    r"domino(?:ed|er|ing)": "go out",
    r"chip(?:s|ped|ping)? out": "go out",
    r"branch(?:es|ing)?": "spinner; its sides",
    r"(?:strik(?:e|es|ing)|struck) out": "delete",
    r"puts? (?:it |them |this )?right": "fix, correct",
    r"(?:tak(?:e|es|en|ing)|took) (?:[\w{}-]+ ){0,2}back": "undo",
    r"look(?:s|ing)? (?:on|in)": "watch",
    r"keep(?:s|ing)? the book|keepers?": "keep score, scorer",
    r"let out": "remove",
    r"no longer h(?:olds?|eld)|cannot stand": "doesn’t fit any more",
    r"(?:is|are|was|were|be|been|it[’']s|not|isn[’']t|wasn[’']t) told": "the rules say",
    r"we read it of": "we take that to mean",
    r"among those who are level": "tie-breaks",
    r"(?:says?|said) muggins": "call muggins",
    r"la(?:y|ys|id|ying)": "play",
    r"sets? (?:a|the|its|their|one|that|this) tile|tiles? (?:is |are )?set": "play",
    r"cannot": "can’t",
    r"counts? no more|no more counts": "doesn’t count any more",
    r"hence|thus|whence|thereof|whom|amongst|whilst": "an everyday word",
    r"not dealt|undealt": "boneyard",
}
#: In one sentence.
MOST_WORDS = 20
_WORDS = [
    (re.compile(rf"(?<![\w-])(?:{words})(?![\w-])", re.IGNORECASE), better)
    for words, better in NOT_OURS.items()
]
_MARKS = {
    re.compile(r"['\"]"): "straight quotes: ‘ ’ “ ”",
    re.compile(r"[\d}] %"): "no space before %",
    re.compile(r";"): "two clauses spliced by a semicolon",
    re.compile(r"\b(?:Five Up|five-up)\b"): "Five-Up",
}
#: What is typed or is no prose: records, tags, addresses, times, options of the command line.
_CODE = re.compile(r"`[^`]*`|<[^>]*>|https?://\S+|\d\d?:\d\d|--[a-z-]+")
_BETWEEN_SENTENCES = re.compile(r"(?<=[.!?…])[”’)]*\s+(?=[A-Z“{‘\d(])|\n")
_BARE_WHO = re.compile(r"(?:Who|Where|What) (?!.*\?)[a-z{].*\.$")


def faults(text: str) -> list[str]:
    """What somebody would stumble over, each with what to do; none where nothing can be seen."""
    prose = _CODE.sub("x", text)
    matches = ((pattern.search(prose), better) for pattern, better in _WORDS)
    found = [f"“{match[0]}”: say {better}" for match, better in matches if match]
    found += [fault for mark, fault in _MARKS.items() if mark.search(prose)]
    for sentence in _BETWEEN_SENTENCES.split(prose):
        if sentence.count(":") > 1:
            found.append(f"a second colon: {sentence}")
        if (words := len(sentence.split())) > MOST_WORDS:
            found.append(f"{words} words: {sentence}")
        if _BARE_WHO.match(sentence):
            found.append(f"begins with a bare {sentence.split()[0]}: {sentence}")
    return found
