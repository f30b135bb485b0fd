// QR codes of texts, as SVG: bytes, error correction level L, versions 1 to 40 (ISO/IEC 18004).

import { shape } from "./elements.js";

// By version: check codewords of a block, and blocks.
const CHECKS = [7, 10, 15, 20, 26, 18, 20, 24, 30, 18, 20, 24, 26, 30, 22, 24, 28, 30, 28, 28, 28, 28, 30, 30, 26, 28, ...Array(14).fill(30)];
const BLOCKS = [1, 1, 1, 1, 1, 2, 2, 2, 2, 4, 4, 4, 4, 4, 6, 6, 6, 6, 7, 8, 8, 9, 9, 10, 12, 12, 12, 13, 14, 15, 16, 17, 18, 19, 19, 20, 21, 22, 24, 25];
const LOW = 1; // the bits of level L in the format

/// The code of a text; null if the text is too long for one.
export function draw(text) {
  const modules = encode(new TextEncoder().encode(text));
  if (!modules) return null;
  const size = modules.length;
  const svg = shape("svg", { viewBox: `-4 -4 ${size + 8} ${size + 8}`, class: "qr", role: "img", "aria-label": "QR code of the link" });
  const path = modules.flatMap((row, y) => row.map((dark, x) => (dark ? `M${x} ${y}h1v1h-1z` : ""))).join("");
  svg.append(shape("rect", { x: -4, y: -4, width: size + 8, height: size + 8, fill: "#fff" }), shape("path", { d: path, fill: "#000" }));
  return svg;
}

/// Modules besides those of finders, timing, alignment, format and version.
function capacity(version) {
  const size = 17 + 4 * version;
  const count = version < 2 ? 0 : Math.floor(version / 7) + 2;
  const alignment = count ? 25 * (count * count - 3) - 10 * (count - 2) : 0;
  return size * size - 192 - 2 * (size - 16) - 31 - alignment - (version >= 7 ? 36 : 0);
}

function encode(bytes) {
  for (let version = 1; version <= 40; version++) {
    const words = Math.floor(capacity(version) / 8);
    const room = words - CHECKS[version - 1] * BLOCKS[version - 1];
    const head = version < 10 ? 12 : 20;
    if (head + bytes.length * 8 > room * 8) continue;
    return place(version, withChecks(version, data(bytes, version, room), words));
  }
  return null;
}

/// The data codewords: mode, length, bytes, and filling.
function data(bytes, version, room) {
  const bits = [];
  const push = (value, count) => {
    for (let k = count - 1; k >= 0; k--) bits.push((value >> k) & 1);
  };
  push(4, 4);
  push(bytes.length, version < 10 ? 8 : 16);
  bytes.forEach((byte) => push(byte, 8));
  push(0, Math.min(4, room * 8 - bits.length));
  push(0, (8 - (bits.length % 8)) % 8);
  for (let pad = 0xec; bits.length < room * 8; pad ^= 0xec ^ 0x11) push(pad, 8);
  return Array.from({ length: room }, (_, k) => bits.slice(8 * k, 8 * k + 8).reduce((word, bit) => word * 2 + bit, 0));
}

// ---- check words: Reed-Solomon over GF(256) with 0x11d

function times(a, b) {
  let product = 0;
  for (let k = 7; k >= 0; k--) {
    product = (product << 1) ^ ((product >> 7) * 0x11d);
    product ^= ((b >> k) & 1) * a;
  }
  return product;
}

function generator(degree) {
  const polynomial = Array(degree - 1).fill(0).concat(1);
  let root = 1;
  for (let k = 0; k < degree; k++) {
    for (let j = 0; j < degree; j++) polynomial[j] = times(polynomial[j], root) ^ (polynomial[j + 1] ?? 0);
    root = times(root, 2);
  }
  return polynomial;
}

function remainder(block, divisor) {
  const rest = Array(divisor.length).fill(0);
  for (const word of block) {
    const factor = word ^ rest.shift();
    rest.push(0);
    divisor.forEach((coefficient, k) => (rest[k] ^= times(coefficient, factor)));
  }
  return rest;
}

/// Data and check words of all blocks, interleaved.
function withChecks(version, words, total) {
  const [count, checks] = [BLOCKS[version - 1], CHECKS[version - 1]];
  const short = Math.floor(total / count) - checks;
  const long = total % count;
  const divisor = generator(checks);
  const blocks = [];
  for (let k = 0, at = 0; k < count; k++) {
    const length = short + (k < count - long ? 0 : 1);
    const block = words.slice(at, at + length);
    blocks.push({ block, check: remainder(block, divisor) });
    at += length;
  }
  const all = [];
  for (let k = 0; k <= short; k++) for (const { block } of blocks) if (k < block.length) all.push(block[k]);
  for (let k = 0; k < checks; k++) for (const { check } of blocks) all.push(check[k]);
  return all;
}

// ---- modules

function place(version, words) {
  const size = 17 + 4 * version;
  const modules = Array.from({ length: size }, () => Array(size).fill(false));
  const fixed = Array.from({ length: size }, () => Array(size).fill(false));
  const set = (x, y, dark) => {
    if (x < 0 || y < 0 || x >= size || y >= size) return;
    modules[y][x] = dark;
    fixed[y][x] = true;
  };
  for (let k = 0; k < size; k++) {
    set(6, k, k % 2 === 0);
    set(k, 6, k % 2 === 0);
  }
  for (const [x, y] of [[3, 3], [size - 4, 3], [3, size - 4]]) {
    for (let dy = -4; dy <= 4; dy++) for (let dx = -4; dx <= 4; dx++) {
      const ring = Math.max(Math.abs(dx), Math.abs(dy));
      set(x + dx, y + dy, ring !== 2 && ring !== 4);
    }
  }
  const spots = alignments(version, size);
  spots.forEach((y, i) => spots.forEach((x, j) => {
    const last = spots.length - 1;
    if ((i === 0 && (j === 0 || j === last)) || (i === last && j === 0)) return;
    for (let dy = -2; dy <= 2; dy++) for (let dx = -2; dx <= 2; dx++) set(x + dx, y + dy, Math.max(Math.abs(dx), Math.abs(dy)) !== 1);
  }));
  format(set, size, 0);
  if (version >= 7) versionBits(set, version, size);
  let at = 0;
  for (let right = size - 1; right > 0; right -= 2) {
    if (right === 6) right = 5;
    for (let k = 0; k < size; k++) {
      const y = ((right + 1) & 2) === 0 ? size - 1 - k : k;
      for (const x of [right, right - 1]) {
        if (fixed[y][x]) continue;
        // The mask 0: a chequered board.
        modules[y][x] = (((words[at >> 3] ?? 0) >> (7 - (at & 7))) & 1) !== 0 !== ((x + y) % 2 === 0);
        at++;
      }
    }
  }
  return modules;
}

function alignments(version, size) {
  if (version === 1) return [];
  const count = Math.floor(version / 7) + 2;
  const step = version === 32 ? 26 : Math.ceil((version * 4 + 4) / (count * 2 - 2)) * 2;
  return [6, ...Array.from({ length: count - 1 }, (_, k) => size - 7 - k * step).reverse()];
}

/// The level and the mask, twice, with a BCH code.
function format(set, size, mask) {
  const wanted = (LOW << 3) | mask;
  let rest = wanted;
  for (let k = 0; k < 10; k++) rest = (rest << 1) ^ ((rest >> 9) * 0x537);
  const bits = ((wanted << 10) | rest) ^ 0x5412;
  const bit = (k) => ((bits >> k) & 1) !== 0;
  for (let k = 0; k <= 5; k++) set(8, k, bit(k));
  set(8, 7, bit(6));
  set(8, 8, bit(7));
  set(7, 8, bit(8));
  for (let k = 9; k < 15; k++) set(14 - k, 8, bit(k));
  for (let k = 0; k < 8; k++) set(size - 1 - k, 8, bit(k));
  for (let k = 8; k < 15; k++) set(8, size - 15 + k, bit(k));
  set(8, size - 8, true);
}

function versionBits(set, version, size) {
  let rest = version;
  for (let k = 0; k < 12; k++) rest = (rest << 1) ^ ((rest >> 11) * 0x1f25);
  const bits = (version << 12) | rest;
  for (let k = 0; k < 18; k++) {
    const [a, b] = [size - 11 + (k % 3), Math.floor(k / 3)];
    set(a, b, ((bits >> k) & 1) !== 0);
    set(b, a, ((bits >> k) & 1) !== 0);
  }
}
