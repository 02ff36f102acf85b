import GlossportReading

/// Writes the texts of a locale in a format that comes back as a delivery.
struct BriefWriter {
    private let source: StoreLocale
    private let target: StoreLocale

    init(from source: StoreLocale, to target: StoreLocale) {
        self.source = source
        self.target = target
    }

    func text(_ units: [Brief.Unit], _ form: Brief.Form) -> String {
        switch form {
        case .csv:
            FindingsTable.table(
                ["key", "locale", "source", "target", "notes", "max length"],
                units.map { unit in
                    let texts = [unit.key, target.code, unit.source, unit.target ?? ""]
                    let notes = unit.notes + FindingsTable.guardNotes(texts)
                    return texts.map(FindingsTable.returned)
                        + [FindingsTable.written(notes.joined(separator: "\n")), "\(unit.field.lengthLimit)"]
                }
            )
        case .xliff:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
            <file original="glossport" datatype="plaintext" source-language="\(source)" target-language="\(target)">
            <body>
            \(units.map(unit1).joined(separator: "\n"))
            </body>
            </file>
            </xliff>

            """
        case .xliff2:
            """
            <?xml version="1.0" encoding="UTF-8"?>
            <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" \
            version="2.0" srcLang="\(source)" trgLang="\(target)">
            <file id="texts" xml:space="preserve">
            <slr:profiles generalProfile="xliff:codepoints"/>
            \(units.enumerated().map { unit2($0.element, $0.offset + 1) }.joined(separator: "\n"))
            </file>
            </xliff>

            """
        }
    }

    private func unit1(_ unit: Brief.Unit) -> String {
        let translation = unit.target.map { "\n<target state=\"translated\">\(Self.escaped($0))</target>" } ?? ""
        // Tools go by either of the two.
        let approval = unit.target == nil ? "" : " approved=\"yes\""
        return """
            <trans-unit id="\(Self.escaped(unit.key))"\(approval) maxwidth="\(unit.field.lengthLimit)" size-unit="char" \
            xml:space="preserve">
            <source>\(Self.escaped(unit.source))</source>\(translation)\(Self.notes(unit))
            </trans-unit>
            """
    }

    private func unit2(_ unit: Brief.Unit, _ number: Int) -> String {
        let notes = unit.notes.isEmpty ? "" : "\n<notes>\(Self.notes(unit))\n</notes>"
        let state = unit.target == nil ? "" : " state=\"translated\""
        let translation = unit.target.map { "<target>\(Self.escaped($0))</target>" } ?? ""
        return """
            <unit id="u\(number)" name="\(Self.escaped(unit.key))" slr:sizeRestriction="\(unit.field.lengthLimit)">\(notes)
            <segment\(state)><source>\(Self.escaped(unit.source))</source>\(translation)</segment>
            </unit>
            """
    }

    private static func notes(_ unit: Brief.Unit) -> String {
        unit.notes.map { "\n<note>\(escaped($0))</note>" }.joined()
    }

    /// A text as XML can hold it; control characters, which `validate` reports, are replaced.
    private static func escaped(_ text: String) -> String {
        var allowed = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            allowed.append(scalar.value < 0x20 && !"\t\n\r".unicodeScalars.contains(scalar) ? "\u{FFFD}" : scalar)
        }
        return String(allowed).escapedForMarkup
    }
}
