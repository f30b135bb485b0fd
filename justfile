# Recipes for contributors: CONTRIBUTING.md describes them. `just` alone lists them.

_list:
    @just --list

# Check one crate of crates/, for example `just check lang`.
check crate:
    cargo check -p sator-{{crate}} --all-targets

# Test one crate of crates/.
test crate:
    cargo test -p sator-{{crate}}

# Run the example of a standard rule, then compare all rules with their published texts.
rule name:
    cargo run -- examples/rules/{{name}}.puz
    cargo test -p sator-rules

# Run the scripts of tests/cases.
cases:
    cargo test --test main cases

# Write the expected texts of cases and help, and the generated pages. Read the diff.
update:
    UPDATE_CASES=1 cargo test --test main cases
    UPDATE_REFERENCE=1 cargo test -p sator-lang --test grammar the_questions
    UPDATE_REFERENCE=1 INSTA_UPDATE=always cargo test --lib help
    UPDATE_REFERENCE=1 cargo test --test main grammar

# Write all snapshots, which takes minutes. Read the diff.
snapshots:
    INSTA_UPDATE=always cargo test --workspace

# Compare the encodings with brute force on this many random puzzles.
laws count="2000":
    LAWS={{count}} cargo test --release -p sator-solve lower

# Measure the examples.
bench *arguments:
    scripts/bench {{arguments}}

# Compare the speed with an older build, a copy of target/release/sator.
gate old *arguments:
    scripts/gate {{old}} {{arguments}}

# Run the rules' examples by the program without Z3.
gallery:
    scripts/gallery

# Build the page as static files, and try it.
web:
    scripts/web --check

# Pack the extension for VS Code, and try it.
vscode:
    scripts/vscode --check

# Pack the crates, and try an install of them.
package:
    scripts/package --check

# Build the Python package and run its tests.
python *arguments:
    scripts/python {{arguments}}

# Draw the pictures of the gallery.
pictures:
    scripts/pictures

# Check everything, the slow tests too.
all:
    scripts/test --all
