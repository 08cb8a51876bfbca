"""`defend`: questions about one's own code; their keys are computed again here.

The changed code is made from what the question shows and runs without the recorder of
`own_code.program`, so that a slip there can't hide.
"""

import re

import numpy as np
import pytest
from torch import Tensor

from lernformer import CHAPTERS, checks, probes
from lernformer.checks import own_code, showing
from lernformer.checks.judging import compared as judged
from lernformer.checks.own_code import defend, edits, program, questions, values
from lernformer.checks.own_code.asking import FEWEST
from lernformer.checks.own_code.program import DIRECT, copied
from tests.answers import variants
from tests.extent import ALL, some

pytestmark = pytest.mark.filterwarnings("ignore")  # of overflows and empty means
# loops, einsum, helpers, a class, text, other names, a test of the student's own
FEW = {
    "attention.softmax": "row_by_row",
    "attention.score_variances": "by_einsum",
    "attention.MultiHeadAttention": "LoopOverHeads",
    "attention.is_softmax": "by_its_properties",
    "embedding.encode": "get_with_default",
    "masking.decoder_mask": "logical_and",
    "residual_norm.deepnorm_scales": "square_roots",
    "translator.nucleus": "",
}


def right(task_id, name=""):
    slug = task_id.partition(".")[0]
    every = [x for x in variants(slug) if x.task == task_id]
    return next(x.answer for x in every if name in ("", x.name))


class Again:
    """Works out a question's key from what it shows."""

    def __init__(self, task_id, answer):
        self.task = checks.task(task_id)
        self.own = program.program_of(answer, probes.names(self.task.probe.slug))
        self.cases = self.task.cases(np.random.default_rng(0))

    def made(self, text, more=()):
        names = {**self.own.names, **dict(more)}
        exec(text, names)
        return names[self.own.name]

    def check(self, text):
        """Which aspects hold, and what the check says."""
        answer = self.made(text)
        seen = program.run_cases(self.task.probe, answer, self.cases, 0)
        with np.errstate(all="ignore"):
            failures, _, holds = judged(self.task, self.cases, seen)
        message = "".join(f"{x.case.aspect}: {x.symptom}" for x in failures[:1])
        return holds, message.partition("\n")[0].rstrip(".")

    def outcome(self, text, case):
        """What comes out of a call, or how it fails."""
        answer, given = self.made(text), []
        if case.aspect == DIRECT:

            def spy(*args):
                given.append(copied(answer(*args)))

        else:

            class spy(answer):
                def forward(self, *args, **more):
                    result = super().forward(*args, **more)
                    given.append(copied(result))
                    return result

            spy.__name__ = spy.__qualname__ = answer.__name__
        probe = program.asking_for(self.task.probe, case)
        (seen,) = program.run_cases(probe, spy, [case], 0)
        if seen.kind == "error":
            return [f"it {seen.trouble.partition(':')[0]}"] * 2
        return values.written(given[0]), f"shape {values.shape(given[0])}"

    def inside(self, question):
        """The value of an expression at its line, noted by a line added to the code.

        Raises:
            SyntaxError: if no line can be added there.
        """
        line, what, _ = question.about
        found, lines = [], self.own.text.splitlines()
        indent = re.match(r"\s*", lines[line - 1])[0]
        # a variable's value is read after its line
        lines.insert(line - (not what.isidentifier()), f"{indent}note_({what})")
        notes = {"note_": lambda value: found.append(copied(value))}
        answer = self.made("\n".join(lines), notes)
        case = question.call
        program.run_cases(program.asking_for(self.task.probe, case), answer, [case], 0)
        return found[0]

    def changed(self, number, new):
        lines = self.own.text.splitlines()
        old = lines[number - 1]
        lines[number - 1] = old[: len(old) - len(old.lstrip())] + new
        return "\n".join(lines) + "\n"

    def true(self, question):
        """The choices that are true."""
        if question.kind == "line":
            shown = [line[4:] for line in question.code.splitlines()]
            pairs = enumerate(zip(self.own.text.splitlines(), shown, strict=True), 1)
            (line,) = (i for i, (a, b) in pairs if a.rstrip() != b)
            assert f"{self.check(chr(10).join(shown))[1]}. Which line" in question.ask
            return [x for x in question.choices if x.startswith(f"line {line}: ")]
        if question.kind in ("lost", "kept", "result"):
            number = int(re.search(r"line (\d+)", question.ask)[1])
            text = self.changed(number, question.code.rpartition("\n+ ")[2])
            if question.kind == "result":
                return [*{*self.outcome(text, question.call)} & {*question.choices}]
            holds = self.check(text)[0]
            # where the first is lost, the numbers of the others are wrong, too
            assert question.kind == "lost" or holds[next(iter(holds))]
            kept = question.kind == "kept"
            return [x for x in question.choices if holds[x] is kept]
        if question.kind == "own":
            return [
                *{*self.outcome(self.own.text, question.call)} & {*question.choices}
            ]
        if question.kind == "inside":
            try:
                value = self.inside(question)
            except SyntaxError:  # in the middle of a statement
                return [question.choices[question.right]]
            how = values.shape if question.about[2] == "shape" else values.written
            return [x for x in question.choices if x == how(value)]
        return [x for x in question.choices if self.is_so(question, x)]

    def is_so(self, question, choice):
        """True if a change does what the question says."""
        number, new = re.fullmatch(r"line (\d+) becomes: (.*)", choice).groups()
        holds, message = self.check(self.changed(int(number), new))
        if question.kind == "message":
            return message == question.about[0]
        if question.kind == "harmless":
            return False not in holds.values()
        assert question.kind == "breaks"
        return holds[question.about[0]] is False


def wrong_keys(task_id, answer, found):
    """The questions with equal choices, or whose key isn't the only right choice."""
    again = Again(task_id, answer)
    return [
        (x.kind, x.ask, x.choices, x.right)
        for x in found
        if not 3 <= len({*x.choices}) == len(x.choices)
        or again.true(x) != [x.choices[x.right]]
    ]


def doubled(x):
    return 2 * x if isinstance(x, Tensor) else x


def test_a_class_of_torch_that_an_answer_names_stays_outside():
    assert program.program_of(doubled).text.startswith("def doubled(x):")


@pytest.mark.parametrize(("task_id", "name"), FEW.items())
def test_every_key_is_true_and_no_other_choice(task_id, name):
    answer = right(task_id, name)
    found = questions(task_id, answer)
    assert len(found) >= FEWEST
    assert len({x.kind for x in found}) >= 3
    assert wrong_keys(task_id, answer, found) == []


@pytest.mark.slow
@pytest.mark.parametrize("slug", some(CHAPTERS, ("attention",)))
def test_nearly_all_right_answers_get_questions_with_true_keys(slug):
    few, wrong = [], []
    every = variants(slug) if ALL else [*{x.task: x for x in variants(slug)}.values()]
    for one in every:
        try:
            found = questions(one.task, one.answer)
        except ValueError as error:  # it needs more than its own code
            few.append((one.task, one.name, str(error)))
            continue
        few += [(one.task, one.name, len(found))] * (len(found) < FEWEST)
        wrong += [(one.name, *x) for x in wrong_keys(one.task, one.answer, found)]
    assert wrong == []
    assert len(few) <= 0.1 * len(every) + 1, few


def test_the_same_code_gets_the_same_questions():
    answer = right("attention.softmax")
    first, again, other = (questions("attention.softmax", answer, i) for i in (3, 3, 4))
    assert [(x.ask, x.choices) for x in first] == [(x.ask, x.choices) for x in again]
    assert [x.ask for x in first] != [x.ask for x in other]


@pytest.fixture
def without_ipython(monkeypatch):
    """Nothing that another test may have left, no shell and no name."""
    for module in (own_code, showing):
        monkeypatch.setattr(module, "shell_here", lambda: None)
    monkeypatch.delattr("__main__.softmax", raising=False)


def test_answers_are_shown_after_a_choice(without_ipython, capsys):
    defence = defend("attention.softmax", right("attention.softmax"))
    shown = repr(defence)
    assert max(map(len, shown.splitlines())) <= 100
    assert "  a) " in shown
    question = defence.questions[0]
    assert question.reason not in shown
    defence.answer(1, "abcd"[question.right])
    assert capsys.readouterr().out.startswith("Right.")
    defence.answer(1, "abcd"[(question.right + 1) % len(question.choices)])
    assert capsys.readouterr().out.startswith("No, it is")
    for number, letter in ((0, "a"), (1, "z")):
        with pytest.raises(ValueError, match="must be"):
            defence.answer(number, letter)


def test_only_what_passes_and_is_known_gets_questions(without_ipython):
    with pytest.raises(ValueError, match="doesn't pass"):
        defend("attention.softmax", right("attention.split_heads"))
    with pytest.raises(ValueError, match="is not known"):
        defend("attention.softmax", np.exp)
    with pytest.raises(ValueError, match="You have no softmax"):
        defend("attention.softmax")
    with pytest.raises(ValueError, match="no task"):
        defend("attention.softmux")


def test_a_change_that_never_ends_is_cut_off():
    code = "def f(n):\n    i = 0\n    while i < n:\n        i += 1\n    return i\n"
    own = program.Program("f", code, {})
    endless = own.made(code.replace("i += 1", "pass"))
    case = program.Case(DIRECT, {"n": 3})
    probe = program.asking_for(checks.task("attention.softmax").probe, case)
    (seen,) = program.run_cases(probe, endless, [case], 0, 0.2)
    assert seen.kind == "timeout"


def test_edits_keep_the_rest_of_the_text():
    code = "def f(x):\n    # √ of all\n    return x - x.max(axis=-1, keepdims=True)\n"
    found = {x.new for x in edits.from_tree(code)}
    assert "return x - x.max(axis=-1, keepdims=False)" in found
    assert "return x - x.min(axis=-1, keepdims=True)" in found
    assert "return x.max(axis=-1, keepdims=True) - x" in found
    assert all("# √ of all" in x.text for x in edits.from_tree(code))


def test_a_notebook_knows_its_own_answer(notebook):
    code = "import numpy as np\ndef softmax(scores, axis=-1):\n"
    code += "    e = np.exp(scores - np.max(scores, axis=axis, keepdims=True))\n"
    code += "    return e / e.sum(axis=axis, keepdims=True)"
    notebook.run(code)
    out = notebook.run(
        "from lernformer.checks import defend\nprint(defend('attention.softmax'))"
    )
    assert "Questions about your own code: attention.softmax" in out
