// The clock of an item, and the way of its answer to the server.
//
// Time counts from the frame after all pictures are decoded and shown. It is kept in spans: one ends when the
// answer is sent, the page is hidden, or the page is left. Hidden time belongs to the span that follows it.
// What the spans mean is decided on the server, in annotation/sessions/timing.py.

const RETRY_MS = [2_000, 4_000, 8_000, 15_000, 30_000];
const RELOAD_MS = [500, 1_000];

const here = document.getElementById("here");
const instant = () => ({ monotonic: performance.now(), wall: Date.now() });
const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const after = (milliseconds) => new Promise((resolve) => setTimeout(resolve, milliseconds));

class Clock {
  constructor(stage) {
    this.stage = stage;
    this.spans = [];
    this.sent = 0;
    this.failed = 0; // pictures that did not come at once
    this.seen = false; // whether all pictures have been in sight
    this.open = { began: null, hidden: 0 };
    this.ended = null; // when the last span ended, and by what
    this.endedBy = null;
  }

  onset() {
    this.seen = true;
    if (this.open) this.open = { began: instant(), hidden: 0 }; // what was hidden before it is not of this span
  }

  close(endedBy) {
    if (!this.open) return;
    const { began, hidden } = this.open;
    this.ended = instant();
    this.endedBy = endedBy;
    this.spans.push({
      sequence: this.spans.length,
      began_monotonic_ms: began?.monotonic ?? null,
      began_wall_ms: began?.wall ?? null,
      ended_monotonic_ms: this.ended.monotonic,
      ended_wall_ms: this.ended.wall,
      hidden_ms: began ? hidden : 0,
      ended_by: endedBy,
      pictures_failed: this.failed,
    });
    this.open = null;
  }

  // Go on after the page was hidden: the span begins where the last one ended.
  show() {
    if (this.open || this.endedBy !== "hide") return;
    this.open = { began: this.seen ? this.ended : null, hidden: performance.now() - this.ended.monotonic };
  }

  // Go on after an answer that was not taken.
  resume() {
    if (!this.open && this.endedBy === "submit") this.open = { began: this.seen ? instant() : null, hidden: 0 };
  }

  report() {
    const form = this.stage.querySelector("[data-answer]");
    const news = this.spans.slice(this.sent);
    if (!news.length) return;
    const body = new URLSearchParams({ load: form.elements.load.value, spans: JSON.stringify(news) });
    if (navigator.sendBeacon(this.stage.dataset.spans, body)) this.sent = this.spans.length;
  }
}

let clock = null;
let preloaded = [];
let retry = null;
let tries = 0;

// Resolves once a picture is decoded. One that does not come is asked for again, then by the person.
async function decoded(image, trouble) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await image.decode();
    } catch {
      if (!image.isConnected) return null;
      if (attempt < RELOAD_MS.length) await after(RELOAD_MS[attempt]);
      else await trouble(image);
      image.src = image.getAttribute("src");
    }
  }
}

// Say under a picture that it did not come; resolves when the person asks for it again.
function offerReload(image) {
  const figure = image.closest("figure");
  const box = document.createElement("div");
  box.className = "failed";
  box.innerHTML = '<p role="alert">This picture did not load.</p><button type="button">Load it again</button>';
  figure.append(box);
  return new Promise((resolve) => {
    box.querySelector("button").addEventListener("click", () => {
      box.remove();
      resolve();
    });
  });
}

async function run(stage) {
  clock = new Clock(stage);
  const mine = clock;
  const trouble = (image) => {
    mine.failed += 1;
    stage.toggleAttribute("data-troubled", true);
    return offerReload(image);
  };
  await Promise.all([...stage.querySelectorAll(".view img")].map((image) => decoded(image, trouble)));
  stage.toggleAttribute("data-ready", true);
  await nextFrame(); // the frame in which they are painted
  await nextFrame(); // the frame after it
  if (clock === mine) mine.onset();
}

function preload() {
  const addresses = document.querySelector("[data-following]")?.dataset.following ?? "";
  preloaded = addresses.split(" ").filter(Boolean).map((address) => Object.assign(new Image(), { src: address }));
}

async function begin() {
  clock = null;
  tries = 0;
  const stage = here.querySelector("[data-stage]");
  if (stage) await run(stage);
  preload();
}

function say(sentence) {
  const problem = document.getElementById("problem");
  problem.replaceChildren(Object.assign(document.createElement("p"), { textContent: sentence }));
}

function sendAgainLater() {
  const form = here.querySelector("form[hx-post]");
  const wait = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
  tries += 1;
  say(form.matches("[data-answer]")
    ? "Not saved yet: the server cannot be reached. Your answer stays here and is sent again by itself."
    : "The server cannot be reached. This page tries again by itself.");
  retry = setTimeout(() => form.requestSubmit(), wait);
}

// Before htmx or the browser reads the form: end the time of looking, and put it in.
document.addEventListener("submit", (event) => {
  clearTimeout(retry);
  if (!event.target.matches("[data-answer]") || !clock) return;
  clock.close("submit");
  event.target.elements.spans.value = JSON.stringify(clock.spans);
  here.querySelector("[data-notice]").textContent = ""; // it spoke of the answer before this one
}, true);

document.addEventListener("input", (event) => {
  if (!event.target.closest("[data-answer]")) return;
  clearTimeout(retry);
  clock?.resume();
});

document.addEventListener("htmx:afterSwap", (event) => {
  if (event.detail.target !== here) {
    clock?.resume(); // a sentence came back: the item goes on
    return;
  }
  window.scrollTo(0, 0);
  here.querySelector("h1")?.focus({ preventScroll: true });
  begin();
});

for (const failure of ["htmx:sendError", "htmx:timeout"]) document.addEventListener(failure, sendAgainLater);
document.addEventListener("htmx:responseError", (event) => {
  const { status } = event.detail.xhr;
  if (status >= 500 || status === 429) sendAgainLater();
  else say(`Not saved: the server refused this (${status}). Load this page anew.`);
});

document.addEventListener("visibilitychange", () => {
  if (!clock) return;
  if (document.visibilityState === "visible") {
    clock.show();
  } else {
    clock.close("hide");
    clock.report();
  }
});

window.addEventListener("pagehide", () => {
  if (!clock) return;
  clock.close("leave");
  clock.report();
});

// A page out of the browser's own store may be older than what the person has done since.
window.addEventListener("pageshow", (event) => {
  if (event.persisted) window.location.reload();
});

begin();
