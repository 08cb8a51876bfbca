"""Is right, and holds words so long that few programs would read them."""

FIRST = f"""
DATA = "{"0123456789abcdef" * 4000}"
{"x" * 60_000} = 1
# {"a" * 60_000}
"""
LAST = f"{'TorchFunction' * 4_000} = {'1' * 4_000}"
