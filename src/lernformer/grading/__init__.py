"""What the course adds to nbgrader: a sandbox, a judge outside of it, and speed.

How a submission is graded, by `nbgrader autograde`, formgrader's button or
`lernformer grade` alike:

    submission   what the file says, brought into the form that was released
    sandbox      a process of its own, forked from a zygote behind a wall: bubblewrap,
                 or Landlock with seccomp where bubblewrap does not serve
    oracle       in there: runs the cells, answers questions, judges nothing; of the
                 checks it holds what asks (`probes`), never what knows
    judge        out here: grades one submission, by way of
      run        twice: has the cells run and each answer asked
      rounds     public cases the first time, hidden ones the second
      exam       compares, and reaches the verdicts
      source     reads the answers for what would do their work
      outputs    what the page shows of all that
    autograde    enters scores and notebook into nbgrader's gradebook

What is protected. The score: it comes from arrays that the judge compares with the
reference, for cases drawn from a secret seed; nothing that a student's process shows,
raises or replaces counts for more. The machine and the class: that process sees no
network, no gradebook, no other submission, no solution, no seed and no reference of its
chapter or later ones, and everything that it started ends with it. The run: each
submission has its own limits of time, memory, processes and output. The pages: no HTML
of a student's is left in them, and nothing that a process said which knew hidden cases.

What is not protected:

- An answer that is right but not the student's own work: copied from a classmate, from
  the public repository, or written by a program.
- An answer that hides well that it calls a ready-made function. In the student's
  process the usual ones refuse, and the judge reads the source from outside for their
  names and for ways round that; who builds such names at run time, out of sight of
  both, may still get by. Read the code.
- Some small shares of a score rest on what that process says of itself: whether an
  input was overwritten, a dtype, which parameters learn. Who forges these could as well
  have written the line that is asked for.
- Explanations in prose, which a person reads.
- A hole in the Linux kernel. Grade on a machine that holds nothing else, and not as
  root, if that matters.
- macOS, Windows, an old Linux: there is no sandbox, so nothing is graded, unless
  `--unsafe-local` (or LERNFORMER_UNSAFE_LOCAL=1, or `c.Judge.unsafe_local = True`) asks
  for it. Then a score is still reached outside of the student's process, but nothing
  else is kept.
"""
