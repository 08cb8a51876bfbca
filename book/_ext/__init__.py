"""What the book adds to Jupyter Book. Each module is a small Sphinx extension."""


def setup(app):
    # Jupyter Book sets this for an extension that our book doesn't use.
    app.add_config_value("comments_config", {}, "html")
    return {"parallel_read_safe": True, "parallel_write_safe": True}
