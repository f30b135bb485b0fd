// Where things are on the boards of a picture: cells, borders, corners and the places outside, by the geometry that the service
// sends with the picture. Rows and columns count from 0.

/// The name of a cell, or null where there is none.
export function cellName(board, row, col) {
  const inside = row >= 0 && col >= 0 && row < board.rows && col < board.cols;
  return inside && board.cells[row * board.cols + col] !== null ? `${board.prefix}r${row + 1}c${col + 1}` : null;
}

/// The board with a cell of this name, and its row and column.
export function find(boards, name) {
  const [, prefix, row, col] = /^(.*?)r(\d+)c(\d+)$/.exec(name ?? "") ?? [];
  const board = boards.find((one) => one.prefix === prefix);
  return board && cellName(board, row - 1, col - 1) === name ? { board, row: row - 1, col: col - 1 } : null;
}

/// Whether two are the same board. A reply about the text brings new objects, also while a pointer is down.
export const isSame = (a, b) => a.name === b.name && a.prefix === b.prefix;

/// The place under a point of the picture: its board, cell, nearest border and corner, and the side on which it is outside.
export function at(boards, x, y) {
  const away = (b) => {
    const dx = Math.max(b.x - x, 0, x - b.x - b.cols * b.size);
    const dy = Math.max(b.y - y, 0, y - b.y - b.rows * b.size);
    return Math.hypot(dx, dy);
  };
  const board = [...boards].sort((a, b) => away(a) - away(b))[0];
  if (!board) return null;
  const [col, row] = [(x - board.x) / board.size, (y - board.y) / board.size];
  const [r, c] = [Math.floor(row), Math.floor(col)];
  const inside = r >= 0 && c >= 0 && r < board.rows && c < board.cols;
  return { board, x: col, y: row, row: r, col: c, inside, cell: cellName(board, r, c), outside: outside(board, r, c), edge: edge(board, row, col), corner: corner(board, row, col) };
}

/// Whether a place is near the middle of its cell: a drag passes corners of cells that aren't meant.
export const isCentral = (hit) => Math.abs(hit.x - hit.col - 0.5) < 0.4 && Math.abs(hit.y - hit.row - 0.5) < 0.4;

function outside(board, row, col) {
  const within = (k, n) => k >= 0 && k < n;
  if (within(col, board.cols) && row < 0) return { side: "top", index: col };
  if (within(col, board.cols) && row >= board.rows) return { side: "bottom", index: col };
  if (within(row, board.rows) && col < 0) return { side: "left", index: row };
  if (within(row, board.rows) && col >= board.cols) return { side: "right", index: row };
  return null;
}

/// The nearest border: `across` runs along the upper side of its cell, else along the left one.
function edge(board, row, col) {
  const [r, c] = [Math.round(row), Math.round(col)];
  const [toRow, toCol] = [Math.abs(row - r), Math.abs(col - c)];
  const across = toRow < toCol;
  const found = across ? { across, row: r, col: Math.floor(col) } : { across, row: Math.floor(row), col: c };
  const there = across ? found.row >= 0 && found.row <= board.rows && found.col >= 0 && found.col < board.cols
    : found.col >= 0 && found.col <= board.cols && found.row >= 0 && found.row < board.rows;
  return there ? { ...found, away: Math.min(toRow, toCol) } : null;
}

function corner(board, row, col) {
  const [r, c] = [Math.round(row), Math.round(col)];
  const cells = [[r - 1, c - 1], [r - 1, c], [r, c - 1], [r, c]].map(([i, j]) => cellName(board, i, j));
  return { row: r, col: c, away: Math.hypot(row - r, col - c), cells: cells.includes(null) ? null : cells };
}

/// The two cells beside a border; null where there is none.
export function beside(board, { across, row, col }) {
  return across ? [cellName(board, row - 1, col), cellName(board, row, col)] : [cellName(board, row, col - 1), cellName(board, row, col)];
}

/// The unknown of a border or of the link across it, as the language writes it; null if there is none.
export function strokeName(board, edge) {
  const [before, after] = beside(board, edge);
  if (board.strokes === "fences") {
    const way = edge.across ? ["up", "down"] : ["left", "right"];
    if (after) return `${board.name}[${after}, ${way[0]}]`;
    return before ? `${board.name}[${before}, ${way[1]}]` : null;
  }
  if (!before || !after) return null;
  return board.strokes === "partition" ? `same(${board.name}, ${before}, ${after})` : `${board.name}[${before}, ${after}]`;
}

/// The border between two neighbours; null if they are none.
export function between(a, b) {
  if (Math.abs(a.row - b.row) + Math.abs(a.col - b.col) !== 1) return null;
  return { across: a.row !== b.row, row: Math.max(a.row, b.row), col: Math.max(a.col, b.col) };
}

/// The places from one to another in the same row, column or diagonal, without the first: a fast pointer skips cells. None for
/// others.
export function steps(a, b) {
  const [down, right] = [b.row - a.row, b.col - a.col];
  if (down !== 0 && right !== 0 && Math.abs(down) !== Math.abs(right)) return [];
  const count = Math.max(Math.abs(down), Math.abs(right));
  return Array.from({ length: count }, (_, k) => ({ row: a.row + (k + 1) * Math.sign(down), col: a.col + (k + 1) * Math.sign(right) }));
}

/// The same in a row or column alone.
export const straight = (a, b) => (a.row === b.row || a.col === b.col ? steps(a, b) : []);

/// The borders along which a pointer has moved between two places. Near a corner it is on none.
export function along(a, b) {
  const count = Math.max(1, Math.ceil(Math.hypot(b.x - a.x, b.y - a.y) / 0.2));
  const passed = Array.from({ length: count + 1 }, (_, k) => {
    const [row, col] = [a.y + ((b.y - a.y) * k) / count, a.x + ((b.x - a.x) * k) / count];
    const found = edge(b.board, row, col);
    const reach = found?.across ? col - found.col : row - found?.row;
    return found && found.away < 0.25 && reach > 0.25 && reach < 0.75 ? found : null;
  });
  return passed.filter((one) => one);
}

/// The two ends of what is drawn for a border: along it, or for a link from middle to middle.
export function strokeEnds(board, { across, row, col }) {
  const [x, y, size] = [board.x + col * board.size, board.y + row * board.size, board.size];
  if (board.strokes === "links") {
    return across ? [[x + size / 2, y - size / 2], [x + size / 2, y + size / 2]] : [[x - size / 2, y + size / 2], [x + size / 2, y + size / 2]];
  }
  return across ? [[x, y], [x + size, y]] : [[x, y], [x, y + size]];
}

/// The middle of a cell.
export const middle = (board, row, col) => [board.x + (col + 0.5) * board.size, board.y + (row + 0.5) * board.size];

/// The cells of a row or column as they are seen from outside.
export function seenFrom(board, { side, index }) {
  const row = side === "left" || side === "right";
  const count = row ? board.cols : board.rows;
  const all = Array.from({ length: count }, (_, k) => (row ? cellName(board, index, k) : cellName(board, k, index)));
  const cells = all.filter((cell) => cell !== null);
  return side === "bottom" || side === "right" ? cells.reverse() : cells;
}
