"""Whole sets of right answers by different hands, and a short training of each."""

import ast
import importlib
import inspect
import math
import pkgutil
import random
import re
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import nbformat
import torch
from course import ROOT
from hand import hint_three

import lernformer.mistakes
from lernformer import CHAPTERS
from lernformer.parts import PARTS, Parts
from lernformer.probes import names
from lernformer.transformer import TransformerConfig
from lernformer.translator.batch import batches, encode_pairs
from lernformer.translator.corpus import make_corpus
from tests.answers import variants

MODEL = [name for slug in PARTS for name in PARTS[slug]]
ALL = [*MODEL, *names(CHAPTERS[-1])]
TASKS = {name for slug in CHAPTERS for name in names(slug)}
IMPORTS = """\
import math
from collections import Counter

import numpy as np
import torch
from torch import nn
from torch.nn import functional as F"""


def drawn(seed: int, named: str = "") -> dict[str, Any]:
    """For each part, one of the bank's right variants, drawn at random.

    Args:
        seed: the seed of the draw.
        named: a pattern; where variants' names match it, one of those is drawn.
    """
    chance = random.Random(seed)
    bank = [v for slug in CHAPTERS for v in variants(slug)]
    chosen = {}
    for name in ALL:
        found = [v for v in bank if v.task.endswith(f".{name}")]
        alike = [v for v in found if re.search(named, v.name, re.IGNORECASE)]
        chosen[name] = chance.choice(alike or found).answer
    return chosen


LOOPS = "loop|einsum|one_by_one|each|after|by_hand|nested|WordByWord|Token|Recursive"


def answers_of(hand: ModuleType) -> dict[str, str]:
    """A hand's answers as cells; helpers are put where they are used."""
    source, answers, before = inspect.getsource(hand), {}, []
    for node in ast.parse(source).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            start = min(x.lineno for x in (node, *node.decorator_list))
            before.append("\n".join(source.splitlines()[start - 1 : node.end_lineno]))
            if node.name in TASKS:
                answers[node.name], before = "\n\n\n".join(before), []
    return answers


def notebooks(folder: Path, hand: ModuleType) -> Path:
    """The exercises with a hand's answers, and otherwise those of the hints.

    The last chapter's other answers are the course's, written out.
    """
    answers = answers_of(hint_three) | answers_of(hand)
    for path in ROOT.glob("exercises/*/*.ipynb"):
        notebook = nbformat.read(path, as_version=4)
        for cell in notebook.cells:
            name = cell.metadata.get("nbgrader", {}).get("grade_id", "")
            if cell.cell_type == "code" and name in answers:
                cell.source = f"{IMPORTS}\n\n\n{answers[name]}"
        (folder / path.stem).mkdir()
        nbformat.write(notebook, folder / path.stem / path.name)
    return folder


# The finale's own helpers, which no student's part replaces.
COURSES = {"lernformer.translator.batch", "lernformer.translator.vocabulary"}


def put_together(chosen: dict[str, Any], monkeypatch) -> Parts:
    """Put the chosen part wherever the course's part is held, in any module."""
    for module in pkgutil.walk_packages(
        lernformer.mistakes.__path__, "lernformer.mistakes."
    ):
        importlib.import_module(module.name)
    chapters = [importlib.import_module(f"lernformer.{slug}") for slug in CHAPTERS]
    course = {id(vars(m).get(name)): name for m in chapters for name in ALL}
    homes = ("tests.answers", "lernformer.mistakes", *(m.__name__ for m in chapters))
    for place, module in list(sys.modules.items()):
        if place.startswith(homes) and place not in COURSES:
            for name, value in list(vars(module).items()):
                part = course.get(id(value))
                if part in chosen:
                    monkeypatch.setitem(vars(module), name, chosen[part])
    return Parts(dict(chosen), {})


class School:
    """The finale's corpus, model and training."""

    def __init__(self, parts: Parts):
        self.parts = parts
        self.corpus = make_corpus(
            train=20_000, validation=0, test=200, compositional=0, longer=0
        )
        self.english = parts.vocabulary([p.source for p in self.corpus.train])
        self.german = parts.vocabulary([p.target for p in self.corpus.train])
        pairs = encode_pairs(self.corpus.train, self.english, self.german)
        self.batches = batches(pairs, 512, 0)
        torch.manual_seed(0)
        sizes = len(self.english), len(self.german), 64, 4, 256, 2, 0.0
        self.model = parts.Transformer(TransformerConfig(*sizes))
        adam = torch.optim.Adam
        self.optimizer = adam(self.model.parameters(), betas=(0.9, 0.98), eps=1e-9)
        self.losses: list[float] = []

    @property
    def guessing(self) -> float:
        return math.log(len(self.german))

    def train(self, steps: int, of: int | None = None) -> None:
        """Train as in the last notebook; at step ``of`` the rate reaches 0."""
        parts, of = self.parts, of or steps
        for batch in self.batches:
            rate = parts.noam_learning_rate(len(self.losses) + 1, 64, 600)
            for group in self.optimizer.param_groups:
                group["lr"] = rate * min(1.0, 5 * (1 - len(self.losses) / of))
            step = parts.train_step(self.model, self.optimizer, batch.src, batch.tgt)
            self.losses.append(step)
            if len(self.losses) >= steps:
                return

    def translate(self, sentences) -> list[str]:
        ids = self.parts.batch([self.english.encode(text) for text in sentences])
        output = self.parts.greedy_decode(self.model, ids, 30)
        return [self.german.decode(row) for row in output]

    def exact(self) -> float:
        """The share of unseen sentences that are translated word for word."""
        sources, references = zip(*self.corpus.test, strict=True)
        right = map(str.__eq__, self.translate(sources), references)
        return sum(right) / len(references)
