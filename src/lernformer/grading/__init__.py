"""What the course adds to nbgrader: a sandbox, a judge outside it, and speed.

It has seven packages, and each one imports only from the packages above it:

    sandbox      runs a student's code behind a wall (bubblewrap, or Landlock with
                 seccomp). A forkserver there starts a worker, which runs the cells and
                 probes the answers. The checks know what is right, so they stay outside
    assignment   builds the notebooks: stubs, cells, text
    judge        scores a submission. It runs the notebook once for its page and once
                 on hidden cases for its score, and compares what comes back
    gradebook    the class list, dates, folders, and nbgrader's database
    pages        what people look at: class report, feedback, answers to read
    lms          exchanges submissions, feedback and grades with learning platforms
    course       the commands: nbgrader's own, and `lernformer grade`, `collect`, …

The book's page *How safe is grading?* (`book/threats.md`) explains what is protected
and how, and what isn't. A few small parts of a score also rely on what the student's
process says about itself, for example whether an input was overwritten, or which
parameters learn. Forging these is no easier than writing the line of code that earns
the points.
"""
