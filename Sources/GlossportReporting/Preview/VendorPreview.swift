import GlossportChecking
import GlossportProject
import GlossportReading

extension PackageAttachment {
    /// The page that shows a vendor the messages.
    package static let preview = PackageAttachment(
        name: "preview.html",
        introduction: """
            preview.html shows the messages as they are now, roughly as customers will see them; it does not change with your edits. \
            Open it in a browser.
            """
    ) { package, review in try package.preview(of: review) }
}

extension VendorPackage {
    /// The maximum total size of the images in the page in bytes, because the page is sent by mail.
    private static let pictureBytes = 6 << 20

    /// Creates the page that accompanies the package.
    ///
    /// It shows the messages in the package's locales and in the source locale, with images, and the tasks for each
    /// message.
    ///
    /// - Returns: The file in UTF-8.
    /// - Throws: ``GlossportError`` for an image that cannot be read.
    func preview(of review: Review) throws -> [UInt8] {
        let locales = Set(texts.map(\.locale)).union([source])
        var collected = review.collected
        collected.catalog.records = records(collected.catalog.records.filter { locales.contains($0.locale) })
        collected.catalog.copies = []
        let tasks = allTexts.map { text in
            var task = Finding(
                "to-do",
                .warning,
                text.task,
                remedy: "",
                at: nil,
                locale: text.locale.code,
                message: text.message,
                field: text.field.name
            )
            task.key = text.key
            return task
        }
        var edition = PreviewEdition(made: mark.day)
        edition.isForVendor = true
        var room = Self.pictureBytes
        var left = 0
        let catalog = collected.catalog
        for file in Set(catalog.records.flatMap(catalog.images.files(of:)).map(\.key)).sorted() {
            guard let picture = try catalog.images.files[file]?.source.bytes(atMost: room) else {
                left += 1
                continue
            }
            room -= picture.count
            edition.images[file] = .embedded(picture)
        }
        if left > 0 {
            edition.remark =
                "\(left == 1 ? "One picture is" : "\(left) pictures are") left out, because the page would be too large for mail."
        }
        return PreviewPage(Review(review.project, collected, tasks, rules: []), edition).bytes
    }

    /// The delivered records, completed with the texts to do that are unusable or were not delivered.
    private func records(_ delivered: [MessageRecord]) -> [MessageRecord] {
        var records = Dictionary(delivered.map { ([$0.message, $0.locale.code], $0) }) { first, _ in first }
        for text in allTexts {
            let key = [text.message, text.locale.code]
            var record =
                records[key]
                ?? MessageRecord(
                    message: text.message,
                    locale: text.locale,
                    deliveredLocale: text.locale.code,
                    fields: [:]
                )
            guard record.text(text.field) == nil else { continue }
            record.fields[text.field] = MessageRecord.Text(
                text: text.translation,
                source: text.source,
                key: text.key,
                notes: text.notes,
                state: text.translation == nil ? .untranslated : .translated,
                location: SourceLocation(path: "", line: 1, column: 1)
            )
            records[key] = record
        }
        return Array(records.values)
    }
}

extension ImageInventory {
    /// The image of a record's message, and the icons of its bullet points.
    fileprivate func files(of record: MessageRecord) -> [File] {
        ([nil] + (1...Field.maximumBullets).map(Optional.some)).compactMap { file(record, bullet: $0) }
    }
}
