// The viewer: one picture as large as the window, with zoom and pan by mouse, touch and keyboard. Zoom and
// place stay when another picture is called up. Also the page's keys, and the dialog that lists them.

const viewer = document.getElementById("viewer");
const keys = document.getElementById("keys");
const pane = viewer.querySelector("[data-pane]");
const image = pane.querySelector("img");
const name = viewer.querySelector("h2");

const STEP = 1.25;
const LARGEST = 12;
const SHARE = 0.1; // of the pane, that one arrow key moves

let pictures = []; // the buttons of the page's pictures, in their order
let shown = 0;
let before = 0;
let scale = 1;
let x = 0; // of the picture's corner, in pixels of the pane
let y = 0;
const pointers = new Map();

function place() {
  // The picture covers the pane's middle: it cannot be lost outside.
  x = Math.min(0, Math.max(pane.clientWidth * (1 - scale), x));
  y = Math.min(0, Math.max(pane.clientHeight * (1 - scale), y));
  image.style.transform = `translate(${x}px, ${y}px) scale(${scale})`;
}

function count(aid) {
  const field = document.querySelector(`[data-answer] [name=${aid}]`);
  if (field) field.value = Number(field.value) + 1;
}

// Zoom by a factor about a point of the pane, which stays where it is.
function zoom(factor, atX = pane.clientWidth / 2, atY = pane.clientHeight / 2) {
  const next = Math.min(LARGEST, Math.max(1, scale * factor));
  if (next === scale) return;
  if (next > scale) count("zoomed");
  x = atX - ((atX - x) * next) / scale;
  y = atY - ((atY - y) * next) / scale;
  scale = next;
  place();
}

function whole() {
  [scale, x, y] = [1, 0, 0];
  place();
}

function move(dx, dy) {
  x += dx;
  y += dy;
  place();
}

function show(index) {
  if (!(index in pictures)) return;
  if (index !== shown) [before, shown] = [shown, index];
  const source = pictures[index].querySelector("img");
  image.src = source.src;
  image.alt = "";
  name.textContent = pictures[index].closest("figure").querySelector("figcaption").textContent;
}

function enlarge(index) {
  pictures = [...document.querySelectorAll("[data-enlarge]")];
  if (!(index in pictures)) return;
  [shown, before] = [index, index];
  show(index);
  viewer.showModal();
  name.focus();
  whole();
  count("enlarged");
}

const acts = {
  previous: () => show((shown + pictures.length - 1) % pictures.length),
  next: () => show((shown + 1) % pictures.length),
  in: () => zoom(STEP),
  out: () => zoom(1 / STEP),
  whole,
  close: () => viewer.close(),
};

const viewerKeys = {
  "+": acts.in, "=": acts.in, "-": acts.out, "0": whole, "[": acts.previous, "]": acts.next,
  ArrowLeft: () => move(pane.clientWidth * SHARE, 0), ArrowRight: () => move(-pane.clientWidth * SHARE, 0),
  ArrowUp: () => move(0, pane.clientHeight * SHARE), ArrowDown: () => move(0, -pane.clientHeight * SHARE),
  b: () => show(before), B: () => show(before), "?": () => keys.showModal(),
};

const pageKeys = { a: goToAnswer, A: goToAnswer, "?": () => keys.showModal() };

function goToAnswer() {
  document.querySelector("[data-widget] input:not(:disabled)")?.focus();
}

// Keys of one character can be switched off: whoever speaks to the computer would press them by accident.
const single = keys.querySelector("[data-single-keys]");
const STORED = "single-keys";
try {
  single.checked = localStorage.getItem(STORED) !== "off";
} catch {
  // Storage is blocked: the choice then lasts as long as the page.
}
single.addEventListener("change", () => {
  try {
    localStorage.setItem(STORED, single.checked ? "on" : "off");
  } catch {
    // as above
  }
});

function isTyping(target) {
  return target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
}

document.addEventListener("keydown", (event) => {
  if (event.ctrlKey || event.metaKey || event.altKey || keys.open) return;
  if (event.key.length === 1 && (!single.checked || isTyping(event.target))) return;
  const digit = /^[1-9]$/.test(event.key) ? Number(event.key) - 1 : null;
  let act;
  if (viewer.open) act = viewerKeys[event.key] ?? (digit !== null ? () => show(digit) : null);
  else if (document.querySelector("[data-stage], [data-enlarge]")) act = pageKeys[event.key] ?? (digit !== null ? () => enlarge(digit) : null);
  if (!act) return;
  event.preventDefault();
  act();
});

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-enlarge], [data-view], [data-open]");
  if (!button) return;
  if (button.dataset.enlarge) enlarge(Number(button.dataset.enlarge));
  else if (button.dataset.view) acts[button.dataset.view]();
  else keys.showModal();
});

pane.addEventListener("wheel", (event) => {
  event.preventDefault();
  const box = pane.getBoundingClientRect();
  zoom(STEP ** (-event.deltaY / 100), event.clientX - box.left, event.clientY - box.top);
}, { passive: false });

pane.addEventListener("pointerdown", (event) => {
  pane.setPointerCapture(event.pointerId);
  pointers.set(event.pointerId, event);
});

pane.addEventListener("pointermove", (event) => {
  const last = pointers.get(event.pointerId);
  if (!last) return;
  pointers.set(event.pointerId, event);
  const other = [...pointers.values()].find((pointer) => pointer.pointerId !== event.pointerId);
  if (other) pinch(last, event, other);
  else move(event.clientX - last.clientX, event.clientY - last.clientY);
});

for (const end of ["pointerup", "pointercancel"]) {
  pane.addEventListener(end, (event) => pointers.delete(event.pointerId));
}

// Two fingers: the point between them stays between them.
function pinch(last, now, other) {
  const box = pane.getBoundingClientRect();
  const spread = (pointer) => Math.hypot(pointer.clientX - other.clientX, pointer.clientY - other.clientY) || 1;
  move((now.clientX - last.clientX) / 2, (now.clientY - last.clientY) / 2);
  zoom(spread(now) / spread(last), (now.clientX + other.clientX) / 2 - box.left, (now.clientY + other.clientY) / 2 - box.top);
}

window.addEventListener("resize", place);
