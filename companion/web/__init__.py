"""The web room: pages, forms and fragments. No rule of the game is in it."""
