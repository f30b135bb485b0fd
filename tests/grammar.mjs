// Colours scripts by a TextMate grammar with the engine of VS Code, and compares that with the program's own colours:
// node tests/grammar.mjs FILE, run in a folder with node_modules. FILE holds `grammar` and `scripts` with name, text and pieces.
// The tokenizer for JupyterLab, which follows the same grammar, colours them too.

import { existsSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { runInNewContext } from "node:vm";

const require = createRequire(join(process.cwd(), "main.js"));
const { Registry, INITIAL, parseRawGrammar } = require("vscode-textmate");
const { loadWASM, OnigScanner, OnigString } = require("vscode-oniguruma");

const { grammar: text, scripts } = JSON.parse(readFileSync(process.argv[2], "utf8"));
await loadWASM(readFileSync(require.resolve("vscode-oniguruma/release/onig.wasm")));
const registry = new Registry({
  onigLib: Promise.resolve({
    createOnigScanner: (patterns) => new OnigScanner(patterns),
    createOnigString: (line) => new OnigString(line),
  }),
  loadGrammar: async () => parseRawGrammar(JSON.stringify(text), "sator.json"),
});
const grammar = await registry.loadGrammar("source.sator");

/// The class of a token by its innermost scope that says one.
const CLASSES = [
  ["comment.blank", "blank"], ["comment", "comment"], ["string", "text"], ["constant.character", "text"],
  ["constant.other.token", "token"], ["keyword.other.declaration", "declaration"], ["keyword.control.question", "question"],
  ["keyword.control.command", "command"], ["keyword.operator.word", "keyword"], ["constant.numeric", "number"],
];

function classOf(scopes) {
  for (const scope of scopes.toReversed()) {
    const found = CLASSES.find(([start]) => scope.startsWith(start));
    if (found) return found[1];
  }
  return "other";
}

const COMPARED = new Set(CLASSES.map(([, name]) => name));

for (const { name, text, pieces } of scripts) {
  const own = pieces.flatMap(([length, kind]) => Array(length).fill(COMPARED.has(kind) ? kind : "other"));
  let stack = INITIAL;
  let at = 0;
  for (const line of text.split("\n")) {
    const { tokens, ruleStack } = grammar.tokenizeLine(line, stack);
    stack = ruleStack;
    for (const { startIndex, endIndex, scopes } of tokens) {
      for (let i = startIndex; i < Math.min(endIndex, line.length); i++) {
        const kind = classOf(scopes);
        if (/\s/.test(line[i]) || kind === own[at + i]) continue;
        console.log(`${name}: ${line}\n  ${line.slice(i)}: the grammar has ${kind}, the program ${own[at + i]}`);
        break;
      }
    }
    at += line.length + 1;
  }
  if (stack.depth !== 1) console.log(`${name}: something is left open at the end`);
}

const EXTENSION = new URL("../python/data/data/share/jupyter/labextensions/sator-puzzles/static/remoteEntry.js", import.meta.url);

/// The tokenizer of the extension for JupyterLab, whose own part is played here. A packaged crate is without the extension.
async function tokenizer() {
  if (!existsSync(EXTENSION)) return { startState: () => null, token: null };
  const module = (exports) => ({ "1.0.0": { get: async () => () => exports } });
  const page = {
    document: { currentScript: { src: "http://localhost/remoteEntry.js" } },
    window: {},
    fetch: async () => ({ json: async () => text }),
    URL,
  };
  runInNewContext(readFileSync(EXTENSION, "utf8"), page);
  const container = page.window._JUPYTERLAB["sator-puzzles"];
  container.init({
    "@jupyterlab/codemirror": module({ IEditorLanguageRegistry: {} }),
    "@codemirror/language": module({ LanguageSupport: class { constructor(made) { this.made = made; } }, StreamLanguage: { define: (made) => made } }),
  });
  let language = null;
  (await container.get("./extension"))().default.activate({}, { addLanguage: (added) => (language = added) });
  return (await language.load()).made;
}

/// The style of a line of CodeMirror, by the program's class.
const STYLES = {
  comment: "comment", blank: "comment", text: "string", token: "atom", number: "number", keyword: "operatorKeyword",
  declaration: "keyword", question: "keyword", command: "keyword",
};
const COMPARED_STYLES = new Set(Object.values(STYLES).filter((style) => style !== "atom")); // constants are atoms too

const { startState, token } = await tokenizer();
for (const { name, text, pieces } of token ? scripts : []) {
  const own = pieces.flatMap(([length, kind]) => Array(length).fill(STYLES[kind] ?? "other"));
  const state = startState();
  let at = 0;
  for (const string of text.split("\n")) {
    const stream = { string, pos: 0, sol: () => stream.pos === 0, eol: () => stream.pos >= string.length, next: () => string[stream.pos++] };
    while (!stream.eol()) {
      const from = stream.pos;
      const style = token(stream, state) ?? "other";
      for (let i = from; i < stream.pos; i++) {
        const [want, have] = [own[at + i], style].map((s) => (COMPARED_STYLES.has(s) ? s : "other"));
        if (/\s/.test(string[i]) || want === have) continue;
        console.log(`${name}: ${string}\n  ${string.slice(i)}: JupyterLab has ${style}, the program ${own[at + i]}`);
        break;
      }
    }
    at += string.length + 1;
  }
}
