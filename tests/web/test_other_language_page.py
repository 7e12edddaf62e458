"""The lines of the page on front ends in other languages do what the page shows."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest
from programs import ROOT

pytest.importorskip("selenium")

from web_windows import LONGEST, running_server

PAGE = (ROOT / "docs" / "how-to" / "other-language.md").read_text("utf-8")
BLOCK = re.compile(r"^```bash\n((?:.*\n)*?)```\n(?:\n```text\n((?:.*\n)*?)```\n)?", re.MULTILINE)
END = "-- end of a block --"


@pytest.mark.skipif(
    not all(map(shutil.which, ["bash", "curl", "jq"])), reason="bash, curl or jq is missing"
)
def test_the_lines_work_as_printed(tmp_path: Path) -> None:
    blocks = BLOCK.findall(PAGE)
    assert "```sh\nlivingstone serve --port 8000\n```" in PAGE
    script = "".join(f"{code}\necho '{END}'\n" for code, _ in blocks)
    with running_server(tmp_path) as server:
        done = subprocess.run(
            [
                "bash",
                "-euo",
                "pipefail",
                "-c",
                script.replace("127.0.0.1:8000", server.address[7:]),
            ],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=LONGEST,
        )
    assert done.returncode == 0, done.stderr + done.stdout
    printed = done.stdout.split(f"{END}\n")
    for (code, shown), output in zip(blocks, printed, strict=False):
        assert not shown or output == shown
        assert "null" not in output, (code, output)
    assert printed[-2].startswith("{")
