package import GlossportProject
package import GlossportReading

/// One check over the whole catalog.
///
/// A rule carries everything that is known of it, and its own examples; they are its tests and its documentation
/// (`glossport validate --explain RULE`).
package protocol Rule: Sendable {
    /// Id, default severity, and one paragraph that explains it.
    static var description: RuleDescription { get }
    /// The type of trouble in the words of ITS 2.0; ``QualityIssue/other`` if a translator cannot fix it.
    static var issue: QualityIssue { get }
    /// Deliveries that the rule must say something about.
    static var triggering: [RuleExample] { get }
    /// Deliveries that look similar and are fine.
    static var nonTriggering: [RuleExample] { get }

    /// Finds what is wrong.
    ///
    /// - Parameters:
    ///   - catalog: The delivered texts.
    ///   - project: The project's settings.
    /// - Returns: Findings with the default severity, in any order.
    static func check(_ catalog: Catalog, _ project: Project) -> [Finding]
}

extension Rule {
    package static var issue: QualityIssue { .other }

    static var id: RuleID { description.id }

    /// A finding of this rule.
    ///
    /// - Parameters:
    ///   - text: The problem.
    ///   - remedy: The remedy, for the team.
    ///   - request: The request to the vendor, who knows neither the project file nor this program; `nil` if nothing is asked.
    ///   - location: Where it is.
    ///   - related: Other places that belong to it.
    ///   - locale: The locale that it is about.
    ///   - message: The message that it is about.
    ///   - field: The field that it is about.
    /// - Returns: The finding, with the rule's severity.
    static func finding(
        _ text: String,
        remedy: String,
        request: String? = nil,
        at location: SourceLocation?,
        related: [SourceLocation] = [],
        locale: String? = nil,
        message: String? = nil,
        field: String? = nil
    ) -> Finding {
        Finding(
            id,
            description.severity,
            text,
            remedy: remedy,
            for: .team,
            request: request,
            at: location,
            related: related,
            locale: locale,
            message: message,
            field: field
        )
    }

    /// A finding about one field of one record, which shows its text with the place marked.
    static func finding(
        _ text: String,
        remedy: String,
        request: String? = nil,
        _ record: MessageRecord,
        _ field: Field,
        at location: SourceLocation?,
        marking mark: TextMark? = nil
    ) -> Finding {
        var finding = finding(
            text,
            remedy: remedy,
            request: request,
            at: location,
            locale: record.locale.code,
            message: record.message,
            field: field.name
        )
        finding.excerpt = record.fields[field]?.delivered
        finding.range = finding.excerpt.flatMap { mark?.range(in: $0) }
        return finding
    }

    /// Says how many things a rule has not listed, if any.
    ///
    /// - Parameters:
    ///   - count: How many.
    ///   - what: Their common property, as the rest of a sentence about many of them.
    /// - Returns: One finding, or none.
    static func more(_ count: Int, _ what: String) -> [Finding] {
        guard count > 0 else { return [] }
        let text = "\(count) more \(what); they are not listed."
        return [finding(text, remedy: "Fix the listed ones first.", at: nil)]
    }

    /// A finding at the second of two texts for one field, which names the first.
    static func secondText(_ duplicate: Catalog.Duplicate, _ what: String, request: String? = nil) -> Finding {
        finding(
            "\(duplicate.field.name) of \(duplicate.message) in \(duplicate.locale) \(what); the first is at \(duplicate.first).",
            remedy: "Remove one of the two.",
            request: request,
            at: duplicate.second,
            related: [duplicate.first],
            locale: duplicate.locale,
            message: duplicate.message,
            field: duplicate.field.name
        )
    }

    /// Every usable text of the catalog; message identifiers are excluded.
    ///
    /// - Parameters:
    ///   - catalog: The delivered texts.
    ///   - ofAnyLength: Whether texts that are too long to be examined are among them.
    /// - Returns: The texts, in the catalog's order.
    static func texts(
        _ catalog: Catalog,
        ofAnyLength: Bool = false
    ) -> some Sequence<(record: MessageRecord, field: Field, text: String, at: SourceLocation)> {
        catalog.records.lazy.flatMap { record in
            // Each of a dozen rules goes through all texts, so no dictionary is made on the way.
            var texts: [(record: MessageRecord, field: Field, text: String, at: SourceLocation)] = []
            texts.reserveCapacity(record.fields.count)
            for (field, value) in record.fields where field != .messageIdentifier {
                guard let text = value.text, ofAnyLength || field.isExamined(text) else { continue }
                texts.append((record, field, text, value.location))
            }
            if texts.count > 1 { texts.sort { $0.field < $1.field } }
            return texts
        }
    }
}
