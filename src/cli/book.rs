//! `--book`.

use super::*;
use crate::atomic::{self, Access};
use crate::book::{self, Entry};
use sator_draw::mark;
use sator_draw::render::{Booklet, render_book};
use std::path::PathBuf;

/// Writes the puzzles of a list as a booklet. A puzzle that can't go into it is named, and the others are written.
pub(super) fn write_book(
    args: &Args,
    list: &Path,
    settings: &Settings,
    interrupt: &Interrupt,
) -> anyhow::Result<ExitStatus> {
    let out = Output::new(args);
    let target = args.out.as_deref().context("name the file of the book: `--out book.html`")?;
    let limits = settings.limits(interrupt);
    let text = match list == Path::new("-") {
        true => input::text_of_stdin(&limits),
        false => input::text_of_file(list, &limits),
    };
    let text = text.map_err(|unread| anyhow::anyhow!("{}", unread.diagnostic().message))?;
    let mut checked = Session::new(settings.clone(), interrupt.clone());
    set_up(&mut checked, args).map_err(|error| anyhow::anyhow!("{}", error.message))?;
    if let Err(error) = checked.texts.may_overwrite(target, true, Span::new(SourceId(0), 0, 0)) {
        // Nothing was read that the error could point at.
        anyhow::bail!("{}: {}", error.message, error.help.as_deref().unwrap_or_default());
    }
    let mut book = Booklet { paper: args.paper.into(), per_page: usize::from(args.per_page), ..Booklet::default() };
    let (mut worst, mut entries): (ExitStatus, Vec<Entry>) = (ExitStatus::Success, vec![]);
    let folder = list.parent().unwrap_or(Path::new(""));
    for line in text.lines().map(str::trim).filter(|line| !line.is_empty() && !line.starts_with('#')) {
        if heading(&mut book, line) {
            continue;
        }
        let file = if sator_formats::is_data(line) { PathBuf::from(line) } else { folder.join(line) };
        for (name, text) in puzzles_in(&file, &settings.limits(interrupt)) {
            let found = match text {
                Ok(text) => book::entries(&name, &text, (settings, interrupt)),
                Err(unread) => {
                    Err((Box::new(Session::new(settings.clone(), interrupt.clone())), Box::new(unread.diagnostic())))
                }
            };
            match found {
                Ok(found) => entries.extend(found),
                Err((session, error)) => {
                    out.error(&session, &error.note(format!("in the list: {name}")))?;
                    worst = worst.max(ExitStatus::Error);
                }
            }
            if interrupt.is_set() {
                return Ok(ExitStatus::Interrupted);
            }
        }
    }
    anyhow::ensure!(
        !entries.is_empty(),
        "the list has no puzzle for a book: write the path of a script or a link on each line"
    );
    let count = entries.len();
    book.puzzles = book::sorted(entries).into_iter().map(|entry| entry.puzzle).collect();
    let page = render_book(&book) + mark::XML;
    atomic::write(target, page.as_bytes(), Access::Usual, &settings.limits(interrupt))
        .map_err(|unwritten| anyhow::anyhow!("{}", unwritten.at(target, Span::new(SourceId(0), 0, 0)).message))?;
    if !args.quiet {
        let puzzles = sator_base::text::counted(count as u64, "puzzle");
        writeln!(std::io::stdout(), "wrote {puzzles} to {}", target.display())?;
    }
    Ok(worst)
}

/// Whether a line is a `title` or an `author` of the book.
fn heading(book: &mut Booklet, line: &str) -> bool {
    let Ok(statements) = sator_lang::syntax::parse(SourceId(0), line) else { return false };
    match &statements[..] {
        [one] => match &one.kind {
            StatementKind::Title(title) => book.title = Some(title.clone()),
            StatementKind::Author(author) => book.author = Some(author.clone()),
            _ => return false,
        },
        _ => return false,
    }
    true
}
