private import Crypto
private import Foundation
package import GlossportReading

/// The ID of a finding, by which a decision about it survives the next delivery.
///
/// It is made of the rule, the message, the locale, the field and the text, not of the place: a line moves, a file is renamed. A changed
/// text is another finding, and so is a changed source text where the finding is about that.
package struct FindingID: Sendable, Hashable, Comparable, CustomStringConvertible {
    /// 16 hexadecimal digits.
    package var description: String
    /// The first digits, enough to name it in one project.
    package var short: String { String(description.prefix(8)) }

    /// - Parameters:
    ///   - finding: The finding to identify.
    ///   - text: The text that it is about, if it is about one; else what the finding says counts.
    package init(of finding: Finding, text: String?) {
        let said = (text ?? finding.text).precomposedStringWithCanonicalMapping
        var hash = SHA256()
        let context = [finding.rule.rawValue, finding.message ?? "", finding.locale ?? "", finding.field ?? "", said]
        for part in context + [finding.source].compactMap(\.self) {
            // No part may run into the next.
            hash.update(data: Array("\(part.utf8.count):\(part)".utf8))
        }
        description = hash.finalize().prefix(8).hexadecimal
    }

    /// Takes one from a project file.
    ///
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
