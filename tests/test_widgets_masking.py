"""The mask stepper: its numbers, its state, and how the page moves it."""

import json
from functools import partial

import node
import numpy as np
import pytest
import torch

from lernformer.masking import decoder_mask, look_ahead_mask, padding_mask
from lernformer.widgets.masking import METHODS, MaskStepper, masked, show_mask

PAGE = "masking"


def test_masks_are_those_of_the_chapter():
    stepper = MaskStepper()
    ids = torch.tensor([[w != "<pad>" for w in line] for line in stepper.query_words])
    made = dict(zip(stepper.mask_names, stepper.masks, strict=True))
    assert list(made) == ["none", "padding", "look-ahead", "both"]
    assert np.all(made["none"])
    for name, mask in (
        ("padding", padding_mask(ids.long())),
        ("look-ahead", look_ahead_mask(5)),
        ("both", decoder_mask(ids.long())),
    ):
        expected = np.broadcast_to(mask[:, 0], (3, 5, 5))
        np.testing.assert_array_equal(made[name], expected)


def test_the_state_is_small():
    stepper = MaskStepper()
    assert len(json.dumps([stepper.scores, stepper.masks])) < 5_000  # bytes in the page


def test_javascript_computes_what_python_computes():
    rng = np.random.default_rng(3)
    cases = []
    for method in METHODS:
        for name, size in (("random", 2.0), ("extreme", 1e4)):
            scores = torch.from_numpy(size * rng.standard_normal((4, 6)))
            visible = torch.from_numpy(rng.random((4, 6)) < 0.5)
            visible[0], visible[1] = True, False  # everything, and nothing
            cases.append(
                {
                    **{"name": f"{name}, {method}", "method": method},
                    **{"scores": scores.tolist(), "visible": visible.int().tolist()},
                    "expected": masked(scores, visible, method).tolist(),
                }
            )
    node.run_tests("masking", {"cases": cases})


def test_show_mask_takes_what_the_functions_of_the_chapter_return():
    ids = torch.tensor([[1, 5, 6, 0]])
    words = ["<bos>", "gib", "mir", "<pad>"]
    shown = show_mask(decoder_mask(ids), words)
    assert shown.masks[0][0] == decoder_mask(ids)[0, 0].int().tolist()
    assert (shown.query_words, shown.key_words) == ([words], [words])
    assert shown.mask_names == ["given"]

    newest = show_mask(look_ahead_mask(2, 3))  # fewer queries than keys
    assert newest.masks[0][0] == [[1, 1, 0], [1, 1, 1]]
    assert newest.key_words == [["0", "1", "2"]]

    everyone = show_mask(padding_mask(ids), ["a", "b"], words)
    assert everyone.masks[0][0] == [[1, 1, 1, 0]] * 2
    assert show_mask(np.eye(2, dtype=bool)).masks[0][0] == [[1, 0], [0, 1]]


ones = partial(torch.ones, dtype=torch.bool)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((torch.ones(2, 2),), r"mask must be boolean .*, got torch\.float32"),
        ((ones(2),), r"mask must be \(\.\.\., L_q, L_k\), got \(2,\)"),
        (
            (ones(1, 1, 3, 3), ["a", "b"]),
            r"mask \(1, 1, 3, 3\) doesn't match 2 queries and 3 keys",
        ),
        ((ones(1, 13),), "at most 12 words per side, got 1 and 13"),
    ],
)
def test_show_mask_refuses_what_is_no_mask(arguments, message):
    with pytest.raises(ValueError, match=message):
        show_mask(*arguments)


def row(figure, i):
    """The numbers of a row of the table, its sum last."""
    return figure.locator("tbody tr").nth(i).locator("td").all_inner_texts()


def expected_row(stepper, i):
    weights = stepper.weights()[i]
    return [f"{p:.2f}" if p else "0" for p in weights] + [f"{weights.sum():.2f}"]


@pytest.mark.slow
def test_page_steps_through_the_queries_by_keyboard(visited):
    figure = visited.locator(".lf-mask").first
    status = figure.get_by_role("status")
    first = figure.locator("tbody input").first
    assert "1 of 5 keys: <bos>." in status.inner_text()
    first.focus()
    first.press("ArrowDown")
    assert "2 of 5 keys: <bos>, gib." in status.inner_text()
    figure.get_by_role("radio", name="weight → 0").check()
    assert "nobody took over" in status.inner_text()
    figure.get_by_role("radio", name="<pad> <pad> <bos> warte kurz").check()
    assert "may attend to nothing" in status.inner_text()
    assert visited.url.endswith(f"/{PAGE}.html")  # the arrow keys did not turn it


@pytest.mark.slow
def test_page_shows_the_weights_that_python_computes(visited):
    figure = visited.locator(".lf-mask").first
    stepper = MaskStepper()
    for label in ("<bos> gib mir bitte Zeit", "score → −∞"):  # as it opens
        figure.get_by_role("radio", name=label, exact=True).check()
    for label, state in (
        ("both", {}),
        ("look-ahead", {"mask": 2}),
        ("weight → 0", {"method": "weight"}),
        ("score → 0", {"method": "zero score"}),
        ("<bos> warte kurz <pad> <pad>", {"sentence": 1}),
        ("score → −∞", {"method": "score"}),
    ):
        figure.get_by_role("radio", name=label, exact=True).check()
        stepper.set_state(state)
        for i in range(5):
            assert row(figure, i) == expected_row(stepper, i), (label, i)
    figure.get_by_role("radio", name="Scores").check()
    assert row(figure, 0)[1:5] == ["−∞"] * 4
    figure.get_by_role("radio", name="Mask").check()
    assert row(figure, 1) == ["1", "1", "0", "0", "0", "2"]
