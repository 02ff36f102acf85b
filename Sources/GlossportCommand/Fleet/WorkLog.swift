import Glossport
import GlossportChecking
import GlossportImporting
import GlossportReading

/// Tells what a worker does, in one line for each event.
struct WorkLog {
    /// Lines for people, or JSON.
    let form: OutputForm
    let time: any TimeSource

    /// An event of `work`; its JSON is stable.
    struct Line: Encodable {
        var event: String
        var time: Timestamp
        var app: String?
        var environment: ServiceEnvironment?
        var project: String?
        var revision: Int64?
        var exitCode: Int?
        /// The project's new state: `waiting`, `parked`, `due` or `done`.
        var state: FleetProject.State?
        var wakeAt: Timestamp?
        var reason: String?
        var slots: Int?
        var projects: Int?
        var version: String?

        private init(_ event: String, _ destination: Destination? = nil, _ reason: String? = nil, at time: Timestamp) {
            self.event = event
            self.time = time
            app = destination?.app
            environment = destination?.environment
            self.reason = reason
        }

        init(_ event: FleetEvent, at time: Timestamp) {
            switch event {
            case .began(let slots, let projects):
                self.init("begin", at: time)
                (self.slots, self.projects, version) = (slots, projects, GlossportCommand.version)
            case .unusable(let path, let reason):
                self.init("unusable", nil, reason, at: time)
                project = path
            case .skipped(let destination, let reason): self.init("skipped", destination, reason, at: time)
            case .started(let destination, let revision):
                self.init("started", destination, at: time)
                self.revision = revision
            case .ended(let destination, let exit, let state, let wakeAt, let reason):
                self.init("ended", destination, reason, at: time)
                (exitCode, self.state, self.wakeAt) = (Int(exit), state, wakeAt)
            case .killed(let destination, let reason): self.init("killed", destination, reason, at: time)
            case .trouble(let destination, let reason): self.init("trouble", destination, reason, at: time)
            case .draining(let projects):
                self.init("draining", at: time)
                self.projects = projects
            case .over: self.init("end", at: time)
            }
        }

        /// For people.
        fileprivate var sentence: String {
            let name = app.map { "\($0) (\(environment?.rawValue ?? ""))" } ?? project
            var facts: [String] = []
            if let revision { facts.append("revision \(revision)") }
            if let exitCode { facts.append("exit code \(exitCode)") }
            if let slots { facts.append(Plural.of(slots, "slot")) }
            if let projects { facts.append(Plural.of(projects, "project")) }
            switch (state, wakeAt) {
            case (.waiting?, let moment?): facts.append("again at \(TimeText.full(moment))")
            case (let state?, _): facts.append(state.rawValue)
            default: break
            }
            let words: [String?] = [name, event, facts.isEmpty ? nil : facts.joined(separator: ", ")]
            return words.compactMap(\.self).joined(separator: "  ") + (reason.map { ": \($0)" } ?? "")
        }
    }

    /// Tells of an event.
    func write(_ event: FleetEvent) {
        let line = Line(event, at: time.now)
        switch form {
        case .table: Output.line("\(TimeText.full(line.time))  \(line.sentence)")
        case .json, .jsonl: Output.line(JSON.line(line))
        }
        Output.flush()
    }
}
