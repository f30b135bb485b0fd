//! The command line: arguments, running scripts, exit codes.

mod output;

use crate::batch::{self, Item, Puzzle, Said};
use crate::diagnostic::{Code, Diagnostic};
use crate::exchange;
use crate::exit::End;
use crate::files;
use crate::limits::{Interrupt, install_ctrl_c};
use crate::memory::Memory;
use crate::page;
use crate::render::{self, ColorChoice, ShownClash};
use crate::repl::progress::Progress;
use crate::repl::{self, PromptLook, editor::Editor};
use crate::session::{Answer, Format, Report, Scale, Session, Settings, Theme, Wish, decode, read_text};
use crate::settings::{Key, parse_encoding, parse_memory, parse_timeout};
use crate::solver::sat::Reason;
use crate::solver::z3::leave_if_abandoned;
use crate::solver::{ENGINE_VARIABLE, Engine};
use crate::source::{SourceId, Span};
use anyhow::Context;
use clap::{CommandFactory, Parser};
use output::Output;
use std::cell::RefCell;
use std::io::{IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Puzzles in a small language, answered by Z3.
#[derive(Parser, Debug)]
#[command(name = "sator", version, about, after_help = AFTER_HELP)]
struct Args {
    /// Scripts to run, or puzzles of other programs: links, or files of them; `-` reads standard input; without any, the
    /// prompt
    files: Vec<PathBuf>,
    /// Print the script that a link or another program's file becomes, and run nothing
    #[arg(long)]
    to_script: bool,
    /// Open the prompt after running the files
    #[arg(short, long)]
    interactive: bool,
    /// Open the prompt with the statements that it was left with last
    #[arg(long)]
    resume: bool,
    /// Run this text, after the files
    #[arg(short = 'e', long = "eval", value_name = "TEXT")]
    eval: Vec<String>,
    /// One JSON object a line, for programs
    #[arg(long)]
    json: bool,
    /// Run the puzzles of a list (`-`: standard input), one a line: a script's path, a sudoku of 81 characters, or
    /// {"id": ..., "script": "..."}; one JSON object a puzzle, in order
    #[arg(long, value_name = "LIST", conflicts_with_all = ["files", "eval", "interactive"])]
    batch: Option<PathBuf>,
    /// How many puzzles to run at a time; each processor one with --batch, else 1
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "interactive")]
    jobs: Option<u16>,
    /// The formula: fd, int or auto
    #[arg(long, value_name = "ENCODING", default_value = "auto", value_parser = encoding)]
    encoding: EncodingChoice,
    /// Who searches: auto, sat or z3
    #[arg(long, value_name = "ENGINE", default_value = "auto", env = ENGINE_VARIABLE, value_parser = engine)]
    engine: Engine,
    /// How long reading one statement or answering one question may take: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = timeout)]
    timeout: Option<std::time::Duration>,
    /// How much memory the program may use: 4GB, 500MB, off; auto is 80% of the machine's
    #[arg(long, value_name = "SIZE", default_value = "auto", value_parser = memory)]
    memory: Memory,
    /// Where the search starts
    #[arg(long, value_name = "N", default_value_t = 0)]
    seed: u32,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    color: ColorArg,
    /// Draw with ASCII alone, as without UTF-8 (LC_ALL=C)
    #[arg(long)]
    ascii: bool,
    /// Write a picture of the puzzle or its solution after running
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same as PNG
    #[arg(long, value_name = "FILE")]
    png: Option<PathBuf>,
    /// Colours of the picture
    #[arg(long, value_name = "THEME", default_value = "light")]
    theme: ThemeArg,
    /// Size of the picture: a cell is 48 pixels or 9 mm wide
    #[arg(long, value_name = "SIZE", default_value = "screen")]
    size: SizeArg,
    /// With --json: what a solution looks like too, so that programs can draw it
    #[arg(long, requires = "json")]
    scene: bool,
    /// Show FILE, or an empty page, in a browser of this machine: prints the address
    #[arg(long, conflicts_with_all = ["interactive", "eval", "json", "batch"])]
    serve: bool,
    /// The port of the page; any that is free if not given
    #[arg(long, value_name = "N", default_value_t = 0, requires = "serve")]
    port: u16,
    /// Open the page in the browser too
    #[arg(long, requires = "serve")]
    open: bool,
    /// Print errors and failed expectations only
    #[arg(short, long)]
    quiet: bool,
    /// Print completions for a shell: bash, zsh, fish ...
    #[arg(long, value_name = "SHELL")]
    completions: Option<clap_complete::Shell>,
    /// Print the manual page
    #[arg(long, hide = true)]
    man: bool,
    /// Print the reference that is kept in docs/
    #[arg(long, hide = true)]
    help_reference: bool,
}

const AFTER_HELP: &str =
    "Exit code: 0 all went well, 1 an `expect` failed, 2 an error in the text, a file or the command line,
3 a question ended as unknown, or a statement was not read in full (time or memory limit), 130 interrupted.";

type EncodingChoice = Option<crate::lower::Encoding>;

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ColorArg {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum ThemeArg {
    Light,
    Dark,
}

impl From<ThemeArg> for Theme {
    fn from(theme: ThemeArg) -> Theme {
        match theme {
            ThemeArg::Light => Theme::Light,
            ThemeArg::Dark => Theme::Dark,
        }
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum SizeArg {
    Screen,
    Print,
}

impl From<SizeArg> for Scale {
    fn from(size: SizeArg) -> Scale {
        match size {
            SizeArg::Screen => Scale::Screen,
            SizeArg::Print => Scale::Print,
        }
    }
}

fn engine(text: &str) -> Result<Engine, String> {
    Engine::named(text).ok_or_else(|| format!("write {}", Key::find("engine").map_or("", |key| key.values)))
}

fn encoding(text: &str) -> Result<EncodingChoice, String> {
    parse_encoding(text).ok_or_else(|| "write fd, int or auto".into())
}

fn timeout(text: &str) -> Result<std::time::Duration, String> {
    parse_timeout(text).flatten().ok_or_else(|| "write a time such as 10s, 500ms or 2m".into())
}

fn memory(text: &str) -> Result<Memory, String> {
    parse_memory(text).ok_or_else(|| "write a size such as 4GB or 500MB, or off".into())
}

/// Reads the command line and does what it says.
pub fn run() -> ExitCode {
    let args = Args::parse();
    match execute(&args) {
        Ok(end) => {
            let _ = std::io::stdout().flush();
            leave_if_abandoned(end.code());
            ExitCode::from(end.code())
        }
        // The reader of our output has gone: nothing is left to say, and nothing went wrong.
        Err(error) if is_broken_pipe(&error) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::from(End::Error.code())
        }
    }
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
    } else if args.man {
        clap_mangen::Man::new(Args::command()).render(&mut stdout)?;
    } else if args.help_reference {
        stdout.write_all(crate::help::reference().as_bytes())?;
    } else {
        return Ok(false);
    }
    Ok(true)
}

fn execute(args: &Args) -> anyhow::Result<End> {
    if about(args)? {
        return Ok(End::Fine);
    }
    if args.to_script {
        return to_script(args);
    }
    let interrupt = Interrupt::new();
    install_ctrl_c(interrupt.clone()).context("no handler for Ctrl-C")?;
    let out = Output::new(args);
    let settings = Settings {
        encoding: args.encoding,
        engine: args.engine,
        timeout: args.timeout,
        memory: args.memory,
        seed: args.seed,
        ..Settings::default()
    };
    if args.serve {
        return serve(args, settings, &interrupt);
    }
    if let Some(list) = &args.batch {
        return run_batch(args, list, &settings, &interrupt);
    }
    if args.jobs.is_some_and(|jobs| jobs > 1) && args.files.len() > 1 && args.eval.is_empty() {
        return run_side_by_side(args, &settings, &interrupt);
    }
    let new_session = || Session::new(settings.clone(), interrupt.clone());
    let mut worst = End::Fine;
    let mut session = new_session();
    let mut first = true;
    let ask = !(args.interactive || args.to_script);
    for (name, text) in args.files.iter().flat_map(|file| puzzles_in(file)) {
        // Scripts are puzzles of their own; only what is typed goes on from where the last one ended.
        if !first {
            session = new_session();
        }
        first = false;
        worst = worst.max(run_puzzle(&mut session, &name, text, ask, &out)?);
        if worst == End::Interrupted && !args.interactive {
            return Ok(worst);
        }
    }
    for text in &args.eval {
        worst = worst.max(run_text(&mut session, "<command line>", text, None, &out)?);
    }
    for (format, path) in [(Format::Svg, &args.svg), (Format::Png, &args.png)] {
        let Some(path) = path else { continue };
        let span = Span::new(SourceId(0), 0, 0);
        let wish = Wish { what: None, theme: args.theme.into(), scale: args.size.into() };
        let export = session.export(format, wish, path, span);
        let written = export.and_then(|export| files::write(session.model(), &export));
        written.map_err(|error| anyhow::anyhow!(error.message))?;
    }
    let prompt = args.interactive || args.resume || (args.files.is_empty() && args.eval.is_empty());
    if !prompt {
        // The process ends: its memory goes as a whole.
        std::mem::forget(session);
        return Ok(worst);
    }
    // A program at the other end writes a script.
    if args.json || !std::io::stdin().is_terminal() {
        for (name, text) in puzzles_in(Path::new("-")) {
            worst = worst.max(run_puzzle(&mut session, &name, text, true, &out)?);
        }
        return Ok(worst);
    }
    let look = PromptLook { color: out.color, echo: !args.quiet, progress: repl::has_terminal(), ascii: out.ascii };
    let mut stdout = std::io::stdout();
    repl::run_init_file(&mut session, &mut stdout, look)?;
    if args.resume {
        repl::resume(&mut session, &mut stdout, look)?;
    }
    let mut editor = Editor::new(out.color).context("the prompt failed")?;
    repl::run(&mut session, &mut editor, &mut stdout, look).context("the prompt failed")?;
    repl::keep(&session, &mut stdout)?;
    Ok(worst)
}

/// `--serve`
fn serve(args: &Args, settings: Settings, interrupt: &Interrupt) -> anyhow::Result<End> {
    anyhow::ensure!(args.files.len() < 2, "a page shows one script: name one file");
    let script = match args.files.first().map(|file| puzzles_in(file)).and_then(|all| all.into_iter().next()) {
        None => None,
        Some((name, Ok(text))) => Some((name, text)),
        Some((_, Err(message))) => anyhow::bail!(message),
    };
    let start = page::Start { script, port: args.port, open: args.open };
    page::serve(start, settings, interrupt, &mut std::io::stdout())?;
    Ok(End::Fine)
}

/// Bytes written between two looks at Ctrl-C.
const PIECE: usize = 1 << 16;

/// Several scripts at a time; their outputs one after the other, as without `--jobs`.
fn run_side_by_side(args: &Args, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<End> {
    let work = |(name, text): (String, Result<String, String>)| {
        let out = Output::keeping(args, args.json);
        let end = run_puzzle(&mut Session::new(settings.clone(), interrupt.clone()), &name, text, true, &out);
        said(out, end)
    };
    let jobs = args.jobs.unwrap_or(1).into();
    let progress = Output::new(args).progress.then(|| Progress::start(Box::new(std::io::stderr()), 80));
    let puzzles = args.files.clone().into_iter().flat_map(|file| puzzles_in(&file));
    Ok(batch::run(puzzles, jobs, interrupt, progress.as_ref(), work, batch::write_out)?)
}

/// The puzzles of a list.
fn run_batch(args: &Args, list: &Path, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<End> {
    let from: Box<dyn std::io::BufRead + Send> = match list == Path::new("-") {
        true => Box::new(std::io::BufReader::new(std::io::stdin())),
        false => {
            let opened = std::fs::File::open(list);
            Box::new(std::io::BufReader::new(opened.with_context(|| format!("{} can't be read", list.display()))?))
        }
    };
    let work = |item: Item| {
        let out = Output::keeping(args, true);
        let puzzles = match item.puzzle {
            Puzzle::File(path) => puzzles_in(Path::new(&path)),
            Puzzle::Text(text) => vec![("<list>".into(), Ok(text))],
            Puzzle::Bad(message) => return (batch::line(&item.id, batch::bad(&message), End::Error), End::Error),
        };
        let end = puzzles.into_iter().try_fold(End::Fine, |worst, (name, text)| {
            let mut session = Session::new(settings.clone(), interrupt.clone());
            run_puzzle(&mut session, &name, text, true, &out).map(|end| worst.max(end))
        });
        let (said, end) = said(out, end);
        (batch::line(&item.id, said, end), end)
    };
    let jobs = args.jobs.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let shown = !args.quiet && repl::has_terminal();
    let progress = shown.then(|| Progress::start(Box::new(std::io::stderr()), 80));
    Ok(batch::run(batch::items(from), jobs, interrupt, progress.as_ref(), work, batch::write_out)?)
}

/// What was kept, and how the run ended; writing into memory does not fail.
fn said(out: Output, end: anyhow::Result<End>) -> (Said, End) {
    let mut said = out.kept.map(RefCell::into_inner).unwrap_or_default();
    let end = end.unwrap_or_else(|error| {
        said.err.extend(format!("error: {error:#}\n").bytes());
        End::Error
    });
    (said, end)
}

/// What an argument stands for: a link itself, the text of a file or of standard input, or each line of a file of sudokus; with
/// a name for messages. The error is a sentence.
fn puzzles_in(file: &Path) -> Vec<(String, Result<String, String>)> {
    if let Some(link) = file.to_str().filter(|text| exchange::is_data(text)) {
        return vec![("<link>".into(), Ok(link.into()))];
    }
    let (name, text) = if file == Path::new("-") {
        let mut bytes = Vec::new();
        let read =
            std::io::stdin().lock().read_to_end(&mut bytes).map_err(|e| format!("standard input can't be read: {e}"));
        ("<stdin>".to_string(), read.and_then(|_| decode(bytes, "standard input")))
    } else {
        (file.display().to_string(), read_text(file))
    };
    match text.as_deref().map(exchange::parts) {
        Ok(parts) if parts.len() > 1 => parts
            .iter()
            .enumerate()
            .map(|(k, part)| (format!("{name}, puzzle {}", k + 1), Ok(part.to_string())))
            .collect(),
        _ => vec![(name, text)],
    }
}

/// Runs a script; a puzzle of another program is turned into one first, and with `ask` it is asked whether it is unique.
fn run_puzzle(
    session: &mut Session,
    name: &str,
    text: Result<String, String>,
    ask: bool,
    out: &Output,
) -> anyhow::Result<End> {
    out.told.take();
    let help = "name a puzzle script: a text file, usually `*.puz`; or a link in quotes";
    let text = match text {
        Ok(text) => text,
        Err(message) => {
            out.error(session, &Diagnostic::new(Code::Unreadable, message).help(help))?;
            return Ok(End::Error);
        }
    };
    match exchange::import(&text) {
        None => {
            let file = Path::new(name);
            run_text(session, name, &text, file.is_file().then(|| file.to_path_buf()), out)
        }
        Some(Ok(imported)) => {
            let question = if ask { "unique\n" } else { "" };
            run_text(session, imported.format, &format!("{}{question}", imported.script), None, out)
        }
        Some(Err(problem)) => {
            out.error(session, &problem.diagnostic())?;
            Ok(End::Error)
        }
    }
}

/// `--to-script`.
fn to_script(args: &Args) -> anyhow::Result<End> {
    let mut stdout = std::io::stdout().lock();
    let mut worst = End::Fine;
    for (name, text) in args.files.iter().flat_map(|file| puzzles_in(file)) {
        let script = text.and_then(|text| match exchange::import(&text) {
            Some(Ok(imported)) => Ok(imported.script),
            Some(Err(problem)) => Err(match problem.help {
                Some(help) => format!("{}\n  help: {help}", problem.message),
                None => problem.message,
            }),
            None => Ok(text),
        });
        match script {
            Ok(script) => write!(stdout, "{script}")?,
            Err(message) => {
                eprintln!("error: {name}: {message}");
                worst = End::Error;
            }
        }
    }
    Ok(worst)
}

fn run_text(session: &mut Session, name: &str, text: &str, file: Option<PathBuf>, out: &Output) -> anyhow::Result<End> {
    let statements = match session.read(name, text, file) {
        Ok(statements) => statements,
        Err(error) => {
            out.error(session, &error)?;
            return Ok(End::Error);
        }
    };
    let mut worst = End::Fine;
    let mut failure = None;
    let mut unwritten = None;
    let progress = out.progress.then(|| Progress::start(Box::new(std::io::stderr()), 80));
    session.set_progress(progress.as_ref().map(Progress::listener));
    for statement in &statements {
        let done = session.run(statement, &mut |session, report| {
            let report = match files::settle(session.model(), report) {
                Ok(report) => report,
                Err(error) => {
                    unwritten = Some(error);
                    return;
                }
            };
            worst = worst.max(End::of(&report.answer));
            let write = || out.report(session, &report);
            let done = match &progress {
                Some(progress) => progress.aside(write),
                None => write(),
            };
            if let Err(error) = done {
                failure = Some(error);
            }
        });
        if let Some(error) = failure {
            return Err(error.into());
        }
        if let Err(error) = unwritten.take().map_or(done, Err) {
            drop(progress);
            session.set_progress(None);
            out.error(session, &error)?;
            return Ok(Reason::of(&error).map_or(End::Error, |reason| End::of_reason(&reason)));
        }
        for warning in session.take_warnings() {
            out.warning(session, &warning)?;
        }
        // It may have come while an answer was drawn.
        if session.interrupt().is_set() {
            worst = End::Interrupted;
        }
        if worst == End::Interrupted || session.has_quit() {
            break;
        }
    }
    session.set_progress(None);
    Ok(worst)
}
