"""What the checks of several tasks of the chapter share."""

from lernformer.probes.aspects import DTYPE, GRADIENT, PURE

HEAD_SHARES = {"works for sizes of 1": 1, GRADIENT: 1, PURE: 0.5, DTYPE: 0.5}
