"""What the page of the free board shows: any layout, and what the referee says of it."""

from companion.web.pages.referee.answer import Answer, Drawn, answer_of
from companion.web.pages.referee.asking import AskingPage
from companion.web.pages.shared.free_board import FreeBoard
from companion.web.pages.shared.position import Question
from companion.web.pages.shared.tapping import Choice, at
from companion.words import Text, listed, message


def ask_page(board: FreeBoard, address: str, *, problem: Text | str | None = None) -> AskingPage:
    """The page of a board at an address, with what was wrong with a record that was pasted."""

    def asking(question: Question) -> str:
        return at(address, question.as_query())

    layout = board.layout
    return AskingPage(
        message("ask.title"),
        under=board.question.under,
        problems=(*([problem] if problem else ()), *board.problems),
        note=_describe_hand(board.question.hand),
        drawn=Drawn(board.picture, message("answer.layout-to-tap")) if board.picture else None,
        ends={end.host: asking(board.on_end(end.host)) for end in layout.ends},
        prompt=board.prompt,
        options=tuple(
            Choice(
                f"on-{option.host}",
                asking(board.laying(option.tile, option.host)),
                option.describe(board.board.book.rules),
            )
            for option in board.options
        ),
        tray=tuple((place, asking(board.tapping(place.tile))) for place in board.tray),
        doors=tuple(_doors(board, address)),
        answer=ask_answer(board),
    )


def ask_answer(board: FreeBoard) -> Answer | None:
    """The referee's answer about the tile picked up or laid last; None where nothing is asked."""
    question, free = board.question, board.board
    is_asked = question.tile is None and question.on is None
    ruling = board.refusal or (free.verdict if is_asked else None)
    if ruling is None:
        return None
    title = _describe_asked(question) if ruling.is_refusal else ruling.title
    laid = _describe_laid(board)
    return answer_of(ruling, question.under, laid, title=title, question=question)


def _doors(board: FreeBoard, address: str) -> list[Choice]:
    question, doors = board.question, []
    if question.tile or question.on:
        href = at(address, question.thinking_of(None).as_query())
        doors.append(Choice("never-mind", href, message("ask.never-mind")))
    elif question.steps:
        href = at(address, question.undone.as_query())
        label = message("ask.take-back", tile=board.layout.tiles[-1])
        doors.append(Choice("take-back", href, label))
    if question.steps:
        href = at(address, question.cleared.as_query())
        doors.append(Choice("clear", href, message("ask.clear")))
    return doors


def _describe_hand(hand: int | None) -> Text | None:
    """Where the tiles come from; None unless it is a record."""
    if hand is None:
        return None
    return message("ask.later-hand" if hand > 1 else "ask.first-hand", hand=hand)


def _describe_laid(board: FreeBoard) -> Text | None:
    """The tiles as they were laid."""
    laid = [
        message("ask.tile-on", tile=tile, host=host) if host else tile
        for tile, host in board.board.laid
    ]
    return listed(laid) if laid else None


def _describe_asked(question: Question) -> Text:
    """What is asked of a tile that cannot be laid."""
    if question.on is None:
        return message("ask.can-it-go-there", tile=question.tile)
    return message("ask.can-it-go-on", tile=question.tile, host=question.on)
