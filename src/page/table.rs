//! The sessions of all open pages.

use super::desk::Desk;
use crate::session::Settings;
use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Pages open at a time.
const MOST: usize = 8;
/// A page that nobody listens to for so long may make room for another.
const IDLE: Duration = Duration::from_secs(30);

pub(super) struct Table {
    settings: Settings,
    script: Option<(String, String)>,
    desks: Mutex<HashMap<String, Arc<Desk>>>,
}

impl Table {
    pub(super) fn new(settings: Settings, script: Option<(String, String)>) -> Arc<Table> {
        Arc::new(Table { settings, script, desks: Mutex::default() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Desk>>> {
        self.desks.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The script that the user opened: its name and text.
    pub(super) fn script(&self) -> Option<&(String, String)> {
        self.script.as_ref()
    }

    /// A new session and its name; `None` when there are too many.
    pub(super) fn open(&self) -> Option<(String, Arc<Desk>)> {
        let mut desks = self.lock();
        if desks.len() >= MOST {
            desks.retain(|_, desk| desk.events.is_heard() || desk.idle() < IDLE);
        }
        if desks.len() >= MOST {
            return None;
        }
        let name = format!("{:016x}{:016x}", random(), random());
        let desk = Arc::new(Desk::new(&self.settings));
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

/// A number that can't be guessed: the keys of a hash are the system's random numbers.
fn random() -> u64 {
    std::collections::hash_map::RandomState::new().build_hasher().finish()
}
