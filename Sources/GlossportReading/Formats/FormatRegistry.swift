/// The formats that a run supports.
///
/// The program creates the list at startup; formats do not register themselves.
public struct FormatRegistry: Sendable {
    /// The formats, in recognition order.
    public let formats: [Format]

    /// Creates a registry of formats, in recognition order.
    public init(_ formats: [Format]) { self.formats = formats }

    /// Returns the format of a file, judged by its content and then by its name.
    ///
    /// - Returns: `nil` if no format matches; the first of the list if several have the same confidence.
    package func format(of head: FilePrefix) -> Format? {
        var best: (format: Format, recognition: Recognition)?
        for format in formats {
            let recognition = format.recognize(head)
            if recognition > best?.recognition ?? .no { best = (format, recognition) }
        }
        return best?.format
    }

    package func format(named id: String) -> Format? { formats.first { $0.id == id } }
}
