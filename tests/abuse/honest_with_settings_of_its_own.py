"""Is right, and has settings that would break much other code."""

FIRST = """
import os, random, sys, tempfile, warnings
import numpy as np
import torch
np.seterr(all="raise")
np.set_printoptions(precision=1, threshold=3)
torch.set_printoptions(precision=1)
warnings.simplefilter("error")
random.seed(0)
np.random.seed(0)
torch.manual_seed(0)
os.chdir(tempfile.mkdtemp())
os.environ.clear()
list, sum, type, print, len, isinstance = None, 0, 1, 2, 3, 4
"""
