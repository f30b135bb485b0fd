//! Declarations and pictures as text.

use std::fmt::Write;

use super::super::ast::*;
use super::super::declaration::SEED_COUNTS;
use super::{Printer, print_expr};

impl Printer {
    /// `links e of x`
    pub(super) fn named(&mut self, word: &str, hidden: bool, name: Option<&Ident>, of: Option<&Ident>) {
        self.put(if hidden { "hidden " } else { "" });
        self.put(word);
        if let Some(name) = name {
            _ = write!(self.text, " {}", name.name);
        }
        if let Some(of) = of {
            _ = write!(self.text, " {}{}", if name.is_some() { "of " } else { "" }, of.name);
        }
    }

    /// A grid by its visibility and name.
    pub(super) fn grid(
        &mut self,
        (hidden, name): (bool, &Ident),
        shape: &GridShape,
        domain: Option<&Domain>,
        except: Option<&Ident>,
    ) {
        self.named("grid", hidden, Some(name), None);
        self.shape(shape);
        if let Some(domain) = domain {
            self.domain(domain);
        }
        if let Some(except) = except {
            _ = write!(self.text, " except {}", except.name);
        }
    }

    fn shape(&mut self, shape: &GridShape) {
        match shape {
            GridShape::Literal { rows, cols, .. } => _ = write!(self.text, " {rows}x{cols}"),
            GridShape::By(rows, cols) => {
                self.word_and_value("", rows);
                self.word_and_value(" by", cols);
            }
            GridShape::Like(name) => _ = write!(self.text, " like {}", name.name),
        }
    }

    pub(super) fn domain(&mut self, domain: &Domain) {
        match domain {
            Domain::Bool(_) => self.put(" in bool"),
            Domain::Expr(expr) => self.word_and_value(" in", expr),
            Domain::From(low) => {
                self.word_and_value(" in", low);
                self.put("..");
            }
        }
    }

    pub(super) fn variables(&mut self, hidden: bool, items: &[VarItem], domain: &Domain) {
        self.named("var ", hidden, None, None);
        self.listed(items, |p, item| {
            p.put(&item.name.name);
            if !item.keys.is_empty() {
                p.put("[");
                p.exprs(&item.keys);
                p.put("]");
            }
        });
        self.domain(domain);
    }

    pub(super) fn enumeration(&mut self, name: &Ident, values: &[Ident], from: Option<&Expr>) {
        _ = write!(self.text, "enum {}", name.name);
        if let Some(from) = from {
            return self.word_and_expr(" =", from);
        }
        self.put(" {");
        for value in values {
            _ = write!(self.text, " {}", value.name);
        }
        self.put(" }");
    }

    pub(super) fn graph(&mut self, name: &Ident, chains: &[Vec<Ident>], from: Option<&Expr>) {
        _ = write!(self.text, "graph {}", name.name);
        if let Some(from) = from {
            return self.word_and_expr(" =", from);
        }
        let chain = |chain: &Vec<Ident>| chain.iter().map(|p| p.name.as_str()).collect::<Vec<_>>().join("-");
        let chains: Vec<String> = chains.iter().map(chain).collect();
        _ = write!(self.text, " {{ {} }}", chains.join(", "));
    }

    /// `, one number in each` after a partition.
    pub(super) fn seeds(&mut self, seeds: &Seeds) {
        let kinds = [(seeds.count, &seeds.of)].into_iter().chain(seeds.also.iter().map(|(k, of)| (*k, of)));
        for (count, of) in kinds {
            let word = SEED_COUNTS.iter().find(|(_, k)| *k == count).map(|(word, _)| word.to_string());
            _ = write!(self.text, ", {} {}", word.unwrap_or_else(|| count.to_string()), print_expr(of));
        }
        self.put(" in each");
    }

    /// The words before a picture.
    pub(super) fn picture_of(&mut self, kind: PictureKind, name: Option<&Ident>, of: Option<&Ident>, spots: Spots) {
        let word = match kind {
            PictureKind::Regions => "regions",
            PictureKind::Givens => "givens",
            PictureKind::Clues => "clues",
            PictureKind::Outside => "outside",
        };
        self.named(word, false, name, of.filter(|_| spots == Spots::Cells));
        if let Some(of) = of.filter(|_| spots != Spots::Cells) {
            _ = write!(self.text, " of {}{}", spots.words(), of.name);
        }
        self.put(" ");
    }

    pub(super) fn picture(&mut self, picture: &Picture) {
        if let Some(from) = &picture.from {
            return self.word_and_expr("=", from);
        }
        self.put("{");
        self.indent += 1;
        for row in &picture.rows {
            if picture.rows.len() > 1 {
                self.new_line()
            } else {
                self.put(" ")
            };
            let tokens: Vec<&str> = row.tokens.iter().map(|token| token.text.as_str()).collect();
            self.put(&tokens.join(" "));
        }
        self.indent -= 1;
        if picture.rows.len() > 1 {
            self.new_line()
        } else {
            self.put(" ")
        };
        self.put("}");
    }
}
