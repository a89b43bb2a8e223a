"""What makes the folder that phones fetch the app from."""
