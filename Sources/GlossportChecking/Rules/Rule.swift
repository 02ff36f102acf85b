package import GlossportProject
package import GlossportReading

/// One check of the whole catalog.
///
/// A rule contains its description and its examples, which are its tests and its documentation (`glossport validate
/// --explain RULE`).
package protocol Rule: Sendable {
    /// The id, the default severity and an explanation in one paragraph.
    static var description: RuleDescription { get }
    /// The type of issue as named by ITS 2.0; ``QualityIssue/other`` if a translator cannot fix it.
    static var issue: QualityIssue { get }
    /// Deliveries that must yield a finding.
    static var triggering: [RuleExample] { get }
    /// Similar deliveries that must not yield one.
    static var nonTriggering: [RuleExample] { get }

    /// Checks the catalog.
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

    /// Creates a finding with the rule's severity.
    ///
    /// The remedy is for the team. The request is for the vendor, who knows neither the project file nor Glossport; it
    /// is `nil` if there is nothing to request.
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

    /// Creates a finding about one field of one record, with its text and the marked place.
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

    /// Creates a finding about the findings that the rule does not list, if any.
    ///
    /// - Parameters:
    ///   - count: Their number.
    ///   - what: The end of the sentence that begins with “7 more”, such as “fields have two different texts”.
    /// - Returns: One finding, or none.
    static func more(_ count: Int, _ what: String) -> [Finding] {
        guard count > 0 else { return [] }
        let text = "\(count) more \(what); they are not listed."
        return [finding(text, remedy: "Fix the listed ones first.", at: nil)]
    }

    /// Creates a finding at the second of two texts for the same field; it also states where the first one is.
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

    /// Every usable text of the catalog in order, whatever its length; message identifiers are excluded.
    static func texts(
        _ catalog: Catalog
    ) -> some Sequence<(record: MessageRecord, field: Field, text: String, at: SourceLocation)> {
        catalog.records.lazy.flatMap { record in
            // Does not build a dictionary as ``MessageRecord/texts`` does, because there may be many texts.
            var texts: [(record: MessageRecord, field: Field, text: String, at: SourceLocation)] = []
            texts.reserveCapacity(record.fields.count)
            for (field, value) in record.fields where field != .messageIdentifier {
                guard let text = value.text else { continue }
                texts.append((record, field, text, value.location))
            }
            if texts.count > 1 { texts.sort { $0.field < $1.field } }
            return texts
        }
    }
}
