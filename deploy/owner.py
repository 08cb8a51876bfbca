"""`python -m deploy.owner` lists what the owner of a copy hasn't set yet.

The book's page *Teach with Lernformer* explains where to set each value and what it is
for. No file can show what only the host knows, such as GitHub's settings.
"""

import os
import sys
from collections.abc import Mapping

from lernformer import project_urls


def unset(environment: Mapping[str, str] = os.environ) -> list[str]:
    """Return, in words, what is missing or from someone else's copy, if anything."""
    found, place = [], "in [project.urls] of pyproject.toml"
    if not project_urls.repository():
        found.append(
            f"Repository {place}: notebooks have no links to Colab and Binder, and on "
            "Colab they do not install the course"
        )
    if not project_urls.book():
        found.append(f"Book {place}: verdicts only lead to the local book")
    here = environment.get("GITHUB_REPOSITORY", "")
    if (
        here
        and project_urls.repository()
        and not project_urls.repository().endswith(f"/{here}")
    ):
        found.append(
            f"Repository {place} is {project_urls.repository()}, and this is {here}: "
            "what students open is not your copy"
        )
    return found


if __name__ == "__main__":
    missing = unset()
    # on GitHub, show each one as a warning
    sign = "::warning::" if os.environ.get("GITHUB_ACTIONS") else "not set: "
    for words in missing:
        print(f"{sign}{words}")
    page = "book/teach_reference.md"
    print("All is set." if not missing else f"See “Publish your copy” in {page}.")
    sys.exit(0)
