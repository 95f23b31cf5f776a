"""Scripts and style sheets in one file."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from web.joined_files import NotJoinable, bundle, is_list, needed

pytestmark = pytest.mark.once("asks no database")

SCRIPTS = {
    "js/table.js": '// What a table runs.\nimport "./say.js";\nimport "./clock.js";\n',
    "js/hands.js": 'import "./table.js";\nimport "./hand.js";\n',
    "js/say.js": 'import { left as seconds, Late } from "./clock.js";\nconst it = "say";\n'
    "log(it, seconds(5), new Late().message);\n",
    "js/clock.js": 'import { none } from "../vendor/none.js";\nconst it = "clock";\nlog(it);\n'
    "export const left = (all) => all - 2 - none;\n"
    'export class Late extends Error {\n  message = "late";\n}\n',
    "vendor/none.js": "const n=0;export{n as none};\n",
    "js/hand.js": 'import { left } from "./clock.js";\nlog("hand", left(9));\n'
    'export async function tell() {\n  return import("./tiles.js");\n}\n',
    "js/tiles.js": "export const tiles = 136;\n",
}
PRELUDE = "globalThis.said = [];\nglobalThis.log = (...what) => said.push(what);\n"


def run(folder: Path, script: str) -> list[list[object]]:
    """What a script logs, as a browser would load it."""
    node = shutil.which("node")
    if node is None:
        pytest.skip("no Node.js on this machine")
    (folder / "package.json").write_text('{"type": "module"}')
    (folder / "before.js").write_text(PRELUDE)
    (folder / "run.js").write_text(
        f'import "./before.js";\nimport "./{script}";\nconsole.log(JSON.stringify(said));\n'
    )
    told = subprocess.run([node, folder / "run.js"], check=True, capture_output=True, text=True).stdout
    found: list[list[object]] = json.loads(told)
    return found


def written(folder: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize("script", ["js/table.js", "js/hands.js"])
def test_joined_scripts_do_what_they_do_apart(tmp_path: Path, script: str):
    """In the same order, each module once, with names of its own."""
    lists = {name: bundle(name, SCRIPTS.__getitem__) for name in ("js/table.js", "js/hands.js")}

    apart = run(written(tmp_path / "apart", SCRIPTS), script)
    together = run(written(tmp_path / "together", lists), script)

    assert together == apart
    assert apart[:2] == [["clock"], ["say", 3, "late"]]
    assert apart[2:] == ([["hand", 7]] if script == "js/hands.js" else [])


def test_what_another_list_has_is_taken_from_there():
    hands = bundle("js/hands.js", SCRIPTS.__getitem__)

    assert hands.startswith('import { js_clock_js } from "./table.js";\nexport const js_hand_js = ')
    assert "log(it)" not in hands
    assert 'import("./tiles.js")' in hands


def test_scripts_are_joined_without_their_comments():
    scripts = {
        "js/page.js": 'import "./say.js";\n',
        "js/say.js": '// Why.\nif (true) {\n  // And how.\n  log("https://example.org"); // here\n}\n',
    }

    page = bundle("js/page.js", scripts.__getitem__)

    assert page == (
        'export const js_say_js = (() => {\nif (true) {\n  log("https://example.org"); // here\n}\n\n'
        "return {  };\n})();\n"
    )


def test_a_list_is_what_only_imports():
    assert {name for name, text in SCRIPTS.items() if is_list(text)} == {"js/table.js", "js/hands.js"}
    assert needed("js/table.js", SCRIPTS.__getitem__) == [
        "vendor/none.js",
        "js/clock.js",
        "js/say.js",
        "js/table.js",
    ]


def test_style_sheets_follow_each_other_as_they_are_imported():
    sheets = {
        "css/house.css": '/* All. */\n@import "../vendor/pico.css";\n@import "./own.css";\n',
        "vendor/pico.css": "a { color: red }\n",
        "css/own.css": "a { color: green }\n",
    }

    assert bundle("css/house.css", sheets.__getitem__) == "a { color: red }\na { color: green }\n"


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ('import * as clock from "./clock.js";', "import * as clock"),
        ("export default 3;", "export default 3;"),
        ("export let late = 3;", "export let late"),
        ('export { left } from "./clock.js";', "export { left } from"),
    ],
)
def test_what_is_not_understood_is_refused_and_not_guessed(line: str, said: str):
    scripts = {**SCRIPTS, "js/say.js": f"{line}\n"}

    with pytest.raises(NotJoinable) as refusal:
        bundle("js/table.js", scripts.__getitem__)

    assert "js/say.js" in str(refusal.value)
    assert said in str(refusal.value)


def test_modules_that_need_each_other_are_refused():
    scripts = {**SCRIPTS, "js/clock.js": 'import { it } from "./say.js";\n'}

    with pytest.raises(NotJoinable, match="imports itself"):
        bundle("js/table.js", scripts.__getitem__)
