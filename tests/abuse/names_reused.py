"""Uses the names of its answers for other things in later cells; loses no points."""

LAST = "softmax = split_heads = None\ndel merge_heads"
