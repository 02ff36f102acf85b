private import Foundation
import GlossportProject
import GlossportReading

enum TextLengthUnit: Rule {
    static let description = RuleDescription(
        "text-length-unit",
        .warning,
        """
        Apple does not document what it counts. Swift counts characters as readers see them, Python counts Unicode scalars, and \
        Java counts UTF-16 units. This text fits as readers count, but not in another unit, which happens with emoji, Hindi or \
        Thai. The service may refuse it. `glossport doctor --probe` finds out what it counts; with that under `limits.unit`, this rule is silent.
        """
    )
    static let issue = QualityIssue.length
    static let triggering = [
        RuleExample("34 emoji of two UTF-16 units each", "keep.header [de-DE] = \(String(repeating: "🌌", count: 34))"),
        RuleExample("40 letters with combining marks", "keep.header [hi] = \(String(repeating: "कि", count: 40))"),
    ]
    static let nonTriggering = [
        RuleExample("66 letters", "keep.header [de-DE] = \(String(repeating: "ä", count: 66))"),
        RuleExample(
            "too long in every unit is another finding",
            "keep.header [de-DE] = \(String(repeating: "ä", count: 67))"
        ),
    ]

    static func check(_ catalog: Catalog, _ project: Project) -> [Finding] {
        guard project.limits.unit == nil else { return [] }
        return texts(catalog).compactMap { record, field, text, location in
            guard text.utf8.count > field.lengthLimit else { return nil }
            let length = TextLength(of: text)
            guard length.graphemes <= field.lengthLimit else { return nil }
            let over =
                length.scalars > field.lengthLimit
                ? "\(length.scalars) if accents, vowel signs and the parts of an emoji count by themselves"
                : length.utf16 > field.lengthLimit ? "\(length.utf16) if an emoji counts as two" : nil
            guard let over else { return nil }
            let composed = TextLength(of: text.precomposedStringWithCanonicalMapping)
            let fitsComposed = max(composed.scalars, composed.utf16) <= field.lengthLimit
            return finding(
                "\(field.name) of \(record.message) in \(record.locale) has \(length.graphemes) characters, but \(over); the limit is \(field.lengthLimit), and Apple does not document how it counts.",
                remedy: fitsComposed
                    ? "Ask the vendor for composed accents (Unicode's form NFC): then it fits, \(composed.scalars) however they are counted."
                    : "Shorten it to be safe, or try it in the sandbox.",
                request: fitsComposed
                    ? "Write each accented letter as one character (Unicode's form NFC)."
                    : "Shorten it a little: it has \(over), and \(field.lengthLimit) are safe.",
                record,
                field,
                at: location
            )
        }
    }
}
