"""What the course adds to nbgrader: a sandbox, a judge outside it, and speed.

Its packages; each one imports only from those above it:

    sandbox      runs a student's code: a forkserver behind a wall (bubblewrap, or
                 Landlock with seccomp), and in it a worker, which runs the cells and
                 probes the answers; it never sees the checks, which know what is right
    judge        scores a submission: runs it for its page, then on hidden cases for
                 its score, compares what comes back, and reaches the verdicts
    gradebook    the class list, dates, folders, and nbgrader's database
    pages        what people look at: class report, feedback, answers to read
    lms          exchanges submissions, feedback and grades with learning platforms
    course       the commands: nbgrader's own, and `lernformer grade`, `collect`, …

What is protected. The score: it comes from arrays that the judge compares with the
reference, for cases drawn from a secret seed; nothing that a student's process shows,
raises or replaces can add to it. The machine and the class: that process sees no
network, no gradebook, no other submission, no solution, no seed and no reference code
for its own or later chapters, and everything it started ends with it. The run: each
submission has its own limits on time, memory, processes and output. The pages contain
no HTML from a student, and nothing said by a process that knew hidden cases.

What is not protected:

- An answer that is right but not the student's own work: copied from a classmate or
  the public repository, or written by a program.
- An answer with a well-hidden call to a ready-made function. In the student's
  process the usual ones refuse to work, and the judge searches the source from outside
  for their names and for ways around this. Code that builds such names at run time, out
  of sight of both, may still get by. Read the code.
- Some small parts of a score rest on what that process says about itself: whether an
  input was overwritten, a dtype, which parameters learn. Forging these is no easier
  than writing the line that earns them.
- Explanations in prose, which a person reads.
- A hole in the Linux kernel. Grade on a machine that holds nothing else, and not as
  root, if that matters.
- macOS, Windows and old Linux: they have no sandbox, so nothing is graded unless you
  ask for it with `--unsafe-local`, LERNFORMER_UNSAFE_LOCAL=1 or
  `c.Judge.unsafe_local = True`. The score is then still computed outside the student's
  process, but nothing else is protected.
"""
