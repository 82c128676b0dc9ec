// Widgets: each turns what is typed and chosen into the command a model would have to write.
// Nothing leaves here but that text, in the form's `text`; an empty text means the answer is not complete.

const compose = {
  commands(widget) {
    const parts = [...widget.querySelectorAll("[data-verb]")].map((part) => {
      const axis = part.querySelector("[data-axis]")?.dataset.axis ?? part.querySelector("input:checked")?.value;
      const number = part.querySelector("[data-number]").value;
      return axis && number !== "" ? `${part.dataset.verb} ${axis} ${plain(number)}` : "";
    });
    return parts.every(Boolean) ? parts.join(", ") : "";
  },

  choice(widget) {
    return widget.querySelector("input:checked")?.value ?? "";
  },

  bonds(widget) {
    const { row, prefix, separator, none } = widget.dataset;
    if (widget.querySelector("[data-none-box]").checked) return none;
    const bonds = [...widget.querySelectorAll("[data-rows] > li")].map((line) => bond(line, row)).filter((text) => text !== null);
    return bonds.length && bonds.every(Boolean) ? prefix + bonds.join(separator) : "";
  },
};

// A number as it was typed, without exponent: what stands in the field is what is sent.
function plain(number) {
  return /e/i.test(number) ? String(Number(number)) : number;
}

// One row as text; null where nothing is typed, empty where something is missing.
function bond(line, row) {
  const inputs = [...line.querySelectorAll("[data-part]")];
  const values = Object.fromEntries(inputs.map((input) => [input.dataset.part, input.value.trim()]));
  if (Object.values(values).every((value) => value === "")) return null;
  if (inputs.some((input) => !("optional" in input.dataset) && !values[input.dataset.part])) return "";
  return row.replace(/\{(\w+)\}/g, (_, name) => values[name]).replace(/ +(?=[ ,])/g, "").trim();
}

function update(form) {
  const widget = form.querySelector("[data-widget]");
  const text = compose[widget.dataset.widget](widget);
  form.elements.text.value = text;
  form.querySelector("[data-command]").textContent = text;
  form.querySelector("[data-submit]").disabled = text === "";
}

function renumber(rows) {
  const lines = [...rows.children];
  lines.forEach((line, index) => { line.querySelector("[data-place]").textContent = index + 1; });
  lines.forEach((line) => { line.querySelector("[data-remove]").hidden = lines.length === 1; });
}

function addBond(widget) {
  const rows = widget.querySelector("[data-rows]");
  rows.append(widget.querySelector("[data-blank]").content.cloneNode(true));
  renumber(rows);
  rows.lastElementChild.querySelector("input").focus();
}

function removeBond(line) {
  const rows = line.parentElement;
  const neighbour = line.nextElementSibling ?? line.previousElementSibling;
  line.remove();
  renumber(rows);
  neighbour.querySelector("input").focus();
}

function switchBonds(widget, off) {
  widget.querySelector("[data-rows]").toggleAttribute("data-off", off);
  widget.querySelectorAll("[data-rows] input, [data-rows] button, [data-add]").forEach((control) => { control.disabled = off; });
}

document.addEventListener("input", (event) => {
  const widget = event.target.closest("[data-widget]");
  if (!widget) return;
  if ("noneBox" in event.target.dataset) switchBonds(widget, event.target.checked);
  update(widget.closest("form"));
});

document.addEventListener("click", (event) => {
  const widget = event.target.closest("[data-widget]");
  if (!widget) return;
  if (event.target.closest("[data-add]")) addBond(widget);
  else if (event.target.closest("[data-remove]")) removeBond(event.target.closest("li"));
  else return;
  update(widget.closest("form"));
});

function begin() {
  const form = document.querySelector("[data-answer]");
  if (!form) return;
  form.querySelectorAll("[data-rows]").forEach(renumber);
  update(form);
}

document.addEventListener("htmx:afterSwap", begin);
begin();
