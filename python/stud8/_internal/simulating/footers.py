"""The ends of Parquet files, which say where everything is, moved to another place of a file.

A part of a record is written as a Parquet file of its own, and stands somewhere in the whole one. All places
in its end are then too small by what stands before the part, and no library moves them. An end is a structure
in Thrift's compact protocol: fields of a number, a type and a value. This copies everything but the places.
"""

from __future__ import annotations

__all__ = ["end_of", "moved"]

MAGIC = b"PAR1"
# The fields of FileMetaData that are places in the file, by the numbers that lead to them (parquet.thrift).
PLACES = {
    (4, 5),  # of a row group: file_offset
    (4, 1, 2),  # of its columns: file_offset,
    (4, 1, 4),  # offset_index_offset
    (4, 1, 6),  # and column_index_offset
    (4, 1, 3, 9),  # of their metadata: data_page_offset,
    (4, 1, 3, 10),  # index_page_offset,
    (4, 1, 3, 11),  # dictionary_page_offset
    (4, 1, 3, 14),  # and bloom_filter_offset
}
# The types. An end has no maps.
TRUE, FALSE, BINARY, LIST, SET, STRUCT = 1, 2, 8, 9, 10, 12
WHOLE = {4, 5, 6}  # of 16, 32 and 64 bits
FIXED = {TRUE: 1, FALSE: 1, 3: 1, 7: 8}  # truth values in lists, bytes and floats, and how long they are


def end_of(data: bytes) -> bytes:
    """The end of a Parquet file, without its length and the last letters."""
    size = int.from_bytes(data[-8:-4], "little")
    if data[-4:] != MAGIC or not 0 < size <= len(data) - 8:
        raise ValueError("this is no end of a Parquet file")
    return data[-8 - size : -8]


def moved(end: bytes, by: int) -> bytes:
    """The end of a file that stands so many bytes further: a whole file without anything else in it."""
    walk = _Walk(end, by)
    walk.structure(())
    walk.out += len(walk.out).to_bytes(4, "little") + MAGIC
    return MAGIC + bytes(walk.out)


class _Walk:
    """Reads one structure and writes it again."""

    def __init__(self, data: bytes, by: int) -> None:
        self.data, self.by, self.at = data, by, 0
        self.out = bytearray()

    def copy(self, count: int) -> bytes:
        """Take over so many bytes."""
        some = self.data[self.at : self.at + count]
        self.at += count
        self.out += some
        return some

    def number(self, more: int = 0) -> int:
        """Take over a number without sign, seven bits a byte, the lowest first, with so much added."""
        value = shift = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value |= (byte & 127) << shift
            shift += 7
            if byte < 128:
                break
        left = value + more if value else value
        while left > 127:
            self.out.append(left & 127 | 128)
            left >>= 7
        self.out.append(left)
        return value

    def structure(self, path: tuple[int, ...]) -> None:
        """Take over all fields."""
        field = 0
        while (head := self.copy(1)[0]) != 0:
            if head >> 4:
                field += head >> 4
            else:
                field = self.number() >> 1
            kind = head & 15
            # Of these the type is the value.
            if kind not in (TRUE, FALSE):
                self.value(kind, (*path, field))

    def value(self, kind: int, path: tuple[int, ...]) -> None:
        """Take over a value, moved if it is a place. Nought stands for none."""
        if kind in WHOLE:
            # Twice the number, for the last bit is the sign.
            self.number(2 * self.by if path in PLACES else 0)
        elif kind in FIXED:
            self.copy(FIXED[kind])
        elif kind == BINARY:
            self.copy(self.number())
        elif kind in (LIST, SET):
            head = self.copy(1)[0]
            count = head >> 4 if head >> 4 < 15 else self.number()
            for _ in range(count):
                self.value(head & 15, path)
        elif kind == STRUCT:
            self.structure(path)
        else:
            raise ValueError(f"type {kind} isn't in the end of a Parquet file")
