// Draws figures from their own data as SVG, with d3, in place of their pictures: curves on and off, values under the
// pointer, zoom, the axes of the text or our own. The data come as a script beside the picture, when the figure comes
// near the window: pages opened from a disk may not read files. Without d3 or JavaScript the pictures stay.
"use strict";
{

const waiting = new Map();  // from a figure's name to its places on the page
let count = 0;
window.reboostFigure = (name, data) => {
  if (data.kind in kinds) for (const holder of waiting.get(name) ?? []) new Figure(holder, data);
  waiting.delete(name);
};

// Styles of plots/style.gp: colour, dash and mark differ together; the second nine are thin.
const dashes = ["", "", "10 4", "2 3", "10 3 2 3", "", "4 2 1 2", "16 4", "1 3", "6 3", "", "6 4", "6 4"];
const symbols = [d3.symbolCircle, d3.symbolTriangle, d3.symbolSquare, d3.symbolDiamond, d3.symbolCross, d3.symbolStar, d3.symbolWye];
const place = (style) => style > 30 ? style - 30 : style > 20 ? style - 10 : Math.min(style, 10);
const colour = (style) => `var(--series-${place(style)})`;
const dash = (style) => dashes[style > 30 ? 1 + (place(style) + 4) % 9 : place(style)];
const thick = (style) => style === 10 ? 6 : style > 30 ? 1.2 : 2;
const line = (path, style) => path.attr("fill", "none").style("stroke", colour(style)).attr("stroke-width", thick(style)).attr("stroke-dasharray", dash(style));
const mark = (path, style) => path.attr("d", d3.symbol().size(42).type(symbols[(style - 1) % symbols.length])())
  .style("stroke", colour(style)).style("fill", style % 2 ? colour(style) : "var(--page)");

const raised = (text) => text.replace(/./g, (digit) => "⁰¹²³⁴⁵⁶⁷⁸⁹⁻"["0123456789-".indexOf(digit)]);
function text(value, most = 1e5) {
  if (value === 0 || !isFinite(value)) return String(value);
  if (Math.abs(value) < most && Math.abs(value) >= 1e-3) return d3.format(".4~r")(value);
  const [digits, exponent] = value.toExponential(2).split("e");
  return (Number(digits) === 1 ? "" : Number(digits) + "×") + "10" + raised(String(Number(exponent)));
}

function axis(g, scale, side, label, { width, height }) {
  const log = scale.base !== undefined, across = side === d3.axisBottom, few = Math.max(2, (across ? width : height) / 70);
  const said = (value) => text(value, log && scale.domain()[1] >= 1e5 ? 1e3 : 1e5), made = side(scale).tickSizeOuter(0).ticks(few, log ? said : null);
  if (!log || scale.ticks(few).length < 3) made.tickFormat(said);
  if (log && scale.ticks(few).length < 3) made.tickValues(d3.ticks(...scale.domain(), few));
  const drawn = g.append("g").attr("class", "axis").call(made);
  if (side !== d3.axisRight) drawn.selectAll(".tick").filter(function () { return this.textContent; }).select("line").clone().attr(across ? "y2" : "x2", across ? -height : width).attr("class", "grid");
  if (across) drawn.attr("transform", `translate(0,${height})`);
  if (side === d3.axisRight) drawn.attr("transform", `translate(${width},0)`);
  const at = across ? [width / 2, 34] : [-height / 2, side === d3.axisLeft ? -42 : 44];
  drawn.append("text").attr("class", "label").attr("x", at[0]).attr("y", at[1]).attr("transform", across ? null : "rotate(-90)").text(label);
}

// Each kind draws into a group and returns its stops: places with what is said there, in the order of the arrow keys.
const kinds = {
  curves(figure, g, size) {
    const { data } = figure, shown = data.series.filter((one) => !figure.hidden.has(one)), { width, height } = size;
    const scale = (name, range) => (figure.axes.log.includes(name[0]) ? d3.scaleLog() : d3.scaleLinear()).domain(figure.range(name)).range(range);
    const x = scale("x", [0, width]), y = scale("y", [height, 0]), y2 = figure.axes.two ? scale("y2", [height, 0]) : y;
    figure.scales = { x, y, y2 };
    axis(g, x, d3.axisBottom, data.xLabel, size);
    axis(g, y, d3.axisLeft, data.yLabel, size);
    if (figure.axes.two) axis(g, y2, d3.axisRight, data.y2Label, size);
    const inside = g.append("g").attr("clip-path", `url(#${figure.clip})`);
    inside.append("clipPath").attr("id", figure.clip).append("rect").attr("width", width).attr("height", height);
    const on = (scale, value) => value !== null && isFinite(scale(value)), up = (one) => one.right ? y2 : y;
    for (const one of shown.filter((one) => one.spread)) {
      const there = one.points.filter((p) => on(x, p.x) && on(up(one), p.low) && on(up(one), p.high)), band = inside.append("path");
      if (one.spread === "bars") band.attr("d", there.map((p) => `M${x(p.x)} ${up(one)(p.low)}V${up(one)(p.high)}`).join("")).style("stroke", colour(one.style));
      else band.attr("d", d3.area().x((p) => x(p.x)).y0((p) => up(one)(p.low)).y1((p) => up(one)(p.high))(there)).style("fill", colour(one.style)).attr("fill-opacity", .18);
    }
    if (data.line !== undefined) inside.append("path").attr("class", "level").attr("d", `M0 ${y(data.line)}H${width}`);
    const stops = [];
    for (const one of [...shown].reverse()) {
      const there = one.points.filter((p) => on(x, p.x) && on(up(one), p.y)), step = Math.ceil(there.length / 12);
      line(inside.append("path").attr("d", d3.line().x((p) => x(p.x)).y((p) => up(one)(p.y))(there)), one.style);
      if (one.marked || there.length === 1) mark(inside.selectAll(null).data(there.filter((p, i) => i % step === 0)).join("path").attr("transform", (p) => `translate(${x(p.x)},${up(one)(p.y)})`), one.style);
      stops.push({ one, there, up: up(one) });
    }
    stops.reverse();
    // At each point of the first curve, the points of all that are nearest to it.
    const near = (at) => stops.filter(({ there }) => there.length).map(({ one, there, up }) => {
      const p = there[d3.scan(there, (a, b) => Math.abs(x(a.x) - at) - Math.abs(x(b.x) - at))];
      const ends = one.spread && p.low !== null ? ` [${text(p.low)}, ${text(p.high)}]` : "";
      return { x: x(p.x), y: up(p.y), value: p.x, style: one.style, says: `${one.label}: ${text(p.y)}${ends}` };
    });
    const say = (at) => { const dots = near(at); return { x: at, y: dots[0]?.y, dots, head: dots.length ? `${data.xLabel}: ${text(dots[0].value)}` : "" }; };
    figure.at = ([px]) => px >= 0 && px <= width ? say(px) : null;
    return (stops[0]?.there ?? []).map((p) => () => say(x(p.x)));
  },

  forest(figure, g, size) {
    const { data } = figure, { width, height } = size, ends = data.series.flatMap((one) => one.points.flatMap((p) => [p.low, p.x, p.high])).filter((v) => v > 0);
    const x = d3.scaleLog().domain([Math.min(.5, d3.min(ends) / 1.1), Math.max(2, 1.1 * d3.max(ends))]).range([0, width]);
    const row = d3.scalePoint().domain(d3.range(data.series.length)).range([0, height]).padding(.6);
    axis(g, x, d3.axisBottom, data.xLabel, size);
    g.append("path").attr("class", "level").attr("d", `M${x(1)} 0V${height}`);
    const rows = g.selectAll(".row").data(data.series).join("g").attr("transform", (one, i) => `translate(0,${row(i)})`).style("stroke", (one) => colour(one.style));
    const bar = (p) => `M${x(p.low ?? p.x)} 0H${x(p.high ?? p.x)}`, between = (p) => p.low === null ? "no interval" : `${text(p.low)} to ${text(p.high)}`;
    rows.append("path").attr("d", (one) => bar(one.points[1])).attr("stroke-width", .8);
    rows.append("path").attr("d", (one) => bar(one.points[0])).attr("stroke-width", 2.2);
    rows.append("circle").attr("cx", (one) => x(one.points[0].x)).attr("r", 4).style("fill", (one) => colour(one.style));
    rows.append("text").attr("x", -8).attr("dy", ".35em").attr("text-anchor", "end").text((one) => one.label);
    return data.series.map(({ label, points: [own, next], style }, i) => () => ({ x: x(own.x), y: row(i), head: label, dots: [
      { x: x(own.x), y: row(i), style, says: `×${text(own.x)} [${between(own)}]; a new data set: ${between(next)}` }] }));
  },

  // Shares as depth of colour: over time, or at the pixels of an image.
  heat(figure, g, size) {
    const { data } = figure, points = data.series[0].points, image = data.kind === "pixels";
    const [columns, rows] = ["x", "y"].map((name) => [...new Set(points.map((p) => p[name]))].sort(d3.ascending));
    const side = Math.min(size.width / columns.length, size.height / rows.length), wide = image ? side : size.width / columns.length, high = image ? side : size.height / rows.length;
    const from = (size.width - wide * columns.length) / 2, x = d3.scaleLinear().domain([columns[0], columns[1]]).range([from + wide / 2, from + 1.5 * wide]);
    const y = (v) => (image ? rows.indexOf(v) + .5 : rows.length - rows.indexOf(v) - .5) * high, foot = high * rows.length;
    g.append("rect").attr("class", "frame").attr("x", from).attr("width", wide * columns.length).attr("height", foot);
    g.selectAll(null).data(points.filter((p) => p.low > 0)).join("rect").attr("class", "share").attr("x", (p) => x(p.x) - wide / 2).attr("y", (p) => y(p.y) - high / 2)
      .attr("width", wide).attr("height", high).attr("fill-opacity", (p) => Math.min(1, p.low / data.colourTop));
    // Columns are logarithms of the round.
    if (!image) axis(g, d3.scaleLog().domain([0, size.width].map((at) => 10 ** x.invert(at))).range([0, size.width]), d3.axisBottom, data.xLabel, size);
    if (!image) g.append("text").attr("class", "label").attr("transform", "rotate(-90)").attr("x", -size.height / 2).attr("y", -12).text(data.yLabel);
    g.append("text").attr("x", from + wide * columns.length).attr("y", foot + (image ? 16 : 34)).attr("text-anchor", "end").text(`full colour: ${text(data.colourTop)}% of the rounds`);
    return points.map((p) => () => ({ x: x(p.x), y: y(p.y), head: image ? `column ${p.x + 1}, row ${p.y + 1}` : `round ${text(10 ** p.x)}`, dots: [{ x: x(p.x), y: y(p.y), style: 2, says: `${text(p.low)}%` }] }));
  },

  scatter(figure, g, size) {
    const { data } = figure, points = data.series.map((one) => ({ ...one.points[0], label: one.label }));
    const scale = (name, range) => d3.scaleLog().domain([data[name][0] / 1.3, data[name][1] * 1.3]).range(range), x = scale("x", [0, size.width]), y = scale("y", [size.height, 0]);
    axis(g, x, d3.axisBottom, data.xLabel, size);
    axis(g, y, d3.axisLeft, data.yLabel, size);
    const dots = g.selectAll(null).data(points).join("g").attr("transform", (p) => `translate(${x(p.x)},${y(p.y)})`);
    dots.append("circle").attr("r", 5).style("fill", (p) => `color-mix(in srgb, var(--${p.high < 0 ? "less" : "more"}) ${Math.min(100, 70 * Math.abs(p.high))}%, var(--line))`);
    dots.filter((p) => Math.abs(p.high) > .7).append("text").attr("y", -8).attr("text-anchor", (p) => x(p.x) > .8 * size.width ? "end" : "middle").text((p) => p.label);
    return points.map((p) => () => ({ x: x(p.x), y: y(p.y), head: p.label, dots: [{ x: x(p.x), y: y(p.y), style: 1, says: `work ratio ${text(2 ** p.high)}; ${text(p.x)} columns, ${text(p.y)} in effect` }] }));
  },
};
kinds.measures = kinds.curves;
kinds.pixels = kinds.heat;

class Figure {
  constructor(holder, data) {
    Object.assign(this, { data, holder, plot: holder.querySelector(".plot"), hidden: new Set(), zoomed: {}, clip: `clip-${++count}` });
    for (const one of data.series) one.points = one.x.map((x, i) => ({ x, y: one.y[i], low: one.low?.[i] ?? null, high: one.high?.[i] ?? null }));
    this.lines = kinds[data.kind] === kinds.curves;
    // Ours: one axis, logarithmic where its values spread.
    const seen = data.series.flatMap((one) => one.points.map((p) => p.y)).filter((v) => v !== null && v <= Math.max(data.y[1], data.y2?.[1] ?? 0));
    this.text = { log: data.log, two: data.y2 !== undefined };
    this.axes = { log: data.log.replace("y", "") + (d3.min(seen) > 0 && d3.max(seen) > 3 * d3.min(seen) ? "y" : ""), two: false };
    holder.classList.add("live");
    d3.select(this.plot).insert("p", ":first-child").attr("class", "title").text(data.title);
    this.svg = d3.select(this.plot).insert("svg", ".title + *").attr("class", "chart").attr("tabindex", 0).attr("role", "img")
      .attr("aria-label", `${data.title}: ${data.yLabel} against ${data.xLabel}. Left and right: values; plus and minus: zoom; 0: the whole range.`)
      .on("mousemove", () => this.point(d3.mouse(this.inner.node()))).on("mouseleave", () => this.show(null)).on("dblclick", () => this.zoom(null)).on("keydown", () => this.key(d3.event));
    this.tip = d3.select(this.plot).append("div").attr("class", "values").attr("hidden", true);
    if (this.lines) this.controls();
    new ResizeObserver(() => { if (this.plot.clientWidth !== this.width) this.draw(); }).observe(this.plot);
  }

  // What an axis shows: all that it has a place for, or what was zoomed into.
  range(name) {
    const { data } = this, log = this.axes.log.includes(name[0]);
    if (this.zoomed[name] && !(log && this.zoomed[name][0] <= 0)) return this.zoomed[name];
    const both = name === "y" && data.y2 && !this.axes.two, [low, high] = both ? d3.extent([...data.y, ...data.y2]) : data[name];
    const positive = data.series.filter((one) => name === "x" || both || !data.y2 || one.right === (name === "y2")).flatMap((one) => one.points.map((p) => p[name[0]])).filter((v) => v > 0);
    return [log && !(low > 0) ? d3.min(positive) ?? high / 10 : low, high];
  }

  draw() {
    const { data, svg } = this, width = this.width = this.plot.clientWidth, many = data.series.length, forest = data.kind === "forest";
    if (width === 0) return;
    const height = forest ? 60 + 18 * many : data.kind === "pixels" ? Math.min(width, 330) : Math.max(260, Math.min(420, .62 * width));
    const left = forest ? Math.min(.45 * width, 16 + 7 * d3.max(data.series, (one) => one.label.length)) : kinds[data.kind] === kinds.heat ? 28 : 54;
    const size = { width: width - left - (this.axes.two ? 56 : 14), height: height - 52 };
    svg.attr("viewBox", [0, 0, width, height]).selectAll("*").remove();
    this.inner = svg.append("g").attr("transform", `translate(${left},10)`);
    this.at = null;
    if (/stand-in/.test(data.title)) this.inner.append("text").attr("class", "watermark").attr("transform", `translate(${size.width / 2},${size.height / 2}) rotate(-20)`).text("stand-in data");
    this.stops = kinds[data.kind](this, this.inner, size);
    this.place = -1;
    this.left = left;
    this.cursor = this.inner.append("g").attr("class", "cursor");
    if (this.lines) this.inner.insert("g", ":first-child").call(d3.brush().extent([[0, 0], [size.width, size.height]]).touchable(false).on("end", () => this.brushed(d3.event.selection)));
  }

  brushed(box) {
    if (!box || box[1][0] - box[0][0] < 8 || box[1][1] - box[0][1] < 8) return box && this.draw();
    const { x, y, y2 } = this.scales, [[left, top], [right, bottom]] = box;
    this.zoomed = { x: [left, right].map(x.invert), y: [bottom, top].map(y.invert), y2: [bottom, top].map(y2.invert) };
    this.draw();
  }

  // null: the whole range.
  zoom(factor) {
    const closer = (scale) => { const [a, b] = scale.range(), half = (b - a) / 2 * factor; return [(a + b) / 2 - half, (a + b) / 2 + half].map(scale.invert); };
    this.zoomed = factor === null || !this.scales ? {} : { x: closer(this.scales.x), y: closer(this.scales.y), y2: closer(this.scales.y2) };
    this.draw();
  }

  point(at) {
    if (this.at) return this.show(this.at(at));
    const stops = this.stops.map((stop) => stop()), far = (one) => (one.x - at[0]) ** 2 + (one.y - at[1]) ** 2;
    this.show(stops[d3.scan(stops, (a, b) => far(a) - far(b))] ?? null);
  }

  // The values at a stop: dots on the figure, words beside it.
  show(stop) {
    this.cursor.selectAll("circle").data(stop?.dots ?? []).join("circle").attr("r", 4.5).attr("cx", (dot) => dot.x).attr("cy", (dot) => dot.y).style("stroke", (dot) => colour(dot.style));
    this.tip.attr("hidden", stop?.dots.length ? null : true);
    if (!stop?.dots.length) return;
    this.tip.selectAll("p").data([{ says: stop.head }, ...stop.dots]).join("p").text((dot) => dot.says).style("border-color", (dot) => dot.style ? colour(dot.style) : "transparent");
    const right = stop.x < (this.width - this.left) / 2;
    this.tip.style("left", right ? `${this.left + stop.x + 14}px` : null).style("right", right ? null : `${this.width - this.left - stop.x + 14}px`);
    return [stop.head, ...stop.dots.map((dot) => dot.says)].join("; ");
  }

  key(event) {
    const step = (by) => {
      this.place = Math.max(0, Math.min(this.stops.length - 1, this.place + by));
      if (this.stops.length) say(this.show(this.stops[this.place]()));
    };
    const act = { ArrowLeft: () => step(-1), ArrowRight: () => step(1), "+": () => this.zoom(.5), "-": () => this.zoom(2), "0": () => this.zoom(null), Escape: () => this.show(null) }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  }

  controls() {
    const { data, axes } = this, group = (name, label) => d3.select(this.plot).append("div").attr("class", name).attr("role", "group").attr("aria-label", label);
    const button = (parent, words, pressed, act) => parent.append("button").attr("type", "button").text(words).attr("aria-pressed", pressed).on("click", function () { act(d3.select(this)); });
    const curves = group("curves", "curves"), tools = group("axes", "axes");
    const sample = (parent, draw) => draw(parent.insert("svg", function () { return this.firstChild; }).attr("class", "sample").attr("viewBox", "0 -6 32 12").attr("aria-hidden", true));
    for (const one of data.series) {
      const made = button(curves, one.label, true, (own) => {
        this.hidden[this.hidden.has(one) ? "delete" : "add"](one);
        own.attr("aria-pressed", !this.hidden.has(one));
        this.draw();
      });
      sample(made, (svg) => {
        line(svg.append("path").attr("d", "M0 0H32"), one.style);
        if (one.marked) mark(svg.append("path"), one.style).attr("transform", "translate(16,0)");
      });
    }
    if (data.line !== undefined) sample(curves.append("span").attr("class", "named").text(data.lineLabel), (svg) => svg.append("path").attr("class", "level").attr("d", "M0 0H32"));
    const refresh = () => {
      tools.selectAll("[data-axis]").attr("aria-pressed", function () { return axes.log.includes(this.dataset.axis); });
      this.zoom(null);
    };
    if (this.holder.dataset.published !== undefined && (axes.log !== this.text.log || this.text.two)) {
      const ours = { ...axes };
      button(tools, "axes as published", false, (own) => {
        const now = own.attr("aria-pressed") !== "true";
        Object.assign(axes, now ? this.text : ours);
        own.attr("aria-pressed", now);
        refresh();
      });
    }
    for (const name of ["x", "y"])
      button(tools, `log ${name}`, axes.log.includes(name), () => {
        axes.log = axes.log.includes(name) ? axes.log.replace(name, "") : axes.log + name;
        refresh();
      }).attr("data-axis", name).attr("disabled", data.series.some((one) => one.points.some((p) => p[name] > 0)) ? null : true);
    button(tools, "whole range", null, () => this.zoom(null));
  }
}

function load(holder) {
  const path = holder.dataset.figure, name = path.split("/").pop();
  waiting.set(name, [...waiting.get(name) ?? [], holder]);
  document.head.append(Object.assign(document.createElement("script"), { src: path + ".js" }));
}

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
}
