// Messages as customers see them, pictures, and defaults.

import { element, foreign, identifier, moment, number, paged, plural, reconcile, stateTag } from "./elements.js";
import { language, languageName } from "./languages.js";

const section = id => document.getElementById(id);
const sizes = { FULL_SIZE: [3840, 2160], BULLET_POINT: [1024, 1024] };

function image(picture, altText, className) {
  const gap = reason => element("span", { class: `${className} gap`, lang: "en", dir: "ltr" }, reason);
  if (picture.state === "MISSING") return gap("no such picture");
  if (!picture.source) return gap("not kept");
  const [width, height] = sizes[picture.size] ?? [1, 1];
  return element("img", {
    class: className, src: picture.source, alt: altText, loading: "lazy", decoding: "async", width, height,
    onerror: event => event.currentTarget.replaceWith(gap("no picture")),
  });
}

function decisions(item, decide) {
  const button = (label, verdict, isDone) => element("button", {
    type: "button", "data-part": verdict, disabled: isDone, "aria-label": `${label} ${item.key.slice(0, 8)}`,
    onclick: () => decide(verdict, { identifiers: [item.key], bundleId: item.bundleId }),
  }, label);
  return element("div", { class: "decisions" },
    button("Approve", "approve", item.state === "APPROVED"), button("Reject", "reject", item.state === "REJECTED"));
}

// MARK: Messages

const texts = message => [message.header, message.body, ...message.bullets.map(bullet => bullet.text)];

function phone(message) {
  const picture = message.image && image(message.image, message.image.altText, "picture");
  const header = element("div", { class: "head" }, foreign(message.header));
  return element("div", { class: "phone", ...language(message.locale, ...texts(message)) },
    message.headerPosition === "ABOVE_IMAGE" ? [header, picture] : [picture, header],
    element("div", { class: "body" }, foreign(message.body)),
    message.bullets.length > 0 && element("ul", null, message.bullets.map(bullet =>
      element("li", null, image(bullet.picture, bullet.picture.altText, "picture"), element("div", null, foreign(bullet.text))))));
}

const segmenter = new Intl.Segmenter();
const length = text => [...segmenter.segment(text)].length;

function facts(message) {
  const fact = (name, ...content) => element("div", null, element("dt", null, name), element("dd", null, ...content));
  const where = language(message.locale, ...texts(message));
  const picture = (name, each) => [
    fact(name, identifier(each.id), " ", stateTag(each.state)),
    fact("Alt text", element("span", where, foreign(each.altText)), ` (${length(each.altText)}/150)`),
  ];
  return element("dl", { class: "facts" },
    fact("Identifier", identifier(message.key)),
    fact("Uploaded", moment(message.uploadedAt)),
    fact("Length", `header ${length(message.header)}/66, body ${length(message.body)}/144`),
    message.headerPosition && fact("Header", message.headerPosition === "ABOVE_IMAGE" ? "above the image" : "above the body"),
    fact("Default of", message.places.length === 0 ? "nothing" : element("ul", null, message.places.map(place =>
      element("li", null, element("bdi", null, foreign(place.productId)), ` in ${languageName(place.locale)}, ${place.locale}`)))),
    message.image && picture("Picture", message.image),
    message.bullets.map((bullet, index) => picture(`Bullet ${index + 1}`, bullet.picture)));
}

function row(message, isOpen, decide) {
  const where = language(message.locale, ...texts(message));
  const first = message.image ?? message.bullets[0]?.picture;
  const details = element("details", {
    open: isOpen,
    // Details are created when opened, so that thousands of closed messages cost little.
    ontoggle: event => {
      if (!event.currentTarget.open || details.querySelector(".whole")) return;
      details.append(element("div", { class: "whole" }, phone(message), facts(message)));
    },
  }, element("summary", { "data-part": "summary" },
    first ? image(first, "", "thumbnail") : element("span", { class: "thumbnail" }),
    element("span", { class: "line" },
      element("span", { class: "headline", ...where }, foreign(message.header)),
      element("span", { class: "quiet rest", ...where }, foreign(message.body))),
    element("span", { class: "marks" }, stateTag(message.state),
      element("span", { class: "quiet", title: message.locale ? languageName(message.locale) : "No default names this message." },
        message.locale ?? "no locale"))));
  return element("li", null, details, decisions(message, decide));
}

export function messagesView(decide) {
  const list = section("messages").querySelector(".rows");
  return paged(section("messages"), 50, part => reconcile(list, part, (message, isOpen) => row(message, isOpen, decide)),
    isOpen => { for (const details of list.querySelectorAll("details")) details.open = isOpen; });
}

// MARK: Pictures

export function picturesView(decide) {
  const list = section("pictures").querySelector(".gallery");
  return paged(section("pictures"), 24, part => reconcile(list, part, picture => element("li", null,
    image(picture, `Picture ${picture.key.slice(0, 8)}`, "picture"),
    element("p", null, stateTag(picture.state), " ", picture.size.toLowerCase().replace("_", " "), ", ",
      `${number(picture.bytes)} bytes, in ${plural(picture.uses, "message")}`),
    element("p", { class: "quiet" }, identifier(picture.key), " ", moment(picture.uploadedAt)),
    decisions(picture, decide))));
}

// MARK: Defaults

export function defaultsView() {
  const list = section("defaults").querySelector(".products");
  return entries => {
    const products = Map.groupBy(entries, entry => entry.product);
    const items = [...products].map(([key, each]) => ({ key, entries: each, isAlone: entries.length <= 100 }));
    reconcile(list, items.length > 0 ? items : [{ key: "", entries: [] }], (item, isOpen) => {
      if (item.key === "") return element("p", { class: "quiet" }, "No default is shown: customers see nothing of the messages.");
      const heads = ["Locale", "What a customer sees", "State", "Message"];
      return element("details", { open: isOpen || item.isAlone },
        element("summary", { "data-part": "summary" }, element("strong", null, foreign(item.key)), ` ${plural(item.entries.length, "locale")}`),
        element("table", null,
          element("thead", null, element("tr", null, heads.map(head => element("th", { scope: "col" }, head)))),
          element("tbody", null, item.entries.map(entry => element("tr", null,
            element("td", { title: languageName(entry.locale) }, entry.locale),
            element("td", language(entry.locale), foreign(entry.header)),
            element("td", null, stateTag(entry.state)),
            element("td", null, identifier(entry.message)))))));
    });
  };
}
