"""The verdict on an answer, as text and as HTML."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from html import escape

from lernformer import project_urls
from lernformer.checks.wrapping import wrapped
from lernformer.mistakes.mistake import parted

DECLINED = "(optional: your code doesn't handle this)"
SIGNS = {True: "✓", False: "✗", None: "○"}
# what must stay as it is if a browser translates the page: code, formulas, German
KEPT = re.compile(
    r"<(?=(?:pre|code|math)[\s>]|span [^>]*class=\"katex[ \"]|\w[^>]*\slang=[\"']?de\b)"
    r"(\w+)(?![^>]*\stranslate=)"
)
# starts on a new line, so that students can compare it with the line above
BEFORE = re.compile(r"(?<=,) (?=expected |got )| (?=it should |instead of )")


@dataclass(frozen=True, repr=False)
class Verdict:
    """What a check found.

    Attributes:
        task: the task's id.
        aspects: each aspect of the task and whether the answer has it; ``None`` if
            that wasn't judged, because the essential aspect is wrong or because the
            answer doesn't take an optional case.
        score: in [0, 1].
        seed: with this seed, ``check(task, answer, seed=…)`` repeats the same cases;
            ``None`` if the student must not see it.
        aspect: the first aspect that is wrong.
        symptom: what is wrong, in the smallest case that shows it.
        mistake: the id of the recognised misconception, or ``None``.
        cause: what the student probably did.
        printed: what the answer printed while it was being checked.
        blocked_by: the student's own answers to earlier tasks that make this answer
            do worse, so the reference's answers have replaced them.
        not_run: whether those earlier answers don't exist at all, as after a restart.
        remark: why a right answer doesn't earn all the points.
        others: other aspects that are wrong for a different reason, and what is wrong.
        waits: aspects that can't be judged until the first wrong one is right.
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
    blocked_by: tuple[str, ...] = ()
    not_run: bool = False
    remark: str = ""
    others: dict[str, str] = field(default_factory=dict)
    waits: tuple[str, ...] = ()

    @property
    def passed(self) -> bool:
        """True if nothing is wrong with the answer itself."""
        return False not in self.aspects.values()

    @property
    def works(self) -> bool:
        """True if the answer and everything it calls are right, so it can be used."""
        return self.passed and not self.blocked_by

    @property
    def name(self) -> str:
        """The name of the function or class to write."""
        return self.task.split(".", 1)[1]

    @property
    def message(self) -> str:
        """Symptom, likely cause and where to look; one line if the answer is right.

        The message doesn't say what to write instead. ``hint`` does, but only after a
        second try.
        """
        if self.passed:
            return self.aside or self.remark or f"{self.name} is right."
        wrong = {self.aspect: self.symptom, **self.others}
        lines = [f"{aspect}: {symptom}" for aspect, symptom in wrong.items()]
        if self.cause:
            lines.append(f"Likely cause: {parted(self.cause)[0]}")
        lines.append(f"Where to look: {self.where}")
        lines += [self.aside] if self.aside else []
        return "\n".join(lines)

    @property
    def aside(self) -> str:
        """How the student's own answers to earlier tasks affect this one."""
        if not self.blocked_by:
            return ""
        earlier = " and ".join(self.blocked_by)
        if self.not_run:
            found = "itself is right" if self.passed else "was checked"
            return (
                f"{self.name} {found} with the course's {earlier}, because yours isn't "
                "defined: run the cells above (after a restart: Run All Above)."
            )
        if self.passed:
            return (
                f"{self.name} itself is right, but not yet with your own {earlier}: "
                "fix that first."
            )
        return (
            f"This check used the course's {earlier} instead of yours: fix yours, too."
        )

    def _signed(self) -> Iterator[tuple[str, bool | None]]:
        """Yield each aspect and its result. Declined aspects are marked as optional."""
        for aspect, ok in self.aspects.items():
            declined = ok is None and self.passed
            yield aspect + (f" {DECLINED}" if declined else ""), ok

    @property
    def page(self) -> str:
        """The page of the book to look at, and the place on that page."""
        slug = self.task.split(".", 1)[0]
        page = f"{slug}.html"
        if self.mistake and self.cause:
            page = f"mistakes.html#{slug}-{self.mistake}".replace("_", "-")
        return page

    @property
    def where(self) -> str:
        page = project_urls.page(self.page) or f"{self.page} in the book"
        return f'hint("{self.task}"), and {page}'

    @property
    def _waiting(self) -> str:
        """Why some aspects weren't judged."""
        if not self.waits or self.mistake == "unfinished":
            return ""
        return f"{SIGNS[None]} not judged while “{self.aspect}” is wrong"

    def __str__(self) -> str:
        sign, word = ("✓", "passed") if self.passed else ("✗", "not yet")
        lines = [f"{sign} {self.task}: {word}, {self.score:.0%}"]
        if self.passed:
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
        """The call that repeats the check; empty if there is nothing to repeat."""
        if self.passed or self.seed is None or self.mistake == "unfinished":
            return ""
        return f'check("{self.task}", {self.name}, seed={self.seed})'

    def _repr_html_(self) -> str:
        return self.as_html()

    def as_html(
        self,
        link: Callable[[str], str] = project_urls.page,
        more: str = "",
        early: bool = False,
    ) -> str:
        """Return the verdict as a notebook shows it.

        Args:
            link: a function that returns the address of a page, or an empty string.
            more: HTML to put after the cause, such as hints.
            early: whether it is too early to say what to write, as after a first try.
        """
        sign, word = ("✓", "passed") if self.passed else ("✗", "not yet")
        parts = [
            f"<strong>{sign} {escape(self.name)}: {word}</strong> · {self.score:.0%}"
        ]
        if self.passed:
            parts.append(self._aspects)
        else:
            first, *later = self._wrong
            parts.append(first)
            what, instead = parted(self.cause)
            if what:
                parts.append(f"<p><em>Likely cause:</em> {marked(what)}</p>")
            parts.append(f"<p><em>Where to look:</em> {self._linked(link)}</p>")
            parts.append("" if early else behind(instead))
        parts += [f"<p>{escape(x)}</p>" for x in (self.aside, self.remark) if x]
        parts.append(more)
        if self.printed:
            parts.append(f"<p>Your code printed:</p><pre>{escape(self.printed)}</pre>")
        if not self.passed:
            parts.append(self._checked("".join(later)))
        return boxed("".join(parts), "passed" if self.passed else "failed")

    @property
    def _aspects(self) -> str:
        """The aspects as HTML, each with a symbol for its result."""
        items = "".join(
            f"<span role='listitem'>{SIGNS[ok]} {escape(aspect)}</span>"
            for aspect, ok in self._signed()
        )
        return f"<div role='list' class='lf-aspects'>{items}</div>"

    @property
    def _wrong(self) -> list[str]:
        """What is wrong, as HTML, with what would be right on a line of its own."""
        wrong = {self.aspect: self.symptom, **self.others}
        rows = (f"{aspect}: {symptom}" for aspect, symptom in wrong.items())
        return [
            f'<pre translate="yes">{BEFORE.sub(chr(10), escape(x))}</pre>' for x in rows
        ]

    def _checked(self, more: str) -> str:
        """Return what was checked and how to repeat the check, behind a button.

        Args:
            more: anything else that is wrong, as HTML.
        """
        right = sum(ok is True for ok in self.aspects.values())
        crossed = sum(ok is False for ok in self.aspects.values())
        summary = f"What was checked: {right} right, {crossed} wrong"
        inside = [self._aspects, more]
        if self._waiting:
            inside.append(f"<p><small>{escape(self._waiting)}</small></p>")
        if self._again:
            inside.append(
                "<p>Each check draws new numbers. To see the same ones again: "
                f"<code>{escape(self._again)}</code></p>"
            )
        return f"<details><summary>{summary}</summary>{''.join(inside)}</details>"

    def _linked(self, link: Callable[[str], str]) -> str:
        """Return a link to the page, if the student can open it."""
        if not (address := link(self.page)):
            return escape(self.where)
        chapter = self.task.partition(".")[0].replace("_", " ")
        on = f"{chapter}, on this mistake" if "#" in self.page else chapter
        return (
            f"<a href='{escape(address)}' target='_blank' rel='noopener'>"
            f"the book on {on}</a>"
        )


def behind(instead: str) -> str:
    """Return what to write instead as HTML, behind a button."""
    if not instead:
        return ""
    return (
        "<details><summary>What to write instead</summary>"
        f"<p>{marked(instead)}</p></details>"
    )


def marked(text: str) -> str:
    """Return text as HTML, with anything between backticks as code."""
    return re.sub("`+([^`]+)`+", r"<code>\1</code>", escape(text))


def boxed(html: str, state: str) -> str:
    """Return a block of HTML in the style of a verdict: passed, failed or open."""
    return f"{STYLE}<div class='lf-verdict lf-{state}'>{untranslated(html)}</div>"


def untranslated(html: str) -> str:
    """Mark code and formulas in HTML so that browsers don't translate them."""
    return KEPT.sub(r'<\1 translate="no"', html)


# The border and symbol show the verdict without colour; text keeps the theme's colour.
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
.lf-verdict :is(td, th) {text-align: left !important}
/* The box says it all: the exception that follows, on red, is for the graders. */
.jp-OutputArea-child:has(.lf-failed, .lf-open) +
  .jp-OutputArea-child:has([data-mime-type$=".error"], [data-mime-type$=".stderr"]) {
  display: none}
.lf-aspects {display: flex; flex-wrap: wrap; gap: .2em 1.5em; margin: .3em 0}
</style>"""
