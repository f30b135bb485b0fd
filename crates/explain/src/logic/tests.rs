//! Laws of arguments, on the steps of examples.

mod nets;

use super::*;
use crate::deduce::Deduction;
use crate::deduce::Reasoner;
use crate::logic::graph_constraint::NetPart;
use crate::mask::{Mask, bits};
use crate::tests::run;
use sator_answer::{Atom, ChainKind};
use sator_base::limits::Limits;
use sator_base::random::Random;
use sator_model::{PlaceKind, UnknownId};

/// Each of the first steps of an example, with what was known before it.
fn each_step(example: &str, most: usize, look: impl FnMut(&Reasoner, &Deduction, Subproblems)) {
    let path = format!("{}/../../examples/rules/{example}.puz", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).expect("an example");
    let (puzzle, _) = text.split_once("\nsolve\n").expect("it solves");
    each_step_of(puzzle, most, look);
}

fn each_step_of(puzzle: &str, most: usize, mut look: impl FnMut(&Reasoner, &Deduction, Subproblems)) {
    let (session, solution) = run(&format!("{puzzle}\nsolve"));
    let solution = solution.expect("it has one");
    let limits = Limits::none();
    let done = session.with_explainer(&limits, |_, explainer, context| {
        let mut reasoner = Reasoner::default();
        let mut case = explainer.case(context);
        reasoner.extend(&case, Some(&solution));
        for step in 0..most {
            let Some(found) = reasoner.next(&mut case)? else { break };
            look(&reasoner, &found, &|of| reasoner.search(of));
            reasoner.knowledge.learn(step, &found.conclusions);
        }
        Ok::<(), sator_base::limits::Reason>(())
    });
    assert!(done.is_ok());
}

/// Arguments hold on what their own statements and facts leave, and no turn could be left out.
#[test]
fn cases_have_no_turn_too_many() {
    let mut cases = 0;
    for example in ["shimaguni", "lits", "detour"] {
        each_step(example, 12, |reasoner, found, search| {
            let Reasoner { board, knowledge, .. } = reasoner;
            let Some(Argument::Cases { turns, end }) = &found.argument else { return };
            let candidates = board.candidates_from(knowledge, &found.groups, &found.facts);
            let holds_with = |turns: Vec<Turn>| {
                let argument = Argument::Cases { turns, end: end.clone() };
                let (conclusions, groups) = (found.conclusions.clone(), found.groups.clone());
                holds(board, knowledge, &candidates, &Finding { argument, conclusions, groups, gone: vec![] }, search)
            };
            assert!(holds_with(turns.clone()), "{example}: {found:?}");
            for at in 1..turns.len() {
                let mut fewer = turns.clone();
                fewer.remove(at);
                assert!(!holds_with(fewer), "{example}: turn {at} of {found:?}");
            }
            cases += 1;
        });
    }
    assert!(cases > 5, "{cases}");
}

/// Denied the wrong way round, no argument holds: what is concluded is what the statements say, and not its contrary.
#[test]
fn counts_that_overlap_say_no_more_than_they_do() {
    let mut differences = 0;
    each_step("mosaic", 12, |reasoner, found, search| {
        let Reasoner { board, knowledge, .. } = reasoner;
        let Some(argument @ Argument::Difference { .. }) = &found.argument else { return };
        let candidates = board.candidates_from(knowledge, &found.groups, &found.facts);
        let mut finding = Finding {
            argument: argument.clone(),
            conclusions: found.conclusions.clone(),
            groups: found.groups.clone(),
            gone: vec![],
        };
        assert!(holds(board, knowledge, &candidates, &finding, search), "{found:?}");
        for at in 0..finding.conclusions.len() {
            finding.conclusions[at].is ^= true;
            assert!(!holds(board, knowledge, &candidates, &finding, search), "{at} of {found:?}");
            finding.conclusions[at].is ^= true;
        }
        finding.groups.clear();
        assert!(!holds(board, knowledge, &candidates, &finding, search), "without its clues: {found:?}");
        differences += 1;
    });
    assert!(differences > 3, "{differences}");
}

/// A count among neighbours that exclude each other: the argument needs each of its pairs, and denied the wrong way round it
/// does not hold.
#[test]
fn counts_need_one_of_each_pair() {
    for apart in ["for a, b in adjacent(s) { not (a and b) }", "none(a and b for a, b in adjacent(s))"] {
        counts_need_pairs(&format!("grid s 3x5 in bool\n{apart}\ncount(s) = 8\nnot r2c3\nr1c2 or r1c1"));
    }
}

fn counts_need_pairs(puzzle: &str) {
    let mut seen = 0;
    each_step_of(puzzle, 12, |reasoner, found, search| {
        let Reasoner { board, knowledge, .. } = reasoner;
        let Some(Argument::OneOfEachPair { count, pairs }) = &found.argument else { return };
        let candidates = board.candidates_from(knowledge, &found.groups, &found.facts);
        let holds_with = |pairs: &[[UnknownId; 2]], groups: &[usize], conclusions: &[Atom]| {
            let argument = Argument::OneOfEachPair { count: *count, pairs: pairs.to_vec() };
            let (conclusions, groups) = (conclusions.to_vec(), groups.to_vec());
            holds(board, knowledge, &candidates, &Finding { argument, conclusions, groups, gone: vec![] }, search)
        };
        let Deduction { conclusions, groups, .. } = found;
        assert!(holds_with(pairs, groups, conclusions), "{found:?}");
        for at in 0..pairs.len() {
            let mut fewer = pairs.clone();
            fewer.remove(at);
            assert!(!holds_with(&fewer, groups, conclusions), "without {at}: {found:?}");
            fewer.push([pairs[at][0]; 2]);
            assert!(!holds_with(&fewer, groups, conclusions), "{at} with itself: {found:?}");
        }
        assert!(!holds_with(&[&pairs[..], &pairs[..1]].concat(), groups, conclusions), "one pair twice: {found:?}");
        assert!(groups.windows(2).all(|two| two[0] < two[1]), "{found:?}");
        for group in groups {
            let fewer: Vec<usize> = groups.iter().copied().filter(|other| other != group).collect();
            assert!(!holds_with(pairs, &fewer, conclusions), "without {group}: {found:?}");
        }
        let denied: Vec<Atom> = conclusions.iter().map(|atom| Atom { is: !atom.is, ..*atom }).collect();
        assert!(!holds_with(pairs, groups, &denied), "{found:?}");
        seen += 1;
    });
    assert!(seen > 0, "{puzzle}");
}

/// A case that is taken back leaves everything as it was, so that it goes the same way again. The state of loops and areas, kept
/// change by change, is the one that the candidates give.
#[test]
fn cases_are_taken_back() {
    let everything = |_: UnknownId| true;
    let scope = Scope { within: &everything, supposed: &everything, first: &everything, split: &everything };
    let (mut ended, mut open) = (0, 0);
    for example in ["heyawake", "slitherlink", "whispers", "fillomino"] {
        each_step(example, 6, |reasoner, _, _| {
            let Reasoner { board, knowledge, consistency, .. } = reasoner;
            let mut case = hypothesis::Hypothesis::new(
                (board, knowledge, consistency, None),
                scope,
                None,
                &hypothesis_budget::FAR,
            );
            let start = case.mark();
            let mut follow = |cell: UnknownId, bit: Mask| {
                let ended = case.refute(cell, bit, &mut 10_000, &Limits::none()).ok().flatten();
                let turns = case.turns.clone();
                let anew = board.nets_under(&case.masks);
                assert!(board.live_nets().all(|(n, _)| case.states[n] == anew[n]), "{example}: {cell:?}");
                case.undo(start);
                assert!(case.masks == board.candidates && case.turns.is_empty(), "{example}: {cell:?}");
                assert!(case.states == board.states, "{example}: {cell:?}");
                (ended.map(|ended| ended.0), turns)
            };
            let cells = (0..board.candidates.len()).map(UnknownId::at).filter(|u| knowledge.values[*u].is_some());
            for cell in cells.filter(|u| !board.candidates_of(*u).is_power_of_two()) {
                let first = bits(board.candidates_of(cell)).next().unwrap_or(1);
                let once = follow(cell, first);
                assert_eq!(follow(cell, first), once, "{example}: {cell:?}");
                *if once.0.is_some() { &mut ended } else { &mut open } += 1;
            }
        });
    }
    assert!(ended > 20 && open > 100, "{ended} {open}");
}

fn is_parted(net: &graph_constraint::GraphConstraint, state: &net_state::NetState) -> bool {
    net.walk(state).is_some_and(|walk| net.violation_by(state, &walk).is_some())
}

/// A walk through the whole net finds nothing new after changes round which two ways lead.
#[test]
fn nothing_follows_from_changes_with_detours() {
    let (mut with_detours, mut without) = (0, 0);
    let mut ways = detour::Ways::default();
    for example in ["heyawake", "slitherlink", "masyu", "hitori", "yajilin"] {
        each_step(example, 14, |reasoner, _, _| {
            let Reasoner { board, knowledge, .. } = reasoner;
            let (masks, states) = (&board.candidates, &board.states);
            for (n, net) in board.live_nets() {
                let findings = |masks: &[Mask], state: &net_state::NetState| {
                    net_walk::found_in_net(board, n, knowledge, (masks, state))
                };
                if net.closed_early(&states[n]).is_some()
                    || is_parted(net, &states[n])
                    || !findings(masks, &states[n]).is_empty()
                {
                    continue;
                }
                let cells: Vec<UnknownId> = net
                    .cells()
                    .filter(|&u| !board.candidates_of(u).is_power_of_two() && knowledge.values[u].is_some())
                    .collect();
                for (at, other) in (0..cells.len()).flat_map(|at| [1, 2, 7].map(|step| (at, (at + step) % cells.len())))
                {
                    let mut after = masks.clone();
                    for (cell, last) in [(cells[at], at % 2 == 0), (cells[other], other % 3 == 0)] {
                        let mut left = bits(board.candidates_of(cell));
                        after[cell] = (if last { left.last() } else { left.next() }).unwrap_or(0);
                    }
                    let after_states = board.nets_under(&after);
                    let state = &after_states[n];
                    let changed = [cells[at], cells[other]].into_iter().flat_map(|u| &board.parts_of[u]);
                    let parts = changed.filter(|part| part.0 == n).map(|&(_, part)| (part, states[n].part(part)));
                    if !detour::has_detours(detour::Net { of: net, state }, parts, &mut ways) {
                        without += 1;
                        continue;
                    }
                    with_detours += 1;
                    assert!(findings(&after, state).is_empty(), "{example}: {cells:?} {at} {other}");
                    assert!(!is_parted(net, state), "{example}");
                }
            }
        });
    }
    assert!(with_detours > 1_000 && without > 1_000, "{with_detours} {without}");
}

/// The ends of a path are where its strokes lead one after the other, also where it has paths of the first state.
#[test]
fn ends_of_paths_are_where_their_strokes_lead() {
    let (mut random, mut open, mut closed) = (Random::new(9), 0, 0);
    for example in ["slitherlink", "masyu"] {
        each_step(example, 30, |reasoner, _, _| {
            let board = &reasoner.board;
            for (n, net) in board.live_nets().filter(|(_, net)| net.is_loop()) {
                let (mut masks, mut state, mut e) = (vec![], board.states[n].clone(), 0);
                for turn in 0..200 {
                    if turn % 8 == 0 {
                        (masks, state) = (board.candidates.clone(), board.states[n].clone());
                        e = random.below(net.edges.len()) as u32;
                    }
                    let (a, b) = net.ends(e);
                    let beside = &net.graph.at[[a, b][random.below(2)] as usize];
                    e = beside[random.below(beside.len())].0;
                    let Cond::Where(u, yes) = net.edges[e as usize] else { continue };
                    masks[u] &= if masks[u] & yes != 0 { yes } else { masks[u] };
                    state.update(net, NetPart::Edge(e), &masks);
                    if state.edge(e) != State::There || state.is_first(e) {
                        continue;
                    }
                    let ends = state.ends_of_path(net, e).map(|ends| Some(ends).filter(|ends| ends[0] != ends[1]));
                    assert_eq!(ends, net.path_from(e, &state).map(|path| path.1), "{example}: {e}");
                    *if ends == Some(None) { &mut closed } else { &mut open } += 1;
                }
            }
        });
    }
    assert!(open > 500 && closed > 0, "{open} {closed}");
}

/// Single statements without a change leave what they left before.
#[test]
fn groups_are_asked_again_after_changes() {
    let mut steps = 0;
    for example in ["kakuro", "killer", "heyawake", "hitori", "sudoku"] {
        each_step(example, 40, |reasoner, _, _| {
            steps += 1;
            assert!(reasoner.consistency.consistent_groups_leave_all(), "{example}: step {steps}");
        });
    }
    assert!(steps > 60, "{steps}");
}

/// Code that did not find it confirms an argument, and only with what the argument cites.
#[test]
fn arguments_are_confirmed_without_an_engine() {
    let mut confirmed = 0;
    for example in ["kakuro", "killer", "nurikabe", "slitherlink", "sudoku"] {
        each_step(example, 12, |reasoner, found, _| {
            if reasoner.is_confirmed(found) {
                let less = Deduction { facts: vec![], groups: vec![], ..found.clone() };
                assert!(!reasoner.is_confirmed(&less), "{example}: {found:?}");
                confirmed += 1;
            }
        });
    }
    assert!(confirmed > 20, "{confirmed}");
}

/// A remote pair goes through cells with the same two values, an XY-chain through cells with any two.
#[test]
fn chains_through_cells_have_names() {
    let chain = |values: [i64; 9]| {
        let atom = |(at, value): (usize, i64)| Atom { unknown: UnknownId::at(at.div_ceil(2)), value, is: at % 2 == 0 };
        let links: Vec<Atom> = values.into_iter().enumerate().map(atom).collect();
        let by = |at: usize| (at % 2 == 1).then_some(PlaceKind::Other);
        chain_kind(&links, &(0..9).map(by).collect::<Vec<_>>())
    };
    assert_eq!(chain([1, 1, 2, 2, 1, 1, 2, 2, 1]), ChainKind::RemotePair);
    assert_eq!(chain([1, 1, 2, 2, 3, 3, 2, 2, 1]), ChainKind::Xy);
}

/// On random sudokus, fish with and without fins, empty rectangles and XYZ-wings never remove a value of the solution, and each holds
/// by the checker's own code.
#[test]
fn fish_and_wings_of_random_sudokus_are_sound() {
    let finders: [Finder; 6] = [
        |b, k| fish::fish(b, k, 2),
        |b, k| fish::fish(b, k, 3),
        |b, k| fish::finned(b, k, 2),
        |b, k| fish::finned(b, k, 3),
        fish::empty_rectangles,
        wings::xyz_wings,
    ];
    let mut found = [0; 6];
    for givens in [
        ".6..2...5....5.4.8......6....1..4.5.5..79....4.......283.2...64.24..5..31........",
        "..7..5.1.6..2..7.9...7..5.4....2....98.5.....3.5......8..91..3.......9.....8...6.",
        "2...4.89.6.97....31....2..6..251.3.....3..5...5...7.........14838....9....4......",
        ".2...7......9..7...65.........57...9..6....21..3....7......2.48..9..62..3..4.81..",
    ] {
        let rows: Vec<&str> = (0..9).map(|row| &givens[9 * row..9 * row + 9]).collect();
        let text = format!("grid x 9x9 in 1..9\nsudoku(x)\ngivens x {{\n{}\n}}", rows.join("\n"));
        each_step_of(&text, 80, |reasoner, step, search| {
            let Reasoner { board, knowledge, .. } = reasoner;
            for (number, find) in finders.iter().enumerate() {
                for finding in find(board, knowledge) {
                    let concluded = Deduction { conclusions: finding.conclusions.clone(), ..step.clone() };
                    assert!(reasoner.agrees_with_solutions(&concluded), "{givens}: {finding:?}");
                    assert!(holds(board, knowledge, &board.candidates, &finding, search), "{givens}: {finding:?}");
                    found[number] += 1;
                }
            }
        });
    }
    assert!(found.iter().all(|&count| count > 3), "{found:?}");
}
