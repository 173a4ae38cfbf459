// Imports the client for Python with CPython for WebAssembly, and resolves all of its types. @ts-check
import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [wheel = ''] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile('/client.whl', readFileSync(wheel));
const counted = python.runPython(`
import json, sys, typing
sys.path.insert(0, "/client.whl")
import workspace_automation as package

models = [one for one in vars(package.models).values() if typing.is_typeddict(one)]
methods = [one for name, one in vars(package.Client.__base__).items() if not name.startswith("_")]
for one in [*models, *methods]:
    typing.get_type_hints(one)
json.dumps({"models": len(models), "methods": sorted(one.__name__ for one in methods)})
`);
process.stdout.write(`${counted}\n`);
