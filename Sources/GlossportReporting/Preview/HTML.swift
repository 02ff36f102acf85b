import GlossportReading

/// Markup whose tags come only from literals in the source code.
///
/// Interpolated strings are escaped, so no delivery can inject a tag; interpolated markup is inserted unchanged.
/// Invisible characters, and those that change the direction of the text around them, appear as their code points.
package struct HTML: Sendable, Hashable, ExpressibleByStringInterpolation {
    package private(set) var text: String

    package init(stringLiteral value: String) { text = value }
    package init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }

    package mutating func append(_ more: HTML) { text += more.text }

    package struct StringInterpolation: StringInterpolationProtocol {
        fileprivate var text = ""

        package init(literalCapacity: Int, interpolationCount: Int) {
            text.reserveCapacity(literalCapacity + interpolationCount * 16)
        }

        package mutating func appendLiteral(_ literal: String) { text += literal }
        package mutating func appendInterpolation(_ html: HTML) { text += html.text }
        package mutating func appendInterpolation(_ number: Int) { text += String(number) }
        /// Appends text between tags.
        package mutating func appendInterpolation(_ text: String) { escape(text, marks: true) }
        /// Appends text between tags that may have several lines, such as notes.
        package mutating func appendInterpolation(lines text: String) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            for (number, line) in lines.enumerated() {
                if number > 0 { self.text += "\n" }
                escape(String(line), marks: true)
            }
        }
        /// Appends text in a quoted attribute, which cannot contain tags.
        package mutating func appendInterpolation(attribute text: String) { escape(text, marks: false) }

        private mutating func escape(_ foreign: String, marks: Bool) {
            guard foreign.utf8.contains(where: { Self.special.contains($0) }) || foreign.hasUnprintables() else {
                text += foreign
                return
            }
            for scalar in foreign.unicodeScalars {
                switch scalar {
                case "&": text += "&amp;"
                case "<": text += "&lt;"
                case ">": text += "&gt;"
                case "\"": text += "&quot;"
                case "'": text += "&#39;"
                case _ where scalar.isUnprintable:
                    text += marks ? "<bdi class=unseen dir=ltr>⟨\(scalar.codePoint)⟩</bdi>" : "⟨\(scalar.codePoint)⟩"
                    // Also keep harmless characters, which change line breaks or direction for customers, too.
                    if marks, Self.harmless.contains(scalar) { text.unicodeScalars.append(scalar) }
                default: text.unicodeScalars.append(scalar)
                }
            }
        }

        private static let special = Set("&<>\"'".utf8)
        /// Soft hyphen, zero-width space and the three directional marks.
        private static let harmless: Set<Unicode.Scalar> = ["\u{AD}", "\u{61C}", "\u{200B}", "\u{200E}", "\u{200F}"]
    }
}

extension Sequence<HTML> {
    package func joined() -> HTML { reduce(into: "") { $0.append($1) } }
}
