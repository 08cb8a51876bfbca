"""Whole sets of answers, each by one hand, as modules from which notebooks are made."""
