// The extension on a desktop: instances of the module are processes, or those of the program that the setting names.

import { fork, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { LanguageClient, TransportKind } from "vscode-languageclient/node";
import { begin } from "./extension.js";

const ENVIRONMENT = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };

/// Starts the program, which speaks in lines of JSON.
function program(path, hear, ended) {
  const child = spawn(path, ["--rpc"], { stdio: ["pipe", "pipe", "ignore"] });
  child.on("error", (error) => ended(`${path} does not start: ${error.message}`));
  child.on("exit", () => ended(`${path} has ended`));
  child.stdin.on("error", () => {}); // it has ended
  createInterface({ input: child.stdout }).on("line", (line) => hear(JSON.parse(line)));
  return { send: (message) => child.stdin.write(`${JSON.stringify(message)}\n`), end: () => child.kill() };
}

export function activate(context) {
  const module = context.asAbsolutePath("dist/process.js");
  return begin(context, {
    client(path, options) {
      const server = path ? { command: path, args: ["--lsp"] } : { module, transport: TransportKind.ipc };
      return new LanguageClient("sator", "sator", server, options);
    },
    start(path, hear, ended) {
      if (path) return program(path, hear, ended);
      const child = fork(module, [], { env: ENVIRONMENT, execArgv: [] });
      child.on("message", hear);
      child.on("error", (error) => ended(error.message));
      child.on("exit", () => ended("the process has ended"));
      return { send: (message) => child.connected && child.send(message), end: () => child.kill() };
    },
  });
}
