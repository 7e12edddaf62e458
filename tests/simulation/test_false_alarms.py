"""Where there is nothing to find, few reports find something.

`benchmarks/false_alarms.py` measures it exactly.
"""

import pytest

pytest.importorskip("statsmodels")

from false_alarms import Kind, false_alarms

pytestmark = pytest.mark.no_cover  # it takes long, and other tests cover the same lines


@pytest.mark.parametrize(
    "kind", [Kind(5, 20), Kind(4, 10, is_rotated=True)], ids=lambda own: own.name
)
def test_corrected_p_values_raise_few_false_alarms(kind: Kind) -> None:
    """At most 5 % are expected: of 24 batches, more than 5 with a probability of 0.3 %."""
    assert false_alarms(kind, 24) <= 5
