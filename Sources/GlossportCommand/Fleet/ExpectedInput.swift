import GlossportChecking
import GlossportImporting
import GlossportReading

/// What `work` has taken a turn for, which the import compares with what lies there.
///
/// The supervisor looks at the files once a minute. A checkout that changes in between would bring texts to customers that nobody has submitted.
struct ExpectedInput {
    private let digest: String
    private let path: String
    private var folder: FleetFolder

    /// - Parameters:
    ///   - digest: The digest of the submitted revision, as hexadecimal digits.
    ///   - options: Which project it is.
    init(_ digest: String, _ options: ProjectOptions) {
        self.digest = digest
        path = ProjectSearch.path(named: options.project) ?? Workspace.standardFile
        folder = FleetFolder([path], environment: options.environment, journal: nil)
    }

    /// To be called before the files are read, and once more afterwards: what was read in between is what was expected.
    ///
    /// - Throws: ``GlossportError`` with code `inputChanged` if something else lies there.
    mutating func require() async throws {
        let entries = await folder.look(SystemTime.sinceNow).entries.values
        guard entries.first?.digest.description != digest else { return }
        throw GlossportError(
            .inputChanged,
            "What lies at \(path) is not what was submitted any more.",
            remedy: "Submit what lies there with `glossport fleet submit`, or bring back what was submitted."
        )
    }
}
