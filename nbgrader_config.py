"""nbgrader: solutions → exercises → submitted → autograded → feedback.

Jupyter logs an exception raised here and goes on with nbgrader's defaults, that is
with other folders and another gradebook. `sys.exit` stops it.
"""

import asyncio
import os
import sys
import sysconfig
from pathlib import Path

root = Path(__file__).resolve().parent


def configure(c):
    try:
        from lernformer import project_urls
        from lernformer.grading.assignment import clearing
        from lernformer.grading.assignment.notebooks import refresh
        from lernformer.grading.course import autograde
        from lernformer.grading.gradebook.schema import require_current
        from lernformer.grading.pages import feedback_page
        from lernformer.grading.sandbox.provisioner import KERNELS
    except ImportError as error:
        raise RuntimeError(
            f"{error}. This nbgrader belongs to {sys.executable}; install the course "
            "there, or use the nbgrader of the course's own .venv/bin."
        ) from error

    course = c.CourseDirectory
    course.course_id = "lernformer"
    course.root = str(root)
    course.source_directory = "solutions"
    course.release_directory = "exercises"
    course.db_url = f"sqlite:///{root / 'gradebook.db'}"
    if sys.argv[1:3] != ["db", "upgrade"]:  # which repairs what is wrong
        require_current(course.db_url)
    # nbgrader copies what lies beside a notebook into `exercises`, but not these. The
    # first four are its own default.
    course.ignore = [".ipynb_checkpoints", "*.pyc", "__pycache__", "feedback"]
    course.ignore += ["*.py", ".*"]

    # What students get is committed. nbgrader would leave alone what is there already,
    # and then not enter it into the gradebook either.
    c.GenerateAssignment.force = True
    c.GenerateAssignment.preprocessors = clearing.preprocessors()

    c.GenerateFeedback.preprocessors = feedback_page.preprocessors()

    # nbgrader calls `alembic` by name, also where the environment is not activated.
    scripts = sysconfig.get_path("scripts")
    if scripts not in os.environ["PATH"].split(os.pathsep):
        os.environ["PATH"] = scripts + os.pathsep + os.environ["PATH"]

    # Students' code runs in a sandbox and is judged outside of it; what it may use and
    # take, see `lernformer.grading.course.settings.Judge`. A new term gets new hidden
    # cases.
    c.Judge.term = "1"
    # Above 0, each notebook gets a graded cell of questions about students' own code.
    c.Judge.own_code_points = 0
    # Late work is only flagged. With the first of these lines it loses all its points;
    # with the second, as many as your own nbgrader LateSubmissionPlugin says.
    # c.LateSubmissionPlugin.penalty_method = "zero"
    # c.AssignLatePenalties.plugin_class = "my_penalties.TenPercentPerDay"
    autograde.install()
    # Whatever else runs a notebook with a kernel does so in the sandbox as well.
    paths = [str(KERNELS), os.environ.get("JUPYTER_PATH", "")]
    os.environ["JUPYTER_PATH"] = os.pathsep.join(filter(None, paths))
    c.Execute.kernel_name = "lernformer-sandbox"

    # The same table, whatever a name holds; others are Canvas and Moodle, beside it.
    c.ExportApp.plugin_class = "lernformer.grading.lms.grade_tables.Grades"
    own_code = c.Judge.own_code_points, c.Judge.term
    refresh(root / "solutions", project_urls.repository(), *own_code)


try:
    configure(get_config())  # noqa: F821  Jupyter defines it
except Exception as error:
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        sys.exit(f"{root / 'nbgrader_config.py'}: {error}")
    raise  # a Jupyter server at work: it keeps its settings, and its users' kernels
