"""`simulate`, `match` and `record_batches`: many whole hands, recorded and checked."""
