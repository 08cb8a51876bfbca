"""Secures nbgrader's `collect` for students who share a machine with their instructor.

nbgrader copies with the instructor's rights and follows links. So if a student submits
a link to the solutions, or to someone else's notebook, that file is graded as the
student's work. If a submission belongs to a different account, nbgrader only warns. A
single unreadable file, or a folder that is too large, stops the collection for
everybody.

Here only files are copied, and submissions that don't belong to the student are set
aside.
"""

import contextlib
import os
import pwd
from pathlib import Path
from typing import Any

from nbgrader.exchange.default import ExchangeCollect
from nbgrader.utils import get_osusername

from lernformer.grading.judge import submission

CONTAINER = "jovyan"  # every student's account name, if each has a container


class Collect(ExchangeCollect):
    def init_src(self) -> None:
        course = Path(self.root, self.coursedir.course_id)
        if self.check_owner and get_osusername() != CONTAINER:
            for path in course.glob(f"inbound/*+{self.coursedir.assignment_id}+*"):
                self.put_aside_foreign(path)
        super().init_src()

    def put_aside_foreign(self, path: Path) -> None:
        """Hide a submission that belongs to someone other than the student it names."""
        try:
            owner = pwd.getpwuid(path.lstat().st_uid).pw_name
        except KeyError:
            owner = "nobody known"
        student = self._path_to_record(str(path))["username"]
        if student != owner:
            aside = path.with_name(f".refused+{path.name}")
            path.rename(aside)
            self.log.error(
                "Not collected: handed in as %s, but owned by %s: %s",
                student,
                owner,
                aside,
            )

    def do_copy(self, src: str, dest: str, log: Any = None) -> None:
        """Copy a folder's files, up to the allowed size. Skip links and folders."""
        os.makedirs(dest)
        left = 1000 * self.coursedir.max_dir_size  # nbgrader counts in kB
        with contextlib.ExitStack() as stack:
            try:
                folder = os.open(src, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW)
                stack.callback(os.close, folder)
                names = sorted(os.listdir(folder))
            except OSError as error:
                self.log.error("Not collected: %s", error)
                return
            for name in names:
                try:
                    # via the open folder, because its name may have become a link
                    content = submission.read(Path(f"/proc/self/fd/{folder}", name))
                except submission.Unreadable as reason:
                    self.log.error("Not collected: %s/%s: %s", src, name, reason)
                    continue
                left -= len(content)
                if left < 0:
                    self.log.error("Not collected: %s/%s: too large", src, name)
                    return
                Path(dest, name).write_bytes(content)
