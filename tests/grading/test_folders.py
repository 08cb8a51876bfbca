"""Folders with any name and of any kind: graded, or the reason is reported."""

import glob
import os
import re
import tempfile
from pathlib import Path

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from nbgrader.coursedir import CourseDirectory

from lernformer.grading.gradebook.folders import unusable

NAMES = st.binary(min_size=1, max_size=30).map(
    lambda name: name.translate(None, b"/\0")
) | st.text("ab.*[]?{}\\\n", min_size=1).map(str.encode)


@given(NAMES.filter(lambda name: name not in (b"", b".", b"..")))
@example(b"\xff")
@example(b"...")
@example(b"[ab]")
@settings(max_examples=200, deadline=None)
def test_a_folder_of_any_name_can_be_graded_or_has_a_reason(name):
    with tempfile.TemporaryDirectory() as root:
        path = os.path.join(os.fsencode(root), name, b"attention")
        os.makedirs(path)
        words = unusable(Path(os.fsdecode(path)))
        structure = "{student_id}/{assignment_id}"
        course = CourseDirectory(root=root, directory_structure=structure)
        pattern = course.format_path("", "(?P<student_id>.*)", "attention", escape=True)
        found = re.match(pattern, os.fsdecode(path))
        if not words:  # as nbgrader looks for it, and for what it has written
            assert found["student_id"].encode() == name
            assert glob.glob(os.fsdecode(path)) == [os.fsdecode(path)]
            name.decode()
        assert "\n" not in words


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda path: path.symlink_to("/"), "a link"),
        (lambda path: (path.mkdir(), (path / "attention").touch()), "isn't a folder"),
        (lambda path: (path.mkdir(), (path / "attention").symlink_to("x")), "a folder"),
        (lambda path: (path / "attention").mkdir(parents=True), ""),
    ],
)
def test_links_and_files_in_the_place_of_folders(make, words, tmp_path):
    make(tmp_path / "ada")
    found = unusable(tmp_path / "ada" / "attention")
    assert words in found
    assert bool(found) is bool(words)
