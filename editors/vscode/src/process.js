// A process with an instance of the module, for the desktop. Messages come from the process that forked it.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { serve } from "./serve.js";

const answer = serve(
  WebAssembly.compile(readFileSync(join(__dirname, "sator.wasm"))),
  (message) => process.send(message),
  (failed) => process.send({ failed }, () => process.exit(1)),
);

process.on("message", (message) => (message.method === "exit" ? process.exit() : answer(message)));
process.on("disconnect", () => process.exit());
