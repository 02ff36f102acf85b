import GlossportProject
import GlossportReading

/// A usable text to check, with the properties that many rules need.
package struct CheckedText: Sendable {
    let record: MessageRecord
    let field: Field
    let text: String
    /// The source text that was translated; `nil` if it is unknown or the record is in the source locale.
    let source: String?
    /// The current source text, if ``source`` is an earlier one.
    let newSource: String?
    /// The language of the source, as ``LanguageGuess`` names it.
    let sourceLanguage: String?
    let location: SourceLocation
    let scalars: [Unicode.Scalar]
    /// The number of letters in each script, indexed by the script's raw value.
    let letters: [Int]
    let hasDigits: Bool

    private init(
        _ record: MessageRecord,
        _ field: Field,
        _ value: MessageRecord.Text,
        _ text: String,
        source: String? = nil,
        newSource: String? = nil,
        in language: String? = nil
    ) {
        self.record = record
        self.field = field
        self.text = text
        self.source = source
        self.newSource = newSource
        sourceLanguage = language
        location = value.location
        var scalars: [Unicode.Scalar] = []
        scalars.reserveCapacity(text.utf8.count)
        var letters = [Int](repeating: 0, count: Script.allCases.count)
        var hasDigits = false
        for scalar in text.unicodeScalars {
            scalars.append(scalar)
            if let script = Script(of: scalar) {
                letters[Int(script.rawValue)] += 1
            } else if !hasDigits {
                hasDigits = scalar.isDecimalDigit
            }
        }
        self.scalars = scalars
        self.letters = letters
        self.hasDigits = hasDigits
    }

    /// Every usable text of the catalog that is short enough to check, in order; message identifiers are excluded.
    static func all(in catalog: Catalog) -> [CheckedText] {
        let language = catalog.languageOfSources
        let sources = EarlierSources(in: catalog)
        var texts: [CheckedText] = []
        for record in catalog.records {
            let isSource = record.locale == catalog.sourceLocale
            for (field, value) in record.fields.sorted(by: { $0.key < $1.key }) where field != .messageIdentifier {
                guard let text = value.text, field.isExamined(text) else { continue }
                let slot = TextSlot(message: record.message, field: field, locale: record.locale)
                let earlier = sources.source(of: slot, value)
                texts.append(
                    CheckedText(
                        record,
                        field,
                        value,
                        text,
                        source: isSource ? nil : earlier ?? value.source,
                        newSource: earlier.flatMap { _ in sources.currentText(of: slot) },
                        in: language
                    )
                )
            }
        }
        return texts
    }

    /// Whether one of a record's texts is in a script that its locale does not use.
    static func isForeign(_ record: MessageRecord, _ project: Project) -> Bool {
        record.texts.contains { field, value in
            guard let text = value.text else { return false }
            let checked = CheckedText(record, field, value, text)
            return WrongScript.foreignScript(of: checked, project) != nil
        }
    }

    var slot: Slot { Slot(message: record.message, field: field) }

    struct Slot: Hashable {
        var message: String
        var field: Field
    }

    /// The subject of a finding, at the start of its sentence.
    var subject: String { "\(field.name) of \(record.message) in \(record.locale)" }

    func letters(of script: Script) -> Int { letters[Int(script.rawValue)] }
}
