import GlossportReading

/// Makes units and findings of one file and counts them.
struct StringsOutput {
    /// How many errors of the text's form a file may have before reading is given up.
    static let defectLimit = 100

    let path: String
    let locale: String?
    /// Which pairs are wanted; all if there is none.
    let wanted: KeyFilter?
    private let emit: (ReadEvent) -> Void
    private(set) var summary = ReadSummary()
    private(set) var defects = 0

    init(path: String, locale: String?, wanted: KeyFilter? = nil, emit: @escaping (ReadEvent) -> Void) {
        self.path = path
        self.locale = locale
        self.wanted = wanted
        self.emit = emit
    }

    /// Emits a pair; an empty text is one that nobody has translated yet.
    mutating func pair(_ key: String, _ text: String, notes: [String], at place: TextCursor.Place) {
        summary.units += 1
        emit(
            .unit(
                TranslationUnit(
                    key: key,
                    locale: locale,
                    target: text.isEmpty ? nil : text,
                    state: text.isEmpty ? .untranslated : .translated,
                    notes: notes,
                    location: location(place)
                )
            )
        )
    }

    /// Whether the next pair that is passed over shall be named.
    var namesOthers: Bool { summary.others < ReaderLimits.namedOthers }

    /// Counts a pair that nobody wants.
    mutating func pass(_ name: (key: String, place: TextCursor.Place)?) {
        summary.units += 1
        summary.others += 1
        if let name { emit(.other(OtherUnit(key: name.key, locale: locale, location: location(name.place)))) }
    }

    /// Reports a finding, with the pair's key if it is about one.
    mutating func finding(
        _ rule: RuleDescription,
        _ text: String,
        remedy: String,
        at place: TextCursor.Place,
        related: [TextCursor.Place] = [],
        key: String? = nil
    ) {
        if rule.severity == .error { defects += 1 }
        var finding = Finding(
            rule.id,
            rule.severity,
            text,
            remedy: remedy,
            at: location(place),
            related: related.map { location($0) },
            locale: locale
        )
        finding.key = key
        emit(.finding(finding))
    }

    /// Takes note of the locale that the file's folder names.
    mutating func declare(_ locale: String) { summary.declare(locale, at: location(TextCursor.Place())) }

    mutating func detected(_ name: String, _ value: String) { summary.detected.append(.init(name, value)) }

    private func location(_ place: TextCursor.Place) -> SourceLocation { place.location(in: path) }

    // MARK: Words for messages

    /// A character as a message shows it; one that cannot be seen by its number.
    static func name(_ scalar: Unicode.Scalar?) -> String {
        guard let scalar else { return "the end of the file" }
        switch scalar {
        case "\u{FEFF}": return "U+FEFF (an invisible byte order mark)"
        case "\u{A0}": return "U+00A0 (a no-break space)"
        case "“", "”", "„", "‘", "’", "«", "»": return "\(scalar) (not a straight quotation mark)"
        default: break
        }
        if scalar.isPlain, !scalar.properties.isWhitespace, scalar.properties.generalCategory != .format {
            return "“\(scalar)”"
        }
        return scalar.codePoint
    }
}
