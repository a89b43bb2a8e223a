"""The table page, the big board, who may enter, and what is tapped there."""
