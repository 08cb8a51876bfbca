"""Hands in the old format with very many outputs; costs nothing but time."""

from tests.abuse.file_of_an_old_format import write


def submit(folder, content):
    output = {"output_type": "pyout", "metadata": {}, "text": "x"}
    outputs = [output] * 100_000
    code = {"cell_type": "code", "input": "1", "language": "python"}
    heading = {"cell_type": "heading", "level": 10**10, "source": "a"}
    write(folder, content, headings=[code | {"outputs": outputs}, heading])
