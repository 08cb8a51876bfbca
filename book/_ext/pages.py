"""Applies the corrections from `lean` and `access`, as the last step for every page."""

import re

from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.util import logging

from _ext import access, lean

logger = logging.getLogger(__name__)


class Pages(BuiltinTemplateLoader):
    """Sphinx's template loader, but it corrects the output of the theme's templates."""

    def render(self, template, context):
        page = super().render(template, context)
        if "</html>" not in page:  # only part of a page
            return page
        for reason, pattern, replacement in lean.FIXES + access.FIXES:
            page, count = re.subn(pattern, replacement, page)
            if not count and not reason.startswith("may: "):
                # With -W, this is an error, so that somebody looks at the new theme.
                logger.warning("%s: nothing to correct (%s)", template, reason)
        return page
