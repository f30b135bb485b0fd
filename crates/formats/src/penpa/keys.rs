//! The short keys of penpa's JSON.

/// Abbreviations of keys. Newer links write `zZ` for a literal z.
const KEYS: [(&str, &str); 30] = [
    ("z9", "\"qa\""),
    ("zQ", "\"pu_q\""),
    ("zA", "\"pu_a\""),
    ("zG", "\"grid\""),
    ("zM", "\"edit_mode\""),
    ("zS", "\"surface\""),
    ("zL", "\"line\""),
    ("zE", "\"lineE\""),
    ("zW", "\"wall\""),
    ("zC", "\"cage\""),
    ("zN", "\"number\""),
    ("zY", "\"symbol\""),
    ("zP", "\"special\""),
    ("zB", "\"board\""),
    ("zR", "\"command_redo\""),
    ("zU", "\"command_undo\""),
    ("z8", "\"command_replay\""),
    ("z1", "\"numberS\""),
    ("zF", "\"freeline\""),
    ("z2", "\"freelineE\""),
    ("zT", "\"thermo\""),
    ("z3", "\"arrows\""),
    ("zD", "\"direction\""),
    ("z0", "\"squareframe\""),
    ("z5", "\"polygon\""),
    ("z4", "\"deletelineE\""),
    ("z6", "\"killercages\""),
    ("z7", "\"nobulbthermo\""),
    ("z_", "\"__a\""),
    ("zO", "null"),
];
pub(super) fn long_keys(text: &str) -> String {
    KEYS.iter().fold(text.to_string(), |text, (short, long)| text.replace(short, long)).replace("zZ", "z")
}

pub(super) fn short_keys(text: &str) -> String {
    KEYS.iter().fold(text.replace('z', "zZ"), |text, (short, long)| text.replace(long, short))
}
