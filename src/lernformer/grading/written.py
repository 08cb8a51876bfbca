"""Whether code does what is written there, and nothing else.

`source` reads what an answer names. That says all if code is *plain*: of modules it
uses those listed here, it looks nothing up by a name that it puts together, changes
nothing but what is its own, and defines nothing that Python calls unasked. A list of
what is plain, and not of what is dangerous: what is not on it may be harmless, but
nobody has to know.
"""

import ast
import builtins
import re

from lernformer import CHAPTERS
from lernformer.grading import source
from lernformer.grading.source import Bound

MODULES = re.compile(
    rf"lernformer\.({'|'.join(CHAPTERS)}|checks|figures|parts|whole|widgets)(\..*)?"
    r"|(abc|bisect|cmath|collections|copy|dataclasses|datetime|decimal|einops|enum"
    r"|fractions|functools|heapq|ipywidgets|itertools|math|matplotlib|numbers|numpy|operator"
    r"|pprint|random|re|statistics|textwrap|time|torch|tqdm|types|typing|warnings)\..*"
    r"|IPython\.display\..*|contextlib\.\w+|importlib\.util\.find_spec"
    r"|inspect\.(Parameter(\..*)?|getdoc|getsource|is\w+|signature)|json\.\w+"
    r"|os\.(cpu_count|environ|getenv|linesep|sep|path)(\..*)?"
    r"|string\.(ascii|digits|hex|oct|printable|punctuation)\w*"
    r"|sys\.(byteorder|executable|float_info|getsizeof|maxsize|path|platform"
    r"|setrecursionlimit|stderr|stdout|version|version_info)(\..*)?|timeit\.default_timer"
)
# Parts of these that run, load or share what stands elsewhere.
BUT = re.compile(
    r"\w+\.(.+\.)?(builtins|ctypes|gc|importlib|inspect|os|subprocess|sys|threading)"
    r"(\..*)?|typing\.(ForwardRef|get_type_hints)"
    r"|types\.(?!SimpleNamespace|MappingProxyType|NoneType|EllipsisType)\w+"
    r"|numpy\.(_\w+|core|ctypeslib|distutils|f2py|fromfile|lib|load|ma|memmap)(\..*)?"
    r"|torch\.(_\w+|compile|distributed|export|from_file|futures|load|multiprocessing"
    r"|serialization|utils\.(?!data|checkpoint)\w+)(\..*)?"
)
# Methods and arguments by which others call back, or share memory.
CALLING = re.compile(r"apply_|map2?_|\w*_hook|num_workers|share_memory_?")
LOOKING = {"delattr", "getattr", "setattr"}
NO_NAMES = {"breakpoint", "compile", "dir", "eval", "exec", "globals", "help"}
NO_NAMES |= {"input", "locals", "memoryview", "open", "vars"}
OPERATORS = """abs add and bool call complex contains delitem divmod enter eq exit float
    floordiv format ge getitem gt hash iadd iand imatmul imul index init int invert ior
    isub iter itruediv le len length_hint lshift lt matmul missing mod mul ne neg next
    or pos post_init pow radd rand repr reversed rmatmul rmul ror round rshift rsub
    rtruediv setitem str sub truediv xor"""
SPOKEN = {f"__{name}__" for name in OPERATORS.split()}  # names that say what is called
SPOKEN |= {"__all__", "__annotations__", "__debug__", "__doc__", "__file__"}
SPOKEN |= {"__name__", "__qualname__", "__slots__", "__version__"}
# What honest code may add something to.
OPEN = re.compile(r"(decimal|math|matplotlib|numpy|torch)(\..*)?")
SHELL = {"getoutput", "run_cell_magic", "run_line_magic", "system"}


def plain(node: ast.AST, bound: Bound) -> bool:
    """Whether a piece of code is plain, as far as it is looked at alone.

    Args:
        node: of a student's code.
        bound: what the notebook binds each name to.
    """
    if isinstance(node, ast.Import | ast.ImportFrom):
        return node.names[0].name != "*" or _is_plain(f"{node.module}.x")  # type: ignore[union-attr]
    told = {id(x.func) for x in ast.walk(node) if isinstance(x, ast.Call)}
    told |= {id(x.value) for x in ast.walk(node) if isinstance(x, ast.Attribute)}
    return all(map(_is_plain, source.uses(node, bound))) and not any(
        _strange(part, bound, id(part) in told) for part in ast.walk(node)
    )


def _is_plain(path: str) -> bool:
    return bool(MODULES.fullmatch(path)) and not BUT.fullmatch(path)


def _strange(part: ast.AST, bound: Bound, told: bool) -> bool:
    """Whether one part is not plain.

    Args:
        told: whether something is done with it: it is called, or has an attribute.
    """
    match part:
        case ast.Attribute(ast.Name("get_ipython") | ast.Call(ast.Name("get_ipython"))):
            return part.attr not in SHELL
        case ast.Attribute(value=base, attr=name):
            changed = isinstance(part.ctx, ast.Store | ast.Del)
            hidden = name.startswith("_") and not name.startswith("__")
            return (
                bool(CALLING.fullmatch(name))
                or (name.startswith("__") and name not in SPOKEN)
                or (hidden and not _is_self(base))
                or (changed and _is_closed(base, bound))
            )
        case ast.Subscript(value=base, ctx=ast.Store() | ast.Del()):
            return _is_closed(base, bound)
        case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name):
            return name.startswith("__") and name not in SPOKEN
        case ast.keyword(arg=str(name)):
            return bool(CALLING.fullmatch(name))
        case ast.Import() | ast.ImportFrom():
            end = ".x" if isinstance(part, ast.Import) else ""
            return not all(_is_plain(f"{path}{end}") for path in source.imports(part))
        case ast.Call(ast.Name(looking), [base, name, *_]) if looking in LOOKING:
            if source.written(name) is None:
                return not _is_self(base)
            return looking != "getattr" and _is_closed(base, bound)
        case ast.Call():
            return None in source.asked_for(part, bound)
        case ast.Name(id=name):
            if name in LOOKING or name == "get_ipython":
                return not told
            if name.startswith("__"):
                return name not in SPOKEN
            if bound.get(name):
                return False
            whole = bound.get("*", ())  # it may come from one of these
            known = hasattr(builtins, name) or all(map(_is_plain, map(str, whole)))
            return name in NO_NAMES or not known
    return False


def _is_self(base: ast.AST) -> bool:
    for _ in range(9):  # a longer path is nobody's
        if isinstance(base, ast.Attribute | ast.Subscript):
            base = base.value
    return isinstance(base, ast.Name) and base.id in ("self", "cls")


def _is_closed(base: ast.AST, bound: Bound) -> bool:
    """Whether it is somebody else's, and nothing that honest code adds anything to."""
    paths = [*source.uses(base, bound)]
    mine = paths and all(map(OPEN.fullmatch, paths))
    return source.is_foreign(base, bound) and not mine
