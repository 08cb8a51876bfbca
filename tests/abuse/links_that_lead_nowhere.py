"""Hands in links to nothing, to themselves and to a device, beside the right file."""


def submit(folder, content):
    (folder / "attention.ipynb").write_bytes(content)
    (folder / "loop").symlink_to("loop")
    (folder / "data.csv").symlink_to("/dev/zero")
    (folder / "notes").symlink_to("nowhere")
