"""The pins, the lock that `make lock` makes from them, and what is really installed."""

import re
import sysconfig
from importlib import metadata

from course import ROOT
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

HASH = re.compile(r"    --hash=sha256:[0-9a-f]{64}")


def requirements(name):
    """The requirements in a file, and the lines below each."""
    found, under = [], []
    for line in (ROOT / name).read_text("utf-8").splitlines():
        if re.match(r"\w", line):
            found.append((Requirement(line.rstrip("\\ ")), under := []))
        else:
            under.append(line)
    return found


PINS = {canonicalize_name(r.name): r for r, _ in requirements("requirements.txt")}
LOCK = requirements("requirements.lock")


def locked(name):
    """How the lock pins a package, one way for each kind of machine."""
    return [r for r, _ in LOCK if canonicalize_name(r.name) == name]


def test_the_lock_is_that_of_the_pins_with_hashes():
    for name, pin in PINS.items():
        assert [r.specifier for r in locked(name)] == [pin.specifier], name
    for requirement, under in LOCK:
        assert any(map(HASH.match, under)), requirement
        assert str(requirement.specifier).startswith("=="), requirement


def test_the_lock_is_for_every_system_and_names_no_machine():
    assert locked("pywinpty")  # JupyterLab's terminal on Windows
    assert locked("appnope")  # ipykernel on macOS
    text = (ROOT / "requirements.lock").read_text("utf-8")
    assert not re.search(r"https?:|/(home|root|tmp|opt|work)\b", text)


def test_the_oldest_python_gets_a_soupsieve_that_it_can_read():
    """Later ones need a fix of `re` from Python 3.11.5; Debian 12 has 3.11.2."""
    oldest = {"python_full_version": "3.11.2", "python_version": "3.11"}
    (found,) = [r for r in locked("soupsieve") if r.marker.evaluate(oldest)]
    assert found.specifier.contains("2.10")


def test_what_is_installed_is_what_is_locked():
    """A torch just for the CPU, such as 2.13.0+cpu, is the one that the lock names."""
    # setuptools brings copies of other packages, which it puts on the path
    for distribution in metadata.distributions(path=[sysconfig.get_path("purelib")]):
        name = canonicalize_name(distribution.name)
        allowed = [r for r in locked(name) if not r.marker or r.marker.evaluate()]
        if name in PINS or allowed:
            version = Version(distribution.version).public
            message = f"{name} {version} is installed; the lock has {allowed}"
            assert any(r.specifier.contains(version) for r in allowed), message
