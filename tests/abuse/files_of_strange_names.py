"""Also hands in notebooks with names that terminals or pages may not accept."""

import os


def submit(folder, content):
    (folder / "attention.ipynb").write_bytes(content)
    for name in (b"\xff\xfe.ipynb", b"\x1b[2Ja.ipynb", b"a\nb.ipynb", b"<b>.ipynb"):
        with open(os.path.join(os.fsencode(folder), name), "wb") as file:
            file.write(content)
        os.makedirs(os.path.join(os.fsencode(folder.parent), name))
