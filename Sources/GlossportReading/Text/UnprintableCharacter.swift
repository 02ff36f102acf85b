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
    public var codePoint: String {
        let number = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }
}

extension String {
    /// Names each character that a terminal would obey or not show: `\u{1B}`.
    ///
    /// - Parameter kept: Characters that stay as they are.
    /// - Returns: Text that can be shown.
    package func namingUnprintables(keeping kept: String = "") -> String {
        guard hasUnprintables() else { return self }
        return unicodeScalars.reduce(into: "") { result, scalar in
            if scalar.isUnprintable, !kept.unicodeScalars.contains(scalar) {
                result += "\\u{\(String(scalar.value, radix: 16, uppercase: true))}"
            } else {
                result.unicodeScalars.append(scalar)
            }
        }
    }

    /// Puts another character in the place of each that a terminal would obey or not show.
    ///
    /// - Parameter scalar: The replacement.
    /// - Returns: Text that can be shown.
    package func replacingUnprintables(with scalar: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? scalar : $0 }))
    }

    /// Looks for a character that a terminal would obey or not show.
    ///
    /// - Parameter countsControls: Whether line ends and their like, up to U+001F, count too.
    /// - Returns: Whether there is one.
    package func hasUnprintables(countsControls: Bool = true) -> Bool {
        // Most texts pass by their bytes alone.
        let isSuspicious = utf8.contains { byte in
            switch byte {
            case 0..<0x20: countsControls
            // The first bytes of all that `isUnprintable` names in UTF-8.
            case 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: true
            default: false
            }
        }
        return isSuspicious && unicodeScalars.contains { $0.isUnprintable && (countsControls || $0.value >= 0x20) }
    }
}
