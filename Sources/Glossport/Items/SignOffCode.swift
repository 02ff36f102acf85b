/// A code of eight letters and digits for all texts and images of a locale, such as `K7QF-3MZD`, for approvals by mail.
///
/// It is the first 40 bits of ``LocaleTexts/digest``. Two different contents have the same code with a probability of
/// about 10⁻¹². That is enough to notice a change, but not to prevent forgery.
package struct SignOffCode: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// 32 characters that are easy to distinguish: 0, O, 1 and I are left out.
    private static let signs = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

    package init(of texts: LocaleTexts) {
        let bits = texts.digest.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let letters = (0..<8).map { Self.signs[Int(bits >> (35 - 5 * UInt64($0)) & 31)] }
        self.init(letters)
    }

    /// - Parameter text: The code as a person writes it: in upper or lower case, with or without the hyphen. Other text
    ///   gives `nil`.
    package init?(_ text: String) {
        let letters = text.uppercased().filter { $0 != "-" && !$0.isWhitespace }
        guard letters.count == 8, letters.allSatisfy(Self.signs.contains) else { return nil }
        self.init(Array(letters))
    }

    private init(_ letters: [Character]) {
        description = String(letters.prefix(4)) + "-" + String(letters.dropFirst(4))
    }
}

extension SignOffCode: Encodable {
    package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
