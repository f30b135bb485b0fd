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
    /// All kinds, in the order of the documentation.
    pub const ALL: [ErrorKind; 4] = [User, File, Limit, Internal];

    /// The heading in the documentation.
    pub fn title(self) -> &'static str {
        match self {
            User => "The script",
            File => "Files and links",
            Limit => "Limits",
            Internal => "Bugs of sator itself",
        }
    }
}

/// The example of an error in the documentation.
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
    /// The printed form: `unknown-name`.
    pub word: &'static str,
    /// The cause of the error.
    pub kind: ErrorKind,
    /// The meaning of the code.
    pub meaning: &'static str,
    /// Its correction; can be empty.
    pub remedy: &'static str,
    /// The example of the error.
    pub example: ErrorExample,
}

macro_rules! codes {
    ($($code:ident, $word:literal, $kind:expr, $meaning:literal, $remedy:literal, $example:expr;)*) => {
        /// The code of an error or warning, by which scripts, tests and help refer to it.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Code {
            $(#[doc = $meaning] $code),*
        }

        impl Code {
            /// All codes, in the order of the documentation.
            pub const ALL: &[Code] = &[$(Code::$code),*];

            /// The documentation.
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
        "Two things stand side by side with nothing between them.",
        "Write what joins them: an operator, a comma, a line break, or brackets around the arguments of a function or rule.",
        Case;
    Syntax, "syntax", User,
        "The text can't continue like this.",
        "The message names what was expected; `help WORD` shows how a statement is written.",
        Case;
    Unclosed, "unclosed", User,
        "A bracket, or a picture, is opened and never closed.",
        "Close it where it ends; the message shows where it was opened.",
        Case;
    Unopened, "unopened", User,
        "A closing bracket has no opening bracket before it.",
        "Delete it, or write the opening bracket.",
        Case;
    Unfinished, "unfinished", User,
        "The text ends where something must follow.",
        "Write the rest; at the prompt such a line continues on the next one.",
        Case;
    UnclosedString, "unclosed-string", User,
        "A string doesn't end on its line.",
        r#"Close it with `"`; a line break in it is written `\n`."#,
        Case;
    BadEscape, "bad-escape", User,
        "A string has a backslash before a character that has no meaning there.",
        r#"Write `\"`, `\\`, `\n` or `\t`."#,
        Case;
    ControlCharacter, "control-character", User,
        "The text contains an invisible control character.",
        "Delete it; most likely the file isn't a text file.",
        Test("tests/cases/bytes.rs", "a_nul_byte");
    Unicode, "unicode", User,
        "A special character stands outside strings, comments and pictures.",
        "The message shows what to write instead.",
        Case;
    NumberTooLarge, "number-too-large", User,
        "A number doesn't fit into 64 bits.",
        "Write a smaller one.",
        Case;
    NotAnInteger, "not-an-integer", User,
        "A number has a decimal point where only a whole number has a meaning, or is no number.",
        "Write a whole number.",
        Case;
    ForeignOperator, "foreign-operator", User,
        "The script uses an operator of another language.",
        "The message shows what to write instead; `help operators` lists all operators.",
        Case;
    NeedsBrackets, "needs-brackets", User,
        "`not`, `if` or a similar word follows an operator that binds tighter.",
        "Put it in brackets.",
        Case;
    MissingDomain, "missing-domain", User,
        "An unknown is declared without its possible values.",
        "Write `in` and the values: `var y in 1..9`.",
        Case;
    MissingIn, "missing-in", User,
        "A loop doesn't name the list that it runs through.",
        "Write `for x in LIST`.",
        Case;
    MissingElse, "missing-else", User,
        "An `if` that gives a value has no `else`.",
        "Write `if p then a else b`; for a condition alone write `p => q`.",
        Case;
    ElseWithoutIf, "else-without-if", User,
        "An `else` has no `if` before it.",
        "Write `if p then a else b`, or `} else {` after the body of an `if`.",
        Case;
    ArgumentOrder, "argument-order", User,
        "An argument without a name follows one with a name, or follows a generator.",
        "Write the arguments without names first.",
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
        "This name is not declared before this line.",
        "Declare it first, or use the name that the message suggests.",
        Case;
    UnknownParameter, "unknown-parameter", User,
        "An argument is given by a name that the rule or function doesn't have.",
        "The message lists its parameters.",
        Case;
    Duplicate, "duplicate", User,
        "The same name, value or side is given twice.",
        "Delete or rename one of them; `undo` and `drop` remove declarations.",
        Case;
    Arity, "arity", User,
        "A rule or function is given too many or too few arguments.",
        "The message shows the parameters.",
        Case;
    Type, "type", User,
        "A value of another kind is expected here.",
        "The message names the kind that was found and the kind that is expected.",
        Case;
    AsksNothing, "asks-nothing", User,
        "A script has no question in it, so nothing was solved.",
        "Write `solve`, `unique` or `count` at its end.",
        Test("tests/cli/mod.rs", "a_script_that_asks_nothing");
    NotKnown, "not-known", User,
        "A value that must be known when the statement is read depends on unknowns.",
        "State each case with `if` or `=>`, or count with a condition: `count(c > 2 for c in x)`.",
        Case;
    Domain, "domain", User,
        "A value is not possible here.",
        "The message shows what is possible.",
        Case;
    Index, "index", User,
        "An index lies outside its list, row or grid.",
        "Indices go from 1 to the length.",
        Case;
    Overflow, "overflow", User,
        "The result of a calculation may not fit into 64 bits.",
        "Use smaller numbers, or narrower domains.",
        Case;
    DivisionByZero, "division-by-zero", User,
        "A number is divided by zero.",
        "Divide by another number, or test first whether it is zero.",
        Case;
    NotWhole, "not-whole", User,
        "A fraction stands where only a whole number has a meaning: an index, a size, a range.",
        "`/` divides exactly; write `//` to round down.",
        Case;
    NoGrid, "no-grid", User,
        "A cell, row or picture is used, but there is no grid for it.",
        "Declare a grid before it: `grid x 9x9 in 1..9`.",
        Case;
    GridSize, "grid-size", User,
        "A grid has an impossible size.",
        "The message shows the possible sizes.",
        Case;
    PictureShape, "picture-shape", User,
        "A picture has a different number of rows or columns than its grid.",
        "Give each row as many tokens as there are cells; a cell without a value is `.`.",
        Case;
    PictureToken, "picture-token", User,
        "A picture contains something that can't stand there.",
        "The message shows what can stand there.",
        Case;
    NotStraight, "not-straight", User,
        "Two cells are joined with `..` but don't lie in one row, column or diagonal.",
        "Go through the corners, or list the cells one by one.",
        Case;
    Seeds, "seeds", User,
        "The cells named in a partition can't be shared out among its pieces.",
        "The message names a cell that is in no piece, or the number of cells found.",
        Case;
    Require, "require", User,
        "A rule is used in a way that it doesn't allow.",
        "The message is the rule's own; `help RULE` shows the rule.",
        Case;
    Recursion, "recursion", User,
        "A rule or function calls itself without end.",
        "End it with an `if` on a value that becomes smaller.",
        Case;
    Misplaced, "misplaced", User,
        "A statement stands where it isn't allowed.",
        "The message shows where it belongs.",
        Case;
    NoStatement, "no-statement", User,
        "There is no statement with this number.",
        "`list` shows the numbers.",
        Case;
    NothingToUndo, "nothing-to-undo", User,
        "There is no statement to undo.",
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
        "`help topics` lists all topics.",
        Case;
    NoExample, "no-example", User,
        "There is no example of this name.",
        "`examples` lists all.",
        Case;
    Export, "export", User,
        "There is nothing to draw, or it can't be drawn this way.",
        "The message names what to ask or write first.",
        Case;
    Book, "book", User,
        "A puzzle can't be part of a booklet.",
        "Ask `unique` about this puzzle: a puzzle of a book has exactly one solution.",
        Test("tests/cli/book.rs", "a_puzzle_with_several_solutions_stays_out");
    Generate, "generate", User,
        "No puzzle can be made from this rule or board.",
        "The message gives the reason; try another rule, board or seed.",
        Case;
    NothingPreferred, "nothing-preferred", User,
        "`solve best` has no preferences to compare solutions by.",
        "Write `prefer E`, or `prefer E weight 3`, for what a solution should meet if possible.",
        Case;
    Symmetry, "symmetry", User,
        "The board doesn't have the symmetry asked for.",
        "Ask for another: `symmetric` and `symmetric mirror` fit any board.",
        Case;
    HidesDirection, "hides-direction", User,
        "A warning: a value of an enum has the name of a direction. From there on the name means the value.",
        "Choose another name if you still need the direction.",
        Case;
    NamesAsEdge, "names-as-edge", User,
        "A warning: the first line of a table of words becomes an edge of a graph, and its words are in no other line. It may name the columns.",
        "Write `csv(\"roads.csv\", header: true)` if the line names the columns, else `header: false`.",
        Case;
    EdgesOnly, "edges-only", User,
        "A warning: only places that an edge touches must be connected.",
        "Name all places with `places: l`; `places: []` confirms that you mean it.",
        Case;
    RegionsByValue, "regions-by-value", User,
        "A warning: `=` or `distinct` compares the values in regions or lines, not the regions themselves.",
        "`is` tests whether two are the same region; `for l in rows(x) { distinct(l) }` is about the values in each row.",
        Case;
    Fraction, "fraction", User,
        "A warning: `/` divides exactly, so the result can be a fraction.",
        "Write `//` to round down. If you mean a fraction, `set fractions off` turns the warning off.",
        Case;
    PlusMinus, "plus-minus", User,
        "A warning: `+-` adds a negative number, which is one value and not two.",
        "Write `abs(a - b) = 1` for a difference in either direction, or `a - 1`.",
        Case;
    DiagonalCage, "diagonal-cage", User,
        "A warning: a cage goes from one cell to another along a diagonal.",
        "Write `block(x, 1, 1, 2, 2)` for the cells between two corners, or list the cells.",
        Case;
    NoSuchWord, "no-such-word", User,
        "A warning: a comparison uses a word that no clue of the picture has.",
        "Check the spelling.",
        Case;
    Mended, "mended", User,
        "A warning: the data of a link is too short, too long or ambiguous; it was read as the link's own program reads it.",
        "Copy the whole link again if this isn't the puzzle you meant.",
        Case;
    Data, "data", File,
        "A data file can't be read as what the script says: a table, JSON or lines of text.",
        "The message names the line and the column of the file.",
        Case;
    Unreadable, "unreadable", File,
        "A file or link can't be read, or isn't text.",
        "Check its name and folder: names are relative to the script's folder.",
        Case;
    Unwritable, "unwritable", File,
        "A file can't be written.",
        "Check the folder and its permissions.",
        Case;
    FilesRefused, "files-refused", File,
        "A script from elsewhere isn't allowed to read or write files.",
        "Allow it if you trust it; the page has a switch for it.",
        Test("tests/page/mod.rs", "files_are_for_those_who_may");
    WriteRefused, "write-refused", File,
        "A script can write only in its own folder and the folders below it, and no hidden files.",
        "Name a file there. Statements at the prompt or after `-e` can write anywhere.",
        Case;
    Overwrite, "overwrite", File,
        "The file exists and doesn't have sator's mark, so sator didn't write it.",
        "Choose another name, or start sator with `--overwrite`.",
        Case;
    LoadCycle, "load-cycle", File,
        "A file loads itself, perhaps through others.",
        "Delete one of the `load` statements.",
        Case;
    Import, "import", File,
        "A puzzle of another program can't be turned into a script.",
        "The message names what can't be read; copy a damaged link again.",
        Case;
    Interrupted, "interrupted", Limit,
        "Ctrl-C was pressed while a statement was read.",
        "The statement changed nothing; type it again.",
        Test("tests/limits/mod.rs", "ctrl_c_ends_what_is_being_read");
    Timeout, "timeout", Limit,
        "The time limit was met while a statement was read.",
        "Make its loops smaller, or allow more time with `set timeout`.",
        Test("tests/limits/mod.rs", "the_time_limit_ends_what_is_being_read");
    Memory, "memory", Limit,
        "The memory limit was met while a statement was read.",
        "Make its loops smaller, or allow more memory with `set memory`.",
        Test("tests/limits/mod.rs", "the_memory_limit_ends_what_is_being_read");
    GaveUp, "gave-up", Limit,
        "The solver ended without an answer while a statement was read.",
        "Try again, perhaps with another `set engine`.",
        Test("crates/lang/src/diagnostic.rs", "a_limit_is_read_back_from_its_error");
    TooLarge, "too-large", Limit,
        "A loop, a declaration or a text is too large.",
        "Loop over fewer things, or raise `set limit`.",
        Case;
    TooDeep, "too-deep", Limit,
        "Brackets, lists or files that load files are nested too deeply.",
        "Name a part of it with `let`.",
        Case;
    TooLong, "too-long", Limit,
        "An expression strings together too many operators.",
        "Write a long sum as `sum(E for ...)`, long conditions as `all(...)` or `any(...)`.",
        Case;
    Internal, "internal", Internal,
        "sator has found a bug of its own. It shows no answer, because the answer could be wrong.",
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
