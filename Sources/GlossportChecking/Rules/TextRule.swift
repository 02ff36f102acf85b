package import GlossportProject
package import GlossportReading

/// A rule that checks one text at a time.
///
/// All text rules share one pass over the catalog; the properties that they need are computed once per text.
package protocol TextRule: Rule {
    /// Checks one text.
    ///
    /// - Parameters:
    ///   - text: A usable text.
    ///   - project: The project's settings.
    /// - Returns: A finding with the default severity, if there is a problem.
    static func check(_ text: CheckedText, _ project: Project) -> Finding?
}

extension TextRule {
    package static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        CheckedText.all(in: catalog).compactMap { check($0, project) }
    }
}

/// A rule that compares texts with each other.
package protocol TextsRule: Rule {
    /// Checks all texts.
    ///
    /// - Parameters:
    ///   - texts: Every usable text, in the catalog's order.
    ///   - project: The project's settings.
    /// - Returns: Findings, in any order.
    static func check(_ texts: [CheckedText], _ project: Project) -> [Finding]
}

extension TextsRule {
    package static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        check(CheckedText.all(in: catalog), project)
    }

    /// Finds texts of one locale that share a property.
    ///
    /// - Parameters:
    ///   - texts: The texts, in the catalog's order.
    ///   - key: The property; `nil` for a text that is not compared.
    /// - Returns: The texts in order, each with the first one that has the same property; the first ones are not
    ///   included.
    static func repetitions(
        among texts: [CheckedText],
        by key: (CheckedText) -> String?
    ) -> [(text: CheckedText, first: CheckedText)] {
        var known: [StoreLocale: [String: CheckedText]] = [:]
        return texts.compactMap { text in
            guard let key = key(text) else { return nil }
            if let first = known[text.record.locale]?[key] { return (text, first) }
            known[text.record.locale, default: [:]][key] = text
            return nil
        }
    }
}

extension Rule {
    /// Creates a finding about a text; the subject, such as “body of keep-annual in de-DE”, precedes the predicate.
    static func finding(
        _ text: CheckedText,
        _ predicate: String,
        remedy: String,
        request: String,
        marking mark: TextMark? = nil
    ) -> Finding {
        finding(
            "\(text.subject) \(predicate)",
            remedy: remedy,
            request: request,
            text.record,
            text.field,
            at: text.location,
            marking: mark
        )
    }
}
