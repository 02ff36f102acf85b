// The language and direction of texts, which fonts, screen readers and the bidirectional algorithm need.

const names = new Intl.DisplayNames("en", { type: "language" });
const rightToLeft = new Set(["ar", "fa", "he", "ur"]);
// The first entry that matches a letter of the text determines its language. Latin and Cyrillic letters identify none.
const scripts = [
  [/\p{Script=Hebrew}/u, "he"], [/\p{Script=Arabic}/u, "ar"], [/[\p{Script=Hiragana}\p{Script=Katakana}]/u, "ja"],
  [/\p{Script=Hangul}/u, "ko"], [/\p{Script=Thai}/u, "th"], [/\p{Script=Devanagari}/u, "hi"], [/\p{Script=Greek}/u, "el"],
  [/\p{Script=Bengali}/u, "bn"], [/\p{Script=Gujarati}/u, "gu"], [/\p{Script=Gurmukhi}/u, "pa"], [/\p{Script=Kannada}/u, "kn"],
  [/\p{Script=Malayalam}/u, "ml"], [/\p{Script=Oriya}/u, "or"], [/\p{Script=Tamil}/u, "ta"], [/\p{Script=Telugu}/u, "te"],
  // Common characters with a form that only Traditional Chinese uses.
  [/[們個這時會說對過還來為開關請續訂訊網絡閱給應將與無從]/u, "zh-Hant"], [/\p{Script=Han}/u, "zh-Hans"],
];

export function languageName(locale) {
  try {
    return names.of(locale);
  } catch {
    return locale;
  }
}

// The language attributes for texts of a locale or, without one, for the script of the texts.
export function language(locale, ...texts) {
  if (locale) return { lang: locale, dir: rightToLeft.has(locale.split("-")[0]) ? "rtl" : "ltr" };
  const whole = texts.join("\n");
  const found = scripts.find(([letters]) => letters.test(whole))?.[1];
  return found ? { lang: found, dir: rightToLeft.has(found) ? "rtl" : "ltr" } : { lang: "", dir: "auto" };
}
