//! The sessions of all open pages.

use super::session::{Opened, PageSession};
use super::token::random_token;
use crate::session::{CallParams, Settings};
use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

/// Sessions at a time. A page that lost its own opens another one when it asks for something.
const MAX_SESSIONS: usize = 8;

pub(super) struct Sessions {
    settings: Settings,
    /// Files without a mark of sator may be overwritten.
    overwrite: bool,
    params: CallParams,
    opened: Option<Opened>,
    open: Mutex<HashMap<String, Arc<PageSession>>>,
}

impl Sessions {
    pub(super) fn new(
        settings: Settings,
        overwrite: bool,
        params: CallParams,
        opened: Option<Opened>,
    ) -> Arc<Sessions> {
        Arc::new(Sessions { settings, overwrite, params, opened, open: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<PageSession>>> {
        self.open.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(super) fn opened(&self) -> Option<&Opened> {
        self.opened.as_ref()
    }

    /// A new session and its name; `None` when there are too many that answer a question. An idle session makes room.
    pub(super) fn open(&self) -> Option<(String, Arc<PageSession>)> {
        let mut open = self.lock();
        if open.len() >= MAX_SESSIONS {
            let idle = open.iter().filter(|(_, session)| !session.is_busy()).max_by_key(|(_, session)| session.idle());
            let name = idle.map(|(name, _)| name.clone())?;
            open.remove(&name);
        }
        let name = random_token().ok()?;
        let session = Arc::new(PageSession::new(&self.settings, self.overwrite, &self.params, self.opened.as_ref()));
        open.insert(name.clone(), session.clone());
        Some((name, session))
    }

    pub(super) fn get(&self, name: &str) -> Option<Arc<PageSession>> {
        self.lock().get(name).cloned()
    }

    pub(super) fn close(&self, name: &str) {
        self.lock().remove(name);
    }

    pub(super) fn close_all(&self) {
        self.lock().clear();
    }
}
