// Runs Pyodide's own Python, the only one whose byte code the phone's Python reads.
// node compile.mjs PYODIDE SCRIPT FOLDER: SCRIPT finds the zips of FOLDER in /zips, and rewrites them.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";

const [pyodide, script, folder] = process.argv.slice(2);
const { loadPyodide } = await import(`${pyodide}/pyodide.mjs`);
// Otherwise sets would be written in another order each time. Errors name their line, and no column.
const python = await loadPyodide({ env: { PYTHONHASHSEED: "0", PYTHONNODEBUGRANGES: "1" } });
python.FS.mkdir("/zips");
for (const name of readdirSync(folder)) python.FS.writeFile(`/zips/${name}`, readFileSync(`${folder}/${name}`));
python.runPython(readFileSync(script, "utf8"));
for (const name of readdirSync(folder)) writeFileSync(`${folder}/${name}`, python.FS.readFile(`/zips/${name}`));
