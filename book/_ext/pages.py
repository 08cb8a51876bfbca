"""The last step for every page: applies the corrections of `lean` and `access`."""

import re

from sphinx.jinja2glue import BuiltinTemplateLoader
from sphinx.util import logging

from _ext import access, lean

logger = logging.getLogger(__name__)


class Pages(BuiltinTemplateLoader):
    """Sphinx's template loader, correcting what the theme's templates write."""

    def render(self, template, context):
        page = super().render(template, context)
        if "</html>" not in page:  # a part of a page
            return page
        for reason, pattern, replacement in lean.FIXES + access.FIXES:
            page, count = re.subn(pattern, replacement, page)
            if not count and not reason.startswith("may: "):
                # An error under -W: somebody has to look at a new version of the theme.
                logger.warning("%s: nothing to correct (%s)", template, reason)
        return page
