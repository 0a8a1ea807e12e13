"""`verify`: the native engine against the reference."""
