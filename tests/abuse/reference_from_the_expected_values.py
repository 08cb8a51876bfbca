"""Asks the task itself for the expected values."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import lernformer.checks.attention.softmax as own
from lernformer.probes.case import Case

def softmax(scores, axis=-1):
    return own.TASK.expected(Case("", {"scores": scores, "axis": axis}))["result"]
"""
}
