// Tables can be sorted by their headings and copied as CSV, long ones filtered. Without JavaScript they are as they are.
"use strict";

const kLong = 12;
const compare = new Intl.Collator("en", { numeric: true }).compare;
const number = (text) => text === "inf" ? Infinity : text === "-inf" ? -Infinity : text === "" ? NaN : Number(text);

// A number where the cell has one; cells without a value come last whatever the order.
function compareCells(a, b, falling) {
  const sign = falling ? -1 : 1;
  if (a.dataset.v === undefined) return compare(a.textContent.trim(), b.textContent.trim()) * sign;
  const [x, y] = [number(a.dataset.v), number(b.dataset.v)];
  if (isNaN(x) || isNaN(y)) return isNaN(x) - isNaN(y);
  return x === y ? 0 : (x - y) * sign;
}

const element = (name, text = "", members = {}) => Object.assign(document.createElement(name), { textContent: text }, members);
const rowsOf = (body) => [...body.rows].filter((row) => !row.classList.contains("block"));

// Rows stay in their block.
function sortBy(table, heading) {
  const column = heading.cellIndex, falling = heading.getAttribute("aria-sort") === "ascending";
  for (const body of table.tBodies)
    body.append(...rowsOf(body).sort((a, b) => compareCells(a.cells[column], b.cells[column], falling)));
  for (const other of table.tHead.querySelectorAll("[aria-sort]")) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
}

// Tells screen readers what happened; figures.js tells the values under the arrow keys by it.
const spoken = element("p", "", { className: "spoken" });
spoken.setAttribute("aria-live", "polite");
document.body.append(spoken);
window.say = (text) => { spoken.textContent = text; };

function makeButton(text, act) {
  const button = element("button", text, { type: "button" });
  button.addEventListener("click", () => act(button));
  return button;
}

// One of some words is chosen, the first to begin with.
function addChoice(parent, label, words, act) {
  const group = element("span", "", { className: "choice" });
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  const choose = (word) => {
    for (const button of group.children) button.setAttribute("aria-pressed", button.textContent === word);
    act(word);
  };
  group.append(...words.map((word) => makeButton(word, () => choose(word))));
  parent.append(group);
  choose(words[0]);
}

function addSorting(table) {
  for (const heading of table.tHead.rows[0].cells) {
    if (heading.classList.contains("unsorted")) continue;
    heading.setAttribute("aria-sort", "none");
    const button = makeButton(heading.textContent || "row", () => sortBy(table, heading));
    button.className = "sort";
    heading.replaceChildren(button);
  }
}

function addFilter(table, tools) {
  const input = element("input", "", { className: "filter", type: "search", placeholder: "filter" });
  input.setAttribute("aria-label", "filter the rows");
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const body of table.tBodies)
      for (const row of rowsOf(body)) row.hidden = !row.textContent.toLowerCase().includes(wanted);
    say(`${[...table.tBodies].flatMap(rowsOf).filter((row) => !row.hidden).length} rows`);
  });
  tools.append(input);
}

// As spreadsheets read it; what they would take for a formula gets an apostrophe in front.
function field(text) {
  const safe = /^[=+\-@]/.test(text) && isNaN(Number(text)) ? "'" + text : text;
  return /[",\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

function csvOf(table) {
  const numbers = table.classList.contains("numbers"), lines = [];
  const published = numbers && table.querySelector("td[data-p]:not([data-p=''])");
  const numbered = (row) => [...row.cells].filter((cell) => !cell.classList.contains("forest"));  // a drawing says no more
  const heading = numbered(table.tHead.rows[0]).map((cell) => cell.textContent.trim());
  lines.push(numbers ? ["block", ...heading.flatMap((text, i) => i && published ? [text, text + " published"] : [text])] : heading);
  for (const body of table.tBodies) {
    const block = body.querySelector("tr.block")?.textContent.trim() ?? "";
    for (const row of rowsOf(body).filter((row) => !row.hidden)) {
      // Only cells of papers' tables are one number; elsewhere data-v sorts alone.
      const cells = numbered(row).flatMap((cell) => cell.dataset.p === undefined ? [cell.textContent.trim()]
        : published ? [cell.dataset.v, cell.dataset.p] : [cell.dataset.v]);
      lines.push(numbers ? [block, ...cells] : cells);
    }
  }
  return lines.map((line) => line.map(field).join(",") + "\n").join("");
}

async function copy(text, button) {
  let copied = true;
  try {
    await navigator.clipboard.writeText(text);
  } catch {  // not allowed here: by a selection
    const area = document.createElement("textarea");
    area.value = text;
    document.body.append(area);
    area.select();
    copied = document.execCommand("copy");
    area.remove();
    button.focus();
  }
  button.dataset.text ??= button.textContent;
  button.textContent = copied ? "copied" : "could not copy";
  say(button.textContent);
  setTimeout(() => { button.textContent = button.dataset.text; }, 1500);
}

for (const table of document.querySelectorAll("table.sortable")) {
  addSorting(table);
  const tools = element("p", "", { className: "tools" });
  if ([...table.tBodies].flatMap(rowsOf).length > kLong) addFilter(table, tools);
  if (table.querySelector(".pub")) addChoice(tools, "shown", ["ours and published", "ours", "published"], (shown) => { table.dataset.shown = shown; });
  // Cells that both this machine and the reference results have show the one with more rounds first.
  if (table.querySelector(".beside")) addChoice(tools, "sources", ["one source", "here and reference"], (shown) => { table.dataset.of = shown; });
  tools.append(makeButton("copy as CSV", (button) => copy(csvOf(table), button)));
  table.parentElement.before(tools);
}
// Panels that differ in what they are over (work, time) alone: one at a time.
for (const panels of document.querySelectorAll(".panels")) {
  const figures = [...panels.querySelectorAll("figure[data-x]")], short = (figure) => figure.dataset.x.replace(/ \(.*/, "");
  const over = [...new Set(figures.map(short))].sort((a, b) => (b === "work") - (a === "work"));
  if (over.length < 2 || panels.classList.contains("telling") || figures.some((one) => !one.dataset.x)) continue;
  const tools = element("p", "", { className: "tools" });
  panels.before(tools);
  addChoice(tools, "over", over, (chosen) => { for (const figure of figures) figure.hidden = short(figure) !== chosen; });
  panels.addEventListener("wanted", (event) => [...tools.querySelectorAll("button")].find((one) => one.textContent === short(event.target)).click());
}
for (const block of document.querySelectorAll("pre.copy"))
  block.before(makeButton("copy", (button) => copy(block.textContent, button)));

// What a square tells is kept inside the window.
for (const square of document.querySelectorAll("a.square"))
  for (const event of ["mouseenter", "focus"])
    square.addEventListener(event, () => square.classList.toggle("left", square.getBoundingClientRect().left > innerWidth / 2));

// A link to something that is folded opens it.
// What the address names; "" where that is not well written.
function named() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return "";
  }
}
function unfold() {
  const target = document.getElementById(named());
  if (target === null) return;
  for (let one = target.closest("details") ?? target.querySelector(":scope > details"); one; one = one.parentElement?.closest("details")) one.open = true;
  if (target.hidden) target.dispatchEvent(new Event("wanted", { bubbles: true }));
  target.scrollIntoView();
}
addEventListener("hashchange", unfold);
unfold();
