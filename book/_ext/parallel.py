"""Does the work that pages wait for in parallel, before Sphinx reads them.

MyST-NB would run the pages one after another while reading them. So this module runs
them beforehand, one per core, and stores the results in MyST-NB's cache. If a page
fails, nothing is stored, so MyST-NB runs the page again and reports the error itself.
This module also makes the tasks' decks and puzzles.
"""

import multiprocessing
import os
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor, as_completed
from pathlib import Path

import torch
from jupyter_cache import get_cache
from jupyter_cache.base import CacheBundleIn
from jupyter_cache.executors.utils import single_nb_execution
from myst_nb.core.read import create_nb_reader
from sphinx.util import logging

from _ext import arrange, edition, spot
from lernformer import checks

logger = logging.getLogger(__name__)


def cores():
    """Return how many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def unknown(env, docnames, cache):
    """Yield path and notebook of each page with outputs missing from the cache."""
    for name in docnames:
        path = Path(env.doc2path(name))
        text = path.read_text("utf-8")
        reader = create_nb_reader(str(path), env.myst_config, env.mystnb_config, text)
        if reader is None:
            continue
        notebook = reader.read(text)
        try:
            cache.match_cache_notebook(notebook)
        except KeyError:
            yield path, notebook


def keep(makers, task_id):
    for make in makers:  # in the same process, because both run the same programs
        make(task_id)  # saves the result in a file, so there is nothing to return


def make_puzzles(app, env, docnames):
    makers = {spot.wrongs: spot.kept_at}
    if edition.shows_answers(app.config):
        makers[arrange.puzzle] = arrange.kept_at
    unmade = [
        ([*makers], task_id)
        for task_id in checks.tasks()
        if task_id.split(".")[0] in docnames
        and not all(kept_at(task_id).exists() for kept_at in makers.values())
    ]
    if len(unmade) < 2:
        return
    with ProcessPoolExecutor(
        cores(),
        multiprocessing.get_context("spawn"),  # torch's threads don't survive a fork
        torch.set_num_threads,
        (1,),
    ) as pool:
        for done in as_completed([pool.submit(keep, *job) for job in unmade]):
            done.result()
    logger.info("made puzzles and decks of %d tasks", len(unmade))


def run_pages(app, env, docnames):
    config = env.mystnb_config
    if config.execution_mode != "cache":
        return
    cache = get_cache(config.execution_cache_path)
    pages = list(unknown(env, docnames, cache))
    if len(pages) < 2:
        return
    pages.sort(key=lambda page: page[0].stat().st_size, reverse=True)  # longest first

    def run(page):
        path, notebook = page
        return path, single_nb_execution(
            notebook,
            cwd=str(path.parent),
            timeout=config.execution_timeout,
            allow_errors=config.execution_allow_errors,
        )

    with ThreadPoolExecutor(cores()) as pool:
        # Threads are enough, because each one only waits for its kernel.
        for done in as_completed([pool.submit(run, page) for page in pages]):
            path, result = done.result()
            if result.err is not None:
                continue
            logger.info("ran %s in %.0f s", path.name, result.time)
            bundle = CacheBundleIn(
                result.nb, str(path), data={"execution_seconds": result.time}
            )
            cache.cache_notebook_bundle(bundle, check_validity=False, overwrite=True)


def setup(app):
    app.connect("env-before-read-docs", run_pages)
    app.connect("env-before-read-docs", make_puzzles)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
