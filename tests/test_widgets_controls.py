"""Functions with controls: what they show, and that nobody needs to watch them."""

import ipywidgets
import pytest

from lernformer.widgets import controls


@pytest.fixture
def made(monkeypatch):
    """The list of displayed widgets."""
    seen = []
    monkeypatch.setattr(controls, "display", seen.append)
    return seen


def test_a_control_for_each_argument_and_the_result_below(made):
    def half(size=2.0, word=""):
        print(f"{word} <{size / 2}>")

    controls.interact(half, size=(0.0, 4.0), word=ipywidgets.Text("a"))
    slider, box, below = made[0].children
    assert (slider.description, slider.value, slider.max) == ("size", 2.0, 4.0)
    assert below.value == "<pre>a &lt;1.0&gt;\n</pre>"
    slider.value, box.value = 3.0, "b"
    assert below.value == "<pre>b &lt;1.5&gt;\n</pre>"


def test_no_output_widget_is_needed(made, monkeypatch):
    """It would send outputs back, and a notebook without a browser might hang."""
    monkeypatch.delattr(ipywidgets, "Output")
    monkeypatch.delattr(ipywidgets.widgets.interaction, "Output")
    controls.interact(lambda n: print(n), n=(0, 3))
    assert made


def test_an_error_of_the_students_own_is_shown():
    def breaks():
        raise ValueError("n < 0")

    assert controls.shown(breaks, {}) == "<pre>ValueError: n &lt; 0\n</pre>"
