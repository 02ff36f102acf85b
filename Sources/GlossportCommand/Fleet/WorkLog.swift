import GlossportChecking
import GlossportImporting
import GlossportReading

/// Tells what a worker does, in one line for each event.
struct WorkLog {
    /// Lines for people, or JSON.
    let form: OutputForm
    let time: any TimeSource

    /// An event of `work`; its JSON is stable.
    struct Event: Encodable {
        var event: String
        /// Filled in when it is told.
        var time = Timestamp(nanoseconds: 0)
        var app: String?
        var environment: ServiceEnvironment?
        var project: String?
        var revision: Int64?
        var process: Int?
        var exitCode: Int?
        /// The project's new state: `waiting`, `parked`, `due` or `done`.
        var state: FleetProject.State?
        var wakeAt: Timestamp?
        var reason: String?
        var slots: Int?
        var projects: Int?
        var version: String?

        init(_ event: String, _ destination: Destination? = nil, reason: String? = nil) {
            self.event = event
            app = destination?.app
            environment = destination?.environment
            self.reason = reason
        }
    }

    /// Tells of an event.
    func write(_ event: Event) {
        var event = event
        event.time = time.now
        switch form {
        case .table: Output.line("\(TimeText.full(event.time))  \(Self.sentence(event))")
        case .json, .jsonl: Output.line(JSON.line(event))
        }
        Output.flush()
    }

    private static func sentence(_ event: Event) -> String {
        let app = event.app.map { "\($0) (\(event.environment?.rawValue ?? ""))" } ?? event.project
        var facts: [String] = []
        if let revision = event.revision { facts.append("revision \(revision)") }
        if let exitCode = event.exitCode { facts.append("exit code \(exitCode)") }
        if let slots = event.slots { facts.append(Plural.of(slots, "slot")) }
        if let projects = event.projects { facts.append(Plural.of(projects, "project")) }
        switch (event.state, event.wakeAt) {
        case (.waiting?, let moment?): facts.append("again at \(TimeText.full(moment))")
        case (let state?, _): facts.append(state.rawValue)
        default: break
        }
        let words: [String?] = [app, event.event, facts.isEmpty ? nil : facts.joined(separator: ", ")]
        return words.compactMap(\.self).joined(separator: "  ") + (event.reason.map { ": \($0)" } ?? "")
    }
}
