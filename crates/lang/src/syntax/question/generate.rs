//! The grammar of `generate`.
//!
//! ```text
//! generate [NAME] {option}
//! generate [outside] NAME [of [corners | borders | cells and borders] NAME] for expr {option}
//! generate NAME [of NAME] sizes expr [for expr] {option}
//! generate lines expr sizes expr for NAME {option}
//! option = clues (expr | minimal | fewest | all) | minimal | fewest | symmetric [half-turn | mirror | diagonal | quarter]
//!        | seed expr | count expr | keep | from | like picture | grade levels
//!        | score NUMBER [.. [NUMBER]] | using TEXT | without cases
//! levels = level [.. [level]] | .. level
//! level  = easy | medium | hard | very hard | needs cases | NUMBER
//! ```

use nom::Parser;
use nom::branch::alt;
use nom::bytes::complete::tag;
use nom::combinator::{map, opt};
use nom::sequence::{pair, preceded};

use crate::syntax::ast::{ClueCount, Expr, ExprKind, Generate, Ident, PictureKind, PuzzlePart, SYMMETRIES};
use crate::syntax::expression::{compared, expression};
use crate::syntax::input::Input;
use crate::syntax::lexical::{keyword, name, need_name, small_number, string, symbol};
use crate::syntax::picture::{of_spots, picture};
use crate::syntax::problem::{Parsed, Problem, need, no_match};

/// The words that start an option. They can't name a grid here.
const OPTIONS: &[&str] = &[
    "clues",
    "minimal",
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
];

const HELP: &str =
    "write `generate x clues 25 seed 7`, or `generate x clues minimal symmetric`; `help generate` shows all";

const GRADE: &str = "the grades are easy, medium, hard, very hard and needs cases: write `grade medium..hard`";

/// The ends of the grades and of the scores, for a range that is open on one side.
const EASIEST: &str = "easy";
const HARDEST: &str = "needs cases";
const GREATEST_SCORE: &str = "99";

const SCORE: &str = "a score is a number from 1 to 99: write `score 40..60`";

const USING: &str = "write `using \"x-wing\"`; `help hint` lists the techniques";

const WITHOUT: &str = "write `without cases`";

const SYMMETRY: &str = "the symmetries are half-turn, mirror, diagonal and quarter: write `symmetric mirror`, or `symmetric` for half a turn";

/// The help for a word that is no option of `generate`.
pub(in crate::syntax) fn instead(found: &str) -> &'static str {
    match found {
        "easy" | "medium" | "hard" | "very" | "needs" => GRADE,
        "size" | "sizes" => "write `generate cage sizes 2..5`, or for regions of one size `sizes 4`",
        "of" => "write `generate outside sum for x_sum(sum)`, or `generate dot of borders x for kropki(x, dots: dot)`",
        "mirror" | "diagonal" | "quarter" | "half" => SYMMETRY,
        _ if found.split_once('x').is_some_and(|(rows, cols)| is_number(rows) && is_number(cols)) => {
            "the size is that of a grid: declare `grid x 6x6` first"
        }
        _ if found.starts_with(|c: char| c.is_ascii_digit()) => {
            "write `clues 25` for the number of clues, `count 3` for several puzzles"
        }
        _ => HELP,
    }
}

fn is_number(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

pub(super) fn generate(i: Input<'_>) -> Parsed<'_, Generate> {
    let (i, what) = wanted(i)?;
    let made = Generate {
        what,
        clues: None,
        symmetry: None,
        seed: None,
        count: None,
        keep: false,
        from: false,
        grade: None,
        score: None,
        using: None,
        without: None,
        like: None,
    };
    options(made, i)
}

fn number<'a>(what: &'static str) -> impl FnMut(Input<'a>) -> Parsed<'a, Expr> {
    need(compared, what, HELP)
}

fn wanted(i: Input<'_>) -> Parsed<'_, PuzzlePart> {
    if let Ok((after, number)) = preceded(keyword("lines"), compared).parse(i) {
        let help = "write `generate lines 4 sizes 3..5 for thermo`";
        let (after, ()) = need(keyword("sizes"), "`sizes` and the lengths of the lines", help).parse(after)?;
        let (after, sizes) = need(compared, "the lengths of the lines", help).parse(after)?;
        let (after, ()) = need(keyword("for"), "`for` and the rule for the lines", help).parse(after)?;
        let (end, rule) = need_name("the name of a rule", help).parse(after)?;
        return Ok((end, PuzzlePart::Lines { number, sizes, rule }));
    }
    if let Ok((after, (name, of))) = pair(grid_name, opt(preceded(keyword("of"), name))).parse(i)
        && let Ok((after, ())) = keyword("sizes").parse(after)
    {
        let (after, sizes) =
            need(compared, "the sizes of the regions", "write `generate cage sizes 2..5`").parse(after)?;
        let help = "write `generate room sizes 4..16 for star_battle(star, room)`";
        let rule = opt(preceded(keyword("for"), need(expression, "the use of a rule", help)));
        return map(rule, |rule| PuzzlePart::Regions {
            name: name.clone(),
            of: of.clone(),
            sizes: sizes.clone(),
            rule,
        })
        .parse(after);
    }
    let outside = preceded(keyword("outside"), name);
    let picture = alt((
        map(outside, |name| (PictureKind::Outside, name)),
        map(preceded(opt(keyword("clues")), grid_name), |name| (PictureKind::Clues, name)),
    ));
    if let Ok((after, (kind, name))) = { picture }.parse(i)
        && let (after, (spots, of)) = of_spots(after)?
        && let Ok((after, ())) = keyword("for").parse(after)
    {
        let rule = need(expression, "the use of a rule", "write `generate number for slitherlink(e, number)`");
        let made = |rule| PuzzlePart::Clues { kind, name: name.clone(), of: of.clone(), spots, rule };
        return map(rule, made).parse(after);
    }
    map(opt(grid_name), PuzzlePart::Givens).parse(i)
}

/// A name that starts no option.
fn grid_name(i: Input<'_>) -> Parsed<'_, Ident> {
    let (end, name) = name(i)?;
    if OPTIONS.contains(&name.name.as_str()) { Err(no_match()) } else { Ok((end, name)) }
}

fn options(mut made: Generate, mut i: Input<'_>) -> Parsed<'_, Generate> {
    loop {
        i = match option_word(i) {
            Ok((after, word)) => option(&mut made, word, after)?.0,
            Err(_) => return Ok((i, made)),
        };
    }
}

/// The first word of an option.
fn option_word(i: Input<'_>) -> Parsed<'_, &'static str> {
    let (end, name) = name(i)?;
    let word = OPTIONS.iter().find(|word| **word == name.name);
    word.map(|word| (end, *word)).ok_or_else(no_match)
}

fn option<'a>(made: &mut Generate, word: &'static str, i: Input<'a>) -> Parsed<'a, ()> {
    let (end, ()) = match word {
        "clues" => {
            let what = "a number of clues, `minimal`, `fewest` or `all`";
            let (end, wanted) = number(what)(i)?;
            // `clues all(l)` is a number, `clues all` is not.
            let clues = match &wanted.kind {
                ExprKind::Name(word) if word == "minimal" => ClueCount::Minimal,
                ExprKind::Name(word) if word == "fewest" => ClueCount::Fewest,
                ExprKind::Name(word) if word == "all" => ClueCount::All,
                _ => ClueCount::Number(wanted),
            };
            made.clues = Some(clues);
            (end, ())
        }
        "minimal" | "fewest" => {
            made.clues = Some(if word == "minimal" { ClueCount::Minimal } else { ClueCount::Fewest });
            (i, ())
        }
        "symmetric" => {
            let (end, named) = match grid_name(i) {
                Ok(_) => map(need(symmetry, "a symmetry", SYMMETRY), Some).parse(i)?,
                Err(_) => (i, None),
            };
            let first = || Ident { name: SYMMETRIES[0].into(), span: i.skip_blank().span(0) };
            made.symmetry = Some(named.unwrap_or_else(first));
            (end, ())
        }
        "seed" => map(number("a seed for the random choices"), |e| made.seed = Some(e)).parse(i)?,
        "count" => map(number("the number of puzzles"), |e| made.count = Some(e)).parse(i)?,
        "like" => map(need(picture, "`{` and a picture", HELP), |p| made.like = Some(p)).parse(i)?,
        "grade" => {
            let (end, least, most) = match symbol("..").parse(i) {
                Ok((end, ())) => {
                    let (end, most) = need(level, "the hardest grade", GRADE).parse(end)?;
                    (end, Ident { name: EASIEST.into(), span: most.span }, Some(most))
                }
                Err(_) => {
                    let (end, least) = need(level, "a grade", GRADE).parse(i)?;
                    let (end, most) = upper_end(level, HARDEST, end)?;
                    (end, least, most)
                }
            };
            made.grade = Some((least, most));
            (end, ())
        }
        "score" => {
            let (end, least) = need(digits, "a score", SCORE).parse(i)?;
            let (end, most) = upper_end(digits, GREATEST_SCORE, end)?;
            made.score = Some((least, most));
            (end, ())
        }
        "using" => map(need(technique, "a technique in double quotes", USING), |t| made.using = Some(t)).parse(i)?,
        "without" => map(need(cases, "`cases`", WITHOUT), |word| made.without = Some(word)).parse(i)?,
        "from" => {
            made.from = true;
            (i, ())
        }
        _ => {
            made.keep = true;
            (i, ())
        }
    };
    Ok((end, ()))
}

/// The upper end of a range, if the text goes on with `..`: `end` if nothing stands after it.
fn upper_end<'a>(
    mut part: impl FnMut(Input<'a>) -> Parsed<'a, Ident>,
    end: &str,
    i: Input<'a>,
) -> Parsed<'a, Option<Ident>> {
    let Ok((after, ())) = symbol("..").parse(i) else { return Ok((i, None)) };
    Ok(match part(after) {
        Ok((after, most)) => (after, Some(most)),
        Err(_) => (after, Some(Ident { name: end.into(), span: i.skip_blank().span_to(after) })),
    })
}

/// A number as written.
fn digits(i: Input<'_>) -> Parsed<'_, Ident> {
    let start = i.skip_blank();
    let (end, number) = small_number(start)?;
    Ok((end, Ident { name: number.to_string(), span: start.span_to(end) }))
}

/// The name of a technique.
fn technique(i: Input<'_>) -> Parsed<'_, Ident> {
    let start = i.skip_blank();
    let (end, name) = string(start)?;
    Ok((end, Ident { name, span: start.span_to(end) }))
}

fn cases(i: Input<'_>) -> Parsed<'_, Ident> {
    let (end, word) = name(i)?;
    if word.name == "cases" { Ok((end, word)) } else { Err(no_match()) }
}

/// The name of a grade as written, or its number. A word that starts an option is none.
pub(super) fn level(i: Input<'_>) -> Parsed<'_, Ident> {
    let start = i.skip_blank();
    if let Ok((end, number)) = small_number(start) {
        return Ok((end, Ident { name: number.to_string(), span: start.span_to(end) }));
    }
    let (end, first) = grid_name(i)?;
    let second = match first.name.as_str() {
        "very" => "hard",
        "needs" => "cases",
        _ => return Ok((end, first)),
    };
    match keyword(second).parse(end) {
        Ok((end, ())) => Ok((end, Ident { name: format!("{} {second}", first.name), span: start.span_to(end) })),
        Err(_) => Ok((end, first)),
    }
}

fn symmetry(i: Input<'_>) -> Parsed<'_, Ident> {
    let start = i.skip_blank();
    if let Ok((end, _)) = tag::<_, _, Problem>("half-turn").parse(start) {
        return Ok((end, Ident { name: SYMMETRIES[0].into(), span: start.span_to(end) }));
    }
    let (end, name) = name(i)?;
    if SYMMETRIES.contains(&name.name.as_str()) { Ok((end, name)) } else { Err(no_match()) }
}
