// Creates elements. Texts are untrusted, so they never become markup: only text nodes, and attributes whose names are
// constants in this code.

export const byID = id => document.getElementById(id);
export const number = value => value.toLocaleString("en");
export const plural = (count, word) => `${number(count)} ${word}${count === 1 ? "" : "s"}`;

// `null`, `undefined` and `false` are omitted; attributes that begin with "on" are event handlers.
export function element(tag, attributes, ...content) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value !== null && value !== undefined && value !== false) made.setAttribute(name, value === true ? "" : value);
  }
  made.append(...content.flat().filter(part => part !== null && part !== undefined && part !== false));
  return made;
}

// Shows the code points of characters that are invisible or change the text's direction.
const unseen = /([\p{Cc}\u00AD\u061C\u180E\u200B\u200E\u200F\u2028-\u202E\u2060-\u206F\uFEFF\uFFF9-\uFFFB\u{E0000}-\u{E007F}])/u;
export function foreign(text) {
  if (!unseen.test(text)) return [text];
  return text.split(unseen).filter(part => part !== "").map(part => unseen.test(part)
    ? element("bdi", { class: "unseen", dir: "ltr" }, `⟨U+${part.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}⟩`)
    : part);
}

// The beginning of an identifier; a click copies the whole identifier.
export function identifier(text) {
  return element("button", {
    type: "button", class: "id", title: `${text}: copy`, "aria-label": `Copy ${text}`, "data-part": `id-${text}`,
    onclick: async event => {
      const button = event.currentTarget;
      try {
        await navigator.clipboard.writeText(text);
        button.textContent = "copied";
      } catch {
        button.textContent = text;
        getSelection().selectAllChildren(button);
        return;
      }
      setTimeout(() => { button.textContent = `${text.slice(0, 8)}…`; }, 1000);
    },
  }, `${text.slice(0, 8)}…`);
}

const dates = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "medium" });
export function moment(microseconds) {
  const date = new Date(microseconds / 1000);
  return element("time", { datetime: date.toISOString() }, dates.format(date));
}

const reasons = { REJECTED: "Rejected here, by hand or by --reject-rate. As in Apple's list, there is no reason." };
export const stateTag = state => element("span", { class: `state ${state}`, title: reasons[state] }, state.toLowerCase());

// Updates the children of an element to `items`, each of which has a unique `key`. Unchanged children are kept, so that
// nothing flickers, text can be selected, and screen readers are not interrupted; replaced ones keep the focus and open
// details.
export function reconcile(parent, items, make) {
  const present = new Map([...parent.children].map(child => [child.key, child]));
  let place = parent.firstElementChild;
  for (const item of items) {
    const signature = JSON.stringify(item);
    let child = present.get(item.key);
    present.delete(item.key);
    if (child?.signature !== signature) {
      const focused = child?.contains(document.activeElement) ? document.activeElement.dataset.part : undefined;
      const fresh = make(item, child?.querySelector("details")?.open ?? false);
      Object.assign(fresh, { key: item.key, signature });
      if (child) {
        if (place === child) place = fresh;
        child.replaceWith(fresh);
      }
      if (focused !== undefined) {
        const parts = [...fresh.querySelectorAll("[data-part]")];
        (parts.find(part => part.dataset.part === focused && !part.disabled) ?? fresh.querySelector("summary"))?.focus();
      }
      child = fresh;
    }
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const child of present.values()) child.remove();
}

// Shows one page of many items, drawn by `show`. Returns a function that replaces the items.
export function paged(section, size, show, open) {
  let page = 0;
  let items = [];
  const draw = () => {
    page = Math.max(0, Math.min(page, Math.ceil(items.length / size) - 1));
    const part = items.slice(page * size, (page + 1) * size);
    show(part);
    for (const bar of section.querySelectorAll(".pager")) {
      const turn = (label, by, possible) => element("button", {
        type: "button", disabled: !possible, "data-part": label, onclick: () => { page += by; draw(); bar.scrollIntoView({ block: "nearest" }); },
      }, label);
      const summary = items.length === 0 ? "Nothing to show."
        : items.length <= size ? `${number(items.length)} shown`
        : `${number(page * size + 1)} to ${number(page * size + part.length)} of ${number(items.length)}`;
      reconcile(bar, [{ key: "pager", summary, page, many: items.length > size }], () => element("div", null,
        element("span", null, summary),
        items.length > size && [turn("Previous", -1, page > 0), turn("Next", 1, (page + 1) * size < items.length)],
        open && items.length > 0 && [["Open all", true], ["Close all", false]].map(([label, isOpen]) =>
          element("button", { type: "button", "data-part": label, onclick: () => open(isOpen) }, label))));
    }
  };
  return value => { items = value; draw(); };
}
