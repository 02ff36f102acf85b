package import GlossportProject
package import GlossportReading

/// One message in one locale: everything that the service needs to show it, as far as it was delivered.
package struct MessageRecord: Sendable, Hashable {
    /// The message's name.
    package var message: String
    /// The App Store's short code.
    package var locale: StoreLocale
    /// The locale as the vendor wrote it.
    package var deliveredLocale: String
    /// The locale for which the texts were delivered, if they are shown in this one for want of its own (`locales.also`).
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

    /// A field's text with its place.
    package struct Text: Sendable, Hashable {
        /// The translation; `nil` if there is none that may be used.
        package var text: String?
        /// The translation as delivered, whether its state makes it usable or not.
        package var delivered: String?
        /// The text in the source language: the unit's own, else that of the delivery's source locale.
        package var source: String?
        /// Whether its file carries no source text, so that ``source`` is today's.
        var borrowsSource = false
        /// The unit's key, as the vendor wrote it.
        package var key: String
        /// Notes for translators.
        package var notes: [String]
        package var state: TranslationState
        package var location: SourceLocation
        /// The package for a vendor that the text came back in.
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

    /// The usable text of a field.
    package func text(_ field: Field) -> String? { fields[field]?.text }

    /// The fields that are texts for customers: all but a fixed id.
    package var texts: [Field: Text] { fields.filter { $0.key != .messageIdentifier } }

    /// The place to point at for the record as a whole: its header, or its first field.
    package var location: SourceLocation? {
        (fields[.header] ?? fields.min { $0.key < $1.key }?.value)?.location
    }
}

extension Project.Message {
    /// The id that the team has fixed for a record; the delivery's word goes before the project file's.
    package func fixedID(of record: MessageRecord) -> ServiceID? {
        record.text(.messageIdentifier).flatMap { ServiceID($0) } ?? ids[record.locale]
    }
}
