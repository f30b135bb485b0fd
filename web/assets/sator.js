// The WebAssembly module: requests go in as JSON, messages come out as JSON. In a worker of the page, and in node.

/// Makes an instance of the module. `tell` takes the text of each message, `panic` the reason why the instance ended.
export async function instantiate(module, tell, panic) {
  const decoder = new TextDecoder();
  const encoder = new TextEncoder();
  let memory = null;
  const text = (address, length) => decoder.decode(new Uint8Array(memory.buffer, address, length));
  const env = {
    sator_now: () => performance.timeOrigin + performance.now(),
    sator_tell: (address, length) => tell(text(address, length)),
    sator_panic: (address, length) => panic(text(address, length)),
  };
  const { exports } = await WebAssembly.instantiate(module, { env });
  memory = exports.memory;
  return {
    /// Answers a request. An instance that throws can't be used any more.
    request(message) {
      const bytes = encoder.encode(message);
      const address = exports.sator_buffer(bytes.length);
      new Uint8Array(memory.buffer, address, bytes.length).set(bytes);
      exports.sator_request();
    },
    /// Bytes of memory in use and free.
    memory: () => memory.buffer.byteLength,
  };
}
