"""Aspects that tasks of several chapters are asked for, by the names students read."""

PURE = "leaves its inputs as they are"
DTYPE = "keeps the dtype of its inputs"
GRADIENT = "lets the gradient through"
LARGE = "survives large scores"
LEADING = "takes any number of leading axes"
FITS = "fits the chapters to come"
SIZE = "works for large inputs, too"
