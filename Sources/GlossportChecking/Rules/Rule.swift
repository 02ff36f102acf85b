package import GlossportReading

/// One check over the whole catalog.
///
/// A rule carries its own examples; they are its tests and its documentation (`glossport validate --explain RULE`).
package protocol Rule: Sendable {
    /// Id, default severity, and one paragraph that explains it.
    static var description: RuleDescription { get }
    /// Deliveries that the rule must say something about.
    static var triggering: [RuleExample] { get }
    /// Deliveries that look similar and are fine.
    static var nonTriggering: [RuleExample] { get }

    /// Finds what is wrong.
    ///
    /// - Parameters:
    ///   - catalog: What was delivered.
    ///   - project: What is wanted.
    /// - Returns: Findings with the default severity, in any order.
    static func check(_ catalog: Catalog, _ project: Project) -> [Finding]
}

extension Rule {
    static var id: RuleID { description.id }

    /// A finding about one field of one record.
    static func finding(
        _ text: String,
        remedy: String,
        _ record: MessageRecord,
        _ field: Field,
        at location: SourceLocation?
    ) -> Finding {
        Finding(
            id,
            description.severity,
            text,
            remedy: remedy,
            at: location,
            locale: record.locale.code,
            message: record.message,
            field: field.name
        )
    }

    /// Says how many things a rule has not listed, if any.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - what: What they have in common, as the rest of a sentence about many of them.
    /// - Returns: One finding, or none.
    static func more(_ count: Int, _ what: String) -> [Finding] {
        guard count > 0 else { return [] }
        let text = "\(count) more \(what); they are not listed."
        return [
            Finding(id, description.severity, text, remedy: "Mend the cause of those that are listed first.", at: nil)
        ]
    }

    /// A finding at the second of two texts for one field, which names the first.
    static func secondText(_ duplicate: Catalog.Duplicate, _ what: String) -> Finding {
        Finding(
            id,
            description.severity,
            "\(duplicate.field.name) of \(duplicate.message) in \(duplicate.locale) \(what); the first is at \(duplicate.first).",
            remedy: "Remove one of the two.",
            at: duplicate.second,
            related: [duplicate.first],
            locale: duplicate.locale,
            message: duplicate.message,
            field: duplicate.field.name
        )
    }

    /// Every usable text of the catalog; an id is none.
    static func texts(
        _ catalog: Catalog
    ) -> some Sequence<(record: MessageRecord, field: Field, text: String, at: SourceLocation)> {
        catalog.records.lazy.flatMap { record in
            // Each of a dozen rules goes through all texts, so no dictionary is made on the way.
            var texts: [(record: MessageRecord, field: Field, text: String, at: SourceLocation)] = []
            texts.reserveCapacity(record.fields.count)
            for (field, value) in record.fields where field != .messageIdentifier {
                if let text = value.text { texts.append((record, field, text, value.location)) }
            }
            if texts.count > 1 { texts.sort { $0.field < $1.field } }
            return texts
        }
    }
}
