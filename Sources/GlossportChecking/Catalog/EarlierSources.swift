private import Foundation
package import GlossportProject
import GlossportReading

/// Finds the earlier source texts of translations whose source text has changed since.
package struct EarlierSources {
    private let locale: StoreLocale?
    private let sent: SentTexts
    private var current: [String: MessageRecord] = [:]

    /// - Parameters:
    ///   - catalog: The delivered texts.
    ///   - locale: The source locale; `nil` for the catalog's.
    package init(in catalog: Catalog, from locale: StoreLocale? = nil) {
        self.locale = locale ?? catalog.sourceLocale
        sent = catalog.sent
        for record in catalog.records where record.locale == self.locale { current[record.message] = record }
    }

    /// The current source text of a slot in any locale.
    package func currentText(of slot: TextSlot) -> String? { current[slot.message]?.text(slot.field) }

    /// The source text that was translated, if it differs from the current one.
    ///
    /// If the translation's file contains a source text different from the current one, that is the earlier one. If the
    /// file contains no source text, or is also the source locale's file, such as a table with all locales, the journal
    /// may contain the source text at the time when the translation was first sent.
    ///
    /// - Parameters:
    ///   - slot: The place of the translation.
    ///   - text: The delivered translation.
    /// - Returns: The earlier source text; `nil` if the translation is up to date, or no earlier source text is known.
    package func source(of slot: TextSlot, _ text: MessageRecord.Text) -> String? {
        guard let locale, slot.locale != locale, let latest = current[slot.message]?.fields[slot.field] else {
            return nil
        }
        if let own = text.source, !text.borrowsSource {
            // A file may be translated from the developer's text, which the source locale's file renders differently.
            let isCurrent = [latest.text, latest.source].contains { $0.map { own.isWritten(like: $0) } ?? false }
            if !isCurrent { return latest.text == nil ? nil : own }
            if text.location.path != latest.location.path { return nil }
        }
        return text.text.flatMap { source(of: $0, at: slot) }
    }

    /// The source text of a translation that was not delivered, if it differs from the current one.
    package func source(of translation: String, at slot: TextSlot) -> String? {
        guard let locale, !sent.isEmpty, let currentText = currentText(of: slot) else { return nil }
        let sources = sent.sources(of: translation, at: slot, from: locale)
        return sources.contains { $0.isWritten(like: currentText) } ? nil : sources.last
    }
}

extension String {
    /// Whether two texts are equal apart from white space and typographic variants of quotation marks, dashes and dots.
    func isWritten(like other: String) -> Bool { self == other || plainlyWritten == other.plainlyWritten }

    private var plainlyWritten: String {
        var plain = String.UnicodeScalarView()
        var hasBlank = false
        for scalar in precomposedStringWithCompatibilityMapping.unicodeScalars {
            switch scalar {
            case "“", "”", "„", "‟", "«", "»", "″": append("\"")
            case "‘", "’", "‚", "‛", "‹", "›", "′": append("'")
            case "‐", "‑", "‒", "–", "—", "―", "−": append("-")
            case "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}": continue
            case _ where scalar.properties.isWhitespace: hasBlank = true
            default: append(scalar)
            }
        }
        func append(_ scalar: Unicode.Scalar) {
            if hasBlank, !plain.isEmpty { plain.append(" ") }
            hasBlank = false
            plain.append(scalar)
        }
        return String(plain)
    }
}
