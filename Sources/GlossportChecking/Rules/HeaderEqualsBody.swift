import GlossportProject
import GlossportReading

enum HeaderEqualsBody: Rule {
    static let description = RuleDescription(
        "header-equals-body",
        .warning,
        """
        Header and body of a message are the same text. One was probably pasted in place of the other.
        """
    )
    static let issue = QualityIssue.duplication
    static let triggering = [
        RuleExample("the same twice", "a.header [de-DE] = Bleib bei uns\na.body [de-DE] = Bleib bei uns.")
    ]
    static let nonTriggering = [
        RuleExample("two texts", "a.header [de-DE] = Bleib bei uns\na.body [de-DE] = Deine Daten bleiben.")
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        catalog.records.compactMap { record in
            guard let header = record.text(.header), let body = record.text(.body), header.readsLike(body),
                header.contains(where: \.isLetter)
            else { return nil }
            // If the source repeats itself, the translation may do so, too.
            if let sources = record.sources, sources.header.readsLike(sources.body) { return nil }
            return finding(
                "body of \(record.message) in \(record.locale) is the same as its header.",
                remedy: "Ask the vendor for the right one.",
                request: "Translate the body: this is the text of the header.",
                record,
                .body,
                at: record.fields[.body]?.location
            )
        }
    }
}

extension MessageRecord {
    fileprivate var sources: (header: String, body: String)? {
        guard let header = fields[.header]?.source, let body = fields[.body]?.source else { return nil }
        return (header, body)
    }
}
