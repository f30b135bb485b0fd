// Runs in VS Code's host of extensions: the language server and the commands.

const vscode = require("vscode");

const pause = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/// The result of an action once it is fine.
async function eventually(what, does, fine) {
  let last;
  for (let tries = 0; tries < 600; tries++) {
    last = await does();
    if (fine(last)) return last;
    await pause(100);
  }
  throw new Error(`${what}: ${JSON.stringify(last)}`);
}

function check(what, fine, seen) {
  if (!fine) throw new Error(`${what}: ${JSON.stringify(seen)}`);
  console.log(`fine: ${what}`);
}

async function run() {
  const [folder] = vscode.workspace.workspaceFolders;
  const uri = vscode.Uri.joinPath(folder.uri, "puzzle.puz");
  const document = await vscode.workspace.openTextDocument(uri);
  const editor = await vscode.window.showTextDocument(document);
  check("the language", document.languageId === "sator", document.languageId);
  const ask = (command, ...rest) => vscode.commands.executeCommand(`vscode.execute${command}`, uri, ...rest);
  const place = (text, more = 0) => document.positionAt(document.getText().indexOf(text) + more);
  const write = (text) => editor.edit((edit) => edit.insert(document.positionAt(document.getText().length), text));
  const problems = () => vscode.languages.getDiagnostics(uri).map(({ message, code, severity }) => ({ message, code, severity }));

  await write("r9c9 = 1\n");
  const found = await eventually("a mistake", problems, (all) => all.length === 1);
  check("a mistake is shown, and the data file is read", /r9c9/.test(found[0].message), found);
  await vscode.commands.executeCommand("undo");
  await eventually("no mistake", problems, (all) => all.length === 0);

  await write("sudokku(x)\n");
  await eventually("a mistake", problems, (all) => all.length === 1);
  const range = new vscode.Range(place("sudokku"), place("sudokku", 7));
  const actions = await ask("CodeActionProvider", range);
  check("a suggestion", actions.some(({ title }) => title === "Write `sudoku`"), actions.map(({ title }) => title));
  await vscode.commands.executeCommand("undo");

  await write("sudo");
  const { items } = await ask("CompletionItemProvider", place("\nsudo", 5));
  const labels = items.map(({ label }) => label.label ?? label);
  check("completion", labels.some((label) => label.startsWith("sudoku")), labels.slice(0, 10));
  await vscode.commands.executeCommand("undo");

  const hovers = await eventually("help", () => ask("HoverProvider", place("sudoku", 2)), (all) => all.length > 0);
  const words = hovers.flatMap(({ contents }) => contents.map(({ value }) => value)).join("\n");
  check("help at the pointer", /sudoku/.test(words), words.slice(0, 80));
  const [there] = await ask("DefinitionProvider", place("clues[1]", 1));
  check("a definition", (there.range ?? there.targetRange).start.line === 4, there);
  const symbols = await ask("DocumentSymbolProvider");
  check("an outline", symbols.some(({ name }) => name === "clues"), symbols.map(({ name }) => name));
  const renamed = await ask("DocumentRenameProvider", place("clues[1]", 1), "numbers");
  check("another name", renamed.get(uri).length === 2, renamed.get(uri));
  const legend = await vscode.commands.executeCommand("vscode.provideDocumentSemanticTokensLegend", uri);
  const tokens = await vscode.commands.executeCommand("vscode.provideDocumentSemanticTokens", uri);
  check("colours", legend.tokenTypes.includes("keyword") && tokens.data.length > 20, legend);
  const layout = await ask("FormatDocumentProvider", { tabSize: 2, insertSpaces: true });
  check("a layout", (layout ?? []).length === 0, layout);

  const commands = await vscode.commands.getCommands(true);
  check("commands", ["sator.openBoard", "sator.ask", "sator.stop"].every((name) => commands.includes(name)), []);

  // The board is used from outside; the host ends with this function.
  await vscode.commands.executeCommand("sator.openBoard");
  await eventually("the board is used", () => document.getText().includes("# all is tried"), (done) => done);
}

module.exports = { run };
