//! The answers to requests, as HTTP responses.

/// A status, a content type and a body.
#[derive(Debug)]
pub(super) struct Reply {
    pub status: u16,
    pub kind: &'static str,
    pub body: Vec<u8>,
}

impl Reply {
    pub(super) fn json(value: &serde_json::Value) -> Reply {
        Reply { status: 200, kind: "application/json", body: value.to_string().into_bytes() }
    }

    /// A refusal, in a sentence.
    pub(super) fn error(status: u16, why: &str) -> Reply {
        let body = serde_json::json!({"error": {"message": why}}).to_string().into_bytes();
        Reply { status, kind: "application/json", body }
    }

    pub(super) fn text(kind: &'static str, body: &str) -> Reply {
        Reply { status: 200, kind, body: body.as_bytes().to_vec() }
    }
}
