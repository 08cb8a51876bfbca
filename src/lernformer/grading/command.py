"""``lernformer grade``: nbgrader's autograde in several processes."""

import os

import click


@click.command()
@click.argument("assignment")
@click.option(
    "--workers",
    type=click.IntRange(1),
    default=os.cpu_count(),
    show_default="one for each core",
    help="Processes that grade at one time.",
)
@click.option("--scheduler", help="Address of a dask scheduler, as tcp://host:8786.")
@click.option("--student", help="Only this student's submission.")
@click.option("--force", is_flag=True, help="Grade anew what is graded already.")
@click.option("--unsafe-local", is_flag=True, help="Grade without a sandbox.")
@click.option("--quiet", is_flag=True, help="No progress bar.")
def grade(assignment, workers, scheduler, student, force, unsafe_local, quiet):
    """Grade all submissions of ASSIGNMENT; run it in the course's folder.

    The same as `nbgrader autograde`, only faster. When it was interrupted, the same
    command goes on: what is graded stays graded.
    """
    from nbgrader.apps.autogradeapp import AutogradeApp

    words = [assignment, f"--Autograde.workers={workers}", "--log-level=WARN"]
    words += [f"--Autograde.progress={not quiet}"]
    words += [f"--Autograde.scheduler={scheduler}"] if scheduler else []
    words += [f"--student={student}"] if student else []
    words += ["--force"] if force else []
    words += ["--Judge.unsafe_local=True"] if unsafe_local else []
    app = AutogradeApp()
    app.initialize(words)
    app.start()
