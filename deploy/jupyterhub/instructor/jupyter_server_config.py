"""The instructor's server: formgrader is a page in a frame of JupyterLab."""

c = get_config()  # noqa: F821  Jupyter defines it
# JupyterHub forbids every frame otherwise
policy = {"Content-Security-Policy": "frame-ancestors 'self'"}
c.ServerApp.tornado_settings = {"headers": policy}
