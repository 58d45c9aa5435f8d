// The first screen of a page with contests: methods by data sets, beside each method's ratio with its interval. A reader
// chooses the contest, the outcome and what the methods are compared with; the choice is in the address, #product/seconds/baseline.
"use strict";
{

const contests = JSON.parse(document.getElementById("contest-data").textContent);
const kShown = .9;        // share of the intervals' ends that the axis of ratios has room for
const kWidest = 7;        // the axis of ratios goes to 2^7 at most
const kEnoughSplits = 6;  // of one data set fewer decide nothing
const kNamed = 3;         // methods without runs that the first sentence names
const kButtons = 4;       // of more contests one is chosen from a list
const outcomes = { work: "work", seconds: "CPU seconds", error: "error at equal work" };

const ratio = (x) => x === undefined ? "–" : x === "inf" ? "∞" : x >= 100 ? x.toFixed(0) : x >= 10 ? x.toFixed(1) : x.toFixed(2);
const interval = (r) => r.value === undefined ? "–" : r.low === undefined || r.low === r.high ? ratio(r.value) : `${ratio(r.value)} [${ratio(r.low)}, ${ratio(r.high)}]`;

// {contest, outcome, against} from the address; what it does not say, or says wrongly, is the first there is.
function chosen() {
  const [id, outcome, against] = named().split("/");
  const contest = contests.find((one) => one.id === id) ?? contests[0];
  const there = Object.keys(outcomes).filter((one) => contest.costs.some((cost) => cost.cost === one) || one === "error");
  const sides = ["random", "baseline"].filter((side) => contest.costs[0]["against_" + side].length > 0);
  return { contest, there, sides, outcome: there.includes(outcome) ? outcome : "work", against: sides.includes(against) ? against : sides[0] };
}

// The comparisons shown, the least ratio first; of each the ratio over the sets and set by set.
function rowsOf_({ contest, outcome, against }) {
  const cost = contest.costs.find((one) => one.cost === outcome) ?? contest.costs[0];
  const [over, log] = outcome === "error" ? ["error", "log_error"] : ["cost", "log_cost"];
  const number = (value) => value === undefined ? Infinity : Number(value);
  return cost["against_" + against].map((one) => ({
    ...one, ratio: one[over], side: outcome === "error" ? one.error.side : one.side,
    cells: new Map(one.sets.map((set) => [set.set, { splits: set.splits, reached: set.reached, other: set.other_reached, ...set[log] }])),
  })).sort((a, b) => number(a.ratio.value) - number(b.ratio.value));
}

function setCell(cell, method, set) {
  const td = element("td");
  if (cell === undefined) return td;
  if (cell.mean === undefined) {
    td.textContent = cell.reached < cell.other ? "never" : "–";
    td.dataset.v = cell.reached < cell.other ? "inf" : "";
    td.title = `${method} on ${set}: reaches ${Math.round(100 * cell.reached)}% of the targets, the other ${Math.round(100 * cell.other)}%`;
    return td;
  }
  const times = Math.exp(cell.mean), size = Math.min(1, Math.abs(cell.mean) / Math.log(4));
  const sure = cell.splits >= kEnoughSplits && Math.abs(cell.mean) > 2 * Math.sqrt(cell.variance);
  td.textContent = ratio(times);
  td.className = (sure ? "sure" : "unsure") + (size > .6 ? " strong" : "");
  td.dataset.v = times;
  td.style.setProperty("--share", `${Math.round(100 * size)}%`);
  td.style.setProperty("--hue", `var(--${cell.mean < 0 ? "less" : "more"})`);
  td.title = `${method} on ${set}: ${ratio(times)} times (${ratio(Math.exp(cell.mean - 2 * Math.sqrt(cell.variance)))} to ` +
    `${ratio(Math.exp(cell.mean + 2 * Math.sqrt(cell.variance)))}), ${cell.splits} splits`;
  return td;
}

// `most`: the axis goes from 2^-most to 2^most; what lies beyond stands at its end.
function forestCell(one, most) {
  const td = element("td", "", { className: "forest " + one.side });
  const place = (x) => 50 + 50 * Math.max(-1, Math.min(1, Math.log2(Number(x)) / most));
  const text = interval(one.ratio);
  if (one.ratio.value !== undefined) {
    const [low, at, high] = [one.ratio.low ?? one.ratio.value, one.ratio.value, one.ratio.high ?? one.ratio.value].map(place);
    td.innerHTML = `<svg viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true"><path class="one" d="M50 0V10"/><path class="bar" d="M${low} 5H${high}"/></svg><i style="left:${at}%"></i>`;
    td.title = `${one.method} against ${one.against}: ${text}; p ${one.ratio.p < .001 ? "< 0.001" : "= " + one.ratio.p.toFixed(3)}` +
      (one.ratio.next_set_low === undefined ? "" : `; a new data set: ${ratio(one.ratio.next_set_low)} to ${ratio(one.ratio.next_set_high)}`);
  }
  return td;
}

function drawTable(state, rows) {
  const { contest, outcome } = state, sets = [...contest.sets].sort((a, b) => (a.features ?? 0) - (b.features ?? 0));
  const table = element("table", "", { className: "contest numbers sortable" }), head = table.createTHead().insertRow(), body = table.createTBody();
  const kBefore = 4;  // columns before the data sets
  const headings = ["method", "", `× of ${rows[0]?.against ?? "it"}`, "sets with less", ...sets.map((set) => set.label)];
  for (const text of headings) head.append(element("th", text, { scope: "col" }));
  sets.forEach((set, i) => { if (set.features !== undefined) head.cells[i + kBefore].title = `${set.features} features`; });
  // One scale for all contests of the page.
  const ends = contests.flatMap((one) => rowsOf_({ ...state, contest: one }).filter(({ method }) => method !== one.target)).flatMap((one) => [one.ratio.low, one.ratio.high]).filter((x) => x > 0).map((x) => Math.abs(Math.log2(x))).sort((a, b) => a - b);
  const axis = head.cells[1], most = Math.min(kWidest, Math.max(1, Math.ceil(ends[Math.floor(kShown * (ends.length - 1))] ?? 1)));
  axis.className = "forest unsorted";
  axis.innerHTML = [-most, 0, most].map((at) => `<span style="left:${50 + 50 * at / most}%">${at < 0 ? "1/" + 2 ** -at : 2 ** at}×</span>`).join("");
  for (const one of rows) {
    const row = body.insertRow(), known = [...one.cells.values()].filter((cell) => cell.mean !== undefined);
    row.append(element("th", one.method + (one.announced ? " *" : ""), { scope: "row" }));
    const value = element("td", interval(one.ratio), { className: one.side });
    value.dataset.v = one.ratio.value ?? "";
    const wins = element("td", `${known.filter((cell) => cell.mean < 0).length} of ${known.length}`);
    wins.dataset.v = known.filter((cell) => cell.mean < 0).length;
    row.append(forestCell(one, most), value, wins, ...sets.map((set) => setCell(one.cells.get(set.label), one.method, set.label)));
  }
  return table;
}

// What the numbers come to, in a sentence and three numbers.
function lede({ contest, outcome, against }, rows) {
  const other = against === "random" ? contest.random_draws : contest.baseline, methods = rows.filter((one) => one.method !== contest.target);
  const count = (side) => methods.filter((one) => one.side === side).length, less = count("less"), more = count("more"), open = methods.length - less - more;
  const what = outcome === "error" ? ["makes", "fewer errors at equal work"] : ["needs", `less ${outcomes[outcome]}`];
  const many = (number, verb) => `${number === 0 ? "None" : number} of ${methods.length} ${methods.length === 1 ? "method" : "methods"} surely ${number > 1 ? verb.slice(0, -1) : verb}`;
  const name = contests.length > 1 ? `${contest.label}: ` : "";
  const known = rows.flatMap((one) => [...one.cells.values()]).filter((cell) => cell.mean !== undefined);
  const enough = rows.some((one) => one.ratio.sets > 1) || known.some((cell) => cell.splits >= kEnoughSplits);
  const told = `${many(less, what[0])} ${what[1]} than ${other}${against === "random" ? ", which draws at random" : ""}.` +
    `${more === 0 ? "" : ` ${more} surely ${more > 1 ? what[0].slice(0, -1) : what[0]} more.`}${open === 0 ? "" : ` ${open === methods.length ? "All" : open} ${open === 1 ? "shows" : "show"} no clear difference.`}`;
  const found = known.length === 0 ? "Nothing can be compared yet."
    : enough ? told : `Too few splits to tell methods apart: one data set needs ${kEnoughSplits}, several need two each.`;
  const sentence = element("p", name + found +
    (contest.absent.length === 0 ? "" : ` No runs yet: ${contest.absent.slice(0, kNamed).join(", ")}${contest.absent.length > kNamed ? ` and ${contest.absent.length - kNamed} more` : ""}.`), { className: "lede" });
  const big = element("div", "", { className: "big" });
  const shown = new Set([rows[0], rows.find((one) => one.method === contest.baseline), rows.find((one) => one.method === contest.target)]);
  for (const one of enough ? shown : []) {
    if (one === undefined || one.ratio.value === undefined) continue;
    const box = element("div");
    box.append(element("b", "×" + interval(one.ratio)), element("span", `of ${one.against}'s ${outcome === "error" ? "errors" : outcomes[outcome]} is what ${one.method} ${what[0]}`));
    big.append(box);
  }
  return [sentence, big];
}

function buttons(label, choices, current, act) {
  const group = element("span", "", { className: "choice" });
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", label);
  for (const [key, text] of choices) {
    const button = makeButton(text, () => act(key));
    button.setAttribute("aria-pressed", key === current);
    group.append(button);
  }
  return group;
}

function draw() {
  const state = chosen(), rows = rowsOf_(state), { contest, outcome, against } = state;
  const go = (id, next, other) => { location.hash = [id, next, other].map(encodeURIComponent).join("/"); };
  const controls = element("p", "", { className: "controls" });
  if (contests.length > kButtons) {
    const select = element("select", "", { onchange: () => go(select.value, outcome, against) });
    select.setAttribute("aria-label", "contest");
    for (const one of contests) select.append(new Option(one.label, one.id, false, one === contest));
    controls.append(select);
  } else if (contests.length > 1) {
    controls.append(buttons("contest", contests.map((one) => [one.id, one.label]), contest.id, (id) => go(id, outcome, against)));
  }
  controls.append(buttons("outcome", state.there.map((one) => [one, outcomes[one]]), outcome, (next) => go(contest.id, next, against)));
  if (state.sides.length > 1)
    controls.append(buttons("compared with", state.sides.map((one) => [one, "against " + (one === "random" ? contest.random_draws : contest.baseline)]), against, (other) => go(contest.id, outcome, other)));
  const scroll = element("div", "", { className: "scroll" }), table = drawTable(state, rows), tools = element("p", "", { className: "tools" });
  scroll.append(table);
  addSorting(table);
  tools.append(makeButton("copy as CSV", (button) => copy(csvOf(table), button)));
  const key = element("p", "Dot and bar: mean over the data sets with its 95% interval. Colour: surely less or more, by the 97.5% interval, for work and error are two outcomes.", { className: "legend" });
  const note = element("details", "", { className: "legend" });
  note.append(element("summary", "how to read this"), element("p", `×0.5: half of what ${against === "random" ? contest.random_draws : contest.baseline} needs to reach the same errors, on the same splits. ` +
    "A dot or bar beyond the axis stands at its end. An interval may just exclude 1 and stay grey, for work and error are tested at 0.025 each. " +
    "Cells: one data set each, from few to many features; pale inside twice the standard error. never: the method reaches fewer targets, so there is no ratio. sets with less: of the sets that have a ratio. *: announced before the runs."));
  const place = document.getElementById("contest"), held = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren(...lede(state, rows), controls, scroll, key, tools, note);
  [...controls.querySelectorAll("button, select")].find((one) => one.localName === held?.localName && (one.localName === "select" || one.textContent === held.textContent))?.focus();
}

// Other addresses lead to other parts of the page.
addEventListener("hashchange", () => { if (contests.some((one) => one.id === named().split("/")[0])) draw(); });
draw();
}
