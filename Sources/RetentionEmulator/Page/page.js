// The page: polls the emulator at most once a second, and shows the view that the fragment of the address selects.

import { byID, element, number, plural } from "./elements.js";
import { contents, search } from "./contents.js";
import { defaultsView, messagesView, picturesView } from "./messages.js";
import { budgetsView, faultsView, requestsView } from "./service.js";

const control = "/_emulator/";
const views = ["messages", "pictures", "defaults", "requests", "service"];
const draw = {
  messages: messagesView(decide), pictures: picturesView(decide), defaults: defaultsView(),
  requests: requestsView(), faults: faultsView(post), budgets: budgetsView(post),
};
let state = null;
let tag = null;
let app = null;
let requests = [];
let settings = null;

const view = () => views.includes(location.hash.slice(1)) ? location.hash.slice(1) : "messages";
const ask = async path => (await fetch(control + path, { cache: "no-store" })).json();

function say(id, text) {
  // Screen readers would announce an unchanged status again.
  if (byID(id).textContent !== text) byID(id).textContent = text;
}

async function post(path, value) {
  const reply = await fetch(control + path, {
    method: "POST", headers: { "Content-Type": "application/json" }, body: value && JSON.stringify(value),
  });
  byID("complaint").hidden = reply.ok;
  say("complaint", reply.ok ? "" : (await reply.json()).error ?? `The emulator answers ${reply.status}.`);
  await refresh();
  return reply.ok;
}

async function decide(verdict, selection) {
  await post(verdict, selection);
}

// MARK: Showing

function choices(select, values) {
  const present = [...select.options].map(option => option.value).filter(Boolean);
  if (present.join() === values.join()) return;
  const chosen = select.value;
  select.replaceChildren(...[...select.options].filter(option => option.value === ""), ...values.map(value => element("option", null, value)));
  select.value = values.includes(chosen) ? chosen : select.options[0]?.value ?? "";
}

function show() {
  if (!state) return;
  const current = view();
  for (const name of views) byID(name).hidden = name !== current || name !== "service" && state.apps.length === 0 && state.requests === 0;
  for (const link of document.querySelectorAll("nav a")) {
    if (link.hash === `#${current}`) link.setAttribute("aria-current", "page");
    else link.removeAttribute("aria-current");
  }
  byID("tools").hidden = current === "service" || state.requests === 0 && state.apps.length === 0;
  for (const tool of document.querySelectorAll("[data-for]")) tool.hidden = !tool.dataset.for.split(" ").includes(current);
  byID("empty").hidden = state.requests > 0 || state.apps.length > 0;
  byID("apps").hidden = state.apps.length < 2;
  choices(byID("app"), state.apps.map(each => each.bundleId));
  app = state.apps.find(each => each.bundleId === byID("app").value) ?? state.apps[0]
    ?? { bundleId: "", messages: [], images: [], defaults: [], endpoints: {}, deletedMessages: [], deletedImages: [] };
  const held = contents(app);
  choices(byID("locale"), held.locales);
  const pending = [...held.messages, ...held.pictures].filter(each => each.state === "PENDING").length;
  say("summary", [
    app.bundleId && `${app.bundleId}:`, `${plural(held.messages.length, "message")}, ${plural(held.pictures.length, "picture")},`,
    `${plural(held.defaults.length, "default")}; ${plural(state.requests, "request")} so far, ${number(pending)} waiting for review.`,
    app.deletedMessages.length + app.deletedImages.length > 0
      && `${plural(app.deletedMessages.length, "message")} and ${plural(app.deletedImages.length, "picture")} were deleted.`,
    app.realtimeURL && `Real-time URL: ${app.realtimeURL}.`,
    ...Object.entries(app.performanceTests ?? {}).map(([id, verdict]) => `Performance test ${id}: ${verdict}.`),
    state.faults.length > 0 && `${plural(state.faults.length, "fault")} in force.`,
  ].filter(Boolean).join(" "));
  byID("approve").disabled = byID("reject").disabled = pending === 0;
  const wanted = { words: byID("filter").value, state: byID("state").value, locale: byID("locale").value, isUnset: byID("unset").checked };
  if (current === "requests") draw.requests(search("requests", requests, { words: wanted.words }));
  else if (current === "service") {
    if (settings) draw.faults(settings.faults);
    if (settings) draw.budgets(settings.budgets, app.endpoints);
  } else draw[current](search(current, held[current], current === "pictures" ? { ...wanted, locale: "" } : wanted));
}

// MARK: Asking

async function refresh() {
  const headers = tag ? { "If-None-Match": tag } : {};
  const reply = await fetch(`${control}state`, { cache: "no-store", headers });
  if (reply.status === 304) return;
  if (!reply.ok) throw new Error(`The emulator answers ${reply.status}.`);
  const fresh = await reply.json();
  if (view() === "requests") requests = (await ask("requests")).requests;
  if (view() === "service") settings = { faults: await ask("faults"), budgets: await ask("budgets") };
  state = fresh;
  tag = reply.headers.get("ETag");
  show();
}

async function live() {
  const began = performance.now();
  try {
    await refresh();
    say("live", "live");
    byID("live").className = "quiet";
  } catch {
    say("live", "The emulator does not answer.");
    byID("live").className = "gone";
  }
  // A large state must not keep the emulator busy with its own page.
  setTimeout(live, Math.max(1000, 5 * (performance.now() - began)));
}

addEventListener("hashchange", () => {
  tag = null;
  show();
  refresh().catch(() => {});
});
for (const id of ["filter", "state", "locale", "unset", "app"]) byID(id).addEventListener("input", show);
for (const verdict of ["approve", "reject"]) byID(verdict).addEventListener("click", () => decide(verdict, { bundleId: app.bundleId }));
byID("reset").addEventListener("click", () => { if (confirm("Forget all messages, pictures, defaults and counts?")) post("reset"); });
byID("address").textContent = location.origin;
ask("health").then(health => say("environment", health.environment)).catch(() => {});
live();
