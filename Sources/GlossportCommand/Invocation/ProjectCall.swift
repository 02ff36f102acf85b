private import CLibrary
import Glossport
import GlossportReading

/// One project of a call for several projects, with its output and its stop request.
final class ProjectCall: Sendable {
    /// The project of the current task; `nil` in a call for one project.
    @TaskLocal static var current: ProjectCall?

    let path: String
    /// The app in the project file; `nil` if the file names no app.
    let app: String?
    let stop = StopRequest()
    private let form: OutputForm
    /// Whether lines for people on stdout are printed immediately, because no other project is running; otherwise they
    /// are printed when the project ends.
    let isLive: Bool
    /// The maximum number of projects that are open at a time.
    let mostOpen: Int
    /// Called once, when this project first lets another one run.
    private let onGivingWay: @Sendable () -> Void
    private let state = Mutex(State())

    private struct State {
        var lines: [String] = []
        var document: DataText?
        var hasData = false
        var hasGivenWay = false
        var exitCode: Int32?
    }

    init(
        _ path: String,
        app: String?,
        _ form: OutputForm,
        isLive: Bool,
        mostOpen: Int,
        onGivingWay: @escaping @Sendable () -> Void
    ) {
        self.path = path
        self.app = app
        self.form = form
        self.isLive = isLive
        self.mostOpen = mostOpen
        self.onGivingWay = onGivingWay
    }

    /// The prefix of the project's lines on stderr.
    var name: String { app ?? path }

    /// Whether the project has produced machine-readable output.
    var hasData: Bool { state.withLock { $0.hasData } }
    /// The document for stdout if JSON was requested.
    var document: DataText? { state.withLock { $0.document } }
    /// `nil` until the project has ended.
    var exitCode: Int32? { state.withLock { $0.exitCode } }

    /// Whether this project has let another one run.
    var hasGivenWay: Bool { state.withLock { $0.hasGivenWay } }

    /// Records the exit code; later codes are ignored.
    func end(with exitCode: Int32) { state.withLock { $0.exitCode = $0.exitCode ?? exitCode } }

    /// Removes and returns the lines for people that are not yet printed.
    func takeLines() -> [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }

    /// Keeps a line for people until the project ends.
    func keep(_ line: String) { state.withLock { $0.lines.append(line) } }

    /// Returns a machine-readable line as it is printed on stdout; in JSON form, keeps it for the combined document
    /// instead, and returns `nil`.
    func take(_ line: DataText) -> DataText? {
        state.withLock { state in
            state.hasData = true
            guard form == .json else { return named(line) }
            state.document = line
            return nil
        }
    }

    /// A line of the stream, with the project's path.
    func named(_ line: DataText) -> DataText {
        line.value == nil ? line : JSON.line(Joined(["project": path], line))
    }

    /// Lets another project run while this one waits for the service, a review or another run.
    ///
    /// A project that prints immediately does not give way, because its questions would mix with those of other
    /// projects.
    func giveWay() {
        guard !isLive else { return }
        let isFirst = state.withLock { state in
            defer { state.hasGivenWay = true }
            return !state.hasGivenWay
        }
        if isFirst { onGivingWay() }
    }
}
