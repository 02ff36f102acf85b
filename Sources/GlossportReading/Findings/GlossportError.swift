/// An error that stops a run: a code, a sentence about the event, and usually a remedy.
///
/// Defects of delivered files are never errors; they are ``Finding``s.
public struct GlossportError: Error, Sendable, CustomStringConvertible {
    /// The kind of error, which determines the exit code.
    public struct Code: RawRepresentable, Sendable, Hashable {
        /// The code in kebab case.
        public var rawValue: String
        /// Creates a code.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// The command line or a reader's option is invalid.
        public static let invalidOption = Code(rawValue: "invalid-option")
        /// The project file is invalid.
        public static let invalidProject = Code(rawValue: "invalid-project")
        /// A file or folder named by the user cannot be read.
        public static let unreadableInput = Code(rawValue: "unreadable-input")
        /// The private key is missing, unsafe or malformed, or Apple refused the token.
        public static let credentials = Code(rawValue: "credentials")
        /// The account or network address has no access to the service.
        public static let accessRefused = Code(rawValue: "access-refused")
        /// A reader plugin is not trusted, cannot be started, or violated the protocol.
        public static let plugin = Code(rawValue: "plugin")
        /// The journal cannot be opened, read or written.
        public static let journal = Code(rawValue: "journal")
        /// Another run has locked the journal.
        public static let journalLocked = Code(rawValue: "journal-locked")
        /// The service requests a longer wait than the user allows.
        public static let quota = Code(rawValue: "quota")
        /// The items exceed the service's capacity.
        public static let capacity = Code(rawValue: "capacity")
        /// The planned actions differ from the approved ones.
        public static let drift = Code(rawValue: "drift")
        /// Texts that were replaced by newer ones would become defaults again.
        public static let setBack = Code(rawValue: "set-back")
        /// The service gave an invalid response outside an upload.
        public static let service = Code(rawValue: "service")
        /// The service cannot be reached.
        public static let unreachable = Code(rawValue: "unreachable")
        /// A defect of Glossport itself.
        public static let internalError = Code(rawValue: "internal-error")
    }

    /// The kind of error.
    public var code: Code
    /// The event, as one sentence.
    public var message: String
    /// The remedy, usually one sentence.
    public var remedy: String?
    /// The location in a user's file, if there is one.
    public var location: SourceLocation?

    /// Creates an error.
    public init(_ code: Code, _ message: String, remedy: String? = nil, location: SourceLocation? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.location = location
    }

    /// Returns the error for entries of a file that no unit, finding or count accounts for.
    package static func lost(_ count: Int, in path: String) -> GlossportError {
        GlossportError(
            .internalError,
            "Glossport lost \(count) \(count == 1 ? "entry" : "entries") of \(path) while reading it.",
            remedy: "This is a bug in Glossport; please report it, with the file if possible. Do not use the result.",
            location: SourceLocation(path: path, line: 1, column: 1)
        )
    }

    /// The location, message and remedy in one line.
    public var description: String {
        let place = location.map { "\($0): " } ?? ""
        return place + message + (remedy.map { " \($0)" } ?? "")
    }
}
