package import GlossportProject
package import GlossportReading

/// One message in one locale, with the delivered texts.
package struct MessageRecord: Sendable, Hashable {
    package var message: String
    package var locale: StoreLocale
    /// The locale identifier that the vendor wrote.
    package var deliveredLocale: String
    /// The locale whose texts this record copies, because its own locale has none (`locales.also`).
    package var copiedFrom: StoreLocale?
    package var fields: [Field: Text]

    package init(
        message: String,
        locale: StoreLocale,
        deliveredLocale: String,
        copiedFrom: StoreLocale? = nil,
        fields: [Field: Text]
    ) {
        self.message = message
        self.locale = locale
        self.deliveredLocale = deliveredLocale
        self.copiedFrom = copiedFrom
        self.fields = fields
    }

    package struct Text: Sendable, Hashable {
        /// The translation; `nil` if it is missing or may not be used.
        package var text: String?
        /// The translation as delivered, even if its state makes it unusable.
        package var delivered: String?
        /// The source text: the unit's own, otherwise that of the delivery's source locale.
        package var source: String?
        /// Whether ``source`` is the current text of the source locale, because the text's file contains no source
        /// text.
        var borrowsSource = false
        package var key: String
        package var notes: [String]
        package var state: TranslationState
        package var location: SourceLocation
        package var mark: PackageMark?

        package init(
            text: String?,
            delivered: String? = nil,
            source: String? = nil,
            key: String,
            notes: [String],
            state: TranslationState,
            location: SourceLocation,
            mark: PackageMark? = nil
        ) {
            self.text = text
            self.delivered = delivered
            self.source = source
            self.key = key
            self.notes = notes
            self.state = state
            self.location = location
            self.mark = mark
        }
    }

    package func text(_ field: Field) -> String? { fields[field]?.text }

    /// The fields with texts for customers, which excludes a fixed id.
    package var texts: [Field: Text] { fields.filter { $0.key != .messageIdentifier } }

    /// The place that represents the whole record: its header's, or its first field's.
    package var location: SourceLocation? {
        (fields[.header] ?? fields.min { $0.key < $1.key }?.value)?.location
    }
}

extension Project.Message {
    /// The fixed ID of a record; a delivered ID takes precedence over the project file's.
    package func fixedID(of record: MessageRecord) -> ServiceID? {
        record.text(.messageIdentifier).flatMap { ServiceID($0) } ?? ids[record.locale]
    }
}
