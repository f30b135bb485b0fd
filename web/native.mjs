// The module in node.

import { readFileSync } from "node:fs";
import { instantiate } from "./assets/sator.js";

/// Starts an instance. `ask` returns the last message of a request, and calls `event` with each event before it.
export async function start(file) {
  const module = await WebAssembly.compile(readFileSync(file));
  let hear = () => {};
  let why = "";
  const instance = await instantiate(module, (text) => hear(JSON.parse(text)), (words) => (why = words));
  const ask = async (method, params, event = () => {}) => {
    let last = null;
    hear = (message) => (message.event ? event(message.event, message.data) : (last = message));
    try {
      instance.request(JSON.stringify({ id: 1, method, params }));
    } catch (error) {
      throw new Error(why || error.message, { cause: error });
    }
    return last;
  };
  return { ask, memory: instance.memory };
}
