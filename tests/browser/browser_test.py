#!/usr/bin/env python3
"""The pages of a report in headless Chromium, wide and narrow, light and dark, with and without JavaScript.

    tests/browser/browser_test.py build/reboost

77, as tests/support/skip.hpp has it, where no Chromium is installed.
"""
import html.parser
import json
import pathlib
import subprocess
import sys
import tempfile
import urllib.parse

sys.dont_write_bytecode = True
from browser import Browser, program  # noqa: E402

SKIPPED = 77
PAPERS = ("opt2009", "kdd2009", "zhao2019", "ijcai2015", "abc2010", "policies")
CONFIG = {
    "name": "mine </script>\u2028",
    "dataset": {"name": "waveform", "rows": 200, "test_rows": 100},
    "learner": "stump",
    "selector": ["full", {"name": "random", "k": 5, "as": "</script><b>&"}],
    "booster": {"rounds": 30},
    "seed": {"range": [1, 2]},
}
failures = []


def check(held, what):
    if not held:
        failures.append(what)
        print("FAILED:", what, flush=True)


class Links(html.parser.HTMLParser):
    """What a page has and where it points."""

    def __init__(self, text):
        super().__init__()
        self.ids, self.targets, self.images = set(), [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        values = dict(attributes)
        if "id" in values:
            self.ids.add(values["id"])
        for name in ("href", "src"):
            if values.get(name):
                self.targets.append(values[name])
        if tag == "img":
            self.images.append(values)


def make_report(reboost, folder):
    config = folder / "mine.json"
    config.write_text(json.dumps(CONFIG))
    results = ["--results", str(folder / "results")]
    subprocess.run([reboost, "run", str(config), "--quiet", *results], check=True, stdout=subprocess.DEVNULL)
    papers = [word for paper in PAPERS for word in ("--paper", paper)]
    subprocess.run([reboost, "report", str(config), *papers, *results, "--output", str(folder / "report")],
                   check=True, stdout=subprocess.DEVNULL)
    return folder / "report"


def check_links(report):
    pages = {path: Links(path.read_text(encoding="utf-8")) for path in sorted(report.rglob("*.html"))}
    for path, page in pages.items():
        for target in page.targets:
            if target.startswith("https://"):
                continue
            file, _, fragment = target.partition("#")
            to = (path.parent / urllib.parse.unquote(file)).resolve() if file else path
            check(to.exists(), f"{path.name}: {target} leads nowhere")
            if fragment and to in pages:
                check(urllib.parse.unquote(fragment) in pages[to].ids, f"{path.name}: no anchor {target}")
        for image in page.images:
            check(all(image.get(name) for name in ("width", "height", "alt")), f"{path.name}: {image} lacks a size or a text")
    return pages


def until(page, condition):
    """Waits in the page, at most half a minute."""
    return page.run("new Promise((done) => { let left = 1800; const look = () => { const held = Boolean(" + condition +
                    "); if (held || --left < 0) done(held); else requestAnimationFrame(look); }; look(); })")


def draw_all(page):
    """Opens what is folded and scrolls to each figure."""
    page.run("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    page.run("(async () => { document.documentElement.style.scrollBehavior = 'auto';"
             " for (const one of document.querySelectorAll('figure[data-figure]')) {"
             " one.scrollIntoView(); await new Promise(requestAnimationFrame); } })()")
    return until(page, "document.querySelectorAll('figure[data-figure]:not(.live):not([hidden])').length === 0")


def look_at(page, path, width, dark, script, charts):
    name = f"{path.name} at {width} px, {'dark' if dark else 'light'}, {'with' if script else 'without'} JavaScript"
    page.show(width, dark, script)
    page.open(path.as_uri())
    if script and charts:
        check(draw_all(page), f"{name}: figures that were not drawn")
    check(page.run("document.documentElement.scrollWidth <= innerWidth + 1"), f"{name}: wider than the window")
    back = page.run("getComputedStyle(document.body).backgroundColor")
    check((back == "rgb(255, 255, 255)") != dark, f"{name}: background {back}")
    if script and charts and width > 1000 and path.stem in PAPERS:
        page.run("scrollTo(0, 0)")
        check(until(page, "[...document.querySelectorAll('svg.chart, table.contest, table.deviations')].some((one) => {"
                    " const box = one.getBoundingClientRect(); return box.height > 0 && box.top < innerHeight; })"),
              f"{name}: the first screen has no picture")
    if not script:
        check(page.run("[...document.querySelectorAll('.plot')].every((plot) => plot.firstElementChild?.getBoundingClientRect().height >"
                       " (plot.querySelector('noscript') ? 10 : 50))"),
              f"{name}: a figure without its picture, or a sentence in its place")
        check(not page.run("document.querySelector('button, svg.chart')"), f"{name}: controls that do nothing")
    for error in page.errors:
        check(False, f"{name}: {error}")


FIGURE = "document.querySelector('figure.live')"


def ticks(page, axis):
    """Places and words of the ticks of an axis of the first figure, "x" or "y"."""
    return page.run(f"[...[...{FIGURE}.querySelectorAll('.axis')][{'xy'.index(axis)}].querySelectorAll('.tick')]"
                    ".map((tick) => tick.getAttribute('transform') + tick.textContent).join()")


def use_figure(page, path):
    """Curves are switched, values told, axes changed and zoomed by keys and by the pointer."""
    page.show(1400, False, True)
    page.open(path.as_uri())
    page.run("document.querySelector('figure[data-figure]').closest('details')?.setAttribute('open', '')")
    page.run("document.querySelector('figure[data-figure]').scrollIntoView({behavior: 'instant'})")
    check(until(page, f"{FIGURE}?.querySelector('.axis')"), "the first figure is not drawn")
    curves = f"{FIGURE}.querySelectorAll('[clip-path] path[fill=none]').length"
    button = f"{FIGURE}.querySelector('.curves button')"
    there = page.run(curves)
    page.run(button + ".focus()")
    page.press("Enter")
    check(page.run(curves) == there - 1 and page.run(button + ".getAttribute('aria-pressed')") == "false",
          "Enter on a curve's button does not switch it off")
    page.press("Enter")
    check(page.run(curves) == there, "a second Enter does not switch the curve on")
    page.run(f"{FIGURE}.querySelector('svg.chart').focus()")
    page.press("ArrowRight")
    told = page.run(f"{FIGURE}.querySelector('.values').hidden ? '' : {FIGURE}.querySelector('.values').textContent")
    check(any(digit in told for digit in "0123456789"), "the arrow keys show no values")
    check(page.run("document.querySelector('.spoken').textContent") != "", "the values under the arrow keys are not said")
    whole = ticks(page, "x")
    box = page.run(f"(() => {{ const b = {FIGURE}.querySelector('.overlay').getBoundingClientRect(); return [b.x, b.y, b.width, b.height]; }})()")
    at = lambda x, y: {"x": box[0] + x * box[2], "y": box[1] + y * box[3], "button": "left", "clickCount": 1}
    for kind, x, y in (("mousePressed", 0.4, 0.3), ("mouseMoved", 0.7, 0.6), ("mouseReleased", 0.7, 0.6)):
        page.call("Input.dispatchMouseEvent", type=kind, **at(x, y))
    check(ticks(page, "x") != whole, "a drag does not zoom")
    page.run(f"{FIGURE}.querySelector('svg.chart').focus()")
    page.press("0")
    check(ticks(page, "x") == whole, "0 does not show the whole range")
    heights = ticks(page, "y")
    page.press("+")
    check(ticks(page, "y") != heights, "plus does not zoom")
    for word in ("log y", "axes as published"):
        own = f"[...{FIGURE}.querySelectorAll('.axes button')].find((b) => b.textContent === '{word}')"
        page.run(own + ".click()")
        check(ticks(page, "y") != heights, f"'{word}' does not change the axis")
        page.run(own + ".click()")
        check(ticks(page, "y") == heights, f"a second '{word}' does not show our axis")
    check(not page.errors, f"errors while a figure is used: {page.errors}")


VALUES = "[...document.querySelector('#numbers-table1').tBodies].map((b) => [...b.rows].filter((r) => !r.className)" \
         ".map((r) => r.cells[1].dataset.v === '' ? null : Number(r.cells[1].dataset.v)))"


def in_order(values, sign):
    """Empty cells stand last in either order."""
    known = sorted((v for v in values if v is not None), key=lambda v: sign * v)
    return known + [None] * (len(values) - len(known))


def use_table(page, path):
    page.show(1400, False, True)
    page.open(path.as_uri())
    page.run("document.querySelector('#numbers-table1').closest('details').open = true")
    page.run("document.querySelectorAll('#numbers-table1 .sort')[1].focus()")
    for sign, order in ((1, "ascending"), (-1, "descending")):
        page.press("Enter")
        blocks = page.run(VALUES)
        check(sum(map(len, blocks)) > 1 and all(b == in_order(b, sign) for b in blocks),
              f"a table is not sorted in {order} order: {blocks}")
        check(page.run("document.querySelectorAll('#numbers-table1 th')[1].getAttribute('aria-sort')") == order,
              f"aria-sort is not {order}")
    lines = page.run("csvOf(document.querySelector('#numbers-table1'))").splitlines()
    check(len(lines) == 1 + sum(map(len, blocks)), "the copied CSV has not a line for each row")
    page.run("(() => { const f = document.querySelector('input.filter'); f.value = 'UCB'; f.dispatchEvent(new Event('input')); })()")
    check(page.run("[...document.querySelector('#numbers-table1').tBodies].flatMap((b) => [...b.rows])"
                   ".every((r) => r.className || r.hidden !== r.textContent.includes('UCB'))"), "the filter does not filter")
    check(not page.errors, f"errors while a table is used: {page.errors}")


CONTEST = "document.querySelector('table.contest')"
# Of the column of ratios: null where there is none.
RATIOS = f"[...{CONTEST}.tBodies[0].rows].map((r) => r.cells[2].dataset.v)" \
         ".map((v) => v === '' ? null : v === 'inf' ? 1e300 : Number(v))"


def use_contest(page, path):
    """The first screen of a contest: its choices are in the address, its rows ascend by the ratio, it sorts."""
    page.show(1400, False, True)
    page.open(path.as_uri())
    check(page.run(f"{CONTEST}.tBodies[0].rows.length") > 1, "a contest has no rows")
    for label in ("outcome", "compared with"):
        buttons = f"document.querySelectorAll('#contest [aria-label=\"{label}\"] button')"
        before = page.run(f"{CONTEST}.textContent")
        page.run(f"[...{buttons}].find((b) => b.getAttribute('aria-pressed') === 'false').focus()")
        page.press("Enter")
        check(until(page, f"{CONTEST}.textContent !== {json.dumps(before)}"), f"'{label}' changes nothing")
        values = page.run(RATIOS)
        check(values == in_order(values, 1), f"a contest's rows do not ascend after '{label}': {values}")
    chosen, shown = page.run("location.hash"), page.run(f"{CONTEST}.textContent")
    page.open(path.as_uri() + chosen)
    check(page.run(f"{CONTEST}.textContent") == shown, f"the address {chosen} does not show what was chosen")
    for sign, order in ((1, "ascending"), (-1, "descending")):
        page.run(f"[...{CONTEST}.querySelectorAll('.sort')][1].click()")
        values = page.run(RATIOS)
        check(values == in_order(values, sign), f"a contest is not sorted in {order} order: {values}")
    check(not page.errors, f"errors while a contest's table is used: {page.errors}")


def main(reboost):
    if program() is None:
        print("skipped: no Chromium is installed (Debian: chromium)")
        return SKIPPED
    with tempfile.TemporaryDirectory(prefix="reboost-pages-") as folder:
        report = make_report(reboost, pathlib.Path(folder).resolve())
        pages = check_links(report)
        top = [path for path in pages if path.parent == report]
        runs = [path for path in pages if path.parent != report]
        own = [path for path in runs if not path.stem.endswith("-reference")]
        check(len(top) == 2 + len(PAPERS), f"pages: {[path.name for path in top]}")
        check(len(own) == 3, f"{len(own)} pages of own runs")
        charts = (report / "d3.min.js").exists()
        with Browser() as browser:
            page = browser.page()
            # every pair of a width, a scheme, and with or without JavaScript
            for width, dark, script in ((1400, False, True), (1400, True, False), (420, True, True), (420, False, False)):
                for path in [*top, own[0], *[p for p in runs if p not in own][:1]]:
                    look_at(page, path, width, dark, script, charts)
            if charts:
                use_figure(page, report / "opt2009.html")
            use_table(page, report / "opt2009.html")
            use_contest(page, report / "policies.html")
        print(f"{len(top)} pages and {len(runs)} runs' pages, {len(failures)} failures"
              + ("" if charts else "; without node-d3, so figures were not tried"))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
