// Small helpers for elements of the page.

export const el = (id) => document.getElementById(id);

/// An element with words and a class.
export const make = (tag, words, kind) => {
  const made = document.createElement(tag);
  if (words !== undefined) made.textContent = words;
  if (kind) made.className = kind;
  return made;
};

/// A button with its action.
export const button = (words, does, title) => {
  const made = make("button", words);
  made.type = "button";
  if (title) made.title = title;
  made.addEventListener("click", does);
  return made;
};

/// An element of SVG with attributes.
export const shape = (tag, attributes, words) => {
  const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  if (words !== undefined) made.textContent = words;
  return made;
};

/// SVG of the service as an element. The parser of HTML takes a hundredth of the time that the one of XML takes for a board
/// of 150x150; names in a picture are escaped, and the page's policy runs no script but its own.
export function picture(svg) {
  const template = document.createElement("template");
  template.innerHTML = svg;
  return template.content.firstChild;
}

/// Makes an element equal to another one, and leaves alone what is equal already: a browser lays out and paints a changed part
/// in less time than a new picture.
export function change(old, fresh) {
  if (old.isEqualNode(fresh)) return;
  if (old.nodeName !== fresh.nodeName || !old.firstElementChild || !fresh.firstElementChild) return void old.replaceWith(fresh);
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  const [was, now] = [[...old.childNodes], [...fresh.childNodes]];
  now.forEach((child, i) => (was[i] ? change(was[i], child) : old.append(child)));
  was.slice(now.length).forEach((child) => child.remove());
}

/// Shows whether there is a change to take back, and one to make again.
export function showSteps([undo, redo]) {
  el("undo").disabled = !undo;
  el("redo").disabled = !redo;
}

/// Shows a message beside the board.
export const say = (words) => (el("cell").textContent = words);

/// Opens the dialog with a title and a content.
export function openDialog(title, ...content) {
  el("dialog-title").textContent = title;
  el("dialog-body").replaceChildren(...content);
  if (!el("dialog").open) el("dialog").showModal();
}

export const closeDialog = () => el("dialog").close();
