"""A chapter from its script to the exported table, for a class of three.

One student has everything right, one left the stubs, and one made some mistakes. The
scores in the gradebook are those that `checks.run` gives to the same answers on the
class's cases, which slightly affect what a partly wrong answer earns.
"""

import csv
import json
import re

import nbformat
import pytest
from course import SLUGS, Course
from extent import some
from graded import points, solution
from nbgrader.api import Gradebook

from lernformer import checks
from lernformer.grading.judge.seeds import NAME, seed_of

pytestmark = pytest.mark.slow

ASKED = some(SLUGS, ["embedding", "translator"])

# They earn part of the points, or none. The chapter's right answers call some of these
# and don't pay for it. A process in the sandbox holds nothing that they could import.
PLANTED = {
    "embedding": {
        "one_hot": """
def one_hot(ids, vocab_size):
    return np.eye(vocab_size)[(ids + 1) % vocab_size]
""",
        "cosine_similarity": """
def cosine_similarity(a, b):
    lengths = np.linalg.norm(a, axis=-1) * np.linalg.norm(b, axis=-1)
    return (a * b).sum(axis=-1) / lengths
""",
        "TokenEmbedding": """
class TokenEmbedding(nn.Module):
    def __init__(self, vocab_size, d_model, pad_id=0):
        super().__init__()
        self.table = nn.Embedding(vocab_size, d_model)

    def forward(self, ids):
        return self.table(ids) * self.table.embedding_dim**0.5
""",
    },
    "positional_encoding": {
        "angular_frequencies": """
def angular_frequencies(d_model, base=10000.0):
    return base ** (np.arange(0, d_model, 2) / d_model)
""",
        "shift_matrix": """
def shift_matrix(offset, d_model, base=10000.0):
    made = np.zeros((d_model, d_model))
    for i, w in enumerate(base ** (-np.arange(0, d_model, 2) / d_model)):
        c, s = np.cos(w * abs(offset)), np.sin(w * abs(offset))
        made[2 * i : 2 * i + 2, 2 * i : 2 * i + 2] = [[c, s], [-s, c]]
    return made
""",
        "rotary": """
def rotary(x, positions, base=10000.0):
    return x
""",
    },
    "attention": {
        "softmax": """
def softmax(scores, axis=-1):
    exponentials = np.exp(scores)
    return exponentials / exponentials.sum(axis=axis, keepdims=True)
""",
        "split_heads": """
def split_heads(x, n_heads):
    return x.reshape(x.size(0), n_heads, x.size(1), x.size(2) // n_heads)
""",
    },
    "masking": {
        "padding_mask": """
def padding_mask(ids, pad_id=0):
    return (ids == pad_id)[:, None, None]
""",
        "look_ahead_mask": """
def look_ahead_mask(query_length, key_length=None):
    keys = query_length if key_length is None else key_length
    return torch.ones(query_length, keys, dtype=torch.bool).tril()[None, None]
""",
        "masked_attention": """
def masked_attention(q, k, v, mask):
    scores = q @ k.transpose(-2, -1) / q.size(-1) ** 0.5
    weights = scores.masked_fill(~mask, float("-inf")).softmax(dim=-1)
    return weights @ v, weights
""",
    },
    "residual_norm": {
        "layer_norm": """
def layer_norm(x, gamma, beta, eps=1e-5):
    centred = x - x.mean(axis=-1, keepdims=True)
    return gamma * centred / x.std(axis=-1, keepdims=True) + beta
""",
        "LayerNorm": """
class LayerNorm(nn.Module):
    def __init__(self, d_model, eps=1e-5):
        super().__init__()
        self.gamma = nn.Parameter(torch.ones(d_model))
        self.beta = nn.Parameter(torch.zeros(d_model))
        self.eps = eps

    def forward(self, x):
        mean = x.mean(dim=0, keepdim=True)
        variance = x.var(dim=0, keepdim=True, unbiased=False)
        return self.gamma * (x - mean) / (variance + self.eps).sqrt() + self.beta
""",
        "FeedForward": """
class FeedForward(nn.Module):
    def __init__(self, d_model, d_ff, dropout=0.0):
        super().__init__()
        self.linear_1 = nn.Linear(d_model, d_ff)
        self.linear_2 = nn.Linear(d_ff, d_model)

    def forward(self, x):
        return self.linear_2(self.linear_1(x).relu())
""",
    },
    "transformer": {
        "EncoderLayer": """
from lernformer.attention import MultiHeadAttention
from lernformer.residual_norm import FeedForward, ResidualConnection

class EncoderLayer(nn.Module):
    def __init__(self, d_model, n_heads, d_ff, dropout=0.0, norm_first=True):
        super().__init__()
        self.self_attention = MultiHeadAttention(d_model, n_heads, dropout)
        self.feed_forward = FeedForward(d_model, d_ff, dropout)
        self.residual_1 = ResidualConnection(d_model, dropout, norm_first)
        self.residual_2 = ResidualConnection(d_model, dropout, norm_first)

    def forward(self, x, src_mask):
        x = self.residual_1(x, lambda h: self.self_attention(h, h, h)[0])
        return self.residual_2(x, self.feed_forward)
""",
        "count_parameters": """
def count_parameters(config):
    return config.src_vocab_size * config.d_model
""",
    },
    "translator": {
        "teacher_forcing": """
def teacher_forcing(tgt):
    return tgt[:, 1:], tgt[:, 1:]
""",
        "noam_learning_rate": """
def noam_learning_rate(step, d_model, warmup_steps):
    rising = step * warmup_steps**-1.5
    return d_model**-0.5 * (min(step**-0.5, rising) if step else math.inf)
""",
    },
}
IMPORTS = "import math\n\nimport numpy as np\nimport torch\nfrom torch import nn\n"


def planted(slug: str) -> dict[str, object]:
    """The wrong answers of a chapter by the name of the task."""
    made = {}
    for name, code in PLANTED[slug].items():
        memory: dict = {"__name__": "student"}
        exec(IMPORTS + code, memory)
        made[name] = memory[name]
    return made


def answers(slug: str) -> dict[str, dict[str, str]]:
    """The cells that each student has filled in."""
    right = {c.id: c.source for c in solution(slug).cells if c.id in _stubs(slug)}
    wrong = {name: IMPORTS + code for name, code in PLANTED[slug].items()}
    return {"right": right, "untouched": {}, "wrong": right | wrong}


def _stubs(slug):
    known = {c.id: c.metadata.get("nbgrader", {}) for c in solution(slug).cells}
    return {name for name, marks in known.items() if marks.get("solution")}


def earned(course: Course, slug: str, student: str) -> dict[str, float]:
    """The points that `checks.run` gives, by check cell."""
    if student == "untouched":
        return dict.fromkeys(points(slug), 0.0)
    scores = dict.fromkeys(points(slug), 1.0)
    if student == "wrong":
        drawn = json.loads((course.folder / NAME).read_text("utf-8"))
        (secret,) = map(bytes.fromhex, drawn[slug].values())  # of the one term
        for name, answer in planted(slug).items():
            task = f"{slug}.{name}"
            verdict = checks.run(task, answer, seed_of(secret, task))
            scores[f"check_{name}"] = verdict.score
    return {name: scores[name] * worth for name, worth in points(slug).items()}


@pytest.fixture(scope="module")
def course(tmp_path_factory) -> Course:
    course = Course(tmp_path_factory.mktemp("scores"))
    course.nbgrader("generate_assignment", "*")
    for slug in ASKED:
        exercise = course.folder / "exercises" / slug / f"{slug}.ipynb"
        for student, cells in answers(slug).items():
            notebook = nbformat.read(exercise, as_version=4)
            for cell in notebook.cells:
                cell.source = cells.get(cell.id, cell.source)
            submitted = course.folder / "submitted" / student / slug
            submitted.mkdir(parents=True)
            nbformat.write(notebook, submitted / exercise.name)
        course.nbgrader("autograde", slug)
    course.nbgrader("generate_feedback", "*")
    course.nbgrader("export")
    return course


@pytest.mark.parametrize("slug", ASKED)
@pytest.mark.parametrize("student", ["right", "untouched", "wrong"])
def test_the_gradebook_holds_what_the_checks_say(course, slug, student):
    want = earned(course, slug, student)
    with Gradebook(f"sqlite:///{course.folder / 'gradebook.db'}", "lernformer") as book:
        graded = book.find_submission_notebook(slug, slug, student)
        scores = {grade.name: grade.auto_score for grade in graded.grades}
        book.engine.dispose()
    assert {name: scores[name] for name in want} == pytest.approx(want, abs=0.01)
    if student == "wrong":
        lost = {n for n, worth in points(slug).items() if want[n] < worth}
        assert lost == {f"check_{name}" for name in PLANTED[slug]}
    page = course.folder / "feedback" / student / slug / f"{slug}.html"
    told = page.read_text("utf-8")
    if student == "untouched":
        assert "not written yet" in told
    if student == "wrong" and slug != "transformer":  # whose stacks call stand-ins
        blamed = re.findall("itself is right, but not yet with your own (\\w+)", told)
        assert blamed
        assert set(blamed) <= PLANTED[slug].keys()


def test_the_exported_table_holds_the_sums(course):
    with (course.folder / "grades.csv").open(encoding="utf-8") as table:
        rows = [row for row in csv.DictReader(table) if row["assignment"] in ASKED]
    assert len(rows) == 3 * len(ASKED)
    for row in rows:
        want = earned(course, row["assignment"], row["student_id"]).values()
        assert float(row["score"]) == pytest.approx(sum(want), abs=0.02)
