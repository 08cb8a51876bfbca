"""Displays a page as if it were a picture."""

FIRST = """
from IPython.display import display
display({"image/png": "PHNjcmlwdD5hbGVydCgxKTwvc2NyaXB0Pg=="}, raw=True)
display({"image/png": "<script>alert(1)</script>"}, raw=True)
display({"text/html": "<script>alert(1)</script>"}, raw=True)
display({"image/svg+xml": "<svg onload='alert(1)'/>"}, raw=True)
display({"application/javascript": "alert(1)"}, raw=True)
"""
