//! `generate number for slitherlink(e, number)`: clues that a rule reads.
//!
//! What a clue says at a place is found by asking the rule (`menu`): it is used with one token in all places, and where
//! all it says of that place's token is so in the solution, the token fits. What the rule says of a token and does not
//! say without it is the clue; the generator knows which token a condition comes from.
//!
//! The puzzle is then the rule with the clues that are left, read like any other statement, and it is that which is
//! confirmed.

use crate::confirm::{completed, disagreement, is_only_solution};
use crate::derived_clues::without_clues;
use crate::layout::{Layout, refused};
use crate::draft::{CluesOf, Goal, Made, Making, Prepared, Recipe};
use crate::token_meanings::{ClueRule, Menu};
use crate::clue::{Clue, Meaning};
use crate::rule_hooks::Function;
use crate::solution::Source;
use crate::symmetry::orbits;
use crate::clue_reduction::Orbit;
use super::{Asked, One, progress_text, unconfirmed};
use crate::generator::Session;
use crate::generator::warm::Outcome;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_answer::{Answer, Puzzle};
use sator_base::limits::Limits;
use sator_lang::diagnostic::{Code, Diagnostic, Result, fail};
use sator_lang::elaborate::{Mark, Rule, Value};
use sator_lang::syntax::ast::{Arg, Expr, ExprKind, Generate, PictureKind, Statement, StatementKind};
use sator_lang::syntax::print::print_expr;
use sator_model::{Assignment, Constraint, ExprId, Model};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::Arc;

/// The puzzle with no clue at all.
struct Blank {
    /// What its picture is called, so that the picture of clues can stand beside it.
    name: String,
    model: Model,
    mark: Mark,
    /// Where the constraints of the rule begin.
    rule_from: usize,
}

/// What puzzles are made on: the puzzle with no clue, and what is known of its clues and solutions.
pub(crate) struct Ground {
    blank: Blank,
    menu: Menu,
    pub source: Source,
    clue: Option<Function>,
}

/// What stands where, by solution.
type Tokens = BTreeMap<Assignment, Vec<Option<String>>>;

/// The clues that a rule reads.
struct RuleClues<'a> {
    generator: &'a mut Session,
    wanted: &'a ClueRule<'a>,
    blank: &'a Blank,
    menu: &'a mut Menu,
    /// Meaning what the clues are, if the rule has it.
    clue: Option<&'a Function>,
    options: &'a Asked,
    limits: &'a Limits,
    tokens: &'a RefCell<Tokens>,
    /// Something is said of blank places.
    weaker: &'a Cell<bool>,
}

impl CluesOf for RuleClues<'_> {
    fn of(&mut self, solution: &Assignment) -> Result<Option<Prepared>> {
        let RuleClues { generator, wanted, blank, limits, .. } = self;
        generator.elaborator.rollback(&blank.mark);
        let fitting = match self.clue {
            Some(clue) => generator.following_clues(clue, wanted, solution)?,
            None => generator.fitting(self.menu, wanted, &blank.mark, solution, limits)?,
        };
        let prepared = generator.prepare(wanted, &fitting, blank, solution, self.options);
        self.tokens.borrow_mut().insert(solution.clone(), fitting);
        self.weaker.set(self.weaker.get() | matches!(&prepared, Ok(Some(prepared)) if prepared.weaker));
        prepared
    }

    fn leave_another(&mut self, solution: &Assignment) {
        if let Some(fitting) = self.tokens.borrow().get(solution) {
            self.menu.rule_out(fitting);
        }
    }

    fn draw_from(&self) -> Option<&Model> {
        self.menu.draw_from()
    }
}

impl Generator<'_> {
    pub(crate) fn generate_clues(
        &mut self,
        layout: Layout,
        rule: &Expr,
        asked: &Generate,
        options: &Asked,
        limits: &Limits,
    ) -> Result<Answer> {
        match self.current_solution(limits)? {
            Outcome::Sat(_) => {}
            Outcome::Unsat => return Ok(Answer::None),
            Outcome::Unknown(reason) => return Ok(Answer::Unknown(reason)),
        }
        let read_by = self.rule_of(rule, &layout.name.name)?;
        let allowed = match &asked.like {
            Some(like) => layout.marked(&self.elaborator, like)?,
            None => layout.places.clone(),
        };
        let mut words = crate::rule_words::of_rule(&read_by);
        let enums = self.elaborator.model.enums.iter().filter(|e| !e.directions);
        words.extend(enums.flat_map(|e| e.values.iter().cloned()));
        let blanks = self.blanks(rule, &read_by, &layout)?;
        let mut wanted = ClueRule { layout, rule, words, allowed, own: 0..0, blank: vec![] };
        let mark = self.elaborator.mark();
        let answer = match blanks {
            Some(blanks) => self.puzzles_on_blanks(&mut wanted, &read_by, blanks, asked, options, limits),
            None => match self.puzzles_that_follow(&wanted, &read_by, asked, options, limits) {
                Ok(None) => self.puzzles_of_clues(&mut wanted, options, limits),
                Ok(Some(answer)) => Ok(answer),
                Err(error) => Err(error),
            },
        };
        self.elaborator.rollback(&mark);
        if let Some(warm) = &mut self.cache.warm {
            warm.formula.forget(self.elaborator.model.expressions());
        }
        answer.map_err(|error| wanted.layout.as_typed(*error, wanted.rule.span))
    }

    fn puzzles_of_clues(&mut self, wanted: &mut ClueRule, options: &Asked, limits: &Limits) -> Result<Answer> {
        let start = self.elaborator.mark();
        let mut ground = self.ground(wanted, None, &start, limits)?;
        if matches!(ground.source, Source::Nothing) {
            let message = "with this rule there is no solution, even without clues";
            let note = "a rule that has no solution with an empty picture says by a function `clue` how its clues follow: `help generate`";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message).note(note));
        }
        self.one_by_one(options, limits, |generator, seed| {
            generator.one_with_clues(wanted, &start, &mut ground, options, seed, limits)
        })
    }

    /// Asks the rule about clues on the picture without any, unless `clue` says what they are.
    pub(crate) fn ground(
        &mut self,
        wanted: &mut ClueRule,
        clue: Option<Function>,
        start: &Mark,
        limits: &Limits,
    ) -> Result<Ground> {
        let name = without_clues(&wanted.layout.name.name);
        wanted.own = 0..0;
        self.use_rule_with(wanted, &name, &|_| None).map_err(|error| takes_no_empty_picture(*error, wanted))?;
        wanted.own = start.unknowns()..self.elaborator.model.unknowns.len();
        let (model, mark) = (self.elaborator.model.clone(), self.elaborator.mark());
        let blank = Blank { name, model, mark, rule_from: start.constraints() };
        let source = Source::of(&blank.model, self.context.method, limits)?;
        if clue.is_some() || matches!(source, Source::Nothing | Source::Stopped(_)) {
            return Ok(Ground { menu: Menu::unasked(&blank.model), blank, source, clue });
        }
        let mut menu = self.menu(wanted, &blank.mark, limits)?;
        // Where no other places are of use, nothing more is asked of them.
        if let Some(firsts) = self.first_of_regions(wanted)?
            && menu.says_nothing_but_at(&firsts)
        {
            wanted.allowed = firsts;
            if menu.says_nothing() {
                menu = self.menu(wanted, &blank.mark, limits)?;
            }
        }
        if menu.says_nothing() {
            self.refused(wanted, &blank.mark)?;
            let message = "no clue of this rule says anything by itself: it reads several of them together, or which unknowns \
                           it has depends on them";
            let help = "a function `clue` in its body says how its clues follow: `help generate`";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message).help(help));
        }
        Ok(Ground { blank, menu, source, clue })
    }

    /// What is wrong with a clue by itself, where the rule refuses a number as it does all others.
    fn refused(&mut self, wanted: &ClueRule, blank: &Mark) -> Result<()> {
        let first = wanted.allowed.first().copied();
        let name = refused(&wanted.layout.name.name);
        let used = self.use_rule_with(wanted, &name, &|at| (Some(at) == first).then(|| "1".to_string()));
        self.elaborator.rollback(blank);
        used
    }

    pub(crate) fn one_with_clues(
        &mut self,
        wanted: &ClueRule,
        start: &Mark,
        ground: &mut Ground,
        options: &Asked,
        seed: u64,
        limits: &Limits,
    ) -> Result<One> {
        let method = self.context.method;
        let Ground { blank, menu, source, clue } = ground;
        let clue = clue.as_ref();
        let judged = options.judged_down();
        // By solution: several are tried, and the best puzzle may be of an earlier one.
        let tokens: RefCell<Tokens> = RefCell::default();
        let weaker = Cell::new(false);
        menu.allow_all(&blank.model);
        let text_of = |made: &Made| {
            let kept: FxHashSet<usize> = made.clues.iter().map(|clue| clue.at).collect();
            let tokens = tokens.borrow();
            let of_solution = tokens.get(&made.solution);
            let given = |at: usize| of_solution?[at].clone().filter(|_| kept.contains(&at));
            let text = wanted.layout.text(&|at| given(at).or_else(|| wanted.without(at)));
            format!("{text}\n{}", print_expr(wanted.rule))
        };
        let mut make = |generator: &mut Generator, of: u64| {
            let goal = judged.goal(options, of == seed);
            let recipe = Recipe { model: &blank.model, source, method, goal, start: None, limits };
            // What was made before is gone; the same unknowns and expressions as in the blank puzzle.
            generator.elaborator.rollback(start);
            generator.use_rule_with(wanted, &blank.name, &|_| None)?;
            let mut teller = generator.teller.take();
            let mut follows =
                RuleClues { generator, wanted, blank, menu, clue, options, limits, tokens: &tokens, weaker: &weaker };
            let made = recipe.make(of, &mut follows, &mut |progress| teller.tell(|| progress_text(progress)));
            generator.teller = teller;
            generator.elaborator.rollback(start);
            made
        };
        let (made, grade) = match self.made_with_grade(options, seed, limits, &mut make, &text_of, &judged)? {
            (Making::Made(made), grade) => (made, grade),
            // Without clues there is a solution: only none was found whose clues are enough.
            (Making::NoSolution, _) => return Ok(One::Not(Making::Ambiguous)),
            (other, _) => return Ok(One::Not(other)),
        };
        let text = text_of(&made);
        // Read like any other statements.
        let confirming = self.limits_to_confirm(limits);
        self.elaborator.rollback(start);
        for statement in self.read("<generated>", &text, None)? {
            self.elaborator.add(&statement)?;
        }
        let model = self.elaborator.model.clone();
        let not_blank = || {
            let message = "clues of this rule can't be left out: it says something of blank places too";
            fail(Diagnostic::at(Code::Generate, wanted.rule.span, message))
        };
        let solution = match completed(&model, &made.solution, method, &confirming)? {
            Ok(Some(solution)) => solution,
            Ok(None) => return not_blank(),
            Err(reason) => return Ok(unconfirmed(made.stopped.unwrap_or(reason))),
        };
        let clues = made.clues.len();
        if options.goal == Goal::All {
            return Ok(One::Made(Box::new(Puzzle { shapes: true, ..Puzzle::new(seed, text, clues, solution) })));
        }
        match is_only_solution(&model, &solution, made.searched, method, &confirming)? {
            Ok(true) => {}
            Ok(false) if weaker.get() => return not_blank(),
            Ok(false) => return Err(disagreement()),
            Err(reason) => return Ok(unconfirmed(made.stopped.unwrap_or(reason))),
        }
        Ok(One::Made(Box::new(Puzzle {
            missed: options.missed(clues),
            grade,
            fewest: made.fewest,
            stopped: made.stopped,
            ..Puzzle::new(seed, text, clues, solution)
        })))
    }

    /// Adds the picture and the use of the rule to the model; `token` says what stands where. Unknowns that the rule declares
    /// without clues too are the ones that it has there.
    pub(crate) fn use_rule_with(
        &mut self,
        wanted: &ClueRule,
        name: &str,
        token: &dyn Fn(usize) -> Option<String>,
    ) -> Result<()> {
        let picture = wanted.layout.statement(name, &|at| token(at).or_else(|| wanted.without(at)));
        let expr = renamed(wanted.rule, &wanted.layout.name.name, name);
        let kind = StatementKind::Expr { expr, label: None, because: vec![] };
        self.elaborator.add(&picture)?;
        let before = self.elaborator.model.unknowns.len();
        // The puzzle without clues declares them.
        let own = if wanted.own.end <= before { wanted.own.clone() } else { 0..0 };
        let any = !own.is_empty();
        self.elaborator.model.again = own;
        let added = self.elaborator.add(&Statement { kind, span: wanted.rule.span, doc: String::new() });
        let left = std::mem::take(&mut self.elaborator.model.again);
        added?;
        if any && (!left.is_empty() || self.elaborator.model.unknowns.len() > before) {
            let message = "the clues of this rule can't be found out: which unknowns it has depends on them";
            let help = "a function `clue` in its body says how its clues follow: `help generate`";
            return fail(Diagnostic::at(Code::Generate, wanted.rule.span, message).help(help));
        }
        Ok(())
    }

    /// The rule with all clues: what it says without them holds for good, the rest is of a clue.
    fn prepare(
        &mut self,
        wanted: &ClueRule,
        tokens: &[Option<String>],
        blank: &Blank,
        solution: &Assignment,
        options: &Asked,
    ) -> Result<Option<Prepared>> {
        let name = wanted.layout.name.name.clone();
        self.use_rule_with(wanted, &name, &|at| tokens[at].clone())?;
        let mut model = self.elaborator.model.clone();
        let with: Vec<Constraint> = model.constraints.split_off(blank.mark.constraints());
        let own = model.unknowns.len() > blank.model.unknowns.len();
        // Which values unknowns that a clue declares can have is asked later.
        let values = if own { None } else { Some(model.evaluate_all(solution)) };
        let always: FxHashSet<ExprId> = blank.model.constraints.iter().map(|c| c.expr).collect();
        let mut says: FxHashMap<usize, Vec<ExprId>> = FxHashMap::default();
        for constraint in with.iter().filter(|c| !always.contains(&c.expr)) {
            if let Some(at) = wanted.layout.place_of_origin(&constraint.origin) {
                says.entry(at).or_default().push(constraint.expr);
            }
            // Clues that fit one by one may not fit together.
            if values.as_ref().is_some_and(|values| values[constraint.expr] == 0) {
                return Ok(None);
            }
        }
        let mut clue = |at: &usize| Some(Clue { at: *at, meaning: Meaning::Conditions(says.remove(at)?) });
        let places: Vec<usize> = wanted.allowed.iter().copied().filter(|&at| tokens[at].is_some()).collect();
        let all = orbits(&places, wanted.layout.shape, options.symmetry).into_iter();
        let orbits: Vec<Orbit> = all
            .map(|places| Orbit { clues: places.iter().filter_map(&mut clue).collect(), stays: false })
            .filter(|orbit| !orbit.clues.is_empty())
            .collect();
        let said: FxHashSet<ExprId> = with.iter().map(|c| c.expr).collect();
        let weaker = blank.model.constraints[blank.rule_from..].iter().any(|c| !said.contains(&c.expr));
        Ok(Some(Prepared { orbits, model: Some(model), weaker }))
    }

    /// The first place of each region that the rule is given, where a clue may stand: it looks for one in all of the region.
    fn first_of_regions(&mut self, wanted: &ClueRule) -> Result<Option<Vec<usize>>> {
        let ExprKind::Call { args, .. } = &wanted.rule.kind else { return Ok(None) };
        for arg in args {
            let (Arg::Positional(value) | Arg::Named { value, .. }) = arg else { continue };
            if is_name(value, &wanted.layout.name.name) {
                continue;
            }
            if let Value::Regions(regions) = self.elaborator.value(value)?
                && (regions.rows, regions.cols) == wanted.layout.shape
            {
                let mut seen = FxHashSet::default();
                let first = |at: &usize| regions.places[*at].is_some_and(|region| seen.insert(region));
                return Ok(Some(wanted.allowed.iter().copied().filter(first).collect()));
            }
        }
        Ok(None)
    }

    /// The rule that is used.
    pub(crate) fn rule_of(&mut self, rule: &Expr, picture: &str) -> Result<Arc<Rule>> {
        let ExprKind::Call { callee, args } = &rule.kind else {
            let message = "this is no use of a rule";
            return fail(
                Diagnostic::at(Code::Type, rule.span, message)
                    .help("write `generate number for slitherlink(e, number)`"),
            );
        };
        let named = |arg: &Arg| match arg {
            Arg::Positional(e) | Arg::Named { value: e, .. } => is_name(e, picture),
            Arg::Generator(_) => false,
        };
        if !args.iter().any(named) {
            let message = format!("the rule is not given `{picture}`");
            return fail(
                Diagnostic::at(Code::Generate, rule.span, message)
                    .help("name the picture among the rule's arguments: `generate number for slitherlink(e, number)`"),
            );
        }
        match self.elaborator.value(callee)? {
            Value::Rule(rule) => Ok(rule),
            other => {
                let message = format!("`{}` is {}, not a rule", print_expr(callee), other.type_name());
                fail(Diagnostic::at(Code::Type, callee.span, message))
            }
        }
    }
}

/// The error of a rule that is asked with an empty picture.
fn takes_no_empty_picture(error: Diagnostic, wanted: &ClueRule) -> Box<Diagnostic> {
    let name = &wanted.layout.name.name;
    if error.limit().is_some() || error.help.is_some() {
        return Box::new(error);
    }
    Box::new(match (error.code, wanted.layout.kind) {
        (Code::Type, PictureKind::Clues) => {
            error.help(format!("for clues around the edge write `generate outside {name} for ...({name})`"))
        }
        _ => error
            .note("clues are made by asking the rule with an empty picture first")
            .help("a rule that takes none says by a function `clue` in its body how its clues follow: `help generate`"),
    })
}

pub(crate) fn is_name(expr: &Expr, name: &str) -> bool {
    matches!(&expr.kind, ExprKind::Name(n) if n == name)
}

/// The use of a rule with another name for the picture.
pub(crate) fn renamed(rule: &Expr, from: &str, to: &str) -> Expr {
    let mut rule = rule.clone();
    if let ExprKind::Call { args, .. } = &mut rule.kind {
        for arg in args {
            if let Arg::Positional(e) | Arg::Named { value: e, .. } = arg
                && is_name(e, from)
            {
                e.kind = ExprKind::Name(to.into());
            }
        }
    }
    rule
}
