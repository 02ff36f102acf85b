import GlossportChecking
import GlossportProject
import GlossportReading

struct PackageXLIFF {
    private let mark: PackageMark
    private let source: StoreLocale
    private let target: StoreLocale
    private let app: String

    init(_ package: VendorPackage, to target: StoreLocale) {
        (mark, source, self.target) = (package.mark, package.source, target)
        app = Self.escaped(package.app)
    }

    // MARK: Version 1.2

    func version1(_ texts: [TextToDo]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:1.2" version="1.2">
        <file original="\(app)" datatype="plaintext" source-language="\(source)" target-language="\(target)">
        <body>
        \(texts.map(unit1).joined(separator: "\n"))
        </body>
        </file>
        </xliff>

        """
    }

    private func unit1(_ text: TextToDo) -> String {
        let translation = text.translation.map {
            "<target state=\"needs-review-translation\">\(Self.escaped($0))</target>\n"
        }
        return """
            <trans-unit id="\(Self.escaped(text.key))" maxwidth="\(text.limit)" size-unit="char" xml:space="preserve">
            <source>\(Self.escaped(text.source ?? ""))</source>
            \(translation ?? "")\(notes(on: text, ownBy: "from", target: "annotates"))
            </trans-unit>
            """
    }

    // MARK: Version 2.0

    func version2(_ texts: [TextToDo]) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0" \
        version="2.0" srcLang="\(source)" trgLang="\(target)">
        <file id="texts" original="\(app)" xml:space="preserve">
        <slr:profiles generalProfile="xliff:codepoints"/>
        \(texts.enumerated().map { unit2($0.element, $0.offset + 1) }.joined(separator: "\n"))
        </file>
        </xliff>

        """
    }

    private func unit2(_ text: TextToDo, _ number: Int) -> String {
        // Without a translation the state is initial anyway, and not every tool would change an explicit one.
        let state = text.translation == nil ? "" : " state=\"initial\""
        let translation = text.translation.map { "<target>\(Self.escaped($0))</target>" }
        return """
            <unit id="u\(number)" name="\(Self.escaped(text.key))" slr:sizeRestriction="\(text.limit)">
            <notes>
            \(notes(on: text, ownBy: "category", target: "appliesTo"))
            </notes>
            <segment\(state)><source>\(Self.escaped(text.source ?? ""))</source>\(translation ?? "")</segment>
            </unit>
            """
    }

    // MARK: Notes

    /// All notes on a text.
    ///
    /// An attribute identifies Glossport's own notes; of these, only the package's ID is read from a returned package.
    private func notes(on text: TextToDo, ownBy origin: String, target: String) -> String {
        func own(_ note: String, _ attributes: String = "") -> String {
            "<note \(origin)=\"glossport\"\(attributes)>\(Self.escaped(note.shown))</note>"
        }
        var notes = [own(text.task, " \(target)=\"target\" priority=\"1\""), own("Place: \(text.place)")]
        notes += text.notes.map { "<note>\(Self.escaped($0.shown))</note>" }
        if let earlier = text.earlier { notes.append(own("Translation of an earlier source text: \(earlier)")) }
        return (notes + [own(mark.description)]).joined(separator: "\n")
    }

    private static func escaped(_ text: String) -> String { text.writable.escapedForMarkup }
}
