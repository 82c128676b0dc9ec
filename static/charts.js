// Draws a chart once it comes near the window. The table beside it holds the same numbers, so nothing is
// lost where this does not run. Vega's own script is large: it is fetched only when a chart is looked at.
"use strict";

const LEAST_WIDTH = 120;
const LONGEST_LABEL = 180;
const MARGINS = 40; // between label and panel, and for the last number of the axis
const TWO_COLUMNS_FROM = 900;
const NARROW = 480;

function token(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim();
}

function themed(spec) {
  const ink = token("--ink"), soft = token("--soft"), line = token("--line");
  const config = spec.config;
  Object.assign(config, { background: "transparent", view: { stroke: line }, header: { labelColor: ink } });
  Object.assign(config.axis, { labelColor: ink, titleColor: soft, gridColor: line, tickColor: line, domainColor: line });
  Object.assign(config.legend, { labelColor: ink });
  Object.assign(config.range, { category: ["--people", "--models", "--published"].map(token) });
  return spec;
}

function fitted(spec, width) {
  const columns = spec.columns && width >= TWO_COLUMNS_FROM ? spec.columns : 1;
  const label = Math.min(LONGEST_LABEL, Math.floor(width * 0.4));
  spec.config.axis.labelLimit = label;
  if (columns === 1 && width < NARROW) spec.config.legend.direction = "vertical";
  const panel = Math.max(LEAST_WIDTH, Math.floor(width / columns) - label - MARGINS);
  if (spec.facet) {
    spec.columns = columns;
    spec.spec.width = panel;
  } else {
    spec.width = panel;
  }
  return spec;
}

let loading = null;
function load(address) {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement("script");
    script.src = address;
    script.onload = resolve;
    script.onerror = reject;
    document.head.append(script);
  });
  return loading;
}

async function draw(chart) {
  await load(chart.dataset.bundle);
  const spec = JSON.parse(document.getElementById(chart.dataset.chart).textContent);
  // `ast` reads expressions without eval, which the content security policy forbids; the menu and the
  // tooltip would bring style sheets of their own, which it forbids as well.
  await window.vegaEmbed(chart, fitted(themed(spec), chart.clientWidth), {
    ast: true, actions: false, defaultStyle: false, renderer: "canvas", tooltip: false,
  });
}

const seen = new Set();
const near = new IntersectionObserver((entries) => {
  for (const entry of entries) {
    if (entry.isIntersecting && !seen.has(entry.target)) {
      seen.add(entry.target);
      draw(entry.target);
    }
  }
}, { rootMargin: "400px" });

document.querySelectorAll("[data-chart]").forEach((chart) => {
  chart.style.minHeight = `${chart.dataset.height}px`; // nothing below moves when the chart arrives
  near.observe(chart);
});

let waiting = 0;
function again() {
  cancelAnimationFrame(waiting);
  waiting = requestAnimationFrame(() => seen.forEach(draw));
}
window.addEventListener("resize", again);
window.matchMedia("(prefers-color-scheme: dark)").addEventListener("change", again);
