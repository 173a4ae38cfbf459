// Imports the client for Python with CPython for WebAssembly, and resolves all of its types. @ts-check
import { readFileSync } from 'node:fs';
import { loadPyodide } from 'pyodide';

const [wheel = ''] = process.argv.slice(2);
const python = await loadPyodide();
python.FS.writeFile('/client.whl', readFileSync(wheel));
const counted = python.runPython(`
import datetime, json, sys, typing
sys.path.insert(0, "/client.whl")
import workspace_automation as package

models = [one for one in vars(package.models).values() if typing.is_typeddict(one)]
methods = [one for name, one in vars(package.Client.__base__).items() if not name.startswith("_")]
for one in [*models, *methods]:
    typing.get_type_hints(one)
condition = {
    "status": {"in": ["lead", "customer"]},
    "doNotContact": {"eq": False},
    "createdAt": {"gte": datetime.date(2026, 1, 2)},
    "customFields": [{"key": "a[b]", "eq": "x"}],
    "or": [{"email": {"eq": "a@b.c"}}],
}
query = package._sender.query_pairs("filter", condition)
try:
    package._sender.query_pairs("filter", {"email": {"eq": None}})
except ValueError as error:
    missing = str(error)
json.dumps({"query": query, "missing": missing, "models": len(models), "methods": sorted(one.__name__ for one in methods)})
`);
process.stdout.write(`${counted}\n`);
