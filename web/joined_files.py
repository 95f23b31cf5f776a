"""Bundles a page's scripts or style sheets into one file: on weak Wi-Fi every request is costly.

A file of only imports lists what a page needs. It works unbundled; when static files are collected, `bundle` replaces
it by its contents. Each module has its own scope, named by its path: `js_news_js.follow`. An imported list stays a
separate file, from which its modules are imported.
"""

import posixpath
import re
from collections.abc import Callable

# Maps a file name, such as "js/news.js", to its content.
Read = Callable[[str], str]

STYLE_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
# Only whole lines: within a line `//` may be part of a text, such as an address.
SCRIPT_COMMENT = re.compile(r"^[ \t]*//[^\n]*\n", re.MULTILINE)
COMMENT = re.compile(r"//[^\n]*\n|/\*.*?\*/", re.DOTALL)
LISTED = re.compile(r"""(?:import|@import) "(?P<path>\.{0,2}[\w./-]+)";""")
IMPORT = re.compile(r"""^import (?:\{(?P<names>[^}]*)\} from )?"(?P<path>\.{1,2}/[^"]+)";$""", re.MULTILINE)
EXPORT = re.compile(r"^export (?=(?:async function|function|class|const) (?P<name>\w+))", re.MULTILINE)
EXPORTS = re.compile(r"\bexport ?\{(?P<names>[^}]*)\};?\s*$")
NOT_UNDERSTOOD = re.compile(r"^(?:import|export)\b(?! ?\().*", re.MULTILINE)


class NotJoinable(ValueError):
    """A script uses an import or export syntax that is not supported here."""


def is_list(text: str) -> bool:
    """Whether a file consists only of imports."""
    said = COMMENT.sub("", text)
    return bool(said.strip()) and not LISTED.sub("", said).strip()


def needed(name: str, read: Read) -> list[str]:
    """Return all files a browser loads if `name` is not bundled: its imports, in order, and itself."""
    found: list[str] = []
    _visit(name, read, found, ())
    return found


def bundle(name: str, read: Read) -> str:
    """Return one file with everything that the list `name` needs, except nested lists, which it imports. Comments of
    style sheets, a tenth of their size, are stripped.
    """
    if name.endswith(".css"):
        return STYLE_COMMENT.sub("", "".join(read(part) for part in needed(name, read) if part != name))
    lists = [part for part in _imports(name, read) if is_list(read(part))]
    elsewhere = {part: one for one in lists for part in needed(one, read)}
    own = [part for part in needed(name, read) if part not in elsewhere and part != name]
    taken = {one: set[str]() for one in lists}
    for part in own:
        for imported in _imports(part, read):
            if imported in elsewhere:
                taken[elsewhere[imported]].add(_variable(imported))
    head = "".join(
        f'import {{ {", ".join(sorted(names))} }} from "{_path(one, seen_from=name)}";\n'
        if names
        else f'import "{_path(one, seen_from=name)}";\n'
        for one, names in taken.items()
    )
    return head + "".join(_scoped(part, read(part)) for part in own)


def _visit(name: str, read: Read, found: list[str], above: tuple[str, ...]) -> None:
    if name in above:
        raise NotJoinable(f"{name} imports itself, by way of {', '.join(above[above.index(name) + 1 :])}.")
    if name not in found:
        for part in _imports(name, read):
            _visit(part, read, found, (*above, name))
        found.append(name)


def _imports(name: str, read: Read) -> list[str]:
    text = read(name)
    if is_list(text):
        said = LISTED.finditer(COMMENT.sub("", text))
    elif name.endswith(".js"):
        said = IMPORT.finditer(text)
    else:
        return []
    return [_named(match["path"], seen_from=name) for match in said]


def _named(path: str, *, seen_from: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(seen_from), path))


def _path(name: str, *, seen_from: str) -> str:
    path = posixpath.relpath(name, posixpath.dirname(seen_from))
    return path if path.startswith(".") else f"./{path}"


def _variable(name: str) -> str:
    return re.sub(r"\W", "_", name)


def _scoped(name: str, text: str) -> str:
    """Return a module as a function that is called once and returns its exports."""
    exported = [match["name"] for match in EXPORT.finditer(text)]
    text = EXPORT.sub("", text)
    if more := EXPORTS.search(text):
        exported += [_renamed(one) for one in more["names"].split(",")]
        text = EXPORTS.sub("", text)

    def taken(match: re.Match[str]) -> str:
        if not match["names"]:
            return ""
        names = ", ".join(": ".join(one.strip().split(" as ")) for one in match["names"].split(","))
        return f"const {{ {names} }} = {_variable(_named(match['path'], seen_from=name))};"

    text = SCRIPT_COMMENT.sub("", IMPORT.sub(taken, text))
    if unknown := NOT_UNDERSTOOD.search(text):
        raise NotJoinable(
            f'{name} says {unknown[0]!r}. A script of a list imports by `import {{ a, b as c }} from "./other.js";`'
            " and exports functions, classes and constants where they are declared."
        )
    return (
        f"export const {_variable(name)} = (() => {{\n{text}\nreturn {{ {', '.join(exported)} }};\n}})();\n"
    )


def _renamed(exported: str) -> str:
    """`e as correction`, as a member of what is returned."""
    inside, _as, outside = exported.strip().partition(" as ")
    return f"{outside}: {inside}" if outside else inside
