import GlossportProject
import GlossportReading

enum MarkupLeft: TextRule {
    static let description = RuleDescription(
        "markup-left",
        .error,
        """
        Retention messages are plain text. Customers would see a tag such as `<b>`, `<0>` or `[b]`, `**bold**`, or an entity such \
        as `&nbsp;` letter by letter. It comes from a web page, or from a tool that treats every text as HTML.
        """
    )
    static let issue = QualityIssue.markup
    static let triggering = [
        RuleExample("a tag", "keep.body [de-DE] = <b>Bleib</b> bei uns"),
        RuleExample("a line break tag", "keep.body [de-DE] = Eins<br/>zwei"),
        RuleExample("a numbered tag", "keep.body [de-DE] = <0>Bleib</0> bei uns"),
        RuleExample("a tag of a forum", "keep.body [de-DE] = [b]Bleib[/b] bei uns"),
        RuleExample("Markdown", "keep.body [de-DE] = **Bleib** bei uns"),
        RuleExample("character data", "keep.body [de-DE] = <![CDATA[Bleib bei uns]]>"),
        RuleExample("a named entity", "keep.body [de-DE] = 50&nbsp;% Rabatt"),
        RuleExample("a numeric entity", "keep.body [fr-FR] = l&#39;essentiel"),
    ]
    static let nonTriggering = [
        RuleExample("an ampersand", "keep.body [en-US] = Sun & Moon; stars"),
        RuleExample("asterisks", "keep.body [en-US] = 5 * 3 ** 2, *only today"),
        RuleExample("arrows and hearts", "keep.body [en-US] = 3 < 5 > 2, we <3 you"),
    ]

    static func check(_ text: CheckedText, _ project: Project) -> Finding? {
        guard text.text.utf8.contains(where: { "<&*[".utf8.contains($0) }) else { return nil }
        let tag = /<\/?[A-Za-z0-9][A-Za-z0-9]*(?:\s[^<>]*)?\/?>|&(?:[A-Za-z]{2,8}|#[0-9]{1,6}|#x[0-9A-Fa-f]{1,6});/
        let other = /<!\[CDATA\[|\[\/?(?:[biu]|url|color|size)(?:=[^\]]*)?\]|\*\*[^*\s](?:[^*]*[^*\s])?\*\*/
        var found: [Substring] = []
        for match in text.text.matches(of: tag) + text.text.matches(of: other) where !found.contains(match.output) {
            found.append(match.output)
        }
        guard !found.isEmpty else { return nil }
        let more = found.count > 3 ? " and \(found.count - 3) more" : ""
        let names = found.prefix(3).joined(separator: ", ") + more
        return finding(
            text,
            "holds the markup \(names), which customers would see literally.",
            remedy: "Have it written as plain text, with the characters themselves.",
            request: "Write plain text: customers would see \(names) as it is.",
            marking: .words(String(found[0]))
        )
    }
}
