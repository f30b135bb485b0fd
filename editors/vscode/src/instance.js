// Requests to an instance of the module, or to `sator --rpc`. The protocol is that of `help rpc`.

/// A request that can't be answered; the message is for the user.
export class Refused extends Error {}

export class Instance {
  /// Requests that have no result yet, the oldest first.
  waiting = new Map();
  number = 0;
  running = null;

  /// `start` takes a handler of messages and one for the end, and returns `send` and `end`.
  constructor(start) {
    this.start = start;
  }

  request(method, params, event = () => {}) {
    const id = ++this.number;
    const message = { id, method, params };
    const result = new Promise((resolve, reject) => this.waiting.set(id, { message, resolve, reject, event }));
    if (this.running) this.running.send(message);
    else this.restart();
    return result;
  }

  restart() {
    const mine = this.start(
      (message) => this.running === mine && this.hear(message),
      (why) => this.running === mine && this.end(why),
    );
    this.running = mine;
    for (const { message } of this.waiting.values()) mine.send(message);
  }

  hear({ failed, id, event, data, result, error }) {
    if (failed) return this.end(failed);
    const asked = this.waiting.get(id);
    if (!asked) return;
    if (event) return asked.event(event, data);
    this.waiting.delete(id);
    if (error) asked.reject(new Refused(error.message));
    else asked.resolve(result);
  }

  /// Ends the instance with its oldest request; the others go to a new one.
  end(why) {
    this.running?.end();
    this.running = null;
    const [id, asked] = this.waiting.entries().next().value ?? [];
    this.waiting.delete(id);
    if (this.waiting.size > 0) this.restart();
    asked?.reject(new Refused(why));
  }

  dispose() {
    this.running?.end();
    this.running = null;
    this.waiting.clear();
  }
}
