// Long tables can be sorted by a click on a heading (or Enter) and filtered. Without JavaScript they are as they are.
"use strict";

const text = (row, column) => row.cells[column].textContent.trim();
const compare = new Intl.Collator("en", { numeric: true }).compare;

function sortBy(table, heading) {
  const column = heading.cellIndex, falling = heading.getAttribute("aria-sort") === "ascending";
  const body = table.tBodies[0];
  const rows = [...body.rows].sort((a, b) => compare(text(a, column), text(b, column)) * (falling ? -1 : 1));
  for (const other of table.tHead.rows[0].cells) other.setAttribute("aria-sort", "none");
  heading.setAttribute("aria-sort", falling ? "descending" : "ascending");
  body.append(...rows);
}

function addFilter(table) {
  const input = document.createElement("input");
  input.className = "filter";
  input.type = "search";
  input.placeholder = "filter";
  input.setAttribute("aria-label", "filter the rows");
  input.addEventListener("input", () => {
    const wanted = input.value.toLowerCase();
    for (const row of table.tBodies[0].rows) row.hidden = !row.textContent.toLowerCase().includes(wanted);
  });
  table.parentElement.before(input);
}

for (const table of document.querySelectorAll("table.sortable")) {
  for (const heading of table.tHead.rows[0].cells) {
    heading.tabIndex = 0;
    heading.setAttribute("aria-sort", "none");
    heading.addEventListener("click", () => sortBy(table, heading));
    heading.addEventListener("keydown", (event) => { if (event.key === "Enter") sortBy(table, heading); });
  }
  addFilter(table);
}

// A link to something inside a closed part opens it.
function reveal() {
  const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  for (const closed of target?.querySelectorAll("details") ?? []) closed.open = true;
  target?.closest("details")?.setAttribute("open", "");
}
addEventListener("hashchange", reveal);
reveal();
