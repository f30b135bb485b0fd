//! The words that mean something at the start of a statement, or anywhere: for the parser, and for the
//! prompt's colours and completion.

/// The words of the expression language, which can name nothing.
pub const RESERVED: &[&str] =
    &["and", "or", "xor", "not", "in", "is", "if", "then", "else", "for", "where", "while", "true", "false", "none"];

/// Words that start a declaration.
pub const DECLARATIONS: &[&str] = &[
    "grid",
    "var",
    "givens",
    "regions",
    "clues",
    "outside",
    "let",
    "rule",
    "def",
    "enum",
    "title",
    "untranslated",
    "hidden",
    "links",
    "fences",
    "partition",
    "require",
    "draw",
    "load",
];

/// Words that ask something.
pub const QUESTIONS: &[&str] = &[
    "solve",
    "another",
    "unique",
    "count",
    "candidates",
    "why",
    "hint",
    "show",
    "print",
    "forced",
    "solutions",
    "maximize",
    "minimize",
    "redundant",
    "try",
    "expect",
    "compare",
];

/// Words of session commands.
pub const COMMANDS: &[&str] = &[
    "list", "undo", "redo", "drop", "edit", "push", "pop", "reset", "save", "export", "set", "stats", "help",
    "examples", "quit", "exit",
];
