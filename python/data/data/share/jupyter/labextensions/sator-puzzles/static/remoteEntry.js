// Colours sator's language in JupyterLab: the cells of its notebooks, and files that end in .puz. The words come from grammar.json,
// the TextMate grammar that `sator --grammar` prints.
//
// JupyterLab loads this file as a container of module federation, which bundlers usually write. It takes what it needs from
// JupyterLab itself, so that there is nothing to build.

(() => {
  const here = document.currentScript.src;
  let shared = {};

  const load = async (name) => (await Object.values(shared[name])[0].get())();

  /// The styles of CodeMirror for the scopes of the grammar, by their first parts.
  const STYLES = [
    ["comment", "comment"], ["string", "string"], ["constant.character", "string"], ["constant.numeric", "number"],
    ["constant", "atom"], ["keyword.operator", "operatorKeyword"], ["keyword", "keyword"], ["support", "builtin"],
    ["variable", "variable-2"],
  ];
  const styleOf = (scope = "") => STYLES.find(([start]) => scope.startsWith(start))?.[1] ?? null;

  /// A tokenizer that follows the grammar. Its state is the rule that is open, if one is, and the tokens of a match that are
  /// still to be given: where each ends, and its style.
  function tokenizer({ patterns, repository }) {
    const flat = (rules) =>
      rules.flatMap((rule) => {
        if (rule.include) return flat([repository[rule.include.slice(1)]]);
        return rule.patterns && !rule.begin ? flat(rule.patterns) : [rule];
      });
    const compiled = new Map();
    const matchAt = (source, line, at) => {
      if (!compiled.has(source)) compiled.set(source, new RegExp(source, "yd"));
      const expression = compiled.get(source);
      expression.lastIndex = at;
      return expression.exec(line);
    };
    const matchOf = (rules, line, at) => {
      for (const rule of flat(rules)) {
        const match = matchAt(rule.begin ?? rule.match, line, at);
        if (match?.[0]) return { rule, match };
      }
      return {};
    };
    /// Tokens between two places, of rules without an end.
    const tokensBetween = (rules, line, from, to, style) => {
      const tokens = [];
      for (let at = from; at < to; at = tokens.at(-1)[0]) {
        const { rule, match } = matchOf(rules, line, at);
        tokens.push(match ? [Math.min(at + match[0].length, to), styleOf(rule.name)] : [at + 1, style]);
      }
      return tokens;
    };
    const tokensOf = (match, style, captures = {}) => {
      const tokens = [];
      for (const [number, { name, patterns: inner }] of Object.entries(captures)) {
        const [from, to] = match.indices[number] ?? [];
        if (from === undefined) continue;
        tokens.push([from, style]);
        if (inner) tokens.push(...tokensBetween(inner, match.input, from, to, style));
        else tokens.push([to, styleOf(name) ?? style]);
      }
      tokens.push([match.index + match[0].length, style]);
      return tokens.filter(([end], i) => end > (tokens[i - 1]?.[0] ?? match.index));
    };
    const token = (stream, state) => {
      const { string: line, pos: at } = stream;
      const give = () => {
        const [end, style] = state.waiting.shift();
        stream.pos = end;
        return style;
      };
      if (stream.sol()) state.waiting = [];
      if (state.waiting.length > 0) return give();
      const take = (match, ...rest) => {
        state.waiting = tokensOf(match, ...rest);
        return give();
      };
      if (state.open) {
        const { end, name, endCaptures } = state.open;
        const match = matchAt(end, line, at);
        if (match) state.open = null;
        if (match?.[0]) return take(match, styleOf(name), endCaptures);
      }
      const style = styleOf(state.open?.name);
      const { rule, match } = matchOf(state.open ? (state.open.patterns ?? []) : patterns, line, at);
      if (match) {
        if (rule.begin) state.open = rule;
        return take(match, styleOf(rule.name) ?? style, rule.begin ? rule.beginCaptures : rule.captures);
      }
      stream.next();
      // A text that ends with its line.
      if (stream.eol() && state.open && matchAt(state.open.end, line, stream.pos)) state.open = null;
      return style;
    };
    return {
      name: "sator",
      languageData: { commentTokens: { line: "#" } },
      startState: () => ({ open: null, waiting: [] }),
      copyState: ({ open, waiting }) => ({ open, waiting: [...waiting] }),
      token,
    };
  }

  async function plugin() {
    const { IEditorLanguageRegistry } = await load("@jupyterlab/codemirror");
    const { LanguageSupport, StreamLanguage } = await load("@codemirror/language");
    const grammar = async () => (await fetch(new URL("grammar.json", here))).json();
    return {
      id: "sator-puzzles:language",
      autoStart: true,
      requires: [IEditorLanguageRegistry],
      activate: (_, languages) =>
        languages.addLanguage({
          name: "sator",
          mime: "text/x-sator",
          extensions: ["puz"],
          load: async () => new LanguageSupport(StreamLanguage.define(tokenizer(await grammar()))),
        }),
    };
  }

  window._JUPYTERLAB ??= {};
  window._JUPYTERLAB["sator-puzzles"] = {
    init: (scope) => {
      shared = scope;
    },
    get: async () => {
      const made = await plugin();
      return () => ({ __esModule: true, default: made });
    },
  };
})();
