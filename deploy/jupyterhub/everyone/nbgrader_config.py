"""nbgrader on the hub: where assignments and submissions are exchanged."""

import os

c = get_config()  # noqa: F821  Jupyter defines it
c.CourseDirectory.course_id = "lernformer"
c.Exchange.root = os.environ["LERNFORMER_EXCHANGE"]
c.ExchangeFactory.collect = "lernformer.grading.course.collect.Collect"
