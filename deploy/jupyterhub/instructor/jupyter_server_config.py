"""The instructor's server, where formgrader is a page in a frame of JupyterLab."""

c = get_config()  # noqa: F821  Jupyter defines it
# otherwise, JupyterHub forbids all frames
policy = {"Content-Security-Policy": "frame-ancestors 'self'"}
c.ServerApp.tornado_settings = {"headers": policy}
