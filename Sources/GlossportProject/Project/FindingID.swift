private import Crypto
private import Foundation
package import GlossportReading

/// The ID of a finding, which stays the same from delivery to delivery.
///
/// It is a hash of the rule, message, locale, field and text, and of the source text if the finding depends on it. The
/// place is not included, because lines move and files are renamed. So a finding has a new ID after its text or that
/// source text changes.
package struct FindingID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 16 hexadecimal digits.
    package var description: String
    /// The first eight digits, enough to identify a finding within one project.
    package var short: String { String(description.prefix(8)) }

    /// - Parameters:
    ///   - finding: The finding to identify.
    ///   - text: The delivered text that the finding concerns; `nil` to hash the finding's wording instead.
    package init(of finding: Finding, text: String?) {
        let normalized = (text ?? finding.text).precomposedStringWithCanonicalMapping
        var hash = SHA256()
        let context = [
            finding.rule.rawValue, finding.message ?? "", finding.locale ?? "", finding.field ?? "", normalized,
        ]
        for part in context + [finding.source].compactMap(\.self) {
            // A length prefix keeps the parts separate: “ab” and “c” differ from “a” and “bc”.
            hash.update(data: Array("\(part.utf8.count):\(part)".utf8))
        }
        description = hash.finalize().prefix(8).hexadecimal
    }

    /// - Parameter text: 16 hexadecimal digits.
    package init?(_ text: String) {
        guard text.utf8.count == 16, text.allSatisfy({ $0.isASCII && $0.isHexDigit }) else { return nil }
        description = text.lowercased()
    }

    package static func < (left: FindingID, right: FindingID) -> Bool { left.description < right.description }
}

extension FindingID: Encodable {
    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
