import GlossportProject
import GlossportReading

enum FieldsExchanged: Rule {
    static let description = RuleDescription(
        "fields-exchanged",
        .error,
        """
        The body is much shorter than the header and has no full stop, but the header has one; in the source it is the other way \
        round. The two texts were swapped.
        """
    )
    static let issue = QualityIssue.mistranslation
    static let triggering = [
        RuleExample(
            "exchanged",
            """
            a.header [de-DE] = Deine Tafeln und alle Dateien bleiben erhalten. << Stay with us
            a.body [de-DE] = Bleib bei uns << All of your boards and files are kept.
            """
        )
    ]
    static let nonTriggering = [
        RuleExample(
            "in their places",
            """
            a.header [de-DE] = Bleib bei uns << Stay with us
            a.body [de-DE] = Deine Tafeln und alle Dateien bleiben erhalten. << All of your boards and files are kept.
            """
        )
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.records.compactMap { record in
            guard let header = record.fields[.header], let body = record.fields[.body], let ours = header.text,
                let text = body.text, let first = header.source, let second = body.source,
                Field.header.isExamined(ours), Field.body.isExamined(text),
                looksLikeHeader(text, before: ours), looksLikeHeader(first, before: second)
            else { return nil }
            var found = finding(
                "Header and body of \(record.message) in \(record.locale) are swapped: “\(text)” is shorter than the header.",
                remedy: "Ask the vendor to swap them back.",
                request: "Header and body are exchanged: the header is “\(text)”, the body is “\(ours)”.",
                record,
                .header,
                at: header.location
            )
            found.related = [body.location]
            return found
        }
    }

    /// Whether the first text looks like a header and the second like a body, judged by length and full stop.
    private static func looksLikeHeader(_ header: String, before body: String) -> Bool {
        header.count * 3 < body.count * 2 && SentenceEnd(of: header) == nil && SentenceEnd(of: body) == .stop
    }
}
