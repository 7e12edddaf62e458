// node pyodide.mjs NODE_MODULES PROGRAM WHEEL...: run a Python program in Pyodide, with these wheels.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [modules, program, ...wheels] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${modules}/pyodide/pyodide.mjs`));
const pyodide = await loadPyodide();
const folder = pyodide.runPython("import site; site.getsitepackages()[0]");
for (const wheel of wheels) {
  pyodide.unpackArchive(new Uint8Array(readFileSync(wheel)), "wheel", { extractDir: folder });
}
try {
  pyodide.runPython(readFileSync(program, "utf8"));
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
