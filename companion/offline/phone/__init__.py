"""What runs on the phone: the app, and the bridge between it and the worker."""
