//! The codes of errors and warnings, one row each. `help CODE` and `docs/errors.md` are generated from them.

use ErrorExample::{Case, Test};
use ErrorKind::{File, Internal, Limit, User};

/// The cause of an error.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ErrorKind {
    /// The user's script.
    User,
    /// A file or link that is read or written.
    File,
    /// A limit on time, memory or size.
    Limit,
    /// A bug of the program.
    Internal,
}

impl ErrorKind {
    pub const ALL: [ErrorKind; 4] = [User, File, Limit, Internal];

    pub fn title(self) -> &'static str {
        match self {
            User => "What is written",
            File => "Files and links",
            Limit => "Limits",
            Internal => "Mistakes of sator itself",
        }
    }
}

/// What shows an error in the documentation.
#[derive(Clone, Copy, Debug)]
pub enum ErrorExample {
    /// A script in `tests/cases`, marked with `code=WORD`.
    Case,
    /// A test (file and function), because no script alone shows it.
    Test(&'static str, &'static str),
}

/// The documentation of a code.
#[derive(Debug)]
pub struct CodeInfo {
    pub word: &'static str,
    pub kind: ErrorKind,
    pub meaning: &'static str,
    /// How to correct it; can be empty.
    pub remedy: &'static str,
    pub example: ErrorExample,
}

macro_rules! codes {
    ($($code:ident, $word:literal, $kind:expr, $meaning:literal, $remedy:literal, $example:expr;)*) => {
        /// The code of an error or warning, by which scripts, tests and help refer to it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $($code),*
        }

        impl Code {
            pub const ALL: &[Code] = &[$(Code::$code),*];

            pub fn info(self) -> &'static CodeInfo {
                match self {
                    $(Code::$code => &CodeInfo {
                        word: $word, kind: $kind, meaning: $meaning, remedy: $remedy, example: $example,
                    }),*
                }
            }
        }
    };
}

codes! {
    SideBySide, "side-by-side", User,
        "Two things stand beside each other with nothing between them.",
        "Write what joins them: an operator, a comma, a line break, or brackets around what a function or rule is given.",
        Case;
    Syntax, "syntax", User,
        "The text can't be read on from here.",
        "The message says what was expected; `help WORD` shows how a statement is written.",
        Case;
    Unclosed, "unclosed", User,
        "A bracket, or a picture, is opened and never closed.",
        "Close it where it ends; the message shows where it was opened.",
        Case;
    Unopened, "unopened", User,
        "A closing bracket has none before it to close.",
        "Take it away, or open the bracket.",
        Case;
    Unfinished, "unfinished", User,
        "The text ends where something must follow.",
        "Write the rest; at the prompt a line that ends so goes on on the next one.",
        Case;
    UnclosedString, "unclosed-string", User,
        "A string doesn't end on its line.",
        r#"Close it with `"`; a line break in it is written `\n`."#,
        Case;
    BadEscape, "bad-escape", User,
        "A backslash in a string stands before a letter that means nothing there.",
        r#"Write `\"`, `\\`, `\n` or `\t`."#,
        Case;
    ControlCharacter, "control-character", User,
        "The text has a character that can't be seen.",
        "Take it away; most likely the file is no text.",
        Test("tests/cases/bytes.rs", "a_nul_byte");
    Unicode, "unicode", User,
        "A character beyond plain letters stands outside strings, comments and pictures.",
        "The message says how it is written here.",
        Case;
    NumberTooLarge, "number-too-large", User,
        "A number doesn't fit into 64 bits.",
        "Write a smaller one.",
        Case;
    NotAnInteger, "not-an-integer", User,
        "A number has a decimal point.",
        "Scale everything up to integers.",
        Case;
    ForeignOperator, "foreign-operator", User,
        "An operator of another language.",
        "The message says how it is written here; `help operators` lists all.",
        Case;
    NeedsBrackets, "needs-brackets", User,
        "`not`, `if` or the like stands behind an operator that binds tighter.",
        "Put it in brackets.",
        Case;
    MissingDomain, "missing-domain", User,
        "An unknown is declared without its possible values.",
        "Write `in` and the values: `var y in 1..9`.",
        Case;
    MissingIn, "missing-in", User,
        "A loop doesn't say what it goes through.",
        "Write `for x in LIST`.",
        Case;
    MissingElse, "missing-else", User,
        "An `if` that is a value has no `else`.",
        "Write `if p then a else b`; without `else` there is `p => q`.",
        Case;
    ElseWithoutIf, "else-without-if", User,
        "An `else` has no `if` before it.",
        "Write `if p then a else b`, or `} else {` behind the body of an `if`.",
        Case;
    ArgumentOrder, "argument-order", User,
        "An argument without a name follows one with a name, or follows a generator.",
        "Write those without names first.",
        Case;
    CountsFrom1, "counts-from-1", User,
        "A row, column or cell with number 0.",
        "Rows and columns count from 1.",
        Case;
    ReservedName, "reserved-name", User,
        "A word of the language, or a row, column or cell, is used as a name.",
        "Choose another name.",
        Case;
    UnknownName, "unknown-name", User,
        "Nothing of this name has been declared before this line.",
        "Declare it first, or look at the name proposed.",
        Case;
    UnknownParameter, "unknown-parameter", User,
        "An argument is given by a name that the rule or function doesn't have.",
        "The message lists its parameters.",
        Case;
    Duplicate, "duplicate", User,
        "The same name, value or side is given twice.",
        "Take one away or rename it; `undo` and `drop` take back what is declared.",
        Case;
    Arity, "arity", User,
        "A rule or function is given too many or too few arguments.",
        "The message shows what it takes.",
        Case;
    Type, "type", User,
        "A value of another kind is expected here.",
        "The message says which kind was found and which is expected.",
        Case;
    AsksNothing, "asks-nothing", User,
        "A script has no question in it, so nothing was solved.",
        "Write `solve`, `unique` or `count` at its end.",
        Test("tests/cli/mod.rs", "a_script_that_asks_nothing");
    NotKnown, "not-known", User,
        "What must be known when the statement is read depends on unknowns.",
        "Say it of all cases with `if` or `=>`, or count with a condition: `sum(1 for c in x where ...)` needs a `where` that is known.",
        Case;
    Domain, "domain", User,
        "A value lies outside what is possible here.",
        "The message says what is possible.",
        Case;
    Index, "index", User,
        "A list, row or grid is asked for a place that it doesn't have.",
        "Places count from 1 to the length.",
        Case;
    Overflow, "overflow", User,
        "A number leaves 64 bits.",
        "Use smaller numbers, or narrower domains.",
        Case;
    DivisionByZero, "division-by-zero", User,
        "Something is divided by zero.",
        "Divide by something else, or ask first whether it is zero.",
        Case;
    NotWhole, "not-whole", User,
        "A fraction stands where only a whole number has a meaning: an index, a size, a range, a remainder.",
        "`/` divides exactly; write `//` to round down.",
        Case;
    NoGrid, "no-grid", User,
        "A cell, row or picture is named, and there is no grid that it could be of.",
        "Declare a grid before it: `grid x 9x9 in 1..9`.",
        Case;
    GridSize, "grid-size", User,
        "A grid of a size that can't be.",
        "The message says which sizes there are.",
        Case;
    PictureShape, "picture-shape", User,
        "A picture has rows or columns other than what it is drawn for.",
        "Give each row as many tokens as there are cells; a cell without a value is `.`.",
        Case;
    PictureToken, "picture-token", User,
        "Something in a picture that can't stand there.",
        "The message says what can.",
        Case;
    NotStraight, "not-straight", User,
        "Two cells are joined that don't lie on one row, column or diagonal.",
        "Name the cells one by one.",
        Case;
    Seeds, "seeds", User,
        "Pieces of a partition can't have the cells that were named for them.",
        "The message says which cell is in no piece, or how many cells were found.",
        Case;
    Require, "require", User,
        "A rule is used in a way that it doesn't allow.",
        "The message is the rule's own; `help RULE` shows the rule.",
        Case;
    Recursion, "recursion", User,
        "A rule or function calls itself without end.",
        "Let it end: with `if` on a value that becomes smaller.",
        Case;
    Misplaced, "misplaced", User,
        "A statement stands where it means nothing.",
        "Move it as the message says.",
        Case;
    NoStatement, "no-statement", User,
        "There is no statement of this number.",
        "`list` shows the numbers.",
        Case;
    NothingToUndo, "nothing-to-undo", User,
        "There is no statement to take back.",
        "",
        Case;
    NothingToRedo, "nothing-to-redo", User,
        "No `undo` came before.",
        "",
        Case;
    NothingToPop, "nothing-to-pop", User,
        "There is no `push` to go back to.",
        "Write `push` first.",
        Case;
    Edit, "edit", User,
        "An edited statement has become several, or none.",
        "Leave one in its place, and type the others on lines of their own.",
        Test("tests/repl/mod.rs", "edit_replaces_a_statement");
    Setting, "setting", User,
        "There is no such setting, value, format or encoding.",
        "The message lists what there is; `set` shows the settings.",
        Case;
    NoTopic, "no-topic", User,
        "There is no help on this word.",
        "`help topics` lists all.",
        Case;
    NoExample, "no-example", User,
        "There is no example of this name.",
        "`examples` lists all.",
        Case;
    Export, "export", User,
        "There is nothing to draw, or it can't be drawn so.",
        "Ask for it first, as the message says.",
        Case;
    Generate, "generate", User,
        "From this rule or board no puzzle can be made.",
        "The message says why; another rule, board or seed may do.",
        Case;
    NothingPreferred, "nothing-preferred", User,
        "`solve best` has nothing to go by.",
        "Write `prefer E`, or `prefer E weight 3`, for what a solution should meet if it can.",
        Case;
    Symmetry, "symmetry", User,
        "The board doesn't have the symmetry asked for.",
        "Ask for another: `symmetric` and `symmetric mirror` fit any board.",
        Case;
    HidesDirection, "hides-direction", User,
        "A warning: a value of an enum has the name of a direction, which means the value from there on.",
        "Choose another name if the direction is still wanted.",
        Case;
    EdgesOnly, "edges-only", User,
        "A warning: only what an edge touches is asked to be connected.",
        "Name the places with `places: l`; `places: []` says that it is meant so.",
        Case;
    RegionsByValue, "regions-by-value", User,
        "A warning: `=` compares what two regions hold, not whether they are the same.",
        "Ask with `is` whether they are the same.",
        Case;
    Fraction, "fraction", User,
        "A warning: `/` divides exactly, and here the result may be a fraction.",
        "Leave it if that is meant; write `//` to round down. `set fractions off` keeps the warning away.",
        Case;
    NoSuchWord, "no-such-word", User,
        "A warning: a word is asked for that no clue of the picture is.",
        "Look at the spelling.",
        Case;
    Mended, "mended", User,
        "A warning: the data of a link is too short, too long or ambiguous; it was read as the link's own program reads it.",
        "Copy the whole link again if the puzzle is not the one meant.",
        Case;
    Unreadable, "unreadable", File,
        "A file or link can't be read, or is no text.",
        "Look at its name, and at the folder: names are relative to the script's own.",
        Case;
    Unwritable, "unwritable", File,
        "A file can't be written.",
        "Look at the folder and its permissions.",
        Case;
    FilesRefused, "files-refused", File,
        "A script that came from elsewhere may not read or write files.",
        "Allow it if you trust it; the page has a switch for it.",
        Test("tests/page/mod.rs", "files_are_for_those_who_may");
    WriteRefused, "write-refused", File,
        "A script may write in its own folder and those below it, and no hidden files.",
        "Name a file there; what you type at the prompt or after `-e` writes anywhere.",
        Case;
    Overwrite, "overwrite", File,
        "A file is there that sator did not write: it carries none of sator's marks.",
        "Choose another name, or start sator with `--overwrite`.",
        Case;
    LoadCycle, "load-cycle", File,
        "A file loads itself, perhaps through others.",
        "Take one of the `load` statements away.",
        Case;
    Import, "import", File,
        "A puzzle of another program can't be turned into a script.",
        "The message says what it has that isn't understood; a damaged link is copied again.",
        Case;
    Interrupted, "interrupted", Limit,
        "Ctrl-C was pressed while a statement was read.",
        "It changed nothing and can be typed again.",
        Test("tests/limits/mod.rs", "ctrl_c_ends_what_is_being_read");
    Timeout, "timeout", Limit,
        "The time limit was met while a statement was read.",
        "Make what it goes through smaller, or allow more with `set timeout`.",
        Test("tests/limits/mod.rs", "the_time_limit_ends_what_is_being_read");
    Memory, "memory", Limit,
        "The memory limit was met while a statement was read.",
        "Make what it goes through smaller, or allow more with `set memory`.",
        Test("tests/limits/mod.rs", "the_memory_limit_ends_what_is_being_read");
    GaveUp, "gave-up", Limit,
        "The solver ended without an answer while a statement was read.",
        "Ask again, perhaps with another `set engine`.",
        Test("crates/lang/src/diagnostic.rs", "a_limit_is_read_back_from_its_error");
    TooLarge, "too-large", Limit,
        "More is gone through, declared or written than there is room for.",
        "Loop over fewer things, or raise `set limit`.",
        Case;
    TooDeep, "too-deep", Limit,
        "Brackets, lists or files that load files are nested too deeply.",
        "Give parts of it a name with `let`.",
        Case;
    TooLong, "too-long", Limit,
        "An expression strings together too many operators.",
        "Write a long sum as `sum(E for ...)`, long conditions as `all(...)` or `any(...)`.",
        Case;
    Internal, "internal", Internal,
        "sator has found a mistake of its own, and shows no answer that may be wrong.",
        "Please report it with the script.",
        Test("crates/lang/src/verify.rs", "an_answer_that_breaks_a_rule_is_not_shown");
}

impl Code {
    /// The printed form: `unknown-name`.
    pub fn word(self) -> &'static str {
        self.info().word
    }

    /// The code with this printed form.
    pub fn named(word: &str) -> Option<Code> {
        Code::ALL.iter().copied().find(|code| code.word() == word)
    }
}
