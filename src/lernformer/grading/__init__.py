"""What the course adds to nbgrader: a sandbox, a judge outside it, and speed.

It has seven packages, and each one imports only from the packages above it:

    sandbox      runs a student's code: behind a wall (bubblewrap, or Landlock with
                 seccomp), a forkserver starts a worker, which runs the cells and probes
                 the answers; it never sees the checks, which know what is right
    assignment   makes the notebooks: stubs, cells, text
    judge        scores a submission: runs it for its page, then on hidden cases for
                 its score, compares what comes back, and reaches the verdicts
    gradebook    the class list, dates, folders, and nbgrader's database
    pages        what people look at: class report, feedback, answers to read
    lms          exchanges submissions, feedback and grades with learning platforms
    course       the commands: nbgrader's own, and `lernformer grade`, `collect`, …

The book's page *How safe is grading?* (`book/threats.md`) says what is protected, from
whom and how, and what isn't. In addition, some small parts of a score rest on what the
student's process says about itself: whether an input was overwritten, a dtype, which
parameters learn. Forging these is no easier than writing the line that earns them.
"""
