//! The secret in the address of the page. Whoever can connect to this machine can reach the server; only who has the address
//! gets an answer.
//!
//! A random port gets a random token. The usual port, and one that the user chose, keeps its token in a file that only the user can read, so
//! that an open page and a bookmark find the server again after a restart.

use crate::dirs;
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::{MetadataExt, OpenOptionsExt};
use std::path::{Path, PathBuf};

/// Bytes of randomness.
const BYTES: usize = 16;

/// A text that can't be guessed.
pub(super) fn random_token() -> std::io::Result<String> {
    let mut bytes = [0; BYTES];
    getrandom::fill(&mut bytes).map_err(|e| std::io::Error::other(e.to_string()))?;
    Ok(bytes.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// The token for a port that the user chose: that of the last time where there is one.
pub(super) fn token_of(port: u16) -> std::io::Result<String> {
    match dirs::data() {
        Some(folder) => kept_in(&folder.join(format!("page-{port}"))),
        None => random_token(),
    }
}

fn kept_in(file: &Path) -> std::io::Result<String> {
    let well_kept = fs::metadata(file).is_ok_and(|found| found.is_file() && found.mode() & 0o077 == 0);
    if well_kept
        && let Ok(token) = fs::read_to_string(file)
        && token.len() == 2 * BYTES
        && token.bytes().all(|b| b.is_ascii_hexdigit())
    {
        return Ok(token);
    }
    let token = random_token()?;
    // Without a file that can be written, the token lasts as long as the server.
    let _ = write_private(file, &token);
    Ok(token)
}

/// A file that only this user can read, in the place of one that may be readable for others.
fn write_private(file: &Path, text: &str) -> std::io::Result<()> {
    if let Some(folder) = file.parent() {
        fs::create_dir_all(folder)?;
    }
    let _ = fs::remove_file(file);
    OpenOptions::new().write(true).create_new(true).mode(0o600).open(file)?.write_all(text.as_bytes())
}

/// A page that leads to the address. A program is started with the name of this file: its arguments are seen by every user
/// of the machine, and the token must not be among them.
pub(super) struct Signpost(PathBuf);

impl Signpost {
    pub(super) fn to(address: &str, port: u16) -> std::io::Result<Signpost> {
        let folder = dirs::data().ok_or_else(|| std::io::Error::other("there is no folder for the user's data"))?;
        let file = folder.join(format!("open-{port}.html"));
        let head = format!("<meta charset=\"utf-8\"><meta http-equiv=\"refresh\" content=\"0;url={address}\">");
        write_private(
            &file,
            &format!("<!DOCTYPE html>\n{head}\n<title>sator</title>\n<a href=\"{address}\">sator</a>\n"),
        )?;
        Ok(Signpost(file))
    }

    pub(super) fn file(&self) -> &Path {
        &self.0
    }
}

impl Drop for Signpost {
    fn drop(&mut self) {
        let _ = fs::remove_file(&self.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::os::unix::fs::PermissionsExt;

    #[test]
    fn a_token_is_kept_where_only_the_user_reads_it() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("new/page-8080");
        let token = kept_in(&file).unwrap();
        assert_eq!(token.len(), 32);
        assert_eq!(kept_in(&file).unwrap(), token);
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        // One that others could read is no secret.
        fs::set_permissions(&file, fs::Permissions::from_mode(0o644)).unwrap();
        assert_ne!(kept_in(&file).unwrap(), token);
        assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o600);
        // Nor is one that was cut.
        fs::write(&file, "").unwrap();
        assert_eq!(kept_in(&file).unwrap().len(), 32);
    }

    #[test]
    fn tokens_differ() {
        assert_ne!(random_token().unwrap(), random_token().unwrap());
    }
}
