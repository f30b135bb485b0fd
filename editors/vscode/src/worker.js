// A worker with an instance of the module, for browsers. The first message is the module.

import { serve } from "./serve.js";

let compiled = null;
const answer = serve(new Promise((resolve) => (compiled = resolve)), (message) => postMessage(message), (failed) => postMessage({ failed }));

addEventListener("message", ({ data }) => (data instanceof WebAssembly.Module ? compiled(data) : answer(data)));
