// The files that a text names, read for the module.

import * as vscode from "vscode";

/// How the names of files that scripts read end.
export const NAMED = ["csv", "tsv", "json", "txt", "dat", "puz"];

const LARGEST = 16 << 20; // bytes
const NAMES = new RegExp(`"([^"\\\\\\n]+\\.(?:${NAMED.join("|")}))"`, "g");

/// The files in the folder of a text or below it that the text names, by name. A name that is no such file is left out, and the
/// text then gets its error.
export async function given(document) {
  const files = {};
  if (document.isUntitled) return files;
  for (const [, name] of document.getText().matchAll(NAMES)) {
    if (name in files || /^[/~]|^[a-z]:|(^|\/)\.\.(\/|$)/i.test(name)) continue;
    const file = vscode.Uri.joinPath(document.uri, "..", name);
    try {
      const { size } = await vscode.workspace.fs.stat(file);
      if (size <= LARGEST) files[name] = new TextDecoder("utf-8", { fatal: true }).decode(await vscode.workspace.fs.readFile(file));
    } catch {
      // It is not there, or no text.
    }
  }
  return files;
}
