//! The tools: each is a request of `service::METHODS` with arguments that an assistant can fill in.

use serde_json::{Map, Value, json};

/// An argument of a tool.
struct Argument {
    name: &'static str,
    /// The type in JSON Schema; empty for any.
    kind: &'static str,
    about: &'static str,
    required: bool,
}

/// A tool.
pub(super) struct Tool {
    name: &'static str,
    about: &'static str,
    arguments: &'static [Argument],
    /// The method of the service.
    method: &'static str,
    /// For `ask`: the words of the question, followed by the argument named after them.
    question: Option<(&'static str, &'static str)>,
}

const fn required(name: &'static str, kind: &'static str, about: &'static str) -> Argument {
    Argument { name, kind, about, required: true }
}

const fn optional(name: &'static str, kind: &'static str, about: &'static str) -> Argument {
    Argument { name, kind, about, required: false }
}

const TEXT: Argument = required(
    "text",
    "string",
    "The puzzle: a script in sator's language, or a link of f-puzzles, SudokuPad, puzz.link or penpa",
);
const JUDGED_TEXT: Argument =
    optional("text", "string", "The puzzle, as for `solve`; or name a `rule` and its `clues`");
const RULE: Argument = optional("rule", "string", "In place of `text`: a standard rule, such as `nurikabe`");
const CLUES: Argument = optional(
    "clues",
    "",
    "The clues of the rule as rows, such as [\"1.2\", \"...\"]; an object with rows for several pictures",
);
const BOARD: Argument = optional(
    "board",
    "",
    "Values in the shape of a solution: a list of rows for one grid, else an object with names; `.` or null is open. \
     Or the link of a board that somebody fills in: f-puzzles, penpa, a file of pzpr",
);
const QUESTION: Argument = required("question", "string", "A question of the language, such as `count limit 100`");

/// All tools.
const TOOLS: &[Tool] = &[
    Tool {
        name: "solve",
        about: "Finds a solution, or the statements that clash. With `how` \"steps\" it solves in steps that a person can follow.",
        arguments: &[TEXT, optional("how", "string", "\"steps\", or \"best\" for preferences")],
        method: "ask",
        question: Some(("solve", "how")),
    },
    Tool {
        name: "unique",
        about: "Whether the puzzle has exactly one solution, which is a proof; else two solutions.",
        arguments: &[TEXT],
        method: "ask",
        question: Some(("unique", "")),
    },
    Tool {
        name: "another",
        about: "A solution that differs from those that earlier calls about the same text found.",
        arguments: &[TEXT],
        method: "ask",
        question: Some(("another", "")),
    },
    Tool {
        name: "why",
        about: "The statements that force a condition, or without a condition those that leave no solution.",
        arguments: &[TEXT, optional("condition", "string", "Such as `r1c2 = 5`")],
        method: "ask",
        question: Some(("why", "condition")),
    },
    Tool {
        name: "hint",
        about: "The next step that a person can follow, with its reason.",
        arguments: &[TEXT],
        method: "ask",
        question: Some(("hint", "")),
    },
    Tool {
        name: "generate",
        about: "Makes a puzzle with one solution from the rules of a text.",
        arguments: &[
            TEXT,
            required("what", "string", "What to make: the name of the grid, or as in `help` topic `generate`"),
        ],
        method: "ask",
        question: Some(("generate", "what")),
    },
    Tool {
        name: "ask",
        about: "Any other question: count, candidates, forced, grade, redundant, minimize E, maximize E.",
        arguments: &[TEXT, QUESTION],
        method: "ask",
        question: Some(("", "question")),
    },
    Tool {
        name: "judge",
        about: "Judges a partial or full board: broken, dead, alive or solved. It also judges claimed steps.",
        arguments: &[
            JUDGED_TEXT,
            RULE,
            CLUES,
            BOARD,
            optional(
                "moves",
                "",
                "A list of moves after the board: `r1c1 = 5`, `r1c1 != 5`, `not b.r1c1`; or a replay of SudokuPad or penpa",
            ),
            optional("reasons", "boolean", "Whether to return the smallest clash or the easiest next step"),
            optional("rest", "string", "\"no\": open yes/no cells count as no, lines that are not drawn as absent"),
            optional("claim", "", "A step: a move, or an object with `concludes` and `because`"),
            optional("steps", "array", "Several claims in order; a true one is known in those after it"),
        ],
        method: "judge",
        question: None,
    },
    Tool {
        name: "when",
        about: "Finds the first of the moves after which no solution is left.",
        arguments: &[
            JUDGED_TEXT,
            RULE,
            CLUES,
            required("moves", "", "A list of moves in order, such as `r1c1 = 5`; or a replay of SudokuPad or penpa"),
            BOARD,
        ],
        method: "when",
        question: None,
    },
    Tool {
        name: "understand",
        about: "Finds rules for the lines, cages and dots of an imported drawing: those that leave exactly one solution.",
        arguments: &[
            required("text", "string", "The link or script of the drawing"),
            optional("solution", "array", "The rows of the solution, if it is known"),
        ],
        method: "understand",
        question: None,
    },
    Tool {
        name: "import",
        about: "Turns the link or file of another puzzle program into a script.",
        arguments: &[required("text", "string", "The link, or the contents of the file")],
        method: "import",
        question: None,
    },
    Tool {
        name: "export",
        about: "Draws the puzzle as a picture, or writes it in another format.",
        arguments: &[
            TEXT,
            required("format", "string", "png, svg, html, json, ... (`help` topic `export`)"),
            optional("what", "string", "\"puzzle\" or \"solution\""),
        ],
        method: "export",
        question: None,
    },
    Tool {
        name: "help",
        about: "A page of help. `card` is the language on one page; `rules` lists the standard rules.",
        arguments: &[optional("topic", "string", "A word of the language, a rule or a topic")],
        method: "help",
        question: None,
    },
];

pub(super) fn find(name: &str) -> Option<&'static Tool> {
    TOOLS.iter().find(|tool| tool.name == name)
}

/// The result of `tools/list`.
pub(super) fn list() -> Value {
    let schema = |tool: &Tool| {
        let property = |argument: &Argument| {
            let mut property = json!({"description": argument.about});
            if !argument.kind.is_empty() {
                property["type"] = json!(argument.kind);
            }
            (argument.name.to_string(), property)
        };
        let properties: Map<String, Value> = tool.arguments.iter().map(property).collect();
        let required: Vec<&str> = tool.arguments.iter().filter(|a| a.required).map(|a| a.name).collect();
        json!({"type": "object", "properties": properties, "required": required})
    };
    let tool = |tool: &Tool| json!({"name": tool.name, "description": tool.about, "inputSchema": schema(tool)});
    json!({"tools": TOOLS.iter().map(tool).collect::<Vec<_>>()})
}

impl Tool {
    /// The method of the service and its parameters for the arguments of a call. Scripts of an assistant have no files.
    pub(super) fn request(&self, arguments: &Value) -> Result<(&'static str, Value), String> {
        let mut params = Map::new();
        for argument in self.arguments {
            let value = &arguments[argument.name];
            let fits = match argument.kind {
                "string" => value.is_string(),
                "array" => value.is_array(),
                "boolean" => value.is_boolean(),
                _ => true,
            };
            match value {
                Value::Null if argument.required => return Err(format!("`{}` is missing", argument.name)),
                Value::Null => {}
                _ if !fits => return Err(format!("`{}` is of the type {}", argument.name, argument.kind)),
                _ => drop(params.insert(argument.name.into(), value.clone())),
            }
        }
        if let Some(other) = arguments.as_object().and_then(|given| given.keys().find(|name| !self.takes(name))) {
            let names: Vec<&str> = self.arguments.iter().map(|argument| argument.name).collect();
            return Err(format!("`{}` takes no `{other}`; it takes {}", self.name, names.join(", ")));
        }
        // `ask` and `export` read scripts.
        if matches!(self.method, "ask" | "export")
            && let Some(imported) = params["text"].as_str().and_then(sator_formats::import)
        {
            params.insert("text".into(), json!(imported.map_err(|problem| problem.message)?.script));
        }
        if let Some((words, argument)) = self.question {
            let given = params.remove(argument);
            let given = given.as_ref().and_then(Value::as_str).unwrap_or_default();
            params.insert("question".into(), json!(format!("{words} {given}").trim()));
            params.insert("form".into(), json!("json"));
        }
        Ok((self.method, Value::Object(params)))
    }

    fn takes(&self, name: &str) -> bool {
        self.arguments.iter().any(|argument| argument.name == name)
    }
}

/// The result of a call: its answers and problems, one JSON object a line, or else what its method returns.
pub(super) fn result(events: &[Value], returned: &Value) -> Value {
    if let (Some(media), Some(data)) = (returned["media"].as_str(), returned["base64"].as_str()) {
        return json!({"content": [{"type": "image", "data": data, "mimeType": media}]});
    }
    let is_text = returned.as_object().is_some_and(|fields| fields.keys().all(|key| key == "text" || key == "media"));
    let text = match (events, returned["text"].as_str().filter(|_| is_text)) {
        ([], Some(text)) => text.to_string(),
        ([], None) => returned.to_string(),
        _ => events.iter().map(Value::to_string).collect::<Vec<_>>().join("\n"),
    };
    let is_error = events.iter().any(|event| event["error"].is_object());
    json!({"content": [{"type": "text", "text": text}], "isError": is_error})
}

/// The result of a call that failed.
pub(super) fn failure(message: &str) -> Value {
    json!({"content": [{"type": "text", "text": message}], "isError": true})
}
