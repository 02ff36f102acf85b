extension Unicode.Scalar {
    /// Whether a terminal or a viewer of logs obeys the character, or shows nothing at all for it.
    ///
    /// Control characters move cursors and begin commands; separators begin lines; directional marks rearrange them; and
    /// what is invisible makes two names look like one. Joiners are not among them: emoji and Persian words need them.
    package var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD: true
        // The Arabic letter mark; zero-width space, marks, separators, embeddings and overrides; joiners and isolates.
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        // The byte order mark, interlinear annotations, and tags.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    /// The number as Unicode writes it: `U+202E`.
    package var codePoint: String {
        let number = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }
}
