import GlossportProject
import GlossportReading

enum PlaceholderLeft: TextRule {
    static let description = RuleDescription(
        "placeholder-left",
        .error,
        """
        Retention messages have no variables. Customers would see `%@`, `%1$d`, `%name%`, `##name##`, `{name}`, `{{name}}` or \
        `${name}` literally.
        """
    )
    static let issue = QualityIssue.patternProblem
    static let triggering = [
        RuleExample("a format specifier", "keep.header [de-DE] = Hallo %@!"),
        RuleExample("a positional one", "keep.header [de-DE] = Noch %1$d Tage"),
        RuleExample("braces", "keep.header [de-DE] = Hallo {name}!"),
        RuleExample("percent signs", "keep.header [de-DE] = Hallo %user_name%!"),
        RuleExample("number signs", "keep.header [de-DE] = Hallo ##alarm##!"),
        RuleExample("a template's tag", "keep.header [de-DE] = Hallo <%= name %>!"),
        RuleExample("a call of i18next", "keep.header [de-DE] = Hallo $t(name)!"),
        RuleExample("tags of memoQ", "keep.header [de-DE] = {1>Bleib<1} hier"),
        RuleExample("doubled braces", "keep.header [de-DE] = Hallo {{ user.name }}!"),
    ]
    static let nonTriggering = [
        RuleExample("a percentage", "keep.header [de-DE] = 50 % Rabatt, 20% mehr"),
        RuleExample("a percentage before a word", "keep.header [en-US] = 50% discount, 100% free"),
        RuleExample("a smiley", "keep.header [de-DE] = Bleib :} bei uns {"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard text.text.utf8.contains(where: { "%{#}$".utf8.contains($0) }),
            let placeholder = placeholder(in: text.text)
        else { return nil }
        return finding(
            text,
            "holds the placeholder \(placeholder), which is never filled in.",
            remedy: "Have the text written without it.",
            request: "Write the text without \(placeholder): customers would see it as it is.",
            marking: .words(String(placeholder))
        )
    }

    private static func placeholder(in text: String) -> Substring? {
        // Unlike printf, these patterns allow no space after the sign: “50% discount” is a percentage.
        let patterns = [
            /%(?:\d+\$)?@/, /%\d+\$[a-z]{1,3}/, /%(?:ld|lld|lu|d|s|i|u|f|\.\d+f)\b/, /%#@\w+@/,
            /%[A-Za-z_][A-Za-z0-9_.]*%/,
            /##\w+##/, /<%[^%]*%>/, /\$t\([^()]*\)/, /[{\[]\d+>|<\d+[}\]]|\[\d+\}|\{\d+\]/,
        ].map { text.firstMatch(of: $0)?.output }
        let braces = text.firstMatch(of: /\$?\{\{?\s*[A-Za-z0-9_][A-Za-z0-9_.\s-]*\}?\}/)?.output
        return (patterns + [braces]).compactMap { $0 }.first
    }
}
