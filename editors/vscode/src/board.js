// The board beside a text: a picture that follows the text, and the answers. It is drawn by `board/main.js` in a webview, which
// sends what the user does.

import * as vscode from "vscode";
import { given } from "./files.js";
import { Instance, Refused } from "./instance.js";

const PAUSE = 60; // milliseconds without a key until the picture is drawn again

export class Board {
  panel = null;
  document = null;
  timer = null;

  /// One instance reads what is typed while the other one answers. `start` starts an instance.
  constructor(context, start) {
    this.context = context;
    [this.reader, this.answerer] = [new Instance(start), new Instance(start)];
  }

  open(document) {
    this.panel ??= this.create();
    this.panel.reveal(undefined, true);
    this.follow(document);
  }

  create() {
    const folder = vscode.Uri.joinPath(this.context.extensionUri, "dist");
    const beside = { viewColumn: vscode.ViewColumn.Beside, preserveFocus: true };
    const options = { enableScripts: true, retainContextWhenHidden: true, localResourceRoots: [folder] };
    const panel = vscode.window.createWebviewPanel("sator.board", "Board", beside, options);
    const file = (name) => panel.webview.asWebviewUri(vscode.Uri.joinPath(folder, name));
    this.ready = new Promise((resolve) => (this.isReady = resolve));
    panel.webview.onDidReceiveMessage((message) => this.receive(message));
    panel.onDidDispose(() => {
      this.panel = null;
      this.stop();
    });
    panel.webview.html = page(panel.webview.cspSource, file("board.css"), file("board.js"));
    return panel;
  }

  async post(message) {
    await this.ready;
    await this.panel?.webview.postMessage(message);
  }

  /// Shows the puzzle of another text.
  follow(document) {
    if (!this.panel) return;
    this.document = document;
    this.look();
  }

  changed(document) {
    if (!this.panel || document !== this.document) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE);
  }

  async look() {
    if (!this.panel || !this.document) return;
    const { document } = this;
    const version = document.version;
    try {
      const { picture, title } = await this.reader.request("look", await this.text());
      if (document !== this.document || document.version !== version || picture === undefined) return;
      if (this.panel) this.panel.title = title ? `Board: ${title}` : "Board";
      await this.post({ kind: "picture", picture });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.post({ kind: "ended", message: error.message });
    }
  }

  /// The parameters of every request.
  async text() {
    return { text: this.document.getText(), files: await given(this.document) };
  }

  async receive({ kind, ...message }) {
    if (kind === "ready") this.isReady();
    else if (kind === "ask") await this.ask(message.question);
    else if (kind === "stop") this.stop();
    else if (kind === "cell") await this.cell(message);
    else if (kind === "append") await this.write((text) => text + (text === "" || text.endsWith("\n") ? "" : "\n") + message.lines);
    else if (kind === "remove") await this.write((text) => without(text, message.lines));
  }

  /// Answers a question, or all of the script.
  async ask(question) {
    const { document } = this;
    const event = (kind, data) => {
      if (kind === "script") this.write((text) => edited(text, data), document);
      else this.post({ kind: "event", event: kind, data });
    };
    try {
      await this.answerer.request("ask", { ...(await this.text()), question }, event);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.post({ kind: "ended", message: error.message });
    }
  }

  stop() {
    if (this.answerer.waiting.size > 0) this.answerer.end("stopped");
  }

  /// Writes a value into a cell.
  async cell({ id, cell, typed, guess }) {
    const before = this.document.getText();
    try {
      const { text } = await this.reader.request("cell", { ...(await this.text()), cell, typed, guess });
      await this.write((now) => (now === before ? text : now));
      await this.post({ kind: "typed", id, words: typed === null ? `${cell}: nothing` : `${cell}: ${typed}`, fine: true });
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      await this.post({ kind: "typed", id, words: error.message, fine: false });
    }
  }

  /// Changes the text, in the part that differs.
  async write(change, document = this.document) {
    const before = document.getText();
    const after = change(before);
    if (after === before) return;
    const shorter = Math.min(before.length, after.length);
    let start = 0;
    while (start < shorter && before[start] === after[start]) start += 1;
    let end = 0;
    while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
    const range = new vscode.Range(document.positionAt(start), document.positionAt(before.length - end));
    const edit = new vscode.WorkspaceEdit();
    edit.replace(document.uri, range, after.slice(start, after.length - end));
    await vscode.workspace.applyEdit(edit);
  }

  dispose() {
    this.panel?.dispose();
    this.reader.dispose();
    this.answerer.dispose();
  }
}

/// The text with statements that a question adds.
function edited(text, { from, instead, lines }) {
  const at = instead === null ? -1 : text.startsWith(instead, from ?? 0) ? (from ?? 0) : text.indexOf(instead);
  if (at >= 0) return text.slice(0, at) + lines + text.slice(at + instead.length);
  return lines ? `${text}${text === "" || text.endsWith("\n") ? "" : "\n"}${lines}\n` : text;
}

function without(text, lines) {
  const at = text.lastIndexOf(lines);
  return at < 0 ? text : text.slice(0, at) + text.slice(at + lines.length);
}

const page = (source, style, script) => `<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src ${source}; script-src ${source}; img-src data:">
<link rel="stylesheet" href="${style}">
</head>
<body>
<div id="board" tabindex="0" role="application"
  aria-label="The puzzle: arrows choose a cell, a value typed becomes a given, Delete takes it away"></div>
<p id="cell" role="status" aria-live="polite"></p>
<label class="switch"><input type="checkbox" id="guess"> what I type is my own guess</label>
<div id="buttons"></div>
<form id="form">
  <input id="question" aria-label="A question or a condition" placeholder="why r1c1 = 5" autocomplete="off" spellcheck="false">
  <button>Ask</button>
</form>
<p id="progress" hidden><span role="status" id="elapsed"></span> <button id="stop">Stop</button></p>
<section id="answers" aria-label="Answers" aria-live="polite"></section>
<script src="${script}"></script>
</body>
</html>`;
