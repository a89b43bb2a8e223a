"""What runs on the phone: the app, and what stands between it and the worker that asks it."""
