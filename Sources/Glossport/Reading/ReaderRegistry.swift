/// The readers that exist.
///
/// Made from one explicit list; nothing registers itself.
package struct ReaderRegistry: Sendable {
    package let readers: [any Reader.Type]

    package init(_ readers: [any Reader.Type]) { self.readers = readers }

    package var formats: [FormatDescription] { readers.map { $0.format } }

    /// Every rule that exists: the catalog's and the readers'.
    package var rules: [RuleDescription] {
        RuleSet.all.map { $0.description } + Collector.rules + formats.flatMap(\.rules)
    }

    /// The reader for a file: by content, then by name.
    ///
    /// - Returns: `nil` if no reader knows it; the first of the list if two are equally sure.
    package func reader(for head: FileHead) -> (any Reader.Type)? {
        var best: (reader: any Reader.Type, recognition: Recognition)?
        for reader in readers {
            let recognition = reader.recognize(head)
            if recognition > best?.recognition ?? .no { best = (reader, recognition) }
        }
        return best?.reader
    }

    /// The reader with this id.
    package func reader(format: String) -> (any Reader.Type)? { readers.first { $0.format.id == format } }
}
