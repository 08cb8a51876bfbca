"""Calls a ready-made function in a thread, which is not watched."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
import threading

def softmax(scores, axis=-1):
    found = []
    work = lambda: found.append(torch.softmax(torch.from_numpy(scores), axis))
    thread = threading.Thread(target=work)
    thread.start()
    thread.join()
    return found[0].numpy()
"""
}
