//! Conversations with another program: on standard input and output, or with a browser.

use super::args::Args;
use super::puzzles_in;
use super::sessions::params;
use crate::exit::ExitStatus;
use crate::service::Service;
use crate::session::{Files, Settings};
use crate::{judge, lsp, mcp, page, rpc};
use sator_base::limits::Interrupt;
use serde_json::Value;
use std::io::BufReader;
use std::path::PathBuf;

/// `--rpc`, `--lsp` and `--mcp`
pub(super) fn converse(args: &Args, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    if args.lsp {
        let is_ordered = lsp::run(settings, interrupt)? || interrupt.is_set();
        anyhow::ensure!(is_ordered, "the editor has gone without `shutdown`");
    } else if args.mcp {
        mcp::run(settings, interrupt, BufReader::new(std::io::stdin()), std::io::stdout())?;
    } else {
        rpc::run(settings, interrupt, BufReader::new(std::io::stdin()), std::io::stdout())?;
    }
    Ok(if interrupt.is_set() { ExitStatus::Interrupted } else { ExitStatus::Success })
}

/// The one script that the command line names, if it names one.
fn opened(args: &Args, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<Option<page::Opened>> {
    let limits = settings.limits(interrupt);
    match args.files.first().map(|file| puzzles_in(file, &limits)).and_then(|all| all.into_iter().next()) {
        None => Ok(None),
        Some((name, Ok(text))) => {
            let file = Some(PathBuf::from(&name)).filter(|file| file.is_file());
            Ok(Some(page::Opened { name, text, file }))
        }
        Some((_, Err(unread))) => anyhow::bail!(unread.diagnostic().message),
    }
}

/// `--judge`
pub(super) fn judge_lines(args: &Args, settings: Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    anyhow::ensure!(args.files.len() < 2, "boards are of one puzzle: name one file, or give each line its `text`");
    let (file, text) = opened(args, &settings, interrupt)?.map_or((None, None), |found| (found.file, Some(found.text)));
    judge::run(settings, file, text, interrupt, BufReader::new(std::io::stdin()), std::io::stdout().lock())
}

/// `--understand`
pub(super) fn understand(args: &Args, settings: Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    anyhow::ensure!(args.files.len() == 1, "name one drawing: `sator --understand FILE`");
    let Some(found) = opened(args, &settings, interrupt)? else { anyhow::bail!("the file has no drawing") };
    let files = if found.file.is_some() { Files::Allowed } else { Files::Refused };
    let mut service = Service::of_file(settings, found.file, false, interrupt.clone());
    let answer = service.understand(&found.text, files, &Value::Null).map_err(anyhow::Error::msg)?;
    match (args.json, answer["text"].as_str()) {
        (false, Some(text)) => print!("{text}"),
        _ => println!("{answer}"),
    }
    Ok(match (interrupt.is_set(), answer["combinations"]["fit"].as_u64()) {
        (true, _) => ExitStatus::Interrupted,
        (false, Some(0)) => ExitStatus::Unknown,
        (false, _) => ExitStatus::Success,
    })
}

/// `--serve`
pub(super) fn serve(args: &Args, settings: Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    anyhow::ensure!(args.files.len() < 2, "a page shows one script: name one file");
    let opened = opened(args, &settings, interrupt)?;
    let params = params(args);
    let start = page::Start { opened, port: args.port, open: args.open, overwrite: args.overwrite, params };
    page::serve(start, settings, interrupt, &mut std::io::stdout())?;
    Ok(ExitStatus::Success)
}
