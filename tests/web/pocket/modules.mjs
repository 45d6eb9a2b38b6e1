// Imports every module of the program in Python for browsers; says how many there are.
import path from "node:path";
import { pathToFileURL } from "node:url";

const folder = path.resolve(process.argv[2]);
const { loadPyodide } = await import(pathToFileURL(path.join(folder, "pyodide.mjs")));
const python = await loadPyodide({ indexURL: folder + "/" });
python.FS.mkdirTree("/companion");
python.FS.mount(python.FS.filesystems.NODEFS, { root: path.join(folder, "program") }, "/companion");
console.log(python.runPython(`
import importlib, pkgutil, sys
sys.path.insert(0, "/companion")
import companion
names = [module.name for module in pkgutil.walk_packages(companion.__path__, "companion.")]
for name in names:
    importlib.import_module(name)
len(names)
`));
