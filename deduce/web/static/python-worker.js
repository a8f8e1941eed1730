// A worker that holds Python: loads Pyodide and the library as `site.json` says, then answers one question after another.

let reply = null;

async function load() {
  const site = await (await fetch("site.json")).json();
  const base = new URL(site.pyodide, self.location.href).href;
  const { loadPyodide } = await import(new URL("pyodide.mjs", base).href);
  const python = await loadPyodide({ indexURL: base });
  await python.loadPackage([...site.packages, ...site.wheels.map((wheel) => new URL(wheel, self.location.href).href)]);
  const library = await (await fetch(site.library)).arrayBuffer();
  python.unpackArchive(library, "zip", { extractDir: "/library" });
  reply = python.runPython("import sys; sys.path.insert(0, '/library'); from deduce.web.local import reply; reply");
}

self.onmessage = ({ data }) => {
  self.postMessage({ answer: reply(data.request, data.key) });
};

load().then(() => self.postMessage({ ready: true }), (error) => self.postMessage({ failed: String(error?.message ?? error) }));
