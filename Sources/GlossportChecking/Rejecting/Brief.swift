import GlossportReading

/// The brief for a vendor: a file to translate for each locale, with keys, notes and limits, and a letter.
package struct Brief: Sendable {
    package enum Form: String, Sendable, CaseIterable {
        /// XLIFF 1.2.
        case xliff
        case csv
        /// XLIFF 2.0.
        case xliff2
    }

    /// A text to translate.
    struct Unit: Sendable {
        var key: String
        var field: Field
        var source: String
        var notes: [String]
        /// The translation of this very source text, if there is one.
        var target: String?
    }

    /// The texts of a locale.
    package struct File: Sendable {
        package var path: String
        package var locale: StoreLocale
        package var units: Int
        /// How many of them are translated already.
        package var translated: Int
        var bytes: [UInt8]
    }

    package private(set) var files: [File] = []
    private let letter: String

    /// Everything to write, by its path in the folder.
    package var outputs: [(path: String, bytes: [UInt8])] {
        var outputs: [(path: String, bytes: [UInt8])] = files.map { ($0.path, $0.bytes) }
        outputs.append((ReturnPackageFile.letterName, Array(letter.utf8)))
        return outputs
    }

    /// - Parameters:
    ///   - review: The delivered texts: sources, and translations that may still be valid.
    ///   - locales: The locales to translate into; those that the project expects if empty.
    ///   - form: The format of the files.
    ///   - approved: The text of a message's field in a locale that Apple has approved last.
    /// - Throws: ``GlossportError`` with code `invalidOption` if there is nothing to translate, or no vendor for a locale.
    package init(
        of review: Review,
        into locales: Set<StoreLocale>,
        as form: Form,
        approved: (_ message: String, _ locale: StoreLocale, _ field: Field) -> String?
    ) throws {
        let project = review.project
        let delivered = Set(review.catalog.records.map(\.locale))
        guard let source = review.catalog.sourceLocale ?? StoreLocale.likelySource(among: delivered) else {
            throw GlossportError(
                .invalidOption,
                "The locale of the source texts is unknown.",
                remedy: "Write it as `source:` under `locales:`."
            )
        }
        let wanted =
            locales.isEmpty ? project.locales.expected.filter { $0 != source && !project.isCopy($0) } : locales.sorted()
        for locale in wanted { try project.check(locale, from: source) }
        let sources = Self.sources(in: review.catalog, source)
        guard !wanted.isEmpty, !sources.isEmpty else {
            throw GlossportError(
                .invalidOption,
                wanted.isEmpty ? "No target locale is named." : "There are no source texts in \(source).",
                remedy: wanted.isEmpty
                    ? "Name locales, or list them under `locales.expected`." : "Add a delivery with these texts."
            )
        }
        for locale in wanted {
            let units = sources.flatMap { message, texts -> [Unit] in
                let settings = project.messages[message] ?? Project.Message()
                return settings.requiredFields.compactMap { field -> Unit? in
                    guard let text = texts[field], let now = text.text else { return nil }
                    let delivered = review.record(message, locale.code)?.fields[field]
                    let translation = delivered?.text ?? approved(message, locale, field)
                    let isStale =
                        delivered?.source.map { $0 != now } ?? false
                        // Where no file says what was translated: the source is another since, and the translation is not.
                        || approved(message, source, field).map { $0 != now } ?? false
                            && translation == approved(message, locale, field)
                    var notes = text.notes
                    if let picture = review.catalog.picture(of: field, message, source) {
                        notes.append("Picture: \(picture)")
                    }
                    if isStale, let translation { notes.append("Translation of an earlier text: \(translation)") }
                    return Unit(
                        key: project.keys.key(message: message, field: field),
                        field: field,
                        source: now,
                        notes: notes.map(Annotation.line),
                        target: isStale ? nil : translation
                    )
                }
            }
            files.append(
                File(
                    path: "\(locale).\(form == .csv ? "csv" : "xliff")",
                    locale: locale,
                    units: units.count,
                    translated: units.count { $0.target != nil },
                    bytes: Array(BriefWriter(from: source, to: locale).text(units, form).utf8)
                )
            )
        }
        letter = BriefLetter(project: project, source: source, files: files).text
    }

    /// The source texts by message: those of the source locale's records, else those that other files carry.
    private static func sources(
        in catalog: Catalog,
        _ source: StoreLocale
    ) -> [(key: String, value: [Field: MessageRecord.Text])] {
        var texts: [String: [Field: MessageRecord.Text]] = [:]
        for record in catalog.records where record.locale == source { texts[record.message] = record.texts }
        for record in catalog.records where record.locale != source {
            for (field, value) in record.texts where texts[record.message]?[field] == nil && value.source != nil {
                var text = value
                text.text = value.source
                texts[record.message, default: [:]][field] = text
            }
        }
        return texts.sorted { $0.key < $1.key }
    }
}

extension Project {
    /// Whether a locale shows the texts of another one.
    fileprivate func isCopy(_ locale: StoreLocale) -> Bool { locales.originals[locale] != nil }

    /// Refuses a locale without a vendor.
    fileprivate func check(_ locale: StoreLocale, from source: StoreLocale) throws {
        let vendors = deliveries.filter { $0.vendor != nil }
        let problem: (String, String)? =
            if locale == source {
                ("\(locale) is the locale of the source texts.", "Remove it.")
            } else if let original = locales.originals[locale] {
                ("\(locale) shows the texts of \(original) (`locales.also`).", "Remove it.")
            } else if !vendors.isEmpty, vendors.allSatisfy({ !$0.locales.isEmpty && !$0.locales.contains(locale) }) {
                (
                    "No vendor translates into \(locale).",
                    "Add it to the `locales` of a vendor's delivery, or remove it."
                )
            } else {
                nil
            }
        if let problem { throw GlossportError(.invalidOption, problem.0, remedy: problem.1) }
    }
}

extension Catalog {
    /// The file of the picture that a field's text describes or accompanies.
    fileprivate func picture(of field: Field, _ message: String, _ locale: StoreLocale) -> String? {
        let bullet: Int? =
            switch field {
            case .bulletText(let number), .bulletAltText(let number): number
            default: nil
            }
        guard bullet != nil || field == .altText else { return nil }
        return records.first { $0.message == message && $0.locale == locale }.flatMap {
            images.file($0, bullet: bullet)?.key.path
        }
    }
}
