//! Conversations with another program on standard input and output.

use super::args::Args;
use crate::exit::ExitStatus;
use crate::session::Settings;
use crate::{lsp, rpc};
use sator_base::limits::Interrupt;
use std::io::BufReader;

/// `--rpc` and `--lsp`
pub(super) fn converse(args: &Args, settings: &Settings, interrupt: &Interrupt) -> anyhow::Result<ExitStatus> {
    if args.lsp {
        let is_ordered = lsp::run(settings, interrupt)? || interrupt.is_set();
        anyhow::ensure!(is_ordered, "the editor has gone without `shutdown`");
    } else {
        rpc::run(settings, interrupt, BufReader::new(std::io::stdin()), std::io::stdout())?;
    }
    Ok(if interrupt.is_set() { ExitStatus::Interrupted } else { ExitStatus::Success })
}
