//! Questions, as one word or as a sentence, in one table.
//!
//! A `?` can follow each. Every parser here starts after the question's first word.

mod expect;
pub(super) mod generate;
mod why;

use generate::level;
use nom::Parser;
use nom::branch::alt;
use nom::combinator::{map, opt, success, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{pair, preceded, terminated};

use super::ast::{Query, Question, Redundant, StepChoice};
use super::command::is_command;
use super::expression::{compared, expression};
use super::input::Input;
use super::lexical::{comma, ends, keyword, name, symbol, word};
use super::operator::is_operand_before;
use super::problem::{Parsed, failure, need, no_match, unexpected};
use super::statement::statement;
use crate::diagnostic::{Code, Diagnostic};

/// A question: everything known about it before it is answered. `parse` makes the [`Question`] that the session answers.
pub struct QuestionForm {
    /// The first word.
    pub query: Query,
    /// The forms of the question, with `E` for an expression.
    pub forms: &'static [&'static str],
    /// The form of the rest after the first word, as a right side in `docs/grammar.md`.
    pub grammar: &'static str,
    /// Words that can follow the first word.
    pub next: &'static [&'static str],
    /// Whether an expression can follow: then `print -1` is a question, while `count - 1 = 2` is a condition.
    takes_value: bool,
    parse: for<'a> fn(Input<'a>) -> Parsed<'a, Question>,
}

/// In the order of completion.
pub const QUESTIONS: &[QuestionForm] = &[
    QuestionForm {
        query: Query::Solve,
        forms: &["solve", "solve steps", "solve steps short", "solve best"],
        grammar: r#"[ "steps" [ "short" ] | "best" ]"#,
        next: &["steps", "best"],
        takes_value: false,
        parse: |i| {
            let best = value(Question::Best, keyword("best"));
            let short = value(Question::ShortSteps, pair(keyword("steps"), keyword("short")));
            alt((best, short, map(flag("steps"), |steps| Question::Solve { steps }))).parse(i)
        },
    },
    QuestionForm {
        query: Query::Another,
        forms: &["another", "is there another solution?"],
        grammar: "",
        next: &[],
        takes_value: false,
        parse: |i| Ok((i, Question::Another)),
    },
    QuestionForm {
        query: Query::Unique,
        forms: &["unique", "unique fix", "unique fix keep", "is it unique?"],
        grammar: r#"[ "fix" [ "keep" ] ]"#,
        next: &["fix"],
        takes_value: false,
        parse: |i| {
            let fix = map(preceded(keyword("fix"), flag("keep")), |keep| Question::Unique { fix: true, keep });
            alt((fix, success(Question::Unique { fix: false, keep: false }))).parse(i)
        },
    },
    QuestionForm {
        query: Query::Count,
        forms: &["count", "count limit 1000"],
        grammar: r#"[ "limit" compared ]"#,
        next: &["limit"],
        takes_value: false,
        parse: |i| {
            let limit = need(compared, "the largest number of solutions to count", "write `count limit 1000`");
            map(opt(preceded(keyword("limit"), limit)), |limit| Question::Count { limit }).parse(i)
        },
    },
    QuestionForm {
        query: Query::Candidates,
        forms: &["candidates", "candidates easy", "candidates counts", "candidates counts limit 20"],
        grammar: r#"[ level | "counts" [ "limit" compared ] ]"#,
        next: &["easy", "counts"],
        takes_value: false,
        parse: |i| {
            let limit =
                need(compared, "the largest number of solutions to count", "write `candidates counts limit 20`");
            let counts = preceded(keyword("counts"), opt(preceded(keyword("limit"), limit)));
            let counts = map(counts, |limit| Question::CandidateCounts { limit });
            alt((counts, map(opt(level), |up_to| Question::Candidates { up_to }))).parse(i)
        },
    },
    QuestionForm {
        query: Query::Why,
        forms: &["why", "why all", "why fewest", "why E", "why fewest E", "why steps E", "why is r1c1 5?"],
        grammar: r#"[ "all" | "fewest" [ expr ] | expr | "steps" expr | "is" compared [ "not" ] compared ]"#,
        next: &["is", "all", "fewest", "steps"],
        takes_value: true,
        parse: |i| map(why::why, Question::Why).parse(i),
    },
    QuestionForm {
        query: Query::Hint,
        forms: &["hint", "hint apply", "hint apply easy", "hint 5", "hint r1c1"],
        grammar: r#"[ "apply" [ level ] | compared ]"#,
        next: &["apply"],
        takes_value: true,
        parse: |i| {
            if let (i, true) = flag("apply").parse(i)? {
                return map(opt(level), |up_to| Question::Hint { apply: true, up_to, of: None }).parse(i);
            }
            map(opt(compared), |of| Question::Hint { apply: false, up_to: None, of }).parse(i)
        },
    },
    QuestionForm {
        query: Query::Check,
        forms: &["check"],
        grammar: "",
        next: &[],
        takes_value: false,
        parse: |i| Ok((i, Question::Check)),
    },
    QuestionForm {
        query: Query::Steps,
        forms: &["steps", "steps 12"],
        grammar: "[ compared ]",
        next: &[],
        takes_value: true,
        parse: |i| map(opt(compared), |to| Question::Steps(StepChoice::To(to))).parse(i),
    },
    QuestionForm {
        query: Query::Next,
        forms: &["next"],
        grammar: "",
        next: &[],
        takes_value: false,
        parse: |i| Ok((i, Question::Steps(StepChoice::Next))),
    },
    QuestionForm {
        query: Query::Back,
        forms: &["back"],
        grammar: "",
        next: &[],
        takes_value: false,
        parse: |i| Ok((i, Question::Steps(StepChoice::Back))),
    },
    QuestionForm {
        query: Query::Grade,
        forms: &["grade"],
        grammar: "",
        next: &[],
        takes_value: false,
        parse: |i| Ok((i, Question::Grade)),
    },
    QuestionForm {
        query: Query::Show,
        forms: &["show", "show x", "show x, y"],
        grammar: r#"[ NAME { [ "," ] NAME } ]"#,
        next: &[],
        takes_value: false,
        parse: |i| map(many0(terminated(name, opt(comma))), Question::Show).parse(i),
    },
    QuestionForm {
        query: Query::Print,
        forms: &["print E", "print E, \"text\""],
        grammar: r#"expr { "," expr }"#,
        next: &[],
        takes_value: true,
        parse: |i| {
            let value = need(expression, "what to print", "write `print sum(r1), \"text\"`");
            map(separated_list1(comma, value), Question::Print).parse(i)
        },
    },
    QuestionForm {
        query: Query::Forced,
        forms: &["forced"],
        grammar: "",
        next: &[],
        takes_value: false,
        parse: |i| Ok((i, Question::Forced)),
    },
    QuestionForm {
        query: Query::Solutions,
        forms: &["solutions", "solutions 5"],
        grammar: "[ compared ]",
        next: &[],
        takes_value: true,
        parse: |i| map(opt(compared), Question::Solutions).parse(i),
    },
    QuestionForm {
        query: Query::Maximize,
        forms: &["maximize E", "maximize (E, E)"],
        grammar: "expr",
        next: &[],
        takes_value: true,
        parse: |i| map(need(expression, "what to maximize", "write `maximize sum(r1)`"), Question::Maximize).parse(i),
    },
    QuestionForm {
        query: Query::Minimize,
        forms: &["minimize E", "minimize (E, E)"],
        grammar: "expr",
        next: &[],
        takes_value: true,
        parse: |i| map(need(expression, "what to minimize", "write `minimize sum(r1)`"), Question::Minimize).parse(i),
    },
    QuestionForm {
        query: Query::Redundant,
        forms: &["redundant", "redundant all", "redundant minimal"],
        grammar: r#"[ "all" | "minimal" ]"#,
        next: &["all", "minimal"],
        takes_value: false,
        parse: |i| map(redundant, Question::Redundant).parse(i),
    },
    QuestionForm {
        query: Query::Try,
        forms: &["try r1c1 = 5"],
        grammar: "( declaration | picture | loop | choice | condition )",
        next: &[],
        takes_value: true,
        parse: attempt,
    },
    QuestionForm {
        query: Query::Expect,
        forms: &["expect unique", "expect unsat", "expect count = 288", "expect solution { 1 2; 2 1 }", "expect E"],
        grammar: r#"( "unique" | "unsat" | "count" "=" compared | "solution" [ NAME ] rows | expr )"#,
        next: &["unique", "unsat", "count", "solution"],
        takes_value: true,
        parse: |i| map(expect::expectation, Question::Expect).parse(i),
    },
    QuestionForm {
        query: Query::Generate,
        forms: &[
            "generate x clues 25",
            "generate clues minimal",
            "generate symmetric",
            "generate seed 7",
            "generate count 3",
            "generate keep",
            "generate from",
            "generate grade easy..hard",
            "generate score 40..60",
            "generate using \"x-wing\"",
            "generate without cases",
            "generate fewest",
            "generate like { # . }",
            "generate number for slitherlink(e, number)",
            "generate outside sky for skyscraper(sky)",
            "generate cage sizes 2..5",
            "generate lines 4 sizes 3..5 for thermo",
        ],
        grammar: "[ made ] { wish }",
        next: &[
            "clues",
            "outside",
            "lines",
            "fewest",
            "symmetric",
            "seed",
            "count",
            "keep",
            "from",
            "grade",
            "score",
            "using",
            "without",
            "like",
        ],
        takes_value: false,
        parse: |i| map(generate::generate, |made| Question::Generate(Box::new(made))).parse(i),
    },
    QuestionForm {
        query: Query::Compare,
        forms: &["compare", "compare unique"],
        grammar: "[ asked ]",
        next: &[],
        takes_value: false,
        parse: compare,
    },
];

impl QuestionForm {
    /// The question with this first word.
    pub fn of(word: &str) -> Option<&'static QuestionForm> {
        QUESTIONS.iter().find(|form| form.word() == word)
    }

    /// The first word as text.
    pub fn word(&self) -> &'static str {
        self.query.word()
    }

    /// Whether only the words of `next` can follow.
    pub fn is_closed(&self) -> bool {
        !self.takes_value && !matches!(self.query, Query::Show | Query::Generate | Query::Compare)
    }
}

/// The questions that other languages write with brackets; no rule or def can have these names.
pub(super) const BRACKETED: &[&str] = &["print", "maximize", "minimize"];

/// The first words of questions.
pub fn words<'a>() -> impl Iterator<Item = &'a str> {
    QUESTIONS.iter().map(|form| form.word())
}

/// Whether `word`, which ends at `after`, starts a question there.
pub(super) fn asks(word: &str, after: Input) -> bool {
    // `why is r1c1 5?`
    let in_words = |form: &QuestionForm| form.query == Query::Why && keyword("is").parse(after).is_ok();
    // `minimize(sum(x))`, as in other languages.
    let called = BRACKETED.contains(&word) && after.first() == Some(b'(');
    called || QuestionForm::of(word).is_some_and(|form| in_words(form) || !is_operand_before(after, form.takes_value))
}

/// The question that starts with `word`, including a `?` after it.
pub(super) fn question<'a>(word: &str, i: Input<'a>) -> Parsed<'a, Question> {
    terminated(|i| plain_question(word, i), opt(symbol("?"))).parse(i)
}

fn plain_question<'a>(word: &str, i: Input<'a>) -> Parsed<'a, Question> {
    match QuestionForm::of(word) {
        Some(form) => (form.parse)(i),
        None => Err(no_match()),
    }
}

/// Whether `text` stands here.
fn flag<'a>(text: &'static str) -> impl Parser<Input<'a>, Output = bool, Error = super::problem::Problem> {
    map(opt(keyword(text)), |found| found.is_some())
}

/// `is it unique`, `is there another [solution]`, after the `is`.
pub(super) fn asks_in_words(i: Input<'_>) -> Parsed<'_, Question> {
    let unique = value(Question::Unique { fix: false, keep: false }, pair(keyword("it"), keyword("unique")));
    let another = (keyword("there"), keyword("another"), opt(keyword("solution")));
    let asked = alt((unique, value(Question::Another, another)));
    let help = "the questions in words are `is it unique?`, `is there another solution?` and `why is r1c1 5?`";
    terminated(need(asked, "a question after `is`", help), opt(symbol("?"))).parse(i)
}

fn redundant(i: Input<'_>) -> Parsed<'_, Redundant> {
    let kind = alt((value(Redundant::All, keyword("all")), value(Redundant::Minimal, keyword("minimal"))));
    map(opt(kind), |kind| kind.unwrap_or(Redundant::Each)).parse(i)
}

fn attempt(i: Input<'_>) -> Parsed<'_, Question> {
    let help = "write `try r1c1 = 5`, or any other statement";
    if ends(i, true) {
        return Err(unexpected(i, "a statement to try", help));
    }
    let at = i.skip_blank();
    if let Ok((end, word)) = word(at)
        && (asks(word, end) || is_command(word, end))
    {
        let message = "a question or a command can't be tried";
        return Err(failure(Diagnostic::at(Code::Syntax, at.span_to(end), message).help(help)));
    }
    map(statement, |tried| Question::Try(Box::new(tried))).parse(at)
}

fn compare(i: Input<'_>) -> Parsed<'_, Question> {
    if ends(i, true) {
        return Ok((i, Question::Compare(None)));
    }
    let help = "write `compare`, or a question to compare: `compare unique`";
    let at = i.skip_blank();
    match word(at) {
        Ok((after, word)) if word != "compare" && QuestionForm::of(word).is_some() => {
            map(|i| plain_question(word, i), |asked| Question::Compare(Some(Box::new(asked)))).parse(after)
        }
        _ => Err(unexpected(i, "a question to compare", help)),
    }
}
