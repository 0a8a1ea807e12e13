"""Hand histories in files, and replays of them."""
