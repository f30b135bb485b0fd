//! Sizes of a model to roll back to.

use crate::{GridDrawing, Model};
use std::sync::Arc;

/// A size of the model to roll back to.
#[derive(Clone, Debug)]
pub struct Mark {
    title: Option<String>,
    author: Option<String>,
    rules_text: usize,
    rule_sentences: usize,
    untranslated: usize,
    nodes: usize,
    unknowns: usize,
    grids: usize,
    variables: usize,
    lines: usize,
    graph_lines: usize,
    enums: usize,
    constraints: usize,
    patterns: usize,
    block_lines: usize,
    preferences: usize,
    shapes: usize,
    charts: usize,
    sentences: usize,
    value_words: usize,
    pictures: usize,
    uses: usize,
    cells: u32,
    /// The drawings of the grids, as later statements can change those of grids declared before the mark.
    drawings: Vec<Arc<GridDrawing>>,
}

impl Mark {
    /// The number of unknowns at the mark.
    pub fn unknowns(&self) -> usize {
        self.unknowns
    }

    /// The number of constraints at the mark.
    pub fn constraints(&self) -> usize {
        self.constraints
    }

    /// The number of shapes at the mark.
    pub fn shapes(&self) -> usize {
        self.shapes
    }

    /// The number of preferences at the mark.
    pub fn preferences(&self) -> usize {
        self.preferences
    }
}

impl Model {
    /// The current size, for [`Model::rollback`].
    pub fn mark(&self) -> Mark {
        Mark {
            title: self.title.clone(),
            author: self.author.clone(),
            rules_text: self.rules_text.len(),
            rule_sentences: self.rule_sentences.len(),
            untranslated: self.untranslated.len(),
            nodes: self.pool.len(),
            unknowns: self.unknowns.len(),
            grids: self.grids.len(),
            variables: self.variables.len(),
            lines: self.lines.len(),
            graph_lines: self.graph_lines.len(),
            enums: self.enums.len(),
            constraints: self.constraints.len(),
            patterns: self.patterns.len(),
            block_lines: self.block_lines.len(),
            preferences: self.preferences.len(),
            shapes: self.shapes.len(),
            charts: self.charts.len(),
            sentences: self.sentences.len(),
            value_words: self.value_words.len(),
            pictures: self.pictures.len(),
            uses: self.uses.len(),
            cells: self.cells,
            drawings: self.grids.iter().map(|g| g.drawing.clone()).collect(),
        }
    }

    /// Removes everything added since the mark.
    pub fn rollback(&mut self, mark: &Mark) {
        self.title.clone_from(&mark.title);
        self.author.clone_from(&mark.author);
        self.rules_text.truncate(mark.rules_text);
        self.rule_sentences.truncate(mark.rule_sentences);
        self.untranslated.truncate(mark.untranslated);
        self.pool.truncate(mark.nodes);
        self.unknowns.truncate(mark.unknowns);
        self.open.retain(|u| u.index() < mark.unknowns);
        self.grids.truncate(mark.grids);
        self.variables.truncate(mark.variables);
        self.lines.truncate(mark.lines);
        self.graph_lines.truncate(mark.graph_lines);
        self.enums.truncate(mark.enums);
        self.constraints.truncate(mark.constraints);
        self.patterns.truncate(mark.patterns);
        self.block_lines.truncate(mark.block_lines);
        self.preferences.truncate(mark.preferences);
        self.shapes.truncate(mark.shapes);
        self.charts.truncate(mark.charts);
        self.sentences.truncate(mark.sentences);
        self.value_words.truncate(mark.value_words);
        self.pictures.truncate(mark.pictures);
        self.uses.truncate(mark.uses);
        self.cells = mark.cells;
        for (grid, drawing) in self.grids.iter_mut().zip(&mark.drawings) {
            grid.drawing.clone_from(drawing);
        }
    }
}
