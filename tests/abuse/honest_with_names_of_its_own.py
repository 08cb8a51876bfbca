"""Is right, and names its variables after modules and tools."""

FIRST = """
modules = loader = probes = probing = mock = overrides = monitoring = refusing = [1.0]
code = trace = pickle = profile = threading = compile = [1.0]

class Own:
    def __init__(self):
        self.loader, self.modules, self._hidden, self.__secret = 1.0, [1.0], 1.0, 1.0

    def all(self):
        return self.loader * self.modules[0] * self._hidden * self.__secret

own = Own()
"""
CELLS = {
    "softmax": """
def softmax(scores, axis=-1):
    e = np.exp(scores - scores.max(axis=axis, keepdims=True))
    e = e * modules[0] * loader[0] * probes[0] * probing[0] * mock[0] * overrides[0]
    e = e * monitoring[0] * refusing[0] * code[0] * compile[0] * pickle[0] * own.all()
    return e / e.sum(axis=axis, keepdims=True)
"""
}
