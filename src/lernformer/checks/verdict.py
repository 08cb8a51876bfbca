"""The verdict on an answer, as text and as HTML."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from html import escape

from lernformer import about
from lernformer.checks.wrapping import wrapped

DECLINED = "(your code does not take this; it is not asked for)"
SIGNS = {True: "✓", False: "✗", None: "○"}


@dataclass(frozen=True, repr=False)
class Verdict:
    """What a check found.

    Attributes:
        task: the task's id.
        aspects: each aspect of the task and whether the answer has it; ``None`` where
            that was not judged, because the essential aspect is wrong or because the
            answer does not take what is optional.
        score: in [0, 1].
        seed: repeats the same cases: ``check(task, answer, seed=…)``; ``None`` if it
            is not to be shown.
        aspect: the first aspect that is wrong.
        symptom: what is wrong, on the smallest case that shows it.
        mistake: id of the recognised misconception, or ``None``.
        cause: what the student probably did.
        printed: what the answer printed while it was checked.
        held_up_by: the student's own answers to earlier tasks with which it does worse;
            the reference stood in for them.
        not_run: whether these are not there at all, as after a restart.
        remark: why an answer that is right does not earn all.
    """

    task: str
    aspects: dict[str, bool | None]
    score: float
    seed: int | None
    aspect: str = ""
    symptom: str = ""
    mistake: str | None = None
    cause: str = ""
    printed: str = ""
    held_up_by: tuple[str, ...] = ()
    not_run: bool = False
    remark: str = ""

    @property
    def passed(self) -> bool:
        """Whether nothing about the answer itself is wrong."""
        return False not in self.aspects.values()

    @property
    def works(self) -> bool:
        """Whether it is right with all that it calls: ask this before you use it."""
        return self.passed and not self.held_up_by

    @property
    def name(self) -> str:
        """The name of the function or class that was to be written."""
        return self.task.split(".", 1)[1]

    @property
    def message(self) -> str:
        """Symptom, likely cause and where to look; one line where it is right."""
        if self.passed:
            return self.aside or self.remark or f"{self.name} is right."
        lines = [f"{self.aspect}: {self.name} {self._told()}"]
        if self.cause:
            lines.append(f"Likely cause: {self.cause}")
        lines.append(f"Where to look: {self.where}")
        lines += [self.aside] if self.aside else []
        return "\n".join(lines)

    @property
    def aside(self) -> str:
        """What the student's own answers to earlier tasks have to do with it."""
        if not self.held_up_by:
            return ""
        earlier = " and ".join(self.held_up_by)
        if self.not_run:
            found = "is right in itself" if self.passed else "was judged"
            return (
                f"{self.name} {found} with the course's {earlier}, for there is none "
                "of yours: run the cells above (after a restart: Run All Above)."
            )
        if self.passed:
            return (
                f"{self.name} is right in itself; with your own {earlier} it is not "
                "yet: put that right."
            )
        return (
            f"This was seen with the course's {earlier}, not with yours: put that "
            "right, too."
        )

    def _signed(self) -> Iterator[tuple[str, bool | None]]:
        """The aspects and how they stand; of what was declined, that it may be."""
        for aspect, ok in self.aspects.items():
            declined = ok is None and self.passed
            yield aspect + (f" {DECLINED}" if declined else ""), ok

    @property
    def page(self) -> str:
        """The page of the book that tells of it, and the place there."""
        slug = self.task.split(".", 1)[0]
        anchor = ""
        if self.mistake and self.cause:
            anchor = f"#{self.mistake.replace('_', '-')}"
        return f"{slug}.html{anchor}"

    @property
    def where(self) -> str:
        page = about.page(self.page) or f"{self.page} in the book"
        return f'hint("{self.task}"), and {page}'

    def _told(self) -> str:
        """The symptom, so that it reads on after the function's name."""
        starts = ("raises", "calls ", "is ", "not ", "still", "should return")
        return self.symptom if self.symptom.startswith(starts) else f"– {self.symptom}"

    def __str__(self) -> str:
        sign, word = ("✓", "passed") if self.passed else ("✗", "not yet")
        lines = [f"{sign} {self.task}: {word}, {self.score:.0%}"]
        lines += [f"  {SIGNS[ok]} {aspect}" for aspect, ok in self._signed()]
        if not self.works or self.remark:
            lines.append(self.message)
        if self._again:
            lines.append(f"The same cases again: {self._again}")
        text = wrapped("\n".join(lines))
        return text + (f"\nYour code printed:\n{self.printed}" if self.printed else "")

    __repr__ = __str__

    @property
    def _again(self) -> str:
        """The call that asks the same; empty where there is nothing to repeat."""
        if self.passed or self.seed is None or self.mistake == "unfinished":
            return ""
        return f'check("{self.task}", {self.name}, seed={self.seed})'

    def _repr_html_(self) -> str:
        return self.as_html()

    def as_html(self, link: Callable[[str], str] = about.page, more: str = "") -> str:
        """As a notebook shows it.

        Args:
            link: gives the address of a page of the book, or an empty text.
            more: HTML that goes on after the cause, such as hints.
        """
        sign, word = ("✓", "passed") if self.passed else ("✗", "not yet")
        aspects = "".join(
            f"<span role='listitem'>{SIGNS[ok]} {escape(aspect)}</span>"
            for aspect, ok in self._signed()
        )
        parts = [
            f"<strong>{sign} {escape(self.name)}: {word}</strong> · {self.score:.0%}",
            f"<div role='list' class='lf-aspects'>{aspects}</div>",
        ]
        if not self.passed:
            parts.append(f"<pre>{escape(self.aspect)}: {escape(self.symptom)}</pre>")
            if self.cause:
                parts.append(f"<p><em>Likely cause:</em> {marked(self.cause)}</p>")
            parts.append(f"<p><em>Where to look:</em> {self._linked(link)}</p>")
        parts += [f"<p>{escape(x)}</p>" for x in (self.aside, self.remark) if x]
        parts.append(more)
        if self.printed:
            parts.append(f"<p>Your code printed:</p><pre>{escape(self.printed)}</pre>")
        if self._again:
            parts.append(
                "<details><summary>The same cases again</summary><p>Each check draws "
                f"new numbers; <code>{escape(self._again)}</code> asks for these.</p>"
                "</details>"
            )
        return boxed("".join(parts), "passed" if self.passed else "failed")

    def _linked(self, link: Callable[[str], str]) -> str:
        """The page as a link, where it can be opened."""
        if not (address := link(self.page)):
            return escape(self.where)
        chapter = self.page.partition(".")[0].replace("_", " ")
        on = f"{chapter}, on this mistake" if "#" in self.page else chapter
        return (
            f"<a href='{escape(address)}' target='_blank' rel='noopener'>"
            f"the book on {on}</a>"
        )


def marked(text: str) -> str:
    """Words as HTML; what stands between backticks is code."""
    return re.sub("`+([^`]+)`+", r"<code>\1</code>", escape(text))


def boxed(html: str, state: str) -> str:
    """A block of HTML in the style of a verdict: passed, failed or open."""
    return f"{STYLE}<div class='lf-verdict lf-{state}'>{html}</div>"


# Border and symbol tell the verdict apart without colour; text keeps the theme's own.
STYLE = """<style>
.lf-verdict {border-left: 4px solid; border-radius: 3px; padding: .5em 1em;
  background: color-mix(in srgb, currentColor 4%, transparent)}
.lf-passed {border-color: #009e73}
.lf-failed {border-color: #d55e00; border-left-style: double; border-left-width: 6px}
.lf-open {border-color: currentColor; border-left-style: dotted}
.lf-verdict pre {white-space: pre-wrap; margin: .5em 0;
  word-break: normal; overflow-wrap: anywhere;
  background: none !important; color: inherit}
.lf-verdict p {margin: .3em 0}
.lf-verdict summary {cursor: pointer; width: fit-content; padding: .1em .6em;
  border: 1px solid; border-radius: 3px; margin: .3em 0}
.lf-verdict table {margin: .3em 0}
.lf-aspects {display: flex; flex-wrap: wrap; gap: .2em 1.5em; margin: .3em 0}
</style>"""
