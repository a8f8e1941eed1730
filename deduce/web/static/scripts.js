// The addresses that may become scripts of their own: the cache of the page, and the worker that holds Python.

const NAMES = ["service-worker.js", "python-worker.js"];
const policy = window.trustedTypes?.createPolicy("page", {
  createScriptURL: (name) => {
    if (!NAMES.includes(name)) throw new TypeError(name);
    return name;
  },
});

export function script(name) {
  return policy ? policy.createScriptURL(name) : name;
}
