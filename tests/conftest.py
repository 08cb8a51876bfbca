"""What all tests share."""

import pytest
import torch

torch.set_num_threads(1)  # the tensors are tiny: threads would only cost time


def pytest_runtest_setup(item):
    if item.get_closest_marker("gpu") and not torch.cuda.is_available():
        pytest.skip("no CUDA device")
