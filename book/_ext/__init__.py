"""What the book adds to Jupyter Book: one small Sphinx extension per module."""


def setup(app):
    # Jupyter Book sets it for an extension that this book does without.
    app.add_config_value("comments_config", {}, "html")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
