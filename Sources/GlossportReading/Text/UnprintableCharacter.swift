extension Unicode.Scalar {
    /// Whether a terminal or log viewer interprets the character or renders it invisibly.
    ///
    /// Control characters move the cursor and start commands, separators start lines, directional marks reorder text,
    /// and invisible characters make different names look equal. The zero-width joiner and non-joiner are excluded,
    /// because emoji and Persian words need them.
    package var isUnprintable: Bool {
        switch value {
        case 0..<0x20, 0x7F..<0xA0, 0xAD: true
        // The Arabic letter mark; zero-width space, directional marks, separators, embeddings, overrides, isolates and
        // invisible operators.
        case 0x061C, 0x200B, 0x200E, 0x200F, 0x2028...0x202E, 0x2060...0x206F: true
        // The byte order mark, interlinear annotations, and tags.
        case 0xFEFF, 0xFFF9...0xFFFB, 0xE0000...0xE007F: true
        default: false
        }
    }

    /// The code point in Unicode notation: `U+202E`.
    public var codePoint: String {
        let number = String(value, radix: 16, uppercase: true)
        return "U+" + String(repeating: "0", count: max(0, 4 - number.count)) + number
    }
}

extension String {
    /// Replaces each unprintable character by its escape, such as `\u{1B}`, except those to keep.
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

    /// Replaces each unprintable character by another one.
    package func replacingUnprintables(with scalar: Unicode.Scalar) -> String {
        String(String.UnicodeScalarView(unicodeScalars.map { $0.isUnprintable ? scalar : $0 }))
    }

    /// Whether the text contains an unprintable character; control characters up to U+001F, such as line ends, may be
    /// excluded.
    package func hasUnprintables(countsControls: Bool = true) -> Bool {
        // Fast path: the bytes alone clear most texts.
        let isSuspicious = utf8.contains { byte in
            switch byte {
            case 0..<0x20: countsControls
            // The first UTF-8 bytes of all characters in `isUnprintable`.
            case 0x7F, 0xC2, 0xD8, 0xE2, 0xEF, 0xF3: true
            default: false
            }
        }
        return isSuspicious && unicodeScalars.contains { $0.isUnprintable && (countsControls || $0.value >= 0x20) }
    }
}
