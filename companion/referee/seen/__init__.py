"""A layout that was seen, in a photo or by tapping what lies: its order, and whether it agrees."""
