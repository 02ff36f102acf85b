/// Inline codes that represent a character, and can therefore be written as plain text.
enum CodeCharacters {
    /// Returns the characters that native code represents; `nil` if it is a real code.
    ///
    /// Native code is text of the original file: `&nbsp;`, `&#160;`, `<br/>`, `\n`, memoQ's `<mq:ch val="nbsp" />`, or
    /// a single character.
    static func characters(for native: String) -> String? {
        if let entity = entity(native) { return entity }
        switch native.lowercased() {
        case "<br>", "<br/>", "<br />", "\\n", "\n", "\r\n": return "\n"
        default: break
        }
        if let name = memoQCharacter(native) { return named[name] ?? (name.count == 1 ? name : nil) }
        guard native.count == 1, let scalar = native.unicodeScalars.first, native.unicodeScalars.count == 1,
            isLegal(scalar.value), !scalar.properties.isAlphabetic, scalar.properties.numericType == nil,
            scalar.properties.generalCategory != .control,
            !"{}[]<>%$#_*`~^|\\".contains(native)
        else { return nil }
        return native
    }

    /// Returns the character of `&name;`, `&#160;` or `&#xA0;`.
    static func entity(_ text: String) -> String? {
        guard text.count > 2, text.count < 12, text.first == "&", text.last == ";" else { return nil }
        let name = text.dropFirst().dropLast()
        if let character = named[String(name)] { return character }
        guard name.first == "#" else { return nil }
        let digits = name.dropFirst()
        let isHexadecimal = digits.first == "x" || digits.first == "X"
        return scalar(isHexadecimal ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits))
    }

    /// Returns the character of `<cp hex="…"/>` if XML allows it.
    static func codePoint(_ hexadecimal: String) -> String? { scalar(UInt32(hexadecimal, radix: 16)) }

    /// Returns the code point of an HTML entity that XML does not define, such as 160 for `nbsp`.
    static func number(ofEntity name: String) -> UInt32? { named[name]?.unicodeScalars.first?.value }

    private static func scalar(_ value: UInt32?) -> String? {
        guard let value, isLegal(value), let scalar = Unicode.Scalar(value) else { return nil }
        return String(Character(scalar))
    }

    private static func isLegal(_ value: UInt32) -> Bool {
        switch value {
        case 0x09, 0x0A, 0x0D, 0x20...0xD7FF, 0xE000...0xFFFD, 0x1_0000...0x10_FFFF: true
        default: false
        }
    }

    /// Returns the value in memoQ's `<mq:ch val="…" />`.
    private static func memoQCharacter(_ native: String) -> String? {
        guard native.hasPrefix("<mq:ch "), native.hasSuffix(">"), let start = native.firstRange(of: "val=\"") else {
            return nil
        }
        return native[start.upperBound...].split(separator: "\"", omittingEmptySubsequences: false).first.map(
            String.init
        )
    }

    private static let named: [String: String] = [
        "nbsp": "\u{A0}", "nnbsp": "\u{202F}", "shy": "\u{AD}", "nbhy": "\u{2011}", "ensp": "\u{2002}",
        "emsp": "\u{2003}", "thinsp": "\u{2009}", "zwsp": "\u{200B}", "zwnj": "\u{200C}", "zwj": "\u{200D}",
        "lrm": "\u{200E}", "rlm": "\u{200F}", "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'",
        "iexcl": "¡", "cent": "¢", "pound": "£", "yen": "¥", "sect": "§", "copy": "©", "ordf": "ª", "laquo": "«",
        "reg": "®", "deg": "°", "plusmn": "±", "sup2": "²", "sup3": "³", "micro": "µ", "para": "¶", "middot": "·",
        "ordm": "º", "raquo": "»", "frac14": "¼", "frac12": "½", "frac34": "¾", "iquest": "¿", "times": "×",
        "divide": "÷", "szlig": "ß", "agrave": "à", "aacute": "á", "acirc": "â", "atilde": "ã", "auml": "ä",
        "aring": "å", "aelig": "æ", "ccedil": "ç", "egrave": "è", "eacute": "é", "ecirc": "ê", "euml": "ë",
        "igrave": "ì", "iacute": "í", "icirc": "î", "iuml": "ï", "ntilde": "ñ", "ograve": "ò", "oacute": "ó",
        "ocirc": "ô", "otilde": "õ", "ouml": "ö", "oslash": "ø", "ugrave": "ù", "uacute": "ú", "ucirc": "û",
        "uuml": "ü", "Auml": "Ä", "Ouml": "Ö", "Uuml": "Ü", "Eacute": "É", "Ccedil": "Ç", "Ntilde": "Ñ",
        "ndash": "–", "mdash": "—", "lsquo": "‘", "rsquo": "’", "sbquo": "‚", "ldquo": "“", "rdquo": "”",
        "bdquo": "„", "bull": "•", "hellip": "…", "lsaquo": "‹", "rsaquo": "›", "euro": "€", "trade": "™",
        "larr": "←", "rarr": "→", "minus": "−", "infin": "∞",
    ]
}
