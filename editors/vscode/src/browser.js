// The extension in a browser: instances of the module are workers.

import * as vscode from "vscode";
import { LanguageClient } from "vscode-languageclient/browser";
import { begin } from "./extension.js";

export async function activate(context) {
  const file = (name) => vscode.Uri.joinPath(context.extensionUri, "dist", name);
  const module = await WebAssembly.compile(await vscode.workspace.fs.readFile(file("sator.wasm")));
  const worker = () => {
    const started = new Worker(file("worker.js").toString(true));
    started.postMessage(module);
    return started;
  };
  return begin(context, {
    client: (_, options) => new LanguageClient("sator", "sator", options, worker()),
    start(_, hear, ended) {
      const started = worker();
      started.addEventListener("message", ({ data }) => hear(data));
      started.addEventListener("error", (event) => ended(event.message));
      return { send: (message) => started.postMessage(message), end: () => started.terminate() };
    },
  });
}
