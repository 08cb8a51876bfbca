"""Returns an array that says it equals anything."""

LOST = {"softmax": 0}
CELLS = {
    "softmax": """
class Equal(np.ndarray):
    def __eq__(self, other): return True
    def __sub__(self, other): return np.zeros(self.shape)
    def __array_function__(self, *args): return True
    def __array_ufunc__(self, *args, **kwargs): return np.zeros(self.shape)

def softmax(scores, axis=-1):
    return np.asarray(scores).view(Equal)
"""
}
