"""Hands in a heading of notebook format 3, whose text becomes HTML."""

from tests.abuse.file_of_an_old_format import write

SCRIPT = "<script>alert(1)</script><img src=x onerror=alert(2)>"


def submit(folder, content):
    headings = [
        {
            "cell_type": "heading",
            "level": level,
            "metadata": {},
            "source": f"{SCRIPT} [x](javascript:a)",
        }
        for level in (1, 7, 0)
    ]
    write(folder, content, name=SCRIPT, headings=headings)
