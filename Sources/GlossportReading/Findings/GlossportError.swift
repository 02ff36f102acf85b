/// Why a run cannot go on: a code, a sentence that says what happened, and one that says what to do.
///
/// Defects of delivered files are never errors; they are ``Finding``s.
public struct GlossportError: Error, Sendable, CustomStringConvertible {
    /// The kind of error; the command turns it into an exit code.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code in kebab case.
        public var rawValue: String
        /// Makes a code.
        ///
        /// - Parameter rawValue: The code in kebab case.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The command line, or an option of a reader, makes no sense.
        public static let invalidOption = Code(rawValue: "invalid-option")
        /// The project file makes no sense.
        public static let invalidProject = Code(rawValue: "invalid-project")
        /// A file or folder that the user named can't be read.
        public static let unreadableInput = Code(rawValue: "unreadable-input")
        /// The private key is missing, unsafe or malformed, or Apple refused the token.
        public static let credentials = Code(rawValue: "credentials")
        /// The account or the address has no access to the service.
        public static let accessRefused = Code(rawValue: "access-refused")
        /// A reader that is a program of its own can't be trusted, can't be started, or did not keep to the protocol.
        public static let plugin = Code(rawValue: "plugin")
        /// The journal can't be opened, read or written.
        public static let journal = Code(rawValue: "journal")
        /// Another run holds the journal.
        public static let journalLocked = Code(rawValue: "journal-locked")
        /// The service asks to wait for longer than the user allows.
        public static let quota = Code(rawValue: "quota")
        /// Not everything fits into what the service holds.
        public static let capacity = Code(rawValue: "capacity")
        /// The actions to take differ from those that were agreed to.
        public static let drift = Code(rawValue: "drift")
        /// Texts that newer ones have replaced would become defaults again.
        public static let setBack = Code(rawValue: "set-back")
        /// The service did not answer as it should, outside an upload.
        public static let service = Code(rawValue: "service")
        /// The service can't be reached.
        public static let unreachable = Code(rawValue: "unreachable")
        /// A defect of Glossport itself.
        public static let internalError = Code(rawValue: "internal-error")
    }

    /// The kind of error.
    public var code: Code
    /// The event, as one sentence.
    public var message: String
    /// The remedy, as one sentence.
    public var remedy: String?
    /// The place in a file of the user's, if there is one.
    public var location: SourceLocation?

    /// Makes an error.
    ///
    /// - Parameters:
    ///   - code: The kind of error.
    ///   - message: The event, as one sentence with a full stop.
    ///   - remedy: The remedy, as one sentence.
    ///   - location: The place in a file of the user's, if there is one.
    public init(_ code: Code, _ message: String, remedy: String? = nil, location: SourceLocation? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.location = location
    }

    /// The error of rows, pairs or elements of a file that neither a unit, a finding nor a count accounts for.
    ///
    /// - Parameters:
    ///   - count: The number of lost entries.
    ///   - path: The file, or the sheet in it.
    /// - Returns: The error.
    package static func lost(_ count: Int, in path: String) -> GlossportError {
        GlossportError(
            .internalError,
            "Glossport lost \(count) \(count == 1 ? "entry" : "entries") of \(path) while reading it.",
            remedy: "This is a bug in Glossport; please report it, with the file if possible. Do not use the result.",
            location: SourceLocation(path: path, line: 1, column: 1)
        )
    }

    /// Place, message and remedy in one line.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        return place + message + (remedy.map { " \($0)" } ?? "")
    }
}
