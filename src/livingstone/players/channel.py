"""Messages of bytes between a bot's process and the process that asks it, each within its time."""

import os
import socket
import sys
from subprocess import Popen
from time import perf_counter

from attrs import frozen

__all__ = ["Channel", "accepted", "hand_over"]

LENGTH_BYTES = 4
"""So many bytes before each message tell its length, the highest first."""
SHARED_BYTES = 4096
"""Windows describes a socket for another process in fewer bytes."""
PIECE = 65_536
"""No more bytes are taken from the socket at once."""


@frozen
class Channel:
    """One end of a connection; either end takes nothing on trust but the number of bytes."""

    end: socket.socket
    longest: int
    """A message that claims to have more bytes than this is refused."""

    def send(self, message: bytes, deadline: float | None = None) -> None:
        """Send a message.

        `deadline` is a time of `perf_counter`; None waits for ever. Raises `TimeoutError` when the
        deadline has passed, `OSError` if the other end is gone.
        """
        self._set_time(deadline)
        self.end.sendall(len(message).to_bytes(LENGTH_BYTES, "big") + message)

    def receive(self, deadline: float | None = None) -> bytes:
        """Wait for a message.

        Raises `TimeoutError` and `OSError` as `send` does, `EOFError` if the other end has closed
        the connection, `ValueError` for a message that is too long.
        """
        length = int.from_bytes(self._read(LENGTH_BYTES, deadline), "big")
        if length > self.longest:
            raise ValueError("a message is too long")
        return self._read(length, deadline)

    def _read(self, size: int, deadline: float | None) -> bytes:
        read = bytearray()
        while len(read) < size:
            self._set_time(deadline)
            piece = self.end.recv(min(size - len(read), PIECE))
            if not piece:
                raise EOFError("the other end has closed the connection")
            read += piece
        return bytes(read)

    def _set_time(self, deadline: float | None) -> None:
        if deadline is None:
            self.end.settimeout(None)
            return
        left = deadline - perf_counter()
        if left <= 0:
            raise TimeoutError
        self.end.settimeout(left)


def hand_over(end: socket.socket, process: Popen[bytes]) -> None:
    """Give a process that was just started its end of a connection, and close it here.

    On Windows the process is told of it through its standard input; elsewhere it has it already.
    """
    if sys.platform == "win32":
        assert process.stdin is not None
        process.stdin.write(end.share(process.pid))
        process.stdin.flush()
    end.close()


def accepted(number: int, source: int) -> socket.socket:
    """Take the end of a connection that `hand_over` gives.

    `number` is that of the socket's file, `source` that of the file with the standard input.
    """
    if sys.platform == "win32":
        return socket.fromshare(os.read(source, SHARED_BYTES))
    return socket.socket(fileno=number)
