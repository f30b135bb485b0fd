//! The sessions of all open pages.

use super::desk::Desk;
use super::token::random_token;
use crate::session::Settings;
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Sessions at a time. A page that lost its own opens another one when it asks for something.
const MAX_SESSIONS: usize = 8;

/// The script that the user opened.
#[derive(Clone, Debug)]
pub(crate) struct Opened {
    pub name: String,
    pub text: String,
    /// Where it is a file.
    pub file: Option<PathBuf>,
}

pub(super) struct Table {
    settings: Settings,
    /// Files without a mark of sator may be overwritten.
    overwrite: bool,
    opened: Option<Opened>,
    desks: Mutex<HashMap<String, Arc<Desk>>>,
}

impl Table {
    pub(super) fn new(settings: Settings, overwrite: bool, opened: Option<Opened>) -> Arc<Table> {
        Arc::new(Table { settings, overwrite, opened, desks: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Desk>>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// A new session and its name; `None` when there are too many that answer a question. An idle session makes room.
    pub(super) fn open(&self) -> Option<(String, Arc<Desk>)> {
        let mut desks = self.lock();
        if desks.len() >= MAX_SESSIONS {
            let idle = desks.iter().filter(|(_, desk)| !desk.is_busy()).max_by_key(|(_, desk)| desk.idle());
            let name = idle.map(|(name, _)| name.clone())?;
            desks.remove(&name);
        }
        let name = random_token().ok()?;
        let desk = Arc::new(Desk::new(&self.settings, self.overwrite, self.opened.as_ref()));
        desks.insert(name.clone(), desk.clone());
        Some((name, desk))
    }

    pub(super) fn get(&self, name: &str) -> Option<Arc<Desk>> {
        self.lock().get(name).cloned()
    }

    pub(super) fn close(&self, name: &str) {
        self.lock().remove(name);
    }

    pub(super) fn close_all(&self) {
        self.lock().clear();
    }
}
