//! The resources: pages of help and the scripts of the gallery.

use crate::{gallery, help};
use serde_json::{Value, json};

const SCHEME: &str = "sator://";
const EXAMPLE: &str = "example/";
const HELP: &str = "help/";

/// A page with an address of its own.
struct Page {
    name: &'static str,
    about: &'static str,
    text: fn() -> Option<String>,
}

const PAGES: [Page; 3] = [
    Page { name: "card", about: "The language on one page: enough to write most puzzles", text: || help::page("card") },
    Page { name: "rules", about: "The list of standard rules", text: || help::page("rules") },
    Page { name: "reference", about: "The whole reference of the language", text: || Some(help::reference()) },
];

/// The result of `resources/list`.
pub(super) fn list() -> Value {
    let resource = |path: String, about: &str| json!({"uri": format!("{SCHEME}{path}"), "name": path, "description": about, "mimeType": "text/plain"});
    let pages = PAGES.iter().map(|page| resource(page.name.to_string(), page.about));
    let examples =
        gallery::EXAMPLES.iter().map(|example| resource(format!("{EXAMPLE}{}", example.name), &example.about));
    json!({"resources": pages.chain(examples).collect::<Vec<_>>()})
}

/// The result of `resources/templates/list`.
pub(super) fn templates() -> Value {
    json!({"resourceTemplates": [
        {"uriTemplate": "sator://help/{topic}", "name": "help", "mimeType": "text/plain",
            "description": "The page of help about a word of the language, a rule or a topic"},
        {"uriTemplate": "sator://example/{name}", "name": "example", "mimeType": "text/plain",
            "description": "A script of the gallery"},
    ]})
}

/// The result of `resources/read`; `None` for an address that stands for nothing.
pub(super) fn read(uri: &str) -> Option<Value> {
    let path = uri.strip_prefix(SCHEME)?;
    let text = match (path.strip_prefix(EXAMPLE), path.strip_prefix(HELP)) {
        (Some(name), _) => gallery::find(name)?.text.to_string(),
        (_, Some(topic)) => help::page(topic)?,
        _ => PAGES.iter().find(|page| page.name == path).and_then(|page| (page.text)())?,
    };
    Some(json!({"contents": [{"uri": uri, "mimeType": "text/plain", "text": text}]}))
}
