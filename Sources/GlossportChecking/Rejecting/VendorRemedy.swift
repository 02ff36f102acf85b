import GlossportReading

/// Remedies as a vendor reads them, who knows neither the project file nor this program.
enum VendorRemedy {
    /// Rules about what the team has written itself: the vendor could not put it right.
    static let teamRules: Set<RuleID> = [
        "unlisted-message", "unexpected-locale", "repeated-text", "other-keys", "nothing-to-import", "unused-field",
        "source-unknown", "too-many-locales", "too-many-messages", "invalid-identifier", "glossary-unusable",
        "acceptance-over", "acceptance-unused", "locale-contradiction", "private-key", "ignored-file",
    ]

    /// The vendor's remedy for a rule's findings, where the team's is another.
    static let sentences: [RuleID: String] = [
        "text-too-long": "Please shorten it.",
        "text-length-unit": "Please shorten it a little.",
        "missing-field": "Please translate it.",
        "untranslated-field": "Please translate it.",
        "message-missing-in-locale": "Please translate it.",
        "expected-locale-missing": "Please send the translations.",
        "message-not-delivered": "Please translate it.",
        "duplicate-text": "Please keep one of the two.",
        "unknown-field": "Please restore the key.",
        "unknown-locale": "Please correct the language code.",
        "no-locale": "Please say which language it is in.",
        "price-in-text": "Please leave the price out: Apple shows each customer the right one.",
        "brand-changed": "Please use the name unchanged.",
        "term-missing": "Please use the agreed term.",
        "term-forbidden": "Please use the agreed term.",
        "numbers-differ": "Please check the number against the source text.",
        "numbers-across-locales": "Please check the number against the source text.",
        "test-text": "Please send the final text.",
        "target-equals-source": "Please translate it, or confirm that it stays as it is.",
        "wrong-language": "Please check the language.",
        "wrong-script": "Please check the language.",
        "swapped-locales": "Please check which column or file belongs to which language.",
        "chinese-variant": "Please use the characters of this variant.",
        "contact-or-link": "Please rephrase it without the address: addresses in a message can't be tapped.",
        "truncated-text": "Please check whether the end is missing.",
        "mojibake": "Please export the file again as UTF-8.",
        "placeholder-left": "Please write the text without it.",
        "markup-left": "Please write plain text.",
        "other-platform": "Please leave it out.",
        "punctuation-slip": "Please correct it, unless it is meant.",
        "mixed-script-word": "Please type it anew, with ordinary letters.",
        "all-capitals": "Please use usual capitalization.",
        "fields-exchanged": "Please put header and body in their places.",
        "escape-left": "Please write the characters themselves; something escaped them on export.",
    ]
}
