"""Questions in MyST pages, with right answers that the Sphinx build computes.

The directives are ``predict``, ``recall``, ``compute``, ``arrange`` and ``spot``. A
``predict`` with a scale asks for a number instead of a choice. README.md has an example
of each. A project can provide its own answers through a hook; see ``checks.py``.
"""

from pathlib import Path

from sphinx_practice import arrange, compute, practice, predict, spot

HERE = Path(__file__).parent


def add_style(app, config):
    if config.practice_style:
        config.html_static_path.append(str(HERE / "static"))
        app.add_css_file("practice.css")


def setup(app):
    # "env" makes Sphinx read all pages again when the value changes.
    app.add_config_value("practice_checks", "", "env")
    app.add_config_value("practice_name", "practice", "html")
    app.add_config_value("practice_style", True, "html")
    app.add_directive("predict", predict.Predict)
    app.add_directive("recall", practice.Recall)
    app.add_directive("compute", compute.Compute)
    app.add_directive("arrange", arrange.Arrange)
    app.add_directive("spot", spot.Spot)
    app.connect("config-inited", add_style)
    app.connect("html-page-context", practice.add_script)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
