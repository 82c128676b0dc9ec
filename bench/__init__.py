"""What `make bench` runs: speed, each figure as a ratio to a floor measured beside it."""
