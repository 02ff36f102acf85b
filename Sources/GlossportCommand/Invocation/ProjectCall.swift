private import CLibrary
import Glossport
import GlossportReading

/// One project of a call for several: its output and its stop request.
final class ProjectCall: Sendable {
    /// The project that the present task works at; `nil` in a call for one.
    @TaskLocal static var current: ProjectCall?

    let path: String
    /// `nil` where its file names none.
    let app: String?
    let stop = StopRequest()
    private let form: OutputForm
    /// Whether its lines for people are printed at once, because no other project is at work; otherwise they are printed together when it ends.
    let isLive: Bool
    /// How many projects of the call may be open at a time.
    let mostOpen: Int
    /// Called once, when another project may have its turn.
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

    /// The name before its sentences on stderr.
    var name: String { app ?? path }

    /// Whether stdout got lines for programs.
    var hasData: Bool { state.withLock { $0.hasData } }
    /// The document on stdout, where JSON was asked for.
    var document: DataText? { state.withLock { $0.document } }
    /// `nil` until it has ended.
    var exitCode: Int32? { state.withLock { $0.exitCode } }

    /// Whether another project was given its turn.
    var hasGivenWay: Bool { state.withLock { $0.hasGivenWay } }

    /// Notes how it ended; the first code counts.
    func end(with exitCode: Int32) { state.withLock { $0.exitCode = $0.exitCode ?? exitCode } }

    /// The lines for people that were not printed yet.
    func takeLines() -> [String] {
        state.withLock { state in
            defer { state.lines = [] }
            return state.lines
        }
    }

    /// Keeps a line for people until it ends.
    func keep(_ line: String) { state.withLock { $0.lines.append(line) } }

    /// A line for programs, as it goes to stdout; `nil` if it is a part of the combined document.
    func take(_ line: DataText) -> DataText? {
        state.withLock { state in
            state.hasData = true
            guard form == .json else { return named(line) }
            state.document = line
            return nil
        }
    }

    /// A line of its stream, with its path.
    func named(_ line: DataText) -> DataText {
        line.value == nil ? line : JSON.line(Joined(["project": path], line))
    }

    /// Lets another project have its turn while this one waits for the service, a review or another run.
    ///
    /// One whose lines are printed at once keeps the others waiting: its questions and theirs would mix.
    func giveWay() {
        guard !isLive else { return }
        let isFirst = state.withLock { state in
            defer { state.hasGivenWay = true }
            return !state.hasGivenWay
        }
        if isFirst { onGivingWay() }
    }
}
