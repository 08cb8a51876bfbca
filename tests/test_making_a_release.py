"""What a release attaches, and what stops it from being complete."""

import os
import subprocess
import zipfile

import pytest

import lernformer
from deploy import release

VERSION = lernformer.__version__
LOG = f"# Changelog\n\n## {VERSION}\n\n- book: new.\n"


@pytest.fixture
def whole_release(tmp_path):
    names = ["lernformer.pdf", f"lernformer-{VERSION}.tar.gz", "CITATION.cff"]
    for name in names:
        (tmp_path / name).touch()
    names = ["lernformer-site.zip", "lernformer-students.zip"]
    for name in (*names, f"lernformer-{VERSION}-py3-none-any.whl"):
        with zipfile.ZipFile(tmp_path / name, "w") as archive:
            archive.writestr("file", "text")
    sums = subprocess.run(
        ["sha256sum", *os.listdir(tmp_path)],
        cwd=tmp_path,
        check=True,
        capture_output=True,
    )
    (tmp_path / "SHA256SUMS").write_bytes(sums.stdout)
    return tmp_path


def faults(folder, log=LOG):
    return release.faults(sorted(folder.iterdir()), log)


def test_a_whole_release_has_no_faults(whole_release):
    assert faults(whole_release) == []


def test_a_version_without_its_changes_is_none(whole_release):
    told = faults(whole_release, LOG.replace(VERSION, "Unreleased"))
    assert told == [f"CHANGELOG.md has no section “## {VERSION}”"]


@pytest.mark.parametrize("name", ["lernformer.pdf", "lernformer-students.zip"])
def test_what_is_missing_is_named(whole_release, name):
    (whole_release / name).unlink()
    assert faults(whole_release) == [f"there is no {name}"]


def test_a_package_of_another_version_is_none(whole_release):
    wheel = whole_release / f"lernformer-{VERSION}-py3-none-any.whl"
    wheel.rename(wheel.with_name("lernformer-9.9-py3-none-any.whl"))
    assert faults(whole_release) == [f"there is no {wheel.name}"]


def test_a_file_that_changed_afterwards_is_named(whole_release):
    (whole_release / "lernformer.pdf").write_bytes(b"%PDF")
    told = faults(whole_release)
    assert told == ["lernformer.pdf is not the file that SHA256SUMS was made of"]


def test_notes_are_the_section_of_this_version():
    later = LOG.replace("\n## ", "\n## 99.0\n\n- code: later.\n\n## ")
    text = f"{later}\n## 0.0.1\n\n- book: older.\n"
    assert release.notes(text).strip() == "- book: new."
    assert release.notes("# Changelog\n") == ""


@pytest.mark.parametrize("tag", [VERSION, f"v{VERSION}", ""])
def test_the_tag_names_the_version(tag, whole_release):
    files = sorted(whole_release.iterdir())
    assert release.faults(files, LOG, tag) == []
    (told,) = release.faults(files, LOG, "v9.9")
    assert told == f"the tag is v9.9, and __version__ is {VERSION}"


@pytest.mark.slow
def test_packages_and_site_are_gathered(tmp_path):
    book = tmp_path / "book"
    book.mkdir()
    (book / "index.html").write_text("<h1>Lernformer</h1>")
    (book / "lernformer.pdf").write_bytes(b"%PDF")
    made = release.gather(tmp_path / "release", book)
    assert release.faults(made, LOG) == []
    assert len(made) == 8
    run = ["sha256sum", "--check", "--quiet", release.SUMS]
    subprocess.run(run, cwd=tmp_path / "release", check=True)
