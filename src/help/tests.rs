use super::*;
use unicode_width::UnicodeWidthStr;

/// The reference in `docs/` equals the help of the program; with `UPDATE_REFERENCE=1` the test writes it.
#[test]
fn the_reference_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/reference.md");
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&path, reference()).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == reference(), "docs/reference.md is out of date: write it with `UPDATE_REFERENCE=1 cargo test`");
}

/// So is the page of errors; its examples and their messages are those of `tests/cases`.
#[test]
fn the_page_of_errors_is_up_to_date() {
    let path = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/errors.md");
    let page = errors::page();
    if std::env::var_os("UPDATE_REFERENCE").is_some() {
        std::fs::write(&path, &page).unwrap();
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(written == page, "docs/errors.md is out of date: write it with `UPDATE_REFERENCE=1 cargo test --lib help`");
}

/// The page about links names all genres that have links.
#[test]
fn the_page_of_links_lists_the_genres() {
    let names: Vec<&str> = sator_formats::puzzlink::GENRES.iter().map(|genre| genre.name).collect();
    let page = include_str!("topics/session.md").replace('\n', " ");
    let listed = format!("The {} genres of puzz.link that sator reads", names.len());
    assert!(page.contains(&listed) && page.contains(&format!(": {}.", names.join(", "))), "{}", names.join(", "));
}

/// Codes differ, and each test that a code names exists.
#[test]
fn every_code_is_shown() {
    use sator_lang::code::{Code, ErrorExample};
    for &code in Code::ALL {
        assert_eq!(Code::named(code.word()), Some(code));
        if let ErrorExample::Test(file, test) = code.info().example {
            let text = std::fs::read_to_string(std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join(file)).unwrap();
            let (_, body) = text.split_once(&format!("fn {test}()")).unwrap_or_else(|| panic!("no {test} in {file}"));
            let body = body.split("\n}").next().unwrap_or(body);
            let named = format!("Code::{code:?}");
            assert!(body.contains(&named) || body.contains(code.word()), "{test} doesn't say {}", code.word());
        }
    }
}

#[test]
fn the_first_page_fits_a_screen() {
    let page = sator_draw::render::manual(&first_page(), 80);
    assert!(page.lines().count() <= 23, "{} lines", page.lines().count());
    assert!(page.lines().all(|l| l.chars().count() <= 80));
    insta::assert_snapshot!(page);
}

#[test]
fn pages() {
    for name in ["givens", "why", "count", "timeout", "ray", "questions", "topics", "sudoku", "killer"] {
        insta::assert_snapshot!(format!("page_{name}"), sator_draw::render::manual(&page(name).unwrap(), 80));
    }
}

#[test]
fn topics_say_something() {
    for topic in topics() {
        assert!(!topic.summary.is_empty() && !topic.text.is_empty(), "{}", topic.name);
    }
    let mut names: Vec<(&str, &str)> = topics().iter().map(|t| (t.name, t.family)).collect();
    names.sort_unstable();
    names.dedup();
    assert_eq!(names.len(), topics().len());
}

/// Every word that starts a question, command or declaration has its topic, and no topic is made up.
#[test]
fn every_word_has_a_topic() {
    use sator_lang::syntax::words;
    for word in words::first().chain(words::RESERVED.iter().copied()) {
        if !matches!(word, "true" | "false") {
            assert!(find(word).is_some(), "no topic for `{word}`");
        }
    }
    for topic in topics().iter().filter(|t| t.family == "questions") {
        // `why not` and `unique fix` have pages of their own.
        let first = topic.name.split(' ').next();
        assert!(words::questions().any(|w| Some(w) == first), "`{}` is no question", topic.name);
    }
}

/// Every example that stands indented on a page is parsed.
#[test]
fn examples_in_the_text_are_right() {
    for topic in topics().iter().filter(|t| matches!(t.family, "declarations" | "questions" | "session")) {
        let code: Vec<&str> = topic.text.lines().filter_map(|l| l.strip_prefix("    ")).collect();
        if topic.name == "domain" {
            continue;
        }
        if let Err(error) = sator_lang::syntax::parse(sator_base::source::SourceId(0), &code.join("\n")) {
            panic!("{}: {}", topic.name, error.message);
        }
    }
}

/// The right column of the pages on other systems runs, line by line, after the declarations of the page.
#[test]
fn lines_beside_those_of_other_systems_run() {
    use crate::session::Session;
    use crate::settings::Settings;
    for topic in topics().iter().filter(|t| t.family == "coming") {
        let mut blocks = topic.text.split("\n\n").filter(|block| block.starts_with("    "));
        let declarations = blocks.next().expect("declarations");
        let lines: Vec<&str> = blocks.flat_map(str::lines).collect();
        assert!(lines.len() > 10, "{}", topic.name);
        for line in lines {
            let (_, ours) = line.trim_start().split_once("  ").unwrap_or_else(|| panic!("two columns: {line}"));
            let mut session = Session::new(Settings::of_environment(), sator_base::limits::Interrupt::new());
            let script = format!("{declarations}\n{}", ours.trim_start());
            let run = session.read("example", &script, None).and_then(|statements| {
                statements.iter().try_for_each(|statement| session.run(statement, &mut |_, _| {}))
            });
            if let Err(error) = run {
                panic!("{}: {ours}: {}", topic.name, error.message);
            }
            assert!(session.take_warnings().is_empty(), "{}: {ours}", topic.name);
        }
    }
}

/// The example of a graph is one script.
#[test]
fn the_graph_in_the_help_runs() {
    use crate::session::{Answer, Session};
    use crate::settings::Settings;
    let lines: Vec<&str> =
        find("graph").expect("a topic").text.lines().filter_map(|l| l.strip_prefix("    ")).collect();
    let mut session = Session::new(Settings::of_environment(), sator_base::limits::Interrupt::new());
    let statements = session.read("example", &lines.join("\n"), None).expect("it reads");
    let mut answers = vec![];
    for statement in &statements {
        session.run(statement, &mut |_, report| answers.push(report.answer)).expect("it runs");
    }
    let [Answer::Optimum(optimum), Answer::Print { .. }] = &answers[..] else { panic!("{answers:?}") };
    assert_eq!(optimum.objectives[0].value, 3);
}

/// The first words that people type lead somewhere: words of other systems, names in capitals, words of a text.
#[test]
fn words_of_the_field_find_a_page() {
    let pages = [
        ("alldifferent", "distinct(l"),
        ("AllDifferent", "distinct(l"),
        ("AddAllDifferent", "distinct(l"),
        ("AddCircuit", "circuit(next)"),
        ("add_no_overlap", "no_overlap(start, duration)"),
        ("disjunctive", "no_overlap(start, duration)"),
        ("gcc", "global_cardinality(l"),
        ("pow", "power(e, 3)"),
        ("optimise", "maximize sum(r1)"),
        ("knapsack", "knapsack(take"),
        ("graph", "links e of g"),
        ("colouring", "edges(g)"),
        ("TSP", "circuit(next)"),
        ("path", "path(graph"),
        ("search cycle", "help "),
        ("search colour map", "map-colouring"),
        ("search shortest unheard-of", "no page"),
        ("search me", "no page"),
        ("CP-SAT", "new_int_var"),
        ("AddMaxEquality", "help ortools"),
        ("OnlyEnforceIf", "help ortools"),
        ("PbLe", "help z3py"),
    ];
    for (word, expected) in pages {
        let found = page(word).or_else(|| search(word)).unwrap_or("no page".into());
        assert!(found.contains(expected), "help {word}:\n{found}");
    }
}

/// Each question has a page on its JSON, and the examples there are what is printed, but for times and sizes.
#[test]
fn json_is_as_the_pages_say() {
    use crate::session::Session;
    use crate::settings::Settings;
    use sator_solve::solver::Engine;
    use serde_json::Value;
    /// Without what differs from run to run, or with the encoding, and without the version, which is the same everywhere.
    fn plain(value: Value) -> Value {
        match value {
            Value::Object(fields) => {
                let changing =
                    |key: &str| matches!(key, "ms" | "version" | "variables" | "assertions" | "memory" | "times");
                fields.into_iter().filter(|(key, _)| !changing(key)).map(|(key, v)| (key, plain(v))).collect()
            }
            Value::Array(items) => items.into_iter().map(plain).collect(),
            other => other,
        }
    }
    for word in sator_lang::syntax::words::questions() {
        assert!(find(&format!("json {word}")).is_some(), "no page on the JSON of `{word}`");
    }
    for topic in topics().iter().filter(|t| t.family == "json") {
        for block in topic.text.split("\n\n").filter(|block| block.starts_with("    ")) {
            let lines: Vec<&str> = block.lines().map(str::trim_start).collect();
            let (printed, script): (Vec<&str>, Vec<&str>) = lines.into_iter().partition(|l| l.starts_with("{\""));
            // The pages show the solution that default settings find, where there are several.
            let settings = Settings { engine: Engine::Auto, ..Settings::of_environment() };
            let mut session = Session::new(settings, sator_base::limits::Interrupt::new());
            let statements = session.read("example", &script.join("\n"), None).expect("the example is in order");
            let mut found = vec![];
            for statement in &statements {
                let done = session.run(statement, &mut |session, report| {
                    found.extend(sator_draw::render::report_object(session.elaborator(), &report, false).map(plain));
                });
                done.expect("the example runs");
            }
            let expected: Vec<Value> =
                printed.iter().map(|l| plain(serde_json::from_str(l).expect("an object"))).collect();
            assert_eq!(found, expected, "{}", topic.name);
        }
    }
}

/// No line of any page is wider than the terminal, but for words that are.
#[test]
fn no_page_is_wider_than_the_terminal() {
    let names = topics().iter().map(|t| t.name).chain(families().iter().map(|f| f.name));
    let pages: Vec<String> = names.chain(["topics", "rules"]).filter_map(page).collect();
    for page in pages.iter().chain([&first_page(), &crate::gallery::listing()]) {
        for width in [40, 60, 80] {
            for line in sator_draw::render::fold(&sator_draw::render::manual(page, width), width).lines() {
                let longest = line.split_whitespace().map(|word| word.width()).max().unwrap_or(0);
                assert!(line.width() <= width || longest + 8 > width, "{width}: {line}");
            }
        }
    }
}

/// Every path that the pages name in backquotes exists, and so does every file that they link.
#[test]
fn pages_name_files_that_exist() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let pages = ["README.md", "CONTRIBUTING.md", "CHANGELOG.md", "examples/README.md", "examples/imports/README.md"];
    let docs =
        ["architecture", "errors", "glossary", "grammar", "reference", "speed"].map(|name| format!("docs/{name}.md"));
    let mut missing = vec![];
    for page in pages.map(String::from).iter().chain(&docs) {
        let text = std::fs::read_to_string(root.join(page)).unwrap();
        // Blocks of code are not about files of this repository.
        let prose: String = text.split("```").step_by(2).collect();
        let named = prose.split('`').skip(1).step_by(2);
        let paths = named.filter(|name| {
            let of_repository = ["src", "crates", "tests", "docs", "examples/rules", "scripts"];
            !name.contains(' ') && of_repository.iter().any(|folder| name.starts_with(&format!("{folder}/")))
        });
        missing.extend(paths.filter(|path| !root.join(path).exists()).map(|path| format!("{page}: {path}")));
        let folder = root.join(page);
        let folder = folder.parent().unwrap();
        let links = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')')).map(|(target, _)| target);
        let attributes = ["src=\"", "href=\""].iter().flat_map(|start| prose.split(start).skip(1));
        let files = links.chain(attributes.filter_map(|rest| rest.split_once('"')).map(|(target, _)| target));
        let files = files.filter(|target| !target.contains("://") && !target.starts_with('#') && !target.contains(' '));
        let files = files.map(|target| target.split('#').next().unwrap_or(target));
        missing.extend(files.filter(|file| !folder.join(file).exists()).map(|file| format!("{page}: {file}")));
    }
    // Made in the first change of CONTRIBUTING.md.
    missing.retain(|line| !line.ends_with("/far.puz"));
    assert!(missing.is_empty(), "no such file: {missing:#?}");
}

/// The page of the protocol describes each method.
#[cfg(feature = "cli")]
#[test]
fn every_method_of_the_protocol_is_described() {
    let page = page("rpc").expect("a page");
    for name in crate::rpc::names() {
        assert!(page.contains(&format!("`{name}`")), "{name}");
    }
}

/// Each technique that a step can have is described.
#[test]
fn every_technique_has_a_page() {
    for technique in sator_answer::Technique::ALL {
        let page = find(&format!("technique {technique}"));
        assert!(page.is_some_and(|page| page.family == "techniques"), "no page on {technique}");
    }
}

/// A page on a technique is found by each name that solvers have for it.
#[test]
fn techniques_have_other_names() {
    for topic in topics().iter().filter(|topic| topic.family == "techniques") {
        for name in topic.also.iter() {
            let found = find(&format!("technique {name}")).unwrap_or_else(|| panic!("no page on {name}"));
            assert_eq!(found.name, topic.name, "{name}");
        }
    }
}

/// The pages on patterns name the standard rules that have some.
#[test]
fn rules_with_patterns_are_listed() {
    let pages = [page("implied").expect("a page"), page("technique pattern").expect("a page")];
    let rules = sator_lang::library::rules();
    let with_patterns = || rules.iter().filter(|rule| rule.text.contains("\n  implied "));
    let shared: Vec<String> =
        with_patterns().filter(|rule| !rule.is_listed()).map(|rule| format!("{}(", rule.name)).collect();
    // Rules that share a part have the patterns of that part.
    let takes_part = |text: &str| shared.iter().any(|part| text.contains(part));
    for rule in
        rules.iter().filter(|rule| rule.is_listed() && (rule.text.contains("\n  implied ") || takes_part(rule.text)))
    {
        assert!(pages.iter().all(|page| page.contains(&format!("`{}`", rule.name))), "{}", rule.name);
    }
}
