package import GlossportProject
package import GlossportReading

/// A rule that looks at one text at a time.
///
/// All of them share one walk through the catalog, and what they all need of a text is found out once.
package protocol TextRule: Rule {
    /// Finds what is wrong with one text.
    ///
    /// - Parameters:
    ///   - text: A usable text.
    ///   - project: The project's settings.
    /// - Returns: A finding with the default severity, if something is wrong.
    static func check(_ text: CheckedText, _ project: Project) -> Finding?
}

extension TextRule {
    package static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        CheckedText.all(in: catalog).compactMap { check($0, project) }
    }
}

/// A rule that compares texts with each other.
package protocol TextsRule: Rule {
    /// Finds what is wrong with texts beside others.
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

    /// Texts of one locale that have something in common, each with the first of them.
    ///
    /// - Parameters:
    ///   - texts: In the catalog's order.
    ///   - key: The common property; `nil` for a text that is not compared.
    /// - Returns: All but the first of each kind, in their order.
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
    /// A finding about the text; the subject, such as “body of keep-annual in de-DE”, is put before what is said.
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
