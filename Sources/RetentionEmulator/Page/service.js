// The views of the service's requests, faults and budgets.

import { byID, element, foreign, number, paged, reconcile } from "./elements.js";

const shortened = path => path.replace(/^\/inApps\/v1\/messaging\//, "");
const clock = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short", hour: "2-digit", minute: "2-digit", second: "2-digit" });

function time(microseconds) {
  const date = new Date(microseconds / 1000);
  return element("time", { datetime: date.toISOString(), title: date.toLocaleString() },
    `${clock.format(date)}.${String(date.getMilliseconds()).padStart(3, "0")}`);
}

function answer(request) {
  if (request.status === null) return element("span", { class: "status bad" }, "none");
  const level = request.status < 300 ? "good" : request.status < 500 ? "wait" : "bad";
  return [element("span", { class: `status ${level}` }, request.status), request.errorCode && ` ${request.errorCode}`,
    !request.answered && " lost"];
}

export function requestsView() {
  const list = byID("requests").querySelector("tbody");
  const show = paged(byID("requests"), 100, part => reconcile(list, part, request => element("tr", null,
    element("td", null, time(request.at)),
    element("td", { class: "path", title: request.path }, element("b", null, foreign(request.method)), " ", foreign(shortened(request.path))),
    element("td", null, answer(request)),
    element("td", { class: "number" }, (request.tookMicroseconds / 1000).toFixed(1)),
    element("td", { class: "fault" }, request.fault ? foreign(request.fault) : ""))));
  return requests => show(requests.map(request => ({ key: request.seq, ...request })).reverse());
}

// MARK: Faults

export function faultsView(post) {
  const form = byID("fault");
  let faults = [];
  const set = async wanted => { if (await post("faults", { faults: wanted })) form.elements.argument.value = ""; };
  form.addEventListener("submit", event => {
    event.preventDefault();
    const { name, argument, endpoint, when } = Object.fromEntries(new FormData(form));
    const rule = `${name}${argument && `:${argument}`}${endpoint && `/${endpoint}`}${when.startsWith("@") ? "" : "="}${when}`;
    set([...faults, rule]);
  });
  const explain = () => {
    const chosen = form.elements.name.selectedOptions[0]?.dataset;
    form.elements.argument.placeholder = chosen?.argument ?? "none";
    byID("meaning").textContent = chosen?.meaning ?? "";
  };
  form.elements.name.addEventListener("change", explain);
  return value => {
    faults = value.faults;
    if (form.elements.name.options.length === 0) {
      for (const known of value.known) {
        const [name, argument] = known.split(":");
        form.elements.name.append(element("option", { value: name, "data-argument": argument, "data-meaning": value.meanings[known] }, name));
      }
      explain();
    }
    reconcile(byID("faults"), faults.length === 0 ? [{ key: "none" }] : faults.map((rule, key) => ({ key, rule })), item =>
      item.rule === undefined ? element("li", { class: "quiet" }, "No faults active.")
        : element("li", null, element("code", null, foreign(item.rule)), " ", element("button", {
          type: "button", "data-part": "end", "aria-label": `End ${item.rule}`,
          onclick: () => set(faults.filter((_, index) => index !== item.key)),
        }, "End")));
  };
}

// MARK: Budgets

export function budgetsView(post) {
  const list = byID("budgets").querySelector("tbody");
  for (const button of document.querySelectorAll("[data-profile]")) {
    button.addEventListener("click", () => post("budgets", { profile: button.dataset.profile }));
  }
  return (value, counters) => {
    const minutes = value.hourMilliseconds / 60_000;
    byID("hour").textContent = minutes === 60 ? "an hour" : `an “hour” of ${number(minutes)} min`;
    const choice = byID("fault").elements.endpoint;
    if (choice.options.length === 1) choice.append(...Object.keys(value.budgets).sort().map(name => element("option", null, name)));
    const items = Object.entries(value.budgets).sort().map(([key, allowance]) => ({ key, allowance }));
    reconcile(list, items, ({ key, allowance }) => {
      const field = element("input", {
        type: "number", min: 0, max: 1_000_000, value: allowance, placeholder: "no limit", "aria-label": `Allowance of ${key}`, "data-part": "field",
      });
      return element("tr", null, element("td", null, key), element("td", { class: "number" }),
        element("td", null, element("form", { onsubmit: event => {
          event.preventDefault();
          post("budgets", { budgets: { [key]: field.value === "" ? null : Number(field.value) } });
        } }, field, " ", element("button", { "data-part": "set", "aria-label": `Set ${key}` }, "Set"))));
    });
    // Updates the counts in place, so that the value that a user is editing is kept.
    for (const child of list.children) {
      const spent = counters?.[child.key]?.spent ?? 0;
      child.classList.toggle("used-up", value.budgets[child.key] !== null && spent >= value.budgets[child.key]);
      child.children[1].textContent = number(spent);
    }
  };
}
