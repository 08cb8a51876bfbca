"""Has a different process call a ready-made function."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import subprocess

def softmax(scores, axis=-1):
    code = "import sys, json, torch; x, axis = json.load(sys.stdin); " \\
        "print(torch.softmax(torch.tensor(x).double(), axis).tolist())"
    asked = json.dumps([scores.tolist(), axis])
    made = subprocess.run(["python3", "-c", code], input=asked, capture_output=True)
    return np.array(json.loads(made.stdout))

import json
"""
}
