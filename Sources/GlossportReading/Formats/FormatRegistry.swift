/// The formats that a run knows.
///
/// Made from a list, when the program starts; nothing registers itself.
public struct FormatRegistry: Sendable {
    /// In the order in which they are asked.
    public let formats: [Format]

    /// - Parameter formats: The readers' formats, in the order in which they are asked.
    public init(_ formats: [Format]) { self.formats = formats }

    /// The format of a file: by content, then by name.
    ///
    /// - Returns: `nil` if none knows it; the first of the list if two are equally sure.
    package func format(of head: FilePrefix) -> Format? {
        var best: (format: Format, recognition: Recognition)?
        for format in formats {
            let recognition = format.recognize(head)
            if recognition > best?.recognition ?? .no { best = (format, recognition) }
        }
        return best?.format
    }

    /// The format with this id.
    package func format(named id: String) -> Format? { formats.first { $0.id == id } }
}
