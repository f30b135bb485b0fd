// Colours scripts by a TextMate grammar with the engine of VS Code, and compares that with the program's own colours:
// node tests/grammar.mjs FILE, run in a folder with node_modules. FILE holds `grammar` and `scripts` with name, text and pieces.

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";

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
