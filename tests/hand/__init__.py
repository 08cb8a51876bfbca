"""Whole sets of answers, each by one hand, as modules of which notebooks are made."""
