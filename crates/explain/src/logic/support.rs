//! The statements that crossed out the candidates an argument relies on: as few statements and facts as a greedy choice finds,
//! none of which the argument can do without.

use super::super::deletion::remove_needless;
use super::super::knowledge::Knowledge;
use super::board::facts_of;
use super::{Board, Subproblems, holds};
use crate::logic::argument::Argument;
use crate::logic::finding::Finding;
use crate::mask::Mask;
use rustc_hash::{FxHashMap, FxHashSet};
use sator_model::UnknownId;

/// One way to cross out candidates.
struct Way {
    group: Option<usize>,
    fact: Option<usize>,
    covers: Vec<usize>,
}

/// Groups and facts from which the finding follows by its argument; `None` if there are none.
pub(crate) fn support(
    board: &Board,
    knowledge: &Knowledge,
    finding: &Finding,
    csp: Subproblems,
) -> Option<(Vec<usize>, Vec<usize>)> {
    let mut elements: Vec<(UnknownId, Mask)> = Vec::new();
    for &(u, mask) in &finding.gone {
        let inside = mask & knowledge.full(u);
        elements.extend(crate::mask::bits(inside).map(|bit| (u, bit)));
    }
    elements.sort_unstable();
    elements.dedup();
    let mut groups = finding.groups.clone();
    let mut facts: Vec<usize> = Vec::new();
    let options = options(board, knowledge, &elements);
    let mut open = elements.len();
    // The number of open elements that each option covers. A finding can rely on thousands, so no round counts them anew.
    let mut gains: Vec<usize> = options.iter().map(|option| option.covers.len()).collect();
    let mut options_of = vec![vec![]; elements.len()];
    for (at, option) in options.iter().enumerate() {
        option.covers.iter().for_each(|&e| options_of[e].push(at));
    }
    let mut has_group: FxHashSet<usize> = groups.iter().copied().collect();
    let mut has_fact: FxHashSet<usize> = FxHashSet::default();
    while open > 0 {
        let cost = |o: &Way| {
            o.group.is_some_and(|u| !has_group.contains(&u)) as usize * 2
                + o.fact.is_some_and(|f| !has_fact.contains(&f)) as usize
        };
        let useful = options.iter().zip(&gains).enumerate().filter(|(_, (_, gain))| **gain > 0);
        // The most for each new thing; what costs nothing first.
        let (best, _) =
            useful.map(|(at, (option, gain))| (at, (*gain, cost(option) + 1))).max_by(|(_, a), (_, b)| {
                let (x, y) = (a.0 * b.1, b.0 * a.1);
                x.cmp(&y)
            })?;
        for &e in &options[best].covers {
            let covering = std::mem::take(&mut options_of[e]);
            open -= usize::from(!covering.is_empty());
            covering.into_iter().for_each(|at| gains[at] -= 1);
        }
        groups.extend(options[best].group.filter(|&group| has_group.insert(group)));
        facts.extend(options[best].fact.filter(|&fact| has_fact.insert(fact)));
    }
    // The premises of islands and pieces are checked group by group.
    let by_units = matches!(finding.argument, Argument::Pieces { .. } | Argument::Islands { .. });
    let fits = |groups: &[usize], facts: &[usize]| {
        let candidates = board.candidates_from(knowledge, groups, facts);
        match by_units {
            true => holds(board, knowledge, &candidates, &Finding { groups: groups.to_vec(), ..finding.clone() }, csp),
            false => holds(board, knowledge, &candidates, finding, csp),
        }
    };
    if !fits(&groups, &facts) {
        return None;
    }
    remove_needless(&mut facts, 0, &mut |facts| fits(&groups, facts));
    let first = if by_units { 0 } else { finding.groups.len() };
    remove_needless(&mut groups, first, &mut |groups| fits(groups, &facts));
    groups.sort_unstable();
    facts.sort_unstable();
    Some((groups, facts))
}

fn options(board: &Board, knowledge: &Knowledge, elements: &[(UnknownId, Mask)]) -> Vec<Way> {
    let mut found: Vec<Way> = Vec::new();
    let mut crossing: FxHashMap<(usize, usize), usize> = FxHashMap::default();
    let mut facts: FxHashMap<UnknownId, Vec<usize>> = FxHashMap::default();
    let mut start = 0;
    while start < elements.len() {
        let u = elements[start].0;
        let end = elements.partition_point(|e| e.0 <= u);
        for f in facts_of(knowledge, u) {
            let covers: Vec<usize> =
                (start..end).filter(|&e| knowledge.facts[f].allowed & elements[e].1 == 0).collect();
            if !covers.is_empty() {
                found.push(Way { group: None, fact: Some(f), covers });
            }
        }
        for &(peer, group) in &board.peers[u] {
            let mask = knowledge.domains[peer];
            if knowledge.known[peer].is_none() {
                continue;
            }
            let Some(e) = (start..end).find(|&e| elements[e].1 == mask) else { continue };
            let pinning = facts.entry(peer).or_insert_with(|| {
                facts_of(knowledge, peer)
                    .into_iter()
                    .filter(|&f| knowledge.facts[f].allowed.is_power_of_two())
                    .collect()
            });
            let fact = pinning.first().copied();
            if fact.is_none() && !knowledge.full(peer).is_power_of_two() {
                continue;
            }
            let key = (group, fact.map_or(usize::MAX - peer.index(), |f| f));
            let at = *crossing.entry(key).or_insert_with(|| {
                found.push(Way { group: Some(group), fact, covers: vec![] });
                found.len() - 1
            });
            found[at].covers.push(e);
        }
        start = end;
    }
    found
}
