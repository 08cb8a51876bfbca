"""What several tasks of the chapter are asked with."""

SEVERAL = "takes several axes at once"

CONSTANT = "turns equal values into 0"

SMALL = "is exact for small differences"
