// A worker with an instance of the module. The first message is the module, each other one a request.

import { instantiate } from "./sator.js";

let instance = null;
let why = "";

addEventListener("message", async ({ data }) => {
  if (data instanceof WebAssembly.Module) {
    instance = instantiate(data, (message) => postMessage(message), (words) => (why = words));
    return;
  }
  const { request } = await instance;
  try {
    request(data);
  } catch (error) {
    // A stack that is full is a RangeError, or an access outside of the memory.
    const deep = why === "" && (error instanceof RangeError || /out of bounds|call stack/.test(error.message));
    postMessage({ failed: deep ? "This is nested too deeply for a browser." : `sator failed: ${why || error.message}` });
  }
});
