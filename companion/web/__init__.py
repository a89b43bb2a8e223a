"""The web room: pages, forms and fragments. No rule of the game lives here."""
