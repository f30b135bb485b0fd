//! `--svg` and `--png`.

use super::*;
use crate::session::{ExportOptions, Format};

/// Writes the pictures that the command line asks for. Returns how the run ends, if a limit stopped a picture.
pub(super) fn write(args: &Args, session: &mut Session, out: &Output) -> anyhow::Result<Option<ExitStatus>> {
    for (format, path) in [(Format::Svg, &args.svg), (Format::Png, &args.png)] {
        let Some(path) = path else { continue };
        let span = Span::new(SourceId(0), 0, 0);
        let options = ExportOptions { subject: None, theme: args.theme.into(), scale: args.size.into() };
        let may = session.texts.may_overwrite(path, true, span);
        let export = may.and_then(|()| session.export(format, options, path, span));
        let shows_solution = |export: &sator_answer::Export| {
            export.content.iter().any(|answer| matches!(answer, Answer::Show { assignment: Some(_), .. }))
        };
        match export.and_then(|export| files::write(session, &export).map(|()| shows_solution(&export))) {
            Ok(true) if session.has_shown_several() && !args.quiet => {
                out.print_error(&format!("note: {} shows one of several solutions\n", path.display()))?;
            }
            Ok(_) => {}
            Err(error) => {
                let Some(reason) = error.limit() else { anyhow::bail!(error.message) };
                out.print_error(&format!("error: {}\n", error.message))?;
                return Ok(Some(ExitStatus::of_reason(&reason)));
            }
        }
    }
    Ok(None)
}
