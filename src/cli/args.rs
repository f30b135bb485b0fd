//! The arguments of the command line.

use crate::session::{Scale, Theme};
use crate::settings::{ENGINE_VARIABLE, Key, parse_encoding, parse_memory, parse_timeout};
use clap::{CommandFactory, FromArgMatches, Parser};
use sator_base::memory::Memory;
use sator_draw::render::Paper;
use sator_solve::solver::{Engine, engine_named};
use std::path::PathBuf;

/// Solves and explains logic puzzles written in a small language.
#[derive(Parser, Debug)]
#[command(name = "sator", version, about, after_help = AFTER_HELP)]
pub(super) struct Args {
    /// Scripts to run, or links and files of other programs' puzzles; `-` reads standard input; without any, the prompt
    /// opens
    pub files: Vec<PathBuf>,
    /// Print the script that a link or another program's file becomes, and run nothing
    #[arg(long)]
    pub to_script: bool,
    /// Write `//` for each `/` in scripts from the time when `/` rounded down, and run nothing
    #[arg(long, requires = "files", conflicts_with_all = ["to_script", "interactive", "eval", "batch", "serve"])]
    pub upgrade: bool,
    /// Open the prompt after running the files
    #[arg(short, long)]
    pub interactive: bool,
    /// Open the prompt with the statements of its last session
    #[arg(long)]
    pub resume: bool,
    /// Run this text, before or after a file as it stands on the command line
    #[arg(short = 'e', long = "eval", value_name = "TEXT")]
    pub eval: Vec<String>,
    /// Run all files in one session, one after the other
    #[arg(long, requires = "files", conflicts_with_all = ["batch", "serve", "jobs"])]
    pub together: bool,
    /// Set a parameter of the scripts: n=8 for `param n = 5`
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter)]
    pub param: Vec<(String, String)>,
    /// Set the parameters of the scripts to the values of a JSON object, by name
    #[arg(long, value_name = "FILE")]
    pub data: Vec<PathBuf>,
    /// Answer with one JSON object a line, for programs
    #[arg(long)]
    pub json: bool,
    /// Report on standard error how far a long question is, also without a terminal; with --json print each better
    /// solution of `minimize`, `maximize` and `solve best`, and each one of `solutions`, as an object of its own
    #[arg(long, conflicts_with_all = ["batch", "serve"])]
    pub progress: bool,
    /// Run the puzzles of a list (`-`: standard input), one a line: a script's path, a sudoku of 81 characters, or
    /// {"id": ..., "script": "..."}; one JSON object a puzzle, in order
    #[arg(long, value_name = "LIST", conflicts_with_all = ["files", "eval", "interactive"])]
    pub batch: Option<PathBuf>,
    /// How many puzzles to run at a time; each processor one with --batch, else 1
    #[arg(long, short = 'j', value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024), conflicts_with = "interactive")]
    pub jobs: Option<u16>,
    /// Formula that is searched: fd, int or auto
    #[arg(long, value_name = "ENCODING", default_value = "auto", value_parser = encoding)]
    pub encoding: EncodingChoice,
    /// Engine that searches: auto, sat or z3
    #[arg(long, value_name = "ENGINE", default_value = "auto", env = ENGINE_VARIABLE, value_parser = engine)]
    pub engine: Engine,
    /// How long reading a statement or answering a question can take: 10s, 500ms, 2m
    #[arg(long, value_name = "TIME", value_parser = timeout)]
    pub timeout: Option<std::time::Duration>,
    /// How much memory the program can use: 4GB, 500MB, off; auto is 80% of the machine's
    #[arg(long, value_name = "SIZE", default_value = "auto", value_parser = memory)]
    pub memory: Memory,
    /// Where the search starts
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub seed: u32,
    /// When to use colour
    #[arg(long, value_name = "WHEN", default_value = "auto")]
    pub color: ColorArg,
    /// Draw with ASCII alone, as without UTF-8 (LC_ALL=C)
    #[arg(long)]
    pub ascii: bool,
    /// Show each step of `solve steps` and `hint` in one line, as `W-Wing: 9/4 in r6c8, r5c2 by 4 in r3c28 => r6c1<>9`
    #[arg(long)]
    pub brief: bool,
    /// Write a picture of the puzzle or its solution after running
    #[arg(long, value_name = "FILE")]
    pub svg: Option<PathBuf>,
    /// The same as PNG
    #[arg(long, value_name = "FILE")]
    pub png: Option<PathBuf>,
    /// Write a certificate after running: a folder with which others check that there is one solution, none, or no better
    /// one
    #[arg(long, value_name = "FOLDER")]
    pub certify: Option<PathBuf>,
    /// Write the puzzles of a list (`-`: standard input) as a booklet to print: one a line, a script's path, a link, or a
    /// script that generates puzzles
    #[arg(long, value_name = "LIST", requires = "out", conflicts_with_all = ["files", "eval", "interactive", "batch", "serve", "json"])]
    pub book: Option<PathBuf>,
    /// The HTML file of the booklet
    #[arg(long, value_name = "FILE", requires = "book")]
    pub out: Option<PathBuf>,
    /// The paper of the booklet
    #[arg(long, value_name = "PAPER", default_value = "a4", requires = "book")]
    pub paper: PaperArg,
    /// Puzzles on a page of the booklet: 1, 2, 4 or 6
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = per_page, requires = "book")]
    pub per_page: u8,
    /// Overwrite files even if sator did not write them
    #[arg(long)]
    pub overwrite: bool,
    /// Colours of the picture
    #[arg(long, value_name = "THEME", default_value = "light")]
    pub theme: ThemeArg,
    /// Size of the picture: a cell is 48 pixels or 9 mm wide
    #[arg(long, value_name = "SIZE", default_value = "screen")]
    pub size: SizeArg,
    /// With --json: also what a solution looks like, so that programs can draw it
    #[arg(long, requires = "json")]
    pub scene: bool,
    /// Serve FILE, or an empty page, to a browser on this machine, and print the address
    #[arg(long, conflicts_with_all = ["interactive", "eval", "json", "batch"])]
    pub serve: bool,
    /// Answer requests of another program: JSON, one a line, in both directions (`help rpc`)
    #[arg(long, conflicts_with_all = ["files", "interactive", "eval", "json", "batch", "serve", "param", "data"])]
    pub rpc: bool,
    /// Judge boards of the puzzle in FILE: JSON, one a line of standard input, and a verdict a line (`help judge`)
    #[arg(long, conflicts_with_all = ["interactive", "eval", "json", "batch", "serve", "rpc"])]
    pub judge: bool,
    /// Find rules for what the drawing in FILE, a link or a script, shows without a rule, and print the script (`help understand`)
    #[arg(long, conflicts_with_all = ["interactive", "eval", "batch", "serve", "rpc", "judge", "param", "data"])]
    pub understand: bool,
    /// Serve an assistant with tools: the Model Context Protocol on standard input and output (`help mcp`)
    #[arg(long, conflicts_with_all = ["files", "interactive", "eval", "json", "batch", "serve", "rpc", "judge", "param", "data"])]
    pub mcp: bool,
    /// Serve an editor as a language server on standard input and output (`help editors`)
    #[arg(long, conflicts_with_all = ["files", "interactive", "eval", "json", "batch", "serve", "rpc", "judge", "mcp", "param", "data"])]
    pub lsp: bool,
    /// The port of the page; 7286 if it is free, else any; 0 is any free one
    #[arg(long, value_name = "N", requires = "serve")]
    pub port: Option<u16>,
    /// Open the page in the browser too
    #[arg(long, requires = "serve")]
    pub open: bool,
    /// Print errors and failed expectations only
    #[arg(short, long)]
    pub quiet: bool,
    /// Print completions for a shell: bash, zsh, fish ...
    #[arg(long, value_name = "SHELL")]
    pub completions: Option<clap_complete::Shell>,
    /// Print a TextMate grammar of the language, which colours scripts in editors
    #[arg(long)]
    pub grammar: bool,
    /// Print the manual page
    #[arg(long, hide = true)]
    pub man: bool,
    /// Print the reference that is kept in docs/
    #[arg(long, hide = true)]
    pub help_reference: bool,
    /// Files and texts in the order of the command line
    #[arg(skip)]
    pub parts: Vec<Part>,
}

/// A file or a text to run.
#[derive(Clone, Debug)]
pub(super) enum Part {
    File(PathBuf),
    Text(String),
}

impl Args {
    /// The arguments of the process. A mistake ends the process with a message.
    pub(super) fn of_the_process() -> Args {
        let matches = Args::command().get_matches();
        let mut args = Args::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        if let Some(text) = args.question_for_help() {
            (args.files, args.parts) = (vec![], vec![Part::Text(text.clone())]);
            args.eval = vec![text];
            return args;
        }
        let at = |name: &str| matches.indices_of(name).into_iter().flatten();
        let files = at("files").zip(args.files.iter().cloned().map(Part::File));
        let mut parts: Vec<(usize, Part)> =
            files.chain(at("eval").zip(args.eval.iter().cloned().map(Part::Text))).collect();
        parts.sort_by_key(|(at, _)| *at);
        args.parts = parts.into_iter().map(|(_, part)| part).collect();
        args
    }

    /// `help load` as at the prompt, unless there is a file named `help`.
    fn question_for_help(&self) -> Option<String> {
        let first = self.files.first()?;
        let words: Vec<&str> = self.files.iter().map(|file| file.to_str()).collect::<Option<_>>()?;
        (words[0] == "help" && self.eval.is_empty() && !first.exists()).then(|| words.join(" "))
    }
}

const AFTER_HELP: &str = "`sator help` lists the pages of help, and `sator help load` prints one.

Exit code: 0 all went well, 1 an `expect` failed, 2 an error in the text, a file or the command line,
3 a question ended as unknown, or a statement was not read in full (time or memory limit), 130 interrupted.";

type EncodingChoice = Option<sator_solve::lower::Encoding>;

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ColorArg {
    Auto,
    Always,
    Never,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum ThemeArg {
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
pub(super) enum PaperArg {
    A4,
    Letter,
}

impl From<PaperArg> for Paper {
    fn from(paper: PaperArg) -> Paper {
        match paper {
            PaperArg::A4 => Paper::A4,
            PaperArg::Letter => Paper::Letter,
        }
    }
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
pub(super) enum SizeArg {
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
    engine_named(text).ok_or_else(|| format!("write {}", Key::find("engine").map_or("", |key| key.values)))
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

fn per_page(text: &str) -> Result<u8, String> {
    text.parse().ok().filter(|n| [1, 2, 4, 6].contains(n)).ok_or_else(|| "write 1, 2, 4 or 6".into())
}

fn parameter(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').map(|(name, value)| (name.trim().to_string(), value.trim().to_string()));
    pair.filter(|(name, value)| !name.is_empty() && !value.is_empty())
        .ok_or_else(|| "write NAME=VALUE, as in n=8".into())
}
