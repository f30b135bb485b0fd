// The extension: a language server for each text, and the board. `platform` is what differs between a desktop and a
// browser: `client` makes the client of a language server, `start` an instance that answers requests. Both take the path of a
// program, which is empty for the module of the extension.

import * as vscode from "vscode";
import { Board } from "./board.js";
import { given, NAMED } from "./files.js";

const isScript = (document) => document?.languageId === "sator";

/// The program that the user names. A folder that is not trusted can't name one.
const program = () => (vscode.workspace.isTrusted ? vscode.workspace.getConfiguration("sator").get("path", "").trim() : "");

export async function begin(context, platform) {
  const client = platform.client(program(), { documentSelector: [{ language: "sator" }] });
  const board = new Board(context, (hear, ended) => platform.start(program(), hear, ended));

  // The module can't read files: it is given those that a text names.
  const known = new Map();
  const give = async (document) => {
    if (!isScript(document)) return;
    const uri = document.uri.toString();
    const files = await given(document);
    const names = JSON.stringify(files);
    if ((known.get(uri) ?? "{}") === names) return;
    known.set(uri, names);
    await client.sendNotification("sator/files", { textDocument: { uri }, files });
  };
  const giveAll = () => vscode.workspace.textDocuments.forEach(give);
  const watcher = vscode.workspace.createFileSystemWatcher(`**/*.{${NAMED.join(",")}}`);
  const changed = () => (giveAll(), board.look());
  for (const event of [watcher.onDidChange, watcher.onDidCreate, watcher.onDidDelete]) event(changed, null, context.subscriptions);

  const active = () => vscode.window.activeTextEditor?.document;
  const ask = async (question) => {
    if (!isScript(active())) return;
    const asked = question ?? (await vscode.window.showInputBox({ prompt: "A question, or nothing for all of the script", placeHolder: "unique" }));
    if (asked === undefined) return;
    board.open(active());
    board.ask(asked.trim() || null);
  };
  context.subscriptions.push(
    client,
    board,
    watcher,
    vscode.commands.registerCommand("sator.openBoard", () => isScript(active()) && board.open(active())),
    vscode.commands.registerCommand("sator.ask", ask),
    vscode.commands.registerCommand("sator.stop", () => board.stop()),
    vscode.workspace.onDidOpenTextDocument(give),
    vscode.workspace.onDidCloseTextDocument((document) => known.delete(document.uri.toString())),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      give(document);
      board.changed(document);
    }),
    vscode.window.onDidChangeActiveTextEditor((editor) => isScript(editor?.document) && board.follow(editor.document)),
  );
  await client.start();
  giveAll();
}
