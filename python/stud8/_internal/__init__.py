"""What `stud8` is made of. Its places and names may change; import from `stud8` instead."""
