/// Eight letters and digits that stand for all texts and pictures of a locale, such as `K7QF-3MZD`: a person approves them by mail.
///
/// It is the beginning of ``LocaleTexts/digest``. Two contents have the same code once in a million million times: enough to notice a change, and
/// no protection against a person who makes one on purpose.
package struct SignOffCode: Sendable, Hashable, CustomStringConvertible {
    package let description: String

    /// 32 signs that can't be mistaken for each other: neither 0 and O, nor 1 and I.
    private static let signs = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")

    package init(of texts: LocaleTexts) {
        let bits = texts.digest.prefix(5).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let letters = (0..<8).map { Self.signs[Int(bits >> (35 - 5 * UInt64($0)) & 31)] }
        self.init(letters)
    }

    /// - Parameter text: As a person writes it: in any case, with or without the hyphen; `nil` for anything else.
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
