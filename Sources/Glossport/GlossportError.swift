/// Why a run cannot go on: a code, a sentence that says what happened, and one that says what to do.
///
/// Defects of delivered files are never errors; they are ``Finding``s.
package struct GlossportError: Error, Sendable, CustomStringConvertible {
    /// What kind of trouble it is; the command turns it into an exit code.
    package struct Code: RawRepresentable, Sendable, Hashable {
        package var rawValue: String
        package init(rawValue: String) { self.rawValue = rawValue }

        /// The command line, or an option of a reader, makes no sense.
        package static let invalidOption = Code(rawValue: "invalid-option")
        /// The project file makes no sense.
        package static let invalidProject = Code(rawValue: "invalid-project")
        /// A file or folder that the user named can't be read.
        package static let unreadableInput = Code(rawValue: "unreadable-input")
        /// The private key is missing, unsafe or malformed, or Apple refused the token.
        package static let credentials = Code(rawValue: "credentials")
        /// The account or the address has no access to the service.
        package static let accessRefused = Code(rawValue: "access-refused")
        /// The journal can't be opened, read or written.
        package static let journal = Code(rawValue: "journal")
        /// Another run holds the journal.
        package static let journalLocked = Code(rawValue: "journal-locked")
        /// The service asks to wait for longer than the user allows.
        package static let quota = Code(rawValue: "quota")
        /// Not everything fits into what the service holds.
        package static let capacity = Code(rawValue: "capacity")
        /// What is to be done is not what was agreed to.
        package static let drift = Code(rawValue: "drift")
        /// The service did not answer as it should, outside an upload.
        package static let service = Code(rawValue: "service")
    }

    /// What kind of trouble it is.
    package var code: Code
    /// What happened, as one sentence.
    package var message: String
    /// What to do about it, as one sentence.
    package var remedy: String?
    /// The place in a file of the user's, if there is one.
    package var location: SourceLocation?

    package init(_ code: Code, _ message: String, remedy: String? = nil, location: SourceLocation? = nil) {
        self.code = code
        self.message = message
        self.remedy = remedy
        self.location = location
    }

    package var description: String {
        let place = location.map { "\($0): " } ?? ""
        return place + message + (remedy.map { " " + $0 } ?? "")
    }
}
