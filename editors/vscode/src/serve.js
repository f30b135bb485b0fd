// An instance of the module, which answers messages: those of an editor by its language server, others by its service.

import { instantiate } from "../../../web/assets/sator.js";

/// Returns what answers a message. `post` takes each message of the instance. `fail` takes a sentence when the instance has
/// ended: it can't be used any more.
export function serve(module, post, fail) {
  let why = "";
  const instance = module.then((compiled) => instantiate(compiled, (text) => post(JSON.parse(text)), (words) => (why = words)));
  return async (message) => {
    try {
      (await instance).request(JSON.stringify(message));
    } catch (error) {
      // A stack that is full is a RangeError, or an access outside of the memory.
      const deep = why === "" && (error instanceof RangeError || /out of bounds|call stack/.test(error.message));
      fail(deep ? "This is nested too deeply." : `sator failed: ${why || error.message}`);
    }
  };
}
