// Draws figures from their own data, with Chart.js, in place of their pictures: curves on and off, values under the
// pointer, linear or logarithmic axes, zoom. The data come as a script beside the picture, when the figure comes near
// the window: pages opened from a disk may not read files. Without Chart.js or JavaScript the pictures stay.
"use strict";

const waiting = new Map(), drawn = [];
window.reboostFigure = (name, data) => waiting.get(name)?.(data);

const dashes = [[], [], [10, 4], [2, 3], [10, 3, 2, 3], [], [4, 2, 1, 2], [16, 4], [1, 3], [6, 3], [], [6, 4], [6, 4]];
// Marks: a shape, whether it is filled, and how far it is turned.
const marks = [
  ["circle", true], ["circle", true], ["triangle", false], ["rect", true], ["triangle", false, 180], ["rect", false],
  ["rectRot", true], ["circle", false], ["triangle", true], ["crossRot", true], ["rect", true],
];
const moreMarks = [
  ["circle", true], ["circle", false], ["triangle", true], ["rectRot", false], ["cross", true], ["star", true],
  ["rectRounded", false], ["triangle", true, 180], ["rectRounded", true], ["triangle", false],
];
// Styles of plots/style.gp; the second nine have the colours of the first, thin, with other marks and dashes.
const place = (style) => style > 30 ? style - 30 : style > 20 ? style - 10 : Math.min(style, 10);
const markOf = (style) => (style > 30 ? moreMarks : marks)[place(style)] ?? marks[0];
const moreDashes = [0, 4, 1, 7, 8, 9, 1, 3, 2, 1];
const dashOf = (style) => dashes[style > 30 ? moreDashes[place(style)] : place(style)] ?? [];
const width = (style) => style === 10 ? 6 : style > 30 ? 1.2 : 2;
const colour = (name) => getComputedStyle(document.documentElement).getPropertyValue(name).trim();
const lineColour = (style) => colour("--series-" + place(style));

function short(value) {
  if (value === 0 || !isFinite(value)) return String(value);
  const size = Math.abs(value);
  return size >= 1e6 || size < 1e-4 ? power(value) : String(Number(value.toPrecision(5)));
}
const raised = (text) => [...text].map((digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"["0123456789-".indexOf(digit)]).join("");
function power(value) {
  const [digits, exponent] = value.toExponential().split("e");
  const head = Number(Number(digits).toPrecision(3));
  return (head === 1 ? "" : head + "×") + "10" + raised(String(Number(exponent)));
}
const isPower = (value) => Math.abs(Math.log10(value) - Math.round(Math.log10(value))) < 1e-9;
const isFar = (value) => value > 5000 || value < 0.0005;
function tickText(value, index, ticks) {
  const values = ticks.map((tick) => tick.value);
  const powers = this.type === "logarithmic" && values.some(isFar) && values.every(isPower);
  return powers ? power(value) : short(value);
}
// As src/report/paper/frame.cpp has them: powers of ten, else 1, 2 and 5 of each, else even steps.
function logTicks(low, high) {
  const first = Math.floor(Math.log10(low)), last = Math.ceil(Math.log10(high));
  const inside = (digits, step) => {
    const found = [];
    for (let e = first; e <= last; e += step)
      for (const digit of digits) if (digit * 10 ** e >= low && digit * 10 ** e <= high) found.push(digit * 10 ** e);
    return found;
  };
  let ticks = inside([1], Math.max(1, Math.floor((last - first) / 8)));
  if (ticks.length < 3) ticks = inside([1, 2, 5], 1);
  if (ticks.length >= 3) return ticks;
  const span = high - low, unit = 10 ** (Math.floor(Math.log10(span)) - 1);
  const step = [2, 5, 10, 20, 50].map((factor) => factor * unit).find((size) => span / size <= 6);
  ticks = [];
  for (let k = Math.ceil(low / step); k * step <= high; ++k) ticks.push(k * step);
  return ticks;
}

// Each curve's point nearest to the pointer's x.
Chart.Interaction.modes.reboost = (chart, event) => {
  const items = [], at = Chart.helpers.getRelativePosition(event, chart).x;
  for (const meta of chart.getSortedVisibleDatasetMetas()) {
    let best = -1, least = Infinity;
    meta.data.forEach((element, index) => {
      const distance = Math.abs(element.x - at);
      if (distance < least && !element.skip) [best, least] = [index, distance];
    });
    if (best >= 0) items.push({ element: meta.data[best], datasetIndex: meta.index, index: best });
  }
  return items.sort((a, b) => a.datasetIndex - b.datasetIndex);
};

// Bars and bands of the visible curves, and the horizontal line.
const spreads = ({ line }) => ({
  id: "spreads",
  beforeDatasetsDraw(chart) {
    const { ctx, chartArea: area } = chart;
    ctx.save();
    ctx.beginPath();
    ctx.rect(area.left, area.top, area.width, area.height);
    ctx.clip();
    for (const meta of chart.getSortedVisibleDatasetMetas()) {
      const series = chart.data.datasets[meta.index].series;
      if (!series.spread) continue;
      const x = chart.scales.x, y = chart.scales[meta.yAxisID], ends = [];
      series.x.forEach((value, i) => {
        if (series.low[i] !== null && series.high[i] !== null)
          ends.push([x.getPixelForValue(value), y.getPixelForValue(series.low[i]), y.getPixelForValue(series.high[i])]);
      });
      ctx.strokeStyle = ctx.fillStyle = lineColour(series.style);
      ctx.beginPath();
      if (series.spread === "bars") {
        for (const [at, low, high] of ends) { ctx.moveTo(at, low); ctx.lineTo(at, high); }
        ctx.globalAlpha = 0.7;
        ctx.stroke();
      } else {
        for (const [at, low] of ends) ctx.lineTo(at, low);
        for (const [at, , high] of ends.reverse()) ctx.lineTo(at, high);
        ctx.globalAlpha = 0.18;
        ctx.fill();
      }
      ctx.globalAlpha = 1;
    }
    if (line !== undefined) {
      const at = chart.scales.y.getPixelForValue(line);
      ctx.strokeStyle = ctx.fillStyle = colour("--soft");
      ctx.setLineDash([3, 3]);
      ctx.beginPath();
      ctx.moveTo(area.left, at);
      ctx.lineTo(area.right, at);
      ctx.stroke();
    }
    ctx.restore();
  },
});

function dataset(series, order) {
  const step = Math.max(1, Math.ceil(series.x.length / 12));
  const mark = (radius) => (context) => series.marked && context.dataIndex % step === 0 ? radius : 0;
  const [shape, , turn] = markOf(series.style);
  return {
    series, order, label: series.label, yAxisID: series.right ? "y2" : "y",
    data: series.x.map((x, i) => ({ x, y: series.y[i] })),
    pointStyle: shape, pointRotation: turn ?? 0, pointRadius: mark(3.5), pointHitRadius: 0, pointHoverRadius: 5,
    borderDash: dashOf(series.style), borderWidth: width(series.style), spanGaps: true,
  };
}

function scale(title, range, log, position) {
  return {
    type: log ? "logarithmic" : "linear", position, min: range[0], max: range[1],
    title: { display: true, text: title }, ticks: { callback: tickText, maxRotation: 0, includeBounds: false },
    afterBuildTicks: (axis) => {
      if (axis.type === "logarithmic") axis.ticks = logTicks(axis.min, axis.max).map((value) => ({ value }));
    },
  };
}

function paint(chart) {
  for (const set of chart.data.datasets) {
    set.borderColor = lineColour(set.series.style);
    set.backgroundColor = markOf(set.series.style)[1] ? set.borderColor : colour("--page");
  }
  for (const axis of Object.values(chart.options.scales)) {
    axis.title.color = axis.ticks.color = colour("--text");
    axis.grid = { color: axis.position === "right" ? "transparent" : colour("--grid") };
  }
  chart.options.plugins.title.color = colour("--text");
  chart.update("none");
}

function button(parent, text, pressed, act) {
  const made = document.createElement("button");
  made.type = "button";
  made.textContent = text;
  if (pressed !== null) made.setAttribute("aria-pressed", pressed);
  made.addEventListener("click", () => {
    const now = made.getAttribute("aria-pressed") !== "true";
    if (pressed !== null) made.setAttribute("aria-pressed", now);
    act(now);
  });
  parent.append(made);
  return made;
}

// In a box of 32 by 10.
const outlines = {
  circle: "M12.5 5a3.5 3.5 0 1 0 7 0a3.5 3.5 0 1 0 -7 0Z",
  triangle: "M16 1L19.5 8H12.5Z",
  rect: "M13 2H19V8H13Z",
  rectRounded: "M16 1L19.5 4L18 8.5H14L12.5 4Z",
  rectRot: "M16 1L20 5L16 9L12 5Z",
  cross: "M16 1V9M12 5H20",
  crossRot: "M13 2L19 8M13 8L19 2",
  star: "M16 1V9M12 5H20M13 2L19 8M13 8L19 2",
};

// A piece of a line as it is drawn, with its mark if it has any.
function piece(stroke, width, dash, mark) {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  const path = (attributes) => {
    const made = document.createElementNS(svg.namespaceURI, "path");
    for (const [name, value] of Object.entries({ stroke: `var(--${stroke})`, ...attributes })) made.setAttribute(name, value);
    svg.append(made);
  };
  svg.setAttribute("class", "sample");
  svg.setAttribute("viewBox", "0 0 32 10");
  svg.setAttribute("aria-hidden", "true");
  path({ d: "M0 5H32", "stroke-width": width, "stroke-dasharray": dash.join(" ") });
  if (mark) {
    const [shape, filled, turn] = mark;
    path({ d: outlines[shape], "stroke-width": 1.2, fill: filled ? `var(--${stroke})` : "var(--page)", transform: `rotate(${turn ?? 0} 16 5)` });
  }
  return svg;
}

const sample = ({ style, marked }) =>
  piece(`series-${place(style)}`, width(style), dashOf(style), marked && markOf(style));

class Figure {
  constructor(holder, data) {
    this.data = data;
    const plot = holder.querySelector(".plot"), box = document.createElement("div");
    box.className = "chart";
    const canvas = document.createElement("canvas");
    canvas.tabIndex = 0;
    canvas.setAttribute("role", "img");
    canvas.setAttribute("aria-label", `${data.title}: ${data.yLabel} against ${data.xLabel}. ` +
      "Left and right: values; plus and minus: zoom; 0: the whole range.");
    box.append(canvas);
    plot.prepend(box);
    holder.classList.add("live");
    this.home = { x: data.x, y: data.y, y2: data.y2 };
    this.chart = new Chart(canvas, {
      type: "line", plugins: [spreads(data)], data: { datasets: data.series.map((series, i) => dataset(series, data.series.length - i)) },
      options: {
        animation: false, maintainAspectRatio: false, parsing: false, normalized: true,
        interaction: { mode: "reboost", intersect: false },
        plugins: {
          legend: { display: false }, title: { display: true, text: data.title },
          tooltip: {
            caretSize: 0, usePointStyle: true,
            callbacks: {
              title: (items) => items.length ? `${data.xLabel}: ${short(items[0].parsed.x)}` : "",
              label: (item) => `${item.dataset.label}: ${short(item.parsed.y)}`,
            },
          },
        },
        scales: this.scales(),
      },
    });
    paint(this.chart);
    this.buttons(plot);
    this.mouse(box, canvas);
    canvas.addEventListener("keydown", (event) => this.key(event));
    drawn.push(this.chart);
  }

  scales() {
    const { data } = this, log = (axis) => data.log.includes(axis);
    const scales = { x: scale(data.xLabel, data.x, log("x"), "bottom"), y: scale(data.yLabel, data.y, log("y"), "left") };
    if (data.y2) scales.y2 = scale(data.y2Label, data.y2, log("y"), "right");
    return scales;
  }

  buttons(plot) {
    const curves = document.createElement("div"), axes = document.createElement("div");
    curves.className = "curves";
    axes.className = "axes";
    curves.setAttribute("role", "group");
    curves.setAttribute("aria-label", "curves");
    this.data.series.forEach((series, i) => {
      const text = series.label + (series.right ? " (right axis)" : "");
      button(curves, text, true, (on) => this.chart.setDatasetVisibility(i, on) || this.chart.update("none"))
        .prepend(sample(series));
    });
    if (this.data.line !== undefined) {
      const level = document.createElement("span");
      level.className = "level";
      level.append(piece("soft", 1, [3, 3]), this.data.lineLabel);
      curves.append(level);
    }
    for (const axis of ["x", "y"])
      button(axes, `log ${axis}`, this.data.log.includes(axis), (on) => this.setLog(axis, on))
        .disabled = this.values(axis, true).length === 0;
    if (this.data.y2) button(axes, "one axis", false, (on) => this.oneAxis(on));
    button(axes, "whole range", null, () => this.showWhole());
    plot.append(curves, axes);
  }

  // All values of an axis that its scale can show.
  values(axis, log) {
    const of = (series) => axis === "x" ? series.x
      : series.right === (axis === "y2") || !this.chart.options.scales.y2 ? series.y : [];
    return this.data.series.flatMap(of).filter((value) => value !== null && (!log || value > 0));
  }

  // The range of all data, from the least value that the axis can show.
  whole(name) {
    const [low, high] = this.home[name], positive = this.values(name, true);
    const log = this.chart.options.scales[name].type === "logarithmic";
    return [log && !(low > 0) && positive.length ? Math.min(...positive) : low, high];
  }

  showWhole() {
    this.show(Object.fromEntries(Object.keys(this.chart.options.scales).map((name) => [name, this.whole(name)])));
  }

  setLog(axis, on) {
    for (const name of axis === "y" ? ["y", "y2"] : ["x"]) {
      const scale = this.chart.options.scales[name];
      if (!scale) continue;
      scale.type = on ? "logarithmic" : "linear";
      if (on && !(scale.min > 0)) scale.min = this.whole(name)[0];
    }
    paint(this.chart);
  }

  oneAxis(on) {
    const { options, data } = this.chart;
    for (const set of data.datasets) set.yAxisID = set.series.right && !on ? "y2" : "y";
    const [a, b] = this.data.y, [c, d] = this.data.y2;
    options.scales.y2.display = !on;
    this.home = { ...this.home, y: on ? [Math.min(a, c), Math.max(b, d)] : [a, b] };
    this.showWhole();
    paint(this.chart);
  }

  show(ranges) {
    for (const [name, range] of Object.entries(ranges)) {
      const scale = this.chart.options.scales[name];
      if (scale && range) [scale.min, scale.max] = range;
    }
    this.chart.update("none");
  }

  // Drag a rectangle to look closer; a double click shows all again. Touches scroll the page.
  mouse(box, canvas) {
    let from = null;
    const frame = document.createElement("div");
    frame.className = "selection";
    box.append(frame);
    const corner = (event) => { const r = canvas.getBoundingClientRect(); return [event.clientX - r.left, event.clientY - r.top]; };
    const sides = (to) => [0, 1].map((i) => [Math.min(from[i], to[i]), Math.max(from[i], to[i])]);
    canvas.addEventListener("pointerdown", (event) => {
      if (event.pointerType === "touch" || event.button !== 0) return;
      from = corner(event);
      canvas.setPointerCapture(event.pointerId);
    });
    canvas.addEventListener("pointermove", (event) => {
      if (!from) return;
      const [[left, right], [top, bottom]] = sides(corner(event));
      Object.assign(frame.style, { display: "block", left: `${left}px`, top: `${top}px`,
        width: `${right - left}px`, height: `${bottom - top}px` });
    });
    canvas.addEventListener("pointerup", (event) => {
      if (!from) return;
      const [[left, right], [top, bottom]] = sides(corner(event));
      from = null;
      frame.style.display = "none";
      if (right - left < 8 || bottom - top < 8) return;
      const ranges = {};
      for (const [name, scale] of Object.entries(this.chart.scales))
        ranges[name] = (name === "x" ? [left, right] : [bottom, top]).map((pixel) => scale.getValueForPixel(pixel));
      this.show(ranges);
    });
    canvas.addEventListener("dblclick", () => this.showWhole());
  }

  zoom(factor) {
    const ranges = {};
    for (const [name, scale] of Object.entries(this.chart.scales)) {
      const log = scale.type === "logarithmic", to = log ? Math.log : (v) => v, back = log ? Math.exp : (v) => v;
      const middle = (to(scale.min) + to(scale.max)) / 2, half = (to(scale.max) - to(scale.min)) / 2 * factor;
      ranges[name] = [back(middle - half), back(middle + half)];
    }
    this.show(ranges);
  }

  // The values at the next point of the first curve that is on.
  step(by) {
    const meta = this.chart.getSortedVisibleDatasetMetas().at(-1);
    if (!meta) return;
    this.index = Math.max(0, Math.min(meta.data.length - 1, (this.index ?? -1) + by));
    const { x, y } = meta.data[this.index];
    const items = Chart.Interaction.modes.reboost(this.chart, { x, y, chart: this.chart, native: null, type: "mousemove" });
    const active = items.map(({ datasetIndex, index }) => ({ datasetIndex, index }));
    this.chart.setActiveElements(active);
    this.chart.tooltip.setActiveElements(active, { x, y });
    this.chart.update("none");
    say([...this.chart.tooltip.title ?? [], ...(this.chart.tooltip.body ?? []).flatMap((part) => part.lines)].join("; "));
  }

  key(event) {
    const act = { ArrowLeft: () => this.step(-1), ArrowRight: () => this.step(1), "+": () => this.zoom(0.5),
      "-": () => this.zoom(2), "0": () => this.showWhole() }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }
}

function load(holder) {
  const path = holder.dataset.figure;
  waiting.set(path.split("/").pop(), (data) => new Figure(holder, data));
  const script = document.createElement("script");
  script.src = path + ".js";
  document.head.append(script);
}

Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
const near = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries) {
    if (!isIntersecting) continue;
    near.unobserve(target);
    load(target);
  }
}, { rootMargin: "400px" });
// A run's page has its data in itself.
for (const holder of document.querySelectorAll("figure[data-figure]")) {
  const own = holder.querySelector("script[type='application/json']");
  if (own) new Figure(holder, JSON.parse(own.textContent));
  else near.observe(holder);
}
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => drawn.forEach(paint));
