"""The results of the native engine as named tuples, rows and data frames."""
