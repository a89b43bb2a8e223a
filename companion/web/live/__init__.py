"""What others enter, pushed to every phone that watches."""
