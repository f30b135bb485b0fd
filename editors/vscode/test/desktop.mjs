// Activates the extension of the desktop with a stand-in for VS Code, which no registry has: the client starts its server, and
// a mistake of the text that is open is found. node editors/vscode/test/desktop.mjs EXTENSION [PROGRAM]; the program is that of the
// setting `sator.path`.

import Module, { createRequire } from "node:module";
import { resolve } from "node:path";

const require = createRequire(import.meta.url);
const [folder, program = ""] = process.argv.slice(2);
const extension = resolve(folder);

class Disposable {
  dispose() {}
  static from() {
    return new Disposable();
  }
}

class EventEmitter extends Disposable {
  event = () => new Disposable();
  fire() {}
}

const uri = (text) => ({ toString: () => text, fsPath: text, scheme: "file" });
const CancellationTokenSource = class extends Disposable {
  token = { isCancellationRequested: false, onCancellationRequested: () => new Disposable() };
};

let found;
const diagnostics = new Promise((done) => (found = done));
const text = "grid x 4x4 in 1..4\nr9c9 = 1\n";
const document = { languageId: "sator", uri: uri("file:///p.puz"), version: 1, isUntitled: true, getText: () => text };

/// Something that can be called, made, inherited from and asked for more of its kind.
const anything = () =>
  new Proxy(function () {}, {
    get: (_, name) => (name === "prototype" ? Disposable.prototype : name === "then" || typeof name === "symbol" ? undefined : anything()),
    construct: () => complete(new Disposable()),
    apply: () => new Disposable(),
  });

/// An object, with anything in place of what it lacks.
function complete(known) {
  const missing = (name) => (/^on[DW]/.test(name) ? () => new Disposable() : anything());
  return new Proxy(known, {
    get: (target, name) => (name in target || typeof name === "symbol" || name === "then" ? target[name] : missing(name)),
  });
}

const vscode = complete({
  version: "1.91.1",
  Disposable,
  EventEmitter,
  CancellationTokenSource,
  Uri: { parse: uri, file: uri, joinPath: (base, ...rest) => uri([base, ...rest].join("/")) },
  ViewColumn: {},
  commands: complete({}),
  env: complete({ language: "en", appName: "stand-in" }),
  languages: complete({
    match: () => 10,
    createDiagnosticCollection: () => complete({ set: (_, list) => found(list) }),
  }),
  window: complete({
    tabGroups: complete({ all: [] }),
    visibleTextEditors: [],
    activeTextEditor: undefined,
    showErrorMessage: async (message) => console.log(message),
    createOutputChannel: () => complete({ append: console.log, appendLine: console.log }),
  }),
  workspace: complete({
    isTrusted: true,
    workspaceFolders: undefined,
    textDocuments: [document],
    notebookDocuments: [],
    getConfiguration: () => ({ get: (name, otherwise) => (name === "path" ? program : otherwise) }),
    createFileSystemWatcher: () => complete({}),
  }),
});

const load = Module._load;
Module._load = function (request, ...rest) {
  return request === "vscode" ? vscode : load.call(this, request, ...rest);
};
const { activate } = require(resolve(extension, "dist/node.js"));
await activate({ subscriptions: [], asAbsolutePath: (path) => resolve(extension, path), extensionUri: uri(extension) });
const late = new Promise((_, reject) => setTimeout(() => reject(new Error("no mistake is found")), 20_000));
const list = await Promise.race([diagnostics, late]);
if (list.length !== 1) throw new Error(`${list.length} mistakes`);
console.log(`fine: the extension of the desktop finds a mistake${program && ` by ${program}`}`);
process.exit(0);
