//! The command line: running scripts, exit codes.

mod args;
mod book;
mod converse;
mod output;
mod pictures;
mod script;
mod sessions;
mod upgrade;

use crate::batch::{self, Item, ItemOutput, Puzzle};
use crate::editing::textmate;
use crate::exit::ExitStatus;
use crate::input::{self, Unread};
use crate::repl::progress::ProgressLine;
use crate::repl::{self, PromptLook, editor::Editor};
use crate::session::{Answer, Report, Session, Settings, TextOrigin};
use crate::{files, memory, signals};
use anyhow::Context;
use args::{Args, ColorArg, Part};
use clap::CommandFactory;
use output::Output;
use sator_base::limits::{Interrupt, Limits, Reason};
use sator_base::source::{SourceId, Span};
use sator_draw::render::{self, ColorChoice, ShownClash};
use sator_lang::diagnostic::Diagnostic;
use sator_lang::syntax::ast::StatementKind;
use sator_lang::syntax::print::quoted;
use sator_solve::solver::leave_if_abandoned;
use script::{run_puzzle, run_text, warn_if_silent};
use sessions::{Sessions, set_up};
use std::cell::RefCell;
use std::io::{BufRead, BufReader, IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;

/// Reads the command line and runs the command.
pub fn run() -> ExitCode {
    let interrupt = Interrupt::new();
    // First of all: a signal may come in the first moment.
    let installed = signals::install(interrupt.clone()).context("no handler for Ctrl-C");
    memory::install();
    let args = Args::of_the_process();
    match installed.and_then(|()| execute(&args, interrupt)) {
        Ok(end) => {
            let _ = std::io::stdout().flush();
            leave_if_abandoned(end.code());
            ExitCode::from(end.code())
        }
        // The reader of our output has gone: nothing is left to say, and nothing went wrong.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            complain(&format!("error: {error:#}"));
            ExitCode::from(ExitStatus::Error.code())
        }
    }
}

/// Writes a line to standard error. A failure can't be reported anywhere.
fn complain(text: &str) {
    let _ = writeln!(std::io::stderr(), "{text}");
}

fn is_broken_pipe(error: &anyhow::Error) -> bool {
    error
        .chain()
        .any(|e| e.downcast_ref::<std::io::Error>().is_some_and(|e| e.kind() == std::io::ErrorKind::BrokenPipe))
}

/// Writes what is asked for about the program itself, if anything is.
fn about(args: &Args) -> anyhow::Result<bool> {
    let mut stdout = std::io::stdout().lock();
    if let Some(shell) = args.completions {
        // In memory first: the generator panics when the reader of the output has gone.
        let mut script = Vec::new();
        clap_complete::generate(shell, &mut Args::command(), "sator", &mut script);
        stdout.write_all(&script)?;
    } else if args.grammar {
        writeln!(stdout, "{:#}", textmate::grammar())?;
    } else if args.man {
        clap_mangen::Man::new(Args::command()).render(&mut stdout)?;
    } else if args.help_reference {
        stdout.write_all(crate::help::reference().as_bytes())?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn execute(args: &Args, interrupt: Interrupt) -> anyhow::Result<ExitStatus> {
    if about(args)? {
        return Ok(ExitStatus::Success);
    }
    let settings = Settings {
        encoding: args.encoding,
        engine: args.engine,
        timeout: args.timeout,
        memory: args.memory,
        seed: args.seed,
        brief: args.brief,
        ..Settings::default()
    };
    if args.to_script {
        return to_script(args, &settings, &interrupt);
    }
    if args.upgrade {
        return upgrade::upgrade_files(args, &settings, &interrupt);
    }
    let out = Output::new(args);
    let mut checked = Session::new(settings.clone(), interrupt.clone());
    if let Err(error) = set_up(&mut checked, args) {
        out.error(&checked, &error)?;
        return Ok(ExitStatus::Error);
    }
    if args.serve {
        return converse::serve(args, settings, &interrupt);
    }
    if args.rpc || args.lsp || args.mcp {
        return converse::converse(args, &settings, &interrupt);
    }
    if args.judge {
        return converse::judge_lines(args, settings, &interrupt);
    }
    if args.understand {
        return converse::understand(args, settings, &interrupt);
    }
    if let Some(list) = &args.book {
        return book::write_book(args, list, &settings, &interrupt);
    }
    if let Some(list) = &args.batch {
        return run_batch(args, list, &settings, &interrupt);
    }
    if args.jobs.is_some_and(|jobs| jobs > 1) && args.files.len() > 1 && args.eval.is_empty() {
        return run_side_by_side(args, &settings, &interrupt);
    }
    let sessions = Sessions::new(args, &settings, &interrupt).starting_with(checked);
    run_parts(args, sessions, &out, &settings, &interrupt)
}

/// Runs the scripts and statements of the command line in their order, then whatever else the arguments want of the
/// last puzzle.
fn run_parts(
    args: &Args,
    mut sessions: Sessions,
    out: &Output,
    settings: &Settings,
    interrupt: &Interrupt,
) -> anyhow::Result<ExitStatus> {
    let mut worst = ExitStatus::Success;
    let mut session = sessions.next();
    let mut first = true;
    let ask = !args.interactive;
    let alone = is_all(args);
    for part in &args.parts {
        let file = match part {
            Part::File(file) => file,
            Part::Text(text) => {
                worst = worst.max(run_text(session, "<command line>", text, TextOrigin::Typed, out)?);
                continue;
            }
        };
        for (name, text) in puzzles_in(file, &settings.limits(interrupt)) {
            // Scripts are puzzles of their own; only what is typed goes on from where the last one ended.
            if !first && !args.together {
                session = sessions.next();
            }
            first = false;
            worst = worst.max(run_puzzle(session, &name, text, ask, out)?);
            if alone {
                warn_if_silent(session, &name, worst, out)?;
            }
            if worst == ExitStatus::Interrupted && !args.interactive {
                return Ok(worst);
            }
        }
    }
    if args.together
        && let Err(error) = session.params.check()
    {
        out.error(session, &error)?;
        worst = worst.max(ExitStatus::Error);
    }
    if let Some(folder) = &args.certify {
        let text = format!("export certificate {}", quoted(&folder.to_string_lossy()));
        worst = worst.max(run_text(session, "<command line>", &text, TextOrigin::Typed, out)?);
    }
    if let Some(end) = pictures::write(args, session, out)? {
        return Ok(end);
    }
    let prompt = args.interactive || args.resume || (args.files.is_empty() && args.eval.is_empty());
    if !prompt {
        // The process ends: its memory goes as a whole.
        std::mem::forget(sessions);
        return Ok(worst);
    }
    // A program at the other end writes a script.
    if args.json || !std::io::stdin().is_terminal() {
        return Ok(worst.max(run_stdin(args, session, out, &settings.limits(interrupt))?));
    }
    run_prompt(args, session, out)?;
    Ok(if interrupt.is_final() { ExitStatus::Interrupted } else { worst })
}

/// Whether nothing more is asked of the puzzle behind the scripts.
fn is_all(args: &Args) -> bool {
    let asks_later =
        args.resume || !args.eval.is_empty() || args.svg.is_some() || args.png.is_some() || args.certify.is_some();
    !args.interactive && !asks_later && !args.together
}

fn run_stdin(args: &Args, session: &mut Session, out: &Output, limits: &Limits) -> anyhow::Result<ExitStatus> {
    let mut worst = ExitStatus::Success;
    for (name, text) in puzzles_in(Path::new("-"), limits) {
        worst = worst.max(run_puzzle(session, &name, text, true, out)?);
        if is_all(args) && args.files.is_empty() {
            warn_if_silent(session, &name, worst, out)?;
        }
    }
    Ok(worst)
}

fn run_prompt(args: &Args, session: &mut Session, out: &Output) -> anyhow::Result<()> {
    let look = PromptLook { color: out.color, echo: !args.quiet, progress: repl::has_terminal(), ascii: out.ascii };
    let mut stdout = std::io::stdout();
    repl::run_init_file(session, &mut stdout, look)?;
    if args.resume {
        repl::resume(session, &mut stdout, look)?;
    }
    let mut editor = Editor::new(out.color).context("the prompt failed")?;
    repl::run(session, &mut editor, &mut stdout, look).context("the prompt failed")?;
    Ok(repl::say_kept(session, &mut stdout)?)
}

/// Bytes written between two looks at Ctrl-C.
const PIECE: usize = 1 << 16;

/// Several scripts at a time; their outputs one after the other, as without `--jobs`.
fn run_side_by_side(args: &Args, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    let worker = || {
        let out = Output::keeping(args, args.json);
        let mut sessions = Sessions::new(args, settings, interrupt);
        move |(name, text): (String, Result<String, Unread>)| {
            let session = sessions.next();
            let end = run_puzzle(session, &name, text, true, &out)
                .and_then(|end| warn_if_silent(session, &name, end, &out).map(|()| end));
            collect(&out, end)
        }
    };
    let jobs = args.jobs.unwrap_or(1).into();
    let progress = Output::new(args).progress.then(|| ProgressLine::start(Box::new(std::io::stderr()), 80));
    let within = (settings.clone(), interrupt.clone());
    let puzzles = args.files.clone().into_iter().flat_map(move |file| puzzles_in(&file, &within.0.limits(&within.1)));
    Ok(batch::run(puzzles, jobs, interrupt, progress.as_ref(), worker, batch::write_out)?)
}

/// The puzzles of a list.
fn run_batch(args: &Args, list: &Path, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    let shown = list.display();
    let stdin = list == Path::new("-");
    anyhow::ensure!(
        stdin || !list.is_dir(),
        "{shown} is a directory: name a file with a puzzle on each line, or run its scripts with `sator {shown}/*.puz`"
    );
    if !stdin {
        std::fs::metadata(list).with_context(|| format!("{shown} can't be read"))?;
    }
    let list = list.to_path_buf();
    // The thread that reads puzzles also opens the input, as opening a pipe waits for its other end.
    let open = move || -> std::io::Result<Box<dyn BufRead + Send>> {
        Ok(match stdin {
            true => Box::new(BufReader::new(std::io::stdin())),
            false => Box::new(BufReader::new(std::fs::File::open(list)?)),
        })
    };
    let worker = || {
        let out = Output::keeping(args, true);
        let mut sessions = Sessions::new(args, settings, interrupt);
        move |item: Item| {
            let puzzles = match item.puzzle {
                Puzzle::File(path) => puzzles_in(Path::new(&path), &settings.limits(interrupt)),
                Puzzle::Text(text) => vec![("<list>".into(), Ok(text))],
                Puzzle::Bad(message) => {
                    return (batch::line(&item.id, batch::bad(&message), ExitStatus::Error), ExitStatus::Error);
                }
            };
            let end = puzzles.into_iter().try_fold(ExitStatus::Success, |worst, (name, text)| {
                let session = sessions.next();
                let end = run_puzzle(session, &name, text, true, &out)?;
                warn_if_silent(session, &name, end, &out)?;
                Ok(worst.max(end))
            });
            let (output, end) = collect(&out, end);
            (batch::line(&item.id, output, end), end)
        }
    };
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let shown = !args.quiet && repl::has_terminal();
    let progress = shown.then(|| ProgressLine::start(Box::new(std::io::stderr()), 80));
    let limits = settings.limits(interrupt).until(None);
    Ok(batch::run(batch::items(open, limits), jobs, interrupt, progress.as_ref(), worker, batch::write_out)?)
}

/// The kept output and the exit status of a run; an error goes to the kept output. Writing into memory does not fail.
fn collect(out: &Output, end: anyhow::Result<ExitStatus>) -> (ItemOutput, ExitStatus) {
    let mut output = out.kept.as_ref().map(RefCell::take).unwrap_or_default();
    let end = end.unwrap_or_else(|error| {
        output.err.extend(format!("error: {error:#}\n").bytes());
        ExitStatus::Error
    });
    (output, end)
}

/// The texts that an argument names: a link itself, the text of a file or of standard input, or each line of a file of sudokus; with
/// a name for messages.
fn puzzles_in(file: &Path, limits: &Limits) -> Vec<(String, Result<String, Unread>)> {
    if let Some(link) = file.to_str().filter(|text| sator_formats::is_data(text)) {
        return vec![("<link>".into(), Ok(link.into()))];
    }
    let (name, text) = if file == Path::new("-") {
        ("<stdin>".to_string(), input::text_of_stdin(limits))
    } else {
        (file.display().to_string(), input::text_of_file(file, limits))
    };
    match text.as_deref().map(sator_formats::parts) {
        Ok(parts) if parts.len() > 1 => parts
            .iter()
            .enumerate()
            .map(|(k, part)| (format!("{name}, puzzle {}", k + 1), Ok(part.to_string())))
            .collect(),
        _ => vec![(name, text)],
    }
}

/// `--to-script`.
fn to_script(args: &Args, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    let mut stdout = std::io::stdout().lock();
    let mut worst = ExitStatus::Success;
    for (name, text) in args.files.iter().flat_map(|file| puzzles_in(file, &settings.limits(interrupt))) {
        let script =
            text.map_err(|unread| unread.diagnostic().message).and_then(|text| match sator_formats::import(&text) {
                Some(Ok(imported)) => {
                    imported.mended.iter().for_each(|what| eprintln!("warning: {name}: {what}"));
                    Ok(imported.script)
                }
                Some(Err(problem)) => Err(match problem.help {
                    Some(help) => format!("{}\n  help: {help}", problem.message),
                    None => problem.message,
                }),
                None => Ok(text),
            });
        match script {
            Ok(script) => write!(stdout, "{script}")?,
            Err(message) => {
                complain(&format!("error: {name}: {message}"));
                worst = ExitStatus::Error;
            }
        }
    }
    Ok(worst)
}
