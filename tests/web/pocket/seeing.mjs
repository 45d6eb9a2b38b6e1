// Reads a photo (raw red, green, blue, alpha) in Python for browsers, with a browser's eyes; tells its squares.
import { readFile } from "node:fs/promises";
import path from "node:path";
import { pathToFileURL } from "node:url";

const [folder, photo, width, height] = process.argv.slice(2);
const module = (name) => import(pathToFileURL(path.join(path.resolve(folder), name)).href);
const [{ loadPyodide }, { Eyes }, { default: make }] = await Promise.all(["pyodide.mjs", "eyes.mjs", "opencv.mjs"].map(module));
const python = await loadPyodide({ indexURL: path.resolve(folder) + "/" }), eyes = new Eyes(await make());
python.FS.mkdirTree("/companion");
python.FS.mount(python.FS.filesystems.NODEFS, { root: path.join(folder, "program") }, "/companion");
const see = python.runPython(`
import json, sys
sys.path.insert(0, "/companion")
from companion.vision.honshu.map_reading import build_browser_eyes, read_map_photo

def see(ask, photo):
    squares = read_map_photo(photo, eyes=build_browser_eyes(ask)).squares
    return json.dumps([[each.row, each.column, each.card, each.square, each.doubt, each.cube] for each in squares])

see
`);
const number = eyes.take({ width: Number(width), height: Number(height), data: await readFile(photo) });
console.log(see((text) => eyes.ask(text), number));
