//! Words from other languages and from puzzle editors, and what to write instead.

use super::Elaborator;
use super::definition::Rule;
use super::scope::suggest;
use super::value::Value;
use crate::diagnostic::{Advice, Help};
use crate::syntax::SHADING;
use crate::syntax::ast::Arg;
use sator_base::source::Span;
use sator_model::{Enum, Kind};

/// The help for an unknown that isn't whole.
pub(super) const FLOATS: &str =
    "unknowns are whole numbers: count in a smaller unit, such as cents, or write `x / 100` where a fraction is meant";

/// Without `_`, in lower case.
const WORDS: &[(&[&str], &Advice)] = &[
    (
        &["alldifferent", "alldiff", "alldistinct", "addalldifferent", "distinct"],
        &["write ", "distinct(l)", ", for several values ", "distinct([a, b, c])"],
    ),
    (&["alldifferentexcept0", "alldifferentexcept"], &["write ", "distinct(l, except: 0)"]),
    (
        &["forall", "every"],
        &["write ", "for c in l { ... }", " for statements, ", "all(P for c in l)", " for a condition"],
    ),
    (&["exists", "some"], &["write ", "any(P for c in l)"]),
    (&["range"], &["write ", "1..9", ", which includes both ends"]),
    (&["enumerate"], &["write ", "for k in 1..size(l)", " and ", "l[k]"]),
    (&["map", "filter"], &["write ", "[E for c in l where P]"]),
    (&["len", "length"], &["write ", "size(l)"]),
    (&["implies"], &["write ", "p => q"]),
    (&["iff", "equivalent"], &["write ", "p <=> q"]),
    (&["and"], &["write ", "p and q", ", for a list ", "all(l)"]),
    (&["or"], &["write ", "p or q", ", for a list ", "any(l)"]),
    (&["not"], &["write ", "not p"]),
    (&["xor"], &["write ", "p xor q"]),
    (&["if", "ite", "ifthenelse"], &["write ", "if p then a else b"]),
    (
        &[
            "int",
            "ints",
            "intvar",
            "intvars",
            "intvector",
            "bool",
            "bools",
            "boolvar",
            "boolvars",
            "newintvar",
            "newboolvar",
        ],
        &["declare unknowns with ", "var S, E in 0..9", ", ", "var q[8] in 1..8", " or ", "grid x 9x9 in 1..9"],
    ),
    (
        &["array", "array2d", "matrix", "list2d"],
        &["write ", "var q[8] in 1..8", " for a list of unknowns, ", "grid x 9x9 in 1..9", " for a table"],
    ),
    (
        &["solver", "model", "cpmodel", "satisfy", "labeling", "check", "indomain"],
        &["type conditions as they are, then ", "solve"],
    ),
    (&["findall", "allsolutions"], &["write ", "solutions 10", ", or ", "count"]),
    (&["true", "false"], &["write ", "true", " or ", "false", ", in lower case"]),
    (&["lambda"], &["write ", "def f(x) = ...", " above, and use ", "f"]),
    (&["mod", "rem", "remainder"], &["write ", "a % b"]),
    (
        &["div", "idiv", "intdiv", "floordiv", "quotient", "floor", "trunc"],
        &["write ", "a // b", ", which rounds down"],
    ),
    (&["ceil", "ceiling"], &["write ", "-(-a // b)", ", which rounds up"]),
    (&["divmod"], &["write ", "a // b", " and ", "a % b"]),
    (&["nth0", "nth1"], &["write ", "l[i]", ", counted from 1; i can be unknown"]),
    (&["member", "memberchk"], &["write ", "c in {1, 2}", ", for a list ", "v in l"]),
    (&["maplist", "foreach"], &["write ", "for l in rows(x) { ... }"]),
    (&["columns"], &["the columns of a grid are ", "cols(x)"]),
    (&["transpose", "transposed"], &["the columns of a grid or of a list of lists are ", "cols(x)"]),
    (&["flat", "ravel", "array1d", "chain", "flattened"], &["write ", "flatten(l)"]),
    (
        &["dot", "dotproduct", "sumproduct", "scalarproduct", "scalprod", "weightedsum", "scalar", "inner"],
        &["write ", "sum(a * b for a, b in zip(l, m))"],
    ),
    (&["round", "rint"], &["write ", "(2 * a + 1) // 2", " for the nearest whole number of a"]),
    (
        &["sqrt", "isqrt", "root"],
        &["write ", "s * s <= a < (s + 1) * (s + 1)", " for an unknown s; ", "is_square(a)", " asks for a square"],
    ),
    (
        &["issorted", "ordered", "ascending", "monotone"],
        &["write ", "increasing(l)", ", or ", "strictly_increasing(l)"],
    ),
    (&["descending"], &["write ", "decreasing(l)", ", or ", "strictly_decreasing(l)"]),
    (
        &["precede", "seqprecede", "seqprecedechain"],
        &["write ", "value_precede(s, t, l)", ", or ", "value_precede_chain(values, l)"],
    ),
    (&["lexleq", "lexle", "lexlesseqstrict"], &["write ", "lex_lesseq(a, b)"]),
    (
        &["soft", "addsoft", "assertsoft", "wish"],
        &["write ", "prefer E", ", or ", "prefer E weight 3", ", and ask with ", "solve best"],
    ),
    (&["subjectto", "st", "constraints"], &["a condition typed alone is asserted: write it with nothing around"]),
    (&["float", "real", "continuous", "double", "decimal", "fraction"], &[FLOATS]),
    (
        &["ord", "chr", "letters", "chars", "split"],
        &["a word is a list of its letters: ", "w[1]", ", ", "for c in w", ", ", "size(w)"],
    ),
    (&["optimize", "solverfor"], &["write ", "minimize E", " or ", "maximize E"]),
    (&["assert"], &["a condition typed alone is asserted: write it with nothing around"]),
    (&["abs", "absolute"], &["write ", "abs(a - b)"]),
    (&["card", "cardinality", "count"], &["write ", "size(l)", ", or ", "count(P for c in l)"]),
    (&["parity"], &["write ", "even(r1c1)", ", ", "odd(r1c1)"]),
    (&["box", "block", "subgrid"], &["the first box is ", "boxes(x, 3, 3)[1]"]),
    (&["pass", "continue", "break"], &["leave it out: a body can be empty"]),
    (&["null", "nil", "nan", "undefined"], &["write ", "none"]),
    (&["rules"], &["write ", "help rules", " for the standard rules"]),
    (&["run", "go", "solution", "answer"], &["write ", "solve"]),
    (&["input", "read", "open"], &["write ", "load \"file.puz\"", ", or ", "givens { ... }"]),
    (&["disjoint"], &["write ", "disjoint_groups(x)", ", for two sets ", "all(not a in s for a in t)"]),
    (
        &["negative", "negativeconstraint"],
        &["state it for all neighbours: ", "for a, b in adjacent(x) { a + b != 10 }"],
    ),
    (&["pow", "exp"], &["write ", "power(x, 3)", ", with a known exponent"]),
    (&["isprime", "prime"], &["write ", "x in primes(100)"]),
    (&["lcm"], &["write ", "a * b // gcd(a, b)"]),
    (&["divides", "divisible"], &["write ", "b % a = 0"]),
    (&["nth", "addelement"], &["write ", "l[i]", "; i can be unknown"]),
    (
        &["tuplesin", "allowedassignments", "addallowedassignments"],
        &["write ", "(a, b) in {(1, 2), (2, 4)}", ", or ", "table(l, rows)"],
    ),
    (&["gcc", "countvalues", "globalcardinalityclosed"], &["write ", "global_cardinality(l, values, counts)"]),
    (&["countequals", "counteq"], &["write ", "occurs(l, v)", ", or ", "count(c = v for c in l)", ", and compare it"]),
    (&["disjunctive", "addnooverlap"], &["write ", "no_overlap(start, duration)"]),
    (&["addnooverlap2d"], &["write ", "diffn(x, y, width, height)"]),
    (&["addcumulative"], &["write ", "cumulative(start, duration, demand, capacity)"]),
    (&["addcircuit", "hamiltonian", "tour"], &["write ", "circuit(next)", ", where next[i] is the place after i"]),
    (&["addinverse"], &["write ", "inverse(f, g)"]),
    (&["addautomaton"], &["write ", "regular(l, (moves, start, accepting))"]),
    (&["addexactlyone", "exactlyoneof"], &["write ", "exactly_one([p, q])"]),
    (&["addatmostone", "atmostoneof"], &["write ", "at_most_one([p, q])"]),
    (&["addboolor"], &["write ", "p or q", ", for a list ", "any(l)"]),
    (&["addimplication"], &["write ", "p => q"]),
    (&["binpackingcapa", "binpackingload"], &["write ", "bin_packing(bin, weight, capacity)"]),
    (&["lexlesseqchain", "lexchainlesseq", "lex2"], &["write ", "for a, b in pairs(rows(x)) { lex_lesseq(a, b) }"]),
    (&["addboolxor", "xorall"], &["write ", "count(l) % 2 = 1", ", for two conditions ", "p xor q"]),
    (&["addbooland"], &["write ", "p and q", ", for a list ", "all(l)"]),
    (
        &["costregular"],
        &["write ", "regular(l, pattern)", ", and the cost as a sum: ", "sum(cost[v] for v in l) = total"],
    ),
    (
        &["mdd", "costmdd", "mddnondet"],
        &["write ", "regular(l, (moves, start, accepting))", ": the nodes of the diagram are states"],
    ),
    (
        &["geost", "geostbb", "diffnk"],
        &["write ", "diffn(x, y, width, height)", " for boxes; for pieces on a grid see ", "help polyominoes"],
    ),
    (&["strictlex2"], &["write ", "for a, b in pairs(rows(x)) { lex_less(a, b) }", ", and the same with ", "cols(x)"]),
    (&["globalcardinalitylowup"], &["write ", "for v in values { occurs(l, v) in 1..3 }"]),
    (&["sumpred", "sumset"], &["write ", "sum(cost[k] for k in 1..n where chosen[k])"]),
    (
        &["intsetchannel", "inverseset", "linksettobooleans", "partitionset", "varset"],
        &["a set of unknown size is a condition for each element: ", "var s[9] in bool", "; see ", "help sets"],
    ),
    (
        &["tree", "dtree", "steiner", "dsteiner"],
        &["write ", "connected(e, places: g)", " and ", "no_loops(e)", "; see ", "help graph"],
    ),
    (&["reachable", "dreachable"], &["write ", "connected(s[p] for p in g, by: g)", "; see ", "help graph"]),
    (
        &["boundedpath", "boundeddpath"],
        &["write ", "path(g, taken, a, b)", ", and bound the sum of the weights of the edges taken"],
    ),
    (
        &["dag", "acyclic"],
        &["give each place an unknown number that grows along each arc; without directions write ", "no_loops(e)"],
    ),
    (
        &["piecewiselinear", "addpiecewiselinear"],
        &[
            "write the value of each whole argument in a list: ",
            "y = cost[x]",
            ", or use ",
            "if x < 5 then 2 * x else x + 5",
        ],
    ),
    (&["spread"], &["write the sum and the sum of squares: ", "sum(l) = s", " and ", "sum(v * v for v in l) = q"]),
    (
        &[
            "alternative",
            "presenceof",
            "optional",
            "interval",
            "intervalvar",
            "newintervalvar",
            "optionaltask",
            "optionalinterval",
            "newoptionalintervalvar",
            "isopt",
        ],
        &["write a yes or no for each choice, and the duration ", "if p then 3 else 0"],
    ),
    (
        &["span", "startof", "endof", "startbeforestart", "endbeforestart", "endbeforeend"],
        &["compare the starts and ends: ", "start[1] + d[1] <= start[2]"],
    ),
    (
        &["pulse", "stepatstart", "statefunction"],
        &["write ", "cumulative(start, duration, demand, capacity)", ", or ", "reservoir(time, change, least, most)"],
    ),
    (&["allmindistance"], &["write ", "for a, b in all_pairs(l) { abs(a - b) >= 2 }"]),
    (&["bool2int", "booltoint"], &["leave it out: a condition in arithmetic counts 1 or 0"]),
    (&["append", "extend", "concat"], &["lists join with ", "+"]),
    (&["end", "endif", "endfor", "done", "fi"], &["a body ends with ", "}"]),
    (&["q", "bye", "leave", "exit"], &["write ", "quit", ", or press Ctrl-D"]),
    (&["clear", "cls"], &["", "reset", " drops all statements; Ctrl-L clears the screen"]),
    (&["ls", "dir", "statements"], &["write ", "list"]),
    (&["h", "man", "usage", "help"], &["write ", "help", ", or ", "help killer", " for one thing"]),
    (&["vars", "variables", "unknowns"], &["write ", "list", " for the statements, ", "show", " for the values"]),
    (&["delete", "remove", "rm", "del"], &["write ", "drop 3", "; ", "list", " shows the numbers"]),
    (&["explain"], &["write ", "why r1c1 = 5", ", ", "hint", " or ", "solve steps"]),
    (&["restart"], &["write ", "reset"]),
    (&["what", "which", "who", "where"], &["write ", "print r1c1", ", or ", "show", " for all"]),
    (&["please"], &["leave it out"]),
    (&["loop", "oneloop"], &["write ", "single_loop(e)"]),
    (&["visited", "visits"], &["write ", "degree(e, c) > 0"]),
    (&["cell", "at"], &["write ", "r1c1", ", or ", "x[i, j]"]),
    (&["knightmoves", "knightmove"], &["write ", "knights(c)"]),
    (&["kingmoves", "neighbors8"], &["write ", "touching(c)"]),
    (&["shaded", "unshaded"], SHADING),
    (&["thermometer"], &["write ", "thermo(r1c1..r1c5)"]),
    (&["germanwhispers", "germanwhisper", "germanwhispersline"], &["write ", "whispers(r1c1..r1c5)"]),
    (&["dutchwhispers", "dutchwhisper"], &["write ", "whispers(r1c1..r1c5, gap: 4)"]),
    (&["cage", "killercage"], &["write ", "killer(r1c1..r1c3, 15)"]),
    (&["difference", "white", "whitedot", "kropkiwhite"], &["write ", "white_dot(r1c1, r1c2)"]),
    (&["ratio", "black", "blackdot", "kropkiblack"], &["write ", "black_dot(r1c1, r1c2)"]),
    (&["littlekillersum"], &["write ", "little_killer(r1c2..r8c9, 40)"]),
    (&["sandwichsum"], &["write ", "sandwich(r1, 20)"]),
    (&["betweenline"], &["write ", "between(r1c1..r1c5)"]),
    (&["regionsumline"], &["write ", "region_sum", "; ", "help region_sum", " shows how"]),
    (&["antiknight", "knight"], &["write ", "anti_knight(x)"]),
    (&["antiking", "king"], &["write ", "anti_king(x)"]),
    (&["nonconsecutivecells"], &["write ", "nonconsecutive(x)"]),
    (&["renbanline"], &["write ", "renban(r1c1..r1c5)"]),
    (&["palindromeline"], &["write ", "palindrome(r1c1..r1c5)"]),
    (&["xsum"], &["write ", "x_sum(r1, 20)"]),
    (&["diagonals", "diagonalplus", "diagonalminus"], &["write ", "diagonal(x)"]),
];

impl Elaborator {
    /// The help for a name that is a notation of puzzles: `R1C1`, `SEND`, `x in 1..9`.
    pub(super) fn word_of_a_puzzle(&self, name: &str, span: Span) -> Option<Help> {
        let lower = name.to_lowercase();
        let shades =
            self.model.main_grid().is_some_and(|grid| matches!(self.model.grid(grid).content, Some((Kind::Bool, _))));
        if shades && matches!(&lower[..], "black" | "white" | "empty" | "shaded" | "unshaded") {
            return Some(Help::of(SHADING));
        }
        if crate::syntax::place_name(&lower).is_some() {
            return Some(Help::write(lower).and(": rows and columns are named in lower case"));
        }
        let letters: Vec<String> = name.chars().map(String::from).collect();
        let unknown = |l: &String| self.scope.global(l).is_some_and(|v| self.kind(v) == Some(Kind::Int));
        if letters.len() > 1 && letters.iter().all(unknown) {
            let number = format!("number({})", letters.join(", "));
            return Some(Help::from(format!("the number made of these letters is `{number}`")).fix(number));
        }
        let after = &self.sources.get(span.source).text[span.end as usize..];
        let method = after.strip_prefix('.').and_then(|rest| rest.split_once('(')).map(|(name, _)| name.to_lowercase());
        if method.is_some_and(|name| name.starts_with("add")) {
            return Some("a condition typed alone is asserted: write it with nothing around".into());
        }
        if after.starts_with(".check(") || after.starts_with(".model(") {
            return Some("write `solve`, or `show` for the solution".into());
        }
        let before = self.before(span);
        if before.ends_with("-- ") {
            return Some("comments start with `#`".into());
        }
        if before.trim_end_matches(' ').ends_with("//") && after.lines().next().unwrap_or_default().trim().is_empty() {
            return Some("`//` divides and rounds down; comments start with `#`".into());
        }
        if let Some(help) = self.place_by_another_name(&lower, after) {
            return Some(help);
        }
        let after = after.trim_start_matches(' ');
        if ["= Int(", "= Bool(", "= IntVar(", "= model.", "= new"].iter().any(|s| after.starts_with(s)) {
            return Some(format!("an unknown is declared: `var {name} in 0..9`, or `in bool`").into());
        }
        let line = after.lines().next().unwrap_or_default();
        let spreadsheet = |name: &str| {
            let mut letters = name.chars();
            letters.next().is_some_and(|c| c.is_ascii_uppercase())
                && !letters.as_str().is_empty()
                && letters.all(|c| c.is_ascii_digit())
        };
        if spreadsheet(name) && self.model.main_grid().is_some() {
            return Some("the cell in row 1, column 2 is `r1c2`".into());
        }
        // A statement `n = 5` by someone who names values this way.
        if let (Some(value), true) = (line.strip_prefix("= "), self.starts_its_line(span)) {
            let called = value.split('(').next().filter(|_| value.contains('(')).and_then(instead);
            let short = if value.len() < 40 { value.trim_end_matches([';', ' ']) } else { "..." };
            let near = suggest(name, self.scope.globals().map(|(known, _)| known));
            return Some(match (called, near) {
                (Some(help), _) => help,
                (None, Some(near)) => Help::did_you_mean(near),
                (None, None) => format!(
                    "a value is named with `let {name} = {short}`, an unknown declared with `var {name} in 1..9`"
                )
                .into(),
            });
        }
        let before = self.before(span);
        if let (Some(word), true) = (before.strip_suffix('('), line.starts_with("in ")) {
            let from = word.rfind(|c: char| !sator_base::text::is_name_char(c)).map_or(0, |at| at + 1);
            return Some(format!("write a function before the loop: `{}(E for {name} in l)`", &word[from..]).into());
        }
        let domain = line.strip_prefix("in ")?.trim();
        let plain =
            !domain.is_empty() && domain.len() < 40 && domain.starts_with(|c: char| c.is_ascii_digit() || c == '{');
        plain.then(|| format!("an unknown is declared first: `var {name} in {domain}`").into())
    }

    /// `row1`, `b1`, `R1C1R1C2`, `V(r1c1, r1c2)`, `anti-knight`
    fn place_by_another_name(&self, name: &str, after: &str) -> Option<Help> {
        let (word, number) = name.split_at(name.trim_end_matches(|c: char| c.is_ascii_digit()).len());
        if !number.is_empty() {
            match word {
                "row" => return Some(Help::write(format!("r{number}"))),
                "col" | "column" => return Some(Help::write(format!("c{number}"))),
                "b" | "box" | "block" if self.model.main_grid().is_some() => {
                    let boxes = Help::write(format!("boxes(x)[{number}]"));
                    return Some(boxes.and(", of the grid's usual boxes from left to right"));
                }
                _ => {}
            }
        }
        let cells: Vec<String> = name.split('r').skip(1).map(|rest| format!("r{rest}")).collect();
        let cell = |c: &String| matches!(crate::syntax::place_name(c), Some((Some(_), Some(_))));
        if cells.len() > 1 && name.starts_with('r') && cells.iter().all(cell) {
            let cells = cells.join(", ");
            return Some(Help::from(format!("write commas between cells: `{cells}`")).fix(cells));
        }
        if after.starts_with('(') && matches!(name, "v" | "x" | "xmark" | "vmark") {
            return Some(Help::write(format!("{}_mark(r1c1, r1c2)", &name[..1])));
        }
        let rest = after.strip_prefix('-')?;
        let end = rest.find(|c: char| !sator_base::text::is_name_char(c)).unwrap_or(rest.len());
        let joined = format!("{name}_{}", &rest[..end]);
        let known = crate::library::find(&joined).is_some();
        known.then(|| format!("there is no `-` in a name: `{joined}(x)`").into())
    }

    /// The text before a place.
    fn before(&self, span: Span) -> &str {
        &self.sources.get(span.source).text[..span.start as usize]
    }

    fn starts_its_line(&self, span: Span) -> bool {
        self.before(span).rsplit(['\n', ';', '{']).next().is_some_and(|start| start.trim().is_empty())
    }

    /// The help for `killer(r1c1..r1c2) = 5`: where the number belongs.
    pub(super) fn rule_as_value(&self, rule: &Rule, args: &[Arg], span: Span) -> String {
        let after = self.sources.get(span.source).text[span.end as usize..].trim_start_matches(' ');
        let number = after.starts_with('=') && rule.params.get(args.len()).is_some_and(|p| p.default.is_some());
        let name = &rule.name.name;
        match number {
            true => format!(
                "it takes `{}` in its brackets: `{name}({}, 5)`",
                rule.params[args.len()].name.name,
                self.typed(args)
            ),
            false => "a `def` gives a value; a rule can't be part of an expression".into(),
        }
    }

    /// The help where values of two types are compared.
    pub(super) fn compared(&self, a: &Value, b: &Value, span: Span) -> Option<Help> {
        use Value::{Builtin, Cell, Def, Int, List, Region, Set, Str};
        let text = self.sources.slice(span);
        let sides = text.split_once("==").or_else(|| text.split_once('='));
        let left = sides.map_or("l", |sides| sides.0.trim());
        match (a, b) {
            (Cell(_) | Int(_), Set(_)) => Some(Help::write(format!("{left} in {}", self.text_of(b)))),
            (Cell(_), Str(word)) if !word.is_empty() && word.bytes().all(|b| b.is_ascii_digit()) => {
                let plain = format!("{left} = {word}");
                Some(Help::from(format!("numbers stand without quotes: `{plain}`")).fix(plain))
            }
            (Cell(_), Value::Rule(rule)) => Some(Help::write(format!("{}({left})", rule.name.name))),
            (List(_) | Region(..), Int(n)) if self.before(span).ends_with("count(") => {
                Some(Help::write(format!("count(v = {n} for v in {left})")))
            }
            (List(_) | Region(..), Int(n)) => {
                let sum = format!("sum({left}) = {n}");
                let each = format!("for c in {left} {{ c = {n} }}");
                let text = format!("for their sum write `{sum}`, for each of them `{each}`");
                Some(Help::from(text).fix(sum).fix(each))
            }
            (Builtin(_) | Def(_), _) => {
                let named = format!("{left}: {}", self.text_of(b));
                Some(Help::from(format!("a named argument is written `{named}`")).fix(named))
            }
            (_, Int(_) | Str(_)) if let Some(Kind::Enum(id)) = self.kind(a) => {
                let Enum { name, values, .. } = &self.model.enums[id];
                let first = Help::write(format!("{left} = {}", values[0]));
                Some(first.and(&format!(", or another value of `{name}`")))
            }
            _ => None,
        }
    }
}

/// The help for a word of another language or editor: what to write here.
pub fn instead(name: &str) -> Option<Help> {
    let plain: String = name.chars().filter(|c| *c != '_').collect::<String>().to_lowercase();
    WORDS.iter().find(|(words, _)| words.contains(&plain.as_str())).map(|(_, advice)| Help::of(advice))
}
