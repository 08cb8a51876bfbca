"""Names a kernel that does not exist, and a different language."""


def change(notebook):
    notebook.metadata["kernelspec"] = {
        "name": "../../bin/sh",
        "display_name": "sh",
        "language": "bash",
    }
