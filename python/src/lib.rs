//! The native part of the Python package `sator_puzzles`.
//!
//! ```text
//! Python: session.py ──▶ Core (pyo3) ──jobs──▶ thread with Driver ──▶ sator::Session
//!                           ◀── Running: events, each a kind and a text ──┘
//! ```
//!
//! Answers cross the border as JSON. `Running` waits without the interpreter's lock and looks for signals, so Ctrl-C ends the
//! question and not the process.

#![warn(missing_docs)]

mod driver;
mod events;
mod report;
mod running;
mod worker;

use driver::{Data, Driver};
use events::Failure;
use pyo3::create_exception;
use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use running::Running;
use sator_answer::Theme;
use std::path::PathBuf;
use worker::Worker;

/// Counts what is allocated, for limits on memory.
#[global_allocator]
static ALLOCATOR: sator::memory::Counted = sator::memory::Counted;

create_exception!(_core, Failed, PyException, "A failure as JSON; `sator_puzzles.SatorError` is made of it.");

impl From<Failure> for PyErr {
    fn from(failure: Failure) -> PyErr {
        Failed::new_err(failure.json())
    }
}

/// A session on a thread of its own. Each method starts a job and returns its events.
#[pyclass(frozen)]
struct Core {
    worker: Worker,
}

#[pymethods]
impl Core {
    /// A session without statements. Paths in a script start from the folder of `file`.
    #[new]
    #[pyo3(signature = (file=None))]
    fn new(file: Option<PathBuf>) -> PyResult<Core> {
        Ok(Core { worker: Worker::start(move |interrupt| Driver::new(file, interrupt))? })
    }

    /// Forgets all statements. The settings stay.
    fn restart(&self) -> Running {
        self.worker.run(|driver, _| driver.restart())
    }

    /// Takes in a script with data for its parameters and grids; its questions are asked only if `ask`.
    fn open(&self, text: String, data: Vec<Data>, ask: bool) -> Running {
        self.worker.run(move |driver, events| driver.open(&text, &data, ask, events))
    }

    /// Runs a text: a script from a program, or what a person types, where an expression is printed.
    fn run(&self, text: String, name: String, typed: bool) -> Running {
        self.worker.run(move |driver, events| driver.run(&name, &text, typed, events))
    }

    /// The result of a method of `sator --rpc` as JSON, about the puzzle of the session or another text.
    fn request(&self, method: String, params: String, of_puzzle: bool) -> Running {
        self.worker.run(move |driver, _| driver.request(&method, &params, of_puzzle))
    }

    /// Finds solutions, each as an event.
    fn solutions(&self, most: u32) -> Running {
        self.worker.run(move |driver, events| driver.solutions(most, events))
    }

    /// The statements as a JSON list of number and text.
    fn entries(&self) -> Running {
        self.worker.run(|driver, _| Ok(driver.entries()))
    }

    /// The whole puzzle as a script.
    fn script(&self) -> Running {
        self.worker.run(|driver, _| Ok(driver.script()))
    }

    /// The text of a file in one of the formats of `export`.
    fn export(&self, format: String, subject: Option<String>, theme: String, scale: String) -> Running {
        self.worker.run(move |driver, _| driver.export(&format, subject.as_deref(), &theme, &scale))
    }

    /// Completion at a place that is counted in characters: JSON with `from`, `to` and the `list`.
    fn complete(&self, text: String, at: usize) -> Running {
        self.worker.run(move |driver, _| Ok(driver.complete(&text, at)))
    }
}

#[pymodule]
mod _core {
    #[pymodule_export]
    use super::{Core, Running};
    use super::{Failed, Failure, PathBuf, Theme};
    use pyo3::prelude::*;

    #[pymodule_init]
    fn init(module: &Bound<'_, PyModule>) -> PyResult<()> {
        sator::memory::install();
        module.add("Failed", module.py().get_type::<Failed>())?;
        module.add("__version__", env!("CARGO_PKG_VERSION"))
    }

    /// Names a folder in which libz3 is searched first.
    #[pyfunction]
    fn search_z3_in(folder: PathBuf) {
        sator::search_z3_in(folder);
    }

    /// The script of another program's puzzle, or None where the text is in no format that sator reads.
    #[pyfunction]
    fn import_text(text: &str) -> PyResult<Option<String>> {
        match sator_formats::import(text) {
            Some(Ok(imported)) => Ok(Some(imported.script)),
            Some(Err(problem)) => Err(Failure::of_words(&problem.diagnostic()).into()),
            None => Ok(None),
        }
    }

    /// The page of `help TOPIC` at a width, or None; the first page for an empty topic.
    #[pyfunction]
    fn help_page(topic: &str, width: usize) -> Option<String> {
        let page = match topic.trim() {
            "" => Some(sator::help::first_page()),
            topic => sator::help::page(topic),
        };
        page.map(|page| sator_draw::render::manual(&page, width))
    }

    /// Whether a text is complete, and not in the middle of a bracket, a picture or an expression.
    #[pyfunction]
    fn is_complete(text: &str) -> bool {
        sator::service::is_finished(text)
    }

    /// Whether a text has questions and commands alone, which leave the puzzle as it is.
    #[pyfunction]
    fn only_asks(text: &str) -> bool {
        super::driver::only_asks(text)
    }

    /// The style sheet of pictures.
    #[pyfunction]
    fn css(dark: bool) -> String {
        sator_draw::render::svg::css(if dark { Theme::Dark } else { Theme::Light })
    }
}
