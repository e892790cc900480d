"""A page's modules in one file do what they do one by one, and lead back to themselves line by line."""

import gzip
import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest
from fastapi import FastAPI
from fastapi.testclient import TestClient

from mahjong_club import resources
from mahjong_club.web.joining import Unjoinable, join, modules_of, source_map
from mahjong_club.web.made import ENTRIES, WORDS
from mahjong_club.web.static import FOR_GOOD, REVALIDATE, Static

#: Every form that is known. Each module tells when it runs; two have a name of their own for different things.
MODULES = {
    "pages/main.js": """import { first, Kept as Held,
  later } from '../a.js';
import '../aside.js';
import { where } from "../deep/b.js";
const tell = 'main';
console.log(tell, first, new Held().of(), later(), where, import.meta.url.endsWith('/pages/main.js'), typeof this);
await_nothing();
function await_nothing() {}
""",
    "a.js": """import { shared } from './deep/b.js';
const tell = 'a';
console.log(tell);
export const first = shared + 1;
export class Kept {
  of = () => shared;
}
/** @returns {import('./deep/b.js').Shape} */
export function later() {
  return hoisted;
}
const hoisted = tell;
""",
    "aside.js": "console.log('aside');\nexport {};\n",
    "deep/b.js": """const tell = 'b';
console.log(tell);
export const shared = 1;
export const where = new URL('../art/', import.meta.url).pathname.split('/').slice(-3).join('/');
export async function unused() {}
""",
}
FORBIDDEN = (
    "export default 1;",
    "export let changing = 1;",
    "export { a } from './a.js';",
    "export * from './a.js';",
    "import * as all from './a.js';",
    "import a from './a.js';",
    "const late = await import('./a.js');",
)


def written(folder: Path, modules: dict[str, str]) -> Path:
    for path, text in modules.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")
    return folder


def test_joined_modules_do_what_they_do_one_by_one(tmp_path: Path) -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is missing")
    folder = written(tmp_path / "apart", MODULES)
    (folder / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    apart = subprocess.run([node, "pages/main.js"], cwd=folder, capture_output=True, text=True, check=True).stdout
    assert apart.splitlines()[0] == "b" and apart.splitlines()[-1].startswith("main 2 1 a apart/art/ true")
    joined = written(tmp_path / "joined", {"pages/main.js": join(folder, "pages/main.js").text})
    (joined / "package.json").write_text('{"type": "module"}', encoding="utf-8")
    together = subprocess.run([node, "pages/main.js"], cwd=joined, capture_output=True, text=True, check=True).stdout
    assert together == apart.replace("apart/art/", "joined/art/")


def test_what_is_imported_runs_first(tmp_path: Path) -> None:
    assert list(modules_of(written(tmp_path, MODULES), "pages/main.js")) == ["deep/b.js", "a.js", "aside.js", "pages/main.js"]


@pytest.mark.parametrize("form", FORBIDDEN)
def test_a_form_that_is_not_known_is_refused(form: str, tmp_path: Path) -> None:
    written(tmp_path, {"main.js": f"{form}\n", "a.js": "export const a = 1;\n"})
    with pytest.raises(Unjoinable, match=re.escape("main.js")):
        join(tmp_path, "main.js")


def test_a_circle_is_refused(tmp_path: Path) -> None:
    written(tmp_path, {"a.js": "import { b } from './b.js';\n", "b.js": "import { a } from './a.js';\n"})
    with pytest.raises(Unjoinable, match=r"a\.js → b\.js → a\.js"):
        join(tmp_path, "a.js")


@pytest.mark.parametrize("entry", ENTRIES)
def test_every_line_of_a_page_leads_to_its_module(entry: str) -> None:
    folder = resources.static_dir()
    joined = join(folder, entry)
    lines = joined.text.splitlines()
    sections = json.loads(source_map(joined, entry))["sections"]
    assert [path for _, path in joined.begins] == list(modules_of(folder, entry))
    for (begin, path), section in zip(joined.begins, sections, strict=True):
        source = (folder / path).read_text(encoding="utf-8").splitlines()
        assert section["offset"] == {"line": begin, "column": 0}
        assert ((folder / entry).parent / section["map"]["sources"][0]).resolve() == (folder / path).resolve()
        assert section["map"]["mappings"] == "AAAA" + ";AACA" * (len(source) - 1)
        for own, there in zip(source, lines[begin:], strict=False):
            if own != there and "import.meta.url" not in own:
                assert re.match(r"import\b|export\b|  \w.*|\} from ", own), f"{path}: {own}"
                assert own.startswith("import") or there == own.replace("export ", " " * 7, 1)


@pytest.mark.parametrize("path", [*(entry.replace(".js", ".joined.js") for entry in ENTRIES), f"i18n/ja/{WORDS[0]}.json"])
def test_made_files_are_served_like_others(path: str) -> None:
    app = FastAPI()
    static = Static(resources.static_dir())
    app.mount("/static", static)
    client = TestClient(app)
    plain = client.get(f"/static/{path}", headers={"accept-encoding": "identity"})
    with client.stream("GET", static.address(path), headers={"accept-encoding": "gzip"}) as packed:
        raw = b"".join(packed.iter_raw())
    assert gzip.decompress(raw) == plain.content
    assert plain.headers["vary"] == packed.headers["vary"] == "accept-encoding"
    assert (plain.headers["cache-control"], packed.headers["cache-control"]) == (REVALIDATE, FOR_GOOD)
    assert client.get(f"/static/v-000000000000/{path}").headers["cache-control"] == REVALIDATE
    for answer, encoding in ((plain, "identity"), (packed, "gzip")):
        asked = {"accept-encoding": encoding, "if-none-match": answer.headers["etag"]}
        again = client.get(f"/static/{path}", headers=asked)
        assert (again.status_code, again.content) == (304, b"")


def test_words_come_together_as_they_are_apart() -> None:
    app = FastAPI()
    app.mount("/static", Static(resources.static_dir()))
    client = TestClient(app)
    for names in WORDS:
        together = client.get(f"/static/i18n/zh-Hant/{names}.json").json()
        assert together == {name: client.get(f"/static/i18n/zh-Hant/{name}.json").json() for name in names.split(",")}
    assert client.get("/static/i18n/zh-Hant/table,lobby.json").status_code == 404
    assert client.get("/static/js/pages/keys.joined.js").status_code == 404
