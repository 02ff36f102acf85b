/// The signs that this program draws with, for terminals that know ASCII alone.
///
/// Letters stay: what a translator wrote can't be said otherwise.
enum ASCIIText {
    private static let signs: [Character: String] = [
        "“": "\"", "”": "\"", "„": "\"", "‘": "'", "’": "'", "…": "...", "–": "-", "—": "-", "→": "->", "×": "x",
        "·": ".", "█": "#", "░": "-",
    ]

    /// - Parameter text: The text to show.
    /// - Returns: The same without those signs.
    static func of(_ text: String) -> String {
        guard !text.utf8.allSatisfy({ $0 < 0x80 }) else { return text }
        return text.reduce(into: "") { result, character in
            if let sign = signs[character] { result += sign } else { result.append(character) }
        }
    }
}
