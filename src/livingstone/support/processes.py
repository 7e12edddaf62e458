"""What any process that was started by another one needs."""

import os
import threading
from multiprocessing import parent_process


def end_with_parent() -> None:
    """End this process when the one that started it has ended, however that was."""

    def wait() -> None:
        parent_process().join()  # type: ignore[union-attr]
        os._exit(1)

    threading.Thread(target=wait, daemon=True).start()
